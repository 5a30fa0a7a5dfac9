//! Rules for instances that the reference does not execute because the runs diverge before them.
//!
//! An instance inside a call that should not have been made, or of another function than should have been called, may
//! well be right for that call. It cannot be compared.

use whydunit_program::Inst;
use whydunit_trace::{ExecutedBlock, Time};

use crate::compare::counterpart::Counterpart;
use crate::compare::divergent_block::{callee, is_visible_later};
use crate::compare::reference::Reference;
use crate::interactive::answer::Answer;
use crate::interactive::reference_answer::Consultation;
use crate::interactive::reference_answer::hint::Hint;
use crate::session::Session;

/// How the reference avoids an instance.
pub(crate) struct Divergence {
    /// The call that should not have been made, and the executed block of the reference that ends with its
    /// counterpart, if there is one.
    pub(crate) call: Option<(Time, Option<ExecutedBlock>)>,
    /// Of a return from a call that both runs made: is the result the same?
    pub(crate) result: Option<bool>,
}

impl Divergence {
    pub(crate) fn new(reference: &mut Reference, session: &mut Session, time: Time) -> Option<Divergence> {
        let Counterpart::Divergent { call } = reference.counterparts.of(time) else { return None };
        Some(Divergence { call, result: reference.result_agrees(session, time) })
    }
}

/// The result of a call that both runs made can be compared, whichever function was called.
pub(crate) fn same_result(at: &mut Consultation<'_>) -> Option<(Answer, Hint)> {
    (at.divergence.as_ref()?.result == Some(true)).then(|| (Answer::Right, Hint::default()))
}

/// Where the text of the reference calls another function, that call is to blame, unless its result is the same anyway.
pub(crate) fn call_of_another_function(at: &mut Consultation<'_>) -> Option<(Answer, Hint)> {
    let (call, other) = at.divergence.as_ref()?.call?;
    let instead = callee(&at.reference.recorded.recording, other?)?.to_owned();
    let result = at.session.recorded.recording.end_of_call(call);
    let same = result.and_then(|result| at.reference.result_agrees(at.session, result)) == Some(true);
    let hint = Hint { call: Some(call), instead: Some(instead), ..Hint::default() };
    let answer = if at.is_internal() { Answer::DontKnow } else { Answer::Wrong };
    Some((answer, if same { Hint::default() } else { hint }))
}

/// Any other instance behind a divergence should not have been executed.
pub(crate) fn divergent_execution(at: &mut Consultation<'_>) -> Option<(Answer, Hint)> {
    let call = at.divergence.as_ref()?.call.map(|(call, _)| call);
    Some((at.wrong_unless_in_another_call(), Hint { call, ..Hint::default() }))
}

impl Consultation<'_> {
    /// Wrong, unless the instance is internal to another call than the decision or call at which the runs diverge.
    pub(crate) fn wrong_unless_in_another_call(&self) -> Answer {
        if self.is_internal() && self.is_in_another_call() { Answer::DontKnow } else { Answer::Wrong }
    }

    /// Can later code notice the instance only by the result of the call that it is part of, which was not compared?
    fn is_internal(&self) -> bool {
        let compared = self.divergence.as_ref().is_some_and(|divergence| divergence.result.is_some());
        !compared && !is_visible_later(&self.session.recorded.recording, self.time, true)
    }

    /// Is the instance in another call than the decision or call at which the runs diverge?
    fn is_in_another_call(&self) -> bool {
        let recording = &self.session.recorded.recording;
        let block = |time: Time| recording.position(time).map(|p| p.block);
        let above = |block: ExecutedBlock| self.reference.counterparts.divergence_above(recording, block);
        let divergence = block(self.time).and_then(above).and_then(block);
        let call = |block: Option<ExecutedBlock>| block.map(|block| recording.call_number(block));
        divergence.is_some() && call(divergence) != call(block(self.time))
    }
}

impl Reference {
    /// Of a return from a call that both runs made: is the result the same?
    fn result_agrees(&mut self, session: &mut Session, time: Time) -> Option<bool> {
        let recording = &session.recorded.recording;
        let returns = matches!(recording.inst(recording.position(time)?), Inst::Return { .. });
        let call = recording.position(recording.call_of(time)?).filter(|_| returns)?;
        let other = self.counterparts.of_block(call.block)?;
        let theirs = &self.recorded.recording;
        let other = theirs.end_of_call(theirs.end_of(other))?;
        self.same(session, time, other)
    }
}
