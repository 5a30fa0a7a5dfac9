//! Batches of reruns within a budget that is counted in instructions.

use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;
use crate::session::Session;

/// Reruns between two checks of the budget.
const BATCH_SIZE: usize = 64;

/// Makes reruns in order, all cores at a time, until `instructions` were executed. Returns as many verdicts as reruns
/// were made.
pub(crate) fn rerun_within(session: &mut Session, interventions: &[Intervention], instructions: u64) -> Vec<Verdict> {
    // The session's own budget could end inside a batch, at a point that depends on timing; ours ends between two.
    let allowed = std::mem::replace(&mut session.budget.instructions, u64::MAX);
    let start = session.effort.instructions;
    let mut verdicts = Vec::new();
    for batch in interventions.chunks(BATCH_SIZE) {
        if session.effort.instructions - start >= instructions || session.budget.is_over() {
            break;
        }
        verdicts.extend(session.rerun_all(batch, |_| false));
    }
    session.budget.instructions = allowed;
    verdicts
}
