//! Omissions put to the test: the run is repeated with the decision turned round, and if the use then has
//! the same definitions the decision is not to blame.

use whydunit_machine::{Alteration, Change, Limits};
use whydunit_trace::{Alignment, Dependence, DependenceKind, Doubt, Slice, record};

use crate::session::Session;

/// What a rerun says of the omission for which the decision at `decision` is blamed by the use at `used`.
pub fn verify_omission(session: &mut Session, decision: u32, used: u32) -> Doubt {
    let duration = u64::from(session.recorded.recording.duration());
    let mut machine = session.recorded.ladder.before(0);
    machine.set_limits(Limits { steps: duration * 2 + 100_000, ..Limits::default() });
    machine.alter(Alteration { time: u64::from(decision), change: Change::Flip });
    session.effort.reruns += 1;
    let Ok(rerun) = record(machine, session.index.clone(), |_| true) else { return Doubt::Undecided };
    session.effort.instructions += u64::from(rerun.recording.duration());
    Alignment::new(&session.recorded.recording, &rerun.recording).judge_omission(used)
}

/// Takes the omissions out of a slice that a rerun refutes, as far as the session may spend on it; says
/// how many were put to the test. Instances that nothing leads to any more stay until the slice is made
/// anew.
pub fn verify_omissions(session: &mut Session, slice: &mut Slice) -> u64 {
    let mut tested = 0;
    let doubtful = |d: &Dependence| d.kind == DependenceKind::Omission;
    let times: Vec<u32> = slice.nodes.iter().filter(|(_, n)| n.on.iter().any(doubtful)).map(|(&t, _)| t).collect();
    for used in times.into_iter().rev() {
        let Some(node) = slice.nodes.get_mut(&used) else { continue };
        node.on.retain(|d| {
            if !doubtful(d) || !session.may_go_on() {
                return true;
            }
            tested += 1;
            verify_omission(session, d.on, used) != Doubt::Refuted
        });
    }
    tested
}
