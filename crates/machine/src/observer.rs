//! Hooks into a run.

use whydunit_program::{BlockId, ExternalId, Function, FunctionId, Inst};

use crate::{Channel, OutByte, Site};

/// Identifies a word of an argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArgumentWord {
    /// Index of the argument, from 0.
    pub argument: u32,
    /// Index of the word in the argument, from 0.
    pub word: u32,
}

/// Receives the events of a run. All hooks are no-ops by default, and the machine is compiled once
/// per observer, so an unobserved run pays nothing.
///
/// The *time* of an instruction is the number of IR instructions executed before it: the time of its
/// block's entry plus its index in the block.
pub trait Observer {
    /// Does it need the [`Observer::operation`] hook? This is expensive.
    const OPERATIONS: bool = false;

    /// The instruction at a site of this function is about to be executed on these slots.
    #[inline(always)]
    fn operation(&mut self, at: Site, function: &Function, inst: &Inst, slots: &[u64]) {
        let _ = (at, function, inst, slots);
    }

    /// A block begins; `time` is that of its first instruction.
    #[inline(always)]
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        let _ = (function, block, time);
    }

    /// Instruction `inst` of the current function read memory (for a call: the model did).
    #[inline(always)]
    fn load(&mut self, inst: u32, addr: u64, bytes: u64) {
        let _ = (inst, addr, bytes);
    }

    /// Instruction `inst` wrote memory; `value` holds the first eight bytes.
    #[inline(always)]
    fn store(&mut self, inst: u32, addr: u64, bytes: u64, value: u64) {
        let _ = (inst, addr, bytes, value);
    }

    /// The call at `inst` stored a word of one of its variadic arguments.
    #[inline(always)]
    fn argument(&mut self, inst: u32, addr: u64, value: u64, which: ArgumentWord) {
        let _ = which;
        self.store(inst, addr, 8, value);
    }

    /// Instruction `inst` copied memory byte by byte.
    #[inline(always)]
    fn copy(&mut self, inst: u32, dst: u64, src: u64, len: u64) {
        let _ = (inst, dst, src, len);
    }

    /// The call of a model at `inst` could have written this memory, but left it unchanged.
    #[inline(always)]
    fn left_alone(&mut self, inst: u32, addr: u64, len: u64) {
        let _ = (inst, addr, len);
    }

    /// Memory becomes fresh and uninitialised (the locals of a frame or scope, a heap object, an
    /// `alloca`): earlier definitions no longer reach it.
    #[inline(always)]
    fn fresh(&mut self, addr: u64, len: u64) {
        let _ = (addr, len);
    }

    /// A function was entered; its locals begin at `frame`.
    #[inline(always)]
    fn enter(&mut self, function: FunctionId, frame: u64) {
        let _ = (function, frame);
    }

    /// The innermost function returned or was left by `longjmp`.
    #[inline(always)]
    fn leave(&mut self) {}

    /// A `longjmp` left this many functions; execution continues after the `setjmp`.
    #[inline(always)]
    fn jump(&mut self, frames: u32) {
        let _ = frames;
    }

    /// A model serves the call at `inst`.
    #[inline(always)]
    fn model(&mut self, inst: u32, external: ExternalId) {
        let _ = (inst, external);
    }

    /// The model returned; `reply` has its result slots.
    #[inline(always)]
    fn model_done(&mut self, inst: u32, reply: [u64; 2]) {
        let _ = (inst, reply);
    }

    /// The model wrote output.
    #[inline(always)]
    fn emit(&mut self, inst: u32, channel: Channel, offset: u64, bytes: &[OutByte]) {
        let _ = (inst, channel, offset, bytes);
    }

    /// The argument `by` of the call of a model determined the layout of its argument `arg` in the
    /// output.
    #[inline(always)]
    fn laid_out(&mut self, inst: u32, arg: u16, by: u16) {
        let _ = (inst, arg, by);
    }

    /// From now on, the model reads memory in order to show argument `arg` of its call, or all
    /// arguments if `arg` is [`OutByte::LITERAL`].
    #[inline(always)]
    fn read_for(&mut self, arg: u16) {
        let _ = arg;
    }

    /// The model consumed input.
    #[inline(always)]
    fn consume(&mut self, inst: u32, channel: Channel, offset: u64, bytes: &[u8]) {
        let _ = (inst, channel, offset, bytes);
    }

    /// The program allocated (`Some(size)`) or freed heap memory.
    #[inline(always)]
    fn heap(&mut self, inst: u32, addr: u64, size: Option<u64>) {
        let _ = (inst, addr, size);
    }
}

/// An observer that ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {}

/// Hashes all effects of the program: blocks, stores, copies, output. Two runs of the same case
/// have the same hash.
#[derive(Clone, Copy, Debug)]
pub struct TraceHash(u64);

impl Default for TraceHash {
    fn default() -> Self {
        TraceHash(0xcbf2_9ce4_8422_2325)
    }
}

impl TraceHash {
    /// The hash so far.
    pub fn value(self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Observer for TraceHash {
    #[inline(always)]
    fn block(&mut self, function: FunctionId, block: BlockId, _time: u64) {
        self.mix(u64::from(function.0) << 32 | u64::from(block.0));
    }

    #[inline(always)]
    fn store(&mut self, _inst: u32, addr: u64, bytes: u64, value: u64) {
        self.mix(addr);
        self.mix(bytes);
        self.mix(value);
    }

    fn copy(&mut self, _inst: u32, dst: u64, src: u64, len: u64) {
        [dst, src, len].into_iter().for_each(|w| self.mix(w));
    }

    fn emit(&mut self, _inst: u32, _channel: Channel, offset: u64, bytes: &[OutByte]) {
        self.mix(offset);
        bytes.iter().for_each(|b| self.mix(b.word.bits));
    }
}
