//! What is taken to be right without asking.

use whydunit_machine::Channel;
use whydunit_program::{Inst, Type};
use whydunit_trace::{CriterionKind, Dependence, DependenceKind, Item, Slice, Time};

use crate::interactive::chosen_callee::add_choices;
use crate::interactive::initial_domain::{Grounds, domain_but};
use crate::session::Session;

/// The automatic helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumptions {
    /// What was judged right once stays right: it is not asked again (conservative).
    pub remember: bool,
    /// The frontier of the last correct output is taken to be right (aggressive: output may be right by luck).
    pub trust_output: bool,
}

impl Default for Assumptions {
    fn default() -> Self {
        Assumptions { remember: true, trust_output: false }
    }
}

/// What the last output that was still right was made from: its frontier among what the failure depends on, by time.
/// None when no output was right, or nothing speaks for more of what the failure depends on than was printed: of a struct
/// of which one member was printed the others may be wrong. `most` instances are looked at.
pub(crate) fn of_correct_output(session: &Session, grounds: &Grounds, most: usize) -> Option<Vec<Time>> {
    let time = last_correct_output(session)?;
    let causes = session.dependences().of(time);
    let mut all = Slice::with_detours(session.dependences(), &causes, most);
    let mut plain = all.clone().without_detours(&causes);
    for slice in [&mut plain, &mut all] {
        grounds.callbacks.fold(slice);
        add_choices(&session.recorded.recording, slice);
        slice.nodes.retain(|time, _| grounds.all.nodes.contains_key(time));
    }
    let (silent, callbacks) = (grounds.silent.clone(), grounds.callbacks.clone());
    let printed = Grounds { plain, all, silent, callbacks };
    let partly = |time: Time| gives_more(grounds, &printed, time) || makes_several(session, time);
    domain_but(session, &printed, time, &Dependence::whole(causes), partly).closest()
}

/// Does an instance give the failure something that was made from other values than what it gave the output?
fn gives_more(grounds: &Grounds, printed: &Grounds, time: Time) -> bool {
    let (Some(all), Some(some)) = (grounds.all.nodes.get(&time), printed.all.nodes.get(&time)) else { return true };
    all.on.iter().any(|d| d.kind == DependenceKind::Flow && !some.on.contains(d))
}

/// Does an instance make several values at once, of which nobody can tell who used which: a function that returns a
/// struct, a call of the library that fills more than one place?
fn makes_several(session: &Session, time: Time) -> bool {
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

/// The last call that wrote only correct bytes to where the first wrong one is; when something else than output is
/// wrong, the last that wrote anything.
fn last_correct_output(session: &Session) -> Option<Time> {
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
