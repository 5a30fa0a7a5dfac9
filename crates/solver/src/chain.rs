//! Assembles decorators and backends into a chain.

use std::path::PathBuf;
use std::time::Duration;

use crate::bytes::Bytes;
use crate::cache::Cache;
use crate::checked::Checked;
use crate::descent::Descent;
use crate::independence::Independence;
use crate::intervals::Intervals;
use crate::nudge::Nudge;
use crate::pipe::{Pipe, find_bitwuzla};
use crate::query::{Limits, Solver};
use crate::route::Route;
use crate::slow_log::{Logged, SlowLog};
use crate::trivial::Trivial;
use crate::z3_backend::Z3;

/// The backend for float arithmetic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FloatBackend {
    /// Bitwuzla if [`find_bitwuzla`] finds it, otherwise Z3 under a short limit.
    #[default]
    Auto,
    /// Z3 under a short limit.
    Z3,
    /// This Bitwuzla.
    Bitwuzla(PathBuf),
}

/// The parts of a chain. The switches exist to measure the benefit of each decorator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Limits for queries without their own.
    pub limits: Limits,
    /// Limits for queries with float arithmetic that Z3 must decide.
    pub float_limits: Limits,
    /// Split queries into independent groups?
    pub independence: bool,
    /// Enumerate bytes, and propagate intervals?
    pub presolve: bool,
    /// Try small changes to the hint and to earlier models, and search for floats by evaluation?
    pub nudge: bool,
    /// Remember answers?
    pub cache: bool,
    /// Log slow queries?
    pub slow_log: Option<SlowLog>,
    /// The backend for float arithmetic.
    pub floats: FloatBackend,
}

impl Default for Config {
    fn default() -> Self {
        let limits = Limits::default();
        Config {
            limits,
            float_limits: Limits { time: Duration::from_secs(2), effort: 400_000, ..limits },
            independence: true,
            presolve: true,
            nudge: true,
            cache: true,
            slow_log: None,
            floats: FloatBackend::Auto,
        }
    }
}

impl Config {
    /// The backend alone, without decorators.
    pub fn bare() -> Self {
        Config { independence: false, presolve: false, nudge: false, cache: false, ..Config::default() }
    }
}

/// Assembles a chain. From the outside in: trivial cases; then, per independent group, single
/// bytes, the cache, intervals, small changes, a search for floats, and finally the backend, whose
/// models are checked.
pub fn chain(config: &Config) -> Box<dyn Solver> {
    let mut solver: Box<dyn Solver> = Box::new(Checked::new(backend(config)));
    if let Some(log) = &config.slow_log {
        solver = Box::new(Logged::new(solver, log.clone()));
    }
    if config.nudge {
        solver = Box::new(Nudge::new(Descent::new(solver)));
    }
    if config.presolve {
        solver = Box::new(Intervals::new(solver));
    }
    if config.cache {
        solver = Box::new(Cache::new(solver));
    }
    if config.presolve {
        solver = Box::new(Bytes::new(solver));
    }
    if config.independence {
        solver = Box::new(Independence::new(solver));
    }
    Box::new(Trivial::new(solver))
}

fn backend(config: &Config) -> Box<dyn Solver> {
    let z3 = Z3::new(config.limits, config.float_limits);
    let bitwuzla = match &config.floats {
        FloatBackend::Auto => find_bitwuzla(),
        FloatBackend::Z3 => None,
        FloatBackend::Bitwuzla(path) => Some(path.clone()),
    };
    match bitwuzla {
        Some(path) => Box::new(Route::new(z3, Pipe::bitwuzla(path, config.limits))),
        None => Box::new(z3),
    }
}
