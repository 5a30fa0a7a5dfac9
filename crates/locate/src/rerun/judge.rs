//! The judge of reruns: applies the expectation, the external judge, and the part of the output that the failing run
//! had right.

use whydunit_machine::{Machine, Outcome};
use whydunit_trace::{Criterion, CriterionKind, Expectation, Observed};
use whydunit_world::Posix;

use crate::rerun::verdict::{Verdict, compare_with_expectation, goes_further, is_decided};
use crate::session::{ExternalJudge, observe};

/// The assumed end of a rerun that was left early. Its verdict does not depend on the end.
const DECIDED: Outcome = Outcome::Exited(0);

/// Everything that the verdict on a rerun depends on, besides the rerun itself.
pub(crate) struct RerunJudge<'a> {
    expectation: &'a Expectation,
    criterion: &'a Criterion,
    external: Option<&'a ExternalJudge>,
    /// How the failing run ended.
    own: &'a Outcome,
    /// The only expectation is the absence of a crash: the output before the crash is assumed correct.
    crash_only: bool,
    /// That output; empty if something else is expected.
    before: Vec<u8>,
    /// How many leading bytes of the failing run's output are as expected.
    right_before: usize,
}

impl<'a> RerunJudge<'a> {
    /// The judge of reruns of a failing run that ended as `own`, with `world` at its end.
    pub(crate) fn new(
        (expectation, external): (&'a Expectation, Option<&'a ExternalJudge>),
        criterion: &'a Criterion,
        (own, world): (&'a Outcome, &Posix),
    ) -> Self {
        let crash_only = expectation.is_default() && external.is_none() && criterion.kind == CriterionKind::Failure;
        let written = written(world);
        let right_before = right_bytes(expectation, &written);
        let before = if crash_only { written } else { Vec::new() };
        RerunJudge { expectation, criterion, external, own, crash_only, before, right_before }
    }

    /// Is the verdict known before the rerun has ended? Only an expectation of output can decide early.
    pub(crate) fn is_decided(&self, world: &Posix) -> bool {
        self.expectation.stdout.is_some() && is_decided(self.expectation, self.criterion, &written(world))
    }

    /// The verdict on a rerun that ended, or was left early because its verdict is decided (`ended` is `None`).
    pub(crate) fn verdict(&self, machine: &Machine<Posix>, ended: Option<Outcome>, asserted: Option<bool>) -> Verdict {
        let seen = match ended {
            Some(outcome) => observe(machine, outcome, self.expectation),
            // Output that waits in a buffer counts: a run that goes on would flush it.
            None => Observed { stdout: written(&machine.world), ..observe(machine, DECIDED, self.expectation) },
        };
        let seen = Observed { asserted, ..seen };
        match compare_with_expectation(self.expectation, self.criterion, &seen) {
            Verdict::Passed => self.confirm(&seen),
            Verdict::PartlyFixed if self.loses_right_output(&seen) => Verdict::Failed,
            Verdict::Failed if self.gets_further(machine, &seen) => Verdict::PartlyFixed,
            verdict => verdict,
        }
    }

    /// A rerun that meets the expectation passes, unless the external judge rejects it or it lacks the output before
    /// the crash.
    fn confirm(&self, seen: &Observed) -> Verdict {
        match self.external.map(|judge| judge(seen)) {
            None if !seen.stdout.starts_with(&self.before) => Verdict::PartlyFixed,
            None | Some(Some(true)) => Verdict::Passed,
            Some(Some(false)) => Verdict::Failed,
            Some(None) => Verdict::Undecided,
        }
    }

    /// Output that was right before a crash or a hang must not be lost.
    fn loses_right_output(&self, seen: &Observed) -> bool {
        matches!(self.criterion.kind, CriterionKind::Failure | CriterionKind::Hang)
            && right_bytes(self.expectation, &seen.stdout) < self.right_before
    }

    fn gets_further(&self, machine: &Machine<Posix>, seen: &Observed) -> bool {
        self.external.is_none()
            && self.crash_only
            && goes_further(self.own, &seen.outcome, &written(&machine.world), &self.before)
    }
}

/// Standard output, including bytes that wait in a buffer.
pub(crate) fn written(world: &Posix) -> Vec<u8> {
    let mut bytes = world.stdout();
    world.unflushed().into_iter().filter(|(number, _)| *number == 1).for_each(|(_, waiting)| bytes.extend(waiting));
    bytes
}

/// How many leading bytes of standard output are as expected.
fn right_bytes(expectation: &Expectation, stdout: &[u8]) -> usize {
    let due = expectation.stdout.as_deref().unwrap_or_default();
    due.iter().zip(stdout).take_while(|(a, b)| a == b).count()
}
