//! A recorded run that the failing one is compared with.

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::{Limits, Machine, Unsupported};
use whydunit_program::Program;
use whydunit_trace::{InstanceKind, Observed, ProgramIndex, Recorded, Time, record};
use whydunit_world::{Case, Posix};

use crate::compare::agreement::Agreement;
use crate::compare::counterpart::{Counterpart, Counterparts};
use crate::compare::equal_values::{Side, ValueComparison};
use crate::compare::instance_description::{defined_values, instance};
use crate::compare::reference_assertion::ReferenceAssertion;
use crate::session::{Session, observe};

/// A run of a correct version, or one that an intervention changed.
pub struct Reference {
    pub(crate) program: Arc<Program>,
    pub(crate) recorded: Recorded<Posix>,
    pub(crate) counterparts: Counterparts,
    /// The instances judged by the values they use, with the result.
    pub(crate) judged_by_uses: BTreeMap<Time, Agreement>,
    /// The observable results of the run.
    pub observed: Observed,
    /// Whether the user's assertion holds in it; none if nothing was asserted.
    pub assertion: Option<ReferenceAssertion>,
}

impl Reference {
    /// Runs a correct version on the input of the failing run and looks up the counterparts of these instances.
    pub(crate) fn record(
        session: &Session,
        program: Arc<Program>,
        case: Case,
        limits: Limits,
        times: impl Iterator<Item = Time>,
    ) -> Result<Reference, Unsupported> {
        let machine = Machine::new(program.clone(), Posix::new(case), limits)?;
        let mut recorded = record(machine, Arc::new(ProgramIndex::new(program.clone())), |_| true)?;
        let assertion = ReferenceAssertion::new(session, &mut recorded);
        let mut reference = Reference::of_changed_run(session, program, recorded, times);
        reference.observed.asserted = assertion.as_ref().map(ReferenceAssertion::may_hold);
        reference.assertion = assertion;
        Ok(reference)
    }

    /// Takes a run of a changed program, or with changed values, as the reference.
    pub(crate) fn of_changed_run(
        session: &Session,
        program: Arc<Program>,
        recorded: Recorded<Posix>,
        times: impl Iterator<Item = Time>,
    ) -> Reference {
        let observed = observe(&recorded.last, recorded.outcome.clone(), &session.expectation);
        let counterparts = Counterparts::new(&session.recorded.recording, &recorded.recording, times);
        Reference { program, recorded, counterparts, judged_by_uses: BTreeMap::new(), observed, assertion: None }
    }

    /// Does this run meet the expectation that the failing one did not meet?
    pub fn is_correct(&self, session: &Session) -> bool {
        session.expectation.met_by(&self.observed)
    }

    /// The functions that have another name in this version: the name in the failing program and the one here.
    pub fn renamed(&self, session: &Session) -> Vec<(String, String)> {
        let name = |program: &Program, id| program.function(id).name.clone();
        let pairs = self.counterparts.functions().map(|(a, b)| (name(session.program(), a), name(&self.program, b)));
        pairs.filter(|(ours, theirs)| ours != theirs).collect()
    }

    /// Should an instance not have been executed at all, because this run does not reach its counterpart?
    pub fn never_executes(&self, time: Time) -> bool {
        self.counterparts.condition_agrees(time).is_none()
            && matches!(self.counterparts.of(time), Counterpart::Divergent { .. })
    }

    /// Do an instance of the failing run and its counterpart at `other` have the same value or outcome? None if there
    /// is nothing to compare.
    pub(crate) fn same(&mut self, session: &mut Session, time: Time, other: Time) -> Option<bool> {
        let program = session.program().clone();
        let ours = instance(&program, &mut session.recorded, time)?;
        let theirs = instance(&self.program, &mut self.recorded, other)?;
        let defined = (
            defined_values(&program, &mut session.recorded, &ours)?,
            defined_values(&self.program, &mut self.recorded, &theirs)?,
        );
        self.compare(session, (time, other), |mut values| match (&ours.kind, &theirs.kind) {
            (InstanceKind::Decision { value: a }, InstanceKind::Decision { value: b }) => Some(a == b),
            // The same number need not lead to the same case of a `switch`.
            (InstanceKind::Choice { value: a }, InstanceKind::Choice { value: b }) => {
                Some(a == b && !values.counterparts.diverges(time))
            }
            (InstanceKind::Return { value: a }, InstanceKind::Return { value: b }) => {
                Some(values.of_results(a, b) && values.of_all(&defined.0, &defined.1))
            }
            _ if defined.0.is_empty() && defined.1.is_empty() => None,
            _ => Some(values.of_all(&defined.0, &defined.1)),
        })?
    }

    /// Pauses the failing run and this one, each before an instance, and compares them.
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
            counterparts: &self.counterparts,
        }))
    }
}
