//! The `scanf` family: characters of a stream or string become values, as a format directs.
//!
//! Every comparison of an input character is a decision of the run, and numbers are computed from the
//! characters' words, so what the program does with its input stays connected to it.

mod directive;
mod integer;
mod real;
mod scanner;
mod source;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use scanner::scan;
pub(crate) use source::Source;
