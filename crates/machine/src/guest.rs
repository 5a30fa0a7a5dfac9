//! The interface between libc models and the program under test.
//!
//! Everything a model learns from the program or does to it goes through here, so that dependences
//! (who read which byte), definedness and symbolic values pass through models without extra code.

use whydunit_program::{ArgClass, BinOp, CastOp};

use crate::{FailureKind, Halt, Word};

/// Result of anything that may end the run.
pub type Run<T> = Result<T, Halt>;

/// One argument of a call to a model.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// How it was passed.
    pub class: ArgClass,
    /// Its value; of a two-slot argument the low slot.
    pub word: Word,
    /// The high slot of a two-slot argument.
    pub high: Word,
}

/// Where bytes go to or come from: a file or stream, by the world's own number for it.
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

/// One byte of output and the argument of the call that it shows (0 is the first; see also [`OutByte::listed`]), or
/// [`OutByte::LITERAL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutByte {
    /// The byte.
    pub word: Word,
    /// Which argument it renders.
    pub arg: u16,
}

/// How a number is written in output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeral {
    /// An integer of so many bits.
    Integer {
        /// 2, 8, 10 or 16.
        base: u8,
        /// Its width.
        bits: u8,
    },
    /// A `double`.
    Double,
}

impl OutByte {
    /// Not from an argument: the text of a format.
    pub const LITERAL: u16 = u16::MAX;
    /// From here on: values of a `va_list` that is an argument.
    const LISTED: u16 = 1 << 15;

    /// The number of a value that was taken from a `va_list`, the argument `list`, behind so many others.
    pub const fn listed(list: u16, behind: u16) -> u16 {
        let most = (u16::MAX >> 5) - 1;
        Self::LISTED | (if behind < most { behind } else { most }) << 4 | list & 15
    }

    /// The argument of the call that a number stands for.
    pub const fn argument(number: u16) -> u16 {
        if number < Self::LISTED { number } else { number & 15 }
    }
}

/// The program under test as a libc model sees it. Addresses are words because they too may be
/// uninitialised or symbolic. All methods fail with a [`Halt`] that models pass on by `?`.
pub trait Guest {
    /// The arguments of the call being served.
    fn args(&self) -> &[Arg];

    /// Reads `bytes` (1–8), little-endian, zero-extended. Checked like any access of the program.
    fn load(&mut self, addr: Word, bytes: u8) -> Run<Word>;

    /// Writes `bytes` (1–8).
    fn store(&mut self, addr: Word, bytes: u8, value: Word) -> Run<()>;

    /// `memmove`: copies with definedness, origin and terms, per byte.
    fn copy(&mut self, dst: Word, src: Word, len: u64) -> Run<()>;

    /// `memset`.
    fn fill(&mut self, dst: Word, byte: Word, len: u64) -> Run<()>;

    /// Reads `out.len()` plain bytes at once: for bulk data whose dependences are reported as one
    /// range. Fails on uninitialised bytes unless `undef_ok`.
    fn read_bytes(&mut self, addr: Word, out: &mut [u8], undef_ok: bool) -> Run<()>;

    /// Looks ahead: fills `out` with the bytes from `addr` on as long as they are readable, initialised
    /// and without terms, and says how many it got. Nothing counts as read; what a model then uses it
    /// reads with [`Guest::read_bytes`]. A guest that cannot look ahead says 0.
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
    /// uninitialised condition is a failure; a symbolic one is recorded as a constraint and the
    /// concrete value decides.
    fn decide(&mut self, cond: Word) -> Run<bool>;

    /// The concrete value of a word, for models that cannot treat it symbolically. `why` says so in
    /// the report ("length of fread"). Uninitialised words are a failure.
    fn pin(&mut self, word: Word, why: &'static str) -> Run<u64>;

    /// The concrete value of a length that must fit the memory blocks at these addresses: with another
    /// one the call would fail.
    fn pin_length(&mut self, len: Word, blocks: &[Word], why: &'static str) -> Run<u64> {
        let _ = blocks;
        self.pin(len, why)
    }

    /// Tells that what the call being served writes next shows this number as its argument `arg`. From the text
    /// that should have been there one can tell which number should have been.
    fn show(&mut self, _number: Word, _arg: u16, _numeral: Numeral) {}

    /// Tells that argument `by` of the call being served says how its argument `arg` is laid out in what it writes: a width
    /// or a precision that is passed.
    fn lay_out(&mut self, _arg: u16, _by: u16) {}

    /// Tells that the call being served reads memory for what its argument `arg` shows, from now on;
    /// [`OutByte::LITERAL`]: for all of it.
    fn read_for(&mut self, _arg: u16) {}

    /// Tells that the call being served might have written as many bytes as fit here, at most `len`, but leaves them as
    /// they are: the input ended, or was not what was asked for.
    fn leave_alone(&mut self, _addr: Word, _len: u64) {}

    /// Tells that the call being served wrote `bytes` at `offset` of a channel. The world itself
    /// keeps the contents. Uninitialised bytes on stdout or stderr are a failure.
    fn emit(&mut self, channel: Channel, offset: u64, bytes: &[OutByte]) -> Run<()>;

    /// Tells that what was said to be written to a channel from this offset on, but waits in a buffer, will lie so many
    /// bytes further on: something else is about to be written before it.
    fn displace(&mut self, channel: Channel, offset: u64, by: u64) {
        let _ = (channel, offset, by);
    }

    /// Turns input bytes read at `offset` of a channel into words (symbols if the case asks so).
    fn consume(&mut self, channel: Channel, offset: u64, bytes: &[u8], out: &mut Vec<Word>);

    /// Allocates heap memory, uninitialised; 0 when the memory limit would be exceeded.
    fn allocate(&mut self, size: u64, align: u64) -> Run<u64>;

    /// Frees heap memory; invalid and double frees are failures. Null is not special here.
    fn release(&mut self, addr: u64) -> Run<()>;

    /// Size of the live heap object that starts at `addr`, as the program asked for it.
    fn allocated_size(&mut self, addr: u64) -> Run<u64>;

    /// Reserves zero-filled initialised memory that is no heap object (for `FILE`, tables, `errno`).
    fn reserve(&mut self, size: u64, align: u64) -> u64;

    /// Address of the program's global variable of that name, with its size.
    fn global(&self, name: &str) -> Option<(u64, u64)>;

    /// The name of the called function.
    fn callee(&self) -> &str;

    /// Instructions executed so far: the virtual clock's source.
    fn steps(&self) -> u64;

    /// A failure at this call.
    fn fail(&self, kind: FailureKind) -> Halt {
        Halt::Failed(kind)
    }
}
