//! The owner of a Z3 context: encodes, reuses solvers, reads models and cores.

use std::time::Instant;

use whydunit_terms::{Model, PlainMap, PlainSet, Store, SymbolKey, TermId, Walk, fold};
use z3::ast::{BV, Bool};
use z3::{Params, SatResult, Solver, StatisticsValue};

use super::encode::{self, Encoder};
use crate::answer::{Answer, Reason};
use crate::query::Limits;

/// Number of solvers to keep. Independent groups of one path alternate, so one is not enough.
const WARM: usize = 4;
/// Limit on unrelated constraints in a solver that answers a query: they are disabled, but not
/// free. Measured: 10 and 100 are both slower.
const STRAYS: usize = 30;
/// Limit on encoded terms: at this number the context is dropped to bound its memory.
const MAX_ENCODED: usize = 400_000;

/// Steps per term that Z3 needs at least: it reads all terms before it checks its limits.
const STEPS_PER_TERM: u32 = 8;

/// A solver with constraints, each guarded by a literal that enables it.
struct Warm {
    solver: Solver,
    constraints: PlainSet<u128>,
    used: u64,
    /// The limits currently set; setting them again is not free.
    limits: Option<Limits>,
}

impl Warm {
    fn new() -> Self {
        Warm { solver: Solver::new(), constraints: PlainSet::default(), used: 0, limits: None }
    }

    fn shared(&self, hashes: &[u128]) -> usize {
        hashes.iter().filter(|h| self.constraints.contains(h)).count()
    }

    fn limit(&mut self, limits: Limits) {
        if self.limits != Some(limits) {
            self.solver.set_params(&params(limits));
            self.limits = Some(limits);
        }
    }
}

/// The state of the thread.
#[derive(Default)]
pub(super) struct Worker {
    encoder: Encoder,
    warm: Vec<Warm>,
    /// Literals by constraint; Z3 reports cores as literals.
    literals: PlainMap<u128, Bool>,
    clock: u64,
    /// Z3's step count after the last query.
    pub(super) steps: u32,
}

impl Worker {
    /// Decides a query.
    pub(super) fn check(&mut self, store: &Store, constraints: &[TermId], limits: Limits) -> Answer {
        if self.encoder.len() > MAX_ENCODED {
            *self = Worker { steps: self.steps, ..Worker::default() };
        }
        let hashes: Vec<u128> = constraints.iter().map(|&c| store.hash(c).0).collect();
        let at = self.choose(&hashes);
        let literals = self.switch_on(at, store, constraints, &hashes);
        let warm = &mut self.warm[at];
        warm.limit(limits);
        let start = Instant::now();
        let answer = match warm.solver.check_assumptions(&literals) {
            SatResult::Sat => match warm.solver.get_model() {
                Some(model) => Answer::Sat(read_model(&model, store, constraints)),
                None => Answer::Unknown(Reason::Backend("a model is missing".into())),
            },
            SatResult::Unsat => Answer::Unsat(read_core(&warm.solver, &literals)),
            SatResult::Unknown => Answer::Unknown(reason(&warm.solver, limits, start)),
        };
        self.steps = steps(&warm.solver);
        answer
    }

    /// Chooses the solver that contains most of a query's constraints and not too many others, or
    /// replaces the least recently used one.
    fn choose(&mut self, hashes: &[u128]) -> usize {
        self.clock += 1;
        let warm = &self.warm;
        let shared: Vec<usize> = warm.iter().map(|w| w.shared(hashes)).collect();
        let suitable = (0..warm.len()).filter(|&i| warm[i].constraints.len() - shared[i] <= STRAYS);
        let best = suitable.max_by_key(|&i| (shared[i], warm[i].used));
        let at = match best {
            Some(i) if shared[i] > 0 || warm.len() >= WARM => i,
            _ if warm.len() < WARM => warm.len(),
            _ => (0..warm.len()).min_by_key(|&i| warm[i].used).unwrap_or(0),
        };
        if at == self.warm.len() {
            self.warm.push(Warm::new());
        } else if best != Some(at) {
            self.warm[at] = Warm::new();
        }
        self.warm[at].used = self.clock;
        at
    }

    /// The literals of a query's constraints; missing constraints are added.
    fn switch_on(&mut self, at: usize, store: &Store, constraints: &[TermId], hashes: &[u128]) -> Vec<Bool> {
        let warm = &mut self.warm[at];
        let mut literals = Vec::with_capacity(hashes.len());
        for (&constraint, &hash) in constraints.iter().zip(hashes) {
            let count = self.literals.len();
            let literal = self.literals.entry(hash).or_insert_with(|| Bool::new_const(format!("k{count}")));
            if warm.constraints.insert(hash) {
                let condition = self.encoder.condition(store, constraint);
                warm.solver.assert(literal.implies(&condition));
            }
            literals.push(literal.clone());
        }
        literals
    }
}

/// Are there too many terms for the effort limit? Never without a limit.
pub(super) fn too_heavy(store: &Store, constraints: &[TermId], limits: Limits) -> bool {
    let most = (limits.effort / STEPS_PER_TERM) as usize;
    limits.effort > 0 && Walk::new(store, constraints.iter().copied()).nth(most).is_some()
}

/// Z3's step count since the context was created; all solvers of a context share it.
pub(super) fn steps(solver: &Solver) -> u32 {
    match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(count)) => count,
        Some(StatisticsValue::Double(count)) => count as u32,
        None => 0,
    }
}

/// The indices of the literals in the core.
pub(super) fn read_core(solver: &Solver, literals: &[Bool]) -> Vec<usize> {
    let core = solver.get_unsat_core();
    (0..literals.len()).filter(|&i| core.iter().any(|l| l.ast_eq(&literals[i]))).collect()
}

pub(super) fn params(limits: Limits) -> Params {
    let mut params = Params::new();
    params.set_u32("timeout", u32::try_from(limits.time.as_millis()).unwrap_or(u32::MAX));
    params.set_u32("max_memory", limits.memory);
    if limits.effort > 0 {
        params.set_u32("rlimit", limits.effort);
    }
    params
}

/// Why Z3 gave up. It reports "canceled" for any limit that it notices deep inside: a limit other
/// than time or effort is that of memory.
pub(super) fn reason(solver: &Solver, limits: Limits, start: Instant) -> Reason {
    let words = solver.get_reason_unknown().unwrap_or_default();
    if words.contains("resource") {
        return Reason::Effort;
    }
    if words.contains("memory") || words.contains("memout") {
        return Reason::Memory;
    }
    let time_is_up = start.elapsed() >= limits.time.mul_f32(0.9);
    if words.contains("timeout") || (words.contains("cancel") && time_is_up) {
        return Reason::Time;
    }
    if words.contains("cancel") {
        return if limits.effort > 0 { Reason::Effort } else { Reason::Memory };
    }
    Reason::Backend(words)
}

fn read_model(model: &z3::Model, store: &Store, constraints: &[TermId]) -> Model {
    let symbols = store.free_symbols(constraints.iter().copied());
    let value = |key: SymbolKey| read_bits(model, &encode::symbol(key), key.width).map(|v| (key, v));
    symbols.into_iter().filter_map(value).collect()
}

/// The value of a constant, if the model defines it.
pub(super) fn read_bits(model: &z3::Model, constant: &BV, width: u8) -> Option<u128> {
    let value = model.get_const_interp(constant)?;
    if width <= 64 {
        return value.as_u64().map(u128::from);
    }
    let half = |high: u32, low: u32| model.eval(&value.extract(high, low), true).and_then(|v| v.as_u64());
    let (low, high) = (half(63, 0)?, half(u32::from(width) - 1, 64)?);
    Some(fold::truncate(width, u128::from(high) << 64 | u128::from(low)))
}
