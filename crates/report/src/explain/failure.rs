//! The failure as text: expected and actual with their difference marked, the failure point, and the origin of the
//! object of a memory error.

use super::{statement, wrapped};
use crate::explain::pointees::Pointees;
use crate::explanation::{Difference, Failed, OriginNote, StackFrame};
use crate::paint::{Paint, WIDTH, fit};

/// Columns before an expected or actual line.
const LABEL: usize = "  expected: ".len();
/// Characters shown before a difference in a long line.
const BEFORE: usize = 24;

/// The complete failure, without a limit on lines.
pub(crate) fn what_failed(failed: &Failed, paint: Paint) -> String {
    let mut text = headline(failed, paint) + &expected_and_actual(failed, paint);
    if let Some(at) = &failed.at {
        text += &format!("{}\n{}", seen(failed), statement(at, &mut Pointees::default(), paint));
    }
    text
}

/// The failure in few lines: one per statement and per stack.
pub(super) fn brief_failure(
    failed: &Failed,
    origins: &[OriginNote],
    pointees: &mut Pointees,
    paint: Paint,
) -> Vec<String> {
    let text = headline(failed, paint) + &expected_and_actual(failed, paint);
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    if let Some(at) = &failed.at {
        let (seen, place) = (seen(failed), at.place());
        let room = WIDTH.saturating_sub(seen.chars().count() + place.chars().count() + 5).max(20);
        lines.push(format!("  {seen} {}  {}", paint.place(&place), fit(&at.text, room)));
        if !at.did.is_empty() {
            lines.push(format!("    {}", fit(&pointees.shorten(&at.did), WIDTH - 4)));
        }
    }
    lines.extend(origins.iter().map(|origin| fit(&format!("  {}", brief_origin(origin)), WIDTH)));
    lines
}

fn headline(failed: &Failed, paint: Paint) -> String {
    let headline = wrapped(&format!("Failure: {}", failed.headline), "");
    headline.lines().map(|line| paint.alarm(line) + "\n").collect()
}

fn seen(failed: &Failed) -> &'static str {
    match failed.kind {
        "wrong-output" => "written by",
        "missing-output" | "exit-status" | "missing-file" | "judged" => "the run ended at",
        "hang" => "running at",
        "assertion" => "just before",
        _ => "at",
    }
}

fn expected_and_actual(failed: &Failed, paint: Paint) -> String {
    if let (Some(expected), Some(actual), Some(difference)) = (&failed.expected, &failed.actual, failed.difference) {
        return differing(expected, actual, difference, paint);
    }
    let mut text = String::new();
    // The headline contains both.
    if failed.kind == "exit-status" {
        return text;
    }
    for (label, value) in [("expected", &failed.expected), ("actual", &failed.actual)] {
        if let Some(value) = value {
            text += &format!("  {:<9} {}\n", format!("{label}:"), fit(&delimited(value), WIDTH - LABEL));
        }
    }
    text
}

/// Quotes a line that begins or ends with white space.
fn delimited(line: &str) -> String {
    if line.starts_with(' ') || line.ends_with(' ') { format!("\"{line}\"") } else { line.into() }
}

/// Both lines, with carets below the differing part.
fn differing(expected: &str, actual: &str, difference: Difference, paint: Paint) -> String {
    let quoted = [expected, actual].iter().any(|line| line.starts_with(' ') || line.ends_with(' '));
    let room = WIDTH - LABEL - 2 * usize::from(quoted);
    let is_long = expected.chars().count().max(actual.chars().count()) > room;
    let skipped = if is_long { difference.start.saturating_sub(BEFORE) } else { 0 };
    let (open, close) = if quoted { ("\"", "\"") } else { ("", "") };
    let mark = if skipped > 0 { "…" } else { "" };
    let line = |text: &str, length: usize, colour: fn(Paint, &str) -> String| {
        let visible: String = text.chars().skip(skipped).collect();
        let visible = fit(&visible, room - mark.chars().count());
        let start = difference.start - skipped;
        let before: String = visible.chars().take(start).collect();
        let inside: String = visible.chars().skip(start).take(length).collect();
        let after: String = visible.chars().skip(start + length).collect();
        format!("{open}{mark}{before}{}{after}{close}", colour(paint, &inside))
    };
    let indent = LABEL + open.len() + mark.chars().count() + difference.start - skipped;
    let carets = "^".repeat(difference.actual.clamp(1, WIDTH.saturating_sub(indent).max(1)));
    format!(
        "  expected: {}\n  actual:   {}\n{}{}\n",
        line(expected, difference.expected, Paint::value),
        line(actual, difference.actual, Paint::alarm),
        " ".repeat(indent),
        paint.alarm(&carets)
    )
}

/// "allocated by: squares (squares.c:6), main (squares.c:13)", without directories.
pub(crate) fn brief_origin(origin: &OriginNote) -> String {
    let short = |call: &StackFrame| {
        let name = call.file.rsplit('/').next().unwrap_or_default();
        frame(&StackFrame { file: name.into(), ..call.clone() })
    };
    format!("{} {}", said(origin), origin.stack.iter().map(short).collect::<Vec<_>>().join(", "))
}

/// The origins with one call per line.
pub(super) fn whole_origins(origins: &[OriginNote]) -> String {
    let stack = |origin: &OriginNote| {
        let calls = origin.stack.iter().enumerate().map(|(depth, call)| format!("    {depth}: {}\n", frame(call)));
        format!("  {}\n{}", said(origin), calls.collect::<String>())
    };
    origins.iter().map(stack).collect()
}

fn said(origin: &OriginNote) -> String {
    match (origin.event, &origin.name) {
        ("declared", Some(name)) => format!("`{name}` is never set; declared in:"),
        ("set", Some(name)) => format!("`{name}` is never set; the rest of its object is, in:"),
        ("failed", _) => "call stack:".into(),
        (event, _) => format!("{event} by:"),
    }
}

fn frame(frame: &StackFrame) -> String {
    match frame.file.as_str() {
        "" => format!("{} (libc)", frame.function),
        file => format!("{} ({file}:{})", frame.function, frame.line),
    }
}

#[cfg(test)]
mod tests {
    use super::{Difference, differing};
    use crate::paint::Paint;

    #[test]
    fn a_difference_far_to_the_right_is_in_sight() {
        let long = "x".repeat(100);
        let (expected, actual) = (format!("{long}1{long}"), format!("{long}22{long}"));
        let text = differing(&expected, &actual, Difference { start: 100, expected: 1, actual: 2 }, Paint::default());
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.iter().all(|line| line.chars().count() <= 80), "{text}");
        let marked =
            |line: &str| line.chars().zip(lines[2].chars()).filter(|(_, m)| *m == '^').map(|(c, _)| c).collect();
        let shown: String = marked(lines[1]);
        assert_eq!(shown, "22");
    }
}
