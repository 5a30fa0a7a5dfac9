//! `whydunit slice`: everything that led to a failure, or to the execution of a line.

use std::process::ExitCode;

use whydunit_locate::inquiry::{Inquiry, Point, SliceRequest, Start};
use whydunit_report::{SliceReport, SourceText, render_annotated, render_list, slice_json};
use whydunit_trace::SliceKind;

use crate::inquiry_args::{InquiryArgs, paint, point, unknown};
use crate::oracle_args::OracleArgs;
use crate::terminal::answer;

/// Shows the statements that led to a failure, or to the execution of a line.
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 shown, 1 our error, 2 usage, 3 the run did not fail.")]
pub(crate) struct SliceArgs {
    /// Start from the K-th execution of a line (default: the last), not from the failure
    #[arg(long, value_name = "FILE:LINE[#K]", value_parser = point)]
    from: Option<Point>,
    /// Follow values, decisions, and decisions that may have left something undone (default)
    #[arg(long, group = "kind")]
    relevant: bool,
    /// Follow values and decisions
    #[arg(long, group = "kind")]
    dynamic: bool,
    /// Follow values only
    #[arg(long, group = "kind")]
    data: bool,
    /// Show the values of each line's latest instances
    #[arg(long)]
    values: bool,
    /// Leave out what is more than N dependences away
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// List all lines, however many
    #[arg(long)]
    all: bool,
    /// Show the source with values in the margin
    #[arg(long, group = "form")]
    annotate: bool,
    /// Print JSON (docs/json.md)
    #[arg(long, group = "form")]
    json: bool,
    #[command(flatten)]
    oracle: OracleArgs,
    #[command(flatten)]
    inquiry: InquiryArgs,
}

/// Lines listed unless all are asked for.
const MOST: usize = 60;

pub(crate) fn run(args: &SliceArgs) -> ExitCode {
    let (mut inquiry, start, failure) = match args.start() {
        Ok(found) => found,
        Err(code) => return code,
    };
    let view = inquiry.slice(args.request(start));
    let most = if args.all || args.depth.is_some() { usize::MAX } else { MOST };
    let report = SliceReport { inquiry: &inquiry, view: &view, failure, most };
    let mut sources = SourceText::default();
    let text = match (args.json, args.annotate) {
        (true, _) => slice_json(&report, &mut sources),
        (_, true) => render_annotated(&report, &mut sources, paint()),
        _ => render_list(&report, &mut sources, paint()),
    };
    answer(&text, ExitCode::SUCCESS)
}

impl SliceArgs {
    /// The recorded run, where the slice starts, and what failed.
    fn start(&self) -> Result<(Inquiry, Start, String), ExitCode> {
        let Some(point) = &self.from else { return self.inquiry.record_failure(&self.oracle) };
        let inquiry = self.inquiry.record()?;
        let visit = inquiry.visit(point).map_err(|error| unknown(&error))?;
        Ok((inquiry, Start::Line(visit), String::new()))
    }

    fn request(&self, start: Start) -> SliceRequest {
        let kind = match (self.data, self.dynamic) {
            (true, _) => SliceKind::Data,
            (_, true) => SliceKind::Dynamic,
            _ => SliceKind::Relevant,
        };
        SliceRequest { start, kind, depth: self.depth, values: self.values || self.annotate || self.json }
    }
}
