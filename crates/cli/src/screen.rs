//! The full-screen interface of `debug`: the source with the breakpoint, the items to judge, the remaining
//! candidates, the history of answers, the causes of a value, and the run line by line.
//!
//! The debugger makes all decisions; this module shows them and passes keys on. A view turns its state into lines
//! of text (`panes`) and `draw` lays them out; only `draw` depends on the size of the terminal.

mod causes;
mod draw;
mod help;
mod moment;
mod panes;
mod prompt;
mod scrolled;
mod stage;
mod state;
mod theme;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyEventKind};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use whydunit_locate::interactive::Debugger;
use whydunit_report::Debugged;

use stage::Stage;
use state::{Reaction, Screen};

/// Saves the session; returns a message that names the file or the error.
pub(crate) type Save<'a> = &'a mut dyn FnMut(&mut Debugger) -> Result<String, String>;

/// How long to wait for a key before checking for signals and a new terminal size.
const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// Lets a person answer at the terminal until they quit, a signal arrives, or the terminal is gone; the answers until
/// then count. Returns an error if the terminal cannot be used at all.
pub(crate) fn run(
    debugger: &mut Debugger,
    failure: &str,
    debugged: Debugged,
    ended: &AtomicBool,
    save: Save<'_>,
) -> io::Result<()> {
    let mut stage = Stage::open()?;
    let mut screen = Screen::new(debugger, failure, debugged);
    while stage.draw(|frame| draw::draw(frame, &mut screen)).is_ok() {
        match next_event(ended) {
            Some(Event::Key(key)) if key.kind != KeyEventKind::Release => match screen.key(key, save) {
                Reaction::Stay => {}
                Reaction::Suspend if stage.suspend().is_ok() => {}
                Reaction::Suspend | Reaction::Quit => break,
            },
            Some(_) => {}
            None => break,
        }
    }
    Ok(())
}

/// The next event; none after a signal or when the terminal is closed.
fn next_event(ended: &AtomicBool) -> Option<Event> {
    while !ended.load(Ordering::Relaxed) && is_connected() {
        if event::poll(Duration::ZERO).ok()? {
            return event::read().ok();
        }
    }
    None
}

/// Waits briefly for a key; false when the terminal is closed. (The event library would loop forever at the end
/// of its input.)
fn is_connected() -> bool {
    let stdin = io::stdin();
    let mut wanted = [PollFd::new(&stdin, PollFlags::IN)];
    match poll(&mut wanted, Some(&PAUSE)) {
        Err(error) => error == Errno::INTR,
        Ok(0) => true,
        Ok(_) => !wanted[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) && has_input(),
    }
}

fn has_input() -> bool {
    rustix::io::ioctl_fionread(io::stdin()).is_ok_and(|bytes| bytes > 0)
}
