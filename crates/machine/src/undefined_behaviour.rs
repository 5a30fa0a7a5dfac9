//! Detects undefined behaviour after which this machine continues in a defined way.

use whydunit_program::{Bin, BinOp, CastOp, FloatPredicate, Function, Inst, OverflowOp, Slot};

use crate::constraint::Undefined;
use crate::observer::Observer;
use crate::{Site, float, ops};

/// Limit on recorded sites: loops repeat the same ones.
const MAX_SITES: usize = 64;

/// Records the sites of undefined behaviour: each site once, in order.
#[derive(Clone, Debug, Default)]
pub struct UndefinedBehaviourWatch {
    found: Vec<(Site, Undefined)>,
}

impl UndefinedBehaviourWatch {
    /// The recorded sites.
    pub fn found(&self) -> &[(Site, Undefined)] {
        &self.found
    }

    #[cold]
    fn note(&mut self, at: Site, what: Undefined) {
        if self.found.len() < MAX_SITES && !self.found.contains(&(at, what)) {
            self.found.push((at, what));
        }
    }
}

impl Observer for UndefinedBehaviourWatch {
    const OPERATIONS: bool = true;

    #[inline(always)]
    fn operation(&mut self, at: Site, function: &Function, inst: &Inst, slots: &[u64]) {
        match *inst {
            Inst::Add(b) if overflows(OverflowOp::SAdd, b, slots) => self.overflow(at, function),
            Inst::Sub(b) if overflows(OverflowOp::SSub, b, slots) => self.overflow(at, function),
            Inst::Mul(b) if overflows(OverflowOp::SMul, b, slots) => self.overflow(at, function),
            Inst::Shl(b) | Inst::LShr(b) | Inst::AShr(b) if slots[b.b as usize] >= u64::from(b.w) => {
                self.note(at, Undefined::Shift);
            }
            Inst::Rare { op, bin } => self.rare(at, function, (op, bin), slots),
            Inst::Cast { op: op @ (CastOp::FpToSi | CastOp::FpToUi), from, to, a, .. }
                if !fits(op == CastOp::FpToSi, (from, to), wide(slots, a, from)) =>
            {
                self.note(at, Undefined::Conversion);
            }
            _ => {}
        }
    }
}

impl UndefinedBehaviourWatch {
    /// A result that does not fit; undefined behaviour for signed numbers only.
    #[cold]
    fn overflow(&mut self, at: Site, function: &Function) {
        if function.signed.binary_search(&at.inst).is_ok() {
            self.note(at, Undefined::Overflow);
        }
    }

    /// Operations on numbers of more than 64 bits.
    fn rare(&mut self, at: Site, function: &Function, (op, bin): (BinOp, Bin), slots: &[u64]) {
        let signed = match op {
            BinOp::Add => OverflowOp::SAdd,
            BinOp::Sub => OverflowOp::SSub,
            BinOp::Mul => OverflowOp::SMul,
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                let [low, high] = wide(slots, bin.b, bin.w);
                if high != 0 || low >= u64::from(bin.w) {
                    self.note(at, Undefined::Shift);
                }
                return;
            }
            _ => return,
        };
        if overflows(signed, bin, slots) {
            self.overflow(at, function);
        }
    }
}

/// The slots of a value of this width.
fn wide(slots: &[u64], slot: Slot, bits: u8) -> [u64; 2] {
    [slots[slot as usize], if bits > 64 { slots[slot as usize + 1] } else { 0 }]
}

#[inline(always)]
fn overflows(op: OverflowOp, Bin { w, a, b, .. }: Bin, slots: &[u64]) -> bool {
    let number = |slot: Slot| {
        let [low, high] = wide(slots, slot, w);
        u128::from(low) | u128::from(high) << 64
    };
    match (op, w) {
        // Fast paths for the usual widths.
        (OverflowOp::SAdd, 32) => (slots[a as usize] as i32).checked_add(slots[b as usize] as i32).is_none(),
        (OverflowOp::SSub, 32) => (slots[a as usize] as i32).checked_sub(slots[b as usize] as i32).is_none(),
        (OverflowOp::SMul, 32) => (slots[a as usize] as i32).checked_mul(slots[b as usize] as i32).is_none(),
        (OverflowOp::SAdd, 64) => (slots[a as usize] as i64).checked_add(slots[b as usize] as i64).is_none(),
        (OverflowOp::SSub, 64) => (slots[a as usize] as i64).checked_sub(slots[b as usize] as i64).is_none(),
        (OverflowOp::SMul, 64) => (slots[a as usize] as i64).checked_mul(slots[b as usize] as i64).is_none(),
        _ => ops::overflow(op, w, number(a), number(b)).1,
    }
}

/// Can an integer of `to` bits represent a floating-point number of `from` bits after truncation?
/// Compares in the widest float type, which represents all others and the limits exactly.
fn fits(signed: bool, (from, to): (u8, u8), value: float::Pair) -> bool {
    if to > 64 {
        return true;
    }
    let widened =
        |from: u8, value: float::Pair| if from == 80 { value } else { float::cast(CastOp::FpToFp, from, 80, value) };
    let limit = |number: f64| widened(64, [number.to_bits(), 0]);
    let power = |n: u8| 2f64.powi(i32::from(n));
    let (low, high) = if signed { (-power(to - 1), power(to - 1)) } else { (0.0, power(to)) };
    // A number less than one below the minimum is still in range after truncation. No such double
    // exists below the 64-bit minimum.
    let (above, low) = match signed && to == 64 {
        true => (FloatPredicate::Oge, low),
        false => (FloatPredicate::Ogt, low - 1.0),
    };
    let value = widened(from, value);
    float::compare(above, 80, value, limit(low)) && float::compare(FloatPredicate::Olt, 80, value, limit(high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_represent_exactly_their_range() {
        let fits = |signed, to, value: f64| fits(signed, (64, to), [value.to_bits(), 0]);
        for (value, holds) in
            [(2147483647.5, true), (2147483648.0, false), (-2147483648.9, true), (-2147483649.0, false)]
        {
            assert_eq!(fits(true, 32, value), holds, "{value}");
        }
        for (value, holds) in [(-0.9, true), (-1.0, false), (255.9, true), (256.0, false), (f64::NAN, false)] {
            assert_eq!(fits(false, 8, value), holds, "{value}");
        }
        assert!(fits(true, 64, -9223372036854775808.0) && !fits(true, 64, 9223372036854775808.0));
    }
}
