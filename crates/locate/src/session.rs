//! One failing run and its reruns: what all methods work on.

use std::sync::Arc;

use whydunit_machine::{Alteration, Limits, Machine, Nobody, Outcome, Unsupported};
use whydunit_program::Program;
use whydunit_program::analysis::Analyses;
use whydunit_trace::{
    Criterion, Dependence, Dependences, Expectation, Instance, Observed, ProgramIndex, Recorded, record,
};
use whydunit_world::{Case, Posix};

/// A recorded failing run with everything needed to run it again, altered.
pub struct Session {
    /// The program with numbered blocks.
    pub index: Arc<ProgramIndex>,
    /// The recording and its snapshots.
    pub recorded: Recorded<Posix>,
    /// What the run showed.
    pub observed: Observed,
    /// What was expected.
    pub expectation: Expectation,
    /// Where it was seen to go wrong.
    pub criterion: Criterion,
    /// What can be said of the program without running it.
    pub analyses: Analyses,
    /// How many reruns were made.
    pub reruns: u64,
}

/// Why there is no session.
#[derive(Debug)]
pub enum NoSession {
    /// The run is as expected.
    DidNotFail,
    /// The machine cannot do what the program asks.
    Unsupported(Unsupported),
}

/// What an altered run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As expected.
    Passed,
    /// Not as expected.
    Failed,
    /// It did not end within its budget, or did something unsupported.
    Undecided,
}

impl Session {
    /// Runs and records a case and finds its failure point.
    pub fn new(program: Arc<Program>, case: Case, limits: Limits, expectation: Expectation) -> Result<Self, NoSession> {
        let machine = Machine::new(program.clone(), Posix::new(case), limits).map_err(NoSession::Unsupported)?;
        let index = Arc::new(ProgramIndex::new(program));
        let recorded = record(machine, index.clone(), |_| true).map_err(NoSession::Unsupported)?;
        let observed = observe(&recorded.last, recorded.outcome.clone());
        let criterion = expectation.criterion(&recorded.recording, &observed).ok_or(NoSession::DidNotFail)?;
        let analyses = Analyses::new(index.program.clone());
        Ok(Session { index, recorded, observed, expectation, criterion, analyses, reruns: 0 })
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.index.program
    }

    /// Runs again from the last snapshot before the first alteration.
    pub fn rerun(&mut self, alterations: &[Alteration]) -> Verdict {
        let Some(first) = alterations.iter().map(|a| a.time).min() else { return Verdict::Failed };
        self.reruns += 1;
        let mut machine = self.recorded.ladder.before(first);
        let steps = u64::from(self.recorded.recording.duration());
        machine.set_limits(Limits { steps: steps * 10 + 1_000_000, ..Limits::default() });
        alterations.iter().for_each(|a| machine.alter(*a));
        match machine.run(&mut Nobody) {
            Err(_) | Ok(Outcome::Stopped(_)) => Verdict::Undecided,
            Ok(outcome) if self.expectation.met_by(&observe(&machine, outcome.clone())) => Verdict::Passed,
            Ok(_) => Verdict::Failed,
        }
    }

    /// What the failure point depends on directly.
    pub fn first_causes(&self) -> Vec<Dependence> {
        self.dependences().of_argument(self.criterion.time, self.criterion.arg)
    }

    /// Dependences of this run, omissions included.
    pub fn dependences(&self) -> Dependences<'_> {
        Dependences::with_omissions(&self.recorded.recording, &self.analyses)
    }

    /// An executed statement in C's words.
    pub fn describe(&mut self, time: u32) -> Option<Instance> {
        let mut machine = self.recorded.ladder.at(u64::from(time)).ok()?;
        Instance::at(&self.index.program, &mut machine, time)
    }
}

/// What a run shows to the outside.
pub(crate) fn observe(machine: &Machine<Posix>, outcome: Outcome) -> Observed {
    Observed { outcome, stdout: machine.world.stdout(), stderr: machine.world.stderr() }
}
