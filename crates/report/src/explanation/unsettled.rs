//! The questions that the search left open, and why.

use whydunit_locate::symbolic::Pinned;
use whydunit_locate::{ExplanationFacts, OpenQuestions, Verdict};
use whydunit_program::Program;

use crate::source::{file_name, place_of};

const STOPPED: &str = "Search was incomplete: it was stopped early";
const LIMITED: &str = "Search was incomplete: the instruction limit was reached";
/// Maximum number of places named in one sentence.
const PLACES: usize = 4;

/// A question that the search left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsettled {
    /// In a few words: "Search was incomplete: it was stopped early".
    pub summary: &'static str,
    /// The whole sentence.
    pub sentence: String,
    /// Whether the search was cut short, so that a better suspect than a verified one may exist.
    pub is_cut_short: bool,
}

/// The questions that the search left open, the most important first.
pub(super) fn unsettled(program: &Program, facts: &ExplanationFacts) -> Vec<Unsettled> {
    let (search, best) = (&facts.search, facts.search.best);
    let mut notes = Vec::new();
    let mut note = |summary: &'static str, sentence: String| {
        let is_cut_short = [STOPPED, LIMITED].contains(&summary);
        notes.push(Unsettled { summary, sentence, is_cut_short });
    };
    if search.stopped {
        note(
            STOPPED,
            "The search was stopped before its end; with more time (--time-limit) the order of suspects may change."
                .into(),
        );
    } else if let Some(limit) = search.used_up {
        note(
            LIMITED,
            format!("The search used all {limit} instructions allowed for reruns (--effort raises the limit)."),
        );
    }
    match best {
        Some(Verdict::Passed) => {}
        Some(Verdict::PartlyFixed) if facts.failure.expectation.is_default() => note(
            "Partly explained: no single change prevents all failures",
            "No single change prevents all failures: with those above the program fails elsewhere, or does not write \
             what it wrote before."
                .into(),
        ),
        Some(Verdict::PartlyFixed) => note(
            "Partly explained: no single change makes the run pass",
            "No single change that was tried makes the whole run pass, only the part that went wrong first: there may \
             be several faults, or the fault may be executed several times."
                .into(),
        ),
        _ => note(
            "Not settled: no change that was tried makes the run pass",
            "No change of a value, a branch or a statement that was tried makes the run pass; the suspects are ordered \
             by how near they are to the failure, and by how little correct output depends on them."
                .into(),
        ),
    }
    if let Some(nearest) = search.only_nearest {
        let sentence = format!("Only the {nearest} executed statements nearest to the failure were examined.");
        note("Search was incomplete: the run is long", sentence);
    }
    if let Some(sentence) = left_open(program, &search.open) {
        note("Search was incomplete: not all values were tried", sentence);
    }
    if let Some(refusal) = &search.refusals.first {
        let reruns = counted(search.refusals.count, "rerun");
        note(
            "Search was incomplete: some reruns did something unsupported",
            format!("{reruns} could not be finished; the first reason: {}.", refusal.what.trim_end_matches('.')),
        );
    }
    if best != Some(Verdict::Passed) && search.omissions_left_out > 0 {
        note(
            "Search was incomplete: some decisions were not examined",
            "Of decisions that were executed very often only the latest were examined for code that they skipped; an \
             earlier one may be the cause."
                .into(),
        );
    }
    notes
}

/// The reason why the search may have missed a value that makes the run pass.
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
        reasons.push(format!("the solver gave up on {}", counted(open.unknown, "query").replace("querys", "queries")));
    }
    if open.bounded > 0 {
        reasons.push(format!("{} had more or longer paths than were tried", counted(open.bounded, "statement")));
    }
    if open.unasked > 0 {
        reasons.push(format!("the solver ran out of time before it reached {}", counted(open.unasked, "value")));
    }
    let all = reasons.join("; ");
    (!all.is_empty()).then(|| format!("Other values that make the run pass may have been missed: {all}."))
}

/// A value that was made concrete, and its place in the program.
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
