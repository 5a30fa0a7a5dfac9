//! What a correct version says of a wrong instance besides that it is wrong: where the search goes on from there, and who
//! is to blame. It is kept with the answer, so that the same search can be gone through without that version.

use whydunit_trace::Time;

use crate::interactive::breakpoint::Item;
use crate::interactive::debugger::Debugger;

/// What is said of a wrong instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// It was executed because of this call, where the correct version calls another function.
    pub call: Option<Time>,
    /// That function, if the text of the correct version says which.
    pub instead: Option<String>,
    /// What should have given it its value, and wrote elsewhere.
    pub store: Option<Time>,
    /// It was executed because this pointed to another function than in the correct version.
    pub pointer: Option<Time>,
    /// The function to which that, or itself if it is a pointer, points in the correct version.
    pub function: Option<String>,
    /// The correct version makes the value in another way: then it is that, not something left undone before.
    pub rewritten: bool,
    /// Something that the correct version has the value from, and that this program does not have.
    pub missing: Option<Missing>,
}

/// What only the correct version did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// What the failing run executed last before it.
    pub after: Time,
    /// Where it is there.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// That line's text, if it could be read.
    pub text: Option<String>,
    /// Does the function have fewer such lines in the failing program? Otherwise it may have this one elsewhere.
    pub absent: bool,
}

impl Hint {
    /// Is it known why the instance is wrong, if all that it was made from is right?
    pub(crate) fn is_reason(&self) -> bool {
        self.rewritten || self.missing.as_ref().is_some_and(|missing| missing.absent)
    }
}

impl Debugger {
    /// What a correct version said of an instance that is wrong.
    pub fn hint(&self, time: Time) -> Option<&Hint> {
        self.hints.get(&time)
    }

    /// Keeps in mind what a correct version said, or did so earlier. What it names must have been executed before.
    pub fn take_hint(&mut self, time: Time, mut hint: Hint) {
        hint.store = hint.store.filter(|&store| store < time && Item::at(&mut self.session, store).is_some());
        hint.call = hint.call.filter(|&call| call < time && Item::at(&mut self.session, call).is_some());
        hint.pointer = hint.pointer.filter(|&pointer| pointer < time && Item::at(&mut self.session, pointer).is_some());
        if let Some(pointer) = hint.pointer {
            let function = hint.function.clone();
            self.hints.entry(pointer).or_insert(Hint { function, ..Hint::default() });
        }
        hint.missing = hint.missing.filter(|missing| missing.after < time);
        let says = hint.call.is_some() || hint.store.is_some() || hint.pointer.is_some();
        if says || hint.rewritten || hint.missing.is_some() || hint.function.is_some() {
            self.hints.insert(time, hint);
        }
    }
}
