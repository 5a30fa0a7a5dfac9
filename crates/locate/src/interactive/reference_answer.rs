//! The answers of a reference to the debugger's questions.
//!
//! The rules form one ordered table. The first rule that applies gives the answer, and a [`Hint`] with it if
//! something is wrong.

pub(crate) mod divergent_instance;
pub(crate) mod function_pointer;
pub(crate) mod hint;

use std::sync::Arc;

use whydunit_machine::{Limits, Unsupported};
use whydunit_program::Program;
use whydunit_trace::Time;
use whydunit_world::Case;

use crate::compare::agreement::Agreement;
use crate::compare::counterpart::{Counterpart, Counterparts};
use crate::compare::reference::Reference;
use crate::interactive::answer::Answer;
use crate::interactive::debugger::Debugger;
use crate::interactive::reference_answer::divergent_instance::{
    Divergence, call_of_another_function, divergent_execution, same_result,
};
use crate::interactive::reference_answer::function_pointer::other_function_pointer;
use crate::interactive::reference_answer::hint::Hint;
use crate::session::Session;

/// A rule: gives the answer and a hint, or does not apply.
type Rule = fn(&mut Consultation<'_>) -> Option<(Answer, Hint)>;

/// All rules, in the order in which they are tried. The last one always applies.
const RULES: &[Rule] = &[
    not_different,
    same_result,
    call_of_another_function,
    other_function_pointer,
    divergent_execution,
    superfluous_value,
    wrong_value,
];

/// One question to a reference.
pub(crate) struct Consultation<'a> {
    pub(crate) reference: &'a mut Reference,
    pub(crate) session: &'a mut Session,
    /// The instance that is asked about.
    pub(crate) time: Time,
    pub(crate) agreement: Agreement,
    /// Set if the reference does not execute the instance because the runs diverge before it.
    pub(crate) divergence: Option<Divergence>,
}

/// An instance that agrees with the reference, or cannot be compared, needs no hint.
fn not_different(at: &mut Consultation<'_>) -> Option<(Answer, Hint)> {
    (at.agreement != Agreement::Different).then(|| (at.agreement.into(), Hint::default()))
}

/// A wrong value of superfluous code is charged to the call that the reference does not make.
fn superfluous_value(at: &mut Consultation<'_>) -> Option<(Answer, Hint)> {
    let counterparts = &at.reference.counterparts;
    let is_unmatched = counterparts.of(at.time) == Counterpart::Unmatched;
    if !is_unmatched || counterparts.condition_agrees(at.time).is_some() {
        return None;
    }
    let call = at.reference.superfluous_code(at.session, at.time).and_then(|code| code.call);
    Some((Answer::Wrong, Hint { call, ..Hint::default() }))
}

/// Any other wrong value: the hint says where the reference has it from.
fn wrong_value(at: &mut Consultation<'_>) -> Option<(Answer, Hint)> {
    let store = at.reference.misplaced_store(at.session, at.time);
    let rewritten = at.reference.counterparts.is_rewritten(at.time);
    let missing = if rewritten { None } else { at.reference.missing_code(at.session, at.time) };
    let function = at.reference.function_pointed_to(at.session, at.time);
    Some((Answer::Wrong, Hint { store, rewritten, function, missing, ..Hint::default() }))
}

impl Reference {
    /// Runs a correct version on the input of a failing run.
    pub fn new(
        debugger: &mut Debugger,
        program: Arc<Program>,
        case: Case,
        limits: Limits,
    ) -> Result<Reference, Unsupported> {
        let reference = Reference::record(&debugger.session, program, case, limits, debugger.compared())?;
        // The failure is known to be wrong, so no question about it yields this hint.
        let failure = debugger.session.criterion.time;
        let missing = reference.missing_code(&debugger.session, failure);
        debugger.take_hint(failure, Hint { missing, ..Hint::default() });
        Ok(reference)
    }

    /// The answer to the question whether an instance is right, and a hint if it is not.
    fn answer(&mut self, session: &mut Session, time: Time) -> (Answer, Hint) {
        let refused_before = self.recorded.snapshots.refusal().is_some();
        let agreement = self.agreement(session, time);
        let is_divergent = agreement == Agreement::Different && self.never_executes(time);
        let divergence = if is_divergent { Divergence::new(self, session, time) } else { None };
        let mut consultation = Consultation { reference: self, session, time, agreement, divergence };
        let answer = RULES.iter().find_map(|rule| rule(&mut consultation));
        if let Some(refusal) = self.recorded.snapshots.refusal().filter(|_| !refused_before) {
            session.refusals.add(refusal.clone());
        }
        answer.unwrap_or((Answer::DontKnow, Hint::default()))
    }
}

impl Debugger {
    /// The instances that a reference may be asked about.
    fn compared(&self) -> impl Iterator<Item = Time> + '_ {
        let chains = self.chains.iter().flat_map(|bisected| &bisected.chain.times);
        self.slice().nodes.keys().chain(chains).chain([&self.session.criterion.time]).copied()
    }

    /// Asks a reference about an instance, and keeps its hint.
    pub fn ask(&mut self, reference: &mut Reference, time: Time) -> Answer {
        if !reference.counterparts.knows(time) {
            // The window moved since the counterparts were looked up.
            let (left, right) = (&self.session.recorded.recording, &reference.recorded.recording);
            reference.counterparts = Counterparts::new(left, right, self.compared());
        }
        let (answer, hint) = reference.answer(&mut self.session, time);
        self.take_hint(time, hint);
        answer
    }

    /// Lets a reference answer, up to the end or to `most` breakpoints. A wrong item ends its breakpoint, as it does
    /// for a person in a hurry.
    pub fn consult(&mut self, reference: &mut Reference, most: usize) {
        while self.history().len() < most
            && let (Some(breakpoint), Some(item)) = (self.breakpoint(), self.next_item())
        {
            let time = breakpoint.items[item].time;
            let answer = self.ask(reference, time);
            let rounds = self.history().len();
            self.answer(item, answer);
            if answer == Answer::Wrong && self.history().len() == rounds {
                self.go_on();
            }
        }
    }
}
