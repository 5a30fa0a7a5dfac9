//! Sparse symbolic exploration (algorithm 5 of the MDFS paper): do other values at chosen instances, or other input,
//! make a run pass?
//!
//! A [`Subject`] is executed with values for its symbols and returns the path it took and the [`Goal`]s that would make
//! that path pass. [`search`] asks the solver for values that meet a goal. If there are none, it negates conditions of
//! the path one by one and runs again. It is deterministic and reports every bound that it hits. Its results were
//! re-executed.

pub(crate) mod all_paths;
pub(crate) mod altered_run;
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
pub use crate::symbolic::altered_run::AlteredRun;
pub use crate::symbolic::execution::{ExecutedPath, Subject};
pub use crate::symbolic::forced_path::{Decision, Doubt, Forced, force};
pub use crate::symbolic::goal::Goal;
pub use crate::symbolic::input::{Input, Oracle, Symbols};
pub use crate::symbolic::search::{Found, search};

use crate::rerun::witness::Witness;
use crate::session::Session;

/// The bounds of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Paths executed.
    pub paths: u64,
    /// Paths executed after the failure point was corrected, to correct the whole run.
    pub improve: u64,
    /// Solver queries.
    pub queries: u64,
    /// Queries about floating-point numbers, which can be hard, that may remain unanswered.
    pub float_queries: u64,
    /// Instructions per path: a multiple of the failing run's ...
    pub steps_factor: u64,
    /// ... plus this constant.
    pub steps_least: u64,
    /// Conditions per path that are negated.
    pub conditions: usize,
    /// Number of other values tried where a value was made concrete, per place.
    pub tries: u32,
    /// Effort and time of one query.
    pub solver: Limits,
    /// Total work, see [`Effort::work`].
    pub work: u64,
    /// Total time. A last resort far beyond the time that the work should take, because its effect may differ between
    /// two runs.
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

/// A bound that ended or narrowed a search.
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
    /// A path was longer than [`Bounds::steps_factor`] allows, or the machine refused an instruction.
    Steps,
    /// A path had more conditions than [`Bounds::conditions`].
    Conditions,
    /// The solver gave up on a query.
    Solver,
    /// A value was made concrete, and not all alternatives were tried.
    Concrete,
}

/// The work done by a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Paths executed.
    pub paths: u64,
    /// Solver queries.
    pub queries: u64,
    /// Of these, queries about floating-point numbers.
    pub floats: u64,
    /// Satisfiable queries.
    pub sat: u64,
    /// Paths that were deferred because they missed the failure point.
    pub deferred: u64,
    /// Runs that did not take the path that the solver's values were computed for.
    pub strayed: u64,
    /// The total cost in terms created, steps executed and the solver's own count: about a million per second, and the
    /// same in every run.
    pub work: u64,
}

/// The result of exploring alterations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explored {
    /// Alterations that make the run pass, or at least correct its failure point; re-executed.
    pub witness: Option<Witness>,
    /// The work done.
    pub effort: Effort,
    /// A bound that was hit. If there is no witness, one may still exist.
    pub limit_hit: Option<Bound>,
    /// Values that were made concrete. If there is no witness, one may still exist.
    pub pinned: Vec<Pinned>,
}

impl Explored {
    /// Adds the result of another exploration. The better witness is kept.
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
    /// The reason.
    pub why: &'static str,
}

/// Explores alterations. It keeps its solver, whose cache makes later queries cheaper.
pub struct Explorer {
    bounds: Bounds,
    solver: Box<dyn Solver>,
}

impl Explorer {
    /// An explorer with these bounds for each exploration.
    pub fn new(bounds: Bounds) -> Self {
        Explorer::logged(bounds, None)
    }

    /// An explorer that logs slow solver queries.
    pub fn logged(bounds: Bounds, slow_log: Option<SlowLog>) -> Self {
        let config = Config { limits: bounds.solver, float_limits: bounds.solver, slow_log, ..Config::default() };
        Explorer { bounds, solver: chain(&config) }
    }

    /// Looks for other outcomes of the instances at these times that make the session's run pass. Branches are flipped,
    /// values become symbols.
    pub fn explore(&mut self, session: &mut Session, times: &[Time]) -> Explored {
        self.explore_aiming_at(session, times, &[])
    }

    /// As [`Explorer::explore`]; in addition, flipping one of these sets of decisions is a goal.
    pub fn explore_aiming_at(&mut self, session: &mut Session, times: &[Time], flips: &[Vec<Time>]) -> Explored {
        match AlteredRun::new(session, times, &self.bounds) {
            Some(subject) => self.explored(subject.aiming_at(flips)),
            None => Explored::default(),
        }
    }

    /// As [`Explorer::explore_aiming_at`], for one part of the memory that the copy or fill at a time writes.
    pub fn explore_piece(&mut self, session: &mut Session, time: Time, piece: Piece, flips: &[Vec<Time>]) -> Explored {
        match AlteredRun::of_piece(session, time, piece, &self.bounds) {
            Some(subject) => self.explored(subject.aiming_at(flips)),
            None => Explored::default(),
        }
    }

    fn explored(&mut self, mut subject: AlteredRun<'_>) -> Explored {
        let found = search(&mut subject, &mut *self.solver, &self.bounds);
        let undefined_behaviour = found.undefined_behaviour;
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

    /// The solver's statistics so far.
    pub fn statistics(&self) -> whydunit_solver::Statistics {
        self.solver.statistics()
    }
}
