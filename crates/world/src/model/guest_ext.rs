//! Frequent operations of models: arguments by number, C strings, `errno`.

use whydunit_machine::{Guest, Run, Word};
use whydunit_program::BinOp;

/// The word of argument `index`; zero if the call has fewer (a call at another type).
pub(crate) fn arg(guest: &dyn Guest, index: usize) -> Word {
    guest.args().get(index).map_or(Word::default(), |a| a.word)
}

/// Argument `index` as a concrete pointer, size or number.
pub(crate) fn pinned(guest: &mut dyn Guest, index: usize, why: &'static str) -> Run<u64> {
    let word = arg(guest, index);
    guest.pin(word, why)
}

/// `a + offset` for addresses.
pub(crate) fn at(guest: &mut dyn Guest, addr: Word, offset: u64) -> Word {
    if addr.is_plain() {
        return Word::new(addr.bits.wrapping_add(offset));
    }
    guest.bin(BinOp::Add, 64, addr, Word::new(offset))
}

/// Is this byte zero? A decision.
pub(crate) fn is_nul(guest: &mut dyn Guest, byte: Word) -> Run<bool> {
    if byte.is_plain() {
        return Ok(byte.bits == 0);
    }
    let cond = guest.bin(BinOp::Eq, 8, byte, Word::new(0));
    guest.decide(cond)
}

/// The bytes of a C string as words, without the terminator.
pub(crate) fn c_words(guest: &mut dyn Guest, addr: Word) -> Run<Vec<Word>> {
    let mut words = Vec::new();
    loop {
        let here = at(guest, addr, words.len() as u64);
        let byte = guest.load(here, 1)?;
        if is_nul(guest, byte)? {
            return Ok(words);
        }
        words.push(byte);
    }
}

/// The bytes of a C string, made concrete (a path, a format, a mode).
pub(crate) fn c_bytes(guest: &mut dyn Guest, addr: Word, why: &'static str) -> Run<Vec<u8>> {
    let words = c_words(guest, addr)?;
    words.into_iter().map(|w| guest.pin(w, why).map(|b| b as u8)).collect()
}
