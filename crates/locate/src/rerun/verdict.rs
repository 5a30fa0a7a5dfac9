//! The verdict on a rerun, given the expectation.

use whydunit_machine::{Channel, Outcome};
use whydunit_trace::{Criterion, CriterionKind, Expectation, Observed};

/// The verdict on a rerun. A greater verdict is a better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The expectation is not met.
    Failed,
    /// It did not end within its budget, or the machine refused an instruction.
    Undecided,
    /// The failure point is corrected, but the rest of the expectation is not met.
    PartlyFixed,
    /// The whole expectation is met.
    Passed,
}

/// Judges a rerun of the run that failed at `criterion`.
pub fn compare_with_expectation(expectation: &Expectation, criterion: &Criterion, rerun: &Observed) -> Verdict {
    if expectation.met_by(rerun) {
        return Verdict::Passed;
    }
    let corrected = match &criterion.kind {
        CriterionKind::WrongOutput { channel, offset } | CriterionKind::MissingOutput { channel, offset } => {
            is_written(expectation, rerun, *channel, *offset)
        }
        // A run that no longer crashes must have written the first expected word; otherwise it could just have given up
        // early.
        CriterionKind::Failure | CriterionKind::Hang => {
            matches!(rerun.outcome, Outcome::Exited(_))
                && !expectation.is_default()
                && writes_first_word(expectation, rerun)
        }
        CriterionKind::Status => {
            matches!(rerun.outcome, Outcome::Exited(status) if Some(status) == expectation.exit)
        }
        CriterionKind::Judged => false,
        CriterionKind::Assertion => match rerun.asserted {
            Some(holds) => holds,
            // The rerun did not reach the failure point.
            None => return Verdict::Undecided,
        },
        CriterionKind::MissingFile(path) => {
            matches!(rerun.outcome, Outcome::Exited(_)) && rerun.files.contains_key(path)
        }
    };
    match (corrected, &rerun.outcome) {
        (true, _) => Verdict::PartlyFixed,
        (false, Outcome::Stopped(_)) => Verdict::Undecided,
        (false, _) => Verdict::Failed,
    }
}

/// Did a rerun of a crashing run pass the crash and write more than the output `before` it, although it fails
/// elsewhere?
pub(crate) fn goes_further(own: &Outcome, rerun: &Outcome, said: &[u8], before: &[u8]) -> bool {
    let (Outcome::Failed(own), Outcome::Failed(other)) = (own, rerun) else { return false };
    own.stack.first() != other.stack.first() && said.len() > before.len() && said.starts_with(before)
}

/// Does the output so far decide the verdict, whatever the rerun does next? Wrong bytes on standard output cannot be
/// taken back.
pub(crate) fn is_decided(expectation: &Expectation, criterion: &Criterion, stdout: &[u8]) -> bool {
    let Some(due) = &expectation.stdout else { return false };
    let right = due.iter().zip(stdout).take_while(|(a, b)| a == b).count();
    match criterion.kind {
        _ if right == stdout.len() => false,
        CriterionKind::WrongOutput { channel, .. } | CriterionKind::MissingOutput { channel, .. } => {
            channel == Channel::Stdout
        }
        // The verdict depends on the end of the run, unless already the first word is wrong.
        CriterionKind::Failure | CriterionKind::Hang => right < end_of_word(due, 0),
        CriterionKind::Judged => true,
        CriterionKind::Status | CriterionKind::Assertion | CriterionKind::MissingFile(_) => false,
    }
}

/// Are the expected bytes at `offset` of a channel written, to the end of their word?
fn is_written(expectation: &Expectation, rerun: &Observed, channel: Channel, offset: u64) -> bool {
    let Some(due) = expectation.due(channel, rerun) else { return false };
    let Some(actual) = bytes_of(rerun, channel) else { return false };
    let end = end_of_word(due, offset as usize);
    // The wrong output was surplus, so it must be gone.
    if offset as usize >= due.len() {
        return actual == due;
    }
    actual.len() >= end && actual[..end] == due[..end]
}

/// The offset after the word at `offset` and one more byte. A word is a number, a name or text beyond ASCII; any other
/// byte is a word of its own.
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

/// Does the run write at least the first expected word?
fn writes_first_word(expectation: &Expectation, rerun: &Observed) -> bool {
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
        compare_with_expectation(&expectation, &Criterion { time: Time::FIRST, arg: None, kind }, &observed(stdout))
    }

    #[test]
    fn the_word_due_must_be_there_and_end_there() {
        assert_eq!(verdict("1 25 3\n", 2, "1 25 3\n"), Verdict::Passed);
        assert_eq!(verdict("1 25 3\n", 2, "1 25 4\n"), Verdict::PartlyFixed);
        assert_eq!(verdict("1 25 3\n", 3, "1 256 3\n"), Verdict::Failed);
        assert_eq!(verdict("1 25 3\n", 2, "9 25 4\n"), Verdict::Failed);
    }

    #[test]
    fn a_run_that_avoids_an_assertion_passes_only_if_the_rest_is_as_expected() {
        let formula = whydunit_trace::Formula::parse("x == 1").expect("an expression");
        let assertion = Assertion { formula, file: "a.c".into(), line: 1, visit: None };
        let judged = |expected: Option<&str>, asserted: Option<bool>, outcome: Outcome| {
            let stdout = expected.map(|e| e.as_bytes().to_vec());
            let expectation = Expectation { stdout, assertion: Some(assertion.clone()), ..Expectation::default() };
            let criterion = Criterion { time: Time::FIRST, arg: None, kind: CriterionKind::Assertion };
            compare_with_expectation(&expectation, &criterion, &Observed { asserted, outcome, ..observed("1\n") })
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
    fn wrong_output_decides() {
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
