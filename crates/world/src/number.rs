//! Floating-point numbers as text: exact in both directions, rounded to nearest-even.
//!
//! One representation ([`Float`]) serves `float`, `double` and x87's `long double`; `printf` renders
//! it by [`render`], `scanf` and the `strto…` functions read it by [`parse`]. A reader that must not
//! read ahead further than the C function feeds bytes to [`FloatPrefix`] until it rejects one.

mod big;
mod decimal;
mod float;
mod hexadecimal;
mod parse;
mod prefix;
mod render;
mod spelled;
#[cfg(test)]
mod tests;

pub(crate) use float::{Float, Format};
pub(crate) use parse::{Parsed, parse};
pub(crate) use prefix::FloatPrefix;
pub(crate) use render::{Style, render};
pub(crate) use spelled::Spelled;
