//! Renders a slice as JSON (docs/json.md describes the format).

use serde::Serialize;

use super::{SliceReport, kind_name, link_name};
use crate::event_data::{EventData, event_data, to_text};
use crate::source::{SourceText, file_name};

/// Version of the format; raised when a field is renamed or removed, but not when one is added.
const VERSION: u32 = 2;

#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    complete: bool,
    kind: &'static str,
    start: Start,
    executed_lines: usize,
    executed_statements: usize,
    left_out: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    verification: Option<Verified>,
    lines: Vec<Line>,
    edges: Vec<Edge>,
}

#[derive(Serialize)]
struct Start {
    place: String,
    reason: String,
    time: u32,
}

#[derive(Serialize)]
struct Verified {
    confirmed: usize,
    refuted: usize,
    undecided: usize,
    untested: usize,
    reruns: usize,
}

#[derive(Serialize)]
struct Line {
    file: String,
    line: u32,
    function: String,
    source: String,
    executed_statements: u32,
    distance: u32,
    links: Vec<&'static str>,
    last: u32,
    statements: Vec<EventData>,
}

#[derive(Serialize)]
struct Edge {
    from: usize,
    to: usize,
    links: Vec<&'static str>,
}

/// Renders the slice as a JSON document.
pub fn slice_json(report: &SliceReport<'_>, sources: &mut SourceText) -> String {
    let (program, view) = (report.program, report.view);
    let lines = view.lines.iter().enumerate().map(|(at, line)| Line {
        file: file_name(program, line.file).into(),
        line: line.line,
        function: program.function(line.function).name.clone(),
        source: report.text(at, sources).trim().into(),
        executed_statements: line.count,
        distance: line.distance,
        links: line.links.iter().map(|l| link_name(*l)).collect(),
        last: line.last.0,
        statements: line.events.iter().map(|s| event_data(program, s)).collect(),
    });
    let lines = lines.collect();
    let edges = view.edges.iter().map(|(&(from, to), links)| Edge {
        from,
        to,
        links: links.iter().map(|l| link_name(*l)).collect(),
    });
    let document = Document {
        format: "whydunit-slice",
        version: VERSION,
        complete: !view.interrupted,
        kind: kind_name(view.request.kind),
        start: Start { place: report.origin(), reason: report.reason(), time: view.origin.0 },
        executed_lines: view.executed_lines,
        executed_statements: view.instances,
        left_out: view.left_out,
        verification: view.verification.map(|v| Verified {
            confirmed: v.confirmed,
            refuted: v.refuted,
            undecided: v.undecided,
            untested: v.untested,
            reruns: v.reruns,
        }),
        lines,
        edges: edges.collect(),
    };
    to_text(&document)
}
