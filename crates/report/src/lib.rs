//! Renders results for people. Decides nothing.
#![forbid(unsafe_code)]

mod explain;
mod failure;
mod libc_frames;
mod source;
mod value;

pub use explain::render_explanation;
pub use failure::{FailureView, Origin, describe_failure, render_failure, render_unsupported};
pub use source::{Place, SourceText, place_of};
pub use value::{MemoryView, render_value};
