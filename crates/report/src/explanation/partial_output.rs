//! Lines of the output that a change fixes or breaks.

use whydunit_locate::{DescribedSuspect, FailureFacts};

/// Lines of standard output, from 1, by the effect of a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PartialOutput {
    /// Wrong in the failing run, right with the change.
    pub(super) fixed: Vec<usize>,
    /// Right in the failing run, wrong with the change.
    pub(super) broken: Vec<usize>,
    /// Wrong in both.
    pub(super) wrong: Vec<usize>,
}

impl PartialOutput {
    /// The effect of a suspect's change on the lines of the output, if it fixes only some of them.
    pub(super) fn of(failure: &FailureFacts, suspect: &DescribedSuspect) -> Option<Self> {
        let due = failure.expectation.stdout.as_ref()?;
        let after = suspect.partial_output.as_ref()?;
        Some(PartialOutput::compare(due, &failure.observed.stdout, after))
    }

    fn compare(due: &[u8], before: &[u8], after: &[u8]) -> Self {
        let lines = |bytes: &[u8]| bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
        let (due, before, after) = (lines(due), lines(before), lines(after));
        let mut output = PartialOutput::default();
        for at in 0..due.len().max(before.len()).max(after.len()) {
            let (was_right, is_right) = (before.get(at) == due.get(at), after.get(at) == due.get(at));
            match (was_right, is_right) {
                (false, true) => output.fixed.push(at + 1),
                (true, false) => output.broken.push(at + 1),
                (false, false) => output.wrong.push(at + 1),
                (true, true) => {}
            }
        }
        output
    }

    /// "fixes line 6 of the output but breaks lines 7–9", and the same as a main clause with "would".
    pub(super) fn phrases(&self) -> (String, String) {
        let first = self.wrong.first().copied().unwrap_or(1);
        let (fixed, broken, wrong) = (ranges(&self.fixed), ranges(&self.broken), ranges(&self.wrong));
        if self.fixed.is_empty() {
            return (
                format!("fixes the first wrong word of line {first}, but not the rest"),
                format!("the first wrong word of line {first} would be right, but not the rest"),
            );
        }
        match (self.broken.is_empty(), self.wrong.is_empty()) {
            (false, _) => (
                format!("fixes {fixed} of the output but breaks {broken}"),
                format!("{fixed} of the output would be right, but {broken} wrong"),
            ),
            (true, false) => (
                format!("fixes {fixed} of the output but not {wrong}"),
                format!("{fixed} of the output would be right, but not {wrong}"),
            ),
            (true, true) => (
                "fixes the output, but the run still does not pass".into(),
                "the output would be right, but the run would still not pass".into(),
            ),
        }
    }
}

/// "line 6", "lines 7–9 and 12".
fn ranges(lines: &[usize]) -> String {
    const SHOWN: usize = 3;
    let runs: Vec<String> = lines
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| match run {
            [first, .., last] => format!("{first}–{last}"),
            _ => run.iter().map(usize::to_string).collect(),
        })
        .collect();
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    match &runs[..] {
        [] => String::new(),
        [one] => format!("{noun} {one}"),
        [others @ .., last] if runs.len() <= SHOWN => format!("{noun} {} and {last}", others.join(", ")),
        _ => format!("{noun} {} and others", runs[..SHOWN].join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{PartialOutput, ranges};

    #[test]
    fn lines_are_told_apart_by_what_a_change_does() {
        let output = PartialOutput::compare(b"a\nb\nc\nd\n", b"a\nX\nc\nd\n", b"a\nb\nY\nZ\n");
        assert_eq!(output.phrases().0, "fixes line 2 of the output but breaks lines 3–4");
        let output = PartialOutput::compare(b"a\nb\n", b"X\nX\n", b"a\nX\n");
        assert_eq!(output.phrases().0, "fixes line 1 of the output but not line 2");
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 11]), "lines 1–3, 7, 9 and others");
    }
}
