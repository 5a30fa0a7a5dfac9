//! `<stdio.h>`, `<stdio_ext.h>` and the streams of `<wchar.h>`, by what the functions do.

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

use crate::guest_ext::at;

/// What a function that reads one character returns.
fn character(guest: &mut dyn Guest, byte: Option<Word>) -> Reply {
    match byte {
        None => (-1i32).into(),
        Some(byte) if byte.is_plain() => byte.into(),
        Some(byte) => guest.cast(CastOp::ZExt, 8, 32, byte).into(),
    }
}

/// Writes bytes to the program's memory, with all that is known about each.
fn store_bytes(guest: &mut dyn Guest, address: Word, words: &[Word]) -> Run<()> {
    if words.is_empty() {
        return Ok(());
    }
    // All at once, so that what does not fit is told as a whole; then what is special about a byte.
    let bytes: Vec<u8> = words.iter().map(|w| w.bits as u8).collect();
    guest.write_bytes(address, &bytes)?;
    for (index, &word) in words.iter().enumerate().filter(|(_, w)| !w.is_plain()) {
        let here = at(guest, address, index as u64);
        guest.store(here, 1, word)?;
    }
    Ok(())
}
