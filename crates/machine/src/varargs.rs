//! The layout of the arguments of a variadic call, according to the System V ABI for x86-64.

use whydunit_program::{ArgClass, Function};
use whydunit_terms::TermId;

use crate::machine::Core;
use crate::memory::ADDRESSABLE;
use crate::observer::ArgumentWord;
use crate::stack::Frame;
use crate::symbolic::Symbolic;
use crate::{Arg, Word, window};

/// Size of the register save area of variadic functions.
const SAVE_AREA: u64 = 176;
const SAVED_GENERAL: u32 = 48;

/// An argument laid out for the callee.
pub(crate) enum Saved {
    /// A word of an argument, with its position.
    Word(u64, ArgumentWord),
    /// A struct, copied from this address.
    Struct(u64),
}

impl Core {
    /// Lays out the arguments of a variadic call as the System V ABI does: registers in a save
    /// area, the rest in memory after it. Bytes without an argument are inaccessible. Calls `saved`
    /// with address, content and size of everything written.
    pub(crate) fn save_arguments(
        &mut self,
        function: &Function,
        args: &[Arg],
        area: u64,
        frame: &mut Frame,
        mut saved: impl FnMut(u64, Saved, u64),
    ) {
        let (memory, symbolic) = (&mut self.memory, &mut self.symbolic);
        let (mut general, mut floating, mut overflow) = (0u32, SAVED_GENERAL, area + SAVE_AREA);
        frame.varargs = area;
        for (index, arg) in args.iter().enumerate() {
            if index == function.params.len() {
                (frame.named, frame.overflow) = ([general, floating], overflow);
            }
            let words = match arg.class {
                ArgClass::FloatPair => [joined(symbolic, arg.word, arg.high), Word::default()],
                _ => [arg.word, arg.high],
            };
            let mut put = |addr: u64, words: &[Word]| {
                for (i, word) in words.iter().enumerate() {
                    let here = addr + 8 * i as u64;
                    memory.set_state(here, 8, ADDRESSABLE);
                    let _ = memory.write(here, 8, word.bits, word.undef);
                    if let Some((symbolic, term)) = symbolic.as_deref_mut().zip(TermId::from_raw(word.term)) {
                        window::put_term(symbolic, memory, here, 8, term);
                    }
                    let which = ArgumentWord { argument: index as u32, word: i as u32 };
                    saved(here, Saved::Word(word.bits, which), 8);
                }
            };
            match arg.class {
                ArgClass::Int if general < SAVED_GENERAL => {
                    put(area + u64::from(general), &words[..1]);
                    general += 8;
                }
                ArgClass::Int128 if general + 8 < SAVED_GENERAL => {
                    put(area + u64::from(general), &words);
                    general += 16;
                }
                ArgClass::Float | ArgClass::FloatPair if u64::from(floating) < SAVE_AREA => {
                    put(area + u64::from(floating), &words[..1]);
                    floating += 16;
                }
                ArgClass::Int | ArgClass::Float | ArgClass::FloatPair => {
                    put(overflow, &words[..1]);
                    overflow += 8;
                }
                ArgClass::Int128 | ArgClass::X87 => {
                    overflow = overflow.next_multiple_of(16);
                    put(overflow, &words);
                    overflow += 16;
                }
                ArgClass::ByVal { size, align } => {
                    overflow = overflow.next_multiple_of(u64::from(align.max(8)));
                    memory.set_state(overflow, u64::from(size), ADDRESSABLE);
                    memory.copy(overflow, arg.word.bits, u64::from(size));
                    saved(overflow, Saved::Struct(arg.word.bits), u64::from(size));
                    overflow += u64::from(size).next_multiple_of(8);
                }
            }
        }
        if args.len() <= function.params.len() {
            (frame.named, frame.overflow) = ([general, floating], overflow);
        }
    }
}

/// Two floats in the eight bytes of one register.
fn joined(symbolic: &mut Option<Box<Symbolic>>, low: Word, high: Word) -> Word {
    let bits = low.bits & 0xffff_ffff | high.bits << 32;
    let undef = low.undef & 0xffff_ffff | high.undef << 32;
    let term = match symbolic {
        Some(symbolic) if low.term | high.term != 0 => {
            let (below, above) = (symbolic.term(low, 32), symbolic.term(high, 32));
            symbolic.store.concat(above, below).raw()
        }
        _ => 0,
    };
    Word { bits, undef, term }.without_doubt()
}

/// Bytes of stack that the arguments of a variadic call need.
pub(crate) fn variadic_size(args: &[Arg]) -> u64 {
    let memory: u64 = args
        .iter()
        .map(|a| match a.class {
            ArgClass::ByVal { size, align } => u64::from(size).next_multiple_of(8) + u64::from(align),
            _ => 32,
        })
        .sum();
    (SAVE_AREA + memory).next_multiple_of(16)
}
