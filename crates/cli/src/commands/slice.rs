//! `whydunit slice`: everything that a failure, or the execution of a line, depends on.

use std::path::PathBuf;
use std::process::ExitCode;

use whydunit_locate::inquiry::{Inquiry, SliceRequest, Start};
use whydunit_locate::{Monitor, Point};
use whydunit_report::{
    SliceReport, SourceText, page_of_slice, render_annotated, render_html, render_list, slice_dot, slice_json,
    slice_svg,
};
use whydunit_trace::SliceKind;

use crate::complain;
use crate::inquiry_args::{InquiryArgs, paint, point, unknown};
use crate::oracle_args::OracleArgs;
use crate::patience::Patience;
use crate::terminal::answer;
use crate::writable::check_writable;

/// Shows the statements that a failure, or the execution of a line, depends on.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 shown, 1 our error, 2 usage, 3 the run did not fail, 4 interrupted: part of it is shown."
)]
pub(crate) struct SliceArgs {
    /// Start from the K-th execution of a line (default: the last) instead of the failure
    #[arg(long, value_name = "FILE:LINE[#K]", value_parser = point)]
    from: Option<Point>,
    /// Follow values, decisions, and decisions that may have skipped something (default)
    #[arg(long, group = "kind")]
    relevant: bool,
    /// Reverse each decision that may have skipped something in a rerun, and omit those without effect
    #[arg(long, conflicts_with_all = ["dynamic", "data"])]
    verify: bool,
    /// Follow values and decisions
    #[arg(long, group = "kind")]
    dynamic: bool,
    /// Follow values only
    #[arg(long, group = "kind")]
    data: bool,
    /// Show the values of each line's latest executions
    #[arg(long)]
    values: bool,
    /// Omit statements more than N dependences away
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
    /// Also write the slice as a Graphviz graph
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Also write the slice as an SVG drawing
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also write an HTML page: the graph, and the source with values in the margin
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    oracle: OracleArgs,
    #[command(flatten)]
    inquiry: InquiryArgs,
}

/// Lines listed without `--all`.
const MAX_LINES: usize = 60;

pub(crate) fn run(args: &SliceArgs) -> ExitCode {
    let patience = Patience::begin();
    let (mut inquiry, start, failure) = match args.start(patience.monitor()) {
        Ok(found) => found,
        Err(code) => return code,
    };
    let view = inquiry.slice(args.request(start));
    patience.end();
    let most = if args.all || args.depth.is_some() { usize::MAX } else { MAX_LINES };
    let report = SliceReport { program: inquiry.program(), view: &view, failure, most };
    let mut sources = SourceText::default();
    if let Err(message) = args.write_files(&report, &mut sources) {
        return complain(message);
    }
    let text = match (args.json, args.annotate) {
        (true, _) => slice_json(&report, &mut sources),
        (_, true) => render_annotated(&report, &mut sources, paint()),
        _ => render_list(&report, &mut sources, paint()),
    };
    answer(&text, if view.interrupted { ExitCode::from(4) } else { ExitCode::SUCCESS })
}

impl SliceArgs {
    /// The recorded run, the start of the slice, and a description of the failure.
    fn start(&self, monitor: Monitor) -> Result<(Inquiry, Start, String), ExitCode> {
        let files = [("--dot", &self.dot), ("--svg", &self.svg), ("--html", &self.html)];
        check_writable(&files.map(|(option, file)| (option, file.as_deref())))?;
        let Some(point) = &self.from else { return self.inquiry.record_failure(&self.oracle, monitor) };
        let inquiry = self.inquiry.record(monitor)?;
        let visit = inquiry.lines().visit(point).map_err(|error| unknown(&error))?;
        Ok((inquiry, Start::Line(visit), String::new()))
    }

    /// Writes the requested files.
    fn write_files(&self, report: &SliceReport<'_>, sources: &mut SourceText) -> Result<(), String> {
        let write = |file: &PathBuf, text: String| {
            std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
        };
        if let Some(file) = &self.dot {
            write(file, slice_dot(report, sources))?;
        }
        if let Some(file) = &self.svg {
            write(file, slice_svg(report, sources))?;
        }
        match &self.html {
            Some(file) => write(file, render_html(&page_of_slice(report, sources))),
            None => Ok(()),
        }
    }

    fn request(&self, start: Start) -> SliceRequest {
        let kind = match (self.data, self.dynamic) {
            (true, _) => SliceKind::Data,
            (_, true) => SliceKind::Dynamic,
            _ => SliceKind::Relevant,
        };
        SliceRequest {
            start,
            kind,
            depth: self.depth,
            verify: self.verify,
            values: self.values || self.annotate || self.json || self.svg.is_some() || self.html.is_some(),
        }
    }
}
