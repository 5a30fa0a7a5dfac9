//! The result of debugging as JSON; docs/json.md describes it.

use serde_json::{Value, json};
use whydunit_locate::interactive::{Doubt, Judged};

use super::asked::Asked;
use super::debugged::{Answered, Charged, Debugged};
use crate::explain::json::{executed, failure};

/// Version of the format; raised when a field is removed or changes its meaning.
const VERSION: u32 = 2;

/// The report as one JSON object.
pub fn debugged_json(report: &Debugged) -> String {
    let value = json!({
        "format": "whydunit-debug",
        "version": VERSION,
        "tool": format!("whydunit {}", env!("CARGO_PKG_VERSION")),
        "failure": failure(&report.failed),
        "found": report.is_found(),
        "finished": report.finished,
        "suspects": report.suspects.iter().map(suspect).collect::<Vec<_>>(),
        "path": report.path.iter().map(executed).collect::<Vec<_>>(),
        "breakpoints": report.rounds.iter().map(round).collect::<Vec<_>>(),
        "executed_statements": report.domain.0,
        "executed_statements_in_run": report.whole,
        "left": report.domain.1,
        "renamed": report.renamed.iter().map(|(ours, theirs)| json!({"function": ours, "reference": theirs})).collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
}

fn suspect(suspect: &Charged) -> Value {
    let doubt = match suspect.doubt {
        Doubt::Wrong => "wrong",
        Doubt::Called => "called",
        Doubt::Missing => "missing",
        Doubt::Failure => "failure",
        Doubt::Unknown => "unknown",
        Doubt::Unasked => "unasked",
    };
    json!({"at": executed(&suspect.at), "doubt": doubt, "sentence": suspect.sentence})
}

fn round(round: &Answered) -> Value {
    let stop = &round.stop;
    let items: Vec<Value> = stop.items.iter().zip(&round.answers).map(|(i, a)| item(i, a.map(|a| a.name()))).collect();
    json!({
        "at": executed(&stop.at), "execution": stop.visit.0, "executions": stop.visit.1, "items": items,
        "judged": if round.judged == Judged::Asked { "asked" } else { "correct-output" },
        "relevance": stop.quality.relevance, "ease": stop.quality.items,
        "ruled_out": {"if_right": stop.quality.if_right, "if_wrong": stop.quality.if_wrong, "actual": round.removed},
        "candidates": stop.domain, "nearest_of": stop.whole, "left": round.left, "in_row": stop.in_row, "arrays": stop.arrays,
        "onward": stop.onward,
    })
}

fn item(item: &Asked, answer: Option<&str>) -> Value {
    json!({
        "at": executed(&item.at), "execution": item.visit.0, "executions": item.visit.1, "time": item.time.0,
        "expression": item.expression, "value": item.value, "points": item.points, "with": item.with, "answer": answer,
    })
}
