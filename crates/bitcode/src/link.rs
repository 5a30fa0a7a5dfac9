//! Puts parts together: resolves symbols, gives everything its address, fills in what depends on
//! addresses.

mod address;
mod build;
mod fill;
mod merge;
mod reach;
mod resolve;

pub(crate) use build::build;
pub(crate) use reach::ALWAYS_NEEDED;
