//! A run that is looked at while it is paused at an instant.

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
    /// Takes the run to `time`, or to just before the variables that the statement there uses went out of scope.
    pub fn go(&mut self, session: &mut Session, time: Time) -> Result<(), Unsupported> {
        let looked_at = before_scopes_end(session, time).into();
        let snapshots = &mut session.recorded.snapshots;
        self.machine = Some(match self.machine.take() {
            Some(machine) => snapshots.move_to(machine, looked_at)?,
            None => snapshots.at(looked_at)?,
        });
        Ok(())
    }

    /// The calls in progress of functions that are not trusted, innermost first, at most `most` of them.
    pub fn frames(&self, session: &Session, most: usize) -> Vec<FrameView> {
        let own = |frame: &FrameView| !session.trust.has(frame.site.function);
        self.machine.iter().flat_map(Machine::each_frame).filter(own).take(most).collect()
    }

    /// The memory; none before the run was taken anywhere.
    pub fn memory(&mut self) -> Option<&mut dyn MemoryView> {
        self.machine.as_mut().map(|machine| machine as &mut dyn MemoryView)
    }

    /// The value of an expression in the innermost call of [`PausedRun::frames`]; none before the run was taken anywhere.
    pub fn evaluate(&mut self, session: &Session, formula: &Formula) -> Option<Result<Evaluated, FormulaError>> {
        let frame = self.frames(session, 1).first().copied();
        let machine = self.machine.as_mut()?;
        Some(formula.evaluate(session.program(), machine, frame).0)
    }
}

/// The instant at which variables are still there that go right before another: a `return` of a constant is executed
/// behind the end of their scopes, and so is the end of a function, to which every `return` jumps.
fn before_scopes_end(session: &Session, time: Time) -> Time {
    let recording = &session.recorded.recording;
    let Some(block) = recording.position(time).map(|p| p.block) else { return time };
    let inst = |at: Time| recording.position(at).map(|p| recording.inst(p));
    let returns = matches!(inst(recording.end_of(block)), Some(Inst::Return { .. }));
    let from = |at: Time| recording.position(at).map(|p| p.block);
    let same_call = |at: Time| from(at).map(|b| recording.call_number(b)) == Some(recording.call_number(block));
    let leads = |at: &Time| match inst(*at) {
        Some(Inst::LifetimeEnd { .. }) => from(*at) == Some(block) || returns && same_call(*at),
        Some(Inst::Jump { .. }) => returns && same_call(*at),
        _ => false,
    };
    let goes = |at: &Time| matches!(inst(*at), Some(Inst::LifetimeEnd { .. }));
    Time::FIRST.until(time).rev().take_while(leads).filter(goes).last().unwrap_or(time)
}
