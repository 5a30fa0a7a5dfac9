//! Renders the results of the standard methods as text and as JSON: rankings of lines, and changes of single instances
//! that make a run pass.

use std::fmt::Write;

use serde_json::{Value, json};
use whydunit_locate::methods::{SingleChange, SingleChanges};
use whydunit_locate::{Line, Ranking};
use whydunit_machine::Change;
use whydunit_program::Program;

use crate::source::SourceText;
use crate::wording::count;

/// Version of the ranking format; raised when a field is removed or changes its meaning.
const VERSION: u32 = 1;
/// Version of the format for `switch` and `replace`.
const CHANGES_VERSION: u32 = 2;

/// A ranking and the facts shown with it.
pub struct RankingView<'a> {
    /// The program.
    pub program: &'a Program,
    /// The method's command: `spectrum` or `mutants`.
    pub method: &'a str,
    /// The formula's name.
    pub formula: &'a str,
    /// The lines.
    pub ranking: &'a Ranking,
    /// Failing and passing tests.
    pub tests: (u32, u32),
    /// Facts about the search, as sentences.
    pub notes: Vec<String>,
    /// Maximum number of lines in the text form.
    pub most: usize,
}

fn place(program: &Program, line: Line) -> String {
    format!("{}:{}", program.files[line.file.0 as usize].name, line.line)
}

fn source(program: &Program, line: Line, sources: &mut SourceText) -> String {
    sources.line(program, line.file, line.line).unwrap_or("").trim().to_string()
}

fn instead(change: Change) -> String {
    match change {
        Change::Flip => "taken the other way".into(),
        Change::Goto(_) => "with another case taken".into(),
        Change::Put(bits) if bits as i32 as i64 as u64 == bits || bits >> 32 == 0 => format!("with {}", bits as i32),
        Change::Put(bits) => format!("with {bits:#x}"),
        Change::Symbol(_) | Change::PutIn(..) | Change::SymbolIn(..) => "with another value".into(),
    }
}

/// Renders changes as text.
pub fn render_cures(program: &Program, cures: &SingleChanges, sources: &mut SourceText) -> String {
    let mut text = String::new();
    for (rank, cure) in cures.found.iter().enumerate() {
        let Some(&line) = cures.lines.get(&cure.time) else { continue };
        let (place, source) = (place(program, line), source(program, line, sources));
        let (instead, distance) = (instead(cure.change), cure.distance);
        let _ = writeln!(
            text,
            "{}. {place}  {source}\n        {instead} here, the run would pass (verified); \
             {} from the failure",
            rank + 1,
            count(distance as usize, "dependence"),
        );
    }
    if cures.found.is_empty() {
        text += "No change of one executed statement makes the run pass.\n";
    }
    let SingleChanges { instances, tried, reruns, .. } = cures;
    let _ =
        writeln!(text, "\n{tried} of {instances} executed statements changed, {}.", count(*reruns as usize, "rerun"));
    text
}

/// Renders changes as JSON (docs/json.md).
pub fn cures_json(program: &Program, method: &str, cures: &SingleChanges, sources: &mut SourceText) -> String {
    let one = |cure: &SingleChange| {
        let line = *cures.lines.get(&cure.time)?;
        let value = match cure.change {
            Change::Put(bits) => Value::from(bits),
            _ => Value::Null,
        };
        Some(json!({
            "file": program.files[line.file.0 as usize].name, "line": line.line, "time": cure.time.0,
            "source": source(program, line, sources), "distance": cure.distance,
            "instead": instead(cure.change), "value": value,
        }))
    };
    let found: Vec<Value> = cures.found.iter().filter_map(one).collect();
    document(json!({
        "format": format!("whydunit-{method}"), "version": CHANGES_VERSION, "found": found,
        "executed_statements": cures.instances, "tried": cures.tried, "reruns": cures.reruns,
    }))
}

/// Renders a ranking as text.
pub fn render_ranking(view: &RankingView<'_>, sources: &mut SourceText) -> String {
    let (failed, passed) = view.tests;
    let mut text = format!("{failed} failing and {passed} passing tests; {}\n\n", view.formula);
    let mut rank = 0;
    for group in view.ranking.groups().take_while(|g| !g.is_empty()) {
        for ranked in group.iter().take(view.most.saturating_sub(rank)) {
            let (place, source) = (place(view.program, ranked.line), source(view.program, ranked.line, sources));
            let _ = writeln!(text, "{:>4}. {:<8} {place}  {source}", rank + 1, number(ranked.score));
        }
        // Ties share a rank.
        rank += group.len();
        if rank >= view.most {
            break;
        }
    }
    let left = view.ranking.lines.len().saturating_sub(view.most);
    if left > 0 {
        let _ = writeln!(text, "      and {left} more lines (--all)");
    }
    view.notes.iter().for_each(|note| text += &format!("{note}\n"));
    text
}

fn number(score: f64) -> String {
    if score.is_infinite() { "infinite".into() } else { format!("{score:.4}") }
}

/// Renders a ranking as JSON (docs/json.md).
pub fn ranking_json(view: &RankingView<'_>, sources: &mut SourceText) -> String {
    let mut lines = Vec::new();
    let mut rank = 1;
    for group in view.ranking.groups() {
        lines.extend(group.iter().map(|ranked| {
            // JSON has no infinity.
            let score = if ranked.score.is_infinite() { json!("infinite") } else { json!(ranked.score) };
            json!({
                "rank": rank, "file": view.program.files[ranked.line.file.0 as usize].name, "line": ranked.line.line,
                "score": score, "source": source(view.program, ranked.line, sources),
            })
        }));
        rank += group.len();
    }
    document(json!({
        "format": format!("whydunit-{}", view.method), "version": VERSION, "formula": view.formula,
        "failing_tests": view.tests.0, "passing_tests": view.tests.1, "lines": lines, "notes": view.notes,
    }))
}

fn document(value: Value) -> String {
    serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
}
