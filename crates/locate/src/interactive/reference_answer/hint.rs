//! Facts that a reference reports about a wrong instance, in addition to the answer: where the search continues, and
//! which statement is to blame. They are kept with the answer, so that the search can be repeated without the
//! reference.

use whydunit_trace::Time;

use crate::compare::missing_code::Missing;
use crate::interactive::breakpoint::Item;
use crate::interactive::debugger::Debugger;

/// Facts about a wrong instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// The call because of which it was executed, where the reference calls another function or none.
    pub call: Option<Time>,
    /// The function that the reference calls instead, if its text names it.
    pub instead: Option<String>,
    /// The instance that should have defined a value used here, and wrote to another place.
    pub store: Option<Time>,
    /// The wrong function pointer because of which it was executed.
    pub pointer: Option<Time>,
    /// The function to which that pointer, or the instance itself, points in the reference.
    pub function: Option<String>,
    /// Does the reference compute the value in another way? Then the statement is at fault, and not an omission
    /// before it.
    pub rewritten: bool,
    /// Code from which the reference has the value, and that the failing program lacks.
    pub missing: Option<Missing>,
}

impl Hint {
    /// Does it explain why the instance is wrong if everything that it depends on is right?
    pub(crate) fn is_reason(&self) -> bool {
        self.rewritten || self.missing.as_ref().is_some_and(|missing| missing.absent)
    }

    /// Does it hold any fact?
    fn has_facts(&self) -> bool {
        let names_instance = self.call.is_some() || self.store.is_some() || self.pointer.is_some();
        names_instance || self.rewritten || self.missing.is_some() || self.function.is_some()
    }
}

impl Debugger {
    /// The facts that a reference reported of a wrong instance.
    pub fn hint(&self, time: Time) -> Option<&Hint> {
        self.hints.get(&time)
    }

    /// Keeps facts that a reference reports, or reported in an earlier session. Instances that were not executed before
    /// `time` are dropped from them.
    pub fn take_hint(&mut self, time: Time, mut hint: Hint) {
        hint.store = self.earlier(hint.store, time);
        hint.call = self.earlier(hint.call, time);
        hint.pointer = self.earlier(hint.pointer, time);
        if let Some(pointer) = hint.pointer {
            let function = hint.function.clone();
            self.hints.entry(pointer).or_insert(Hint { function, ..Hint::default() });
        }
        hint.missing = hint.missing.filter(|missing| missing.after < time);
        if hint.has_facts() {
            self.hints.insert(time, hint);
        }
    }

    /// An instance, if it was executed before `time` and can be described.
    fn earlier(&mut self, instance: Option<Time>, time: Time) -> Option<Time> {
        instance.filter(|&at| at < time && Item::at(&mut self.session, at).is_some())
    }
}
