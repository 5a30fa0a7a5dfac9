//! Budgets: how much work a search may do, and how much it has done.
//!
//! Budgets count instructions rather than seconds, so that an answer does not depend on the speed of the machine or on
//! the number of cores. The clock and Ctrl-C are last resorts.

use std::time::Instant;

use crate::session::monitor::Monitor;

/// Work done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Reruns.
    pub reruns: u64,
    /// Instructions executed in them.
    pub instructions: u64,
}

/// Work that the search may do.
#[derive(Clone)]
pub struct Budget {
    /// Instructions in all reruns together.
    pub instructions: u64,
    /// The search ends at this instant.
    pub deadline: Option<Instant>,
    /// Receives progress messages, and can cancel the search.
    pub monitor: Monitor,
}

impl Budget {
    /// Must the search stop at once, because of the clock or the user?
    pub fn is_over(&self) -> bool {
        self.monitor.is_cancelled() || self.deadline.is_some_and(|d| Instant::now() >= d)
    }
}
