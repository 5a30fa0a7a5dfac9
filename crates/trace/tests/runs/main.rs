//! Recorded runs of small C programs: control dependences, omissions, alignment. One binary, because linking each
//! takes longer than all tests.

mod alignment;
mod control;
mod fixture;
mod format;
mod formula;
mod formula_terms;
#[path = "../referee/generate.rs"]
mod generate;
mod jumps;
mod names;
mod omission;
mod scopes;
mod snapshots;
mod trusted;
mod visits;
mod walk;
