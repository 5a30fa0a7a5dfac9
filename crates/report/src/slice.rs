//! Renders slices: as a list of lines, as annotated source, as JSON, as a graph.

mod annotate;
mod data;
mod graph;
mod list;

use whydunit_locate::inquiry::{Link, SliceView, Start, Verification};
use whydunit_program::Program;
use whydunit_trace::SliceKind;

use crate::source::{SOURCELESS, SourceText, file_name};
use crate::wording::count;

pub use annotate::render_annotated;
pub use data::slice_json;
pub(crate) use graph::draw;
pub use graph::{slice_dot, slice_svg};
pub use list::render_list;

/// A slice and the facts shown with it.
pub struct SliceReport<'a> {
    /// The program.
    pub program: &'a Program,
    /// The slice.
    pub view: &'a SliceView,
    /// The failure, if the slice starts from it.
    pub failure: String,
    /// Maximum number of lines, counted from the start of the slice.
    pub most: usize,
}

impl SliceReport<'_> {
    /// The start of the slice: "examples/squares.c:8".
    pub(crate) fn origin(&self) -> String {
        let program = self.program;
        match &self.view.origin_place {
            Some(place) => format!("{}:{}", file_name(program, place.file), place.line),
            None => "the end of the run".into(),
        }
    }

    /// The reason for the start.
    pub(crate) fn reason(&self) -> String {
        match &self.view.request.start {
            Start::Failure(..) => self.failure.clone(),
            Start::Line(visit) if visit.count == 1 => "its only execution".into(),
            Start::Line(visit) if visit.number == visit.count => format!("the last of {} executions", visit.count),
            Start::Line(visit) => format!("execution {} of {}", visit.number, visit.count),
        }
    }

    /// The size of the slice in words.
    pub(crate) fn size(&self) -> String {
        let view = self.view;
        let kind = kind_name(view.request.kind);
        let lines = count(view.executed_lines, "executed line");
        let mut text =
            format!("{} of {lines}, {} ({kind} slice)", view.lines.len(), count(view.instances, "executed statement"));
        if view.left_out > 0 {
            text += &format!("; {} farther away left out", view.left_out);
        }
        text + &view.verification.as_ref().map_or_else(String::new, verified)
    }

    /// Indices of lines, grouped by file and function: groups nearest to the start first, lines in order.
    pub(crate) fn groups(&self) -> Vec<(String, Vec<usize>)> {
        let program = self.program;
        let mut groups: Vec<(u32, String, Vec<usize>)> = Vec::new();
        for at in self.nearest() {
            let line = &self.view.lines[at];
            let title = format!("{}, {}", file_name(program, line.file), program.function(line.function).name);
            match groups.iter_mut().find(|g| g.1 == title) {
                Some(group) => {
                    group.0 = group.0.min(line.distance);
                    group.2.push(at);
                }
                None => groups.push((line.distance, title, vec![at])),
            }
        }
        groups.sort_by_key(|g| g.0);
        groups.into_iter().map(|(_, title, lines)| (title, lines)).collect()
    }

    /// The lines to show, in order: those nearest to the start.
    pub(crate) fn nearest(&self) -> Vec<usize> {
        let mut lines: Vec<usize> = (0..self.view.lines.len()).collect();
        lines.sort_by_key(|&at| (self.view.lines[at].distance, at));
        lines.truncate(self.most);
        lines.sort_unstable();
        lines
    }

    /// A note about hidden lines, if there are any.
    pub(crate) fn hidden(&self) -> Option<String> {
        let hidden = self.view.lines.len().saturating_sub(self.most);
        let lines = count(hidden, "line");
        (hidden > 0).then(|| format!("{lines} farther away not shown (--all shows them, --depth N fewer)"))
    }

    /// The source text of a line of the slice.
    pub(crate) fn text(&self, at: usize, sources: &mut SourceText) -> String {
        let line = &self.view.lines[at];
        let text = line.file.and_then(|f| sources.line(self.program, f, line.line));
        text.unwrap_or(SOURCELESS).trim_end().to_string()
    }
}

/// The results of reruns that tested omissions.
fn verified(verification: &Verification) -> String {
    let Verification { confirmed, refuted, undecided, untested, reruns } = *verification;
    let all = confirmed + refuted + undecided;
    if all + untested == 0 {
        return "; no omissions to put to the test".into();
    }
    let mut text = format!("; {} put to the test in {}", count(all, "omission"), count(reruns, "rerun"));
    if refuted > 0 {
        text += &format!(", {refuted} of them refuted and left out");
    }
    if undecided > 0 {
        text += &format!(", {undecided} undecided");
    }
    if untested > 0 {
        text += &format!("; {untested} not tested, which would take too long");
    }
    text
}

/// The name of a kind of slice, as on the command line.
pub(crate) fn kind_name(kind: SliceKind) -> &'static str {
    match kind {
        SliceKind::Data => "data",
        SliceKind::Dynamic => "dynamic",
        SliceKind::Relevant => "relevant",
    }
}

/// The dependence from a line, in one word.
pub(crate) fn link_name(link: Link) -> &'static str {
    match link {
        Link::Value => "value",
        Link::Decision => "test",
        Link::Omission => "omits",
        Link::Call => "call",
    }
}
