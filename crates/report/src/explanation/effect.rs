//! The result of a rerun as the end of a sentence.

use whydunit_locate::{DescribedSuspect, FailureFacts, Verdict};
use whydunit_trace::CriterionKind;

use super::partial_output::PartialOutput;

/// One fact in the three forms that sentences need.
pub(super) struct Effect {
    /// "changing A to B …"
    pub(super) does: String,
    /// "likely missing: A; …"
    pub(super) with_it: String,
    /// "if A were B here, …"
    pub(super) would: String,
}

impl Effect {
    fn new(does: &str, with_it: &str, would: &str) -> Self {
        Effect { does: does.into(), with_it: with_it.into(), would: would.into() }
    }

    /// "; but …" after the whole sentence.
    pub(super) fn but(self, drawback: &str) -> Self {
        let with = |text: String| format!("{text}, but {drawback}");
        Effect { does: with(self.does), with_it: with(self.with_it), would: with(self.would) }
    }
}

/// The effect of a change on the run, as far as reruns showed it.
pub(super) fn effect(failure: &FailureFacts, verdict: Verdict, suspect: &DescribedSuspect) -> Effect {
    if let Some(output) = PartialOutput::of(failure, suspect) {
        let (does, would) = output.phrases();
        return Effect { with_it: format!("it {does}"), does, would };
    }
    let only = failure.expects_only_an_end;
    match (&failure.criterion.kind, verdict == Verdict::Passed) {
        (CriterionKind::Failure, true) if only => {
            Effect::new("prevents the failure", "with it the program does not fail", "the program would not fail")
        }
        (CriterionKind::Hang, true) if only => {
            Effect::new("makes the run end", "with it the run ends", "the run would end")
        }
        (_, true) => Effect::new("makes the run pass", "with it the run passes", "the run would pass"),
        (CriterionKind::Failure, false) => Effect::new(
            "prevents this failure, but the run still does not pass",
            "it prevents this failure, but the run still does not pass",
            "this failure would not occur, but the run would still not pass",
        ),
        (CriterionKind::Hang, false) => Effect::new(
            "makes the run end, but not as expected",
            "with it the run ends, but not as expected",
            "the run would end, but not as expected",
        ),
        (CriterionKind::WrongOutput { .. }, false) => Effect::new(
            "fixes the first wrong word of the output, but not the rest",
            "it fixes the first wrong word of the output, but not the rest",
            "the first wrong word of the output would be right, but not the rest",
        ),
        (CriterionKind::MissingOutput { .. }, false) => Effect::new(
            "adds the first missing word of the output, but not the rest",
            "it adds the first missing word of the output, but not the rest",
            "the first missing word of the output would be written, but not the rest",
        ),
        (_, false) => Effect::new(
            "fixes what went wrong first, but the run still does not pass",
            "it fixes what went wrong first, but the run still does not pass",
            "what went wrong first would be right, but the run would still not pass",
        ),
    }
}
