//! The thread that owns a Z3 context: encodes, keeps solvers warm, reads models and cores.

use std::time::Instant;

use whydunit_terms::{Model, PlainMap, Store, SymbolKey, TermId, fold};
use z3::ast::{BV, Bool};
use z3::{Params, SatResult, Solver};

use super::encode::{self, Encoder};
use crate::answer::{Answer, Reason};
use crate::query::Limits;

/// Solvers kept warm, each with the constraints of one line of questioning. Independent groups of
/// one path take turns, so one is not enough.
const STACKS: usize = 6;
/// When this many terms are encoded everything is dropped, so that memory does not grow for ever.
const MAX_ENCODED: usize = 400_000;

/// A solver with asserted constraints, one level each.
struct Stack {
    solver: Solver,
    levels: Vec<u128>,
    used: u64,
}

/// What lives in the thread.
#[derive(Default)]
pub(super) struct Worker {
    encoder: Encoder,
    stacks: Vec<Stack>,
    /// Literals by constraint: a core is told by them.
    literals: PlainMap<u128, Bool>,
    clock: u64,
}

impl Worker {
    /// Decides a query.
    pub(super) fn check(&mut self, store: &Store, constraints: &[TermId], limits: Limits) -> Answer {
        if self.encoder.len() > MAX_ENCODED {
            *self = Worker::default();
        }
        let hashes: Vec<u128> = constraints.iter().map(|&c| store.hash(c).0).collect();
        let at = self.best_stack(&hashes);
        self.settle(at, store, constraints, &hashes);
        let stack = &self.stacks[at];
        stack.solver.set_params(&params(limits));
        let start = Instant::now();
        match stack.solver.check() {
            SatResult::Sat => match stack.solver.get_model() {
                Some(model) => Answer::Sat(read_model(&model, store, constraints)),
                None => Answer::Unknown(Reason::Backend("a model is missing".into())),
            },
            SatResult::Unsat => Answer::Unsat(self.read_core(&self.stacks[at].solver, &hashes)),
            SatResult::Unknown => Answer::Unknown(reason(&stack.solver, limits, start)),
        }
    }

    /// The stack that shares the longest prefix with a query; without any the one not used for
    /// longest, or a new one while there is room.
    fn best_stack(&mut self, hashes: &[u128]) -> usize {
        let shared = |s: &Stack| s.levels.iter().zip(hashes).take_while(|(a, b)| a == b).count();
        let best = (0..self.stacks.len()).max_by_key(|&i| (shared(&self.stacks[i]), u64::MAX - self.stacks[i].used));
        match best {
            Some(i) if shared(&self.stacks[i]) > 0 || self.stacks.len() >= STACKS => i,
            _ => {
                self.stacks.push(Stack { solver: Solver::new(), levels: Vec::new(), used: 0 });
                self.stacks.len() - 1
            }
        }
    }

    /// Makes the constraints of a stack those of the query.
    fn settle(&mut self, at: usize, store: &Store, constraints: &[TermId], hashes: &[u128]) {
        self.clock += 1;
        let stack = &mut self.stacks[at];
        stack.used = self.clock;
        let shared = stack.levels.iter().zip(hashes).take_while(|(a, b)| a == b).count();
        if stack.levels.len() > shared {
            stack.solver.pop((stack.levels.len() - shared) as u32);
            stack.levels.truncate(shared);
        }
        for (&constraint, &hash) in constraints.iter().zip(hashes).skip(shared) {
            let condition = self.encoder.condition(store, constraint);
            let count = self.literals.len();
            let literal = self.literals.entry(hash).or_insert_with(|| Bool::new_const(format!("k{count}")));
            stack.solver.push();
            stack.solver.assert_and_track(condition, literal);
            stack.levels.push(hash);
        }
    }

    fn read_core(&self, solver: &Solver, hashes: &[u128]) -> Vec<usize> {
        let core = solver.get_unsat_core();
        let mut indices: Vec<usize> =
            (0..hashes.len()).filter(|&i| core.iter().any(|l| l.ast_eq(&self.literals[&hashes[i]]))).collect();
        indices.dedup();
        indices
    }
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

/// Why Z3 gave up. It calls a time or effort limit "canceled" when it notices it deep inside.
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
    if words.contains("cancel") && limits.effort > 0 {
        return Reason::Effort;
    }
    Reason::Backend(words)
}

fn read_model(model: &z3::Model, store: &Store, constraints: &[TermId]) -> Model {
    let symbols = store.free_symbols(constraints.iter().copied());
    let value = |key: SymbolKey| read_bits(model, &encode::symbol(key), key.width).map(|v| (key, v));
    symbols.into_iter().filter_map(value).collect()
}

/// The value of a constant, if the model says anything about it.
pub(super) fn read_bits(model: &z3::Model, constant: &BV, width: u8) -> Option<u128> {
    let value = model.get_const_interp(constant)?;
    if width <= 64 {
        return value.as_u64().map(u128::from);
    }
    let half = |high: u32, low: u32| model.eval(&value.extract(high, low), true).and_then(|v| v.as_u64());
    let (low, high) = (half(63, 0)?, half(u32::from(width) - 1, 64)?);
    Some(fold::truncate(width, u128::from(high) << 64 | u128::from(low)))
}
