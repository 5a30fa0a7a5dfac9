//! Links parts: resolves symbols, assigns addresses, and completes the constants that depend on
//! addresses.

mod address;
mod build;
mod fill;
mod merge;
mod reach;
mod resolve;

pub(crate) use build::build;
pub(crate) use reach::ALWAYS_NEEDED;
