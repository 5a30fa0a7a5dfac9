//! An explanation as JSON; docs/explain.schema.json describes it.

use serde_json::{Value, json};

use crate::explanation::{Accused, Executed, Failed, Report};

/// Version of the format: raised when a field changes its meaning or goes.
const VERSION: u32 = 1;

/// The report as one JSON object.
pub fn explanation_json(report: &Report) -> String {
    let suspects: Vec<Value> = report.suspects.iter().enumerate().map(|(i, s)| suspect(i + 1, s)).collect();
    let frontiers: Vec<Value> = report
        .frontiers
        .iter()
        .map(|f| {
            let members: Vec<Value> =
                f.members.iter().map(|(at, polluted)| json!({"at": executed(at), "polluted": polluted})).collect();
            json!({"members": members, "domain": f.domain})
        })
        .collect();
    let value = json!({
        "format": "whydunit-explanation",
        "version": VERSION,
        "tool": format!("whydunit {}", env!("CARGO_PKG_VERSION")),
        "failure": failure(&report.failed),
        "settled": report.is_settled(),
        "suspects": suspects,
        "path": report.path.iter().map(step).collect::<Vec<_>>(),
        "path_gap": report.gap.map(|(behind, count)| json!({"behind": behind, "count": count})),
        "frontiers": frontiers,
        "unsettled": report.unsettled,
        "effort": {"instances": report.domain, "reruns": report.reruns, "instructions": report.duration},
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
        "instance": instance(at), "did": at.did,
    })
}

/// A step of a fault's way.
fn step(at: &Executed) -> Value {
    let mut value = executed(at);
    value["instead"] = json!(at.instead);
    value
}

fn instance(at: &Executed) -> Value {
    json!({"time": at.time.0, "occurrence": at.occurrence})
}

fn suspect(rank: usize, suspect: &Accused) -> Value {
    let at = &suspect.at;
    let missing = suspect.missing_code.as_ref().or(suspect.sentence.as_ref().filter(|_| suspect.adds));
    json!({
        "rank": rank, "file": at.file, "line": at.line, "column": at.column, "function": at.function,
        "text": at.text, "instance": instance(at), "did": at.did, "was": suspect.was, "instead": suspect.instead,
        "sentence": suspect.sentence, "verified": suspect.verified, "mended": suspect.mended, "undefined": suspect.undefined,
        "missing_code": suspect.adds || suspect.missing_code.is_some(), "missing": missing,
        "distance": suspect.distance, "method": suspect.method,
    })
}
