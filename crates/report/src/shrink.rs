//! Renders a smaller case with the same failure, as text and as JSON.

use std::path::PathBuf;

use serde_json::json;
use whydunit_locate::{Line, Shrunk, size};
use whydunit_program::Program;
use whydunit_suite::text_json;
use whydunit_world::Case;

/// The description of the failure.
fn symptom(program: &Program, shrunk: &Shrunk) -> (String, Option<String>) {
    let place = |line: Line| format!("{}:{}", program.files[line.file.0 as usize].name, line.line);
    (shrunk.symptom.kind.clone(), shrunk.symptom.line.map(place))
}

/// Renders the reduced case as text.
pub fn render_shrunk(program: &Program, before: &Case, shrunk: &Shrunk) -> String {
    let (kind, place) = symptom(program, shrunk);
    let place = place.map_or_else(String::new, |p| format!(" at {p}"));
    let mut text =
        format!("Same failure ({kind}{place}) with {} bytes of input instead of {}", size(&shrunk.case), size(before));
    text += &format!("; {} runs{}.\n", shrunk.runs, if shrunk.complete { "" } else { ", budget used up" });
    let words: Vec<String> = shrunk.case.args.iter().skip(1).map(|a| quoted(a)).collect();
    if before.args.len() > 1 {
        text += &format!("arguments: {}\n", if words.is_empty() { "none".into() } else { words.join(" ") });
    }
    for (path, bytes) in &shrunk.case.files {
        text += &format!("{}: {}\n", path.display(), quoted(bytes));
    }
    for path in left_out(before, shrunk) {
        text += &format!("{}: not needed (--no-file hides a file of this machine)\n", path.display());
    }
    if !before.stdin.whole().is_empty() {
        text += &format!("standard input: {}\n", quoted(shrunk.case.stdin.whole()));
    }
    text
}

/// The files that are not needed.
fn left_out<'a>(before: &'a Case, shrunk: &'a Shrunk) -> impl Iterator<Item = &'a PathBuf> {
    shrunk.case.absent.difference(&before.absent)
}

/// Quotes bytes in the shell's `$'…'` notation.
fn quoted(bytes: &[u8]) -> String {
    let inner: String = bytes.escape_ascii().to_string();
    format!("$'{}'", inner.replace("\\\"", "\""))
}

/// Renders the reduced case as JSON (docs/json.md).
pub fn shrunk_json(program: &Program, before: &Case, shrunk: &Shrunk) -> String {
    let (kind, place) = symptom(program, shrunk);
    let files: serde_json::Map<String, serde_json::Value> =
        shrunk.case.files.iter().map(|(path, bytes)| (path.display().to_string(), text_json(bytes))).collect();
    let absent: Vec<String> = left_out(before, shrunk).map(|path| path.display().to_string()).collect();
    let value = json!({
        "format": "whydunit-shrink", "version": 2, "failure": kind, "place": place,
        "argv": shrunk.case.args.iter().skip(1).map(|a| text_json(a)).collect::<Vec<_>>(),
        "stdin": text_json(shrunk.case.stdin.whole()), "files": files, "absent": absent,
        "bytes": size(&shrunk.case), "bytes_before": size(before), "runs": shrunk.runs, "complete": shrunk.complete,
    });
    serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_for_the_shell() {
        assert_eq!(quoted(b"it's \"x\"\n\x01"), "$'it\\'s \"x\"\\n\\x01'");
    }
}
