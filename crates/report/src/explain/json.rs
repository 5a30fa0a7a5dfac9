//! Renders an explanation as JSON; docs/explain.schema.json describes the format.

use serde_json::{Value, json};

use crate::explanation::{Accused, Executed, Failed, OriginNote, Report, StackFrame, Suggestion};

/// Version of the format; raised when a field is removed or changes its meaning.
const VERSION: u32 = 2;

/// The report as one JSON object.
pub fn explanation_json(report: &Report) -> String {
    let suspects: Vec<Value> = report.suspects.iter().enumerate().map(|(i, s)| suspect(i + 1, s)).collect();
    let search_steps: Vec<Value> = report
        .search_steps
        .iter()
        .map(|step| {
            let tried: Vec<Value> =
                step.tried.iter().map(|(at, helps)| json!({"at": executed(at), "helps": helps})).collect();
            json!({"tried": tried, "candidates": step.candidates})
        })
        .collect();
    let unsettled: Vec<&str> = report.unsettled.iter().map(|open| open.sentence.as_str()).collect();
    let value = json!({
        "format": "whydunit-explanation",
        "version": VERSION,
        "tool": format!("whydunit {}", env!("CARGO_PKG_VERSION")),
        "failure": failure(&report.failed),
        "origins": report.origins.iter().map(origin).collect::<Vec<_>>(),
        "settled": report.is_settled(),
        "suspects": suspects,
        "path": report.path.iter().map(step).collect::<Vec<_>>(),
        "path_gap": report.gap.map(|(behind, count)| json!({"behind": behind, "count": count})),
        "search_steps": search_steps,
        "unsettled": unsettled,
        "effort": {"executed_statements": report.leading, "reruns": report.reruns, "instructions": report.duration},
    });
    serde_json::to_string_pretty(&value).unwrap_or_default()
}

pub(crate) fn failure(failed: &Failed) -> Value {
    json!({
        "kind": failed.kind, "headline": failed.headline, "expected": failed.expected, "actual": failed.actual,
        "at": failed.at.as_ref().map(executed),
    })
}

pub(crate) fn executed(at: &Executed) -> Value {
    json!({
        "file": at.file, "line": at.line, "column": at.column, "function": at.function, "text": at.text,
        "execution": execution(at), "did": at.did,
    })
}

/// A link of the chain from the first suspect to the failure.
fn step(at: &Executed) -> Value {
    let mut value = executed(at);
    value["instead"] = json!(at.instead);
    value
}

fn execution(at: &Executed) -> Value {
    json!({"time": at.time.0, "number": at.occurrence})
}

/// The origin of the object of a memory error, or the callers of the failing statement.
fn origin(origin: &OriginNote) -> Value {
    let frame = |f: &StackFrame| json!({"function": f.function, "file": f.file, "line": f.line});
    json!({"event": origin.event, "name": origin.name, "stack": origin.stack.iter().map(frame).collect::<Vec<_>>()})
}

/// The suggested change of the source.
fn suggestion(suggestion: &Suggestion) -> Value {
    json!({
        "file": suggestion.file, "line": suggestion.line, "removed": suggestion.removed, "added": suggestion.added,
    })
}

fn suspect(rank: usize, suspect: &Accused) -> Value {
    let at = &suspect.at;
    let missing = suspect.missing_code.as_ref().or(suspect.sentence.as_ref().filter(|_| suspect.adds));
    json!({
        "rank": rank, "file": at.file, "line": at.line, "column": at.column, "function": at.function,
        "text": at.text, "execution": execution(at), "did": at.did, "was": suspect.was, "instead": suspect.instead,
        "sentence": suspect.sentence, "verified": suspect.verified, "partly_fixed": suspect.partly_fixed, "undefined": suspect.undefined,
        "suggestion": suspect.suggestion.as_ref().map(suggestion),
        "missing_code": suspect.adds || suspect.missing_code.is_some(), "missing": missing,
        "distance": suspect.distance, "method": suspect.method,
    })
}
