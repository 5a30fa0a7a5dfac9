//! Progress messages on a terminal during a long search, and Ctrl-C to end it.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use whydunit_locate::Monitor;

/// The first message appears after `QUIET`, later ones at intervals of `PAUSE`.
const QUIET: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(250);

/// The progress line on the terminal.
struct Line {
    next: Instant,
    shown: bool,
}

/// A search for which a user waits.
pub(crate) struct Patience {
    line: Arc<Mutex<Line>>,
    cancelled: Arc<AtomicBool>,
}

impl Patience {
    /// Starts the clock and the handler of Ctrl-C.
    pub(crate) fn begin() -> Self {
        let cancelled = Arc::new(AtomicBool::new(false));
        // A second Ctrl-C ends the process at once, in case the search does not notice the first.
        let _ = signal_hook::flag::register_conditional_shutdown(2, 130, cancelled.clone());
        let _ = signal_hook::flag::register(2, cancelled.clone());
        let line = Line { next: Instant::now() + QUIET, shown: false };
        Patience { line: Arc::new(Mutex::new(line)), cancelled }
    }

    /// The monitor to pass to the search.
    pub(crate) fn monitor(&self) -> Monitor {
        let line = self.line.clone();
        let listener = move |what: &str| {
            let Ok(mut line) = line.lock() else { return };
            if Instant::now() >= line.next {
                line.next = Instant::now() + PAUSE;
                line.shown = true;
                let _ = write!(std::io::stderr(), "\r\x1b[K{what} ...");
            }
        };
        let terminal = std::io::stderr().is_terminal();
        Monitor { cancelled: self.cancelled.clone(), listener: terminal.then(|| Arc::new(listener) as _) }
    }

    /// Ends the search and clears the line. The returned flag keeps reporting a Ctrl-C.
    pub(crate) fn end(self) -> Arc<AtomicBool> {
        if let Ok(line) = self.line.lock()
            && line.shown
        {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        if self.cancelled.load(Ordering::Relaxed) {
            let _ = writeln!(std::io::stderr(), "whydunit: interrupted; this is what is known so far");
        }
        self.cancelled
    }
}
