//! Characters, lines and blocks from streams.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::{character, store_bytes};
use crate::Posix;
use crate::fs::Errno;
use crate::headers::allocate;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::words::low_byte;
use crate::model::{Model, model};
use crate::streams::{Flag, Streams, file_argument};

pub(crate) const MODELS: &[Model] = &[
    model("fgetc", getc),
    model("getc", getc),
    model("_IO_getc", getc),
    model("fgetc_unlocked", getc),
    model("getc_unlocked", getc),
    model("__uflow", getc),
    model("getchar", getchar),
    model("getchar_unlocked", getchar),
    model("__underflow", underflow),
    model("ungetc", ungetc),
    model("_IO_ungetc", ungetc),
    model("fgets", fgets),
    model("fgets_unlocked", fgets),
    model("__fgets_chk", fgets_chk),
    model("__fgets_unlocked_chk", fgets_chk),
    model("gets", gets),
    model("__gets_chk", gets),
    model("getline", getline),
    model("getdelim", getdelim),
    model("__getdelim", getdelim),
    model("fread", fread),
    model("fread_unlocked", fread),
    model("__fread_chk", fread_chk),
    model("__fread_unlocked_chk", fread_chk),
    model("getw", getw),
];

/// Larger blocks are read in pieces of this size.
const PIECE: u64 = 1 << 16;

fn getc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    let byte = Streams::get(world, guest, file)?;
    Ok(character(guest, byte))
}

fn getchar(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = Streams::current(world, guest, 0)?;
    let byte = Streams::get(world, guest, file)?;
    Ok(character(guest, byte))
}

/// Peeks at the next character.
fn underflow(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    let byte = Streams::get(world, guest, file)?;
    if let Some(byte) = byte {
        // The caller expects it in the read area.
        Streams::unget(world, guest, file, byte)?;
    }
    Ok(character(guest, byte))
}

fn ungetc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 1)?;
    let value = arg(guest, 0);
    if value.is_plain() && value.bits as i32 == -1 {
        return Ok((-1i32).into());
    }
    let byte = low_byte(guest, value);
    Streams::unget(world, guest, file, byte)?;
    Ok(character(guest, Some(byte)))
}

/// Reads a line of at most `most` bytes to argument 0.
fn line(world: &mut Posix, guest: &mut dyn Guest, file: u64, most: u64) -> Run<Reply> {
    let target = arg(guest, 0);
    if most == 0 {
        guest.store(target, 1, Word::new(0))?;
        return Ok(target.into());
    }
    let before = Streams::flag(guest, file, Flag::ERROR)?;
    Streams::set_flag(world, guest, file, Flag::ERROR, false)?;
    let mut words = Streams::get_until(world, guest, file, b'\n', most as usize)?;
    let failed = Streams::flag(guest, file, Flag::ERROR)?;
    Streams::set_flag(world, guest, file, Flag::ERROR, before || failed)?;
    if words.is_empty() || failed {
        guest.leave_alone(target, most + 1);
        return Ok(0u64.into());
    }
    words.push(Word::new(0));
    store_bytes(guest, target, &words)?;
    Ok(target.into())
}

fn fgets_sized(world: &mut Posix, guest: &mut dyn Guest, size: usize) -> Run<Reply> {
    let file = file_argument(guest, size + 1)?;
    match pinned(guest, size, "size for fgets")? as i32 {
        ..=0 => Ok(0u64.into()),
        size => line(world, guest, file, size as u64 - 1),
    }
}

fn fgets(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    fgets_sized(world, guest, 1)
}

fn fgets_chk(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    fgets_sized(world, guest, 2)
}

fn gets(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = Streams::current(world, guest, 0)?;
    let mut words = Streams::get_until(world, guest, file, b'\n', usize::MAX)?;
    if words.is_empty() {
        let target = arg(guest, 0);
        guest.leave_alone(target, u64::MAX);
        return Ok(0u64.into());
    }
    if words.last().is_some_and(|w| w.bits == u64::from(b'\n')) {
        words.pop();
    }
    words.push(Word::new(0));
    let target = arg(guest, 0);
    store_bytes(guest, target, &words)?;
    Ok(target.into())
}

fn getline(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    delimited(world, guest, b'\n', 2)
}

fn getdelim(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let stop = pinned(guest, 2, "delimiter of getdelim")? as u8;
    delimited(world, guest, stop, 3)
}

fn delimited(world: &mut Posix, guest: &mut dyn Guest, stop: u8, file: usize) -> Run<Reply> {
    let (pointer, length) = (arg(guest, 0), arg(guest, 1));
    let file = file_argument(guest, file)?;
    if pointer == Word::new(0) || length == Word::new(0) {
        world.set_errno(guest, Errno::EINVAL.0)?;
        return Ok((-1i64).into());
    }
    let mut words = Vec::new();
    let first = room(world, guest, pointer, length, 120)?;
    if first != 0 {
        words = Streams::get_until(world, guest, file, stop, usize::MAX)?;
    }
    if words.is_empty() {
        guest.leave_alone(first.into(), u64::MAX);
        return Ok((-1i64).into());
    }
    let count = words.len() as i64;
    words.push(Word::new(0));
    let buffer = room(world, guest, pointer, length, words.len() as u64)?;
    if buffer == 0 {
        return Ok((-1i64).into());
    }
    store_bytes(guest, buffer.into(), &words)?;
    Ok(count.into())
}

/// Ensures that the buffer of `getline` exists and holds `needed` bytes.
fn room(world: &mut Posix, guest: &mut dyn Guest, pointer: Word, length: Word, needed: u64) -> Run<u64> {
    let buffer = guest.load(pointer, 8)?;
    let buffer = guest.pin(buffer, "buffer of getline")?;
    let size = guest.load(length, 8)?;
    // A program that passes no buffer often leaves its size uninitialised.
    let size = if buffer == 0 { 0 } else { guest.pin(size, "size of getline's buffer")? };
    let fresh = buffer == 0 || size == 0;
    if !fresh && (needed <= size || needed == 120) {
        return Ok(buffer);
    }
    let new_size = if fresh { needed } else { needed.max(size * 2) };
    let new = allocate(world, guest, new_size)?;
    if new == 0 {
        return Ok(0);
    }
    if !fresh {
        guest.release(buffer)?;
    }
    guest.store(pointer, 8, new.into())?;
    guest.store(length, 8, new_size.into())?;
    Ok(new)
}

fn fread(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    block(world, guest, 1)
}

fn fread_chk(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    block(world, guest, 2)
}

/// `fread` whose sizes start at argument `first`.
fn block(world: &mut Posix, guest: &mut dyn Guest, first: usize) -> Run<Reply> {
    let (size, count) = (pinned(guest, first, "size for fread")?, pinned(guest, first + 1, "count for fread")?);
    let file = file_argument(guest, first + 2)?;
    let total = size.saturating_mul(count);
    if total == 0 {
        return Ok(0u64.into());
    }
    let target = arg(guest, 0);
    let mut done = 0;
    while done < total {
        let wanted = (total - done).min(PIECE);
        let words = Streams::get_many(world, guest, file, wanted as usize)?;
        let here = at(guest, target, done);
        store_bytes(guest, here, &words)?;
        done += words.len() as u64;
        if (words.len() as u64) < wanted {
            let rest = at(guest, target, done);
            guest.leave_alone(rest, total - done);
            break;
        }
    }
    Ok((done / size).into())
}

fn getw(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    let words = Streams::get_many(world, guest, file, 4)?;
    if words.len() < 4 {
        return Ok((-1i32).into());
    }
    let mut number = 0;
    for (index, &word) in words.iter().enumerate() {
        number |= (guest.pin(word, "number of getw")? as u32) << (8 * index);
    }
    Ok(number.into())
}

/// Stores wide characters and their end at `target`.
pub(super) fn store_wide(guest: &mut dyn Guest, target: Word, wide: &[Word]) -> Run<()> {
    for (index, &word) in wide.iter().chain(&[Word::new(0)]).enumerate() {
        let here = at(guest, target, index as u64 * 4);
        guest.store(here, 4, word)?;
    }
    Ok(())
}
