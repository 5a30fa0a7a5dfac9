//! A suspect in the style of rustc's diagnostics: the line with a caret, the values, and the changed line.

use super::pointees::Pointees;
use crate::explanation::{Accused, Suggestion};
use crate::paint::{Paint, WIDTH, fill, fit};

/// Columns of indentation that replace the line's own.
const INDENT: usize = 4;
/// Maximum number of lines of a sentence on a small screen.
const LINES: usize = 2;

/// The lines of a suspect; `whole` shows texts of any length.
pub(super) fn snippet(
    rank: usize,
    suspect: &Accused,
    whole: bool,
    pointees: &mut Pointees,
    paint: Paint,
) -> Vec<String> {
    let at = &suspect.at;
    let most = if whole { usize::MAX } else { LINES };
    // A declaration may be outside of the function that exceeded its bounds.
    let within = if at.function.is_empty() || at.column == 0 { String::new() } else { format!(" in {}", at.function) };
    let mut lines = vec![format!("{} {}{within}", paint.strong(&format!("Suspect {rank}:")), paint.place(&at.place()))];
    let number = at.line.to_string();
    let last = suspect.suggestion.as_ref().map_or(0, |s| s.line);
    let gutter = number.len().max(last.to_string().len());
    let empty = paint.place(&format!("{:gutter$} |", ""));
    if at.text.is_empty() {
        lines.push(format!("{} (the source cannot be read)", paint.place(&format!("{number:>gutter$} |"))));
    } else {
        let shown = Excerpt::new(&at.text, caret(suspect), WIDTH - gutter - 3 - INDENT);
        lines.push(empty.clone());
        lines.push(format!("{} {:INDENT$}{}", paint.place(&format!("{number:>gutter$} |")), "", shown.text));
        lines.extend(
            shown
                .marked(&pointees.shorten(&at.did), gutter, most, paint)
                .into_iter()
                .map(|line| format!("{empty} {:INDENT$}{line}", "")),
        );
    }
    if let Some(missing) = &suspect.missing_code {
        lines.extend(labelled("note", missing, most, paint));
    }
    if let Some(sentence) = proven(suspect) {
        let label = if suspect.method == "hint" { "note" } else { "help" };
        lines.extend(labelled(label, &pointees.shorten(&sentence), most, paint));
    }
    if let Some(suggestion) = &suspect.suggestion {
        lines.extend(change(suggestion, gutter, paint));
    }
    lines
}

/// The sentence of a suspect, with a note if a rerun has verified it.
pub(crate) fn proven(suspect: &Accused) -> Option<String> {
    let proof = if suspect.verified { " (verified)" } else { "" };
    suspect.sentence.as_ref().map(|sentence| format!("{sentence}{proof}"))
}

fn labelled(label: &str, text: &str, most: usize, paint: Paint) -> Vec<String> {
    let indent = label.len() + 2;
    let filled = fill(text, indent, WIDTH);
    let mut lines: Vec<String> = filled.lines().map(str::to_string).collect();
    if lines.len() > most {
        let rest: Vec<&str> = lines[most - 1..].iter().map(|line| line.trim()).collect();
        let rest = keep_proof(&rest.join(" "), WIDTH - indent);
        lines.truncate(most - 1);
        lines.push(format!("{:indent$}{rest}", ""));
    }
    if let Some(first) = lines.first_mut() {
        *first = format!("{} {}", paint.strong(&format!("{label}:")), first.trim_start());
    }
    lines
}

/// Cuts a text to a number of columns but keeps its "(verified)", unless the cut could remove a reservation.
pub(super) fn keep_proof(text: &str, columns: usize) -> String {
    const PROOF: &str = " (verified)";
    match text.strip_suffix(PROOF) {
        Some(rest) if !rest.contains(", but ") => fit(rest, columns - PROOF.len()) + PROOF,
        _ => fit(text, columns),
    }
}

/// A line before and after a change.
fn change(suggestion: &Suggestion, gutter: usize, paint: Paint) -> Vec<String> {
    let number = format!("{:>gutter$}", suggestion.line);
    let room = WIDTH - gutter - 3 - INDENT;
    let skipped = suggestion.removed.as_deref().map_or(0, |line| line.len() - line.trim_start().len());
    let at = suggestion.changed.start.saturating_sub(skipped);
    let shown = |line: &str| Excerpt::new(line.trim_start(), at..at + 1, room).text;
    let line = |sign: &str, text: String, colour: fn(Paint, &str) -> String| {
        colour(paint, &format!("{number} {sign} {:INDENT$}{text}", ""))
    };
    let removed = suggestion.removed.iter().map(|text| line("-", shown(text), Paint::alarm));
    let added = suggestion.added.iter().map(|text| line("+", shown(text), Paint::value));
    removed.chain(added).collect()
}

/// The part of a suspect's trimmed line to point at.
fn caret(suspect: &Accused) -> std::ops::Range<usize> {
    let at = &suspect.at;
    let all = 0..at.text.len();
    if let Some(suggestion) = &suspect.suggestion
        && suggestion.removed.is_some()
        && (&suggestion.file, suggestion.line) == (&at.file, at.line)
    {
        let start = suggestion.changed.start.saturating_sub(at.indent);
        return start..(suggestion.changed.end.saturating_sub(at.indent)).clamp(start, all.end);
    }
    if at.column == 0 {
        let name = suspect.sentence.as_deref().and_then(|sentence| sentence.split('`').nth(1)).unwrap_or("");
        let named = at.text.find(name).filter(|_| !name.is_empty());
        return named.map_or(all, |start| start..start + name.len());
    }
    let start = (at.column as usize - 1).saturating_sub(at.indent);
    let Some(rest) = at.text.get(start..) else { return all };
    let word = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    let symbol = rest.chars().take_while(|c| "<>=!+-*/%&|^".contains(*c)).count().max(1);
    start..(start + if word > 0 { word } else { symbol }).min(all.end)
}

/// A source line cut to the available columns, with the part to point at.
struct Excerpt {
    text: String,
    /// Columns before the part.
    before: usize,
    /// Columns of the part.
    length: usize,
}

impl Excerpt {
    fn new(text: &str, part: std::ops::Range<usize>, columns: usize) -> Self {
        let characters = |end: usize| text.get(..end).unwrap_or(text).chars().count();
        let (start, end) = (characters(part.start), characters(part.end));
        let all = text.chars().count();
        let skipped = match all <= columns || end + 8 < columns {
            true => 0,
            // Before the part, use the room that is left, but at least a third of the line.
            false => start.saturating_sub(columns / 3).min(all + 1 - columns),
        };
        let visible: String = text.chars().skip(skipped).collect();
        let (text, before) = match skipped {
            0 => (fit(&visible, columns), start),
            _ => (format!("…{}", fit(&visible, columns - 1)), start - skipped + 1),
        };
        Excerpt { text, before, length: (end - start).clamp(1, columns.saturating_sub(before).max(1)) }
    }

    /// The carets, with the label beside or below them.
    fn marked(&self, label: &str, gutter: usize, most: usize, paint: Paint) -> Vec<String> {
        let carets = format!("{}{}", " ".repeat(self.before), paint.alarm(&"^".repeat(self.length)));
        let room = WIDTH - gutter - 3 - INDENT;
        if label.is_empty() {
            return vec![carets];
        }
        if self.before + self.length + 1 + label.chars().count() <= room {
            return vec![format!("{carets} {label}")];
        }
        let indent = self.before.min(room.saturating_sub(label.chars().count() + 1)).min(room / 3);
        let filled = fill(label, indent, room);
        let mut lines = vec![carets];
        lines.extend(filled.lines().take(most.max(1)).map(|line| fit(line, room)));
        lines
    }
}
