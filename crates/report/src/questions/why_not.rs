//! Renders the reasons why a line did not run.

use serde::Serialize;
use whydunit_locate::inquiry::{Event, Needed, Obstacle, WhyNot};
use whydunit_machine::Outcome;
use whydunit_program::{FileId, Program};

use super::{Answerer, VERSION, times};
use crate::describe::describe_failure;
use crate::event_data::{EventData, event_data, to_text};
use crate::source::file_name;
use crate::wording::{case_name, outcome, used};

/// Renders the reasons as text.
pub fn render_why_not(answerer: &mut Answerer<'_>, why_not: &WhyNot) -> String {
    let program = answerer.program;
    let file = why_not.code.files.first().copied();
    let name = format!("{}:{}", file_name(program, file), why_not.code.line);
    let (ran, again) = (times(why_not.executions), why_not.executions > 0);
    if why_not.did_run() {
        let which = why_not.wanted.map_or_else(String::new, |k| format!("#{k}"));
        let more = why_not.executions + 1;
        return answerer.headline(&format!(
            "{name} did run, {ran}: `whydunit trace why {name}{which}` says why, `whydunit trace why-not {name}#{more}` \
             why not once more"
        ));
    }
    let headline = match (why_not.executions, why_not.wanted) {
        (0, None | Some(1)) => format!("{name} did not run"),
        (0, _) => format!("{name} did not run at all"),
        (n, Some(wanted)) if wanted > n + 1 => format!("{name} ran {ran}, not {}; it did not run again", times(wanted)),
        _ => format!("{name} ran {ran}, but not again"),
    };
    let mut text = answerer.headline(&headline);
    text += &answerer.place(file, why_not.code.line, 2);
    if let Some((function, calls)) = &why_not.once_per_call {
        let called = &program.function(*function).name;
        text += &format!("  it runs at most once in each call of {called}, which was called {}\n", times(*calls));
    }
    for function in &why_not.never_entered {
        let how = if again { "not called again" } else { "never called" };
        text += &format!("  {} was {how}\n", program.function(*function).name);
    }
    let mut before = String::new();
    for obstacle in &why_not.obstacles {
        // Two decisions of one line may read the same.
        let shown = render_obstacle(answerer, why_not, obstacle);
        if shown != before {
            text += &format!("\n{shown}");
        }
        before = shown;
    }
    if why_not.obstacles.is_empty() {
        text += "\nNo single decision was found that kept it from running; `whydunit trace why` shows the reasons for the\n\
                 lines before it.\n";
    }
    text
}

fn render_obstacle(answerer: &mut Answerer<'_>, why_not: &WhyNot, obstacle: &Obstacle) -> String {
    let (program, again) = (answerer.program, why_not.executions > 0);
    match obstacle {
        Obstacle::Decision { event, count, needed, through } => {
            let again = if again { " again" } else { "" };
            let mut text = answerer.headline(&format!("It was kept from running{again} by"));
            let came = outcome(program, event);
            let given = used(program, event);
            let last = if given.is_empty() { String::new() } else { format!(" with {given}") };
            let often = if *count == 1 { String::new() } else { format!(" the last time (of {count})") };
            let was = if matches!(needed, Needed::Test(_)) { format!("was {came}") } else { came };
            let said = format!("{was}{often}{last}; had to {}", wanted(program, event, needed));
            text += &answerer.told(event, 2, &said);
            let own = (event.place.file, event.place.line);
            let through: Vec<_> = through.iter().filter(|t| **t != own).copied().collect();
            text + &between(answerer, why_not, &through)
        }
        Obstacle::Left { function, event, by, might, through } => {
            let name = &program.function(*function).name;
            let hangs = matches!(answerer.outcome, Outcome::Stopped(_));
            let how = if hangs { "never came so far; it was last at" } else { "left it before, at" };
            let again = if again { " again" } else { "" };
            let mut text = answerer.headline(&if *might {
                format!("It might have run{again} later, but the run left {name} at")
            } else {
                format!("{name} ran, but the run {how}")
            });
            text += &answerer.event(event, 2, &failure_at(answerer, event));
            if let Some(by) = by {
                text += "  which never came back from\n";
                text += &answerer.event(by, 4, &failure_at(answerer, by));
            }
            text + &between(answerer, why_not, through)
        }
        Obstacle::CalledOther { function, event, count, through } => {
            let name = &program.function(*function).name;
            let mut text = answerer.headline(&format!("{name} could have been called by"));
            let often = if *count == 1 { String::new() } else { format!("the last time (of {count})") };
            text += &answerer.event(event, 2, &often);
            text + &between(answerer, why_not, through)
        }
        Obstacle::NeverCalled { function, through } => {
            let name = &program.function(*function).name;
            let once = if again { " once more" } else { "" };
            let text = answerer.headline(&format!("Nothing in the program calls {name}{once}"));
            text + &between(answerer, why_not, through)
        }
    }
}

/// The failure of the run, if it happened at an event.
fn failure_at(answerer: &Answerer<'_>, event: &Event) -> String {
    match answerer.outcome {
        Outcome::Failed(failure) if failure.step == u64::from(event.time) => {
            format!("the run failed here: {}", describe_failure(answerer.program, failure))
        }
        _ => String::new(),
    }
}

fn wanted(program: &Program, event: &Event, needed: &Needed) -> String {
    match needed {
        Needed::Test(value) => format!("be {value}"),
        Needed::Default => "be none of the cases".into(),
        Needed::Cases(cases) => {
            let shown: Vec<String> =
                cases.iter().take(8).map(|case| case_name(program, &event.instance, *case)).collect();
            format!("take {}", shown.join(" or "))
        }
    }
}

/// The lines between an obstacle and the line in question.
fn between(answerer: &mut Answerer<'_>, why_not: &WhyNot, through: &[(Option<FileId>, u32)]) -> String {
    if through.is_empty() {
        return String::new();
    }
    let ran = &why_not.executed_lines;
    let again = if through.iter().any(|line| ran.contains(line)) { " again" } else { "" };
    let mut text = format!("  and so these did not run{again}, either\n");
    for (file, line) in through.iter().take(8) {
        text += &answerer.place(*file, *line, 4);
    }
    text
}

#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    file: String,
    line: u32,
    executions: u32,
    never_called: Vec<String>,
    obstacles: Vec<ObstacleData>,
}

#[derive(Serialize)]
struct ObstacleData {
    kind: &'static str,
    function: Option<String>,
    statement: Option<EventData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_by: Option<EventData>,
    executions: Option<u32>,
    needed: Option<String>,
    through: Vec<String>,
}

/// Renders the reasons as JSON.
pub fn why_not_json(answerer: &Answerer<'_>, why_not: &WhyNot) -> String {
    let program = answerer.program;
    let data = |event: &Event| Some(event_data(program, event));
    let name = |f: &whydunit_program::FunctionId| program.function(*f).name.clone();
    let places = |through: &[(Option<FileId>, u32)]| {
        through.iter().map(|(file, line)| format!("{}:{line}", file_name(program, *file))).collect()
    };
    let obstacles = why_not.obstacles.iter().map(|obstacle| match obstacle {
        Obstacle::Decision { event, count, needed, through } => ObstacleData {
            kind: "decision",
            function: Some(name(&event.place.function)),
            statement: data(event),
            left_by: None,
            executions: Some(*count),
            needed: Some(wanted(program, event, needed)),
            through: places(through),
        },
        Obstacle::Left { function, event, by, through, .. } => ObstacleData {
            kind: "left",
            function: Some(name(function)),
            statement: data(event),
            left_by: by.as_deref().and_then(data),
            executions: None,
            needed: None,
            through: places(through),
        },
        Obstacle::CalledOther { function, event, count, through } => ObstacleData {
            kind: "called-other",
            function: Some(name(function)),
            statement: data(event),
            left_by: None,
            executions: Some(*count),
            needed: None,
            through: places(through),
        },
        Obstacle::NeverCalled { function, through } => ObstacleData {
            kind: "never-called",
            function: Some(name(function)),
            statement: None,
            left_by: None,
            executions: None,
            needed: None,
            through: places(through),
        },
    });
    to_text(&Document {
        format: "whydunit-why-not",
        version: VERSION,
        file: file_name(program, why_not.code.files.first().copied()).into(),
        line: why_not.code.line,
        executions: why_not.executions,
        never_called: why_not.never_entered.iter().map(name).collect(),
        obstacles: obstacles.collect(),
    })
}
