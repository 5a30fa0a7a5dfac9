//! Compares the failing run with another one: with a reference, which is a run of a correct version, or with a run
//! that an intervention changed.
//!
//! [`Counterparts`](counterpart::Counterparts) says which instance of the other run corresponds to one of the failing
//! run, [`agreement`] whether the two agree. The files named after code say where only one of the programs has some.
//! Nothing here depends on the debugger that asks.

pub(crate) mod agreement;
pub(crate) mod changed_run;
pub(crate) mod condition_operand;
pub(crate) mod counterpart;
pub(crate) mod divergence;
pub(crate) mod divergent_block;
pub(crate) mod edited_block;
pub(crate) mod equal_values;
pub(crate) mod instance_description;
pub(crate) mod misplaced_store;
pub(crate) mod missing_code;
pub(crate) mod propagation;
pub(crate) mod reference;
pub(crate) mod reference_assertion;
pub(crate) mod superfluous_code;
pub(crate) mod unmatched_code;
