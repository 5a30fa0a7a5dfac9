//! How far the search for an explanation went, and which questions it left open.

use crate::explain::Explanation;
use crate::methods::frontier::MAX_SLICE_INSTANCES;
use crate::methods::frontier::polluted::OpenQuestions;
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::refusals::Refusals;

/// The effort of a search and its open questions.
#[derive(Clone, Debug)]
pub struct SearchFacts {
    /// Was it stopped, by the clock or by the user?
    pub stopped: bool,
    /// The budget of instructions in reruns, if it was used up.
    pub used_up: Option<u64>,
    /// How many instances of the slice were examined, if there were more.
    pub only_nearest: Option<usize>,
    /// The best verdict of all reruns.
    pub best: Option<Verdict>,
    /// Omissions that were not examined, because their decisions were executed too often.
    pub omissions_left_out: u64,
    /// The questions that the frontiers left open.
    pub open: OpenQuestions,
    /// Instances the failure depends on.
    pub domain: usize,
    /// Reruns made.
    pub reruns: u64,
    /// Instructions of the failing run.
    pub duration: u32,
    /// Reruns and replays that the machine refused to continue.
    pub refusals: Refusals,
}

impl SearchFacts {
    pub(crate) fn new(session: &Session, explanation: &Explanation) -> SearchFacts {
        let domain = explanation.slice.nodes.len();
        let budget = session.budget.instructions;
        SearchFacts {
            stopped: session.budget.is_over(),
            used_up: (session.effort.instructions >= budget).then_some(budget),
            only_nearest: (domain >= MAX_SLICE_INSTANCES).then_some(MAX_SLICE_INSTANCES),
            best: explanation.best,
            omissions_left_out: explanation.slice.left_out,
            open: explanation.narrowing.open.clone(),
            domain,
            reruns: session.effort.reruns,
            duration: session.recorded.recording.duration().into(),
            refusals: session.refusals(),
        }
    }
}
