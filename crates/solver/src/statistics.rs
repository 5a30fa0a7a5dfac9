//! What a chain counted.

use std::fmt;
use std::time::Duration;

/// Where queries were decided and what that cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Queries asked from outside.
    pub queries: u64,
    /// Constraints in them.
    pub constraints: u64,
    /// Answered Sat.
    pub sat: u64,
    /// Answered Unsat.
    pub unsat: u64,
    /// Answered Unknown.
    pub unknown: u64,
    /// Decided because a constraint is constant or two contradict each other openly.
    pub trivial: u64,
    /// Independent groups that queries fell into.
    pub groups: u64,
    /// Groups decided by enumerating a byte.
    pub by_bytes: u64,
    /// Groups found in the cache as they are.
    pub by_same: u64,
    /// Groups that contain a known core.
    pub by_core: u64,
    /// Groups for which an earlier model holds.
    pub by_model: u64,
    /// Groups decided by intervals.
    pub by_intervals: u64,
    /// Groups for which a small change to values at hand holds.
    pub by_nudge: u64,
    /// Groups with float arithmetic for which a search found values.
    pub by_descent: u64,
    /// Groups that reached a backend.
    pub backend: u64,
    /// Constraints in those.
    pub backend_constraints: u64,
    /// Of the groups that reached a backend, those with float arithmetic.
    pub floats: u64,
    /// Queries that were written to the slow log.
    pub slow: u64,
    /// Time spent in backends.
    pub backend_time: Duration,
    /// Steps of backends and terms evaluated by searches in front of them: what to bound instead of time where
    /// two runs must end alike.
    pub effort: u64,
}

impl Statistics {
    /// Takes over the counts of another solver (of another thread, say).
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
