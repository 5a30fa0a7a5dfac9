//! A page about a slice.

use std::collections::BTreeMap;

use whydunit_locate::inquiry::{Link, Start};

use super::text::{Marked, excerpts};
use super::{Page, Picture, Row};
use crate::slice::{SliceReport, draw};
use crate::source::{SourceText, file_name};
use crate::wording::{count, remark, sentence};

/// Builds the page: the graph of the slice, and the source with values in the margin.
pub fn page_of_slice(report: &SliceReport<'_>, sources: &mut SourceText) -> Page {
    let (program, view) = (report.program, report.view);
    let mut files: BTreeMap<String, (u32, Marked)> = BTreeMap::new();
    for (at, line) in view.lines.iter().enumerate() {
        let name = file_name(program, line.file).to_string();
        let mut text = || line.file.and_then(|f| sources.get(program, f).map(str::to_string));
        let (nearest, file) = files
            .entry(name.clone())
            .or_insert_with(|| (line.distance, Marked { name, text: text(), rows: BTreeMap::new() }));
        *nearest = (*nearest).min(line.distance);
        let mut margin: Vec<String> = line.events.iter().map(|e| remark(program, e)).collect();
        margin.retain(|m| !m.is_empty());
        margin.dedup();
        if line.count > 1 {
            margin.push(format!("{}×", line.count));
        }
        let mut details: Vec<String> = line.events.iter().map(|e| sentence(program, e)).collect();
        let away = match line.distance {
            0 => "where the slice starts".to_string(),
            n => format!("{} from the start", count(n as usize, "step")),
        };
        details.push(format!("{} in the slice, {away}", count(line.count as usize, "execution")));
        details.extend(from(report, at));
        let mark = match (line.distance, &view.request.start) {
            (0, Start::Failure(..)) => "failure",
            (0, Start::Line(_)) => "start",
            _ => "slice",
        };
        let row = Row { number: line.line, mark: Some(mark), margin: margin.join(", "), details, ..Row::default() };
        file.rows.insert(line.line, row);
    }
    let mut files: Vec<(u32, Marked)> = files.into_values().collect();
    files.sort_by(|a, b| (a.0, &a.1.name).cmp(&(b.0, &b.1.name)));
    let (files, left_out) = excerpts(files.into_iter().map(|f| f.1).collect());
    let href = |at: usize| {
        let line = &view.lines[at];
        let file = files.iter().position(|f| f.name == file_name(program, line.file))?;
        Some(format!("#f{file}-{}", line.line))
    };
    let drawing = draw(report, sources, href);
    let mut caption = String::from(
        "The shortest ways from causes to effects. Solid: a value was used; dashed: a condition decided; dotted: another \
         decision might have given another value; blue: a call.",
    );
    match view.lines.len().saturating_sub(drawing.nodes.len()) {
        0 => {}
        hidden => caption += &format!(" {hidden} lines farther away are not drawn."),
    }
    let mut notes = Vec::new();
    if view.interrupted {
        notes.push("The search was interrupted: this is only a part of the slice.".into());
    }
    if left_out > 0 {
        notes.push(format!("{left_out} lines of the slice did not fit this page; --json has all."));
    }
    Page {
        title: format!("Backward slice from {}", report.origin()),
        facts: vec![("Start".into(), report.reason()), ("Slice".into(), report.size())],
        steps: vec![Picture { title: "Dependences".into(), caption, drawing, places: Vec::new() }],
        files,
        found: false,
        notes,
        ..Page::default()
    }
}

/// The direct causes of a line: "values from shell.c:12, shell.c:16".
fn from(report: &SliceReport<'_>, at: usize) -> Vec<String> {
    let (program, view) = (report.program, report.view);
    let kinds = [(Link::Value, "values from"), (Link::Decision, "ran because of"), (Link::Call, "called from")];
    let place = |from: usize| format!("{}:{}", file_name(program, view.lines[from].file), view.lines[from].line);
    let of = |link: Link| {
        let causes = view.edges.iter().filter(move |((_, to), links)| *to == at && links.contains(&link));
        causes.map(|((from, _), _)| place(*from)).take(6).collect::<Vec<_>>()
    };
    let said = kinds.iter().map(|(link, words)| (words, of(*link))).filter(|(_, causes)| !causes.is_empty());
    said.map(|(words, causes)| format!("{words} {}", causes.join(", "))).collect()
}
