//! A run that is paused for inspection.

use whydunit_machine::{FrameView, Machine, Unsupported};
use whydunit_program::Inst;
use whydunit_trace::{Evaluated, Formula, FormulaError, MemoryView, Time};
use whydunit_world::Posix;

use crate::session::Session;

/// A repetition of the failing run, paused.
#[derive(Default)]
pub struct PausedRun {
    machine: Option<Machine<Posix>>,
}

impl PausedRun {
    /// Moves the run to `time`, or to just before the variables of the statement there go out of scope.
    pub fn go(&mut self, session: &mut Session, time: Time) -> Result<(), Unsupported> {
        let shown = before_scopes_end(session, time).into();
        let ladder = &mut session.recorded.snapshots;
        self.machine = Some(match self.machine.take() {
            Some(machine) => ladder.move_to(machine, shown)?,
            None => ladder.at(shown)?,
        });
        Ok(())
    }

    /// The calls in progress of functions that are not trusted, innermost first, at most `most` of them.
    pub fn frames(&self, session: &Session, most: usize) -> Vec<FrameView> {
        let own = |frame: &FrameView| !session.trust.has(frame.site.function);
        self.machine.iter().flat_map(Machine::each_frame).filter(own).take(most).collect()
    }

    /// The memory; none before the first [`PausedRun::go`].
    pub fn memory(&mut self) -> Option<&mut dyn MemoryView> {
        self.machine.as_mut().map(|machine| machine as &mut dyn MemoryView)
    }

    /// The value of an expression in the innermost call of [`PausedRun::frames`]; none before the first
    /// [`PausedRun::go`].
    pub fn evaluate(&mut self, session: &Session, formula: &Formula) -> Option<Result<Evaluated, FormulaError>> {
        let frame = self.frames(session, 1).first().copied();
        let machine = self.machine.as_mut()?;
        Some(formula.evaluate(session.program(), machine, frame).0)
    }
}

/// The time just before the scopes of a statement's variables end, if they end right before `time`: the `return` of a
/// constant is executed after the end of the scopes, and so is the end of the function, to which every `return`
/// jumps.
fn before_scopes_end(session: &Session, time: Time) -> Time {
    let recording = &session.recorded.recording;
    let Some(block) = recording.position(time).map(|p| p.block) else { return time };
    let inst = |at: Time| recording.position(at).map(|p| recording.inst(p));
    let returns = matches!(inst(recording.end_of(block)), Some(Inst::Return { .. }));
    let from = |at: Time| recording.position(at).map(|p| p.block);
    let same_call = |at: Time| from(at).map(|b| recording.call_number(b)) == Some(recording.call_number(block));
    let is_passed = |at: &Time| match inst(*at) {
        Some(Inst::LifetimeEnd { .. }) => from(*at) == Some(block) || returns && same_call(*at),
        Some(Inst::Jump { .. }) => returns && same_call(*at),
        _ => false,
    };
    let ends_scope = |at: &Time| matches!(inst(*at), Some(Inst::LifetimeEnd { .. }));
    Time::FIRST.until(time).rev().take_while(is_passed).filter(ends_scope).last().unwrap_or(time)
}
