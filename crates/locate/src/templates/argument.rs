//! Other arguments of a call: another constant, one more or less, or two arguments swapped.

use whydunit_machine::Edit;
use whydunit_program::{ArgClass, Bin, CallSite, Callee, Inst, Slot};

use crate::templates::constant::other_numbers;
use crate::templates::integer_width::{argument_width, constant_width};
use crate::templates::proposals::{MAX_ALTERNATIVES, Proposals};
use crate::templates::source_change::SourceChange;

/// Arguments of one call that are changed.
const MAX_ARGUMENTS: usize = 8;
/// Pairs of neighbouring arguments of one call that are swapped.
const MAX_SWAPS: usize = 4;

pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    let (Inst::Call { site }, Some(spare)) = (inst, proposals.function.spare) else { return };
    let function = proposals.function;
    let call = &function.calls[site as usize];
    for (index, arg) in (0..).zip(&call.args).take(MAX_ARGUMENTS) {
        if let Some(value) = proposals.number(arg.slot).filter(|_| arg.class == ArgClass::Int) {
            let w = constant_width(proposals.program, call, index).unwrap_or(32);
            for (constant, change) in other_numbers(proposals, value, w).into_iter().take(MAX_ALTERNATIVES) {
                proposals.add(Edit::Argument { index, slot: spare }, constant, change);
            }
        } else if let Some(w) = argument_width(proposals.program, function, call, index) {
            off_by_one(proposals, arg.slot, w, spare);
        }
    }
    swaps(proposals, call);
}

fn off_by_one(proposals: &mut Proposals, slot: Slot, w: u8, spare: Slot) {
    for by in [1i64, -1] {
        let add = Inst::Add(Bin { w, dst: slot, a: slot, b: spare });
        let constant = by as u64 & (u64::MAX >> (64 - u32::from(w)));
        proposals.add(Edit::Before(add), constant, SourceChange::Plus(by));
    }
}

fn swaps(proposals: &mut Proposals, call: &CallSite) {
    // The compiler checks the argument types of library functions; a format is of little use in another place.
    if !matches!(call.callee, Callee::Direct(_)) {
        return;
    }
    for (index, pair) in (0..).zip(call.args.windows(2)).take(MAX_SWAPS) {
        if pair[0].class == pair[1].class && pair[0].slot != pair[1].slot {
            proposals.add(Edit::Swap(index, index + 1), 0, SourceChange::SwappedArguments);
        }
    }
}
