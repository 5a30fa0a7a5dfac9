//! Instances that are no questions: input, the inside of the library, and code that the compiler made up.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::Site;
use whydunit_program::{Inst, LocalId, Program};
use whydunit_trace::{Item, Position, Recording, Slice, Time};

use crate::compare::instance_description::instance;
use crate::methods::frontier::is_fixed;
use crate::session::Session;
use crate::session::statement::{Statement, is_parameter};

/// Does an instance take a value from outside: an argument of `main`, or input that a call read?
pub(crate) fn is_input(session: &Session, time: Time) -> bool {
    let recording = &session.recorded.recording;
    let consumes = recording.effect(time).items.iter().any(|i| matches!(i, Item::Consume { .. }));
    consumes || is_argument_of_main(session, time)
}

fn is_argument_of_main(session: &Session, time: Time) -> bool {
    let recording = &session.recorded.recording;
    let Some(position) = recording.position(time) else { return false };
    is_parameter(session.program(), position.site()) && recording.call_of(time).is_none()
}

/// Is an instance no question: input, an argument of `main`, inside the library, or made up by the compiler? Memory
/// that a library call wrote can be judged.
pub(crate) fn is_no_question(session: &Session, silent: &SilentCalls, time: Time) -> bool {
    let recording = &session.recorded.recording;
    let Some(position) = recording.position(time) else { return true };
    let program = session.program();
    if let Some(call) = recording.ended_call(time).or_else(|| recording.gives_function(time)) {
        return recording.position(call).is_none_or(|call| session.trust.has(call.function));
    }
    let wrote =
        || !session.trust.has(position.function) && recording.effect(time).makes() && !silent.has(position.site());
    (is_fixed(session, time) && !wrote())
        || is_argument_of_main(session, time)
        || is_made_up(program, recording, position)
}

/// Library calls that write only memory of their own, and none that the program passed: they have nothing to show.
#[derive(Clone)]
pub(crate) struct SilentCalls(BTreeSet<Site>);

impl SilentCalls {
    /// Finds them among the instances of a slice. A few executions stand for all of each call in the text.
    pub(crate) fn new(session: &mut Session, slice: &Slice) -> SilentCalls {
        let recording = &session.recorded.recording;
        let mut calls: BTreeMap<Site, Vec<Time>> = BTreeMap::new();
        for &time in slice.nodes.keys().filter(|&&time| recording.effect(time).makes()) {
            let Some(position) = recording.position(time) else { continue };
            if matches!(recording.inst(position), Inst::Call { .. }) && !session.trust.has(position.function) {
                calls.entry(position.site()).or_default().push(time);
            }
        }
        let program = session.program().clone();
        let mut wrote =
            |time: Time| instance(&program, &mut session.recorded, time).is_some_and(|i| !i.wrote.is_empty());
        calls.retain(|_, times| ![0, times.len() / 2, times.len() - 1].into_iter().any(|at| wrote(times[at])));
        SilentCalls(calls.into_keys().collect())
    }

    /// Adds those of another slice.
    pub(crate) fn extend(&mut self, other: SilentCalls) {
        self.0.extend(other.0);
    }

    fn has(&self, site: Site) -> bool {
        self.0.contains(&site)
    }
}

/// Is an instance the decision of the failed assertion? It states the expectation, so it is no question.
pub(crate) fn is_check(session: &Session, check: Option<Statement>, time: Time) -> bool {
    let recording = &session.recorded.recording;
    let Some(position) = recording.position(time).filter(|_| check.is_some()) else { return false };
    let decides = matches!(recording.inst(position), Inst::Branch { .. });
    decides && check == Some(Statement::of(session.program(), position.site()))
}

/// Did the compiler make up the instruction? It compiles an early exit from a scope to a variable and a decision that
/// the source does not have, passes the value of a `return` on to a common end of the function, and moves structs
/// through registers piece by piece.
fn is_made_up(program: &Program, recording: &Recording, position: Position) -> bool {
    let function = program.function(position.function);
    let cleanup = |local: LocalId| function.locals[local.0 as usize].name.starts_with("cleanup.");
    // The variable that the preceding instruction loads.
    let loaded = || match recording.inst(Position { inst: position.inst.checked_sub(1)?, ..position }) {
        Inst::LoadLocal { local, .. } => Some(local),
        _ => None,
    };
    match recording.inst(position) {
        Inst::StoreLocal { local, .. } if cleanup(local) => true,
        Inst::StoreLocal { .. } | Inst::MemCopy { .. } => function.moves_by_registers(position.inst),
        Inst::Switch { .. } => loaded().is_some_and(cleanup),
        Inst::Return { count: 1.., .. } => {
            loaded().is_some_and(|local| !function.variables.iter().any(|v| v.local == local))
        }
        _ => false,
    }
}
