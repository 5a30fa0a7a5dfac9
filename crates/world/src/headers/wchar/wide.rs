//! Copying wide strings and blocks of wide characters.

use whydunit_machine::{FailureKind, Guest, Reply, Run, Word};

use crate::Posix;
use crate::headers::stdlib::heap::allocate;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::words::equal;
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("wcslen", wcslen),
    model("wcsnlen", wcsnlen),
    model("wcscpy", wcscpy),
    model("__wcscpy_chk", wcscpy),
    model("wcpcpy", wcpcpy),
    model("__wcpcpy_chk", wcpcpy),
    model("wcsncpy", wcsncpy),
    model("__wcsncpy_chk", wcsncpy),
    model("wcpncpy", wcpncpy),
    model("__wcpncpy_chk", wcpncpy),
    model("wcscat", wcscat),
    model("__wcscat_chk", wcscat),
    model("wcsncat", wcsncat),
    model("__wcsncat_chk", wcsncat),
    model("wcsdup", wcsdup),
    model("wmemcpy", wmemcpy),
    model("__wmemcpy_chk", wmemcpy),
    model("wmempcpy", wmempcpy),
    model("__wmempcpy_chk", wmempcpy),
    model("wmemmove", wmemmove),
    model("__wmemmove_chk", wmemmove),
    model("wmemset", wmemset),
    model("__wmemset_chk", wmemset),
];

const COUNT: &str = "number of wide characters";

/// The length of a wide string that ends at a zero or after `limit` characters.
pub(super) fn length(guest: &mut dyn Guest, start: Word, limit: u64) -> Run<u64> {
    for index in 0..limit {
        let here = at(guest, start, 4 * index);
        let c = guest.load(here, 4)?;
        if equal(guest, 32, c, Word::new(0))? {
            return Ok(index);
        }
    }
    Ok(limit)
}

fn copy(guest: &mut dyn Guest, dst: Word, src: Word, count: u64) -> Run<()> {
    let (low, high) = (dst.bits.min(src.bits), dst.bits.max(src.bits));
    if low != high && high - low < 4 * count {
        return Err(guest.fail(FailureKind::Overlap));
    }
    if count > 0 { guest.copy(dst, src, 4 * count) } else { Ok(()) }
}

fn wcslen(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let start = arg(guest, 0);
    Ok(length(guest, start, u64::MAX)?.into())
}

fn wcsnlen(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, limit) = (arg(guest, 0), pinned(guest, 1, COUNT)?);
    Ok(length(guest, start, limit)?.into())
}

/// Copies a string with its terminator; returns its length.
fn copy_string(guest: &mut dyn Guest) -> Run<u64> {
    let (dst, src) = (arg(guest, 0), arg(guest, 1));
    let len = length(guest, src, u64::MAX)?;
    copy(guest, dst, src, len + 1)?;
    Ok(len)
}

fn wcscpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    copy_string(guest)?;
    Ok(arg(guest, 0).into())
}

fn wcpcpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let len = copy_string(guest)?;
    let dst = arg(guest, 0);
    Ok(at(guest, dst, 4 * len).into())
}

/// `wcsncpy`; returns the length without padding.
fn copy_padded(guest: &mut dyn Guest) -> Run<u64> {
    let (dst, src, limit) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, COUNT)?);
    let len = length(guest, src, limit)?;
    copy(guest, dst, src, len)?;
    if limit > len {
        let rest = at(guest, dst, 4 * len);
        guest.fill(rest, Word::new(0), 4 * (limit - len))?;
    }
    Ok(len)
}

fn wcsncpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    copy_padded(guest)?;
    Ok(arg(guest, 0).into())
}

fn wcpncpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let len = copy_padded(guest)?;
    let dst = arg(guest, 0);
    Ok(at(guest, dst, 4 * len).into())
}

fn append(guest: &mut dyn Guest, limit: u64) -> Run<Reply> {
    let (dst, src) = (arg(guest, 0), arg(guest, 1));
    let before = length(guest, dst, u64::MAX)?;
    let len = length(guest, src, limit)?;
    let end = at(guest, dst, 4 * before);
    copy(guest, end, src, len)?;
    let end = at(guest, end, 4 * len);
    guest.store(end, 4, Word::new(0))?;
    Ok(dst.into())
}

fn wcscat(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    append(guest, u64::MAX)
}

fn wcsncat(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let limit = pinned(guest, 2, COUNT)?;
    append(guest, limit)
}

fn wcsdup(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let src = arg(guest, 0);
    let len = length(guest, src, u64::MAX)?;
    let new = allocate(world, guest, 4 * (len + 1))?;
    if new != 0 {
        guest.copy(new.into(), src, 4 * (len + 1))?;
    }
    Ok(new.into())
}

fn copy_block(guest: &mut dyn Guest) -> Run<u64> {
    let (dst, src, count) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, COUNT)?);
    copy(guest, dst, src, count)?;
    Ok(count)
}

fn wmemcpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    copy_block(guest)?;
    Ok(arg(guest, 0).into())
}

fn wmempcpy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let count = copy_block(guest)?;
    let dst = arg(guest, 0);
    Ok(at(guest, dst, 4 * count).into())
}

fn wmemmove(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (dst, src, count) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, COUNT)?);
    if count > 0 {
        guest.copy(dst, src, 4 * count)?;
    }
    Ok(dst.into())
}

fn wmemset(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (dst, c, count) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, COUNT)?);
    for index in 0..count {
        let here = at(guest, dst, 4 * index);
        guest.store(here, 4, c)?;
    }
    Ok(dst.into())
}
