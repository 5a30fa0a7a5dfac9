//! Renders results for people. Decides nothing.
#![forbid(unsafe_code)]

mod describe;
mod explain;
mod explanation;
mod failure;
mod frozen;
mod json;
mod libc_frames;
mod scope;
mod source;
mod value;

pub use describe::describe_failure;
pub use explain::render_explanation;
pub use explanation::{Accused, Executed, Failed, Frontier, Report};
pub use failure::{FailureView, Origin, PlaceView, render_failure, render_place, render_unsupported};
pub use json::explanation_json;
pub use source::{Place, SourceText, place_of};
pub use value::{MemoryView, render_value};
