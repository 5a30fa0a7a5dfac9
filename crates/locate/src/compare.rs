//! TODO

pub(crate) mod changed_run;
pub(crate) mod condition_operand;
pub(crate) mod counterpart;
pub(crate) mod divergence;
pub(crate) mod divergent_region;
pub(crate) mod equal_values;
pub(crate) mod function_pointer;
pub(crate) mod misplaced_store;
pub(crate) mod missing_code;
pub(crate) mod propagation;
pub(crate) mod reference;
pub(crate) mod reference_assertion;
pub(crate) mod reference_hint;
pub(crate) mod superfluous_code;
pub(crate) mod unmatched_code;
