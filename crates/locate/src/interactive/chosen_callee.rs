//! The choice of a function by a pointer. The result of such a call may be right for the called function and still be
//! wrong for its use, if another function should have been called. So the use depends on the pointer, too.

use std::collections::BTreeMap;

use whydunit_program::{Callee, Inst};
use whydunit_trace::{Dependence, DependenceKind, Dependences, Recording, Slice, Time};

/// Makes uses of the results of such calls depend on the instances that chose the function.
pub(crate) fn add_choices(recording: &Recording, slice: &mut Slice) {
    let mut dependences = Dependences::of_uses(recording);
    let returns = slice.nodes.keys().filter_map(|&time| Some((time, chosen_by(recording, time)?)));
    let mut choices = BTreeMap::new();
    for (time, call) in returns {
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

/// The call through a pointer from which the instance at `time` returns a value.
fn chosen_by(recording: &Recording, time: Time) -> Option<Time> {
    let position = recording.position(time)?;
    let Inst::Return { count: 1.., .. } = recording.inst(position) else { return None };
    let call = recording.call_of(time)?;
    is_through_pointer(recording, call).then_some(call)
}

/// Is the instance at `time` a call through a pointer?
pub(crate) fn is_through_pointer(recording: &Recording, time: Time) -> bool {
    let Some(position) = recording.position(time) else { return false };
    let Inst::Call { site } = recording.inst(position) else { return false };
    matches!(recording.function_of(position.block).1.calls[site as usize].callee, Callee::Indirect(_))
}
