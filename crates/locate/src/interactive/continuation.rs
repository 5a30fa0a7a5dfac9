//! Why a search that had ended continues, and where.

use crate::interactive::breakpoint::Item;
use crate::interactive::debugger::Debugger;

/// Why more instances may hold the fault at a breakpoint than after the last answer.
#[derive(Clone, Debug)]
pub enum Continuation {
    /// Everything in the window is judged: the window moves back to the nearest causes of the wrong instances.
    Farther,
    /// All causes of a wrong value are right, but the reference has the value from an instance that wrote elsewhere
    /// in the failing run.
    Misplaced {
        /// The instance with the wrong value.
        wrong: Box<Item>,
        /// The instance that should have defined it.
        store: Box<Item>,
    },
}

/// A way to continue; none if it does not apply.
type Way = fn(&mut Debugger) -> Option<Continuation>;

/// All ways, in the order in which they are tried.
const WAYS: &[Way] = &[Debugger::continue_farther, Debugger::continue_at_misplaced_store];

impl Debugger {
    /// Continues when nothing in the window is left to ask; none when the search is over.
    pub(crate) fn continue_search(&mut self) -> Option<Continuation> {
        WAYS.iter().find_map(|way| way(self))
    }

    /// Continues from the instance that should have defined a wrong value, if all causes of the value are right.
    fn continue_at_misplaced_store(&mut self) -> Option<Continuation> {
        for end in self.wrong() {
            if let Some(store) = self.hint(end).and_then(|hint| hint.store)
                && !self.domain.has(store)
                && self.window.followed.insert(end)
                && let (Some(wrong), Some(stored)) =
                    (Item::at(&mut self.session, end), Item::at(&mut self.session, store))
            {
                self.move_window(vec![store], end);
                return Some(Continuation::Misplaced { wrong: wrong.into(), store: stored.into() });
            }
        }
        None
    }
}
