//! Bit-fields, bit by bit: the origin of each bit of a value, and the writer of each bit of memory. A store of a
//! bit-field writes only the bits that it changes.

use std::collections::BTreeSet;

use whydunit_program::{Bin, Function, Inst, Slot};
use whydunit_trace::{Dependence, DependenceKind, Part, Time};

use crate::shadow::{Before, Cause, Causes, Referee};

/// The origin of one bit of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bit {
    Zero,
    /// That bit of the byte at that address, unchanged.
    Of(u64, u32, Causes),
    Other(Causes),
}

impl Bit {
    fn causes(&self) -> Causes {
        match self {
            Bit::Zero => Causes::new(),
            Bit::Of(_, _, causes) | Bit::Other(causes) => causes.clone(),
        }
    }
}

/// The writer of a bit of memory: its time, whether it stored a bit-field, and for a copy the writer of the original.
#[derive(Clone, Debug)]
pub(crate) struct BitWriter {
    pub(crate) time: Time,
    /// As in a dependence.
    part: Part,
    before: Option<Before>,
}

impl BitWriter {
    fn cause(&self) -> Cause {
        (Dependence { kind: DependenceKind::Flow, on: self.time, part: self.part }, self.before.clone())
    }
}

/// The union of the causes of some bits.
pub(crate) fn together(bits: &[Bit]) -> Causes {
    bits.iter().flat_map(Bit::causes).collect()
}

impl Referee<'_> {
    /// The last writer of a bit of memory.
    pub(crate) fn writer_of_bit(&self, addr: u64, bit: u32) -> Option<BitWriter> {
        if let Some(shared) = self.shared.get(&addr) {
            return shared[bit as usize].clone();
        }
        let (time, before) = (*self.writers.get(&addr)?, self.copied.get(&addr).cloned());
        Some(BitWriter { time, part: self.part_at(addr), before })
    }

    /// The bits that a load of a bit-field reads; all of them also depend on `besides`.
    pub(crate) fn load_bits(&self, addr: u64, bytes: u64, besides: &Causes) -> Vec<Bit> {
        let all = (addr..addr + bytes).flat_map(|a| (0..8).map(move |bit| (a, bit)));
        let bit = |(a, bit)| {
            let mut causes: Causes = self.writer_of_bit(a, bit).iter().map(BitWriter::cause).collect();
            causes.extend(besides.iter().cloned());
            Bit::Of(a, bit, causes)
        };
        all.map(bit).collect()
    }

    /// Stores a bit-field: bits stored back to where they were loaded from keep their writers. Returns the causes of
    /// the others.
    pub(crate) fn store_bits(&mut self, time: Time, addr: u64, bits: &[Bit]) -> Causes {
        let mut own = Causes::new();
        let mut after = Vec::new();
        for (at, bit) in bits.iter().enumerate() {
            let (a, number) = (addr + at as u64 / 8, at as u32 % 8);
            if matches!(bit, Bit::Of(from, n, _) if (*from, *n) == (a, number)) {
                after.push(self.writer_of_bit(a, number));
            } else {
                own.extend(bit.causes());
                after.push(Some(BitWriter { time, part: Part::OwnBits, before: None }));
            }
        }
        self.wrote(time, addr, bits.len() as u64 / 8);
        self.shared.extend((addr..).zip(after.chunks(8).map(<[_]>::to_vec)));
        own
    }

    /// The result of an instruction that only moves bits; none for other instructions.
    pub(crate) fn bitwise(&self, function: &Function, inst: Inst) -> Option<Vec<Bit>> {
        let (_, b) = match inst {
            Inst::Trunc { w, a, .. } => return self.bits_of(function, a, w),
            // Zero extension prepends zeros.
            Inst::Move { a, .. } if self.frames.last()?.bits.contains_key(&a) => return self.bits_of(function, a, 64),
            Inst::Move { a, .. } if (a as usize) < function.constants.len() => return self.bits_of(function, a, 64),
            Inst::Xor(Bin { w: 1, .. }) | Inst::Eq(_) | Inst::Ne(_) | Inst::ULt(_) | Inst::SLt(_) | Inst::SLe(_) => {
                return Some(vec![Bit::Other(self.used(inst))]);
            }
            other => other.as_bin()?,
        };
        let a = self.bits_of(function, b.a, b.w)?;
        let number = |b: Bin| function.constants.get(b.b as usize).copied();
        let width = a.len();
        Some(match inst {
            Inst::And(b) => {
                let mask = number(b)?;
                a.into_iter().enumerate().map(|(i, bit)| if mask >> i & 1 == 1 { bit } else { Bit::Zero }).collect()
            }
            Inst::Or(b) => {
                let either = |pair: (Bit, Bit)| match pair {
                    (bit, Bit::Zero) | (Bit::Zero, bit) => bit,
                    (a, b) => Bit::Other(together(&[a, b])),
                };
                a.into_iter().zip(self.bits_of(function, b.b, b.w)?).map(either).collect()
            }
            Inst::Shl(b) => {
                let by = number(b)? as usize;
                std::iter::repeat_n(Bit::Zero, by).chain(a).take(width).collect()
            }
            Inst::LShr(b) => {
                let by = number(b)? as usize;
                a.into_iter().skip(by).chain(std::iter::repeat_n(Bit::Zero, by)).collect()
            }
            Inst::AShr(b) => {
                let by = number(b)? as usize;
                let sign = a.last()?.clone();
                a.into_iter().skip(by).chain(std::iter::repeat_n(sign, by)).collect()
            }
            _ => return None,
        })
    }

    /// The bits of a value of `width` bits.
    fn bits_of(&self, function: &Function, slot: Slot, width: u8) -> Option<Vec<Bit>> {
        if let Some(&number) = function.constants.get(slot as usize) {
            let bit = |i: u32| if number >> i & 1 == 1 { Bit::Other(BTreeSet::new()) } else { Bit::Zero };
            return Some((0..u32::from(width)).map(bit).collect());
        }
        let width = usize::from(width);
        let known = self.frames.last()?.bits.get(&slot);
        let known = known.map(|bits| bits.iter().cloned().chain(std::iter::repeat(Bit::Zero)).take(width).collect());
        Some(known.unwrap_or_else(|| vec![Bit::Other(self.slot(slot)); width]))
    }
}
