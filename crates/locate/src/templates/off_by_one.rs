//! A computed value, or an index, that is one more or one less; or a value with the opposite sign.

use whydunit_machine::Edit;
use whydunit_program::{Bin, Inst, Slot};

use crate::templates::integer_width::width;
use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let Some(spare) = proposals.function.spare else { return };
    match inst {
        Inst::StoreLocal { bytes, val, .. } if !proposals.function.is_parameter(val) => {
            stored(proposals, val, bytes, spare);
        }
        Inst::Store { bytes, val, .. } => stored(proposals, val, bytes, spare),
        Inst::Index { dst, scale, .. } => {
            for by in [1i32, -1] {
                let offset = by.wrapping_mul(scale as i32);
                let step = Inst::Offset { dst, a: dst, offset };
                proposals.add(Edit::Behind(step), 0, SourceChange::Plus(i64::from(by)));
            }
        }
        _ => {}
    }
}

/// Changes a computed integer right before it is stored.
fn stored(proposals: &mut Proposals, val: Slot, bytes: u8, spare: Slot) {
    let function = proposals.function;
    let is_constant = (val as usize) < function.constants.len();
    if is_constant || width(proposals.program, function, val) != Some(bytes * 8) {
        return;
    }
    let negative = Inst::Sub(Bin { w: bytes * 8, dst: val, a: spare, b: val });
    proposals.add(Edit::Before(negative), 0, SourceChange::Negative);
    for by in [1i64, -1] {
        let add = Inst::Add(Bin { w: bytes * 8, dst: val, a: val, b: spare });
        let constant = by as u64 & (u64::MAX >> (64 - 8 * u32::from(bytes)));
        proposals.add(Edit::Before(add), constant, SourceChange::Plus(by));
    }
}
