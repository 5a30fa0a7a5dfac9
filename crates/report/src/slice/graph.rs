//! Renders a slice as a graph: Graphviz text and a drawing.

use std::collections::BTreeMap;

use super::{SliceReport, link_name};
use crate::drawing::{Arrow, Drawing, Mark, Node, svg};
use crate::paint::fit;
use crate::source::{SourceText, file_name};
use crate::wording::remark;

/// Maximum number of boxes that stay readable.
const BOXES: usize = 48;
/// Columns of text in a box.
const COLUMNS: usize = 40;

/// Renders the slice in the language of Graphviz.
pub fn slice_dot(report: &SliceReport<'_>, sources: &mut SourceText) -> String {
    let program = report.program;
    let shown = report.nearest();
    let quote = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text =
        String::from("digraph slice {\n  rankdir=TB;\n  node [shape=box, fontname=monospace, fontsize=10];\n");
    for &at in &shown {
        let line = &report.view.lines[at];
        let source = fit(report.text(at, sources).trim(), COLUMNS);
        let label = format!("{}:{}\\n{}", quote(file_name(program, line.file)), line.line, quote(&source));
        let style = if line.distance == 0 { ", penwidth=2, color=red" } else { "" };
        text += &format!("  n{at} [label=\"{label}\"{style}];\n");
    }
    for (&(from, to), links) in &report.view.edges {
        if shown.contains(&from) && shown.contains(&to) {
            let names: Vec<&str> = links.iter().map(|l| link_name(*l)).collect();
            let style = if links.len() == 1 && names == ["omits"] { ", style=dotted" } else { "" };
            text += &format!("  n{from} -> n{to} [label=\"{}\"{style}];\n", names.join(" "));
        }
    }
    text + "}\n"
}

/// Renders the slice as a standalone drawing.
pub fn slice_svg(report: &SliceReport<'_>, sources: &mut SourceText) -> String {
    svg(&draw(report, sources, |_| None), true)
}

/// The lines nearest to the start as boxes, the farthest above; `href` gives a box its link.
pub(crate) fn draw(
    report: &SliceReport<'_>,
    sources: &mut SourceText,
    href: impl Fn(usize) -> Option<String>,
) -> Drawing {
    let (program, view) = (report.program, report.view);
    let mut shown: Vec<usize> = (0..view.lines.len()).collect();
    shown.sort_by_key(|&at| (view.lines[at].distance, at));
    shown.truncate(BOXES);
    shown.sort_unstable();
    let mut layers: Vec<u32> = shown.iter().map(|&at| view.lines[at].distance).collect();
    layers.sort_unstable();
    layers.dedup();
    let nodes = shown.iter().map(|&at| {
        let line = &view.lines[at];
        let said = line.events.last().map(|e| remark(program, e)).unwrap_or_default();
        Node {
            title: format!("{}:{}", file_name(program, line.file), line.line),
            text: fit(report.text(at, sources).trim(), COLUMNS),
            note: fit(&said, COLUMNS),
            mark: if line.distance == 0 { Mark::Failure } else { Mark::Plain },
            layer: layers.iter().rev().position(|l| *l == line.distance).unwrap_or(0),
            hover: said,
            href: href(at),
        }
    });
    let nodes = nodes.collect();
    let number = |at: &usize| shown.binary_search(at).ok();
    let distance = |at: usize| view.lines[at].distance;
    // Each line keeps only its shortest path; the drawing of all would be unreadable.
    let mut way: BTreeMap<usize, u32> = BTreeMap::new();
    for &(from, to) in view.edges.keys().filter(|(from, to)| distance(*to) < distance(*from)) {
        let farthest = way.entry(from).or_insert(0);
        *farthest = distance(to).max(*farthest);
    }
    let drawn =
        |from: usize, to: usize| distance(to) < distance(from) && way.get(&from).is_some_and(|d| *d == distance(to));
    let arrows = view.edges.iter().filter(|((from, to), _)| drawn(*from, *to)).filter_map(|((from, to), links)| {
        let class = links.first().map_or("value", |l| link_name(*l));
        Some(Arrow { from: number(from)?, to: number(to)?, class })
    });
    let arrows = arrows.collect();
    Drawing { title: format!("Backward slice from {}", report.origin()), nodes, arrows }
}
