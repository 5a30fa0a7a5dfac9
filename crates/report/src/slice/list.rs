//! Renders a slice as a list: one line per source line.

use whydunit_locate::inquiry::Link;

use super::{SliceReport, link_name};
use crate::paint::{Paint, WIDTH, fill, fit};
use crate::source::SourceText;
use crate::wording::sentence;

/// Columns of the source text.
const SOURCE: usize = 43;

/// The note for a slice that inspected only the latest executions of decisions.
const LATEST_ONLY: &str =
    "Of decisions that were made very often only the latest were held to have left something undone.";

/// The prefix for an interrupted slice.
const INTERRUPTED: &str = "Interrupted; this is only a part of it. ";

/// Renders the whole list.
pub fn render_list(report: &SliceReport<'_>, sources: &mut SourceText, paint: Paint) -> String {
    let mut text = headline(report, paint);
    for (title, lines) in report.groups() {
        text += &format!("\n{}\n", paint.place(&title));
        for at in lines {
            text += &line(report, sources, paint, at);
        }
    }
    match hidden(report, paint) + &legend(report, paint) {
        rest if rest.is_empty() => text,
        rest => format!("{text}\n{rest}"),
    }
}

/// The notes about hidden lines and executions.
pub(super) fn hidden(report: &SliceReport<'_>, paint: Paint) -> String {
    let mut text = report.hidden().map_or_else(String::new, |text| paint.strong(&text) + "\n");
    if report.view.latest_only {
        text += &fill(LATEST_ONLY, 0, WIDTH);
    }
    text
}

/// The start of the slice, and its size.
pub(super) fn headline(report: &SliceReport<'_>, paint: Paint) -> String {
    let part = if report.view.interrupted { INTERRUPTED } else { "" };
    let first = format!("{part}Backward slice from {}: {}", report.origin(), report.reason());
    let first: Vec<String> = fill(&first, 0, WIDTH).lines().map(|l| paint.strong(l)).collect();
    let size: Vec<String> = fill(&report.size(), 0, WIDTH).lines().map(|l| paint.faint(l)).collect();
    format!("{}\n{}\n", first.join("\n"), size.join("\n"))
}

fn line(report: &SliceReport<'_>, sources: &mut SourceText, paint: Paint, at: usize) -> String {
    let line = &report.view.lines[at];
    let source = fit(report.text(at, sources).trim_start(), SOURCE);
    let padding = " ".repeat(SOURCE - source.chars().count());
    let mut kinds: Vec<&str> = line.links.iter().map(|l| link_name(*l)).collect();
    let start = line.distance == 0;
    if start {
        kinds.push("start");
    }
    let mark = if start { paint.alarm(">") } else { " ".into() };
    let source = if start { paint.strong(&source) } else { source };
    let figures = format!("{:>5}× {}", line.count, kinds.join(" "));
    let mut text = format!("{mark}{:>5}  {source}{padding} {}\n", line.line, paint.faint(&figures));
    let program = report.program;
    for statement in &line.events {
        let said = sentence(program, statement);
        if !said.is_empty() {
            text += &paint.value(fill(&said, 12, WIDTH).trim_end());
            text.push('\n');
        }
    }
    text
}

/// Explains the link words that occur in the list.
fn legend(report: &SliceReport<'_>, paint: Paint) -> String {
    let meanings = [
        (Link::Value, "its value was used"),
        (Link::Decision, "it decided that something ran"),
        (Link::Omission, "had it decided otherwise, a value used later might differ"),
        (Link::Call, "it called the function"),
    ];
    let occurs = |link: &Link| report.view.lines.iter().any(|l| l.links.contains(link));
    let shown: Vec<String> =
        meanings.iter().filter(|m| occurs(&m.0)).map(|m| format!("{}: {}", link_name(m.0), m.1)).collect();
    if shown.is_empty() {
        return String::new();
    }
    let text = fill(&shown.join("; "), 0, WIDTH);
    text.lines().map(|l| paint.faint(l) + "\n").collect()
}
