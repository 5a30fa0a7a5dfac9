//! The sentences of a report are true literally: the change that a verified suspect suggests is applied to the source,
//! and the resulting program, run natively, behaves as expected.
//!
//! A suggestion (the `-` and `+` lines) says exactly what to write: that alone must do. Where a sentence without one
//! leaves open which of several places in its line is meant, one of them must do.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use whydunit_suite::{Compiler, Entry, build, read_suites};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");
/// One case in this many is explained.
const EVERY: usize = 10;
/// Suspects of each report that are taken at their word: those that everybody sees.
const SHOWN: usize = 5;
/// Seconds of processor time after which a changed program counts as hanging.
const TIME_LIMIT: &str = "5";

/// The line after `changing B to A`, for each place of `B` in it.
fn exchanged(sentence: &str, line: &str) -> Option<Vec<String>> {
    let (was, rest) = sentence.strip_prefix("changing `")?.split_once('`')?;
    let (rest, instead) = rest.split_once(" to `")?;
    let (instead, _) = instead.split_once("` ")?;
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let whole = |at: usize| {
        let after = &line[at + was.len()..];
        let inside =
            is_word(was.chars().next()) && (is_word(line[..at].chars().last()) || is_word(after.chars().next()));
        // Not a part of `<=` or `++`.
        let operator = |c: Option<char>| c.is_some_and(|c| "<>=+-&|!".contains(c));
        let half =
            operator(was.chars().next()) && (operator(line[..at].chars().last()) || operator(after.chars().next()));
        !inside && !half
    };
    let column = match rest.strip_prefix(" in column ") {
        Some(column) => Some(column.parse::<usize>().ok()?),
        None if rest.is_empty() => None,
        None => return None,
    };
    let places =
        line.match_indices(was).map(|(at, _)| at).filter(|&at| column.is_none_or(|c| c == at + 1) && whole(at));
    Some(places.map(|at| format!("{} {instead} {}", &line[..at], &line[at + was.len()..])).collect())
}

/// The line without a call, an assignment, or a quoted text.
fn without(sentence: &str, line: &str) -> Option<Vec<String>> {
    let (what, name) = sentence.strip_prefix("removing ")?.split_once('`')?;
    let name = name.split('`').next()?;
    let (begin, end) = match what {
        "the call of " => {
            let begin = line.find(&format!("{name}("))?;
            let inside = begin + name.len() + 1;
            (begin, inside + closing(&line[inside..])? + 1)
        }
        "the assignment to " => {
            let begin = line.find(name)?;
            (begin, begin + line[begin..].find('=')? + 1)
        }
        _ => line.find(name).map(|begin| (begin, begin + name.len()))?,
    };
    Some(vec![format!("{}{}", &line[..begin], &line[end..])])
}

/// The line with one execution of its decision forced.
fn decided(sentence: &str, occurrence: u64, line: &str) -> Option<Vec<String>> {
    let (outcome, rest) = sentence.strip_prefix("if this condition were ")?.split_once(" here, ")?;
    if rest.starts_with("together") {
        return None;
    }
    let mut changed = Vec::new();
    for head in ["if (", "while ("] {
        for (at, _) in line.match_indices(head) {
            let begin = at + head.len();
            let Some(end) = closing(&line[begin..]).map(|len| begin + len) else { continue };
            let condition = &line[begin..end];
            if ["&&", "||", "?"].iter().any(|o| condition.contains(o)) {
                continue;
            }
            let counted = format!(
                "({{ static int w_; ++w_ == {occurrence} ? {outcome_number} : !!({condition}); }})",
                outcome_number = u8::from(outcome == "true")
            );
            changed.push(format!("{}{counted}{}", &line[..begin], &line[end..]));
        }
    }
    (!changed.is_empty()).then_some(changed)
}

/// The end of the parenthesis that is open at the beginning of a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0).then_some(at)
    })
}

/// The line with another value assigned in one execution.
fn assigned(sentence: &str, occurrence: u64, line: &str) -> Option<Vec<String>> {
    let (assignment, rest) = sentence.strip_prefix("if `")?.split_once(" here, ")?;
    let (name, value) = assignment.split_once("` were ")?;
    let statement = line.trim();
    let alone = statement.ends_with(';') && statement.matches(';').count() == 1 && statement.matches('=').count() == 1;
    let keyword = ["for", "if", "while", "return", "else", "case", "do"].iter().any(|k| statement.starts_with(k));
    let declares = statement.split(['=', '[']).next().is_some_and(|left| left.trim().contains(' '));
    let named = name.chars().all(|c| c.is_alphanumeric() || "_[]->.".contains(c));
    let number = value.trim_start_matches('-').chars().all(|c| c.is_ascii_digit());
    if rest.starts_with("together") || !alone || keyword || declares || !named || !number {
        return None;
    }
    let changed = format!("{{ {line} static int w_; if (++w_ == {occurrence}) {name} = {value}; }}");
    Some(vec![changed])
}

/// The source with a suggestion followed to the letter.
fn suggested(suggestion: &Value, lines: &[&str]) -> Vec<String> {
    let number = suggestion["line"].as_u64().expect("a line") as usize;
    let (removed, added) = (suggestion["removed"].as_str(), suggestion["added"].as_str());
    if let Some(removed) = removed {
        assert_eq!(lines[number - 1], removed, "the line that is to be changed");
    }
    let rest = &lines[number - 1 + usize::from(removed.is_some())..];
    let changed = lines[..number - 1].iter().copied().chain(added).chain(rest.iter().copied());
    changed.map(String::from).collect()
}

/// The variants of the line that a suspect's sentence may mean; none if the test cannot express them in C.
fn taken_at_its_word(suspect: &Value, line: &str) -> Option<Vec<String>> {
    let sentence = suspect["sentence"].as_str()?;
    let occurrence = suspect["execution"]["number"].as_u64()?;
    let readings = [
        exchanged(sentence, line),
        without(sentence, line),
        decided(sentence, occurrence, line),
        assigned(sentence, occurrence, line),
    ];
    readings.into_iter().flatten().next()
}

/// Does the program compiled from the sources in `work` natively meet the expectation?
fn is_right(entry: &Entry, work: &Path) -> bool {
    let mut compile = Command::new(WHYDUNIT);
    compile.arg("cc").args(&entry.sources).args(&entry.flags).args(["-w", "-o", "changed"]).arg("-I");
    let built = compile.arg(entry.directory()).current_dir(work).output().expect("the compiler runs");
    if !built.status.success() {
        return false;
    }
    let input = std::fs::File::open(work.join("input")).expect("the input");
    let mut command = Command::new("prlimit");
    command.arg(format!("--cpu={TIME_LIMIT}")).arg("./changed").args(&entry.trial.argv).current_dir(work);
    let ran = command.stdin(input).stderr(Stdio::null()).output().expect("it runs");
    let output = entry.trial.stdout.as_ref().is_none_or(|due| *due == ran.stdout);
    output && entry.trial.exit.is_none_or(|due| ran.status.code() == Some(due))
}

fn report(entry: &Entry, work: &Path) -> Value {
    std::fs::write(work.join("input"), &entry.trial.stdin).expect("a file");
    let mut explain = Command::new(WHYDUNIT);
    explain.args(["explain", "--json", "--stdin", "input"]).current_dir(work);
    if let Some(due) = &entry.trial.stdout {
        std::fs::write(work.join("due"), due).expect("a file");
        explain.args(["--expect-stdout", "due"]);
    }
    explain.args(entry.trial.exit.iter().map(|due| format!("--expect-exit={due}")));
    explain.args(entry.budget.iter().map(|budget| format!("--budget={budget}")));
    let output = explain.arg("--").arg("./program").args(&entry.trial.argv).output().expect("whydunit runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{}: {e}", entry.id))
}

/// Takes the suspects of a case at their word; how many could be, in how many a suggestion was followed, and those that
/// were wrong.
fn check(entry: &Entry, wrong: &mut Vec<String>) -> (usize, usize) {
    let dir = tempfile::tempdir().expect("a directory");
    let compiler = Compiler { command: vec![WHYDUNIT.into(), "cc".into()] };
    build(entry, &compiler, dir.path()).expect("the case");
    let report = report(entry, dir.path());
    let (mut taken, mut followed) = (0, 0);
    for suspect in report["suspects"].as_array().expect("a list").iter().take(SHOWN) {
        if suspect["verified"] != true {
            continue;
        }
        let suggestion = &suspect["suggestion"];
        let place = if suggestion.is_null() { suspect } else { suggestion };
        let name = place["file"].as_str().and_then(|f| Path::new(f).file_name()).expect("a file");
        let file = dir.path().join(name);
        let source = std::fs::read_to_string(&file).expect("a source");
        let lines: Vec<&str> = source.lines().collect();
        let number = place["line"].as_u64().expect("a line") as usize;
        let readings: Vec<Vec<String>> = if suggestion.is_null() {
            let readings = taken_at_its_word(suspect, lines[number - 1]).into_iter().flatten();
            let in_place = |reading: String| {
                let mut changed: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
                changed[number - 1] = reading;
                changed
            };
            readings.map(in_place).collect()
        } else {
            followed += 1;
            vec![suggested(suggestion, &lines)]
        };
        if readings.is_empty() {
            continue;
        }
        taken += 1;
        let right = readings.iter().any(|changed| {
            std::fs::write(&file, changed.join("\n") + "\n").expect("a source");
            is_right(entry, dir.path())
        });
        std::fs::write(&file, &source).expect("a source");
        if !right {
            let shown = format!("{} | {suggestion}", lines.get(number - 1).map_or("", |line| line.trim()));
            wrong.push(format!("{} line {number}: {} | {shown}", entry.id, suspect["sentence"]));
        }
    }
    (taken, followed)
}

#[test]
fn verified_suspects_can_be_taken_at_their_word() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut entries = read_suites(&[corpus]).expect("the corpus");
    // Files and crashes have no plain output to compare natively.
    entries.retain(|e| e.trial.files.is_empty() && e.trial.left.is_empty() && e.trial.stdout.is_some());
    entries.retain(|e| e.failure.as_deref() != Some("crash") && e.patch.is_some());
    let mut wrong = Vec::new();
    let counts: Vec<(usize, usize)> = entries.iter().step_by(EVERY).map(|entry| check(entry, &mut wrong)).collect();
    let taken: usize = counts.iter().map(|count| count.0).sum();
    let followed: usize = counts.iter().map(|count| count.1).sum();
    assert!(wrong.is_empty(), "of {taken}, {followed} of them suggestions:\n{}", wrong.join("\n"));
    assert!(taken > 12, "only {taken} sentences could be taken at their word");
    assert!(followed > 8, "only {followed} suggestions could be followed");
}
