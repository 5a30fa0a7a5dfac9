//! `<string.h>`, `<strings.h>` and `<libgen.h>`.
//!
//! Functions read exactly the bytes that a byte-wise C implementation would read, in order, and
//! fail at the same byte.

pub(super) mod compare;
pub(super) mod copy;
mod find;
pub(super) mod memory;
pub(super) mod path;
pub(super) mod search;
pub(super) mod text;
pub(super) mod token;
pub(super) mod version;

use whydunit_machine::{FailureKind, Guest, Run, Word};

use crate::model::cursor::Cursor;
use crate::model::guest_ext::is_nul;

/// The length of a C string.
pub(crate) fn length(guest: &mut dyn Guest, start: Word) -> Run<u64> {
    length_within(guest, start, u64::MAX)
}

/// The length of a string that ends at a zero byte or after `limit` bytes.
pub(crate) fn length_within(guest: &mut dyn Guest, start: Word, limit: u64) -> Run<u64> {
    let mut cursor = Cursor::new(start);
    while cursor.position() < limit {
        let byte = cursor.next(guest)?;
        if is_nul(guest, byte)? {
            cursor.report(guest)?;
            return Ok(cursor.position() - 1);
        }
    }
    cursor.report(guest)?;
    Ok(limit)
}

/// Fails if the areas of a copy overlap, which is undefined behaviour. Copying an object
/// onto itself is harmless and compilers do it, so it passes.
fn check_overlap(guest: &dyn Guest, dst: Word, src: Word, len: u64) -> Run<()> {
    let (low, high) = (dst.bits.min(src.bits), dst.bits.max(src.bits));
    if low != high && high - low < len { Err(guest.fail(FailureKind::Overlap)) } else { Ok(()) }
}

/// The check of a fortified function (`__strcpy_chk`): glibc ends the program if `needed` bytes do
/// not fit into the room known to the compiler.
fn check_room(guest: &mut dyn Guest, needed: u64, room: u64) -> Run<()> {
    if needed <= room {
        return Ok(());
    }
    let what = format!("buffer overflow detected: {} writes {needed} bytes into {room}", guest.callee());
    Err(guest.fail(FailureKind::Misuse(what)))
}
