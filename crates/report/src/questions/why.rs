//! Renders the reasons why a line ran.

use serde::Serialize;
use whydunit_locate::inquiry::{Event, Reason, ReturningDecision, Why};

use super::{Answerer, VERSION, join, times};
use crate::event_data::{EventData, event_data, to_text};
use crate::source::file_name;
use crate::wording::{sentence, used};

/// Renders the reasons as text.
pub fn render_why(answerer: &mut Answerer<'_>, why: &Why) -> String {
    let file = why.visit.code.files.first().copied();
    let name = format!("{}:{}", file_name(answerer.program, file), why.visit.code.line);
    let which = match (why.visit.count, why.visit.number) {
        (1, _) => format!("{name} ran once"),
        (n, k) if n == k => format!("{name} ran {}; this is the last", times(n)),
        (n, k) => format!("{name} ran {}; this is execution {k}", times(n)),
    };
    let mut text = answerer.headline(&which);
    text += &answerer.place(file, why.visit.code.line, 2);
    if why.ends_scope {
        text += &answerer.remark("the block ends here; nothing else is done", 6);
    }
    for event in &why.did {
        let said = sentence(answerer.program, event);
        if !said.is_empty() {
            text += &answerer.remark(&said, 6);
        }
    }
    text += "\n";
    if why.reasons.is_empty() && why.returning_decisions.is_empty() {
        text += "It runs whenever the program does.\n";
    } else if !why.reasons.is_empty() {
        text += &answerer.headline("It ran because of");
    }
    let (mut before, mut said) = (None, String::new());
    for reason in &why.reasons {
        let place = (reason.event.place.file, reason.event.place.line);
        let remark = render_reason(answerer, reason);
        // Two decisions of one line may read the same.
        if before == Some(place) && said == remark {
            continue;
        }
        if before != Some(place) {
            text += &answerer.place(place.0, place.1, 2);
        }
        text += &answerer.remark(&remark, 6);
        (before, said) = (Some(place), remark);
    }
    if why.more > 0 {
        text += &answerer.paint.faint(&format!(
            "  and {} farther out\n",
            match why.more {
                1 => "one more".into(),
                n => format!("{n} more decisions and calls"),
            }
        ));
    }
    text += &render_came_back(answerer, why);
    if !why.definitions.is_empty() {
        text += "\n";
        text += &answerer.headline("The values it used were given by");
        why.definitions.iter().for_each(|giver| text += &answerer.event(giver, 2, ""));
    }
    if !why.left_alone.is_empty() {
        text += "\n";
        text += &answerer.headline("Values it used were left as they were by");
        why.left_alone.iter().for_each(|call| text += &answerer.event(call, 2, ""));
    }
    text
}

/// The decisions that made earlier calls return.
fn render_came_back(answerer: &mut Answerer<'_>, why: &Why) -> String {
    if why.returning_decisions.is_empty() {
        return String::new();
    }
    let mut text = String::from(if why.reasons.is_empty() { "" } else { "\n" });
    text += &answerer.headline("Calls before it might not have come back, but did because of");
    for ReturningDecision { event, count } in &why.returning_decisions {
        let often = if *count == 1 { String::new() } else { format!("the last time (of {count})") };
        let shown = answerer.event(event, 2, &often);
        // Two decisions of one line may read the same.
        if !text.ends_with(&shown) {
            text += &shown;
        }
    }
    if why.more_returning_decisions > 0 {
        text += &answerer.paint.faint(&format!("  and {} more before\n", why.more_returning_decisions));
    }
    text
}

fn render_reason(answerer: &Answerer<'_>, reason: &Reason) -> String {
    if !reason.call {
        let rounds = match reason.rounds {
            0 => String::new(),
            n => {
                let so = match reason.alike {
                    alike if alike == n => "so it was",
                    0 => "it was not so",
                    _ => "it was not always so",
                };
                format!("{so} in the {} before", if n == 1 { "round".into() } else { format!("{n} rounds") })
            }
        };
        return join(&sentence(answerer.program, &reason.event), &rounds);
    }
    let given = used(answerer.program, &reason.event);
    match (callee(&reason.event), given.is_empty()) {
        (name, true) => format!("calls {name}"),
        (name, false) => format!("calls {name} with {given}"),
    }
}

fn callee(event: &Event) -> &str {
    match &event.instance.kind {
        whydunit_trace::InstanceKind::Call { name } => name,
        _ => "it",
    }
}

#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    file: String,
    line: u32,
    execution: u32,
    executions: u32,
    did: Vec<EventData>,
    reasons: Vec<ReasonData>,
    left_out: u32,
    came_back: Vec<CameBackData>,
    givers: Vec<EventData>,
    left_alone: Vec<EventData>,
}

#[derive(Serialize)]
struct ReasonData {
    kind: &'static str,
    rounds: u32,
    statement: EventData,
}

#[derive(Serialize)]
struct CameBackData {
    executions: u32,
    statement: EventData,
}

/// Renders the reasons as JSON.
pub fn why_json(answerer: &Answerer<'_>, why: &Why) -> String {
    let program = answerer.program;
    let events = |events: &[Event]| events.iter().map(|e| event_data(program, e)).collect();
    let reasons = why.reasons.iter().map(|r| ReasonData {
        kind: if r.call { "call" } else { "decision" },
        rounds: r.rounds,
        statement: event_data(program, &r.event),
    });
    let came_back = why.returning_decisions.iter().map(|ReturningDecision { event, count }| CameBackData {
        executions: *count,
        statement: event_data(program, event),
    });
    to_text(&Document {
        format: "whydunit-why",
        version: VERSION,
        file: file_name(program, why.visit.code.files.first().copied()).into(),
        line: why.visit.code.line,
        execution: why.visit.number,
        executions: why.visit.count,
        did: events(&why.did),
        reasons: reasons.collect(),
        left_out: why.more,
        came_back: came_back.collect(),
        givers: events(&why.definitions),
        left_alone: events(&why.left_alone),
    })
}
