//! Interactive debugging in C's words: breakpoints, answers and results.

mod asked;
mod debugged;
mod gdb;
mod json;
mod onward;
mod tested;
mod text;
mod walk;

pub use asked::{Asked, Stop};
pub use debugged::{Answered, Charged, Debugged};
pub use gdb::gdb_script;
pub use json::debugged_json;
pub use text::{render_debugged, render_question, render_stop};
pub use walk::{Link, render_walk, walk};
