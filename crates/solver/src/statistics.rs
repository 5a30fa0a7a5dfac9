//! The statistics of a chain.

use std::fmt;
use std::time::Duration;

/// Counts of queries by the deciding solver, and their cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// External queries.
    pub queries: u64,
    /// Constraints in them.
    pub constraints: u64,
    /// Answered Sat.
    pub sat: u64,
    /// Answered Unsat.
    pub unsat: u64,
    /// Answered Unknown.
    pub unknown: u64,
    /// Decided because a constraint is constant or two are syntactic negations.
    pub trivial: u64,
    /// Independent groups after splitting.
    pub groups: u64,
    /// Groups decided by enumerating a byte.
    pub by_bytes: u64,
    /// Groups found in the cache unchanged.
    pub by_same: u64,
    /// Groups that contain a known core.
    pub by_core: u64,
    /// Groups satisfied by an earlier model.
    pub by_model: u64,
    /// Groups decided by intervals.
    pub by_intervals: u64,
    /// Groups satisfied by a small change to values at hand.
    pub by_nudge: u64,
    /// Groups with float arithmetic that the search satisfied.
    pub by_descent: u64,
    /// Groups that reached a backend.
    pub backend: u64,
    /// Constraints in groups that reached a backend.
    pub backend_constraints: u64,
    /// Of the groups that reached a backend, those with float arithmetic.
    pub floats: u64,
    /// Queries written to the slow log.
    pub slow: u64,
    /// Time spent in backends.
    pub backend_time: Duration,
    /// Steps of backends plus terms evaluated by searches in front of them: a deterministic measure
    /// of cost, to limit instead of time.
    pub effort: u64,
}

impl Statistics {
    /// Adds the counts of another solver (of another thread, for example).
    pub fn add(&mut self, other: &Statistics) {
        self.queries += other.queries;
        self.constraints += other.constraints;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.trivial += other.trivial;
        self.groups += other.groups;
        self.by_bytes += other.by_bytes;
        self.by_same += other.by_same;
        self.by_core += other.by_core;
        self.by_model += other.by_model;
        self.by_intervals += other.by_intervals;
        self.by_nudge += other.by_nudge;
        self.by_descent += other.by_descent;
        self.backend += other.backend;
        self.backend_constraints += other.backend_constraints;
        self.floats += other.floats;
        self.slow += other.slow;
        self.backend_time += other.backend_time;
        self.effort += other.effort;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} queries ({} sat, {} unsat, {} unknown) of {} constraints; {} trivial; {} groups: {} bytes, {} same, \
             {} core, {} model, {} intervals, {} nudged, {} searched, {} to the backend ({} constraints, {} with floats, {:.3} s)",
            self.queries,
            self.sat,
            self.unsat,
            self.unknown,
            self.constraints,
            self.trivial,
            self.groups,
            self.by_bytes,
            self.by_same,
            self.by_core,
            self.by_model,
            self.by_intervals,
            self.by_nudge,
            self.by_descent,
            self.backend,
            self.backend_constraints,
            self.floats,
            self.backend_time.as_secs_f64()
        )
    }
}
