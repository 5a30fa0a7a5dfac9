//! A page about an explanation.

use super::marks::{Marks, card, facts_of, failure_below, picture};
use super::text::excerpts;
use super::{Card, Page, Picture};
use crate::drawing::Mark;
use crate::explain::{brief_origin, statistics};
use crate::explanation::{Accused, Executed, Report, SearchStep};
use crate::wording::count;

/// Limits on the suspects and search steps of a page.
const SUSPECTS: usize = 10;
const STEPS: usize = 24;

/// Builds the page: suspects, the chain to the failure, each search step, and the source.
pub fn page_of_explanation(report: &Report) -> Page {
    let mut marks = Marks::default();
    report.failed.at.iter().for_each(|at| marks.add(at, "failure", vec![report.failed.headline.clone()]));
    for (rank, suspect) in report.suspects.iter().take(SUSPECTS).enumerate() {
        let heading = format!("suspect {}", rank + 1);
        let mark = if suspect.verified || suspect.partly_fixed { "suspect" } else { "tried" };
        marks.add(&suspect.at, mark, [Some(heading), suspect.sentence.clone()].into_iter().flatten().collect());
    }
    report.path.iter().for_each(|at| marks.add(at, "chain", Vec::new()));
    for step in report.search_steps.iter().take(STEPS) {
        for (at, helps) in &step.tried {
            let judged = if *helps { "a change here helps" } else { "no change here helps" };
            marks.add(at, "tried", vec![judged.to_string()]);
        }
    }
    let (files, left_out) = excerpts(marks.files());
    let mut notes: Vec<String> = report.unsettled.iter().map(|open| open.sentence.clone()).collect();
    if left_out > 0 {
        notes.push(format!("{left_out} lines did not fit this page; --json has all."));
    }
    let hidden = report.search_steps.len().saturating_sub(STEPS);
    if hidden > 0 {
        notes.push(format!("Further search steps, not drawn here: {hidden}."));
    }
    Page {
        title: report.failed.headline.clone(),
        facts: facts(report),
        suspects: report.suspects.iter().take(SUSPECTS).map(accused).collect(),
        chain: report.path.iter().map(card).collect(),
        steps: report.search_steps.iter().take(STEPS).enumerate().map(|(n, f)| step(n, f, report)).collect(),
        files,
        found: false,
        notes,
    }
}

fn facts(report: &Report) -> Vec<(String, String)> {
    let mut facts = facts_of(&report.failed, statistics(report));
    let origins: Vec<String> = report.origins.iter().map(brief_origin).collect();
    if !origins.is_empty() {
        facts.insert(facts.len() - 1, ("Memory".into(), origins.join("\n")));
    }
    facts
}

fn accused(suspect: &Accused) -> Card {
    let mut card = card(&suspect.at);
    card.remedy = suspect.sentence.clone();
    card.verified = suspect.verified;
    card.suggestion = suspect.suggestion.clone();
    card.remarks.extend(suspect.missing_code.clone());
    card
}

/// A search step as a picture.
fn step(number: usize, step: &SearchStep, report: &Report) -> Picture {
    let helpful = step.tried.iter().filter(|(_, helps)| *helps).count();
    let caption = match (helpful, step.tried.len()) {
        (0, _) => "No change here helps: the search goes on after these statements.".to_string(),
        (w, n) if w == n => "Changes here help: the search goes on before these statements.".into(),
        (w, n) => format!("A change of {w} of these {n} helps: the search goes on before it."),
    };
    let member = |m: &(Executed, bool)| (m.0.clone(), if m.1 { Mark::Wrong } else { Mark::Right });
    let members: Vec<(Executed, Mark)> = step.tried.iter().map(member).collect();
    picture(
        (format!("Search step {}", number + 1), caption),
        count(step.candidates, "executed statement"),
        &members,
        vec![failure_below(&report.failed)],
    )
}
