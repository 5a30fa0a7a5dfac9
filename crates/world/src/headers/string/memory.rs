//! Blocks of memory: `memcpy` and the other `mem…` functions, and their BSD names.

use whydunit_machine::{Guest, Reply, Run, Word};
use whydunit_program::BinOp;

use super::find::{Haystack, find};
use super::{check_overlap, check_room};
use crate::Posix;
use crate::model::cursor::Cursor;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::words::{difference, equal, low_byte};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("memcpy", memcpy),
    model("__memcpy_chk", memcpy_chk),
    model("mempcpy", mempcpy),
    model("__mempcpy", mempcpy),
    model("__mempcpy_chk", mempcpy_chk),
    model("memmove", memmove),
    model("__memmove_chk", memmove_chk),
    model("memset", memset),
    model("__memset_chk", memset_chk),
    model("memccpy", memccpy),
    model("memcmp", memcmp),
    model("bcmp", memcmp),
    model("__memcmpeq", memcmp),
    model("memchr", memchr),
    model("rawmemchr", rawmemchr),
    model("__rawmemchr", rawmemchr),
    model("memrchr", memrchr),
    model("memmem", memmem),
    model("bzero", bzero),
    model("explicit_bzero", bzero),
    model("__explicit_bzero_chk", bzero_chk),
    model("bcopy", bcopy),
    model("swab", swab),
    model("memfrob", memfrob),
];

const LENGTH: &str = "length of a block of memory";

/// Argument `index` as the length of the blocks at the arguments `blocks`.
fn length(guest: &mut dyn Guest, index: usize, blocks: &[usize]) -> Run<u64> {
    let blocks: Vec<Word> = blocks.iter().map(|&b| arg(guest, b)).collect();
    let len = arg(guest, index);
    guest.pin_length(len, &blocks, LENGTH)
}

/// Copies without overlap and returns the length.
fn copy_block(guest: &mut dyn Guest, fortified: bool, may_overlap: bool) -> Run<u64> {
    let (dst, src, len) = (arg(guest, 0), arg(guest, 1), length(guest, 2, &[0, 1])?);
    if fortified {
        let room = pinned(guest, 3, LENGTH)?;
        check_room(guest, len, room)?;
    }
    if !may_overlap {
        check_overlap(guest, dst, src, len)?;
    }
    if len > 0 {
        guest.copy(dst, src, len)?;
    }
    Ok(len)
}

fn memcpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    copy_block(guest, false, false)?;
    Ok(arg(guest, 0).into())
}

fn memcpy_chk(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    copy_block(guest, true, false)?;
    Ok(arg(guest, 0).into())
}

fn mempcpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let len = copy_block(guest, false, false)?;
    let dst = arg(guest, 0);
    Ok(at(guest, dst, len).into())
}

fn mempcpy_chk(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let len = copy_block(guest, true, false)?;
    let dst = arg(guest, 0);
    Ok(at(guest, dst, len).into())
}

fn memmove(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    copy_block(guest, false, true)?;
    Ok(arg(guest, 0).into())
}

fn memmove_chk(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    copy_block(guest, true, true)?;
    Ok(arg(guest, 0).into())
}

fn bcopy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (src, dst, len) = (arg(guest, 0), arg(guest, 1), length(guest, 2, &[0, 1])?);
    if len > 0 {
        guest.copy(dst, src, len)?;
    }
    Ok(().into())
}

fn fill(guest: &mut dyn Guest, byte: Word, len: u64) -> Run<Reply> {
    let dst = arg(guest, 0);
    if len > 0 {
        guest.fill(dst, byte, len)?;
    }
    Ok(dst.into())
}

fn memset(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (byte, len) = (arg(guest, 1), length(guest, 2, &[0])?);
    let byte = low_byte(guest, byte);
    fill(guest, byte, len)
}

fn memset_chk(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (len, room) = (pinned(guest, 2, LENGTH)?, pinned(guest, 3, LENGTH)?);
    check_room(guest, len, room)?;
    memset(world, guest)
}

fn bzero(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let len = length(guest, 1, &[0])?;
    fill(guest, Word::new(0), len)
}

fn bzero_chk(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (len, room) = (pinned(guest, 1, LENGTH)?, pinned(guest, 2, LENGTH)?);
    check_room(guest, len, room)?;
    bzero(world, guest)
}

/// The first position of the byte among the first `limit` bytes.
pub(super) fn position_of(guest: &mut dyn Guest, start: Word, byte: Word, limit: u64) -> Run<Option<u64>> {
    let mut cursor = Cursor::new(start);
    while cursor.position() < limit {
        let here = cursor.next(guest)?;
        if equal(guest, 8, here, byte)? {
            cursor.report(guest)?;
            return Ok(Some(cursor.position() - 1));
        }
    }
    cursor.report(guest)?;
    Ok(None)
}

fn memccpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (dst, src, byte, len) = (arg(guest, 0), arg(guest, 1), arg(guest, 2), pinned(guest, 3, LENGTH)?);
    let byte = low_byte(guest, byte);
    let found = position_of(guest, src, byte, len)?;
    let len = found.map_or(len, |position| position + 1);
    check_overlap(guest, dst, src, len)?;
    if len > 0 {
        guest.copy(dst, src, len)?;
    }
    Ok(if found.is_some() { at(guest, dst, len) } else { Word::new(0) }.into())
}

fn memcmp(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (a, b, len) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, LENGTH)?);
    let (mut a, mut b) = (Cursor::new(a), Cursor::new(b));
    let mut result = Word::new(0);
    while a.position() < len {
        let (x, y) = (a.next(guest)?, b.next(guest)?);
        if !equal(guest, 8, x, y)? {
            result = difference(guest, x, y);
            break;
        }
    }
    a.report(guest)?;
    b.report(guest)?;
    Ok(result.into())
}

fn memchr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, byte, len) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, LENGTH)?);
    let byte = low_byte(guest, byte);
    let found = position_of(guest, start, byte, len)?;
    Ok(found.map_or(Word::new(0), |position| at(guest, start, position)).into())
}

fn rawmemchr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, byte) = (arg(guest, 0), arg(guest, 1));
    let byte = low_byte(guest, byte);
    let found = position_of(guest, start, byte, u64::MAX)?;
    Ok(found.map_or(Word::new(0), |position| at(guest, start, position)).into())
}

fn memrchr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, byte, len) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, LENGTH)?);
    let byte = low_byte(guest, byte);
    for position in (0..len).rev() {
        let here = at(guest, start, position);
        let value = guest.load(here, 1)?;
        if equal(guest, 8, value, byte)? {
            return Ok(here.into());
        }
    }
    Ok(0u64.into())
}

fn memmem(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (hay, hay_len) = (arg(guest, 0), pinned(guest, 1, LENGTH)?);
    let (needle, needle_len) = (arg(guest, 2), pinned(guest, 3, LENGTH)?);
    let mut cursor = Cursor::new(needle);
    let needle = (0..needle_len).map(|_| cursor.next(guest)).collect::<Run<Vec<_>>>()?;
    cursor.report(guest)?;
    let found = find(guest, Haystack::block(hay, hay_len), &needle, false)?;
    Ok(found.map_or(Word::new(0), |position| at(guest, hay, position)).into())
}

fn swab(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (from, to, len) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, LENGTH)? as i64);
    for pair in 0..len.max(0) as u64 / 2 {
        let (low, high) = (at(guest, from, 2 * pair), at(guest, from, 2 * pair + 1));
        let (first, second) = (guest.load(low, 1)?, guest.load(high, 1)?);
        let (low, high) = (at(guest, to, 2 * pair), at(guest, to, 2 * pair + 1));
        guest.store(low, 1, second)?;
        guest.store(high, 1, first)?;
    }
    Ok(().into())
}

fn memfrob(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, len) = (arg(guest, 0), pinned(guest, 1, LENGTH)?);
    for position in 0..len {
        let here = at(guest, start, position);
        let byte = guest.load(here, 1)?;
        let byte = guest.bin(BinOp::Xor, 8, byte, Word::new(42));
        guest.store(here, 1, byte)?;
    }
    Ok(start.into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::{FailureKind, Guest, Halt};

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    fn run(guest: &mut TestGuest, name: &str, args: &[u64]) -> u64 {
        let args: Vec<_> = args.iter().map(|&a| int(a)).collect();
        guest.call(&mut Posix::new(Case::default()), name, &args).unwrap().slots[0].bits
    }

    #[test]
    fn copies_and_fills() {
        let mut guest = TestGuest::default();
        let (from, to) = (guest.string("abcdef"), guest.reserve(16, 1));
        assert_eq!(run(&mut guest, "memcpy", &[to, from, 4]), to);
        assert_eq!(guest.text(to), "abcd");
        assert_eq!(run(&mut guest, "mempcpy", &[to, from, 3]), to + 3);
        run(&mut guest, "memset", &[to, u64::from(b'x'), 2]);
        assert_eq!(guest.text(to), "xxcd");
        run(&mut guest, "memmove", &[to + 1, to, 3]);
        assert_eq!(guest.text(to), "xxxc");
        assert_eq!(run(&mut guest, "memccpy", &[to, from, u64::from(b'c'), 6]), to + 3);
    }

    #[test]
    fn compares_and_finds() {
        let mut guest = TestGuest::default();
        let (a, b) = (guest.string("abcdefabc"), guest.string("abX"));
        assert_eq!(run(&mut guest, "memcmp", &[a, b, 3]) as i32, i32::from(b'c') - i32::from(b'X'));
        assert_eq!(run(&mut guest, "memcmp", &[a, b, 2]), 0);
        assert_eq!(run(&mut guest, "memchr", &[a, u64::from(b'c'), 9]), a + 2);
        assert_eq!(run(&mut guest, "memrchr", &[a, u64::from(b'c'), 9]), a + 8);
        assert_eq!(run(&mut guest, "memchr", &[a, u64::from(b'z'), 9]), 0);
        assert_eq!(run(&mut guest, "memmem", &[a, 9, b, 2]), a);
        assert_eq!(run(&mut guest, "memmem", &[a + 1, 8, b, 2]), a + 6);
        assert_eq!(run(&mut guest, "memmem", &[a, 9, b, 3]), 0);
    }

    #[test]
    fn overlapping_copies_and_fortified_overflows_fail() {
        let mut guest = TestGuest::default();
        let a = guest.string("abcdef");
        let world = &mut Posix::new(Case::default());
        let overlap = guest.call(world, "memcpy", &[int(a + 1), int(a), int(3)]);
        assert_eq!(overlap, Err(Halt::Failed(FailureKind::Overlap)));
        assert!(guest.call(world, "memcpy", &[int(a), int(a), int(3)]).is_ok());
        let overflow = guest.call(world, "__memset_chk", &[int(a), int(0), int(5), int(4)]);
        assert!(matches!(overflow, Err(Halt::Failed(FailureKind::Misuse(_)))));
    }
}
