//! Progress messages and cancellation of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Receives progress messages.
pub type Listener = Arc<dyn Fn(&str) + Send + Sync>;

/// The connection between a search and its user interface.
#[derive(Clone, Default)]
pub struct Monitor {
    /// Set to end the search. It returns the results found by then.
    pub cancelled: Arc<AtomicBool>,
    /// Receives progress messages, possibly many per second.
    pub listener: Option<Listener>,
}

impl Monitor {
    /// Sends a progress message. The message is only built if there is a listener.
    pub(crate) fn report(&self, what: impl FnOnce() -> String) {
        if let Some(listener) = &self.listener {
            listener(&what());
        }
    }

    /// Has the user cancelled the search?
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
