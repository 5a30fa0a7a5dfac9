//! Lengths and copies of strings: `strlen`, `strcpy`, `strcat`, `strdup` and related functions.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::{check_overlap, check_room, length, length_within};
use crate::Posix;
use crate::headers::stdlib::heap::allocate;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("strlen", strlen),
    model("strnlen", strnlen),
    model("strcpy", strcpy),
    model("__strcpy_chk", strcpy_chk),
    model("stpcpy", stpcpy),
    model("__stpcpy", stpcpy),
    model("__stpcpy_chk", stpcpy_chk),
    model("strncpy", strncpy),
    model("__strncpy_chk", strncpy_chk),
    model("stpncpy", stpncpy),
    model("__stpncpy", stpncpy),
    model("__stpncpy_chk", stpncpy_chk),
    model("strcat", strcat),
    model("__strcat_chk", strcat_chk),
    model("strncat", strncat),
    model("__strncat_chk", strncat_chk),
    model("strdup", strdup),
    model("__strdup", strdup),
    model("strndup", strndup),
    model("__strndup", strndup),
];

const LENGTH: &str = "length of a string";

/// The size of the destination of a fortified call, as known to the compiler.
fn room(guest: &mut dyn Guest, index: usize) -> Run<u64> {
    pinned(guest, index, "size of a destination")
}

/// The length of the source of a copy to `dst`. If the source exceeds its object, a byte-wise copy
/// may have exceeded the destination's object before: that failure is reported.
fn source_length(guest: &mut dyn Guest, dst: Word, src: Word, limit: u64) -> Run<u64> {
    length_within(guest, src, limit).or_else(|halt| {
        let mut good = 0;
        loop {
            let (from, to) = (at(guest, src, good), at(guest, dst, good));
            let Ok(byte) = guest.load(from, 1) else { return Err(halt) };
            guest.store(to, 1, byte)?;
            good += 1;
        }
    })
}

/// `strcpy`; returns the length.
fn copy_string(guest: &mut dyn Guest, dst: Word, src: Word, room: u64) -> Run<u64> {
    let len = source_length(guest, dst, src, u64::MAX)?;
    check_room(guest, len + 1, room)?;
    check_overlap(guest, dst, src, len + 1)?;
    guest.copy(dst, src, len + 1)?;
    Ok(len)
}

/// `strncpy`; returns the length without padding.
fn copy_padded(guest: &mut dyn Guest, room: u64) -> Run<u64> {
    let (dst, src, limit) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, LENGTH)?);
    check_room(guest, limit, room)?;
    let len = source_length(guest, dst, src, limit)?;
    check_overlap(guest, dst, src, len)?;
    if len > 0 {
        guest.copy(dst, src, len)?;
    }
    if limit > len {
        let rest = at(guest, dst, len);
        guest.fill(rest, Word::new(0), limit - len)?;
    }
    Ok(len)
}

/// `strncat`.
fn append(guest: &mut dyn Guest, limit: u64, room: u64) -> Run<Reply> {
    let (dst, src) = (arg(guest, 0), arg(guest, 1));
    let before = length(guest, dst)?;
    let end = at(guest, dst, before);
    let len = source_length(guest, end, src, limit)?;
    check_room(guest, before + len + 1, room)?;
    check_overlap(guest, end, src, len + 1)?;
    if len < limit {
        guest.copy(end, src, len + 1)?;
        return Ok(dst.into());
    }
    if len > 0 {
        guest.copy(end, src, len)?;
    }
    let end = at(guest, end, len);
    guest.store(end, 1, Word::new(0))?;
    Ok(dst.into())
}

fn strlen(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let start = arg(guest, 0);
    Ok(length(guest, start)?.into())
}

fn strnlen(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, limit) = (arg(guest, 0), pinned(guest, 1, LENGTH)?);
    Ok(length_within(guest, start, limit)?.into())
}

fn strcpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (dst, src) = (arg(guest, 0), arg(guest, 1));
    copy_string(guest, dst, src, u64::MAX)?;
    Ok(dst.into())
}

fn strcpy_chk(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (dst, src, room) = (arg(guest, 0), arg(guest, 1), room(guest, 2)?);
    copy_string(guest, dst, src, room)?;
    Ok(dst.into())
}

fn stpcpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (dst, src) = (arg(guest, 0), arg(guest, 1));
    let len = copy_string(guest, dst, src, u64::MAX)?;
    Ok(at(guest, dst, len).into())
}

fn stpcpy_chk(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (dst, src, room) = (arg(guest, 0), arg(guest, 1), room(guest, 2)?);
    let len = copy_string(guest, dst, src, room)?;
    Ok(at(guest, dst, len).into())
}

fn strncpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    copy_padded(guest, u64::MAX)?;
    Ok(arg(guest, 0).into())
}

fn strncpy_chk(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let room = room(guest, 3)?;
    copy_padded(guest, room)?;
    Ok(arg(guest, 0).into())
}

fn stpncpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let len = copy_padded(guest, u64::MAX)?;
    let dst = arg(guest, 0);
    Ok(at(guest, dst, len).into())
}

fn stpncpy_chk(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let room = room(guest, 3)?;
    let len = copy_padded(guest, room)?;
    let dst = arg(guest, 0);
    Ok(at(guest, dst, len).into())
}

fn strcat(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    append(guest, u64::MAX, u64::MAX)
}

fn strcat_chk(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let room = room(guest, 2)?;
    append(guest, u64::MAX, room)
}

fn strncat(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let limit = pinned(guest, 2, LENGTH)?;
    append(guest, limit, u64::MAX)
}

fn strncat_chk(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (limit, room) = (pinned(guest, 2, LENGTH)?, room(guest, 3)?);
    append(guest, limit, room)
}

fn duplicate(world: &mut Posix, guest: &mut dyn Guest, limit: u64) -> Run<Reply> {
    let src = arg(guest, 0);
    let len = length_within(guest, src, limit)?;
    let copy = allocate(world, guest, len + 1)?;
    if copy == 0 {
        return Ok(0u64.into());
    }
    if len > 0 {
        guest.copy(copy.into(), src, len)?;
    }
    guest.store((copy + len).into(), 1, Word::new(0))?;
    Ok(copy.into())
}

fn strdup(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    duplicate(world, guest, u64::MAX)
}

fn strndup(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let limit = pinned(guest, 1, LENGTH)?;
    duplicate(world, guest, limit)
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    fn run(guest: &mut TestGuest, name: &str, args: &[u64]) -> u64 {
        let args: Vec<_> = args.iter().map(|&a| int(a)).collect();
        guest.call(&mut Posix::new(Case::default()), name, &args).unwrap().slots[0].bits
    }

    #[test]
    fn strings_are_copied_padded_and_joined() {
        let mut guest = TestGuest::default();
        let (from, to) = (guest.string("hello"), guest.reserve(32, 1));
        assert_eq!(run(&mut guest, "stpcpy", &[to, from]), to + 5);
        assert_eq!(run(&mut guest, "strcat", &[to, from]), to);
        assert_eq!(guest.text(to), "hellohello");
        run(&mut guest, "strncat", &[to, from, 2]);
        assert_eq!(guest.text(to), "hellohellohe");
        assert_eq!(run(&mut guest, "stpncpy", &[to, from, 3]), to + 3);
        assert_eq!(guest.text(to), "hellohellohe");
        assert_eq!(run(&mut guest, "stpncpy", &[to, from, 8]), to + 5);
        assert_eq!(run(&mut guest, "strlen", &[to]), 5);
        assert_eq!(run(&mut guest, "strnlen", &[to, 3]), 3);
        let twin = run(&mut guest, "strndup", &[from, 4]);
        assert_eq!(guest.text(twin), "hell");
    }
}
