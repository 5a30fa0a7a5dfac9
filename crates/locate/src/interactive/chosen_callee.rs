//! What a call through a pointer returned may well be right for the function that was called, and still not what whoever
//! uses it needs: that depends on the pointer, too.

use std::collections::BTreeMap;

use whydunit_program::{Callee, Inst};
use whydunit_trace::{Dependence, DependenceKind, Dependences, Recording, Slice, Time};

/// Adds to a slice that who uses what such a call returned depends on what chose the function.
pub(crate) fn add_choices(recording: &Recording, slice: &mut Slice) {
    let mut dependences = Dependences::of_uses(recording);
    let returned = slice.nodes.keys().filter_map(|&time| Some((time, chosen_by(recording, time)?)));
    let mut choices = BTreeMap::new();
    for (time, call) in returned {
        let mut on = dependences.of_callee(call);
        on.retain(|d| slice.nodes.contains_key(&d.on));
        choices.insert(time, on);
    }
    if choices.is_empty() {
        return;
    }
    for node in slice.nodes.values_mut() {
        let used = node.on.iter().filter(|d| d.kind == DependenceKind::Flow);
        let more: Vec<Dependence> = used.filter_map(|d| choices.get(&d.on)).flatten().copied().collect();
        if !more.is_empty() {
            node.on = Dependence::whole([std::mem::take(&mut node.on), more].concat());
        }
    }
}

/// The call through a pointer from which the instance at `time` returns something.
fn chosen_by(recording: &Recording, time: Time) -> Option<Time> {
    let position = recording.position(time)?;
    let Inst::Return { count: 1.., .. } = recording.inst(position) else { return None };
    let call = recording.call_of(time)?;
    is_through_pointer(recording, call).then_some(call)
}

/// Does the call at `time` call whatever a pointer leads to?
pub(crate) fn is_through_pointer(recording: &Recording, time: Time) -> bool {
    let Some(position) = recording.position(time) else { return false };
    let Inst::Call { site } = recording.inst(position) else { return false };
    matches!(recording.function_of(position.block).1.calls[site as usize].callee, Callee::Indirect(_))
}
