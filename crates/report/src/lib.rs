//! Renders results for people. This crate makes no decisions about them.
#![forbid(unsafe_code)]

mod baselines;
pub mod bench;
mod debug;
mod describe;
mod drawing;
mod event_data;
mod explain;
mod explanation;
mod failure;
mod frozen;
mod libc_frames;
mod page;
mod paint;
mod questions;
mod scope;
mod shrink;
mod slice;
mod source;
mod unknown;
mod value;
mod wording;

pub use baselines::{RankingView, cures_json, ranking_json, render_cures, render_ranking};
pub use debug::{
    Answered, Asked, Charged, Debugged, Link, Stop, debugged_json, gdb_script, render_debugged, render_question,
    render_stop, render_walk, walk,
};
pub use describe::describe_failure;
pub use explain::{
    Screen, explanation_github, explanation_json, explanation_sarif, render_explanation, render_suspects,
};
pub use explanation::{
    Accused, Difference, Executed, Failed, OriginNote, Report, SearchStep, StackFrame, Suggestion, Unsettled,
};
pub use failure::{FailureView, PlaceView, render_failure, render_place, render_unsupported};
pub use page::{Page, page_of_debugging, page_of_explanation, page_of_slice, render_html};
pub use paint::Paint;
pub use questions::{
    Answerer, history_json, render_history, render_stats, render_why, render_why_not, stats_json, why_json,
    why_not_json,
};
pub use scope::variables;
pub use shrink::{render_shrunk, shrunk_json};
pub use slice::{SliceReport, render_annotated, render_list, slice_dot, slice_json, slice_svg};
pub use source::{Place, SourceText, place_of};
pub use unknown::{render_formula_error, render_not_asserted, render_unknown, render_upheld};
pub use value::render_value;
pub use whydunit_trace::MemoryView;
