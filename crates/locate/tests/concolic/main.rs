//! Symbolic runs agree with real runs, on all our C tests.

mod faithful;
mod negated;
#[path = "../programs/mod.rs"]
mod programs;
#[path = "../subjects/mod.rs"]
mod subjects;
