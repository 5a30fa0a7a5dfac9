//! Tests of the analyses against their definitions, and the fixtures that they share.

pub(crate) mod fixtures;
mod flow;
mod omission;
mod ssa;
