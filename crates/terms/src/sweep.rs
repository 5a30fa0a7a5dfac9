//! Evaluates a condition on one byte for all values of the byte.

use crate::store::Store;
use crate::tape::Tape;
use crate::term::TermId;

/// Limit on the size of a condition: beyond it, a solver is faster than 256 evaluations.
const MAX_TERMS: usize = 300;

impl Store {
    /// For a one-bit term with a single symbol of at most 8 bits: bit `v` of the result is the
    /// value of the term when the symbol is `v`. None when the term is too large. (With more
    /// symbols, all of them would get the same value.)
    pub fn sweep(&self, condition: TermId, symbol_width: u8) -> Option<[u64; 4]> {
        if symbol_width > 8 {
            return None;
        }
        let mut tape = Tape::new(self, &[condition], MAX_TERMS)?;
        let mut truth = [0; 4];
        for v in 0..1_usize << symbol_width {
            tape.run(|_| v as u128);
            truth[v / 64] |= (tape.root(0) as u64 & 1) << (v % 64);
        }
        Some(truth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits() {
        let mut s = Store::new();
        let c = s.symbol("c", 1, 8);
        let wide = s.sext(c, 32);
        let (zero, nine) = (s.constant(32, 48), s.constant(32, 57));
        let (above, below) = (s.sle(zero, wide), s.sle(wide, nine));
        let digit = s.and(above, below);
        assert_eq!(s.sweep(digit, 8), Some([0x03ff << 48, 0, 0, 0]));
        let other = s.not(digit);
        assert_eq!(s.sweep(other, 8), Some([!(0x03ff << 48), u64::MAX, u64::MAX, u64::MAX]));
    }
}
