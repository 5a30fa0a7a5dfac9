//! A page of an explanation.

use super::marks::{Marks, card, facts_of, failure_below, picture};
use super::text::excerpts;
use super::{Card, Page, Picture};
use crate::drawing::Mark;
use crate::explanation::{Accused, Executed, Frontier, Report};
use crate::wording::count;

/// Suspects and frontiers on the page.
const SUSPECTS: usize = 10;
const FRONTIERS: usize = 24;

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
        found: false,
        notes,
    }
}

fn facts(report: &Report) -> Vec<(String, String)> {
    let searched = format!(
        "{} statement instances lead to the failure; {} asked, {} reruns",
        report.domain,
        count(report.frontiers.len(), "frontier"),
        report.reruns
    );
    facts_of(&report.failed, searched)
}

fn accused(suspect: &Accused) -> Card {
    let mut card = card(&suspect.at);
    card.remedy = suspect.sentence.clone();
    card.verified = suspect.verified;
    card.remarks.extend(suspect.missing_code.clone());
    card
}

/// A frontier as a picture.
fn step(number: usize, frontier: &Frontier, report: &Report) -> Picture {
    let wrong = frontier.members.iter().filter(|m| m.1).count();
    let caption = match (wrong, frontier.members.len()) {
        (0, _) => "No change here made the run right: what comes after is looked at next.".to_string(),
        (w, n) if w == n => "Changes here make the run right: what leads to them is looked at next.".into(),
        (w, n) => format!("{w} of {n} can be changed so that the run is right: what leads to them is looked at next."),
    };
    let member = |m: &(Executed, bool)| (m.0.clone(), if m.1 { Mark::Wrong } else { Mark::Right });
    let members: Vec<(Executed, Mark)> = frontier.members.iter().map(member).collect();
    picture(
        (format!("Frontier {}", number + 1), caption),
        count(frontier.domain, "instance"),
        &members,
        vec![failure_below(&report.failed)],
    )
}
