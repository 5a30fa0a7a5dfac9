//! A correct version of the program that answers in place of a person: its run on the same input is aligned with
//! the failing one, and values are compared.

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::{Limits, Machine, Unsupported};
use whydunit_program::Program;
use whydunit_trace::{
    DependenceKind, Dependences, Instance, InstanceKind, Observed, ProgramIndex, Recorded, Time, Value, record,
};
use whydunit_world::{Case, Posix};

use crate::compare::condition_operand::serves_a_value;
use crate::compare::counterpart::{Counterpart, Counterparts};
use crate::compare::equal_values::{Side, ValueComparison};
use crate::compare::reference_assertion::ReferenceAssertion;
use crate::interactive::answer::Answer;
use crate::interactive::breakpoint::instance;
use crate::interactive::debugger::Debugger;
use crate::session::{Session, observe};

/// An instance is judged by the values it uses, these by the values they were made from, and so on: not farther than this.
const FAR: usize = 100;

/// A run of a correct version.
pub struct Reference {
    pub(crate) program: Arc<Program>,
    pub(crate) recorded: Recorded<Posix>,
    pub(crate) partners: Counterparts,
    /// What was judged by the values it uses.
    pub(crate) by_values: BTreeMap<Time, Answer>,
    /// What that run showed.
    pub observed: Observed,
    /// What it shows of the user's assertion.
    pub upheld: Option<ReferenceAssertion>,
}

impl Reference {
    /// Runs a correct version on the input of a failing run.
    pub fn new(
        debugger: &mut Debugger,
        program: Arc<Program>,
        case: Case,
        limits: Limits,
    ) -> Result<Reference, Unsupported> {
        let machine = Machine::new(program.clone(), Posix::new(case), limits)?;
        let mut recorded = record(machine, Arc::new(ProgramIndex::new(program.clone())), |_| true)?;
        let session = &debugger.session;
        let mut observed = observe(&recorded.last, recorded.outcome.clone(), &session.expectation);
        let upheld = ReferenceAssertion::new(session, &mut recorded);
        observed.asserted = upheld.as_ref().map(ReferenceAssertion::is_so);
        let partners = partners(debugger, &recorded);
        let reference = Reference { program, recorded, partners, by_values: BTreeMap::new(), observed, upheld };
        // The failure is not asked about, but is wrong.
        debugger.take_hint(debugger.session.criterion.time, reference.missing_before_failure(&debugger.session));
        Ok(reference)
    }

    fn look_up(&mut self, debugger: &Debugger) {
        self.partners = partners(debugger, &self.recorded);
    }

    /// Does this run do what the failing one should have done?
    pub fn is_correct(&self, session: &Session) -> bool {
        session.expectation.met_by(&self.observed)
    }

    /// The functions that this version has under another name: ours and theirs.
    pub fn renamed(&self, session: &Session) -> Vec<(String, String)> {
        let name = |program: &Program, id| program.function(id).name.clone();
        let pairs = self.partners.functions().map(|(a, b)| (name(session.program(), a), name(&self.program, b)));
        pairs.filter(|(ours, theirs)| ours != theirs).collect()
    }

    /// Should an instance not have been executed at all: does this run not come to what corresponds to it?
    pub fn passes_by(&self, time: Time) -> bool {
        self.partners.came_out(time).is_none() && matches!(self.partners.of(time), Counterpart::Strayed { .. })
    }

    /// Is an instance as it is in the correct version?
    pub(crate) fn judge(&mut self, session: &mut Session, time: Time) -> Answer {
        self.judge_within(session, time, FAR)
    }

    /// Likewise; what must be judged by the values it uses goes through so many others at most.
    fn judge_within(&mut self, session: &mut Session, time: Time, most: usize) -> Answer {
        if let Some(right) = self.partners.came_out(time) {
            return if right { Answer::Right } else { Answer::Wrong };
        }
        let other = match self.partners.of(time) {
            Counterpart::At(other) => other,
            Counterpart::Strayed { .. } => return Answer::Wrong,
            Counterpart::Beside { .. } => return self.judge_by_values(session, time, most),
            Counterpart::Unmatched if is_operand(session, time) => return self.judge_by_values(session, time, most),
            Counterpart::Unmatched => match self.judge_surplus(session, time) {
                Some(answer) => return answer,
                // What is gone by then did no harm by itself.
                None if self.surplus(session, time).is_some_and(|surplus| surplus.alone) => {
                    return self.judge_by_values(session, time, most);
                }
                None => return Answer::DontKnow,
            },
        };
        match self.same(session, time, other) {
            Some(true) => Answer::Right,
            Some(false) => Answer::Wrong,
            None => Answer::DontKnow,
        }
    }

    /// What only the failing run tests on the way to a decision is as right as the values it uses: whether it should be
    /// tested at all shows in how the condition as a whole came out.
    fn judge_by_values(&mut self, session: &mut Session, time: Time, most: usize) -> Answer {
        if let Some(&known) = self.by_values.get(&time) {
            return known;
        }
        let Some(most) = most.checked_sub(1) else { return Answer::DontKnow };
        let used = Dependences::of_values(&session.recorded.recording).of(time).into_iter();
        let used: Vec<Time> = used.filter(|d| d.kind == DependenceKind::Flow).map(|d| d.on).collect();
        let answers: Vec<Answer> = used.into_iter().map(|on| self.judge_within(session, on, most)).collect();
        let doubt = [Answer::Wrong, Answer::DontKnow].into_iter().find(|answer| answers.contains(answer));
        let answer = doubt.unwrap_or(Answer::Right);
        self.by_values.insert(time, answer);
        answer
    }

    pub(crate) fn same(&mut self, session: &mut Session, time: Time, other: Time) -> Option<bool> {
        let program = session.program().clone();
        let ours = instance(&program, &mut session.recorded, time)?;
        let theirs = instance(&self.program, &mut self.recorded, other)?;
        let made = (made(&program, &mut session.recorded, &ours)?, made(&self.program, &mut self.recorded, &theirs)?);
        self.compare(session, (time, other), |mut sameness| match (&ours.kind, &theirs.kind) {
            (InstanceKind::Decision { value: a }, InstanceKind::Decision { value: b }) => Some(a == b),
            // The same number need not lead to the same case of a `switch`.
            (InstanceKind::Choice { value: a }, InstanceKind::Choice { value: b }) => {
                Some(a == b && !sameness.partners.parted(time))
            }
            (InstanceKind::Return { value: a }, InstanceKind::Return { value: b }) => {
                Some(sameness.of_results(a, b) && sameness.of_all(&made.0, &made.1))
            }
            _ if made.0.is_empty() && made.1.is_empty() => None,
            _ => Some(sameness.of_all(&made.0, &made.1)),
        })?
    }

    /// Compares the failing run with this one, each before an instance.
    pub(crate) fn compare<T>(
        &mut self,
        session: &mut Session,
        (time, other): (Time, Time),
        how: impl FnOnce(ValueComparison<'_>) -> T,
    ) -> Option<T> {
        let program = session.program().clone();
        let mut left = session.recorded.snapshots.paused_at(u64::from(time))?;
        let mut right = self.recorded.snapshots.paused_at(u64::from(other))?;
        Some(how(ValueComparison {
            left: Side { program: &program, recording: &session.recorded.recording, machine: &mut left },
            right: Side { program: &self.program, recording: &self.recorded.recording, machine: &mut right },
            partners: &self.partners,
        }))
    }
}

/// Is an instance a test that only serves a value, which can be compared?
fn is_operand(session: &Session, time: Time) -> bool {
    let Some(position) = session.recorded.recording.position(time) else { return false };
    let function = session.program().function(position.function);
    let block = function.block_of(position.inst);
    position.inst == function.last_of(block) && serves_a_value(function, block)
}

/// The partners of all that a debugger looks at.
fn partners(debugger: &Debugger, recorded: &Recorded<Posix>) -> Counterparts {
    let row = debugger.rows.iter().flat_map(|met| &met.row.times);
    let times = debugger.slice().nodes.keys().chain(row).chain([&debugger.session.criterion.time]).copied();
    Counterparts::new(&debugger.session.recorded.recording, &recorded.recording, times)
}

/// All that a statement made, with all its bytes.
pub(crate) fn made(program: &Program, recorded: &mut Recorded<Posix>, instance: &Instance) -> Option<Vec<Value>> {
    let mut values: Vec<Value> = instance.defines.iter().chain(&instance.wrote).cloned().collect();
    for value in &mut values {
        let extent = value.extent(program);
        if extent > value.bytes.len() as u64 {
            let mut after = recorded.snapshots.paused_at(u64::from(instance.time) + 1)?;
            value.bytes = after.inspect(value.address, extent as usize)?;
        }
    }
    Some(values)
}

impl Debugger {
    /// What a correct version says of an instance; what else it says is kept in mind.
    pub fn ask(&mut self, reference: &mut Reference, time: Time) -> Answer {
        if !reference.partners.knows(time) {
            // The search went farther back.
            reference.look_up(self);
        }
        let (answer, hint) = reference.say(&mut self.session, time);
        self.take_hint(time, hint);
        answer
    }

    /// Lets a correct version answer, up to the end or to `most` breakpoints, as a person does who goes on as soon as
    /// something is wrong.
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
