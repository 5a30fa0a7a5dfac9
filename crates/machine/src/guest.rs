//! The interface between libc models and the program under test.
//!
//! Every access of a model to the program goes through here, so that dependences (which instance
//! read which byte), initialisation and symbolic values pass through models without extra code.

use whydunit_program::{ArgClass, BinOp, CastOp};

use crate::{FailureKind, Halt, Word};

/// Result of an operation that may end the run.
pub type Run<T> = Result<T, Halt>;

/// One argument of a call to a model.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// How it is passed.
    pub class: ArgClass,
    /// Its value; the low slot of a two-slot argument.
    pub word: Word,
    /// The high slot of a two-slot argument.
    pub high: Word,
}

/// Source or destination of bytes: a file or stream, by the world's number for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Channel {
    /// Standard input.
    Stdin,
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// A file, by its number in the world (stable while the file exists).
    File(u64),
    /// Command line.
    Argument(u32),
    /// Environment.
    Environment,
    /// Anything else the host would decide: clock, pid, random numbers, directory contents.
    Surroundings,
}

/// One byte of output, with the argument of the call that it shows (0 is the first; see also
/// [`OutByte::listed`]) or [`OutByte::LITERAL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutByte {
    /// The byte.
    pub word: Word,
    /// The argument it renders.
    pub arg: u16,
}

/// How a number is written in output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeral {
    /// An integer.
    Integer {
        /// 2, 8, 10 or 16.
        base: u8,
        /// Its width in bits.
        bits: u8,
    },
    /// A `double`.
    Double,
}

impl OutByte {
    /// The byte stems from the text of a format and not from an argument.
    pub const LITERAL: u16 = u16::MAX;
    /// Numbers from here on denote values of a `va_list` that is an argument.
    const LISTED: u16 = 1 << 15;

    /// The number of the value at index `behind` of the `va_list` that is argument `list`.
    pub const fn listed(list: u16, behind: u16) -> u16 {
        let most = (u16::MAX >> 5) - 1;
        Self::LISTED | (if behind < most { behind } else { most }) << 4 | list & 15
    }

    /// The argument of the call that a number denotes.
    pub const fn argument(number: u16) -> u16 {
        if number < Self::LISTED { number } else { number & 15 }
    }
}

/// The program under test as a libc model sees it. Addresses are words because they too may be
/// uninitialised or symbolic. All methods fail with a [`Halt`] that models propagate with `?`.
pub trait Guest {
    /// The arguments of the call being served.
    fn args(&self) -> &[Arg];

    /// Reads `bytes` (1–8), little-endian, zero-extended. Checked like any access of the program.
    fn load(&mut self, addr: Word, bytes: u8) -> Run<Word>;

    /// Writes `bytes` (1–8).
    fn store(&mut self, addr: Word, bytes: u8, value: Word) -> Run<()>;

    /// `memmove`: copies contents, initialisation and terms per byte.
    fn copy(&mut self, dst: Word, src: Word, len: u64) -> Run<()>;

    /// `memset`.
    fn fill(&mut self, dst: Word, byte: Word, len: u64) -> Run<()>;

    /// Reads `out.len()` plain bytes at once: for bulk data whose dependences are reported as one
    /// range. Fails on uninitialised bytes unless `undef_ok`.
    fn read_bytes(&mut self, addr: Word, out: &mut [u8], undef_ok: bool) -> Run<()>;

    /// Looks ahead: fills `out` with the bytes from `addr` on while they are readable, initialised
    /// and without terms, and returns their number. They do not count as read; a model reads the
    /// bytes it then uses with [`Guest::read_bytes`]. A guest that cannot look ahead returns 0.
    fn peek(&mut self, addr: Word, out: &mut [u8]) -> usize {
        let _ = (addr, out);
        0
    }

    /// Writes plain bytes at once.
    fn write_bytes(&mut self, addr: Word, bytes: &[u8]) -> Run<()>;

    /// Computes on words of `w` bits (comparisons yield one bit).
    fn bin(&mut self, op: BinOp, w: u8, a: Word, b: Word) -> Word;

    /// Converts a word.
    fn cast(&mut self, op: CastOp, from: u8, to: u8, a: Word) -> Word;

    /// `cond ? a : b` without a decision.
    fn select(&mut self, cond: Word, a: Word, b: Word) -> Word;

    /// A decision of the model that depends on a value of the program: is `cond` (one bit) true? An
    /// uninitialised condition is a failure; a symbolic one is recorded as a constraint, and the
    /// concrete value decides.
    fn decide(&mut self, cond: Word) -> Run<bool>;

    /// The concrete value of a word, for models that cannot treat it symbolically. The report gives
    /// `why` as the reason ("length of fread"). Uninitialised words are a failure.
    fn pin(&mut self, word: Word, why: &'static str) -> Run<u64>;

    /// The concrete value of a length that must fit the memory blocks at these addresses, or the
    /// call would fail.
    fn pin_length(&mut self, len: Word, blocks: &[Word], why: &'static str) -> Run<u64> {
        let _ = blocks;
        self.pin(len, why)
    }

    /// Announces that the next output of this call shows `number` as its argument `arg`. From the
    /// expected text, the expected number can then be inferred.
    fn show(&mut self, _number: Word, _arg: u16, _numeral: Numeral) {}

    /// Records that argument `by` of this call, a width or a precision, determines the layout of
    /// its argument `arg` in the output.
    fn lay_out(&mut self, _arg: u16, _by: u16) {}

    /// Announces that from now on, this call reads memory in order to show argument `arg`, or all
    /// arguments if `arg` is [`OutByte::LITERAL`].
    fn read_for(&mut self, _arg: u16) {}

    /// Records that this call could have written to the object at this address, at most `len`
    /// bytes, but did not: the input ended or did not match.
    fn leave_alone(&mut self, _addr: Word, _len: u64) {}

    /// Records that this call wrote `bytes` at `offset` of a channel. The world itself keeps the
    /// contents. Uninitialised bytes on stdout or stderr are a failure.
    fn emit(&mut self, channel: Channel, offset: u64, bytes: &[OutByte]) -> Run<()>;

    /// Moves the recorded output of a channel from this offset on by `by` bytes: it still waits in
    /// a buffer, and other output is about to be written before it.
    fn displace(&mut self, channel: Channel, offset: u64, by: u64) {
        let _ = (channel, offset, by);
    }

    /// Turns input bytes read at `offset` of a channel into words, which are symbols if the input
    /// is symbolic.
    fn consume(&mut self, channel: Channel, offset: u64, bytes: &[u8], out: &mut Vec<Word>);

    /// Allocates heap memory, uninitialised; 0 when the memory limit would be exceeded.
    fn allocate(&mut self, size: u64, align: u64) -> Run<u64>;

    /// Frees heap memory; invalid and double frees are failures. Null is not special here.
    fn release(&mut self, addr: u64) -> Run<()>;

    /// The requested size of the live heap object that starts at `addr`.
    fn allocated_size(&mut self, addr: u64) -> Run<u64>;

    /// Reserves zero-filled initialised memory outside the heap (for `FILE`, tables, `errno`).
    fn reserve(&mut self, size: u64, align: u64) -> u64;

    /// Address and size of a global variable of the program.
    fn global(&self, name: &str) -> Option<(u64, u64)>;

    /// The name of the called function.
    fn callee(&self) -> &str;

    /// Instructions executed so far, the source of the virtual clock.
    fn steps(&self) -> u64;

    /// A failure at this call.
    fn fail(&self, kind: FailureKind) -> Halt {
        Halt::Failed(kind)
    }
}
