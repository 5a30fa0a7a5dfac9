//! Streams: the state behind `FILE *`.
//!
//! A `FILE` is in the program's memory with glibc's layout, because programs access it; pending
//! output is kept here. Input is never read ahead: a stream takes from its descriptor exactly the bytes
//! that it returns, so the descriptor's offset is always that of the stream. Only bytes pushed back are
//! in the `FILE`'s read area. Output is buffered as in glibc, since a crash loses unflushed
//! output; a write is reported at once (`Guest::emit`), but reaches the descriptor when the buffer is
//! flushed.

mod buffer;
mod input;
mod layout;
mod memory;
mod open;
mod output;
mod position;
mod stream;
mod substitute;
mod wide;

use std::collections::BTreeMap;

use whydunit_machine::{Channel, FailureKind, Guest, OutByte, Run, Word};

pub(crate) use buffer::Buffering;
pub(crate) use layout::Flag;
pub(crate) use memory::{Fixed, Growing, Memory};
pub(crate) use open::Mode;
pub(crate) use stream::{Backing, Stream};

use crate::Posix;

/// All open streams, by the address of their `FILE`. Later ones have higher addresses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Streams {
    open: BTreeMap<u64, Stream>,
    /// The last streams that were closed, for error messages.
    closed: Vec<u64>,
    /// `stdin`, `stdout`, `stderr` as they were at the start.
    standard: [u64; 3],
    /// The program's variables of these names, if it has them.
    variables: [Option<u64>; 3],
    /// A buffer reused by successive calls.
    scratch: Vec<OutByte>,
}

impl Streams {
    /// Creates the standard streams and the variables that point to them.
    pub(crate) fn start(world: &mut Posix, guest: &mut dyn Guest) -> Run<()> {
        for (fd, name) in ["stdin", "stdout", "stderr"].into_iter().enumerate() {
            let mode = if fd == 0 { Mode::READ } else { Mode::WRITE };
            let address = Streams::create(world, guest, Backing::Descriptor(fd as i32), mode)?;
            world.streams.standard[fd] = address;
            if fd == 2 {
                Streams::set_buffering(world, guest, address, Buffering::None, None)?;
            }
            if let Some((variable, _)) = guest.global(name) {
                guest.store(variable.into(), 8, address.into())?;
                world.streams.variables[fd] = Some(variable);
            }
        }
        Ok(())
    }

    /// The current value of `stdin`, `stdout` or `stderr` (0, 1, 2): programs may assign to them.
    pub(crate) fn current(world: &Posix, guest: &mut dyn Guest, fd: usize) -> Run<u64> {
        match world.streams.variables[fd] {
            Some(variable) => {
                let word = guest.load(variable.into(), 8)?;
                guest.pin(word, "standard stream")
            }
            None => Ok(world.streams.standard[fd]),
        }
    }

    /// The stream at an address the program passed.
    pub(crate) fn find(&mut self, guest: &dyn Guest, file: u64) -> Run<&mut Stream> {
        match self.open.get_mut(&file) {
            Some(stream) => Ok(stream),
            None => Err(guest.fail(FailureKind::Misuse(describe(file, &self.closed)))),
        }
    }

    /// Addresses of all open streams in the order in which glibc flushes them: the latest first,
    /// the standard ones last.
    pub(crate) fn all(&self) -> Vec<u64> {
        self.open.keys().rev().copied().collect()
    }

    /// Pending output of streams to standard output (1) or standard error (2).
    pub(crate) fn unflushed(world: &Posix) -> Vec<(u8, Vec<u8>)> {
        let waiting = |stream: &Stream| {
            let number = match world.fs.channel(stream.descriptor()?).ok()? {
                Channel::Stdout => 1,
                Channel::Stderr => 2,
                _ => return None,
            };
            Some((number, stream.buffer().pending().to_vec()))
        };
        world.streams.open.values().rev().filter_map(waiting).filter(|(_, bytes)| !bytes.is_empty()).collect()
    }

    /// An empty buffer for the bytes of one call.
    pub(crate) fn take_scratch(&mut self) -> Vec<OutByte> {
        std::mem::take(&mut self.scratch)
    }

    /// Returns the buffer for reuse. It is kept empty, so that a fork copies nothing; a huge one is dropped.
    pub(crate) fn keep_scratch(&mut self, mut buffer: Vec<OutByte>) {
        buffer.clear();
        if buffer.capacity() <= 1 << 14 {
            self.scratch = buffer;
        }
    }
}

/// The reason why there is no open stream at an address.
fn describe(file: u64, closed: &[u64]) -> String {
    match file {
        0 => "a null pointer is used as a stream".into(),
        _ if closed.contains(&file) => "a stream is used after it was closed".into(),
        _ => format!("{file:#x} is not a stream"),
    }
}

/// The concrete address of the `FILE` in an argument.
pub(crate) fn file_argument(guest: &mut dyn Guest, index: usize) -> Run<u64> {
    let word: Word = crate::model::guest_ext::arg(guest, index);
    if word.is_plain() {
        return Ok(word.bits);
    }
    guest.pin(word, "stream")
}
