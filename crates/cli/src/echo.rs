//! Copies the program's output to our own streams as it appears.

use std::io::{ErrorKind, Write};
use std::sync::{Mutex, PoisonError};

use whydunit_world::Output;

/// Copies each byte of output once.
#[derive(Debug, Default)]
pub(crate) struct Echo {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    shown: u64,
    deaf: bool,
    failure: Option<String>,
}

impl Echo {
    /// Copies the new output; false when a pipe is closed. Other errors (a full disk) are kept for later: the run
    /// must end as it would have without them.
    pub(crate) fn pass_on(&self, said: &Output) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for (descriptor, bytes) in said.since(state.shown) {
            state.shown += bytes.len() as u64;
            state.note(descriptor, write(descriptor, &bytes));
        }
        !state.deaf
    }

    /// Writes the buffered output of a program that was stopped.
    pub(crate) fn last_words(&self, pieces: &[(u8, Vec<u8>)]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for (descriptor, bytes) in pieces {
            state.note(*descriptor, write(*descriptor, bytes));
        }
    }

    /// The error that lost some of the output.
    pub(crate) fn failure(&self) -> Option<String> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).failure.clone()
    }
}

impl State {
    fn note(&mut self, descriptor: u8, written: std::io::Result<()>) {
        let Err(error) = written else { return };
        if error.kind() == ErrorKind::BrokenPipe {
            self.deaf = true;
        } else {
            let stream = if descriptor == 1 { "output" } else { "error" };
            self.failure.get_or_insert_with(|| format!("the program's standard {stream} is lost: {error}"));
        }
    }
}

fn write(descriptor: u8, bytes: &[u8]) -> std::io::Result<()> {
    if descriptor == 1 {
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(bytes).and_then(|()| stdout.flush())
    } else {
        std::io::stderr().lock().write_all(bytes)
    }
}
