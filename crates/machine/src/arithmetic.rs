//! Arithmetic: the meaning of every operation, on integers and floats, and the widths of values.

pub(crate) mod compute;
pub mod float;
pub mod ops;
pub(crate) mod width;
