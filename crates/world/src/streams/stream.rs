//! The state of one stream.

use whydunit_machine::{Channel, Guest, Run};

use super::Streams;
use super::buffer::{Buffer, Buffering};
use super::layout::{self, Flag};
use super::memory::Memory;
use super::open::Mode;
use crate::Posix;
use crate::fs::Errno;

/// The source and target of a stream.
#[derive(Clone, Debug)]
pub(crate) enum Backing {
    /// A descriptor.
    Descriptor(i32),
    /// Memory of the program.
    Memory(Memory),
}

/// An open stream.
#[derive(Clone, Debug)]
pub(crate) struct Stream {
    pub(super) backing: Backing,
    pub(super) mode: Mode,
    pub(super) buffer: Buffer,
    /// The place of the first pending byte; known while there is one.
    pub(super) place: Option<(Channel, u64)>,
    /// Was the last operation a write?
    pub(super) putting: bool,
    /// Was it read from since it was opened?
    pub(super) reading: bool,
    /// Did the last read find the end? The program may clear the flag in the `FILE` itself, but never set it.
    pub(super) at_end: bool,
    /// Can the read area hold bytes?
    pub(super) pushed: bool,
    /// Start of the read area, which holds only bytes pushed back.
    pub(super) area: u64,
    /// Its size.
    pub(super) area_size: u64,
    /// Negative: bytes, positive: wide characters, zero: not decided.
    pub(super) orientation: i32,
}

impl Stream {
    pub(super) fn new(backing: Backing, mode: Mode, buffering: Buffering) -> Self {
        Stream {
            backing,
            mode,
            buffer: Buffer::new(buffering),
            place: None,
            putting: false,
            reading: false,
            at_end: false,
            pushed: false,
            area: 0,
            area_size: 0,
            orientation: 0,
        }
    }

    /// The descriptor behind it, if there is one.
    pub(crate) fn descriptor(&self) -> Option<i32> {
        match self.backing {
            Backing::Descriptor(fd) => Some(fd),
            Backing::Memory(_) => None,
        }
    }

    /// The number of pending bytes.
    pub(crate) fn pending(&self) -> usize {
        match &self.backing {
            Backing::Descriptor(_) => self.buffer.pending().len(),
            Backing::Memory(memory) => memory.pending(),
        }
    }

    /// The output buffer.
    pub(crate) fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// The permitted operations.
    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// Was the last operation a write?
    pub(crate) fn is_putting(&self) -> bool {
        self.putting
    }

    /// Was it read from, or is it read-only?
    pub(crate) fn is_reading(&self) -> bool {
        !self.mode.writes || self.reading && !self.putting
    }
}

impl Streams {
    /// Is the flag set in the program's memory?
    pub(crate) fn flag(guest: &mut dyn Guest, file: u64, flag: Flag) -> Run<bool> {
        Ok(layout::flags(guest, file)? & flag.0 != 0)
    }

    /// Sets or clears a flag there.
    pub(crate) fn set_flag(world: &mut Posix, guest: &mut dyn Guest, file: u64, flag: Flag, on: bool) -> Run<()> {
        if flag == Flag::END {
            world.streams.find(guest, file)?.at_end = on;
        }
        layout::set_flag(guest, file, flag, on)
    }

    /// Reports a failed operation in the stream's error flag and `errno`.
    pub(crate) fn failed(world: &mut Posix, guest: &mut dyn Guest, file: u64, error: Errno) -> Run<()> {
        layout::set_flag(guest, file, Flag::ERROR, true)?;
        world.set_errno(guest, error.0)
    }
}
