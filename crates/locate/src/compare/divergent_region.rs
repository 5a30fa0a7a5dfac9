//! What was executed where the correct version does something else. What happens inside a call that should not have been
//! made, or of another function than should be called, may well be as it should for that call: it cannot be compared.

use whydunit_program::Inst;
use whydunit_trace::{ExecutedBlock, Time};

use crate::compare::counterpart::{Counterpart, called, leaves_traces};
use crate::compare::reference::Reference;
use crate::compare::reference_hint::Hint;
use crate::interactive::answer::Answer;
use crate::interactive::answered_round::Round;
use crate::interactive::debugger::Debugger;
use crate::session::Session;

impl Reference {
    /// What a person who knows the correct version says of an instance, and what else if it is not right.
    pub(crate) fn say(&mut self, session: &mut Session, time: Time) -> (Answer, Hint) {
        let answer = self.judge(session, time);
        let parted = self.partners.came_out(time).is_none().then(|| self.partners.of(time));
        let call = match (answer, parted) {
            (Answer::Wrong, Some(Counterpart::Strayed { call })) => call,
            (Answer::Wrong, Some(Counterpart::Unmatched)) => {
                let call = self.surplus(session, time).and_then(|surplus| surplus.call);
                return (answer, Hint { call, ..Hint::default() });
            }
            (Answer::Wrong, _) => {
                let (store, rewritten) = (self.misplaced(session, time), self.partners.is_rewritten(time));
                let missing = if rewritten { None } else { self.missing(session, time) };
                let function = self.pointed(session, time);
                return (answer, Hint { store, rewritten, function, missing, ..Hint::default() });
            }
            _ => return (answer, Hint::default()),
        };
        // What a call returned can be compared, whatever was called.
        let came_of_it = self.results_of(session, time);
        if came_of_it == Some(true) {
            return (Answer::Right, Hint::default());
        }
        let pointer = if call.is_none() { self.mispointed(session, time) } else { None };
        let recording = &session.recorded.recording;
        let inside = came_of_it.is_none() && !leaves_traces(recording, time, true);
        let instead = call.and_then(|(call, partner)| Some((call, called(&self.recorded.recording, partner?)?)));
        let (elsewhere, hint) = match instead {
            Some((call, name)) => {
                let hint = Hint { call: Some(call), instead: Some(name.to_owned()), ..Hint::default() };
                // Whatever was done inside, if the same came of it, that is not to blame.
                let result = recording.end_of_call(call).and_then(|result| self.results_of(session, result));
                (true, if result == Some(true) { Hint::default() } else { hint })
            }
            None => {
                let hint = pointer.unwrap_or(Hint { call: call.map(|(call, _)| call), ..Hint::default() });
                (self.is_in_another_call(session, time), hint)
            }
        };
        (if inside && elsewhere { Answer::DontKnow } else { answer }, hint)
    }

    /// Of a return from a call that both runs made: did the same come of it?
    fn results_of(&mut self, session: &mut Session, time: Time) -> Option<bool> {
        let recording = &session.recorded.recording;
        let returns = matches!(recording.inst(recording.position(time)?), Inst::Return { .. });
        let call = recording.position(recording.call_of(time)?).filter(|_| returns)?;
        let partner = self.partners.of_block(call.block)?;
        let theirs = &self.recorded.recording;
        let other = theirs.end_of_call(theirs.end_of(partner))?;
        self.same(session, time, other)
    }

    /// Is an instance without partner in another call than the decision because of which it was executed?
    fn is_in_another_call(&self, session: &Session, time: Time) -> bool {
        let recording = &session.recorded.recording;
        let block = |time: Time| recording.position(time).map(|p| p.block);
        let parted = block(time).and_then(|at| self.partners.above(recording, at)).and_then(block);
        let call = |block: Option<ExecutedBlock>| block.map(|block| recording.call_number(block));
        parted.is_some() && call(parted) != call(block(time))
    }
}

impl Debugger {
    /// The item of a round that was executed because another function was called than should be: nothing that happened
    /// before is at fault.
    pub(crate) fn misled(&self, round: &Round) -> Option<Time> {
        let asked = [Answer::Wrong, Answer::DontKnow].into_iter().flat_map(|answer| round.with(answer));
        asked.into_iter().find(|&time| self.hint(time).is_some_and(|hint| hint.instead.is_some()))
    }
}
