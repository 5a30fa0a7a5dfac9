//! Renders a slice as source text with values in the margin.

use super::SliceReport;
use super::list::{headline, hidden};
use crate::paint::{Paint, WIDTH, fill, fit};
use crate::source::SourceText;
use crate::wording::remark;

/// Columns of source before the margin.
const SOURCE: usize = 44;

/// Renders the lines of the slice as they stand in their files, without the other lines.
pub fn render_annotated(report: &SliceReport<'_>, sources: &mut SourceText, paint: Paint) -> String {
    let mut text = headline(report, paint);
    for (title, lines) in report.groups() {
        text += &format!("\n{}\n", paint.place(&title));
        let mut before = None;
        for at in lines {
            let number = report.view.lines[at].line;
            if before.is_some_and(|b| b + 1 < number) {
                text += &paint.faint("      ⋮\n");
            }
            before = Some(number);
            text += &line(report, sources, paint, at);
        }
    }
    match hidden(report, paint) {
        rest if rest.is_empty() => text,
        rest => format!("{text}\n{rest}"),
    }
}

fn line(report: &SliceReport<'_>, sources: &mut SourceText, paint: Paint, at: usize) -> String {
    let line = &report.view.lines[at];
    let source = report.text(at, sources).replace('\t', "    ");
    let start = line.distance == 0;
    let mark = if start { paint.alarm(">") } else { " ".into() };
    let number = format!("{mark}{:>5} │ ", line.line);
    let values = margin(report, at);
    let indent = 9 + SOURCE + 1;
    let wide = source.chars().count() > SOURCE;
    let source = fit(&source, WIDTH - 9);
    let mut text = number + &if start { paint.strong(&source) } else { source.clone() };
    if values.is_empty() {
        return text + "\n";
    }
    let filled = fill(&values, 0, WIDTH - indent);
    let mut values = filled.lines();
    if !wide {
        text += &" ".repeat(SOURCE + 1 - source.chars().count());
        text += &paint.value(values.next().unwrap_or(""));
    }
    text.push('\n');
    for value in values {
        text += &format!("       │ {}{}\n", " ".repeat(SOURCE + 1), paint.value(value));
    }
    text
}

/// The values of a line: the results of its last instances, and the number of instances.
fn margin(report: &SliceReport<'_>, at: usize) -> String {
    let line = &report.view.lines[at];
    let program = report.program;
    let mut shown: Vec<String> = line.events.iter().map(|s| remark(program, s)).collect();
    shown.retain(|s| !s.is_empty());
    shown.dedup();
    if line.count > 1 {
        shown.push(format!("({}×)", line.count));
    }
    shown.join(", ").replace(", (", " (")
}
