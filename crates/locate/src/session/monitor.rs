//! Somebody who waits for an answer: hears how far it is, and may end the search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Hears what is being done.
pub type Listener = Arc<dyn Fn(&str) + Send + Sync>;

/// Who waits.
#[derive(Clone, Default)]
pub struct Monitor {
    /// Set to end the search with what is known by then.
    pub cancelled: Arc<AtomicBool>,
    /// Hears what is being done, many times a second.
    pub hears: Option<Listener>,
}

impl Monitor {
    /// Says what is being done.
    pub(crate) fn tell(&self, what: impl FnOnce() -> String) {
        if let Some(hears) = &self.hears {
            hears(&what());
        }
    }

    /// Does nobody want it to go on?
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
