//! The failure of a run: expectations, and the instance where they were first not met.

pub(crate) mod expectation;
pub(crate) mod failure_point;
