//! An explanation as text, for 80 columns.

use crate::explanation::{Accused, Executed, Failed, Report};
use crate::paint::{Paint, WIDTH, fit};
use crate::wording::count;

/// How many suspects are shown.
const SHOWN: usize = 5;

/// Renders a report: what failed, the suspects, how the fault travelled, what is left open, what to do next.
pub fn render_explanation(report: &Report, verbose: bool, paint: Paint) -> String {
    let mut text = what_failed(&report.failed, paint);
    text += &format!("\n{}\n", paint.strong("Suspects"));
    for (index, suspect) in report.suspects.iter().take(SHOWN).enumerate() {
        text += &accused(index + 1, suspect, paint);
    }
    if report.suspects.is_empty() {
        text += "  none: nothing in the program's own code leads to the failure\n";
    }
    if report.path.len() > 1 {
        let both = report.path.iter().any(|at| at.instead.is_some());
        let heading = if both { " (fixed: what a run with that change does)" } else { "" };
        text += &format!("\n{}{heading}\n", paint.strong("How it got from 1 to the failure"));
        text += &travelled(report, paint);
    }
    if verbose {
        text += &frontiers(report, paint);
    }
    if !report.unsettled.is_empty() {
        text += &format!("\n{}\n", paint.strong("Not settled"));
        report.unsettled.iter().for_each(|note| text += &wrapped(note, "  "));
    }
    text += &format!("\n{}\n", paint.strong("What to do next"));
    next_steps(report).iter().for_each(|step| text += &wrapped(step, "  "));
    let figures = format!(
        "{} to the failure; {} asked, {}.",
        match report.domain {
            1 => "1 instance leads".into(),
            n => format!("{n} instances lead"),
        },
        count(report.frontiers.len(), "frontier"),
        count(report.reruns as usize, "rerun")
    );
    text + &format!("\n{}\n", paint.faint(&figures))
}

/// What a person can do with a report.
fn next_steps(report: &Report) -> Vec<String> {
    let mut steps = Vec::new();
    if let Some(first) = report.suspects.first() {
        let place = first.at.place();
        let look =
            if report.is_settled() { "Read the first suspect's line in its context" } else { "Look at the suspects" };
        steps.push(format!(
            "{look}; `whydunit trace why {place}` with the same program and arguments says what led there."
        ));
    }
    steps.push(
        "If it is something else, say what you know with --right FILE:LINE or --wrong FILE:LINE, or let `whydunit \
         debug` ask you about values, with the same options."
            .into(),
    );
    steps
}

pub(crate) fn what_failed(failed: &Failed, paint: Paint) -> String {
    let headline = wrapped(&format!("Failure: {}", failed.headline), "");
    let mut text: String = headline.lines().map(|line| paint.alarm(line) + "\n").collect();
    if let Some(expected) = &failed.expected {
        text += &format!("  expected: {}\n", delimited(expected));
    }
    if let Some(actual) = &failed.actual {
        text += &format!("  actual:   {}\n", delimited(actual));
    }
    if let Some(at) = &failed.at {
        text += match failed.kind {
            "wrong-output" => "written by\n",
            "missing-output" | "exit-status" | "missing-file" | "judged" => "the run ended at\n",
            "hang" => "it was then at\n",
            "assertion" => "just before\n",
            _ => "at\n",
        };
        text += &statement(at, paint);
    }
    text
}

/// A line in quotes where one could not see where it begins or ends.
fn delimited(line: &str) -> String {
    if line.starts_with(' ') || line.ends_with(' ') { format!("\"{line}\"") } else { line.into() }
}

fn accused(rank: usize, suspect: &Accused, paint: Paint) -> String {
    let at = &suspect.at;
    let mut text = format!("{rank:>3}. {}\n", source_line(at, 5, paint));
    if let Some(sentence) = &suspect.sentence {
        let proof = if suspect.verified || suspect.mended { " (verified)" } else { "" };
        text += &wrapped(&format!("{sentence}{proof}"), "     ").replace("(verified)", &paint.value("(verified)"));
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
fn travelled(report: &Report, paint: Paint) -> String {
    let same =
        |a: &Executed, b: &Executed| (&a.file, a.line, &a.did, &a.instead) == (&b.file, b.line, &b.did, &b.instead);
    let (before, after) = report.path.split_at(report.gap.map_or(report.path.len(), |gap| gap.0));
    let links = |path: &[Executed]| {
        let mut text = String::new();
        for run in path.chunk_by(same) {
            text += &statement(&run[0], paint);
            if run.len() > 1 {
                text += &format!("      ({} times)\n", run.len());
            }
        }
        text
    };
    let gap = report.gap.map_or_else(String::new, |(_, count)| format!("  … {count} more steps\n"));
    links(before) + &gap + &links(after)
}

/// One statement instance: place, source line, values.
pub(crate) fn statement(at: &Executed, paint: Paint) -> String {
    let mut text = format!("  {}\n", source_line(at, 2, paint));
    let came_to = at.came_to();
    if !came_to.is_empty() {
        text += &wrapped(&came_to, "      ");
    }
    text
}

/// Place and source line, cut to what fits behind `indent` columns.
fn source_line(at: &Executed, indent: usize, paint: Paint) -> String {
    let place = at.place();
    let left = WIDTH.saturating_sub(indent + place.chars().count() + 2).max(20);
    let text = if at.text.is_empty() { "(the source is not there)" } else { &at.text };
    format!("{}  {}", paint.place(&place), fit(text, left))
}

fn frontiers(report: &Report, paint: Paint) -> String {
    let mut text = format!("\n{}\n", paint.strong("Frontiers asked (* polluted)"));
    for frontier in &report.frontiers {
        let show = |(at, polluted): &(Executed, bool)| format!("{}{}", at.place(), if *polluted { "*" } else { "" });
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
