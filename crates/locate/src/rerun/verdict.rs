//! What a rerun came to, judged by what was expected of the run.

use whydunit_machine::{Channel, Outcome};
use whydunit_trace::{Criterion, CriterionKind, Expectation, Observed};

/// What an altered run came to; the better, the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Not as expected.
    Failed,
    /// It did not end within its budget, or did something unsupported.
    Undecided,
    /// What was wrong at the failure point is right, but not all that came after it.
    PartlyFixed,
    /// The whole run is as expected.
    Passed,
}

/// Judges a rerun of the run that failed at `criterion`.
pub fn judge(expectation: &Expectation, criterion: &Criterion, rerun: &Observed) -> Verdict {
    if expectation.met_by(rerun) {
        return Verdict::Passed;
    }
    let mended = match &criterion.kind {
        CriterionKind::WrongOutput { channel, offset } | CriterionKind::MissingOutput { channel, offset } => {
            is_written(expectation, rerun, *channel, *offset)
        }
        // Without the crash the run must at least have said what was expected until then.
        CriterionKind::Failure | CriterionKind::Hang => {
            matches!(rerun.outcome, Outcome::Exited(_))
                && !expectation.is_default()
                && says_something_right(expectation, rerun)
        }
        CriterionKind::Status => {
            matches!(rerun.outcome, Outcome::Exited(status) if Some(status) == expectation.exit)
        }
        CriterionKind::Judged => false,
        CriterionKind::Assertion => match rerun.asserted {
            Some(holds) => holds,
            // It did not come to the failure point.
            None => return Verdict::Undecided,
        },
        CriterionKind::MissingFile(path) => {
            matches!(rerun.outcome, Outcome::Exited(_)) && rerun.files.contains_key(path)
        }
    };
    match (mended, &rerun.outcome) {
        (true, _) => Verdict::PartlyFixed,
        (false, Outcome::Stopped(_)) => Verdict::Undecided,
        (false, _) => Verdict::Failed,
    }
}

/// Did a rerun of a run that crashed get past that, and said more than was said `before`, although it fails elsewhere?
pub(crate) fn goes_further(own: &Outcome, rerun: &Outcome, said: &[u8], before: &[u8]) -> bool {
    let (Outcome::Failed(own), Outcome::Failed(other)) = (own, rerun) else { return false };
    own.stack.first() != other.stack.first() && said.len() > before.len() && said.starts_with(before)
}

/// Does what a rerun has written so far decide the verdict, whatever it does from here on? What is wrong on
/// standard output stays wrong.
pub(crate) fn is_decided(expectation: &Expectation, criterion: &Criterion, stdout: &[u8]) -> bool {
    let Some(due) = &expectation.stdout else { return false };
    let right = due.iter().zip(stdout).take_while(|(a, b)| a == b).count();
    match criterion.kind {
        _ if right == stdout.len() => false,
        CriterionKind::WrongOutput { channel, .. } | CriterionKind::MissingOutput { channel, .. } => {
            channel == Channel::Stdout
        }
        // Otherwise it matters how it ends, unless not even the beginning is right.
        CriterionKind::Failure | CriterionKind::Hang => right < end_of_word(due, 0),
        CriterionKind::Judged => true,
        CriterionKind::Status | CriterionKind::Assertion | CriterionKind::MissingFile(_) => false,
    }
}

/// Are the bytes due at `offset` of a channel there, to the end of the word they belong to?
fn is_written(expectation: &Expectation, rerun: &Observed, channel: Channel, offset: u64) -> bool {
    let Some(due) = expectation.due(channel, rerun) else { return false };
    let Some(actual) = bytes_of(rerun, channel) else { return false };
    let end = end_of_word(due, offset as usize);
    // Whatever was wrong was surplus: it must be gone.
    if offset as usize >= due.len() {
        return actual == due;
    }
    actual.len() >= end && actual[..end] == due[..end]
}

/// Behind the word (and the one byte after it) that begins or goes on at `offset`. A word is a number, a name
/// or text beyond ASCII; any other byte is one of its own.
pub(crate) fn end_of_word(text: &[u8], offset: usize) -> usize {
    let offset = offset.min(text.len());
    let start = offset + text[offset..].iter().take_while(|b| b.is_ascii_whitespace()).count();
    let part = |b: &&u8| b.is_ascii_alphanumeric() || **b >= 0x80 || b"._-+".contains(*b);
    let end = start + text[start..].iter().take_while(part).count().max(1);
    (end + 1).min(text.len())
}

fn bytes_of(observed: &Observed, channel: Channel) -> Option<&[u8]> {
    match channel {
        Channel::Stdout => Some(&observed.stdout),
        Channel::Stderr => Some(&observed.stderr),
        other => observed.files.values().find(|w| w.channel == other).map(|w| w.contents.as_slice()),
    }
}

/// Does the run write at least the first word that was expected of it?
fn says_something_right(expectation: &Expectation, rerun: &Observed) -> bool {
    let Some(due) = &expectation.stdout else { return true };
    let end = end_of_word(due, 0);
    rerun.stdout.len() >= end && rerun.stdout[..end] == due[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use whydunit_trace::{Assertion, Time};

    fn observed(stdout: &str) -> Observed {
        let outcome = Outcome::Exited(0);
        Observed { outcome, stdout: stdout.into(), stderr: Vec::new(), files: Default::default(), asserted: None }
    }

    fn verdict(expected: &str, offset: u64, stdout: &str) -> Verdict {
        let expectation = Expectation { stdout: Some(expected.into()), ..Expectation::default() };
        let kind = CriterionKind::WrongOutput { channel: Channel::Stdout, offset };
        judge(&expectation, &Criterion { time: Time::FIRST, arg: None, kind }, &observed(stdout))
    }

    #[test]
    fn the_word_due_must_be_there_and_end_there() {
        assert_eq!(verdict("1 25 3\n", 2, "1 25 3\n"), Verdict::Passed);
        assert_eq!(verdict("1 25 3\n", 2, "1 25 4\n"), Verdict::PartlyFixed);
        assert_eq!(verdict("1 25 3\n", 3, "1 256 3\n"), Verdict::Failed);
        assert_eq!(verdict("1 25 3\n", 2, "9 25 4\n"), Verdict::Failed);
    }

    #[test]
    fn a_run_that_avoids_an_assertion_is_right_only_if_something_else_says_so() {
        let formula = whydunit_trace::Formula::parse("x == 1").expect("an expression");
        let assertion = Assertion { formula, file: "a.c".into(), line: 1, visit: None };
        let judged = |expected: Option<&str>, asserted: Option<bool>, outcome: Outcome| {
            let stdout = expected.map(|e| e.as_bytes().to_vec());
            let expectation = Expectation { stdout, assertion: Some(assertion.clone()), ..Expectation::default() };
            let criterion = Criterion { time: Time::FIRST, arg: None, kind: CriterionKind::Assertion };
            judge(&expectation, &criterion, &Observed { asserted, outcome, ..observed("1\n") })
        };
        let ended = Outcome::Exited(0);
        assert_eq!(judged(None, Some(true), ended.clone()), Verdict::Passed);
        assert_eq!(judged(None, Some(false), ended.clone()), Verdict::Failed);
        assert_eq!(judged(None, None, ended.clone()), Verdict::Undecided);
        assert_eq!(judged(Some("1\n"), None, ended.clone()), Verdict::Passed);
        assert_eq!(judged(Some("2\n"), None, ended.clone()), Verdict::Undecided);
        assert_eq!(judged(Some("2\n"), Some(true), ended), Verdict::PartlyFixed);
        assert_eq!(judged(None, Some(true), Outcome::Stopped(whydunit_machine::Limit::Steps(1))), Verdict::PartlyFixed);
    }

    #[test]
    fn what_is_written_wrong_decides() {
        let expectation = Expectation { stdout: Some("one\ntwo\n".into()), ..Expectation::default() };
        let kind = CriterionKind::WrongOutput { channel: Channel::Stdout, offset: 0 };
        let decided = |kind: &CriterionKind, text: &str| {
            is_decided(&expectation, &Criterion { time: Time::FIRST, arg: None, kind: kind.clone() }, text.as_bytes())
        };
        assert!(!decided(&kind, "one\n"));
        assert!(decided(&kind, "one\nt!"));
        assert!(decided(&kind, "one\ntwo\nthree\n"));
        assert!(!decided(&CriterionKind::Hang, "one\nt!"));
        assert!(decided(&CriterionKind::Hang, "oh"));
    }

    #[test]
    fn surplus_output_must_be_gone() {
        assert_eq!(verdict("1\n", 2, "1\n2\n"), Verdict::Failed);
        assert_eq!(verdict("1\n", 2, "1\n"), Verdict::Passed);
    }
}
