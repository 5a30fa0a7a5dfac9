//! Sets of letters: bracket expressions, `\w`, `\s` and their opposites.

use super::letters::{Alphabet, Class, Letter, RAW};

/// A set of letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LetterSet {
    /// Members below 256 (of them only ASCII in a multi-byte encoding).
    low: [u64; 4],
    ranges: Vec<(Letter, Letter)>,
    classes: Vec<Class>,
    /// Does the set hold all other letters?
    pub(crate) negated: bool,
}

impl LetterSet {
    /// Adds the letters from `first` to `last`.
    pub(crate) fn add(&mut self, first: Letter, last: Letter) {
        for letter in first..=last.min(255) {
            self.low[(letter / 64) as usize] |= 1 << (letter % 64);
        }
        if last > 255 {
            self.ranges.push((first.max(256), last));
        }
    }

    /// Adds a class.
    pub(crate) fn add_class(&mut self, class: Class) {
        for byte in (0..0x80).filter(|&b| class.holds_ascii(b)) {
            self.add(byte.into(), byte.into());
        }
        self.classes.push(class);
    }

    /// Is the letter in the set? Bytes outside any character are in no set, negated or not.
    pub(crate) fn holds(&self, alphabet: &Alphabet, letter: Letter) -> bool {
        if letter & RAW != 0 {
            return false;
        }
        let listed = if letter < 256 && self.low[(letter / 64) as usize] >> (letter % 64) & 1 != 0 {
            true
        } else {
            letter >= 0x80
                && (self.ranges.iter().any(|&(first, last)| (first..=last).contains(&letter))
                    || self.classes.iter().any(|&class| alphabet.in_class(class, letter)))
        };
        listed != self.negated
    }
}
