//! A page about interactive debugging: every breakpoint with its answers.

use whydunit_locate::interactive::{Answer, Doubt};

use super::marks::{COLUMNS, Marks, card, facts_of, failure_below, picture, wrong_below};
use super::text::excerpts;
use super::{Card, Page, Picture};
use crate::debug::{Answered, Asked, Charged, Debugged};
use crate::drawing::Mark;
use crate::explanation::Executed;
use crate::paint::fit;
use crate::wording::count;

/// Limits on the suspects and breakpoints of a page.
const SUSPECTS: usize = 10;
const BREAKPOINTS: usize = 40;

/// Builds the page: suspects, the chain to the failure, each breakpoint with its answers, and the source.
pub fn page_of_debugging(debugged: &Debugged) -> Page {
    let mut marks = Marks::default();
    debugged.failed.at.iter().for_each(|at| marks.add(at, "failure", vec![debugged.failed.headline.clone()]));
    for suspect in debugged.suspects.iter().take(SUSPECTS) {
        let mark = if suspect.doubt <= Doubt::Failure { "suspect" } else { "asked" };
        marks.add(&suspect.at, mark, vec![suspect.sentence.clone()]);
    }
    debugged.path.iter().for_each(|at| marks.add(at, "chain", Vec::new()));
    for round in &debugged.rounds {
        for (item, answer) in round.stop.items.iter().zip(&round.answers) {
            let said = answer.map_or("not asked", Answer::name);
            marks.add(&item.at, "asked", vec![format!("{}: {said}", item.sentence())]);
        }
    }
    let (files, left_out) = excerpts(marks.files());
    let mut notes = Vec::new();
    if !debugged.finished {
        notes.push("Questions are left: continue with `whydunit debug --answers FILE`.".to_string());
    }
    if left_out > 0 {
        notes.push(format!("{left_out} lines did not fit this page; --json has all."));
    }
    let hidden = debugged.rounds.len().saturating_sub(BREAKPOINTS);
    if hidden > 0 {
        notes.push(format!("{} more answered and not drawn.", count(hidden, "breakpoint")));
    }
    let searched = format!(
        "{}; {} may hold the fault after {}",
        debugged.led(),
        debugged.domain.1,
        count(debugged.rounds.len(), "breakpoint")
    );
    Page {
        title: debugged.failed.headline.clone(),
        facts: facts_of(&debugged.failed, searched),
        suspects: debugged.suspects.iter().take(SUSPECTS).map(charged).collect(),
        found: debugged.is_found(),
        chain: debugged.path.iter().map(card).collect(),
        steps: debugged.rounds.iter().take(BREAKPOINTS).enumerate().map(|(n, r)| step(n, r, debugged)).collect(),
        files,
        notes,
    }
}

fn charged(suspect: &Charged) -> Card {
    let mut card = Card { name: suspect.place.clone(), ..card(&suspect.at) };
    card.remarks = vec![suspect.sentence.clone()];
    card
}

fn step(number: usize, round: &Answered, debugged: &Debugged) -> Picture {
    let mark = |answer: &Option<Answer>| match answer {
        Some(Answer::Right) => Mark::Right,
        Some(Answer::Wrong) => Mark::Wrong,
        Some(Answer::DontKnow) | None => Mark::Plain,
    };
    let member = |(item, answer): (&Asked, &Option<Answer>)| {
        let said = answer.map_or("not asked", Answer::name);
        (Executed { did: note(said, item), ..item.at.clone() }, mark(answer))
    };
    let members: Vec<(Executed, Mark)> = round.stop.items.iter().zip(&round.answers).map(member).collect();
    let quality = round.stop.quality;
    let (right, wrong) = quality.left;
    let caption = format!(
        "{}{}Ruled out {:.0}\u{a0}%. Of {}, {right} would be left if all is right, {wrong} if not; {} left{}.",
        round.stop.onward.iter().map(|onward| format!("{onward} ")).collect::<String>(),
        round.stop.arrays.iter().map(|array| format!("Here {array}. ")).collect::<String>(),
        100.0 * round.removed,
        round.stop.in_question().trim_end_matches(','),
        if round.left == 1 { "1 is".into() } else { format!("{} are", round.left) },
        round.widened.map_or_else(String::new, |why| format!(": {why}")),
    );
    let rest = count(round.stop.domain, if round.stop.in_row { "execution" } else { "executed statement" });
    let wrong = |asked: &Asked| wrong_below(&asked.at, &note("wrong", asked));
    let below = match &round.stop.explains[..] {
        [] => vec![failure_below(&debugged.failed)],
        known => known.iter().map(wrong).collect(),
    };
    let mut drawn = picture((format!("Breakpoint {}", number + 1), caption), rest, &members, below);
    // The first box stands for the rest of the domain. Tooltips contain the uncut text.
    for (node, (item, answer)) in drawn.drawing.nodes[1..].iter_mut().zip(round.stop.items.iter().zip(&round.answers)) {
        let said = answer.map_or("not asked", Answer::name);
        node.hover = format!("{}  {}\n{}: {said}", item.place(), item.at.text, item.sentence());
    }
    drawn
}

/// The note of a box: the answer about an item and the item's value.
fn note(said: &str, item: &Asked) -> String {
    let (verb, value) = (item.verb(), fit(&item.state(), COLUMNS / 2));
    let room = COLUMNS.saturating_sub(said.len() + value.chars().count() + verb.len() + ":   ".len());
    format!("{said}: {} {verb} {value}", fit(&item.expression, room))
}
