//! Characters, strings and blocks to streams.

use whydunit_machine::{Guest, OutByte, Reply, Run, Word};
use whydunit_program::CastOp;

use crate::Posix;
use crate::model::cursor::Cursor;
use crate::model::guest_ext::{arg, is_nul, pinned};
use crate::model::words::low_byte;
use crate::model::{Model, model};
use crate::streams::{Streams, file_argument};

pub(crate) const MODELS: &[Model] = &[
    model("fputc", putc),
    model("putc", putc),
    model("_IO_putc", putc),
    model("fputc_unlocked", putc),
    model("putc_unlocked", putc),
    model("putchar", putchar),
    model("putchar_unlocked", putchar),
    model("__overflow", overflow),
    model("fputs", fputs),
    model("fputs_unlocked", fputs),
    model("puts", puts),
    model("fwrite", fwrite),
    model("fwrite_unlocked", fwrite),
    model("putw", putw),
];

/// Longer blocks are written in pieces of this size, a multiple of every usual buffer.
const PIECE: usize = 1 << 20;

fn put_character(world: &mut Posix, guest: &mut dyn Guest, file: u64, index: usize) -> Run<Reply> {
    let character = arg(guest, index);
    let byte = low_byte(guest, character);
    if !Streams::put(world, guest, file, &[OutByte { word: byte, arg: index as u16 }])? {
        return Ok((-1i32).into());
    }
    Ok(if byte.is_plain() { byte } else { guest.cast(CastOp::ZExt, 8, 32, byte) }.into())
}

fn putc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 1)?;
    put_character(world, guest, file, 0)
}

fn putchar(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = Streams::current(world, guest, 1)?;
    put_character(world, guest, file, 0)
}

/// Called by inlined `putc` when the buffer is full, which ours always seems to be; flushes for EOF.
fn overflow(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    if pinned(guest, 1, "character of __overflow")? as i32 == -1 {
        let done = Streams::flush(world, guest, file)?;
        return Ok(if done { 0i32 } else { -1 }.into());
    }
    put_character(world, guest, file, 1)
}

/// The extent of the memory at argument 0 to write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// This many bytes, initialised or not.
    Bytes(u64),
    /// Up to a zero byte.
    Text,
    /// Up to a zero byte, then a newline.
    Line,
}

/// Writes argument 0, in one event unless it is huge. Returns the number of bytes read, or none
/// after a failure.
fn put_memory(world: &mut Posix, guest: &mut dyn Guest, file: u64, extent: Extent) -> Run<Option<u64>> {
    let mut cursor = Cursor::new(arg(guest, 0));
    let mut bytes = world.streams.take_scratch();
    let mut ended = false;
    let mut done = true;
    while !ended && done {
        while !ended && bytes.len() < PIECE {
            if extent == Extent::Bytes(cursor.position()) {
                ended = true;
                break;
            }
            let word = cursor.next(guest)?;
            ended = !matches!(extent, Extent::Bytes(_)) && is_nul(guest, word)?;
            if !ended {
                bytes.push(OutByte { word, arg: 0 });
            }
        }
        if ended && extent == Extent::Line {
            bytes.push(OutByte { word: Word::from(b'\n'), arg: OutByte::LITERAL });
        }
        cursor.report(guest)?;
        done = bytes.is_empty() || Streams::put(world, guest, file, &bytes)?;
        bytes.clear();
    }
    world.streams.keep_scratch(bytes);
    Ok(done.then_some(cursor.position()))
}

fn fputs(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 1)?;
    let written = put_memory(world, guest, file, Extent::Text)?;
    Ok(if written.is_some() { 1i32 } else { -1 }.into())
}

fn puts(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = Streams::current(world, guest, 1)?;
    let written = put_memory(world, guest, file, Extent::Line)?;
    // The terminator that was read is counted in place of the newline.
    Ok(written.map_or(-1, |length| i32::try_from(length).unwrap_or(i32::MAX)).into())
}

fn fwrite(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (size, count) = (pinned(guest, 1, "size for fwrite")?, pinned(guest, 2, "count for fwrite")?);
    let file = file_argument(guest, 3)?;
    let total = size.saturating_mul(count);
    if total == 0 {
        return Ok(0u64.into());
    }
    let written = put_memory(world, guest, file, Extent::Bytes(total))?;
    Ok(if written.is_some() { count } else { 0 }.into())
}

fn putw(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 1)?;
    let number = pinned(guest, 0, "number for putw")? as u32;
    let bytes = number.to_le_bytes().map(|b| OutByte { word: b.into(), arg: 0 });
    let done = Streams::put(world, guest, file, &bytes)?;
    Ok(if done { 0i32 } else { -1 }.into())
}
