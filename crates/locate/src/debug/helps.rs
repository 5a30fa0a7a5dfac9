//! What is taken to be right without asking.

use whydunit_machine::Channel;
use whydunit_trace::{CriterionKind, Item};

use super::start::{Grounds, domain_of};
use crate::session::Session;

/// The automatic helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Helps {
    /// What was judged right once stays right: it is not asked again (conservative).
    pub remember: bool,
    /// The frontier of the last correct output is taken to be right (aggressive: output may be right by luck).
    pub trust_output: bool,
}

impl Default for Helps {
    fn default() -> Self {
        Helps { remember: true, trust_output: false }
    }
}

/// What the last output that was still right was made from: its frontier among what the failure depends on, by time.
/// None when no output was right.
pub(super) fn of_correct_output(session: &Session, grounds: &Grounds) -> Option<Vec<u32>> {
    let time = last_correct_output(session)?;
    let causes = session.dependences().of(time);
    domain_of(session, grounds, time, &causes).closest()
}

/// The last call that wrote only correct bytes to where the first wrong one is; when something else than output is
/// wrong, the last that wrote anything.
fn last_correct_output(session: &Session) -> Option<u32> {
    let (channel, offset): (Option<Channel>, u64) = match session.criterion.kind {
        CriterionKind::WrongOutput { channel, offset } | CriterionKind::MissingOutput { channel, offset } => {
            (Some(channel), offset)
        }
        _ => (None, u64::MAX),
    };
    // Where output of the channel ends, as far as an item is that.
    let end = |item: &Item| match *item {
        Item::Emit { channel: c, offset, len, .. } if channel.is_none_or(|wanted| c == wanted) => {
            Some(offset + u64::from(len))
        }
        _ => None,
    };
    let right = |item: &Item| end(item).is_some_and(|end| end <= offset);
    let wrong = |item: &Item| end(item).is_some_and(|end| end > offset);
    let effects = session.recorded.recording.effects().rev();
    effects
        .filter(|e| e.time < session.criterion.time)
        .find(|e| e.items.iter().any(right) && !e.items.iter().any(wrong))
        .map(|e| e.time)
}
