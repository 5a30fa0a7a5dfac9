//! Renders an explanation as text, JSON, SARIF and GitHub annotations.
//! By default the text fits a terminal of 24 lines and 80 columns.

mod failure;
mod github;
pub(crate) mod json;
mod pointees;
mod sarif;
mod snippet;

use crate::explanation::{Accused, Executed, Report};
use crate::paint::{Paint, WIDTH, fit};
use crate::wording::count;

use failure::{brief_failure, whole_origins};
pub(crate) use failure::{brief_origin, what_failed};
pub use github::explanation_github;
pub use json::explanation_json;
pub(crate) use pointees::Pointees;
use pointees::without_pointees;
pub use sarif::explanation_sarif;
pub(crate) use snippet::proven;
use snippet::{keep_proof, snippet};

/// Lines of the default report: a terminal's 24 without the prompt.
const HEIGHT: usize = 23;
/// Ranks of the suspects after the first in the default report.
const FURTHER: std::ops::RangeInclusive<usize> = 2..=4;
/// Suspects with `--verbose`, and one per line.
const SUSPECTS: usize = 10;

/// How a report is shown.
#[derive(Clone, Debug, Default)]
pub struct Screen {
    /// Colours, or none.
    pub paint: Paint,
    /// Also show the chain, the open questions of the search, and statistics.
    pub verbose: bool,
    /// How many suspects to show; by default as many as fit.
    pub suspects: Option<usize>,
    /// The next command to run, as words quoted for a shell.
    pub next: Vec<String>,
}

/// Renders a report: the failure, the suspects, the next command.
pub fn render_explanation(report: &Report, screen: &Screen) -> String {
    if screen.verbose { verbose(report, screen) } else { brief(report, screen) }
}

/// One line per suspect: "FILE:LINE: text".
pub fn render_suspects(report: &Report, suspects: Option<usize>) -> String {
    let shown = report.suspects.iter().take(suspects.unwrap_or(SUSPECTS));
    let line = |suspect: &Accused| {
        let text = proven(suspect).unwrap_or_else(|| suspect.at.text.clone());
        format!("{}:{}: {text}\n", suspect.at.file, suspect.at.line)
    };
    shown.map(line).collect()
}

fn brief(report: &Report, screen: &Screen) -> String {
    let paint = screen.paint;
    let mut pointees = Pointees::default();
    let mut lines = brief_failure(&report.failed, &report.origins, &mut pointees, paint);
    lines.push(String::new());
    match report.suspects.first() {
        Some(first) => lines.extend(snippet(1, first, false, &mut pointees, paint)),
        None => lines.push(NONE.into()),
    }
    let end = ending(report, screen);
    let further = report.suspects.get(1..).unwrap_or_default();
    let shown = match screen.suspects {
        Some(number) => further.iter().take(number.saturating_sub(1)).flat_map(|s| entry(report, s, paint)).collect(),
        None => {
            let room = HEIGHT.saturating_sub(lines.len() + end.len() + 1);
            fitting(&further[..further.len().min(*FURTHER.end())], room, |suspect| entry(report, suspect, paint))
        }
    };
    if !shown.is_empty() {
        lines.push(String::new());
    }
    lines.extend(shown);
    lines.extend(end);
    lines.join("\n") + "\n"
}

/// As many suspects with their sentences as fit into `room` lines; for the first two at least the statement.
fn fitting(suspects: &[Accused], room: usize, entry: impl Fn(&Accused) -> Vec<String>) -> Vec<String> {
    let entries: Vec<Vec<String>> = suspects.iter().map(entry).collect();
    for shown in (*FURTHER.start()..=entries.len()).rev() {
        let lines = entries[..shown].concat();
        if lines.len() <= room {
            return lines;
        }
    }
    let kept = entries.len().min(*FURTHER.start());
    let mut room = room.saturating_sub(kept);
    let mut lines = Vec::new();
    for entry in &entries[..kept] {
        let more = (entry.len() - 1).min(room);
        room -= more;
        lines.extend_from_slice(&entry[..=more]);
    }
    lines
}

/// The lines of a further suspect: its statement and its sentence.
fn entry(report: &Report, suspect: &Accused, paint: Paint) -> Vec<String> {
    let rank = report.suspects.iter().position(|other| std::ptr::eq(other, suspect)).map_or(0, |index| index + 1);
    let mut lines = vec![format!("{rank}. {}", source_line(&suspect.at, 3, paint))];
    let said = proven(suspect).or_else(|| suspect.missing_code.clone());
    if let Some(said) = said {
        lines.push(format!("   {}", keep_proof(&in_one_line(&said), WIDTH - 3)));
    }
    lines
}

/// Removes the part of an overlong sentence that `--verbose` shows.
fn in_one_line(sentence: &str) -> String {
    let sentence = without_pointees(sentence);
    if sentence.chars().count() <= WIDTH - 3 {
        return sentence;
    }
    let model = sentence.find(" (as in line ").and_then(|at| Some((at, at + sentence[at..].find(')')? + 1)));
    model.map_or_else(|| sentence.clone(), |(start, end)| format!("{}{}", &sentence[..start], &sentence[end..]))
}

/// The last lines: open questions in one line, then the next command.
fn ending(report: &Report, screen: &Screen) -> Vec<String> {
    let mut lines = vec![String::new()];
    let is_open = !report.suspects.iter().any(|suspect| suspect.verified);
    if let Some(open) = report.unsettled.first().filter(|open| is_open || open.is_cut_short) {
        lines.push(format!("{}; see --verbose", open.summary));
    }
    lines.extend(command(&screen.next, screen.paint));
    if lines.len() == 1 { Vec::new() } else { lines }
}

/// "Next: COMMAND", broken into lines that a shell joins.
fn command(words: &[String], paint: Paint) -> Vec<String> {
    if words.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::from("Next:")];
    for word in words {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last + 1 + word.chars().count() + " \\".len() > WIDTH && last > 6 {
            lines.last_mut().into_iter().for_each(|line| line.push_str(" \\"));
            lines.push("     ".into());
        }
        lines.last_mut().into_iter().for_each(|line| *line += &format!(" {word}"));
    }
    lines[0] = lines[0].replacen("Next:", &paint.strong("Next:"), 1);
    lines
}

const NONE: &str = "No suspects: nothing in the program's own code leads to the failure.";

fn verbose(report: &Report, screen: &Screen) -> String {
    let paint = screen.paint;
    let mut pointees = Pointees::default();
    let mut text = what_failed(&report.failed, paint) + &whole_origins(&report.origins) + "\n";
    for (index, suspect) in report.suspects.iter().take(screen.suspects.unwrap_or(SUSPECTS)).enumerate() {
        text += &(snippet(index + 1, suspect, true, &mut pointees, paint).join("\n") + "\n\n");
    }
    if report.suspects.is_empty() {
        text += &format!("{NONE}\n\n");
    }
    if report.path.len() > 1 {
        let fixed = report.path.iter().any(|at| at.instead.is_some());
        let heading = if fixed { " (→ value after the fix)" } else { "" };
        text += &format!("{}{heading}\n{}\n", paint.strong("From suspect 1 to the failure"), travelled(report, paint));
    }
    if !report.search_steps.is_empty() {
        text += &(search_steps(report, paint) + "\n");
    }
    if !report.unsettled.is_empty() {
        text += &format!("{}\n", paint.strong("What the search left open"));
        report.unsettled.iter().for_each(|open| text += &wrapped(&open.sentence, "  "));
        text.push('\n');
    }
    text += &(command(&screen.next, paint).join("\n") + "\n");
    text + &format!("{}\n", paint.faint(&statistics(report)))
}

/// The cost of the search.
pub(crate) fn statistics(report: &Report) -> String {
    format!(
        "{} to the failure; {}, {}.",
        match report.leading {
            1 => "1 executed statement leads".into(),
            n => format!("{n} executed statements lead"),
        },
        count(report.search_steps.len(), "search step"),
        count(report.reruns as usize, "rerun")
    )
}

/// The links of a path; repeated links appear once.
fn travelled(report: &Report, paint: Paint) -> String {
    let same =
        |a: &Executed, b: &Executed| (&a.file, a.line, &a.did, &a.instead) == (&b.file, b.line, &b.did, &b.instead);
    let (before, after) = report.path.split_at(report.gap.map_or(report.path.len(), |gap| gap.0));
    let mut pointees = Pointees::default();
    let mut links = |path: &[Executed]| {
        let mut text = String::new();
        for run in path.chunk_by(same) {
            text += &statement(&run[0], &mut pointees, paint);
            if run.len() > 1 {
                text += &format!("      ({} times)\n", run.len());
            }
        }
        text
    };
    let gap = report.gap.map_or_else(String::new, |(_, count)| format!("  … {count} more steps\n"));
    links(before) + &gap + &links(after)
}

/// An executed statement: place, source line, values.
pub(crate) fn statement(at: &Executed, pointees: &mut Pointees, paint: Paint) -> String {
    let mut text = format!("  {}\n", source_line(at, 2, paint));
    let came_to = pointees.shorten(&at.came_to());
    if !came_to.is_empty() {
        text += &wrapped(&came_to, "      ");
    }
    text
}

/// Place and source line, cut to the columns left after `indent`.
fn source_line(at: &Executed, indent: usize, paint: Paint) -> String {
    let place = at.place();
    let left = WIDTH.saturating_sub(indent + place.chars().count() + 2).max(20);
    let text = if at.text.is_empty() { "(the source cannot be read)" } else { &at.text };
    format!("{}  {}", paint.place(&place), fit(text, left))
}

fn search_steps(report: &Report, paint: Paint) -> String {
    let mut text = format!("{}\n", paint.strong("Search steps (* a change here helps)"));
    for step in &report.search_steps {
        let show = |(at, helps): &(Executed, bool)| format!("{}{}", at.place(), if *helps { "*" } else { "" });
        let tried = step.tried.iter().map(show).collect::<Vec<_>>().join(", ");
        text += &wrapped(&format!("{tried} (of {})", count(step.candidates, "executed statement")), "  ");
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
