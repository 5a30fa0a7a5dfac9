//! The `printf` family: converts a format and arguments to bytes (or wide characters), each with the
//! index of the argument that it shows.
//!
//! The result is written elsewhere, to streams, strings or descriptors. Uninitialised or symbolic
//! values lead to uninitialised or symbolic bytes.

mod arguments;
mod directive;
mod integer;
mod positional;
mod real;
mod render;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use arguments::Arguments;
pub(crate) use render::{Printed, print};
