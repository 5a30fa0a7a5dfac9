//! The `scanf` family: converts characters of a stream or string to values, as directed by a format.
//!
//! Every comparison of an input character is a decision of the run, and numbers are computed from the
//! characters' words, so that dependences and terms lead from the values to the input.

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
