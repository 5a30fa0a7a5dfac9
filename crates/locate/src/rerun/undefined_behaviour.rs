//! Undefined behaviour in the sense of the C standard, as it occurs in a run.

use whydunit_machine::{Machine, Undefined, UndefinedBehaviourWatch};
use whydunit_trace::{Place, place_of};
use whydunit_world::Posix;

/// An occurrence of undefined behaviour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndefinedBehaviour {
    /// The source line.
    pub place: Place,
    /// The kind.
    pub what: Undefined,
}

impl UndefinedBehaviour {
    /// All undefined behaviour of a run, in order. Places are those of the executed program, which a patch may have
    /// changed.
    pub(crate) fn all(watch: &UndefinedBehaviourWatch, machine: &Machine<Posix>) -> Vec<UndefinedBehaviour> {
        let located = |&(site, what)| UndefinedBehaviour { place: place_of(machine.program(), site), what };
        watch.found().iter().map(located).collect()
    }
}
