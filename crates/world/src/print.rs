//! The `printf` family: a format and arguments become bytes (or wide characters), each of which knows
//! the argument that it shows.
//!
//! Nothing is written here: streams, strings and descriptors take the result. Values that are
//! uninitialised or symbolic stay so in the bytes they are printed as.

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
