//! Renders the history of a value.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde::Serialize;
use whydunit_locate::inquiry::{Event, History, Named, Namesake, Origin, Source};
use whydunit_program::{GlobalId, Program, layout};
use whydunit_trace::Value;

use super::{Answerer, VERSION};
use crate::event_data::{EventData, event_data, to_text};
use crate::frozen::value_text;
use crate::source::file_name;
use crate::wording::{count, list, outcome};

/// Depth from which definitions are indented less, because there may be many.
const DEEP: u32 = 8;
/// Maximum number of other executions of a statement that are shown.
const OTHERS: usize = 4;

/// The history of a variable as text: each definition above the origin of its value.
pub fn render_history(answerer: &mut Answerer<'_>, history: &History) -> String {
    let mut text = answerer.headline(&headline(answerer, history));
    if history.origins.is_empty() {
        text += &never_given(answerer, &history.named);
        return text;
    }
    text.push('\n');
    for origin in &history.origins {
        text += &render_origin(answerer, origin);
    }
    if history.origins.iter().all(|origin| origin.left_alone) {
        text += "\n";
        text += &never_given(answerer, &history.named);
    }
    if history.cut {
        text += &answerer.paint.faint("\nThere is more: ask about a definition above with @FILE:LINE#K.\n");
    }
    text
}

fn headline(answerer: &Answerer<'_>, history: &History) -> String {
    let program = answerer.program;
    let named = &history.named;
    let name = &named.lvalue.text;
    let owner = named.function.map_or_else(String::new, |f| format!(" of {}", program.function(f).name));
    let value = history.value.as_ref().map_or_else(|| "not readable".into(), |v| value_text(program, v));
    let mut text = match &history.freed {
        Some(by) => {
            let place = format!("{}:{}", file_name(program, by.place.file), by.place.line);
            format!("{name}{owner} was {value} when it was freed, at {place}")
        }
        None => format!("{name}{owner} is {value}"),
    };
    if !named.others.is_empty() {
        let mut others: Vec<String> = named.others.iter().map(|other| whose(program, named, other)).collect();
        // A function of a header may occur several times.
        others.dedup();
        text += &format!(" (there is one {}, too: say which with @FILE:LINE)", others.join(", "));
    }
    text
}

/// Distinguishes another variable of the same name: "in main", "in line 14", "of b/step.c".
fn whose(program: &Program, named: &Named, other: &Namesake) -> String {
    match other.function {
        Some(function) if named.function == Some(function) => format!("in line {}", other.line),
        Some(function) => format!("in {}", program.function(function).name),
        None => format!("of {}", file_name(program, other.file)),
    }
}

/// The reason for a missing definition: most objects have a value before the program begins.
fn never_given(answerer: &mut Answerer<'_>, named: &Named) -> String {
    let address = named.lvalue.address;
    // The addresses of data that exists before the program begins.
    if (layout::RESERVED..layout::HEAP).contains(&address) {
        return "It was there before the program began (command line, environment, libc).\n".into();
    }
    let program = answerer.program;
    let Some(id) = program.global_at(address) else {
        let when = if named.at_line {
            "It was not given a value before the end of this line"
        } else {
            "It was never given a value"
        };
        return format!("{when}.\n");
    };
    let global = &program.globals[id.0 as usize];
    let what = match global {
        _ if global.external => "that of libc",
        _ if global.name.starts_with(".str") => "part of a literal",
        _ => "the one of its declaration",
    };
    let mut text = format!("Nothing in the run gave it that value: it is {what}\n");
    text += &declaration(answerer, id, 2);
    text
}

/// The line in which a variable is declared, if it is known.
fn declaration(answerer: &mut Answerer<'_>, id: GlobalId, indent: usize) -> String {
    let program = answerer.program;
    let global = &program.globals[id.0 as usize];
    let scope = global.scope.filter(|_| global.line != 0);
    scope.map_or_else(String::new, |s| answerer.place(Some(program.scopes[s.0 as usize].file), global.line, indent))
}

fn render_origin(answerer: &mut Answerer<'_>, origin: &Origin) -> String {
    let indent = (2 + origin.depth + origin.depth.min(DEEP)) as usize;
    let mut remarks = Vec::new();
    if origin.left_alone {
        remarks.push("left it as it was".into());
    }
    let others = others(answerer.program, origin);
    // If several executions are shown together, the number of rounds is that of all.
    let whose = if others.is_some() { "in all" } else { "of the same" };
    remarks.extend(others);
    if origin.rounds > 0 {
        remarks.push(format!("after {} {whose}", count(origin.rounds as usize, "earlier round")));
    }
    match origin.source {
        Source::Input if !origin.left_alone => remarks.push("from the input".into()),
        Source::CommandLine => remarks.push("from the command line".into()),
        Source::Earlier | Source::Text | Source::Library | Source::Input => {}
    }
    if origin.shown_before {
        remarks.push("see above".into());
    }
    if origin.cut {
        remarks.push("its own history is farther back (--depth)".into());
    }
    if !origin.calls.is_empty() {
        remarks.push("the argument of".into());
    }
    let mut text = answerer.event(&origin.event, indent, &remarks.join("; "));
    for (at, call) in origin.calls.iter().enumerate() {
        // The outermost call passed a value that comes from no variable, or that nobody defined.
        let first = origin.source == Source::Text && at + 1 == origin.calls.len();
        let passed = if first { passed(answerer.program, &origin.event, call) } else { String::new() };
        text += &answerer.told(call, indent + 4, &passed);
    }
    for &global in &origin.declared {
        text += &declaration(answerer, global, indent + 2);
    }
    text
}

/// The argument of a call that became the value of a parameter: "with keys[4] = 10".
fn passed(program: &Program, parameter: &Event, call: &Event) -> String {
    let Some(parameter) = &parameter.instance.defines else { return String::new() };
    let same = call.instance.uses.iter().filter(|v| value_text(program, v) == value_text(program, parameter));
    match list(program, &same.cloned().collect::<Vec<Value>>()) {
        same if same.is_empty() => same,
        same => format!("with {same}"),
    }
}

/// The results of other executions of the same statement.
fn others(program: &Program, origin: &Origin) -> Option<String> {
    let told = worth_telling(program, &origin.others);
    let mut texts: Vec<String> = told.iter().map(|event| outcome(program, event)).collect();
    texts.iter_mut().skip(1).for_each(|text| *text = text.trim_start_matches("returns ").into());
    let more = origin.other_count as usize - told.len().min(origin.other_count as usize);
    if more > 0 {
        texts.push(count(more, "other"));
    }
    let last = texts.pop()?;
    Some(match texts.is_empty() {
        true => format!("also {last}"),
        false => format!("also {} and {last}", texts.join(", ")),
    })
}

/// A selection of executions of one statement with different values: the least, the greatest, and the latest.
fn worth_telling<'a>(program: &Program, events: &'a [Event]) -> Vec<&'a Event> {
    let mut known = BTreeSet::new();
    let different: Vec<&Event> = events.iter().filter(|event| known.insert(outcome(program, event))).collect();
    let number = |at: &usize| {
        let value = different[*at].instance.defines.as_ref().map(|v| value_text(program, v));
        value.and_then(|text| text.parse::<f64>().ok())
    };
    let by_number = |a: &usize, b: &usize| number(a).partial_cmp(&number(b)).unwrap_or(Ordering::Equal);
    let numbers = || (0..different.len()).filter(|at| number(at).is_some());
    let ends = [numbers().min_by(by_number), numbers().max_by(by_number)];
    let mut chosen: BTreeSet<usize> = ends.into_iter().flatten().collect();
    let missing = OTHERS.saturating_sub(chosen.len());
    let latest: Vec<usize> = (0..different.len()).filter(|at| !chosen.contains(at)).take(missing).collect();
    chosen.extend(latest);
    chosen.into_iter().map(|at| different[at]).collect()
}

#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    variable: String,
    function: Option<String>,
    value: Option<String>,
    freed: Option<EventData>,
    complete: bool,
    origins: Vec<OriginData>,
}

#[derive(Serialize)]
struct OriginData {
    depth: u32,
    source: &'static str,
    rounds: u32,
    statement: EventData,
    call: Option<EventData>,
    earlier_calls: Vec<EventData>,
    others: Vec<EventData>,
    other_count: u32,
    declared: Vec<String>,
    left_alone: bool,
    shown_before: bool,
}

/// The name of a variable in the source.
fn variable_name(program: &Program, id: GlobalId) -> String {
    let global = &program.globals[id.0 as usize];
    global.variable.as_deref().unwrap_or(&global.name).into()
}

/// The history of a variable as JSON.
pub fn history_json(answerer: &Answerer<'_>, history: &History) -> String {
    let program = answerer.program;
    let origins = history.origins.iter().map(|o| OriginData {
        depth: o.depth,
        source: match o.source {
            Source::Earlier => "earlier",
            Source::Text => "text",
            Source::Input => "input",
            Source::CommandLine => "command-line",
            Source::Library => "library",
        },
        rounds: o.rounds,
        statement: event_data(program, &o.event),
        call: o.calls.first().map(|c| event_data(program, c)),
        earlier_calls: o.calls.iter().skip(1).map(|c| event_data(program, c)).collect(),
        others: worth_telling(program, &o.others).into_iter().map(|e| event_data(program, e)).collect(),
        other_count: o.other_count,
        declared: o.declared.iter().map(|id| variable_name(program, *id)).collect(),
        left_alone: o.left_alone,
        shown_before: o.shown_before,
    });
    to_text(&Document {
        format: "whydunit-history",
        version: VERSION,
        variable: history.named.lvalue.text.clone(),
        function: history.named.function.map(|f| program.function(f).name.clone()),
        value: history.value.as_ref().map(|v| value_text(program, v)),
        freed: history.freed.as_ref().map(|by| event_data(program, by)),
        complete: !history.cut && history.origins.iter().all(|o| !o.cut),
        origins: origins.collect(),
    })
}
