//! A page of an explanation.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::text::{Marked, excerpts};
use super::{Card, Page, Picture, Row, Spot};
use crate::drawing::{Arrow, Drawing, Mark, Node};
use crate::explanation::{Accused, Executed, Frontier, Report};
use crate::paint::fit;

/// Suspects and frontiers on the page.
const SUSPECTS: usize = 10;
const FRONTIERS: usize = 24;
/// Columns of text in a box.
const COLUMNS: usize = 38;

/// The page: suspects, the chain to the failure, each frontier, and the source.
pub fn page_of_explanation(report: &Report) -> Page {
    let mut marks = Marks::default();
    report.failed.at.iter().for_each(|at| marks.add(at, "failure", vec![report.failed.headline.clone()]));
    for (rank, suspect) in report.suspects.iter().take(SUSPECTS).enumerate() {
        let heading = format!("suspect {}", rank + 1);
        let mark = if suspect.verified || suspect.mended { "suspect" } else { "asked" };
        marks.add(&suspect.at, mark, [Some(heading), suspect.sentence.clone()].into_iter().flatten().collect());
    }
    report.path.iter().for_each(|at| marks.add(at, "chain", Vec::new()));
    for frontier in report.frontiers.iter().take(FRONTIERS) {
        for (at, polluted) in &frontier.members {
            let judged = if *polluted { "changing it changes the outcome" } else { "changing it does not help" };
            marks.add(at, "asked", vec![format!("asked about: {judged}")]);
        }
    }
    let (files, left_out) = excerpts(marks.files());
    let mut notes = report.unsettled.clone();
    if left_out > 0 {
        notes.push(format!("{left_out} lines did not fit this page; --json has all."));
    }
    let hidden = report.frontiers.len().saturating_sub(FRONTIERS);
    if hidden > 0 {
        notes.push(format!("{hidden} more frontiers were asked and are not drawn."));
    }
    Page {
        title: report.failed.headline.clone(),
        facts: facts(report),
        suspects: report.suspects.iter().take(SUSPECTS).map(accused).collect(),
        chain: report.path.iter().map(card).collect(),
        steps: report.frontiers.iter().take(FRONTIERS).enumerate().map(|(n, f)| step(n, f, report)).collect(),
        files,
        notes,
    }
}

fn facts(report: &Report) -> Vec<(String, String)> {
    let failed = &report.failed;
    let mut facts = Vec::new();
    facts.extend(failed.expected.clone().map(|e| ("Expected".to_string(), e)));
    facts.extend(failed.actual.clone().map(|a| ("Actual".to_string(), a)));
    facts.extend(failed.at.as_ref().map(|at| ("Seen at".to_string(), format!("{}:{}  {}", at.file, at.line, at.text))));
    let searched = format!(
        "{} statement instances lead to the failure; {} frontiers asked, {} reruns",
        report.domain,
        report.frontiers.len(),
        report.reruns
    );
    facts.push(("Search".into(), searched));
    facts
}

fn card(at: &Executed) -> Card {
    let place = Spot { file: at.file.clone(), line: at.line };
    let remarks = if at.did.is_empty() { Vec::new() } else { vec![at.did.clone()] };
    Card { place, text: at.text.clone(), remarks, ..Card::default() }
}

fn accused(suspect: &Accused) -> Card {
    let mut card = card(&suspect.at);
    card.remedy = suspect.sentence.clone();
    card.verified = suspect.verified;
    card.remarks.extend(suspect.missing_code.clone());
    card
}

/// A frontier as a picture: what leads to it above, its members, the failure below.
fn step(number: usize, frontier: &Frontier, report: &Report) -> Picture {
    let wrong = frontier.members.iter().filter(|m| m.1).count();
    let caption = match (wrong, frontier.members.len()) {
        (0, _) => "No change here made the run right: what comes after is looked at next.".to_string(),
        (w, n) if w == n => "Changes here make the run right: what leads to them is looked at next.".into(),
        (w, n) => format!("{w} of {n} can be changed so that the run is right: what leads to them is looked at next."),
    };
    let rest = Node {
        title: format!("{} instances", frontier.domain),
        text: String::new(),
        note: String::new(),
        mark: Mark::Rest,
        layer: 0,
        href: None,
    };
    let mut nodes = vec![rest];
    nodes.extend(frontier.members.iter().map(|(at, polluted)| Node {
        title: format!("{}:{}", at.file, at.line),
        text: fit(&at.text, COLUMNS),
        note: fit(&at.did, COLUMNS),
        mark: if *polluted { Mark::Wrong } else { Mark::Right },
        layer: 1,
        href: None,
    }));
    let end = nodes.len();
    let seen = report.failed.at.as_ref().map(|at| format!("{}:{}", at.file, at.line)).unwrap_or_default();
    let text = fit(&report.failed.headline, COLUMNS);
    nodes.push(Node { title: seen, text, note: String::new(), mark: Mark::Failure, layer: 2, href: None });
    let members = 1..end;
    let arrows = members.flat_map(|m| [(0, m), (m, end)]).map(|(from, to)| Arrow { from, to, class: "value" });
    let title = format!("Frontier {}", number + 1);
    Picture { drawing: Drawing { title: title.clone(), nodes, arrows: arrows.collect() }, title, caption }
}

/// Lines that matter, by file, in the order files were met.
#[derive(Default)]
struct Marks {
    files: Vec<(String, PathBuf, BTreeMap<u32, Row>)>,
}

impl Marks {
    /// Adds what is known of a statement. The first reason to show a line stays its mark.
    fn add(&mut self, at: &Executed, mark: &'static str, mut details: Vec<String>) {
        let known = self.files.iter().position(|f| f.0 == at.file);
        let index = known.unwrap_or_else(|| {
            self.files.push((at.file.clone(), at.path.clone(), BTreeMap::new()));
            self.files.len() - 1
        });
        let row = self.files[index].2.entry(at.line).or_insert_with(|| Row {
            number: at.line,
            text: at.text.clone(),
            mark: Some(mark),
            margin: at.did.clone(),
            details: Vec::new(),
        });
        if !at.did.is_empty() {
            details.push(format!("execution {}: {}", at.occurrence, at.did));
        }
        for detail in details {
            if row.details.len() < 12 && !row.details.contains(&detail) {
                row.details.push(detail);
            }
        }
    }

    fn files(self) -> Vec<Marked> {
        let read = |path: &PathBuf| std::fs::read(path).ok().map(|b| String::from_utf8_lossy(&b).into_owned());
        self.files.into_iter().map(|(name, path, rows)| Marked { name, text: read(&path), rows }).collect()
    }
}
