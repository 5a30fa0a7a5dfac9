//! Instances that count as right without a question.

use whydunit_machine::Channel;
use whydunit_program::{Inst, Type};
use whydunit_trace::{CriterionKind, Dependence, DependenceKind, Item, Slice, Time};

use crate::interactive::chosen_callee::add_choices;
use crate::interactive::initial_domain::{Slices, domain_without};
use crate::session::Session;

/// Which instances are assumed to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumptions {
    /// An instance judged right stays right and is not asked about again (conservative).
    pub remember: bool,
    /// The frontier of the last correct output is right (aggressive: output may be right by accident).
    pub trust_output: bool,
}

impl Default for Assumptions {
    fn default() -> Self {
        Assumptions { remember: true, trust_output: false }
    }
}

/// The frontier of the last correct output among the causes of the failure, by time. It leaves out instances that
/// also passed values to the failure that were not printed: if one member of a struct was printed, the others may
/// still be wrong. None if no output was correct. At most `most` instances are searched.
pub(crate) fn of_correct_output(session: &Session, slices: &Slices, most: usize) -> Option<Vec<Time>> {
    let time = last_correct_output(session)?;
    let causes = session.dependences().of(time);
    let mut all = Slice::with_detours(session.dependences(), &causes, most);
    let mut plain = all.clone().without_detours(&causes);
    for slice in [&mut plain, &mut all] {
        slices.callbacks.fold(slice);
        add_choices(&session.recorded.recording, slice);
        slice.nodes.retain(|time, _| slices.all.nodes.contains_key(time));
    }
    let (silent, callbacks) = (slices.silent.clone(), slices.callbacks.clone());
    let printed = Slices { plain, all, silent, callbacks };
    let is_partial = |time: Time| has_other_sources(slices, &printed, time) || defines_several(session, time);
    domain_without(session, &printed, time, &Dependence::whole(causes), is_partial).closest()
}

/// Does an instance use other values for the failure than for the output?
fn has_other_sources(slices: &Slices, printed: &Slices, time: Time) -> bool {
    let (Some(all), Some(some)) = (slices.all.nodes.get(&time), printed.all.nodes.get(&time)) else { return true };
    all.on.iter().any(|d| d.kind == DependenceKind::Flow && !some.on.contains(d))
}

/// Does an instance define several values at once, so that nothing tells which one was used: the return of a struct,
/// or a library call that writes to more than one place?
fn defines_several(session: &Session, time: Time) -> bool {
    let (recording, program) = (&session.recorded.recording, session.program());
    let Some(position) = recording.position(time).filter(|_| recording.ended_call(time).is_none()) else { return true };
    match recording.inst(position) {
        Inst::Return { .. } => {
            let result = program.function(position.function).result.map(|ty| program.types.get(program.types.bare(ty)));
            matches!(result, Some(Type::Record { .. }))
        }
        Inst::Call { .. } => {
            recording.effect(time).items.iter().filter(|item| matches!(item, Item::Write { .. })).count() > 1
        }
        _ => false,
    }
}

/// The last call that wrote only correct bytes to the channel of the first wrong byte. If the failure is not about
/// output, the last call with any output.
fn last_correct_output(session: &Session) -> Option<Time> {
    let (channel, offset): (Option<Channel>, u64) = match session.criterion.kind {
        CriterionKind::WrongOutput { channel, offset } | CriterionKind::MissingOutput { channel, offset } => {
            (Some(channel), offset)
        }
        _ => (None, u64::MAX),
    };
    // The end of an item's output, if it is output to the channel.
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
