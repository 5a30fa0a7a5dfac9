//! Characters, strings and blocks to streams.

use whydunit_machine::{Guest, OutByte, Reply, Run, Word};
use whydunit_program::CastOp;

use crate::Posix;
use crate::cursor::Cursor;
use crate::guest_ext::{arg, is_nul, pinned};
use crate::model::{Model, model};
use crate::streams::{Streams, file_argument};
use crate::words::low_byte;

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

/// What inlined `putc` calls when the buffer is full, which ours always looks; flushes for EOF.
fn overflow(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    if pinned(guest, 1, "character of __overflow")? as i32 == -1 {
        let done = Streams::flush(world, guest, file)?;
        return Ok(if done { 0i32 } else { -1 }.into());
    }
    put_character(world, guest, file, 1)
}

/// Appends the bytes of a C string that is argument `index`.
fn string_bytes(guest: &mut dyn Guest, index: usize, out: &mut Vec<OutByte>) -> Run<()> {
    let mut cursor = Cursor::new(arg(guest, index));
    loop {
        let word = cursor.next(guest)?;
        if is_nul(guest, word)? {
            return cursor.report(guest);
        }
        out.push(OutByte { word, arg: index as u16 });
    }
}

/// Writes what was collected and returns `value`, or EOF.
fn put_all(world: &mut Posix, guest: &mut dyn Guest, file: u64, bytes: Vec<OutByte>, value: i32) -> Run<Reply> {
    let done = bytes.is_empty() || Streams::put(world, guest, file, &bytes)?;
    world.streams.keep_scratch(bytes);
    Ok(if done { value } else { -1 }.into())
}

fn fputs(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 1)?;
    let mut bytes = world.streams.take_scratch();
    string_bytes(guest, 0, &mut bytes)?;
    put_all(world, guest, file, bytes, 1)
}

fn puts(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = Streams::current(world, guest, 1)?;
    let mut bytes = world.streams.take_scratch();
    string_bytes(guest, 0, &mut bytes)?;
    bytes.push(OutByte { word: Word::from(b'\n'), arg: OutByte::LITERAL });
    let length = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
    put_all(world, guest, file, bytes, length)
}

/// Appends `count` bytes of the object that is argument `index`, initialised or not.
fn block_bytes(guest: &mut dyn Guest, index: usize, count: u64, out: &mut Vec<OutByte>) -> Run<()> {
    let mut cursor = Cursor::new(arg(guest, index));
    for _ in 0..count {
        out.push(OutByte { word: cursor.next(guest)?, arg: index as u16 });
    }
    cursor.report(guest)
}

fn fwrite(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (size, count) = (pinned(guest, 1, "size for fwrite")?, pinned(guest, 2, "count for fwrite")?);
    let file = file_argument(guest, 3)?;
    let total = size.saturating_mul(count);
    if total == 0 {
        return Ok(0u64.into());
    }
    let mut bytes = world.streams.take_scratch();
    block_bytes(guest, 0, total, &mut bytes)?;
    let done = Streams::put(world, guest, file, &bytes)?;
    world.streams.keep_scratch(bytes);
    Ok(if done { count } else { 0 }.into())
}

fn putw(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 1)?;
    let number = pinned(guest, 0, "number for putw")? as u32;
    let bytes = number.to_le_bytes().map(|b| OutByte { word: b.into(), arg: 0 });
    let done = Streams::put(world, guest, file, &bytes)?;
    Ok(if done { 0i32 } else { -1 }.into())
}
