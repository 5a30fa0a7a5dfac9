//! Operations on slots that are too rare for the interpreter loop.

use whydunit_program::{Bin, BinOp, CastOp, Inst, Slot, TernOp, UnOp};

use crate::{FailureKind, float, ops};

/// The two slots of a wide value as one number.
fn wide(slots: &[u64], s: Slot) -> u128 {
    u128::from(slots[s as usize]) | u128::from(slots[s as usize + 1]) << 64
}

/// The two slots of a wide float.
pub(crate) fn pair(slots: &[u64], s: Slot) -> float::Pair {
    [slots[s as usize], slots[s as usize + 1]]
}

fn set_wide(slots: &mut [u64], s: Slot, value: u128) {
    slots[s as usize] = value as u64;
    slots[s as usize + 1] = (value >> 64) as u64;
}

/// Writes both slots of a wide value.
pub(crate) fn set_pair(slots: &mut [u64], s: Slot, value: float::Pair) {
    slots[s as usize] = value[0];
    slots[s as usize + 1] = value[1];
}

/// Executes a rare operation.
#[inline(never)]
pub(crate) fn compute(inst: &Inst, slots: &mut [u64]) -> Result<(), FailureKind> {
    match *inst {
        Inst::FAdd(b) | Inst::FSub(b) | Inst::FMul(b) | Inst::FDiv(b) => {
            let op = inst.as_bin().map_or(BinOp::FAdd, |(op, _)| op);
            rare(op, b, slots)?;
        }
        Inst::Rare { op, bin } => rare(op, bin, slots)?,
        Inst::FCmp { pred, bin } => {
            let (a, b) = match bin.w {
                80 => (pair(slots, bin.a), pair(slots, bin.b)),
                _ => ([slots[bin.a as usize], 0], [slots[bin.b as usize], 0]),
            };
            slots[bin.dst as usize] = u64::from(float::compare(pred, bin.w, a, b));
        }
        Inst::Un { op, w: 80, dst, a } if is_float(op) => {
            let value = float::un80(op, pair(slots, a));
            if op == UnOp::FIsNan {
                slots[dst as usize] = value[0];
            } else {
                set_pair(slots, dst, value);
            }
        }
        Inst::Un { op, w, dst, a } if w > 64 => {
            let value = ops::wide_un(op, w, wide(slots, a));
            set_wide(slots, dst, value);
        }
        Inst::Un { op, w, dst, a } => slots[dst as usize] = ops::un(op, w, slots[a as usize]),
        Inst::Tern { op: TernOp::IsClass, w: 80, dst, a, b, .. } => {
            slots[dst as usize] = float::tern80(TernOp::IsClass, pair(slots, a), [slots[b as usize], 0], [0; 2])[0];
        }
        Inst::Tern { op, w: 80, dst, a, b, c } => {
            let value = float::tern80(op, pair(slots, a), pair(slots, b), pair(slots, c));
            set_pair(slots, dst, value);
        }
        Inst::Tern { op, w, dst, a, b, c } => {
            slots[dst as usize] = ops::tern(op, w, slots[a as usize], slots[b as usize], slots[c as usize]);
        }
        Inst::Overflow { op, bin } => {
            let get = |s: Slot| if bin.w > 64 { wide(slots, s) } else { u128::from(slots[s as usize]) };
            let (value, flag) = ops::overflow(op, bin.w, get(bin.a), get(bin.b));
            slots[bin.dst as usize] = value as u64;
            if bin.w > 64 {
                slots[bin.dst as usize + 1] = (value >> 64) as u64;
            }
            slots[bin.dst as usize + if bin.w > 64 { 2 } else { 1 }] = u64::from(flag);
        }
        Inst::Cast { op, from, to, dst, a } => cast(op, from, to, dst, a, slots),
        other => return Err(FailureKind::Misuse(format!("internal: {other:?} reached the rare operations"))),
    }
    Ok(())
}

fn is_float(op: UnOp) -> bool {
    !matches!(op, UnOp::Ctlz | UnOp::Cttz | UnOp::Ctpop | UnOp::Bswap | UnOp::BitReverse | UnOp::Abs)
}

fn is_float_bin(op: BinOp) -> bool {
    use BinOp as B;
    matches!(op, B::FAdd | B::FSub | B::FMul | B::FDiv | B::FRem | B::FMin | B::FMax | B::FCopySign)
}

fn rare(op: BinOp, Bin { w, dst, a, b }: Bin, slots: &mut [u64]) -> Result<(), FailureKind> {
    if w == 80 && is_float_bin(op) {
        let value = float::bin80(op, pair(slots, a), pair(slots, b));
        set_pair(slots, dst, value);
    } else if w > 64 {
        let value = ops::wide_bin(op, w, wide(slots, a), wide(slots, b))?;
        use BinOp as B;
        if matches!(op, B::Eq | B::Ne | B::ULt | B::ULe | B::SLt | B::SLe) {
            slots[dst as usize] = value as u64;
        } else {
            set_wide(slots, dst, value);
        }
    } else {
        slots[dst as usize] = ops::bin(op, w, slots[a as usize], slots[b as usize])?;
    }
    Ok(())
}

fn cast(op: CastOp, from: u8, to: u8, dst: Slot, a: Slot, slots: &mut [u64]) {
    let input = [slots[a as usize], if from > 64 { slots[a as usize + 1] } else { 0 }];
    let value = match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
            let bits = ops::int_cast(op, from, to, u128::from(input[0]) | u128::from(input[1]) << 64);
            [bits as u64, (bits >> 64) as u64]
        }
        _ => float::cast(op, from, to, input),
    };
    slots[dst as usize] = value[0];
    if to > 64 {
        slots[dst as usize + 1] = value[1];
    }
}
