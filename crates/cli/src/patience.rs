//! While a search takes long: says how far it is, on a terminal, and lets Ctrl-C end it.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use whydunit_locate::Monitor;

/// Nothing is said before this, and not more often than four times a second.
const QUIET: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(250);

/// What is on the screen.
struct Line {
    next: Instant,
    shown: bool,
}

/// Somebody waits at the terminal.
pub(crate) struct Patience {
    line: Arc<Mutex<Line>>,
    cancelled: Arc<AtomicBool>,
}

impl Patience {
    /// From now on.
    pub(crate) fn begin() -> Self {
        let cancelled = Arc::new(AtomicBool::new(false));
        // The second Ctrl-C ends the program at once, in case the first is not heard.
        let _ = signal_hook::flag::register_conditional_shutdown(2, 130, cancelled.clone());
        let _ = signal_hook::flag::register(2, cancelled.clone());
        let line = Line { next: Instant::now() + QUIET, shown: false };
        Patience { line: Arc::new(Mutex::new(line)), cancelled }
    }

    /// What the search is given.
    pub(crate) fn watch(&self) -> Monitor {
        let line = self.line.clone();
        let hears = move |what: &str| {
            let Ok(mut line) = line.lock() else { return };
            if Instant::now() >= line.next {
                line.next = Instant::now() + PAUSE;
                line.shown = true;
                let _ = write!(std::io::stderr(), "\r\x1b[K{what} ...");
            }
        };
        let terminal = std::io::stderr().is_terminal();
        Monitor { cancelled: self.cancelled.clone(), hears: terminal.then(|| Arc::new(hears) as _) }
    }

    /// The answer is there: the line goes. What is returned tells, also later, whether there was a Ctrl-C.
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
