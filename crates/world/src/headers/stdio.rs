//! `<stdio.h>`, `<stdio_ext.h>` and the streams of `<wchar.h>`, grouped by operation.

pub(super) mod extensions;
pub(super) mod open;
pub(super) mod position;
pub(super) mod print;
pub(super) mod read;
pub(super) mod scan;
pub(super) mod state;
pub(super) mod wide;
pub(super) mod write;

use whydunit_machine::{Guest, Reply, Run, Word};
use whydunit_program::CastOp;

use crate::model::guest_ext::at;

/// The return value of a function that reads one character.
fn character(guest: &mut dyn Guest, byte: Option<Word>) -> Reply {
    match byte {
        None => (-1i32).into(),
        Some(byte) if byte.is_plain() => byte.into(),
        Some(byte) => guest.cast(CastOp::ZExt, 8, 32, byte).into(),
    }
}

/// Writes bytes to the program's memory, with their symbolic terms and definitions.
fn store_bytes(guest: &mut dyn Guest, address: Word, words: &[Word]) -> Run<()> {
    if words.is_empty() {
        return Ok(());
    }
    // Store all at once, so that an overflow is reported as a whole; then the special bytes.
    let bytes: Vec<u8> = words.iter().map(|w| w.bits as u8).collect();
    guest.write_bytes(address, &bytes)?;
    for (index, &word) in words.iter().enumerate().filter(|(_, w)| !w.is_plain()) {
        let here = at(guest, address, index as u64);
        guest.store(here, 1, word)?;
    }
    Ok(())
}
