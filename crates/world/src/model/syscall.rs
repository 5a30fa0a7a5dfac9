//! The form of models of system calls: a function that returns a value or an [`Errno`], and a
//! table row that converts this to C's convention.

use whydunit_machine::{Channel, Guest, Halt, OutByte, Reply, Run, Word};

use crate::Posix;
use crate::fs::{Chunk, Errno};
use crate::model::guest_ext::{arg, at, c_bytes, pinned};

/// The result of a system call.
pub(crate) type Sys<T> = Result<T, Fault>;

/// A model of a system call.
pub(crate) type SysFn<T> = fn(&mut Posix, &mut dyn Guest) -> Sys<T>;

/// The reason why a system call has no value.
#[derive(Debug)]
pub(crate) enum Fault {
    /// It fails with this `errno`.
    Errno(Errno),
    /// The run ends.
    Halt(Halt),
}

impl From<Errno> for Fault {
    fn from(error: Errno) -> Self {
        Fault::Errno(error)
    }
}

impl From<Halt> for Fault {
    fn from(halt: Halt) -> Self {
        Fault::Halt(halt)
    }
}

/// Converts the result of a system call to a reply: `failed` with `errno` if it failed.
pub(crate) fn finish<T: Into<Word>>(
    world: &mut Posix,
    guest: &mut dyn Guest,
    result: Sys<T>,
    failed: Word,
) -> Run<Reply> {
    match result {
        Ok(value) => Ok(value.into().into()),
        Err(Fault::Halt(halt)) => Err(halt),
        Err(Fault::Errno(Errno(code))) => {
            world.set_errno(guest, code)?;
            Ok(failed.into())
        }
    }
}

/// A row for a function that returns an `int` (-1 on failure).
macro_rules! int_call {
    ($name:literal, $run:expr) => {
        $crate::model::model($name, |world, guest| {
            let run: $crate::model::syscall::SysFn<i32> = $run;
            let result = run(world, guest);
            $crate::model::syscall::finish(world, guest, result, whydunit_machine::Word::from(-1i32))
        })
    };
}

/// A row for a function that returns a `long`, `ssize_t` or `off_t` (-1 on failure).
macro_rules! long_call {
    ($name:literal, $run:expr) => {
        $crate::model::model($name, |world, guest| {
            let run: $crate::model::syscall::SysFn<i64> = $run;
            let result = run(world, guest);
            $crate::model::syscall::finish(world, guest, result, whydunit_machine::Word::from(-1i64))
        })
    };
}

/// A row for a function that returns a pointer (null on failure).
macro_rules! pointer_call {
    ($name:literal, $run:expr) => {
        $crate::model::model($name, |world, guest| {
            let run: $crate::model::syscall::SysFn<u64> = $run;
            let result = run(world, guest);
            $crate::model::syscall::finish(world, guest, result, whydunit_machine::Word::new(0))
        })
    };
}

pub(crate) use {int_call, long_call, pointer_call};

/// Argument `index` as a C `int`.
pub(crate) fn int_arg(guest: &mut dyn Guest, index: usize) -> Run<i32> {
    Ok(pinned(guest, index, "argument of a system call")? as i32)
}

/// Argument `index` as a C `long` or `off_t`.
pub(crate) fn long_arg(guest: &mut dyn Guest, index: usize) -> Run<i64> {
    Ok(pinned(guest, index, "argument of a system call")? as i64)
}

/// Argument `index` as an address or size.
pub(crate) fn size_arg(guest: &mut dyn Guest, index: usize) -> Run<u64> {
    pinned(guest, index, "argument of a system call")
}

/// Argument `index` as a path. As in the kernel, a null pointer gives `EFAULT`.
pub(crate) fn path_arg(guest: &mut dyn Guest, index: usize) -> Sys<Vec<u8>> {
    let address = arg(guest, index);
    if guest.pin(address, "a path")? == 0 {
        return Err(Errno::EFAULT.into());
    }
    Ok(c_bytes(guest, address, "a path")?)
}

/// Stores bytes read from a channel at `address`.
pub(crate) fn deliver(guest: &mut dyn Guest, address: Word, chunk: &Chunk) -> Run<()> {
    let mut words = Vec::with_capacity(chunk.bytes.len());
    guest.consume(chunk.channel, chunk.offset, &chunk.bytes, &mut words);
    // Store all at once, so that an overflow is reported as a whole; then the special bytes.
    guest.write_bytes(address, &words.iter().map(|w| w.bits as u8).collect::<Vec<u8>>())?;
    for (i, word) in words.into_iter().enumerate().filter(|(_, w)| !w.is_plain()) {
        let here = at(guest, address, i as u64);
        guest.store(here, 1, word)?;
    }
    Ok(())
}

/// Longer writes are read from memory in pieces of `PIECE` bytes.
const BYTE_BY_BYTE: u64 = 64;
/// Bounds the memory used: a faulty program may ask for more than there is.
const PIECE: u64 = 1 << 20;

/// The `count` bytes at `address`, to be written to a channel; `argument` is the index of the pointer
/// argument.
pub(crate) fn collect(
    guest: &mut dyn Guest,
    channel: Channel,
    address: Word,
    count: u64,
    argument: u16,
) -> Run<Vec<OutByte>> {
    let mut bytes = Vec::with_capacity(count.min(PIECE) as usize);
    if count <= BYTE_BY_BYTE {
        for i in 0..count {
            let here = at(guest, address, i);
            bytes.push(OutByte { word: guest.load(here, 1)?, arg: argument });
        }
        return Ok(bytes);
    }
    // Uninitialised padding of structures is common in files, but an error on a screen.
    let file = !matches!(channel, Channel::Stdout | Channel::Stderr);
    let mut plain = vec![0; count.min(PIECE) as usize];
    for start in (0..count).step_by(PIECE as usize) {
        let here = at(guest, address, start);
        let piece = &mut plain[..(count - start).min(PIECE) as usize];
        guest.read_bytes(here, piece, file)?;
        bytes.extend(piece.iter().map(|&b| OutByte { word: b.into(), arg: argument }));
    }
    Ok(bytes)
}

/// A C structure under construction: little-endian numbers at fixed offsets.
pub(crate) struct Record(Vec<u8>);

impl Record {
    /// `size` zero bytes.
    pub(crate) fn new(size: usize) -> Self {
        Record(vec![0; size])
    }

    /// Puts a number of `width` bytes at `offset`.
    pub(crate) fn put(mut self, offset: usize, width: usize, value: u64) -> Self {
        self.0[offset..offset + width].copy_from_slice(&value.to_le_bytes()[..width]);
        self
    }

    /// Puts bytes at `offset`.
    pub(crate) fn bytes(mut self, offset: usize, bytes: &[u8]) -> Self {
        self.0[offset..offset + bytes.len()].copy_from_slice(bytes);
        self
    }

    /// Writes it to the program's memory.
    pub(crate) fn store(self, guest: &mut dyn Guest, address: Word) -> Run<()> {
        guest.write_bytes(address, &self.0)
    }
}
