//! The host's standard input while it may still be written to: a terminal or a pipe.
//!
//! The result of one `read` of a pipe depends on the speed of its writer. To hide this as far as possible,
//! a read that got fewer bytes than requested waits a little for more; longer pauses of the writer are
//! recorded, and a rerun gets the same pieces.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};
use rustix::stdio::stdin;

use super::{Listener, part, up_to};
use crate::fs::Output;

/// How long a `read` waits for more bytes after the first: too short to be noticed in a dialogue,
/// long enough for a program at the other end of a pipe.
const GRACE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// Bytes requested from the host at a time.
const PIECE: usize = 1 << 16;

/// A standard input that is read as it arrives.
pub(super) struct Live {
    heard: Mutex<Heard>,
    listener: Listener,
    /// A terminal delivers lines and is never asked for more than the program needs.
    pub(super) terminal: bool,
}

/// The bytes read so far.
#[derive(Default)]
struct Heard {
    bytes: Vec<u8>,
    /// The positions where a read ended with fewer bytes than requested.
    pauses: Vec<u64>,
    over: bool,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Live({} bytes)", self.len())
    }
}

impl Live {
    pub(super) fn new(listener: Listener, terminal: bool) -> Self {
        Live { heard: Mutex::default(), listener, terminal }
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn len(&self) -> u64 {
        self.heard().bytes.len() as u64
    }

    pub(super) fn byte(&self, at: u64, said: &Output) -> Option<u8> {
        let mut heard = self.heard();
        while heard.lacks(at + 1) {
            self.listen(&mut heard, said);
        }
        heard.bytes.get(at as usize).copied()
    }

    pub(super) fn read(&self, at: u64, max: usize, said: &Output) -> Vec<u8> {
        let mut heard = self.heard();
        let wanted = at.saturating_add(max as u64);
        while heard.lacks(wanted) && heard.pause_after(at).is_none() {
            let waits = heard.lacks(at + 1);
            if waits || !self.terminal && more_comes() {
                self.listen(&mut heard, said);
            } else {
                heard.pause();
            }
        }
        let end = heard.pause_after(at).map_or(wanted, |pause| pause.min(wanted));
        part(&heard.bytes, at, (end - at) as usize).to_vec()
    }

    pub(super) fn read_until(&self, at: u64, stop: u8, max: usize, said: &Output) -> Vec<u8> {
        let mut heard = self.heard();
        let wanted = at.saturating_add(max as u64);
        let mut searched = at as usize;
        loop {
            let stopped = heard.bytes.get(searched..).is_some_and(|rest| rest.contains(&stop));
            if stopped || !heard.lacks(wanted) {
                return up_to(part(&heard.bytes, at, max), stop).to_vec();
            }
            searched = searched.max(heard.bytes.len());
            self.listen(&mut heard, said);
        }
    }

    /// Waits for input after showing the program's output. If that cannot be shown, the input ends.
    fn listen(&self, heard: &mut Heard, said: &Output) {
        let mut piece = [0; PIECE];
        let count = match (self.listener)(said) {
            true => receive(&mut piece),
            false => 0,
        };
        heard.bytes.extend_from_slice(&piece[..count]);
        heard.over |= count == 0;
        if self.terminal {
            heard.pause();
        }
    }
}

impl Heard {
    /// Are there fewer than `end` bytes so far, and may more arrive?
    fn lacks(&self, end: u64) -> bool {
        !self.over && (self.bytes.len() as u64) < end
    }

    fn pause(&mut self) {
        self.pauses.push(self.bytes.len() as u64);
    }

    fn pause_after(&self, at: u64) -> Option<u64> {
        self.pauses.get(self.pauses.partition_point(|&pause| pause <= at)).copied()
    }
}

/// Reads once. An error counts as the end of the input.
fn receive(piece: &mut [u8]) -> usize {
    loop {
        match read(stdin(), &mut *piece) {
            Err(Errno::INTR) => {}
            other => return other.unwrap_or(0),
        }
    }
}

/// Does anything arrive soon, even if only the end?
fn more_comes() -> bool {
    let stdin = stdin();
    poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&GRACE)).is_ok_and(|ready| ready > 0)
}
