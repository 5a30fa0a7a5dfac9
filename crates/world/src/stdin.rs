//! Standard input of a case: given bytes, or the host's.
//!
//! All bytes read from the host are kept, so that every re-execution and every fork sees the same
//! input, in the same pieces.

mod live;

use std::io::{IsTerminal, Read};
use std::sync::{Arc, OnceLock};

use crate::fs::Output;
use live::Live;

/// Called with the output so far before the program waits for input, to show a prompt in time. Returns
/// false when the output can no longer be shown.
pub type Listener = Arc<dyn Fn(&Output) -> bool + Send + Sync>;

/// Standard input. Clones share the bytes read so far.
#[derive(Clone, Debug)]
pub struct Stdin {
    origin: Origin,
}

#[derive(Clone, Debug)]
enum Origin {
    Given(Arc<Vec<u8>>),
    /// The host's, read to its end when the program reads its first byte, so that a program that
    /// reads no input does not wait for a terminal.
    Host(Arc<OnceLock<Vec<u8>>>),
    /// The host's, read as it arrives.
    Live(Arc<Live>),
}

impl Stdin {
    /// The host's standard input as a whole: for runs that will be repeated with changes.
    pub fn host() -> Self {
        Stdin { origin: Origin::Host(Arc::default()) }
    }

    /// The host's standard input as it arrives, for a dialogue with the program; `listener` shows the
    /// output before the program waits. A file is read as a whole, since it never has to be waited for.
    pub fn dialogue(listener: Listener) -> Self {
        let host = Stdin::host();
        if host.is_file() {
            return host;
        }
        Stdin { origin: Origin::Live(Arc::new(Live::new(listener, std::io::stdin().is_terminal()))) }
    }

    /// The known bytes, which can be read again.
    pub fn known(&self) -> &[u8] {
        match &self.origin {
            Origin::Given(bytes) => bytes,
            Origin::Host(read) => read.get().map_or(&[], Vec::as_slice),
            Origin::Live(_) => &[],
        }
    }

    /// Is it a regular file, in which the program can seek? Given bytes are, like `< file`.
    pub fn is_file(&self) -> bool {
        match self.origin {
            Origin::Given(_) => true,
            Origin::Host(_) => std::fs::metadata("/dev/stdin").is_ok_and(|m| m.is_file()),
            Origin::Live(_) => false,
        }
    }

    /// All bytes, if the end is known: given ones, or the host's read to its end.
    pub fn bytes(&self) -> Option<&[u8]> {
        match self.origin {
            Origin::Live(_) => None,
            _ => Some(self.whole()),
        }
    }

    /// Is it a terminal of the host?
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(&self.origin, Origin::Live(live) if live.terminal)
    }

    /// The number of bytes, as far as it is known without waiting.
    pub(crate) fn len(&self) -> u64 {
        match &self.origin {
            Origin::Live(live) => live.len(),
            _ => self.whole().len() as u64,
        }
    }

    /// The byte at `at`, none at the end.
    pub(crate) fn byte(&self, at: u64, said: &Output) -> Option<u8> {
        match &self.origin {
            Origin::Live(live) => live.byte(at, said),
            _ => self.whole().get(at as usize).copied(),
        }
    }

    /// The result of one `read` of at most `max` bytes at `at`; empty only at the end.
    pub(crate) fn read(&self, at: u64, max: usize, said: &Output) -> Vec<u8> {
        match &self.origin {
            Origin::Live(live) => live.read(at, max, said),
            _ => part(self.whole(), at, max).to_vec(),
        }
    }

    /// The bytes from `at` up to and including the first `stop`, at most `max`; fewer only at the end.
    pub(crate) fn read_until(&self, at: u64, stop: u8, max: usize, said: &Output) -> Vec<u8> {
        match &self.origin {
            Origin::Live(live) => live.read_until(at, stop, max, said),
            _ => up_to(part(self.whole(), at, max), stop).to_vec(),
        }
    }

    /// All bytes; empty for input that is read as it arrives.
    pub fn whole(&self) -> &[u8] {
        match &self.origin {
            Origin::Given(bytes) => bytes,
            Origin::Host(bytes) => bytes.get_or_init(|| {
                let mut bytes = Vec::new();
                // On an error, the input is the bytes read before it.
                let _ = std::io::stdin().lock().read_to_end(&mut bytes);
                bytes
            }),
            Origin::Live(_) => &[],
        }
    }
}

impl Default for Stdin {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl From<Vec<u8>> for Stdin {
    fn from(bytes: Vec<u8>) -> Self {
        Stdin { origin: Origin::Given(Arc::new(bytes)) }
    }
}

/// At most `max` bytes from `at`.
fn part(bytes: &[u8], at: u64, max: usize) -> &[u8] {
    let rest = &bytes[(at as usize).min(bytes.len())..];
    &rest[..rest.len().min(max)]
}

/// The bytes up to and including the first `stop`, or all.
fn up_to(bytes: &[u8], stop: u8) -> &[u8] {
    let count = bytes.iter().position(|&b| b == stop).map_or(bytes.len(), |at| at + 1);
    &bytes[..count]
}
