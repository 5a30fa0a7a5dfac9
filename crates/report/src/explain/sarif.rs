//! Renders an explanation as SARIF 2.1.0: one result per suspect, with the path to the failure as a code flow.

use serde_json::{Value, json};

use crate::explain::proven;
use crate::explanation::{Accused, Executed, Report};

/// Maximum number of suspects that become results.
const SHOWN: usize = 10;

/// The report as a SARIF log.
pub fn explanation_sarif(report: &Report) -> String {
    let results: Vec<Value> =
        report.suspects.iter().take(SHOWN).enumerate().map(|(i, s)| result(report, i, s)).collect();
    let value = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "whydunit",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": [rule("suspect", "A statement that may be the cause of a failing run")],
            }},
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&value).unwrap_or_default()
}

fn rule(id: &str, text: &str) -> Value {
    json!({"id": id, "shortDescription": {"text": text}})
}

fn result(report: &Report, index: usize, suspect: &Accused) -> Value {
    let mut text = format!("Suspect {} of: {}.", index + 1, report.failed.headline);
    if let Some(sentence) = proven(suspect) {
        text += &format!(" {sentence}.");
    }
    if let Some(missing) = &suspect.missing_code {
        text += &format!(" {missing}.");
    }
    let mut value = json!({
        "ruleId": "suspect",
        "level": if suspect.verified { "error" } else { "warning" },
        "rank": 100.0 / (index as f64 + 1.0),
        "message": {"text": text},
        "locations": [location(&suspect.at, None)],
    });
    if index == 0 && report.path.len() > 1 {
        let locations: Vec<Value> =
            report.path.iter().map(|at| json!({"location": location(at, Some(&at.came_to()))})).collect();
        value["codeFlows"] = json!([{"threadFlows": [{"locations": locations}]}]);
    }
    value
}

fn location(at: &Executed, message: Option<&str>) -> Value {
    let mut region = json!({"startLine": at.line.max(1), "snippet": {"text": at.text}});
    if at.column > 0 {
        region["startColumn"] = json!(at.column);
    }
    let mut value = json!({
        "physicalLocation": {"artifactLocation": {"uri": uri(&at.file)}, "region": region},
        "logicalLocations": [{"name": at.function, "kind": "function"}],
    });
    if let Some(text) = message.filter(|t| !t.is_empty()) {
        value["message"] = json!({"text": text});
    }
    value
}

/// A file name as a URI reference.
fn uri(file: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/".contains(&b);
    let escaped: String =
        file.bytes().map(|b| if plain(b) { (b as char).to_string() } else { format!("%{b:02X}") }).collect();
    if file.starts_with('/') { format!("file://{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn files_become_uris() {
        assert_eq!(uri("a b.c"), "a%20b.c");
        assert_eq!(uri("/x/y.c"), "file:///x/y.c");
    }
}
