//! The symbolic side of a run: its terms, its symbols and their values, its path condition, the
//! terms of its output. A run without symbols has none of this.
//!
//! The machine only collects constraints; it never asks whether they are satisfiable.

mod demand;
mod input;
mod instruction;
mod shown;
mod targets;

use std::collections::BTreeMap;

use whydunit_terms::{Model, PlainSet, Store, TermId};

use crate::constraint::{Constraint, ConstraintKind, Moment};
use crate::origin::Origin;
use crate::{Channel, OutByte, Word};

pub(crate) use instruction::Operands;
use shown::Showing;
pub use shown::Shown;
pub use targets::{Target, Targets};

/// Which input bytes are symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymbolicInput {
    /// Standard input.
    pub stdin: bool,
    /// The arguments of the program, without its name and the terminating zeros.
    pub arguments: bool,
    /// The contents of these files, by the world's numbers for their channels.
    pub files: Vec<u64>,
}

/// A piece of output, at its position in the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// Where it was written.
    pub channel: Channel,
    /// The offset after its last byte.
    pub end: u64,
    /// Number of constraints recorded before it.
    pub conditions: usize,
}

/// Terms, symbols and constraints of a run.
#[derive(Clone, Debug, Default)]
pub struct Symbolic {
    /// The store of all terms.
    pub store: Store,
    path: Vec<Constraint>,
    /// Conditions that are already on the path.
    seen: PlainSet<u32>,
    output: BTreeMap<(Channel, u64), TermId>,
    emitted: Vec<Emitted>,
    /// Numbers about to be shown by the current call.
    showing: Vec<Showing>,
    shown: Vec<Shown>,
    exit: Option<TermId>,
    input: SymbolicInput,
    given: Model,
    values: Model,
    hazards: demand::Hazards,
    /// Targets of pointers that become symbols, by the symbols' numbers.
    targets: BTreeMap<u64, Targets>,
}

impl Symbolic {
    /// The constraints so far, in order.
    pub fn path(&self) -> &[Constraint] {
        &self.path
    }

    /// The values of the symbols in this run.
    pub fn values(&self) -> &Model {
        &self.values
    }

    /// The term of a byte of output, if it is symbolic.
    pub fn output(&self, channel: Channel, offset: u64) -> Option<TermId> {
        self.output.get(&(channel, offset)).copied()
    }

    /// All output bytes with terms.
    pub fn outputs(&self) -> impl Iterator<Item = (Channel, u64, TermId)> + '_ {
        self.output.iter().map(|(&(channel, offset), &term)| (channel, offset, term))
    }

    /// The output written since the run has symbols, in order.
    pub fn emitted(&self) -> &[Emitted] {
        &self.emitted
    }

    /// The term of the exit status, if it is symbolic. Only its low byte matters.
    pub fn exit(&self) -> Option<TermId> {
        self.exit
    }

    pub(crate) fn set_exit(&mut self, status: Word) {
        self.exit = TermId::from_raw(status.term);
    }

    /// Sets the values that symbols receive on creation.
    pub(crate) fn give(&mut self, values: &Model) {
        self.given = values.clone();
    }

    /// Sets the input bytes that become symbols.
    pub(crate) fn set_input(&mut self, input: SymbolicInput) {
        self.input = input;
    }

    /// Creates a symbol, with the value given for it or else with `own`.
    pub(crate) fn fresh(&mut self, origin: Origin, width: u8, own: u64) -> Word {
        let key = origin.key(width);
        let bits = if self.given.has(key) { self.given.get(key) as u64 } else { own };
        self.values.set(key, u128::from(bits));
        let term = self.store.symbol(&origin.to_string(), key.key, width);
        Word { bits, undef: 0, term: term.raw() }
    }

    /// An input byte: a symbol if the input is symbolic, or the term written there before.
    pub(crate) fn input_byte(&mut self, channel: Channel, offset: u64, byte: u8) -> Word {
        if let Some(term) = self.output(channel, offset) {
            return Word { bits: u64::from(byte), undef: 0, term: self.raw(term) };
        }
        let origin = match channel {
            Channel::Stdin if self.input.stdin => Some(Origin::Stdin { offset }),
            Channel::Argument(index) if self.input.arguments && index > 0 => {
                u32::try_from(offset).ok().map(|offset| Origin::Argument { index, offset })
            }
            Channel::File(number) => self.input.files.iter().position(|&f| f == number).and_then(|index| {
                u32::try_from(offset).ok().map(|offset| Origin::File { number: index as u32, offset })
            }),
            _ => None,
        };
        match origin {
            Some(origin) => self.fresh(origin, 8, u64::from(byte)),
            None => Word::from(byte),
        }
    }

    /// Records the terms of bytes written to a channel.
    pub(crate) fn emit(&mut self, channel: Channel, offset: u64, bytes: &[OutByte], time: u64) {
        self.emitted.push(Emitted { channel, end: offset + bytes.len() as u64, conditions: self.path.len() });
        self.note_shown(channel, offset, bytes, time);
        for (at, byte) in (offset..).zip(bytes) {
            match TermId::from_raw(byte.word.term) {
                Some(term) => {
                    let term = self.store.trunc(term, 8);
                    self.output.insert((channel, at), term);
                }
                // A byte that was written is not input when it is read back.
                None if matches!(channel, Channel::File(number) if self.input.files.contains(&number)) => {
                    let plain = self.store.constant(8, u128::from(byte.word.bits));
                    self.output.insert((channel, at), plain);
                }
                None if !self.output.is_empty() => {
                    self.output.remove(&(channel, at));
                }
                None => {}
            }
        }
    }

    /// Moves recorded output from an offset on to later offsets.
    pub(crate) fn displace(&mut self, channel: Channel, offset: u64, by: u64) {
        let moved = |c: Channel, at: u64| (c, if c == channel { at + by } else { at });
        let later = self.output.split_off(&(channel, offset));
        self.output.extend(later.into_iter().map(|((c, at), term)| (moved(c, at), term)));
        self.emitted.iter_mut().filter(|e| e.channel == channel && e.end > offset).for_each(|e| e.end += by);
        self.shown.iter_mut().filter(|s| s.channel == channel && s.offset >= offset).for_each(|s| s.offset += by);
    }

    /// Adds a condition that holds, unless it is already known.
    pub(crate) fn assume(&mut self, term: TermId, kind: ConstraintKind, at: Moment) {
        self.add(Constraint { term, holds: true, kind, at });
    }

    fn add(&mut self, constraint: Constraint) {
        if self.store.as_const(constraint.term).is_none() && self.seen.insert(constraint.term.raw()) {
            self.path.push(constraint);
        }
    }

    /// Records the outcome of a decision on a one-bit condition.
    pub fn decided(&mut self, condition: TermId, holds: bool, kind: ConstraintKind, at: Moment) {
        let condition = self.truth(condition);
        let term = if holds { condition } else { self.store.not(condition) };
        self.add(Constraint { term, holds, kind, at });
    }

    /// Makes a value concrete.
    pub(crate) fn pin(&mut self, word: Word, why: &'static str, at: Moment) {
        if let Some(term) = TermId::from_raw(word.term) {
            self.pin_term(term, word.bits.into(), why, at);
        }
    }

    /// Makes a term concrete.
    pub fn pin_term(&mut self, term: TermId, bits: u128, why: &'static str, at: Moment) {
        let value = self.store.constant(self.store.width(term), bits);
        let same = self.store.eq(term, value);
        self.assume(same, ConstraintKind::Pinned { why, value: term }, at);
    }

    /// A one-bit term: is the term not zero?
    pub(crate) fn truth(&mut self, term: TermId) -> TermId {
        let width = self.store.width(term);
        if width == 1 {
            return term;
        }
        let zero = self.store.constant(width, 0);
        self.store.ne(term, zero)
    }

    /// A one-bit term: does the term have one of these values?
    pub(crate) fn is_one_of(&mut self, term: TermId, values: impl Iterator<Item = u64>) -> TermId {
        let term = self.fit(term, 64);
        let mut any = self.store.bit(false);
        for value in values {
            let value = self.store.constant(64, u128::from(value));
            let here = self.store.eq(term, value);
            any = self.store.or(any, here);
        }
        any
    }

    /// A one-bit term: is the address in one of these ranges, ends included?
    pub(crate) fn is_within(&mut self, address: TermId, ranges: impl Iterator<Item = (u64, u64)>) -> TermId {
        let store = &mut self.store;
        let mut any = store.bit(false);
        for (first, last) in ranges {
            let base = store.constant(64, u128::from(first));
            let length = store.constant(64, u128::from(last - first));
            let offset = store.sub(address, base);
            let here = store.ule(offset, length);
            any = store.or(any, here);
        }
        any
    }

    /// The term of a word at a width; a constant for a concrete word. Values are zero-extended.
    pub(crate) fn term(&mut self, word: Word, width: u8) -> TermId {
        match TermId::from_raw(word.term) {
            Some(term) => self.fit(term, width),
            None => self.store.constant(width, u128::from(word.bits)),
        }
    }

    /// A zero-extended term, resized to a width.
    pub(crate) fn fit(&mut self, term: TermId, width: u8) -> TermId {
        match self.store.width(term) {
            w if w < width => self.store.zext(term, width),
            w if w > width => self.store.trunc(term, width),
            _ => term,
        }
    }

    /// The number of a term for a word: 0 for a constant, which adds nothing to the bits.
    pub(crate) fn raw(&self, term: TermId) -> u32 {
        if self.store.as_const(term).is_some() { 0 } else { term.raw() }
    }

    /// Checks a length against the room of the block to be read or written.
    pub(crate) fn check_length(&mut self, len: Word, room: u64, at: Moment) {
        if len.term != 0 {
            let (term, most) = (self.term(len, 64), self.store.constant(64, u128::from(room)));
            let fits = self.store.ule(term, most);
            self.guard(fits, len.bits <= room, at);
        }
    }
}
