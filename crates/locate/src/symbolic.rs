//! Sparse symbolic exploration (algorithm 5 of the MDFS paper): can other values at chosen instances,
//! or other input, make a run right?
//!
//! A [`Subject`] is executed with values for its symbols and comes back with the path it took and the
//! [`Goal`]s that would make that path right. [`search`] asks the solver for values that meet a goal,
//! and, when there are none, negates conditions of the path one by one and runs again. It is
//! deterministic; every bound it hits is said. What it returns was re-executed.

pub(crate) mod all_paths;
pub(crate) mod altered_run;
pub(crate) mod demand;
pub(crate) mod execution;
pub(crate) mod expected_output;
pub(crate) mod forced_path;
pub(crate) mod goal;
pub(crate) mod input;
pub(crate) mod pointer_targets;
pub(crate) mod search;

use std::time::Duration;

use whydunit_machine::{Piece, Site};
use whydunit_program::ExternalId;
use whydunit_solver::{Config, Limits, SlowLog, Solver, chain};
use whydunit_trace::Time;

pub use crate::symbolic::all_paths::exhaust;
pub use crate::symbolic::altered_run::Altered;
pub use crate::symbolic::demand::{Violation, violations};
pub use crate::symbolic::execution::{Ran, Subject};
pub use crate::symbolic::forced_path::{Decision, Doubt, Forced, force};
pub use crate::symbolic::goal::Goal;
pub use crate::symbolic::input::{Input, Oracle, Symbols};
pub use crate::symbolic::search::{Found, search};

use crate::rerun::witness::Witness;
use crate::session::Session;

/// How much a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Paths executed.
    pub paths: u64,
    /// Of these, so many after the failure point was made right, to make the whole run right.
    pub improve: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// So many questions about floating-point numbers, which can be hard, may be left unanswered.
    pub float_queries: u64,
    /// Instructions per path, as a multiple of the failing run's ...
    pub steps_factor: u64,
    /// ... and so many more.
    pub steps_least: u64,
    /// Conditions per path: those behind are not negated.
    pub conditions: usize,
    /// How often a value that was made concrete at one place is replaced by another.
    pub tries: u32,
    /// Effort and time of one question.
    pub solver: Limits,
    /// Work of all, see [`Effort::work`].
    pub work: u64,
    /// Time of all: the last resort, far beyond what the work should take, since it may strike differently in two runs.
    pub time: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        let solver = Limits { time: Duration::from_secs(2), ..Limits::default() };
        Bounds {
            paths: 100,
            improve: 10,
            queries: 1000,
            float_queries: 1000,
            steps_factor: 10,
            steps_least: 1_000_000,
            conditions: 2000,
            tries: 8,
            solver,
            work: 100_000_000,
            time: Duration::from_secs(60),
        }
    }
}

/// Which bound ended or narrowed a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// [`Bounds::paths`].
    Paths,
    /// [`Bounds::queries`].
    Queries,
    /// [`Bounds::work`].
    Work,
    /// [`Bounds::time`].
    Time,
    /// A path was longer than [`Bounds::steps_factor`] allows, or did something unsupported.
    Steps,
    /// A path had more conditions than [`Bounds::conditions`].
    Conditions,
    /// The solver did not know.
    Solver,
    /// A value was made concrete, and not all others were taken in its place.
    Concrete,
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Paths executed.
    pub paths: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Of these, about floating-point numbers.
    pub floats: u64,
    /// Of all questions, satisfiable.
    pub sat: u64,
    /// Paths that were put off because they missed the failure point.
    pub deferred: u64,
    /// Runs that did not take the path the solver's values were meant for.
    pub strayed: u64,
    /// What all this cost, in terms made, steps executed and the solver's own count: about a million a second, and
    /// the same in every run.
    pub work: u64,
}

/// What came of exploring alterations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explored {
    /// Alterations that make the run right, or at least its failure point; re-executed.
    pub witness: Option<Witness>,
    /// What it took.
    pub effort: Effort,
    /// A bound that was hit: without a witness, there may still be one.
    pub limit_hit: Option<Bound>,
    /// Values that were made concrete on the way: without a witness, there may still be one.
    pub pinned: Vec<Pinned>,
}

impl Explored {
    /// What another exploration came to, too: the better witness counts.
    pub(crate) fn join(&mut self, other: Explored) {
        let good = |e: &Explored| e.witness.as_ref().map(|w| (w.verdict, w.undefined_behaviour.is_none()));
        if good(&other) > good(self) {
            self.witness = other.witness;
        }
        self.effort.add(&other.effort);
        self.limit_hit = self.limit_hit.or(other.limit_hit);
        self.pinned.extend(other.pinned);
    }
}

impl Effort {
    fn add(&mut self, other: &Effort) {
        let Effort { paths, queries, floats, sat, deferred, strayed, work } = *other;
        self.paths += paths;
        self.queries += queries;
        self.floats += floats;
        self.sat += sat;
        self.deferred += deferred;
        self.strayed += strayed;
        self.work += work;
    }
}

/// A place where a symbolic value was made concrete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pinned {
    /// The instruction.
    pub site: Site,
    /// The libc function it called, if any.
    pub callee: Option<String>,
    /// What needed the value.
    pub why: &'static str,
}

/// Explores; keeps its solver, whose memory makes later questions cheaper.
pub struct Explorer {
    bounds: Bounds,
    solver: Box<dyn Solver>,
}

impl Explorer {
    /// An explorer with these bounds for each exploration.
    pub fn new(bounds: Bounds) -> Self {
        Explorer::logged(bounds, None)
    }

    /// The same; slow questions to the solver are written down.
    pub fn logged(bounds: Bounds, slow_log: Option<SlowLog>) -> Self {
        let config = Config { limits: bounds.solver, float_limits: bounds.solver, slow_log, ..Config::default() };
        Explorer { bounds, solver: chain(&config) }
    }

    /// Can other outcomes of the instances at these times make the session's run right? Branches are
    /// flipped, values become symbols.
    pub fn explore(&mut self, session: &mut Session, times: &[Time]) -> Explored {
        self.explore_aiming_at(session, times, &[])
    }

    /// As [`Explorer::explore`], but a path that flips one of these sets of decisions is a goal, too.
    pub fn explore_aiming_at(&mut self, session: &mut Session, times: &[Time], flips: &[Vec<Time>]) -> Explored {
        match Altered::new(session, times, &self.bounds) {
            Some(subject) => self.explored(subject.aiming_at(flips)),
            None => Explored::default(),
        }
    }

    /// As [`Explorer::explore_aiming_at`], for one part of the memory that the copy or fill at a time writes.
    pub fn explore_piece(&mut self, session: &mut Session, time: Time, piece: Piece, flips: &[Vec<Time>]) -> Explored {
        match Altered::of_piece(session, time, piece, &self.bounds) {
            Some(subject) => self.explored(subject.aiming_at(flips)),
            None => Explored::default(),
        }
    }

    fn explored(&mut self, mut subject: Altered<'_>) -> Explored {
        let found = search(&mut subject, &mut *self.solver, &self.bounds);
        let undefined_behaviour = found.slip;
        let witness = found.values.map(|(values, verdict)| Witness {
            alterations: subject.alterations(&values),
            verdict,
            undefined_behaviour,
        });
        let program = subject.program();
        let name = |id: ExternalId| program.externals.get(id.0 as usize).map(|e| e.name.clone());
        let pinned = found.pinned.into_iter();
        let pinned = pinned.map(|(site, callee, why)| Pinned { site, callee: callee.and_then(name), why }).collect();
        Explored { witness, effort: found.effort, limit_hit: found.limit_hit, pinned }
    }

    /// What the solver counted so far.
    pub fn statistics(&self) -> whydunit_solver::Statistics {
        self.solver.statistics()
    }
}
