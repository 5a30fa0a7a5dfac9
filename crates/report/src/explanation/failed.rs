//! The failure: expected and actual, and the failure point.

use whydunit_locate::FailureFacts;
use whydunit_machine::{Channel, Limit, Outcome};
use whydunit_program::Program;
use whydunit_trace::{CriterionKind, Expectation, Instance, Observed, Value};

use super::{Executed, USED, Words};
use crate::describe::describe_failure;
use crate::frozen::assigned;
use crate::source::SourceText;

/// A failure.
#[derive(Clone, Debug)]
pub struct Failed {
    /// "wrong-output", "missing-output", "crash", "exit-status", "hang", "missing-file", "assertion",
    /// "judged".
    pub kind: &'static str,
    /// The failure in one line.
    pub headline: String,
    /// The expected result, if it can be shown.
    pub expected: Option<String>,
    /// The actual result.
    pub actual: Option<String>,
    /// The difference of `expected` and `actual`, if both are lines of the output.
    pub difference: Option<Difference>,
    /// Expected and actual in one sentence, with quotes around text from the output.
    quoted: Option<String>,
    /// The statement at the failure point.
    pub at: Option<Executed>,
}

/// The differing parts of two lines, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Start of both parts.
    pub start: usize,
    /// Length of the part in the expected line.
    pub expected: usize,
    /// Length of the part in the actual line.
    pub actual: usize,
}

impl Difference {
    fn of(expected: &str, actual: &str) -> Self {
        let (expected, actual): (Vec<char>, Vec<char>) = (expected.chars().collect(), actual.chars().collect());
        let start = expected.iter().zip(&actual).take_while(|(a, b)| a == b).count();
        let (left, right) = (&expected[start..], &actual[start..]);
        // In "3" versus "33" the last digit differs, not the first.
        let end = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
        Difference { start, expected: left.len() - end, actual: right.len() - end }
    }
}

impl Failed {
    /// Renders the facts of a failure.
    pub fn of(facts: &FailureFacts, program: &Program, sources: &mut SourceText) -> Self {
        Failed::new(&mut Words::new(program, sources), facts)
    }

    /// The failure in one line, with the expected result.
    pub fn sentence(&self) -> String {
        if let Some(quoted) = &self.quoted {
            return format!("{}: {quoted}", self.headline);
        }
        match (&self.expected, &self.actual, self.kind) {
            (Some(expected), Some(actual), "assertion") => format!("{}: `{expected}`; {actual}", self.headline),
            _ => self.headline.clone(),
        }
    }

    pub(crate) fn new(words: &mut Words<'_>, facts: &FailureFacts) -> Self {
        let (expectation, observed) = (&facts.expectation, &facts.observed);
        let at = facts.at.as_ref().map(|at| words.executed(at));
        let mut failed = match &facts.criterion.kind {
            CriterionKind::WrongOutput { channel, offset } => wrong(expectation, observed, *channel, *offset),
            CriterionKind::MissingOutput { channel, offset } => missing(expectation, observed, *channel, *offset),
            CriterionKind::Failure => {
                let headline = match &observed.outcome {
                    Outcome::Failed(failure) => describe_failure(words.program, failure),
                    other => format!("{other:?}"),
                };
                plain("crash", headline)
            }
            CriterionKind::Status => {
                let status = if let Outcome::Exited(status) = observed.outcome { status } else { 0 };
                let due = expectation.exit.unwrap_or(0);
                let failed = plain("exit-status", format!("the exit status is {status}, expected {due}"));
                Failed { expected: Some(due.to_string()), actual: Some(status.to_string()), ..failed }
            }
            CriterionKind::Hang => plain("hang", stopped(&observed.outcome)),
            CriterionKind::Judged => plain("judged", "the oracle rejects the run".into()),
            CriterionKind::Assertion => asserted(words.program, facts, at.as_ref()),
            CriterionKind::MissingFile(path) => {
                plain("missing-file", format!("the file {} was expected and not written", path.display()))
            }
        };
        failed.at = at;
        if let (Some(at), Some(reads)) = (&mut failed.at, &facts.reads) {
            at.did = match at.did.strip_prefix(USED) {
                Some(values) => format!("read {reads}: {values}"),
                None if at.did.is_empty() => format!("read {reads}"),
                None => format!("read {reads}; {}", at.did),
            };
        }
        if let Some(at) = failed.at.as_mut().filter(|at| at.did.is_empty())
            && let Some(with) = facts.decision.as_ref().and_then(|decision| tested(words.program, decision))
        {
            at.did = with;
        }
        failed
    }
}

/// The condition of a failed `assert`, with its values.
fn tested(program: &Program, decision: &Instance) -> Option<String> {
    let values: Vec<String> = decision.uses.iter().take(VALUES).map(|v| assigned(program, v)).collect();
    (!values.is_empty()).then(|| values.join(", "))
}

fn plain(kind: &'static str, headline: String) -> Failed {
    Failed { kind, headline, expected: None, actual: None, difference: None, quoted: None, at: None }
}

/// The reason why a run was stopped.
fn stopped(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Stopped(Limit::Memory(bytes)) => {
            format!("the run needed more than {bytes} bytes of memory (--memory)")
        }
        Outcome::Stopped(Limit::Output(bytes)) => format!("the run wrote more than {bytes} bytes (--output-limit)"),
        _ => "the run did not end within its budget (--budget)".into(),
    }
}

/// Maximum number of values shown of an assertion.
const VALUES: usize = 6;

fn asserted(program: &Program, facts: &FailureFacts, at: Option<&Executed>) -> Failed {
    let Some(asserted) = &facts.assertion else { return plain("assertion", "the assertion".into()) };
    let place = at.map_or_else(String::new, |at| format!(" at {}:{}", at.file, at.line));
    let which = match asserted.count {
        1 => String::new(),
        count => format!(" (execution {} of {count})", asserted.visit),
    };
    let value = |v: &Value| assigned(program, v);
    // The comparison concerns the value, not the pointer that leads to it.
    let leads = |v: &Value| asserted.values.iter().any(|other| leads_to(&v.name, &other.name));
    let shown: Vec<&Value> = asserted.values.iter().filter(|v| !leads(v)).collect();
    let mut values: Vec<String> = match text_of(&shown) {
        Some(text) => vec![text],
        None => shown.into_iter().take(VALUES).map(value).collect(),
    };
    if let Some(trouble) = &asserted.trouble {
        values = vec![trouble.clone()];
    }
    Failed {
        expected: Some(asserted.formula.text().into()),
        actual: Some(if values.is_empty() { "it is false".into() } else { values.join(", ") }),
        ..plain("assertion", format!("the assertion does not hold{place}{which}"))
    }
}

/// The compared characters of one array as a string.
fn text_of(values: &[&Value]) -> Option<String> {
    let name = values.first().filter(|_| values.len() > 1)?.name.strip_suffix("[0]")?;
    let mut bytes = Vec::new();
    for (index, value) in values.iter().enumerate() {
        match value.bytes[..] {
            [Some(byte)] if value.name == format!("{name}[{index}]") => bytes.push(byte),
            _ => return None,
        }
    }
    let whole = bytes.iter().position(|b| *b == 0);
    let text = visible(&String::from_utf8_lossy(&bytes[..whole.unwrap_or(bytes.len())]), true);
    Some(format!("{name} = \"{text}{}\"", if whole.is_some() { "" } else { "…" }))
}

/// Whether one name is a way to reach the other: `p` to `p->next`, `*p` or `p[2]`.
fn leads_to(way: &str, to: &str) -> bool {
    let behind = to.strip_prefix(way).is_some_and(|rest| ["->", "["].iter().any(|s| rest.starts_with(s)));
    behind || to.strip_prefix('*') == Some(way)
}

fn name(observed: &Observed, channel: Channel) -> String {
    match channel {
        Channel::Stdout => "standard output".into(),
        Channel::Stderr => "standard error".into(),
        other => {
            let file = observed.files.iter().find(|(_, w)| w.channel == other);
            file.map_or_else(|| "a file".into(), |(path, _)| path.display().to_string())
        }
    }
}

fn actual(observed: &Observed, channel: Channel) -> &[u8] {
    match channel {
        Channel::Stdout => &observed.stdout,
        Channel::Stderr => &observed.stderr,
        other => observed.files.values().find(|w| w.channel == other).map_or(&[], |w| w.contents.as_slice()),
    }
}

fn wrong(expectation: &Expectation, observed: &Observed, channel: Channel, offset: u64) -> Failed {
    let (number, line) = line_at(actual(observed, channel), offset);
    let due = expectation.due(channel, observed).unwrap_or_default();
    let headline = format!("{} is wrong at line {number}", name(observed, channel));
    let surplus = actual(observed, channel).get(due.len()..).filter(|_| offset as usize >= due.len());
    let (expected, line) = match surplus {
        Some(b"\n") => (Said::line_and(&line, "no line end"), Said::line_and(&line, "a line end")),
        Some(_) => (Said::words("the end of the output"), Said::line(&line, "")),
        None => {
            let expected = line_at(due, offset).1;
            (Said::line(&expected, &line), Said::line(&line, &expected))
        }
    };
    differing("wrong-output", headline, expected, line)
}

fn missing(expectation: &Expectation, observed: &Observed, channel: Channel, offset: u64) -> Failed {
    let due = expectation.due(channel, observed).unwrap_or_default();
    let (number, expected) = line_at(due, offset);
    let headline = format!("{} ends too early, in line {number}", name(observed, channel));
    let line = line_at(actual(observed, channel), offset).1;
    let expected = match &due[(offset as usize).min(due.len())..] {
        b"\n" => Said::line_and(&expected, "a line end"),
        _ => Said::line(&expected, &line),
    };
    let actual = if line.is_empty() { Said::words("nothing more") } else { Said::line_and(&line, "nothing more") };
    differing("missing-output", headline, expected, actual)
}

fn differing(kind: &'static str, headline: String, expected: Said, actual: Said) -> Failed {
    let quoted = Some(format!("{}, expected {}", actual.quoted, expected.quoted));
    let lines = expected.is_line && actual.is_line;
    let difference = lines.then(|| Difference::of(&expected.text, &actual.text));
    Failed { expected: Some(expected.text), actual: Some(actual.text), difference, quoted, ..plain(kind, headline) }
}

/// The description of a line of output, standalone and inside a sentence.
struct Said {
    text: String,
    quoted: String,
    /// Whether it is a line and nothing else.
    is_line: bool,
}

impl Said {
    /// A line that the reader must distinguish from another.
    fn line(line: &str, other: &str) -> Said {
        let text = visible(line, [line, other].iter().any(|line| line.contains(char::is_control)));
        Said { quoted: format!("`{text}`"), text, is_line: true }
    }

    fn line_and(line: &str, what: &str) -> Said {
        let Said { text, quoted, .. } = Said::line(line, "");
        Said { text: format!("{text} (and {what})"), quoted: format!("{quoted} (and {what})"), is_line: false }
    }

    fn words(what: &str) -> Said {
        Said { text: what.into(), quoted: what.into(), is_line: false }
    }
}

/// The line of a text around an offset, with its number.
fn line_at(bytes: &[u8], offset: u64) -> (usize, String) {
    let offset = (offset as usize).min(bytes.len());
    let start = bytes[..offset].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let end = bytes[offset..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |i| offset + i);
    let number = bytes[..start].iter().filter(|b| **b == b'\n').count() + 1;
    (number, String::from_utf8_lossy(&bytes[start..end]).into_owned())
}

/// A line with control characters escaped as in C, and then `backslashes`, too.
fn visible(line: &str, backslashes: bool) -> String {
    let mut text = String::new();
    for c in line.chars() {
        match c {
            '\\' if backslashes => text.push_str("\\\\"),
            c if c.is_control() => text.extend(c.escape_default()),
            c => text.push(c),
        }
    }
    text
}
