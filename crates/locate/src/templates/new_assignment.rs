//! Assignments that may be missing though the function has no such one elsewhere: a variable or member that the failure
//! depends on is counted up or down, set back, or given the value of another, in turn at all places of a function.

use std::collections::BTreeSet;

use whydunit_machine::{Edit, FailureKind, Inserted, Outcome, Patch, Site, free_slots};
use whydunit_program::{Callee, Function, FunctionId, Inst, Program, Type, TypeId, Variable};
use whydunit_trace::Time;

use crate::evidence::ranking::is_own;
use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::expression::{Candidate, same_scalar};
use crate::templates::insertion_point::{Spot, spots};
use crate::templates::operand_type::{Typed, field, is_constant};
use crate::templates::rewrite::SourceChange;
use crate::templates::tested::{FirstTimes, TestedPatch};

use crate::templates::assignment_target::{Place, Target, Value, Words};
use crate::templates::read_locations::{Key, Used, key};

/// So many reruns are made in all, and so many for what one thing may be given.
const MOST: usize = 3000;
const FOR_ONE: usize = 500;
/// So many other variables, or constants, are tried for one.
const OTHERS: usize = 4;
/// So many places are told for one.
const PLACES: usize = 2;
/// Longer functions are left alone.
pub(crate) const LONGEST: usize = 5000;

/// Tries to assign to what statements read, in the order given, wherever that can be reached.
pub(crate) fn amends(session: &mut Session, statements: &[Statement]) -> Vec<TestedPatch> {
    let (program, first) = (session.program().clone(), FirstTimes::new(session));
    let used = Used::new(&program, statements);
    let executed = first.times.keys().map(|&number| session.index.block(number).0).collect::<BTreeSet<_>>();
    let own = |id: &FunctionId| {
        let function = program.function(*id);
        is_own(&program, function) && !session.trust.has(*id) && function.insts.len() <= LONGEST
    };
    let functions: Vec<FunctionId> = executed.into_iter().filter(own).collect();
    let only_numbers = is_crash_only(session);
    let amenders: Vec<Amender> =
        functions.iter().map(|&id| Amender::new(session, &first, &used, &program, id)).collect();
    let (mut found, mut left) = (Vec::new(), MOST);
    for (done, key) in used.read.iter().enumerate() {
        if left == 0 || !session.may_go_on() {
            break;
        }
        let monitor = &session.budget.monitor;
        monitor.report(|| format!("looking for missing assignments, variable {} of {}", done + 1, used.read.len()));
        let mut here = FOR_ONE.min(left);
        let before = here;
        let mut right: Vec<Found> = Vec::new();
        let (akin, others): (Vec<&Amender>, Vec<&Amender>) = amenders.iter().partition(|a| a.is_akin(*key));
        for amender in akin.into_iter().chain(others) {
            for target in amender.targets(*key) {
                let mut values = amender.values(&target);
                values.retain(|value| !only_numbers || matches!(value, Value::Number(_)));
                right.extend(amender.amend(session, &target, values, &mut here));
            }
        }
        left -= before - here;
        // The less a change does the better.
        right.sort_by_key(|found| {
            let Found { fitness, executions, time, .. } = *found;
            (std::cmp::Reverse(fitness.min(Fitness::Akin)), executions, std::cmp::Reverse((fitness, time)))
        });
        for Found { time, statement, mutant, .. } in right.into_iter().take(PLACES) {
            found.push(TestedPatch::new(session, statement, (time, mutant), Verdict::Passed));
        }
    }
    found
}

/// Is all that is expected that the program does not crash? Where it counts otherwise it goes other ways, and most of
/// them do not lead there.
fn is_crash_only(session: &Session) -> bool {
    let asserts =
        matches!(&session.observed.outcome, Outcome::Failed(f) if matches!(f.kind, FailureKind::Assertion { .. }));
    session.expects_only_an_end() && session.assertion.is_none() && !asserts
}

/// An assignment that makes the run right.
struct Found {
    time: Time,
    statement: Statement,
    mutant: Candidate,
    fitness: Fitness,
    /// How often the failing run came there.
    executions: u32,
}

/// How well an assignment goes with what is around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fitness {
    /// What is assigned is assigned there anyway.
    Again,
    Plain,
    /// The function changes what is assigned, or what that is a part of.
    Akin,
    /// The statements before it deal with what is assigned, or with what that is a part of.
    Kin,
}

struct Amender<'a> {
    program: &'a Program,
    id: FunctionId,
    function: &'a Function,
    used: &'a Used,
    /// What the function changes.
    changed: BTreeSet<Key>,
    places: Vec<Opening>,
}

/// A place that was executed.
#[derive(Clone, Copy)]
struct Opening {
    spot: Spot,
    /// When it was first, and how often.
    time: Time,
    executions: u32,
    /// What an assignment can compute with there.
    words: Words,
}

impl<'a> Amender<'a> {
    fn new(session: &Session, first: &FirstTimes, used: &'a Used, program: &'a Program, id: FunctionId) -> Self {
        let function = program.function(id);
        let open = |spot: Spot| {
            let block = session.index.number(id, function.block_of(spot.at));
            let (spare, [word, address]) = (function.spare?, free_slots(function, spot.at)?);
            let (time, executions) = (*first.times.get(&block)?, *first.counts.get(&block)?);
            Some(Opening { spot, time, executions, words: Words { spare, word, address } })
        };
        let places = spots(function, session.analyses.flow(id)).into_iter().filter_map(open).collect();
        let changed = (0..).zip(&function.insts).filter_map(|(at, &inst)| {
            let changes = matches!(inst, Inst::Store { .. } | Inst::StoreLocal { .. });
            key(Typed { program, function, at }, id, inst).filter(|_| changes)
        });
        Amender { program, id, function, used, changed: changed.collect(), places }
    }

    /// The ways to reach something in this function.
    fn targets(&self, key: Key) -> Vec<Target> {
        let types = &self.program.types;
        let variables = self.function.variables.iter().filter(|v| !v.indirect);
        match key {
            Key::Local(id, local, 0) if id == self.id => {
                // What `main` is given is input.
                let given = |v: &Variable| v.parameter > 0 && self.program.main == Some(self.id);
                let own = variables.filter(|v| v.local == local && !given(v));
                own.filter_map(|v| self.target(Place::Local(local, 0), v.ty?, v.name.clone(), key)).collect()
            }
            Key::Local(..) => Vec::new(),
            Key::Member(record, offset) => {
                let Some(field) = field(self.program, record, offset) else { return Vec::new() };
                let reach = |v: &Variable| match types.get(types.bare(v.ty?)) {
                    Type::Pointer { to } if types.bare(*to) == record && !is_constant(types, *to) => {
                        Some((Place::Behind(v.local, offset), format!("{}->{}", v.name, field.name)))
                    }
                    _ if types.bare(v.ty?) == record => {
                        Some((Place::Local(v.local, offset), format!("{}.{}", v.name, field.name)))
                    }
                    _ => None,
                };
                variables.filter_map(reach).filter_map(|(at, name)| self.target(at, field.ty, name, key)).collect()
            }
            Key::Global(address) => self.global(address, key).into_iter().collect(),
        }
    }

    /// A variable of the program, or a member of one, in the functions that mention it or call such ones.
    fn global(&self, address: u64, key: Key) -> Option<Target> {
        let global = &self.program.globals[self.program.global_at(address)?.0 as usize];
        let mentions = |function: &Function| function.constants.contains(&address);
        let calls = |callee: Callee| matches!(callee, Callee::Direct(id) if mentions(self.program.function(id)));
        if global.constant
            || global.external
            || !mentions(self.function) && !self.function.calls.iter().any(|c| calls(c.callee))
        {
            return None;
        }
        let (ty, name) = (global.ty?, global.variable.clone().unwrap_or_else(|| global.name.clone()));
        let offset = (address - global.address) as u32;
        match field(self.program, ty, offset) {
            Some(f) => self.target(Place::Global(address), f.ty, format!("{name}.{}", f.name), key),
            None if offset == 0 => self.target(Place::Global(address), ty, name, key),
            None => None,
        }
    }

    fn target(&self, at: Place, ty: TypeId, name: String, key: Key) -> Option<Target> {
        let types = &self.program.types;
        let known = matches!(
            types.get(types.bare(ty)),
            Type::Int { size: 1 | 2 | 4 | 8, .. } | Type::Enum { .. } | Type::Pointer { .. }
        );
        let given = self.used.given.get(&key).cloned().unwrap_or_default();
        (known && !is_constant(types, ty)).then(|| Target { at, bytes: types.size(ty) as u8, ty, name, key, given })
    }

    /// What may be assigned to something, the likeliest first.
    fn values(&self, target: &Target) -> Vec<Value> {
        let types = &self.program.types;
        let mut found = Vec::new();
        let ty = types.get(types.bare(target.ty));
        let mut numbers: BTreeSet<i64> = target.given.iter().copied().take(OTHERS).collect();
        match ty {
            Type::Int { name, .. } => {
                numbers.insert(0);
                if name.contains("Bool") {
                    numbers.insert(1);
                } else {
                    found.extend([Value::Plus(1, 1), Value::Plus(-1, -1)]);
                }
            }
            Type::Pointer { to } => {
                numbers = BTreeSet::from([0]);
                let size = types.size(*to) as i32;
                if matches!(target.at, Place::Local(..)) && size > 0 {
                    found.extend([Value::Plus(1, size), Value::Plus(-1, -size)]);
                }
            }
            _ => {}
        }
        found.extend(numbers.into_iter().map(Value::Number));
        // What outlives the call is rarely given just any number at hand.
        let Place::Local(own, 0) = target.at else { return found };
        let others = self.function.variables.iter().filter(|v| !v.indirect && v.local != own);
        let same = others.filter(|v| same_scalar(types, v.ty, Some(target.ty))).take(OTHERS);
        found.extend(same.clone().map(|v| Value::Variable(v.local, v.name.clone())));
        if matches!(ty, Type::Int { .. }) {
            found.extend(same.map(|v| Value::PlusVariable(v.local, v.name.clone())));
        }
        found
    }

    /// Tries what may be assigned to something at all places, until something makes the run right.
    fn amend(&self, session: &mut Session, target: &Target, values: Vec<Value>, left: &mut usize) -> Vec<Found> {
        for value in values {
            let tried = self.places.iter().filter_map(|place| Some((place, self.patch(target, &value, place)?)));
            let tried: Vec<(&Opening, Patch)> = tried.take(*left).collect();
            let trials: Vec<Intervention> =
                tried.iter().map(|(place, patch)| Intervention::patched(place.time, *patch)).collect();
            let verdicts = session.rerun_all(&trials, |_| false);
            *left -= trials.len();
            let right = tried.into_iter().zip(verdicts).filter(|(_, verdict)| *verdict == Verdict::Passed);
            let right: Vec<Found> = right.map(|((place, patch), _)| self.found(target, &value, place, patch)).collect();
            if !right.is_empty() || *left == 0 {
                return right;
            }
        }
        Vec::new()
    }

    /// How well an assignment goes with the statements before a place.
    fn fitness(&self, target: &Target, spot: Spot) -> Fitness {
        let mut found = if self.is_akin(target.key) { Fitness::Akin } else { Fitness::Plain };
        for at in spot.since..spot.at {
            let inst = self.function.insts[at as usize];
            let typed = Typed { program: self.program, function: self.function, at };
            let stores = matches!(inst, Inst::Store { .. } | Inst::StoreLocal { .. });
            if stores && key(typed, self.id, inst) == Some(target.key) {
                return Fitness::Again;
            }
            let touches = match (target.at, inst) {
                (
                    Place::Local(own, _) | Place::Behind(own, _),
                    Inst::LoadLocal { local, .. } | Inst::StoreLocal { local, .. },
                ) => own == local,
                (Place::Global(address), Inst::Load { addr, .. } | Inst::Store { addr, .. }) => {
                    self.function.constants.get(addr as usize) == Some(&address)
                }
                _ => false,
            };
            if touches {
                found = Fitness::Kin;
            }
        }
        found
    }

    /// Does the function change something, or what that is a part of, or is it given that to do so?
    fn is_akin(&self, target: Key) -> bool {
        let types = &self.program.types;
        let is_given = |record: TypeId| {
            let pointed = |v: &Variable| match types.get(types.bare(v.ty?)) {
                Type::Pointer { to } if !is_constant(types, *to) => Some(types.bare(*to)),
                _ => None,
            };
            self.function.variables.iter().any(|v| v.parameter > 0 && pointed(v) == Some(record))
        };
        match target {
            Key::Local(..) => true,
            Key::Global(_) => self.changed.contains(&target),
            Key::Member(record, _) => {
                let member = |key: &Key| matches!(key, Key::Member(own, _) if *own == record);
                is_given(record) || self.changed.iter().any(member)
            }
        }
    }

    fn patch(&self, target: &Target, value: &Value, place: &Opening) -> Option<Patch> {
        let (insts, constant) = place.words.assign(target, value)?;
        let site = Site { function: self.id, inst: place.spot.at };
        Some(Patch { site, edit: Edit::Insert(Inserted::new(&insts)?), constant })
    }

    fn found(&self, target: &Target, value: &Value, place: &Opening, patch: Patch) -> Found {
        let Opening { spot, time, executions, .. } = *place;
        let (text, fitness) = (target.text(&self.program.types, value), self.fitness(target, spot));
        let mutant =
            Candidate { patch, rewrite: SourceChange::Amend { text, gap: spot.gap, kin: fitness == Fitness::Kin } };
        let statement = Statement { function: self.id, line: spot.gap.line() };
        Found { time, statement, mutant, fitness, executions }
    }
}
