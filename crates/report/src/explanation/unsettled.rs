//! What an explanation did not settle, and why.

use whydunit_locate::symbolic::Pinned;
use whydunit_locate::{ExplanationFacts, OpenQuestions, Verdict};
use whydunit_program::Program;

use crate::source::{file_name, place_of};

/// So many places are named.
const PLACES: usize = 4;

/// What was not settled, in whole sentences.
pub(super) fn unsettled(program: &Program, facts: &ExplanationFacts) -> Vec<String> {
    let search = &facts.search;
    let mut notes = Vec::new();
    if search.stopped {
        notes.push(
            "The search was stopped before it was through; the order of suspects may change with more time.".into(),
        );
    } else if let Some(budget) = search.used_up {
        notes.push(format!("The search used up its budget of {budget} instructions in reruns (--effort raises it)."));
    }
    if let Some(nearest) = search.only_nearest {
        notes.push(format!(
            "Of what leads to the failure only the nearest {nearest} executed statements were looked at."
        ));
    }
    notes.extend(left_open(program, &search.open));
    if search.best != Some(Verdict::Passed) && search.omissions_left_out > 0 {
        notes.push(
            "Of decisions that were made very often only the latest were held to have left something undone; an \
             earlier one may be to blame."
                .into(),
        );
    }
    match search.best {
        Some(Verdict::Passed) => {}
        Some(Verdict::PartlyFixed) if facts.failure.expectation.is_default() => {
            notes.push(
                "No change ends all failures: with those above the program fails elsewhere, or does not write what it \
                 wrote before."
                    .into(),
            );
        }
        Some(Verdict::PartlyFixed) => notes.push(
            "No single change that was tried made the whole run right, only the part that was wrong first: there may be \
             several faults, or the fault is executed more than once."
                .into(),
        ),
        _ => notes.push(
            "No change of a value, a branch or a statement that was tried made the run right; the suspects are \
             ordered by how near they are to the failure, and by how little of what was right they led to."
                .into(),
        ),
    }
    notes
}

/// Why a value that makes the run right may have been missed.
fn left_open(program: &Program, open: &OpenQuestions) -> Option<String> {
    let mut reasons = Vec::new();
    let mut places: Vec<String> = Vec::new();
    for pinned in &open.pinned {
        let place = pinned_place(program, pinned);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    if !places.is_empty() {
        let more = places.len().saturating_sub(PLACES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        places.truncate(PLACES);
        reasons.push(format!("only a few other values were tried for {}{more}", places.join(", ")));
    }
    if open.unknown > 0 {
        reasons.push(format!("the solver gave up on {}", counted(open.unknown, "question")));
    }
    if open.bounded > 0 {
        reasons.push(format!(
            "for {} there were more or longer paths than were tried",
            counted(open.bounded, "statement")
        ));
    }
    if open.unasked > 0 {
        reasons.push(format!(
            "the time for solving was over before {} could be asked about",
            counted(open.unasked, "value")
        ));
    }
    let all = reasons.join("; ");
    (!all.is_empty()).then(|| format!("Other values that make the run right may have been missed: {all}."))
}

/// What was made concrete, and where the program did it.
fn pinned_place(program: &Program, pinned: &Pinned) -> String {
    let function = program.function(pinned.site.function);
    let has_article = ["a ", "an ", "the ", "its "].iter().any(|a| pinned.why.starts_with(a));
    let what = format!("{}{}", if has_article { "" } else { "the " }, pinned.why);
    if program.is_runtime(function) {
        return format!("{what} (in {})", function.name);
    }
    let place = place_of(program, pinned.site);
    let within = match &pinned.callee {
        Some(callee) if !pinned.why.contains(callee.as_str()) => format!("{callee}, "),
        _ => String::new(),
    };
    format!("{what} ({within}{}:{})", file_name(program, place.file), place.line)
}

fn counted(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
