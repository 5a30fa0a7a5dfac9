//! Many reruns within a budget that is counted in instructions: the answer does not depend on how many
//! cores there are or how fast they are.

use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;
use crate::session::Session;

/// Reruns between two looks at the budget.
const TURN: usize = 64;

/// Runs trials in order, all cores at a time, until `instructions` were executed. As many verdicts as
/// trials were run.
pub(crate) fn rerun_within(session: &mut Session, trials: &[Intervention], instructions: u64) -> Vec<Verdict> {
    // The session's own budget may end in the middle of a turn, by luck; ours ends between two.
    let allowed = std::mem::replace(&mut session.budget.instructions, u64::MAX);
    let start = session.effort.instructions;
    let mut verdicts = Vec::new();
    for turn in trials.chunks(TURN) {
        if session.effort.instructions - start >= instructions || session.budget.is_over() {
            break;
        }
        verdicts.extend(session.rerun_all(turn, |_| false));
    }
    session.budget.instructions = allowed;
    verdicts
}
