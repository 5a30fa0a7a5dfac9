//! Renders debugging as text for 80 columns.

use whydunit_locate::interactive::{Answer, Judged};

use super::asked::{Asked, Stop, place};
use super::debugged::{Answered, Debugged};
use crate::explain::{Pointees, statement, what_failed, wrapped};
use crate::paint::{Paint, WIDTH, fill, fit};
use crate::wording::count;

/// Maximum number of suspects.
const SHOWN: usize = 10;

/// Renders a breakpoint: the place with source, and the items.
pub fn render_stop(stop: &Stop, number: usize, paint: Paint) -> String {
    let which = match stop.visit {
        (_, 1) => String::new(),
        (k, n) => format!(", execution {k} of {n}"),
    };
    let head = format!("Breakpoint {number}: {}:{}{which}, in {}", stop.at.file, stop.at.line, stop.at.function);
    let mut text = paint.strong(&head) + "\n";
    for (line, source) in &stop.around {
        let shown = fit(&source.replace('\t', "    "), WIDTH - 9);
        let mark = if *line == stop.at.line { ">" } else { " " };
        let row = format!(" {mark}{line:>5}  {shown}");
        text += &(if mark == ">" { paint.strong(row.trim_end()) } else { row.trim_end().to_string() } + "\n");
    }
    if let Some(onward) = &stop.onward {
        text += &fill(onward, 0, WIDTH);
    }
    text += "\nIs this as it should be?\n";
    stop.items.iter().enumerate().for_each(|(at, item)| text += &item_text(at + 1, item, paint));
    for array in &stop.arrays {
        text += &fill(&format!("Here {array}"), 2, WIDTH);
    }
    if let Some(led_to) = &stop.led_to {
        text += &fill(&format!("It was used at {}: {}", led_to.place(), led_to.sentence()), 2, WIDTH);
    }
    let (right, wrong) = stop.quality.left;
    let remark = format!(
        "{} may hold the fault: {right} if all this is right, {wrong} if not{}.",
        stop.in_question(),
        if wrong > stop.domain { " (then earlier answers are asked again)" } else { "" },
    );
    text + &paint.faint(&fill(&remark, 2, WIDTH))
}

fn item_text(number: usize, item: &Asked, paint: Paint) -> String {
    let name = item.place();
    let room = WIDTH.saturating_sub(7 + name.chars().count()).max(20);
    let mut text = format!("{number:>3}. {}  {}\n", paint.place(&name), fit(&item.at.text, room));
    for line in fill(&item.question(), 5, WIDTH).lines() {
        text += &(paint.value(line) + "\n");
    }
    text
}

/// The question about an item. An answer is optional when another item `is_wrong`.
pub fn render_question(number: usize, item: &Asked, is_wrong: bool) -> String {
    let what = fit(&item.what(), 50);
    let go = if is_wrong { " (go: that was all)" } else { "" };
    format!("{number}. {what}: right, wrong, don't know?{go} ")
}

/// The failure, the suspects, the chain from the first of them to the failure, the breakpoints.
pub fn render_debugged(report: &Debugged) -> String {
    let mut text = what_failed(&report.failed, Paint::default());
    text += if report.is_found() { "\nThe fault\n" } else { "\nSuspects\n" };
    for (at, suspect) in report.suspects.iter().take(SHOWN).enumerate() {
        text += &format!("{:>3}. {}  {}\n", at + 1, suspect.place, suspect.at.text);
        text += &wrapped(&suspect.sentence, "     ");
    }
    let more = report.suspects.len().saturating_sub(SHOWN) + report.more;
    if more > 0 {
        text += &format!("     and {}\n", count(more, "more statement"));
    }
    if report.path.len() > 1 {
        text += "\nFrom suspect 1 to the failure\n";
        let mut pointees = Pointees::default();
        report.path.iter().for_each(|e| text += &statement(e, &mut pointees, Paint::default()));
    }
    if !report.rounds.is_empty() {
        text += "\nBreakpoints\n";
        report.rounds.iter().enumerate().for_each(|(at, round)| text += &round_text(at + 1, round));
    }
    text + &figures(report)
}

fn round_text(number: usize, round: &Answered) -> String {
    let stop = &round.stop;
    let mut text = format!("{number:>3}. {}  {}\n", place(&stop.at, stop.visit), stop.at.text);
    text += &stop.onward.as_ref().map_or_else(String::new, |onward| wrapped(onward, "       "));
    for (item, answer) in stop.items.iter().zip(&round.answers) {
        let said = match (answer, round.judged) {
            (_, Judged::CorrectOutput) => "assumed right: the last correct output depends on it",
            (Some(answer), _) => answer.name(),
            (None, _) => "not asked",
        };
        text += &wrapped(&format!("{}: {said}", item.what()), "       ");
    }
    let measures = format!(
        "ruled out {:.0} % ({} of {} left{})",
        round.removed * 100.0,
        round.left,
        count(stop.domain, if stop.in_row { "execution" } else { "executed statement" }),
        round.widened.map_or_else(String::new, |why| format!(": {why}")),
    );
    text + &wrapped(&measures, "       ")
}

fn figures(report: &Debugged) -> String {
    let asked: Vec<&Answered> = report.rounds.iter().filter(|r| r.judged == Judged::Asked).collect();
    let looked = asked.iter().flat_map(|r| r.answers.iter().flatten()).count();
    let unknown = asked.iter().flat_map(|r| &r.answers).filter(|a| **a == Some(Answer::DontKnow)).count();
    let mut text = format!(
        "\n{}{}; {} may still hold the fault; {} answered, {} judged",
        report.led(),
        if report.cut && report.whole.is_none() { " (others are too far away)" } else { "" },
        report.domain.1,
        count(asked.len(), "breakpoint"),
        count(looked, "value"),
    );
    if unknown > 0 {
        text += &format!(", {unknown} of them without an answer");
    }
    if !report.finished {
        text += "; not finished";
    }
    let lines = fill(text.trim_start(), 0, WIDTH);
    format!("\n{}.\n", lines.trim_end())
}
