//! An explanation as text, for 80 columns.

use crate::explanation::{Accused, Executed, Failed, Report};

/// How many suspects are shown.
const SHOWN: usize = 5;
/// Text is broken before this column.
const WIDTH: usize = 80;

/// Renders a report: what failed, the suspects, how the fault travelled, what is left open.
pub fn render_explanation(report: &Report, verbose: bool) -> String {
    let mut text = what_failed(&report.failed);
    text += "\nSuspects\n";
    for (index, suspect) in report.suspects.iter().take(SHOWN).enumerate() {
        text += &accused(index + 1, suspect);
    }
    if report.suspects.is_empty() {
        text += "  none: nothing in the program's own code leads to the failure\n";
    }
    if report.path.len() > 1 {
        text += "\nHow it got from 1 to the failure\n";
        text += &travelled(&report.path);
    }
    if verbose {
        text += &frontiers(report);
    }
    if !report.unsettled.is_empty() {
        text += "\nNot settled\n";
        report.unsettled.iter().for_each(|note| text += &wrapped(note, "  "));
    }
    text += &format!(
        "\n{} instances lead to the failure; {} frontiers asked, {} reruns.\n",
        report.domain,
        report.frontiers.len(),
        report.reruns
    );
    text
}

pub(crate) fn what_failed(failed: &Failed) -> String {
    let mut text = wrapped(&format!("Failure: {}", failed.headline), "");
    if let Some(expected) = &failed.expected {
        text += &format!("  expected: {expected}\n");
    }
    if let Some(actual) = &failed.actual {
        text += &format!("  actual:   {actual}\n");
    }
    if let Some(at) = &failed.at {
        text += match failed.kind {
            "wrong-output" => "written by\n",
            "missing-output" | "exit-status" | "missing-file" | "judged" => "the run ended at\n",
            "hang" => "it was then at\n",
            "assertion" => "just before\n",
            _ => "at\n",
        };
        text += &statement(at);
    }
    text
}

fn accused(rank: usize, suspect: &Accused) -> String {
    let at = &suspect.at;
    let mut text = format!("{rank:>3}. {}:{}  {}\n", at.file, at.line, at.text);
    if let Some(sentence) = &suspect.sentence {
        let proof = match (suspect.verified, suspect.mended) {
            (true, _) => " (verified)",
            (false, true) => " (verified for the wrong part, not for all that follows)",
            _ => "",
        };
        text += &wrapped(&format!("{sentence}{proof}"), "     ");
    }
    if !at.did.is_empty() {
        text += &wrapped(&at.did, "     ");
    }
    if let Some(missing) = &suspect.missing_code {
        text += &wrapped(missing, "     ");
    }
    text
}

/// The links of a path; what did the same over and over is shown once.
fn travelled(path: &[Executed]) -> String {
    let same = |a: &Executed, b: &Executed| (&a.file, a.line, &a.did) == (&b.file, b.line, &b.did);
    let mut text = String::new();
    for run in path.chunk_by(same) {
        text += &statement(&run[0]);
        if run.len() > 1 {
            text += &format!("      ({} times)\n", run.len());
        }
    }
    text
}

/// One statement instance: place, source line, values.
pub(crate) fn statement(at: &Executed) -> String {
    let mut text = format!("  {}:{}  {}\n", at.file, at.line, at.text);
    if !at.did.is_empty() {
        text += &wrapped(&at.did, "      ");
    }
    text
}

fn frontiers(report: &Report) -> String {
    let mut text = String::from("\nFrontiers asked (* polluted)\n");
    for frontier in &report.frontiers {
        let show = |(at, polluted): &(Executed, bool)| format!("line {}{}", at.line, if *polluted { "*" } else { "" });
        let members = frontier.members.iter().map(show).collect::<Vec<_>>().join(", ");
        text += &wrapped(&format!("{members} of {} instances", frontier.domain), "  ");
    }
    text
}

/// Text broken at spaces, each line indented.
pub(crate) fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = indent.to_string();
    for word in text.split(' ') {
        if line.chars().count() + word.chars().count() + 1 > WIDTH && line.trim() != "" {
            lines += line.trim_end();
            lines.push('\n');
            line = indent.to_string();
        }
        line += word;
        line.push(' ');
    }
    lines + line.trim_end() + "\n"
}
