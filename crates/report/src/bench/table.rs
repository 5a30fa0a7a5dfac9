//! Tables: Markdown for people, CSV for programs. Times have separate tables because only they differ between runs.

use std::fmt::Write;

use whydunit_suite::{MethodSummary, Summary, Timed};

/// Maximum number of cases named per reason for a missing measurement.
const NAMED: usize = 4;

/// The summary of suites as Markdown: all cases, the cases that every method measured, and the missing measurements
/// with their reasons.
pub fn markdown(all: &Summary, common: &Summary) -> String {
    let mut text = format!("{} cases.\n\n", all.cases);
    text += &methods_table(all);
    if common.cases != all.cases && common.cases > 0 {
        let _ = write!(text, "\nOver the {} cases that every method measured:\n\n", common.cases);
        text += &methods_table(common);
    }
    text + &unmeasured(all)
}

fn methods_table(summary: &Summary) -> String {
    let mut text = String::from(
        "| method | scored | Top-1 | Top-3 | Top-5 | Top-10 | #Stmt mean | #Stmt median | T-score | Dist | PDG score | \
         #Bkpt | #Inst | Reduce % | reruns | budget used up |\n|---|",
    );
    text += &"---:|".repeat(15);
    text.push('\n');
    summary.methods.iter().for_each(|m| text += &method_row(m));
    text
}

fn method_row(m: &MethodSummary) -> String {
    let top = m.top.map(|n| n.to_string()).join(" | ");
    let defined = |(value, of): (f64, usize), digits: usize| match of {
        0 => "-".to_string(),
        n if n < m.scored => format!("{value:.digits$} ({n})"),
        _ => format!("{value:.digits$}"),
    };
    let dialogue = m.dialogue.map_or_else(
        || "- | - | -".to_string(),
        |(breakpoints, instances, reduce)| format!("{breakpoints:.1} | {instances:.1} | {:.0}", reduce * 100.0),
    );
    let scored = |value: f64, digits: usize| defined((value, m.scored), digits);
    format!(
        "| {} | {} | {top} | {} | {} | {} | {} | {} | {dialogue} | {:.0} | {} |\n",
        m.method,
        m.scored,
        scored(m.read.0, 1),
        scored(m.read.1, 1),
        scored(m.t_score, 3),
        defined(m.distance, 2),
        defined(m.pdg_score, 3),
        m.reruns,
        m.incomplete
    )
}

fn unmeasured(all: &Summary) -> String {
    if all.unmeasured.is_empty() {
        return "\nEvery case was measured with every method.\n".into();
    }
    let mut text = String::from(
        "\nNot measured, or not in full:\n\n| what | methods | cases | why | such as |\n|---|---|---:|---|---|\n",
    );
    for part in &all.unmeasured {
        let named = part.cases.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        let why: String = part.why.replace(['|', '\n'], " ").chars().take(160).collect();
        let (what, methods, count) = (part.status.words(), part.methods.join(", "), part.cases.len());
        let _ = writeln!(text, "| {what} | {methods} | {count} | {why} | {named} |");
    }
    text
}

/// Seconds per method as Markdown.
pub fn times_markdown(all: &Summary) -> String {
    let mut text = String::from("| method | median s | 90 % s | largest s |\n|---|---:|---:|---:|\n");
    for m in &all.methods {
        let (median, most, largest) = m.seconds;
        let _ = writeln!(text, "| {} | {median:.2} | {most:.2} | {largest:.2} |", m.method);
    }
    text
}

/// CSV with one line per case and method, without times.
pub fn csv(results: &[Timed]) -> String {
    let mut text = String::from(
        "case,method,status,listed,read,t_score,distance,pdg_score,reported,ranked,code_lines,executed_lines,run_steps,\
         reruns,complete,breakpoints,instances,reduce,failure,kind,missing_code,faults,why\n",
    );
    for result in results.iter().map(|t| &t.result) {
        let scores = result.scores();
        let score = |pick: &dyn Fn(&whydunit_suite::Scores) -> String| scores.as_ref().map_or_else(String::new, pick);
        let found =
            |pick: &dyn Fn(&whydunit_suite::Found) -> String| result.found.as_ref().map_or_else(String::new, pick);
        let asked = |pick: &dyn Fn(&whydunit_suite::Dialogue) -> String| {
            found(&|f| f.dialogue.as_ref().map_or_else(String::new, pick))
        };
        let facts = &result.case_facts;
        let fields = [
            result.case.clone(),
            result.method.clone(),
            result.status.words().into(),
            score(&|s| s.listed.to_string()),
            score(&|s| s.read.to_string()),
            score(&|s| format!("{:.6}", s.t_score)),
            score(&|s| s.distance.map_or_else(String::new, |d| d.to_string())),
            score(&|s| s.pdg_score.map_or_else(String::new, |d| format!("{d:.6}"))),
            found(&|f| f.reported.to_string()),
            found(&|f| f.ranked.to_string()),
            found(&|f| f.code_lines.to_string()),
            found(&|f| f.executed_lines.to_string()),
            found(&|f| f.run_steps.to_string()),
            found(&|f| f.reruns.to_string()),
            found(&|f| f.complete.to_string()),
            asked(&|d| d.breakpoints.to_string()),
            asked(&|d| d.instances.to_string()),
            asked(&|d| format!("{:.6}", d.reduce)),
            facts.failure.clone().unwrap_or_default(),
            facts.kind.clone().unwrap_or_default(),
            facts.missing_code.to_string(),
            facts.faults.to_string(),
            result.why.clone().unwrap_or_default(),
        ];
        text += &fields.map(|f| quoted(&f)).join(",");
        text.push('\n');
    }
    text
}

/// Quotes a CSV field where needed.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(quoted("plain"), "plain");
    }

    #[test]
    fn a_row_has_as_many_fields_as_the_head() {
        let summary = Summary { methods: vec![MethodSummary::default()], cases: 1, ..Summary::default() };
        let table = methods_table(&summary);
        let counts: Vec<usize> = table.lines().map(|l| l.matches('|').count()).collect();
        assert_eq!(counts, [17, 17, 17]);
    }
}
