//! What somebody types, line by line, until they have enough: Ctrl-C ends a session with its report, not without, and
//! so does whatever else asks us to end.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// How long a Ctrl-C may pass unnoticed that comes just before the waiting begins.
const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

/// Who types.
pub(super) struct Typed {
    /// With a buffer of its own: that of `Stdin` does not say whether something is in it.
    stdin: BufReader<File>,
    interrupted: Arc<AtomicBool>,
}

impl Typed {
    /// From standard input, until `interrupted`.
    pub(super) fn new(interrupted: Arc<AtomicBool>) -> std::io::Result<Typed> {
        let stdin = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
        Ok(Typed { stdin: BufReader::new(stdin), interrupted })
    }

    /// Was there a Ctrl-C? Then nothing more counts, whoever answers.
    pub(super) fn are_over(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// The next line; none when nobody is there any more.
    pub(super) fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        if !self.comes() || self.stdin.read_line(&mut line).ok()? == 0 {
            return None;
        }
        Some(line.trim_end_matches(['\r', '\n']).to_string())
    }

    /// Is there something to read already, or the end? Nobody is waited for.
    pub(super) fn are_there(&self) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let some = || poll(&mut [PollFd::new(self.stdin.get_ref(), PollFlags::IN)], Some(&now)).is_ok_and(|n| n > 0);
        !self.are_over() && (!self.stdin.buffer().is_empty() || some())
    }

    /// Waits for something to read; false when there was a Ctrl-C instead. Reading itself would go on after that.
    fn comes(&mut self) -> bool {
        while !self.are_over() {
            // Lines that came together are read at once.
            if !self.stdin.buffer().is_empty() {
                return true;
            }
            match poll(&mut [PollFd::new(self.stdin.get_ref(), PollFlags::IN)], Some(&PAUSE)) {
                Ok(0) | Err(Errno::INTR) => {}
                _ => return true,
            }
        }
        false
    }
}
