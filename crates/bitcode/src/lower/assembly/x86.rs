//! Translates machine instructions to the IR.

use whydunit_program::{Bin, BinOp, CastOp, Inst, OverflowOp, Slot, TernOp, UnOp};

use super::super::Lowered;
use super::super::function::Lowering;
use super::super::scalar::{Kind, Scalar};
use super::constraint::{family, width};
use super::template::{Instruction, Operand};
use super::{Location, State};

/// Mnemonics without their width suffix, with their effects.
#[rustfmt::skip]
const TABLE: &[(&str, Action)] = &[
    ("adc", Action::Carrying(OverflowOp::UAdd)), ("add", Action::Setting(OverflowOp::UAdd)),
    ("and", Action::Plain(BinOp::And)), ("bsf", Action::Scan(UnOp::Cttz)), ("bsr", Action::Scan(UnOp::Ctlz)),
    ("bswap", Action::One(UnOp::Bswap)), ("clc", Action::Carry(0)), ("cmc", Action::FlipCarry),
    ("cpuid", Action::Zero(&["ax", "bx", "cx", "dx"])), ("dec", Action::ByOne(BinOp::Sub)),
    ("imul", Action::Plain(BinOp::Mul)), ("inc", Action::ByOne(BinOp::Add)), ("lfence", Action::Nothing),
    ("mfence", Action::Nothing), ("mov", Action::Move), ("mul", Action::WideMul), ("neg", Action::Negate),
    ("nop", Action::Nothing), ("not", Action::Not), ("or", Action::Plain(BinOp::Or)), ("pause", Action::Nothing),
    ("rdtsc", Action::Zero(&["ax", "dx"])), ("rol", Action::Rotate(TernOp::FShl)),
    ("ror", Action::Rotate(TernOp::FShr)), ("sar", Action::Plain(BinOp::AShr)),
    ("sbb", Action::Carrying(OverflowOp::USub)), ("setb", Action::SetCarry), ("setc", Action::SetCarry),
    ("sfence", Action::Nothing), ("shl", Action::Plain(BinOp::Shl)), ("shr", Action::Plain(BinOp::LShr)),
    ("stc", Action::Carry(1)), ("sub", Action::Setting(OverflowOp::USub)), ("xadd", Action::ExchangeAdd),
    ("xchg", Action::Exchange), ("xor", Action::Plain(BinOp::Xor)),
];

#[derive(Clone, Copy)]
enum Action {
    Nothing,
    Move,
    /// `dst = dst op src`; the carry flag becomes unknown.
    Plain(BinOp),
    /// `dst = dst op src`; sets the carry flag.
    Setting(OverflowOp),
    /// `dst = dst op src op carry`; sets the carry flag.
    Carrying(OverflowOp),
    One(UnOp),
    ByOne(BinOp),
    Negate,
    Not,
    Scan(UnOp),
    Rotate(TernOp),
    WideMul,
    Exchange,
    /// `dst += src` while `src` gets the old value of `dst`.
    ExchangeAdd,
    Carry(u64),
    FlipCarry,
    SetCarry,
    /// Sets registers to zero: the virtual processor reports no features.
    Zero(&'static [&'static str]),
}

fn find(mnemonic: &str) -> Option<(Action, Option<u8>)> {
    let action = |name: &str| TABLE.binary_search_by_key(&name, |(n, _)| n).ok().map(|i| TABLE[i].1);
    if let Some(action) = action(mnemonic) {
        return Some((action, None));
    }
    let (name, suffix) = mnemonic.split_at(mnemonic.len().checked_sub(1)?);
    let width = [("b", 8), ("w", 16), ("l", 32), ("q", 64)].iter().find(|(s, _)| *s == suffix)?.1;
    Some((action(name)?, Some(width)))
}

impl Lowering<'_, '_> {
    /// Translates one machine instruction.
    pub(super) fn machine_instruction(&mut self, state: &mut State, instruction: &Instruction) -> Lowered {
        let (action, suffix) = find(&instruction.mnemonic).ok_or("unknown instruction")?;
        let operands = &instruction.operands;
        if is_barrier(instruction) {
            return Ok(());
        }
        let w = suffix.or_else(|| operands.iter().rev().find_map(|o| state.width(o))).unwrap_or(64);
        match &operands[..] {
            [] => self.without_operands(state, action),
            [only] => self.with_one(state, action, w, only),
            [src, dst] => self.with_two(state, action, w, src, dst),
            _ => Err("operands of a machine instruction".into()),
        }
    }

    fn without_operands(&mut self, state: &mut State, action: Action) -> Lowered {
        match action {
            Action::Nothing => {}
            Action::Carry(value) => state.carry = Some(self.number(value)),
            Action::FlipCarry => {
                let (carry, one) = (state.carry.ok_or("carry is not known")?, self.number(1));
                state.carry = Some(self.temporary(BinOp::Xor, 1, carry, one));
            }
            Action::Zero(registers) => {
                let zero = self.number(0);
                for name in registers {
                    state.values.insert(Location::Register((*name).into()), (zero, 64));
                }
            }
            _ => return Err("operands of a machine instruction".into()),
        }
        Ok(())
    }

    fn with_one(&mut self, state: &mut State, action: Action, w: u8, dst: &Operand) -> Lowered {
        let value = match action {
            Action::One(op) => {
                let (a, value) = (self.read(state, dst, w)?, self.slots.fresh(1));
                self.push(Inst::Un { op, w, dst: value, a });
                value
            }
            Action::ByOne(op) => {
                let (a, one) = (self.read(state, dst, w)?, self.number(1));
                self.temporary(op, w, a, one)
            }
            Action::Negate => {
                let (b, zero) = (self.read(state, dst, w)?, self.number(0));
                let value = self.checked(OverflowOp::USub, w, zero, b);
                state.carry = Some(value + 1);
                value
            }
            Action::Not => {
                let (a, ones) = (self.read(state, dst, w)?, self.number(u64::MAX >> (64 - w)));
                self.temporary(BinOp::Xor, w, a, ones)
            }
            Action::SetCarry => {
                let carry = state.carry.ok_or("carry is not known")?;
                return self.write(state, dst, 8, carry);
            }
            Action::WideMul => return self.wide_mul(state, w, dst),
            _ => return Err("operands of a machine instruction".into()),
        };
        self.write(state, dst, w, value)
    }

    fn with_two(&mut self, state: &mut State, action: Action, w: u8, src: &Operand, dst: &Operand) -> Lowered {
        if let Action::Scan(op) = action {
            return self.scan(state, op, w, src, dst);
        }
        let b = self.read(state, src, w)?;
        let a = if matches!(action, Action::Move) { b } else { self.read(state, dst, w)? };
        let value = match action {
            Action::Move => b,
            Action::Plain(op) => {
                let is_shift = matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
                let b = if is_shift { self.shift_count(b, w) } else { b };
                state.carry = None;
                self.temporary(op, w, a, b)
            }
            Action::Setting(op) => {
                let value = self.checked(op, w, a, b);
                state.carry = Some(value + 1);
                value
            }
            Action::Carrying(op) => {
                let carry = state.carry.ok_or("carry is not known")?;
                let first = self.checked(op, w, a, b);
                let second = self.checked(op, w, first, carry);
                state.carry = Some(self.temporary(BinOp::Or, 1, first + 1, second + 1));
                second
            }
            Action::Rotate(op) => {
                let value = self.slots.fresh(1);
                self.push(Inst::Tern { op, w, dst: value, a, b: a, c: b });
                state.carry = None;
                value
            }
            Action::Exchange => {
                self.write(state, src, w, a)?;
                b
            }
            Action::ExchangeAdd => {
                let sum = self.checked(OverflowOp::UAdd, w, a, b);
                state.carry = Some(sum + 1);
                self.write(state, src, w, a)?;
                sum
            }
            _ => return Err("operands of a machine instruction".into()),
        };
        self.write(state, dst, w, value)
    }

    /// An operation whose carry is in the slot after its result.
    fn checked(&mut self, op: OverflowOp, w: u8, a: Slot, b: Slot) -> Slot {
        let dst = self.slots.fresh(2);
        self.push(Inst::Overflow { op, bin: Bin { w, dst, a, b } });
        dst
    }

    /// Masks a shift count: the processor uses only its low bits.
    fn shift_count(&mut self, count: Slot, w: u8) -> Slot {
        let mask = self.number(if w == 64 { 63 } else { 31 });
        self.temporary(BinOp::And, w, count, mask)
    }

    /// `bsf` and `bsr`; for zero they leave the destination unchanged.
    fn scan(&mut self, state: &mut State, op: UnOp, w: u8, src: &Operand, dst: &Operand) -> Lowered {
        let a = self.read(state, src, w)?;
        let count = self.slots.fresh(1);
        self.push(Inst::Un { op, w, dst: count, a });
        let index = match op {
            UnOp::Ctlz => {
                let top = self.number(u64::from(w - 1));
                self.temporary(BinOp::Sub, w, top, count)
            }
            _ => count,
        };
        let (zero, old) = (self.number(0), self.read(state, dst, w)?);
        let is_zero = self.temporary(BinOp::Eq, w, a, zero);
        let value = self.slots.fresh(1);
        self.push(Inst::Select { dst: value, c: is_zero, a: old, b: index });
        state.carry = None;
        self.write(state, dst, w, value)
    }

    /// `mul`: dx:ax = ax * src.
    fn wide_mul(&mut self, state: &mut State, w: u8, src: &Operand) -> Lowered {
        if !matches!(w, 32 | 64) {
            return Err("narrow mul".into());
        }
        let register = |name: &str| Operand::Register(if w == 64 { format!("r{name}") } else { format!("e{name}") });
        let (a, b) = (self.read(state, &register("ax"), w)?, self.read(state, src, w)?);
        let (wide_a, wide_b) = (self.widened(w, a), self.widened(w, b));
        let product = self.temporary(BinOp::Mul, 2 * w, wide_a, wide_b);
        let (low, high) = if w == 64 {
            (product, product + 1)
        } else {
            let (low, by) = (self.slots.fresh(1), self.number(32));
            self.push(Inst::Trunc { w, dst: low, a: product });
            (low, self.temporary(BinOp::LShr, 64, product, by))
        };
        state.carry = None;
        self.write(state, &register("ax"), w, low)?;
        self.write(state, &register("dx"), w, high)
    }

    fn widened(&mut self, w: u8, a: Slot) -> Slot {
        let dst = self.slots.fresh(whydunit_program::slots_of(2 * w));
        self.convert(CastOp::ZExt, w, 2 * w, dst, a);
        dst
    }

    fn read(&mut self, state: &State, operand: &Operand, w: u8) -> Lowered<Slot> {
        if let Operand::Immediate(value) = operand {
            return Ok(self.number(*value as u64 & (u64::MAX >> (64 - w))));
        }
        match self.location(state, operand)? {
            Location::Memory(base, offset) => {
                let (place, dst) = (self.memory_place(base, offset)?, self.slots.fresh(1));
                self.load_scalar(integer(w), dst, place);
                Ok(dst)
            }
            location => {
                let zero = self.number(0);
                let (value, width) = state.values.get(&location).copied().unwrap_or((zero, 64));
                if width <= w {
                    return Ok(value);
                }
                let dst = self.slots.fresh(1);
                self.push(Inst::Trunc { w, dst, a: value });
                Ok(dst)
            }
        }
    }

    fn write(&mut self, state: &mut State, operand: &Operand, w: u8, value: Slot) -> Lowered {
        match self.location(state, operand)? {
            Location::Memory(base, offset) => {
                let place = self.memory_place(base, offset)?;
                self.store_scalar(integer(w), value, place);
            }
            location => {
                let old = state.values.get(&location).map_or(w, |(_, width)| *width);
                if w < 32 && old > w {
                    return Err("write to a part of a register".into());
                }
                state.values.insert(location, (value, w));
            }
        }
        Ok(())
    }

    fn location(&mut self, state: &State, operand: &Operand) -> Lowered<Location> {
        match operand {
            Operand::Immediate(_) => Err("immediate as a place".into()),
            Operand::Numbered(index) => Ok(state.operands.get(*index).ok_or("no such operand")?.0.clone()),
            Operand::Register(name) => Ok(Location::Register(family(name).ok_or("unknown register")?)),
            Operand::Memory(offset, base) => match self.location(state, base)? {
                Location::Memory(..) => Err("memory as a base".into()),
                _ => Ok(Location::Memory(self.read(state, base, 64)?, *offset)),
            },
        }
    }
}

impl State {
    fn width(&self, operand: &Operand) -> Option<u8> {
        match operand {
            Operand::Numbered(index) => match self.operands.get(*index)? {
                (Location::Memory(..), _) => None,
                (_, width) => Some((*width).max(8)),
            },
            Operand::Register(name) => width(name),
            Operand::Immediate(_) | Operand::Memory(..) => None,
        }
    }
}

/// Is it an addition of zero to the top of the stack, an old idiom for a memory barrier?
fn is_barrier(instruction: &Instruction) -> bool {
    let is_stack = |o: &Operand| matches!(o, Operand::Register(name) if matches!(name.as_str(), "esp" | "rsp"));
    matches!(&instruction.operands[..], [Operand::Immediate(0), Operand::Memory(_, base)]
        if is_stack(base) && (instruction.mnemonic.starts_with("add") || instruction.mnemonic.starts_with("or")))
}

fn integer(bits: u8) -> Scalar {
    Scalar { kind: Kind::Int, bits, bit_offset: 0 }
}

#[cfg(test)]
mod tests {
    #[test]
    fn table_is_sorted() {
        assert!(super::TABLE.is_sorted_by_key(|(name, _)| name));
    }
}
