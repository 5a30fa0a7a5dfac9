//! A value in a libc model: bits, the mask of uninitialised ones, and (in a symbolic run) its term.

/// A value of at most 64 bits. Models compute with the bits and pass words on; operations on a word
/// through [`crate::Guest`] preserve its initialisation, origin and term.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The concrete value, zero-extended.
    pub bits: u64,
    /// Mask of the bits that come from uninitialised memory.
    pub undef: u64,
    /// The symbolic term, 0 for none.
    pub term: u32,
}

impl Word {
    /// A fully defined concrete word.
    pub const fn new(bits: u64) -> Self {
        Word { bits, undef: 0, term: 0 }
    }

    /// Is the word initialised and concrete?
    pub const fn is_plain(self) -> bool {
        self.undef == 0 && self.term == 0
    }

    /// Drops the term of a word that is partly uninitialised.
    pub(crate) const fn without_doubt(self) -> Self {
        Word { term: if self.undef == 0 { self.term } else { 0 }, ..self }
    }
}

impl From<u64> for Word {
    fn from(bits: u64) -> Self {
        Word::new(bits)
    }
}

impl From<u8> for Word {
    fn from(bits: u8) -> Self {
        Word::new(u64::from(bits))
    }
}

impl From<u32> for Word {
    fn from(bits: u32) -> Self {
        Word::new(u64::from(bits))
    }
}

/// A C `int`: zero-extended from 32 bits, as every 32-bit value is.
impl From<i32> for Word {
    fn from(value: i32) -> Self {
        Word::new(u64::from(value as u32))
    }
}

/// A C `long`.
impl From<i64> for Word {
    fn from(value: i64) -> Self {
        Word::new(value as u64)
    }
}

/// A C `double`.
impl From<f64> for Word {
    fn from(value: f64) -> Self {
        Word::new(value.to_bits())
    }
}
