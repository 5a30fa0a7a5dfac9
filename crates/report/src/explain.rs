//! The explanation of a failure as text.

use whydunit_locate::{Findings, Session, Suspect};
use whydunit_machine::{Change, Channel, Outcome};
use whydunit_program::Program;
use whydunit_trace::{CriterionKind, Instance, InstanceKind, Value};

use crate::describe::describe_failure;
use crate::frozen::value_text;
use crate::source::{SourceText, file_name, place_of};

/// How many suspects are shown.
const SHOWN: usize = 5;

/// Renders findings: what failed, the suspects, how the fault travelled.
pub fn render_explanation(
    session: &mut Session,
    findings: &Findings,
    sources: &mut SourceText,
    verbose: bool,
) -> String {
    let mut text = what_failed(session, sources);
    if findings.suspects.is_empty() {
        text += "\nNo single change of a value or a branch made the run right.\n";
        text += "These statements remain, nearest to the failure first:\n";
        for &time in findings.rest.iter().rev().take(SHOWN) {
            text += &statement(session, sources, time);
        }
    } else {
        text += "\nSuspects:\n";
        for (rank, suspect) in findings.suspects.iter().take(SHOWN).enumerate() {
            text += &describe_suspect(session, sources, rank + 1, suspect);
        }
    }
    if !findings.path.is_empty() {
        text += "\nHow it travelled:\n";
        for suspect in &findings.path {
            text += &statement(session, sources, suspect.time);
        }
    }
    if verbose {
        text += &steps(session, findings);
    }
    let (domain, reruns) = (findings.domain, session.reruns);
    text + &format!(
        "\n{domain} statement instances lead to the failure; {} frontiers asked, {reruns} reruns.\n",
        findings.steps.len()
    )
}

fn steps(session: &Session, findings: &Findings) -> String {
    let mut text = String::from("\nFrontiers:\n");
    for (members, polluted) in &findings.steps {
        let show = |time: &u32| {
            let site = session.recorded.recording.position(*time).map(|p| p.site());
            let place = site.map(|s| place_of(session.program(), s));
            let mark = if polluted.contains(time) { "*" } else { "" };
            place.map_or_else(String::new, |p| format!("line {}{mark}", p.line))
        };
        text += &format!("  {}\n", members.iter().map(show).collect::<Vec<_>>().join(", "));
    }
    text
}

fn what_failed(session: &mut Session, sources: &mut SourceText) -> String {
    let criterion = session.criterion.clone();
    let lines = |bytes: &[u8], offset: u64| {
        let offset = (offset as usize).min(bytes.len());
        let start = bytes[..offset].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let end = bytes[offset..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |i| offset + i);
        let number = bytes[..start].iter().filter(|b| **b == b'\n').count() + 1;
        (number, String::from_utf8_lossy(&bytes[start..end]).into_owned())
    };
    let output = |session: &Session, channel: Channel| match channel {
        Channel::Stderr => ("standard error", session.expectation.stderr.clone(), session.observed.stderr.clone()),
        _ => ("standard output", session.expectation.stdout.clone(), session.observed.stdout.clone()),
    };
    let mut text = match &criterion.kind {
        CriterionKind::WrongOutput { channel, offset } => {
            let (name, expected, actual) = output(session, *channel);
            let (number, line) = lines(&actual, *offset);
            let due = lines(&expected.unwrap_or_default(), *offset).1;
            format!("Failure: {name} is wrong at line {number}\n  expected: {due}\n  actual:   {line}\nprinted by\n")
        }
        CriterionKind::MissingOutput { channel, offset } => {
            let (name, expected, _) = output(session, *channel);
            let (number, due) = lines(&expected.unwrap_or_default(), *offset);
            format!("Failure: {name} ends too early\n  expected at line {number}: {due}\nthe run ends at\n")
        }
        CriterionKind::Failure => match &session.observed.outcome {
            Outcome::Failed(failure) => format!("Failure: {}\nat\n", describe_failure(session.program(), failure)),
            other => format!("Failure: {other:?}\nat\n"),
        },
        CriterionKind::Status => {
            let Outcome::Exited(status) = session.observed.outcome else { return String::new() };
            let due = session.expectation.exit.unwrap_or(0);
            format!("Failure: the exit status is {status}, expected {due}\nthe run ends at\n")
        }
        CriterionKind::Hang => "Failure: the run did not end within its budget\nit was at\n".into(),
    };
    text += &statement(session, sources, criterion.time);
    text
}

/// One statement instance: place, source line, values.
fn statement(session: &mut Session, sources: &mut SourceText, time: u32) -> String {
    let Some(instance) = session.describe(time) else { return String::new() };
    let program = session.program().clone();
    let place = place_of(&program, instance.site);
    let name = file_name(&program, place.file).to_string();
    let source = place.file.and_then(|f| sources.line(&program, f, place.line)).unwrap_or("").trim().to_string();
    let values = values_of(&program, &instance);
    let tail = if values.is_empty() { String::new() } else { format!("\n        {values}") };
    format!("  {name}:{}  {source}{tail}\n", place.line)
}

fn values_of(program: &Program, instance: &Instance) -> String {
    let show = |v: &Value| format!("{} = {}", v.name, value_text(program, v));
    let mut parts: Vec<String> = Vec::new();
    if let Some(defined) = &instance.defines {
        parts.push(format!("{} becomes {}", defined.name, value_text(program, defined)));
    }
    match &instance.kind {
        InstanceKind::Decision { value: 0 } => parts.push("the test is false".into()),
        InstanceKind::Decision { value: 1 } => parts.push("the test is true".into()),
        InstanceKind::Decision { value } => parts.push(format!("the value is {value}")),
        InstanceKind::Return { value } => parts.push(format!("returns {}", *value as i32)),
        _ => {}
    }
    let uses: Vec<String> = instance.uses.iter().map(show).collect();
    if !uses.is_empty() {
        parts.push(format!("with {}", uses.join(", ")));
    }
    parts.join(" ")
}

fn describe_suspect(session: &mut Session, sources: &mut SourceText, rank: usize, suspect: &Suspect) -> String {
    let Some(instance) = session.describe(suspect.time) else { return String::new() };
    let program = session.program().clone();
    let instead = match suspect.change {
        Change::Flip => match instance.kind {
            InstanceKind::Decision { value: 0 } => "if the test were true here, the run would be right".into(),
            _ => "if the test were false here, the run would be right".to_string(),
        },
        Change::Goto(_) => "with another case taken here, the run would be right".into(),
        Change::Put(bits) => {
            let changed = instance.defines.clone().map(|mut v| {
                v.bytes = bits.to_le_bytes().iter().map(|b| Some(*b)).take(v.bytes.len()).collect();
                value_text(&program, &v)
            });
            format!("with {} here, the run would be right", changed.unwrap_or_else(|| (bits as i32).to_string()))
        }
    };
    let text = statement(session, sources, suspect.time);
    format!("{rank}.{}        {instead} (verified by re-execution)\n", &text[1.min(text.len())..])
}
