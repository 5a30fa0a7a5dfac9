//! What methods achieved on suites: tables and plots.

mod chart;
mod plots;
mod table;

pub use plots::{Plot, plots};
pub use table::{csv, markdown, times_markdown};
