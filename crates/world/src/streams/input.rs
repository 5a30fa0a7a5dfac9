//! Reading from streams: first the bytes pushed back, then exactly the requested number from the descriptor.

use whydunit_machine::{Guest, Halt, Run, Word};

use super::layout::{self, Flag, READ_BASE, READ_END, READ_POINTER};
use super::{Backing, Buffering, Streams};
use crate::Posix;
use crate::fs::{Chunk, Errno};
use crate::model::words::equal;

/// Limit of a line: endless input would fill the host's memory.
const MAX_LINE_LENGTH: usize = 1 << 25;

/// Initial room for bytes pushed back.
const AREA: u64 = 64;

impl Streams {
    /// The next byte; none at the end or after an error, which sets the flags.
    pub(crate) fn get(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<Option<Word>> {
        if !Streams::orient(world, guest, file, false)? {
            return Ok(None);
        }
        Streams::get_byte(world, guest, file)
    }

    /// As `get`, for streams of either orientation.
    pub(super) fn get_byte(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<Option<Word>> {
        if let Some(byte) = Streams::get_pushed(world, guest, file)? {
            return Ok(Some(byte));
        }
        if !Streams::begin_get(world, guest, file)? {
            return Ok(None);
        }
        let fd = match &mut world.streams.find(guest, file)?.backing {
            Backing::Descriptor(fd) => *fd,
            Backing::Memory(memory) => {
                let byte = memory.get(guest)?;
                return Streams::or_end(world, guest, file, byte);
            }
        };
        match world.fs.read_byte(fd) {
            Ok(Some((channel, offset, byte))) => {
                let mut words = Vec::with_capacity(1);
                guest.consume(channel, offset, &[byte], &mut words);
                Ok(words.pop())
            }
            Ok(None) => Streams::or_end(world, guest, file, None),
            Err(error) => {
                Streams::failed(world, guest, file, error)?;
                Ok(None)
            }
        }
    }

    /// Sets the end flag if there is no byte.
    fn or_end(world: &mut Posix, guest: &mut dyn Guest, file: u64, byte: Option<Word>) -> Run<Option<Word>> {
        if byte.is_none() {
            Streams::set_flag(world, guest, file, Flag::END, true)?;
        }
        Ok(byte)
    }

    /// The next byte that was pushed back. The program itself may have moved the pointer.
    fn get_pushed(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<Option<Word>> {
        let stream = world.streams.find(guest, file)?;
        if !stream.pushed {
            return Ok(None);
        }
        let pointer = layout::pointer(guest, file, READ_POINTER)?;
        if pointer >= layout::pointer(guest, file, READ_END)? {
            world.streams.find(guest, file)?.pushed = false;
            return Ok(None);
        }
        let byte = guest.load(Word::new(pointer), 1)?;
        layout::set_pointer(guest, file, READ_POINTER, pointer + 1)?;
        Ok(Some(byte))
    }

    /// The number of bytes pushed back.
    pub(crate) fn pushed(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<u64> {
        if !world.streams.find(guest, file)?.pushed {
            return Ok(0);
        }
        let pointer = layout::pointer(guest, file, READ_POINTER)?;
        Ok(layout::pointer(guest, file, READ_END)?.saturating_sub(pointer))
    }

    /// Prepares the stream for reading from its descriptor. False if it is not readable, or at its end.
    fn begin_get(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<bool> {
        let stream = world.streams.find(guest, file)?;
        if !stream.mode.reads {
            Streams::failed(world, guest, file, Errno::EBADF)?;
            return Ok(false);
        }
        if stream.at_end {
            // The end is sticky until the flag is cleared.
            if Streams::flag(guest, file, Flag::END)? {
                return Ok(false);
            }
            world.streams.find(guest, file)?.at_end = false;
        }
        if world.streams.find(guest, file)?.putting && !Streams::end_put(world, guest, file)? {
            return Ok(false);
        }
        let stream = world.streams.find(guest, file)?;
        let interactive = stream.buffer.kind() != Buffering::Full;
        if !stream.reading {
            Streams::make_area(world, guest, file)?;
        }
        if interactive {
            // Before it waits for input, glibc flushes line-buffered standard output.
            let output = world.streams.standard[1];
            if world.streams.open.get(&output).is_some_and(|s| s.buffer.kind() != Buffering::Full) {
                Streams::flush(world, guest, output)?;
            }
        }
        Ok(true)
    }

    /// Reserves the area for bytes pushed back, which also marks the stream as read from.
    fn make_area(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<()> {
        let area = guest.reserve(AREA, 8);
        let stream = world.streams.find(guest, file)?;
        stream.reading = true;
        (stream.area, stream.area_size) = (area, AREA);
        for field in [READ_BASE, READ_POINTER, READ_END] {
            layout::set_pointer(guest, file, field, area + AREA)?;
        }
        Ok(())
    }

    /// `ungetc`.
    pub(crate) fn unget(world: &mut Posix, guest: &mut dyn Guest, file: u64, byte: Word) -> Run<()> {
        if world.streams.find(guest, file)?.putting {
            Streams::end_put(world, guest, file)?;
        }
        if world.streams.find(guest, file)?.area == 0 {
            Streams::make_area(world, guest, file)?;
        }
        let mut pointer = layout::pointer(guest, file, READ_POINTER)?;
        if pointer == world.streams.find(guest, file)?.area {
            pointer = Streams::grow_area(world, guest, file)?;
        }
        guest.store(Word::new(pointer - 1), 1, byte)?;
        layout::set_pointer(guest, file, READ_POINTER, pointer - 1)?;
        world.streams.find(guest, file)?.pushed = true;
        Streams::set_flag(world, guest, file, Flag::END, false)
    }

    fn grow_area(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<u64> {
        let stream = world.streams.find(guest, file)?;
        let (old, size) = (stream.area, stream.area_size);
        let new = guest.reserve(size * 2, 8);
        let stream = world.streams.find(guest, file)?;
        (stream.area, stream.area_size) = (new, size * 2);
        guest.copy(Word::new(new + size), Word::new(old), size)?;
        layout::set_pointer(guest, file, READ_END, new + size * 2)?;
        layout::set_pointer(guest, file, READ_BASE, new + size * 2)?;
        Ok(new + size)
    }

    /// Discards the bytes pushed back.
    pub(super) fn drop_pushed(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<()> {
        let stream = world.streams.find(guest, file)?;
        if !stream.pushed {
            return Ok(());
        }
        stream.pushed = false;
        let end = stream.area + stream.area_size;
        layout::set_pointer(guest, file, READ_POINTER, end)?;
        layout::set_pointer(guest, file, READ_END, end)
    }

    /// Undoes the last [`Streams::get`]: the descriptor is again before the byte, as if it had not been
    /// examined.
    pub(crate) fn put_back(world: &mut Posix, guest: &mut dyn Guest, file: u64, byte: Word) -> Run<()> {
        let stream = world.streams.find(guest, file)?;
        if stream.pushed {
            return Streams::unget(world, guest, file, byte);
        }
        match &mut stream.backing {
            Backing::Descriptor(fd) => {
                let fd = *fd;
                if let Err(error) = world.fs.unread(fd, byte.bits as u8) {
                    Streams::failed(world, guest, file, error)?;
                }
            }
            Backing::Memory(memory) => memory.step_back(),
        }
        Ok(())
    }

    /// Up to `count` bytes, fewer only at the end or after an error.
    pub(crate) fn get_many(world: &mut Posix, guest: &mut dyn Guest, file: u64, count: usize) -> Run<Vec<Word>> {
        let mut words = Vec::with_capacity(count.min(1 << 16));
        if !Streams::orient(world, guest, file, false)? {
            return Ok(words);
        }
        while words.len() < count {
            let Some(fd) = Streams::bulk_descriptor(world, guest, file)? else {
                match Streams::get_byte(world, guest, file)? {
                    Some(byte) => words.push(byte),
                    None => break,
                }
                continue;
            };
            if !Streams::begin_get(world, guest, file)? {
                break;
            }
            let chunk = world.fs.read(fd, count - words.len());
            if !Streams::take(world, guest, file, chunk, &mut words)? {
                break;
            }
        }
        Ok(words)
    }

    /// Bytes up to and including `stop`, at most `most`; fewer only at the end or after an error.
    pub(crate) fn get_until(
        world: &mut Posix,
        guest: &mut dyn Guest,
        file: u64,
        stop: u8,
        most: usize,
    ) -> Run<Vec<Word>> {
        let mut words = Vec::new();
        if !Streams::orient(world, guest, file, false)? {
            return Ok(words);
        }
        while words.len() < most {
            if words.len() >= MAX_LINE_LENGTH {
                let what = format!("{}: a line of more than {MAX_LINE_LENGTH} bytes", guest.callee());
                return Err(Halt::Unsupported(what));
            }
            let Some(fd) = Streams::bulk_descriptor(world, guest, file)? else {
                let Some(byte) = Streams::get_byte(world, guest, file)? else { break };
                words.push(byte);
                if equal(guest, 8, byte, stop.into())? {
                    break;
                }
                continue;
            };
            if !Streams::begin_get(world, guest, file)? {
                break;
            }
            let chunk = world.fs.read_until(fd, stop, (most - words.len()).min(MAX_LINE_LENGTH));
            let start = words.len();
            if !Streams::take(world, guest, file, chunk, &mut words)? {
                break;
            }
            if ends(guest, &words[start..], stop)? {
                break;
            }
        }
        Ok(words)
    }

    /// The descriptor for a bulk read, unless bytes must first come from elsewhere.
    fn bulk_descriptor(world: &mut Posix, guest: &dyn Guest, file: u64) -> Run<Option<i32>> {
        let stream = world.streams.find(guest, file)?;
        Ok(if stream.pushed { None } else { stream.descriptor() })
    }

    /// Adds the bytes read; false at the end or after an error.
    fn take(
        world: &mut Posix,
        guest: &mut dyn Guest,
        file: u64,
        chunk: Result<Chunk, Errno>,
        words: &mut Vec<Word>,
    ) -> Run<bool> {
        match chunk {
            Ok(chunk) if chunk.bytes.is_empty() => {
                Streams::set_flag(world, guest, file, Flag::END, true)?;
                Ok(false)
            }
            Ok(chunk) => {
                guest.consume(chunk.channel, chunk.offset, &chunk.bytes, words);
                Ok(true)
            }
            Err(error) => {
                Streams::failed(world, guest, file, error)?;
                Ok(false)
            }
        }
    }
}

/// Is `stop` the last of these bytes? The end of a line is a decision about each of its bytes.
fn ends(guest: &mut dyn Guest, bytes: &[Word], stop: u8) -> Run<bool> {
    let mut ended = false;
    for &byte in bytes {
        ended = equal(guest, 8, byte, stop.into())?;
    }
    Ok(ended)
}
