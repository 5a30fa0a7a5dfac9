//! Comparisons of words by models: equality, order, ranges. Plain words are compared at
//! once; others become decisions of the run.

use whydunit_machine::{Guest, Run, Word};
use whydunit_program::{BinOp, CastOp};

/// Is `a == b`, on `w` bits?
pub(crate) fn equal(guest: &mut dyn Guest, w: u8, a: Word, b: Word) -> Run<bool> {
    if a.is_plain() && b.is_plain() {
        return Ok(a.bits == b.bits);
    }
    let cond = guest.bin(BinOp::Eq, w, a, b);
    guest.decide(cond)
}

/// Is the byte one of `low..=high`?
pub(crate) fn within(guest: &mut dyn Guest, byte: Word, low: u8, high: u8) -> Run<bool> {
    if byte.is_plain() {
        return Ok((u64::from(low)..=u64::from(high)).contains(&byte.bits));
    }
    // One decision for both bounds instead of two.
    let shifted = guest.bin(BinOp::Sub, 8, byte, Word::from(low));
    let cond = guest.bin(BinOp::ULe, 8, shifted, Word::from(high - low));
    guest.decide(cond)
}

/// The low byte of a C `int`.
pub(crate) fn low_byte(guest: &mut dyn Guest, word: Word) -> Word {
    if word.is_plain() {
        return Word::new(word.bits & 0xff);
    }
    guest.cast(CastOp::Trunc, 32, 8, word)
}

/// `a - b` of two bytes as a C `int`.
pub(crate) fn difference(guest: &mut dyn Guest, a: Word, b: Word) -> Word {
    if a.is_plain() && b.is_plain() {
        return Word::from(a.bits as i32 - b.bits as i32);
    }
    let a = guest.cast(CastOp::ZExt, 8, 32, a);
    let b = guest.cast(CastOp::ZExt, 8, 32, b);
    guest.bin(BinOp::Sub, 32, a, b)
}

/// The byte with ASCII letters in lower case, as returned by `tolower` in the "C" locale.
pub(crate) fn folded(guest: &mut dyn Guest, byte: Word) -> Run<Word> {
    if byte.is_plain() {
        return Ok(Word::from((byte.bits as u8).to_ascii_lowercase()));
    }
    Ok(if within(guest, byte, b'A', b'Z')? { guest.bin(BinOp::Or, 8, byte, Word::new(0x20)) } else { byte })
}
