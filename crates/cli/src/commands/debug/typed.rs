//! Typed input, line by line. Ctrl-C, or any other signal that ends the session, leads to the final report.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// Longest delay until a Ctrl-C is noticed that arrives just before the waiting begins.
const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

/// The lines of standard input.
pub(super) struct Typed {
    /// Has its own buffer: that of `Stdin` does not tell whether it holds data.
    stdin: BufReader<File>,
    interrupted: Arc<AtomicBool>,
}

impl Typed {
    /// Reads standard input until `interrupted` is set.
    pub(super) fn new(interrupted: Arc<AtomicBool>) -> std::io::Result<Typed> {
        let stdin = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
        Ok(Typed { stdin: BufReader::new(stdin), interrupted })
    }

    /// Was there a Ctrl-C? Then no further answer counts, not even a known one.
    pub(super) fn is_over(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// The next line; none at the end of the input.
    pub(super) fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        if !self.wait() || self.stdin.read_line(&mut line).ok()? == 0 {
            return None;
        }
        Some(line.trim_end_matches(['\r', '\n']).to_string())
    }

    /// Can a line (or the end) be read without waiting?
    pub(super) fn is_ready(&self) -> bool {
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        let some = || poll(&mut [PollFd::new(self.stdin.get_ref(), PollFlags::IN)], Some(&now)).is_ok_and(|n| n > 0);
        !self.is_over() && (!self.stdin.buffer().is_empty() || some())
    }

    /// Waits for input; false after a Ctrl-C. A plain read would be restarted after the signal.
    fn wait(&mut self) -> bool {
        while !self.is_over() {
            // Lines that arrived together are in the buffer already.
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
