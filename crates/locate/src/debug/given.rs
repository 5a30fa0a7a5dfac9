//! What nobody need be asked about: input, the library, what the compiler made up.

use whydunit_program::{Inst, LocalId, Program};
use whydunit_trace::{Item, Position, Recording};

use crate::frontier::is_fixed;
use crate::session::Session;
use crate::statement::{Statement, is_parameter};

/// Does something come from outside here: an argument of `main`, or what a call read?
pub(super) fn is_input(session: &Session, time: u32) -> bool {
    let recording = &session.recorded.recording;
    let consumes = recording.effect(time).items.iter().any(|i| matches!(i, Item::Consume { .. }));
    consumes || is_argument_of_main(session, time)
}

fn is_argument_of_main(session: &Session, time: u32) -> bool {
    let recording = &session.recorded.recording;
    let Some(position) = recording.position(time) else { return false };
    is_parameter(session.program(), position.site()) && recording.call_of(time).is_none()
}

/// Nobody need be asked: input, what `main` was given, the inside of the library, what the compiler made up. What a call
/// of the library wrote can be judged.
pub(super) fn is_given(session: &Session, time: u32) -> bool {
    let recording = &session.recorded.recording;
    let Some(position) = recording.position(time) else { return true };
    let program = session.program();
    let wrote = || !session.trust.has(position.function) && recording.effect(time).makes();
    (is_fixed(session, time) && !wrote())
        || is_argument_of_main(session, time)
        || is_made_up(program, recording, position)
}

/// The test of the assertion that failed says what was expected.
pub(super) fn is_check(session: &Session, check: Option<Statement>, time: u32) -> bool {
    let recording = &session.recorded.recording;
    let Some(position) = recording.position(time).filter(|_| check.is_some()) else { return false };
    let decides = matches!(recording.inst(position), Inst::Branch { .. });
    decides && check == Some(Statement::of(session.program(), position.site()))
}

/// Leaving a scope early is compiled to a variable and a decision of which the source knows nothing; the end of a
/// function with several returns passes on what the `return` said.
fn is_made_up(program: &Program, recording: &Recording, position: Position) -> bool {
    let function = program.function(position.function);
    let cleanup = |local: LocalId| function.locals[local.0 as usize].name.starts_with("cleanup.");
    // The variable of which the instruction just before takes the value.
    let loaded = || match recording.inst(Position { inst: position.inst.checked_sub(1)?, ..position }) {
        Inst::LoadLocal { local, .. } => Some(local),
        _ => None,
    };
    match recording.inst(position) {
        Inst::StoreLocal { local, .. } => cleanup(local),
        Inst::Switch { .. } => loaded().is_some_and(cleanup),
        Inst::Return { count: 1, .. } => {
            loaded().is_some_and(|local| !function.variables.iter().any(|v| v.local == local))
        }
        _ => false,
    }
}
