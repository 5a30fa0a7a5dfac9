//! Writing to streams.

use whydunit_machine::{Channel, Guest, OutByte, Run};

use super::layout::{self, Flag, WRITE_BASE, WRITE_END, WRITE_POINTER};
use super::{Backing, Buffering, Streams};
use crate::Posix;
use crate::fs::Errno;

/// Offset of the one-byte buffer, to which the write pointer of a `FILE` always points. The base is as far
/// below it as bytes are pending, and the end equals it, so that inlined `putc` always calls us.
const SHORT_BUFFER: u64 = 131;

impl Streams {
    /// Writes the bytes of one call. False if it failed, with `errno` and the error flag set.
    pub(crate) fn put(world: &mut Posix, guest: &mut dyn Guest, file: u64, bytes: &[OutByte]) -> Run<bool> {
        if !Streams::orient(world, guest, file, false)? {
            return Ok(false);
        }
        Streams::put_bytes(world, guest, file, bytes)
    }

    /// As `put`, for streams of either orientation.
    pub(super) fn put_bytes(world: &mut Posix, guest: &mut dyn Guest, file: u64, bytes: &[OutByte]) -> Run<bool> {
        if !Streams::begin_put(world, guest, file)? {
            return Ok(false);
        }
        let stream = world.streams.find(guest, file)?;
        let fd = match &mut stream.backing {
            Backing::Descriptor(fd) => *fd,
            Backing::Memory(memory) => {
                memory.put(bytes.iter().map(|b| b.word));
                return Streams::after_memory_put(world, guest, file);
            }
        };
        if stream.place.is_none() {
            stream.place = world.fs.next_write(fd).ok();
        }
        if let Some((channel, offset)) = stream.place {
            guest.emit(channel, offset + stream.buffer.pending().len() as u64, bytes)?;
        }
        let mut now = Vec::new();
        if let [byte] = bytes {
            stream.buffer.add(&[byte.word.bits as u8], &mut now);
        } else {
            let raw: Vec<u8> = bytes.iter().map(|b| b.word.bits as u8).collect();
            stream.buffer.add(&raw, &mut now);
        }
        let mut done = true;
        if !now.is_empty() {
            stream.place = None;
            done = Streams::write_out(world, guest, file, fd, &now)?;
        }
        Streams::show_pending(world, guest, file)?;
        Ok(done)
    }

    /// Prepares the stream for writing.
    fn begin_put(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<bool> {
        let stream = world.streams.find(guest, file)?;
        if !stream.mode.writes {
            Streams::failed(world, guest, file, Errno::EBADF)?;
            return Ok(false);
        }
        if !stream.putting {
            stream.putting = true;
            Streams::drop_pushed(world, guest, file)?;
            layout::set_flag(guest, file, Flag::PUTTING, true)?;
            for field in [WRITE_BASE, WRITE_POINTER, WRITE_END] {
                layout::set_pointer(guest, file, field, file + SHORT_BUFFER)?;
            }
        }
        Ok(true)
    }

    /// `count` bytes are written to a channel past the streams: moves the places of their pending bytes.
    pub(crate) fn overtake(world: &mut Posix, guest: &mut dyn Guest, channel: Channel, count: u64) {
        for stream in world.streams.open.values_mut().filter(|s| s.pending() > 0) {
            if let Some((_, offset)) = stream.place.as_mut().filter(|place| place.0 == channel) {
                guest.displace(channel, *offset, count);
                *offset += count;
            }
        }
    }

    /// Ends writing and flushes the stream.
    pub(super) fn end_put(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<bool> {
        let done = Streams::flush(world, guest, file)?;
        let stream = world.streams.find(guest, file)?;
        if stream.putting {
            stream.putting = false;
            stream.buffer.reset();
            layout::set_flag(guest, file, Flag::PUTTING, false)?;
        }
        Ok(done)
    }

    /// Updates `write_ptr - write_base` to the number of pending bytes.
    fn show_pending(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<()> {
        let pending = world.streams.find(guest, file)?.pending() as u64;
        layout::set_pointer(guest, file, WRITE_BASE, (file + SHORT_BUFFER).wrapping_sub(pending))
    }

    fn write_out(world: &mut Posix, guest: &mut dyn Guest, file: u64, fd: i32, pieces: &[Vec<u8>]) -> Run<bool> {
        for piece in pieces {
            if let Err(error) = world.fs.write(fd, piece) {
                Streams::failed(world, guest, file, error)?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn after_memory_put(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<bool> {
        let stream = world.streams.find(guest, file)?;
        let full = stream.pending() >= stream.buffer.size() || stream.buffer.kind() == Buffering::None;
        let done = !full || Streams::flush(world, guest, file)?;
        Streams::show_pending(world, guest, file)?;
        Ok(done)
    }

    /// `fflush` of an output stream: writes pending bytes to the descriptor or to memory.
    pub(crate) fn flush(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<bool> {
        let stream = world.streams.find(guest, file)?;
        let fd = match &mut stream.backing {
            Backing::Descriptor(fd) => *fd,
            Backing::Memory(memory) => {
                let mut memory = memory.clone();
                let end = memory.flush(guest)?;
                let stream = world.streams.find(guest, file)?;
                stream.backing = Backing::Memory(memory);
                if let Err(error) = end {
                    Streams::failed(world, guest, file, error)?;
                    return Ok(false);
                }
                return Ok(true);
            }
        };
        let waiting = stream.buffer.drain();
        stream.place = None;
        if waiting.is_empty() {
            return Ok(true);
        }
        let done = Streams::write_out(world, guest, file, fd, &[waiting])?;
        Streams::show_pending(world, guest, file)?;
        Ok(done)
    }

    /// Flushes every stream with pending output; false if one failed.
    pub(crate) fn flush_all(world: &mut Posix, guest: &mut dyn Guest) -> Run<bool> {
        let mut done = true;
        for file in world.streams.all() {
            if world.streams.find(guest, file)?.putting {
                done &= Streams::flush(world, guest, file)?;
            }
        }
        Ok(done)
    }

    /// Flushes the line-buffered streams, as reading from a terminal does.
    pub(crate) fn flush_lines(world: &mut Posix, guest: &mut dyn Guest) -> Run<()> {
        for file in world.streams.all() {
            let stream = world.streams.find(guest, file)?;
            if stream.putting && stream.buffer.kind() == Buffering::Line {
                Streams::flush(world, guest, file)?;
            }
        }
        Ok(())
    }

    /// Discards pending output and bytes pushed back (`__fpurge`).
    pub(crate) fn purge(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<()> {
        let stream = world.streams.find(guest, file)?;
        stream.buffer.drain();
        stream.place = None;
        if let Backing::Memory(memory) = &mut stream.backing {
            memory.discard();
        }
        if stream.putting {
            Streams::show_pending(world, guest, file)?;
        }
        Streams::drop_pushed(world, guest, file)
    }

    /// `setvbuf`.
    pub(crate) fn set_buffering(
        world: &mut Posix,
        guest: &mut dyn Guest,
        file: u64,
        kind: Buffering,
        size: Option<usize>,
    ) -> Run<()> {
        let stream = world.streams.find(guest, file)?;
        let had = stream.putting;
        stream.buffer.set(kind, size);
        if had && kind == Buffering::None {
            Streams::flush(world, guest, file)?;
        }
        layout::set_flag(guest, file, Flag::UNBUFFERED, kind == Buffering::None)?;
        layout::set_flag(guest, file, Flag::LINE_BUFFERED, kind == Buffering::Line)
    }
}
