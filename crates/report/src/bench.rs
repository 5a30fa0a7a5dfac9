//! Tables and plots of the results of methods on suites.

mod chart;
mod plots;
mod table;

pub use plots::{Plot, plots};
pub use table::{csv, markdown, times_markdown};
