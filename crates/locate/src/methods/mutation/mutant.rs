//! Mutants: changes of the program text at one place, made in the IR. They replace an operator, a constant or a
//! condition, or delete an assignment or a call.

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::{Bin, BinOp, FloatPredicate, Function, FunctionId, Inst, Program, Slot};

use crate::evidence::ranking::{Line, is_own, line_of};

/// A program that differs from the original at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mutant {
    /// The line it changes.
    pub line: Line,
    /// The kind of change.
    pub kind: MutantKind,
    /// The change.
    pub patch: Patch,
}

/// Kinds of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MutantKind {
    /// A condition is negated.
    Condition,
    /// Another operator.
    Operator,
    /// Another constant.
    Constant,
    /// An assignment or a call is left out.
    Deletion,
}

impl MutantKind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            MutantKind::Condition => "condition",
            MutantKind::Operator => "operator",
            MutantKind::Constant => "constant",
            MutantKind::Deletion => "deletion",
        }
    }
}

/// All mutants of the program's own code at lines that `wanted` accepts, in order of the text.
pub fn mutants_of(program: &Program, wanted: impl Fn(Line) -> bool) -> Vec<Mutant> {
    let mut found = Vec::new();
    for (id, function) in program.functions.iter().enumerate().filter(|(_, f)| is_own(program, f)) {
        for inst in 0..function.insts.len() as u32 {
            let site = Site { function: FunctionId(id as u32), inst };
            if let Some(line) = line_of(program, site).filter(|l| wanted(*l)) {
                let edits = edits(function, function.insts[inst as usize]);
                found.extend(edits.into_iter().map(|(kind, edit, constant)| Mutant {
                    line,
                    kind,
                    patch: Patch { site, edit, constant },
                }));
            }
        }
    }
    found
}

type Change = (MutantKind, Edit, u64);

fn edits(function: &Function, inst: Inst) -> Vec<Change> {
    let mut found: Vec<Change> = Vec::new();
    let mut replace = |kind, inst| found.push((kind, Edit::Replace(inst), 0));
    match inst {
        Inst::Branch { cond, then, other } => {
            replace(MutantKind::Condition, Inst::Branch { cond, then: other, other: then });
        }
        Inst::FCmp { pred, bin } => {
            if let Some(pred) = other_predicate(pred) {
                replace(MutantKind::Operator, Inst::FCmp { pred, bin });
            }
        }
        Inst::Store { val, .. } | Inst::StoreLocal { val, .. } if !function.is_parameter(val) => {
            replace(MutantKind::Deletion, Inst::Move { dst: val, a: val });
        }
        Inst::Call { site } if function.calls[site as usize].returns == 0 => {
            replace(MutantKind::Deletion, Inst::Jump { to: function.calls[site as usize].next });
        }
        other => other_operators(other).into_iter().for_each(|inst| replace(MutantKind::Operator, inst)),
    }
    found.extend(constants(function, inst));
    found
}

/// The same operands under another operator.
fn other_operators(inst: Inst) -> Vec<Inst> {
    let swapped = |b: Bin| Bin { a: b.b, b: b.a, ..b };
    match inst {
        Inst::Add(b) => vec![Inst::Sub(b), Inst::Mul(b)],
        Inst::Sub(b) => vec![Inst::Add(b), Inst::Sub(swapped(b))],
        Inst::Mul(b) => vec![Inst::Add(b), Inst::Sub(b)],
        Inst::SDiv(b) | Inst::UDiv(b) => vec![Inst::Mul(b), Inst::Sub(b)],
        Inst::SRem(b) => vec![Inst::SDiv(b), Inst::Add(b)],
        Inst::URem(b) => vec![Inst::UDiv(b), Inst::Add(b)],
        Inst::And(b) => vec![Inst::Or(b), Inst::Xor(b)],
        Inst::Or(b) => vec![Inst::And(b), Inst::Xor(b)],
        Inst::Xor(b) => vec![Inst::And(b), Inst::Or(b)],
        Inst::Shl(b) => vec![Inst::LShr(b)],
        Inst::LShr(b) | Inst::AShr(b) => vec![Inst::Shl(b)],
        // The boundary, and the comparison with exchanged operands. The negation is the branch's mutant.
        Inst::SLt(b) => vec![Inst::SLe(b), Inst::SLt(swapped(b)), Inst::Ne(b)],
        Inst::SLe(b) => vec![Inst::SLt(b), Inst::SLe(swapped(b)), Inst::Eq(b)],
        Inst::ULt(b) => vec![Inst::ULe(b), Inst::ULt(swapped(b)), Inst::Ne(b)],
        Inst::ULe(b) => vec![Inst::ULt(b), Inst::ULe(swapped(b)), Inst::Eq(b)],
        Inst::Eq(b) => vec![Inst::SLe(b), Inst::SLe(swapped(b))],
        Inst::Ne(b) => vec![Inst::SLt(b), Inst::SLt(swapped(b))],
        Inst::FAdd(b) => vec![Inst::FSub(b), Inst::FMul(b)],
        Inst::FSub(b) => vec![Inst::FAdd(b)],
        Inst::FMul(b) => vec![Inst::FDiv(b), Inst::FAdd(b)],
        Inst::FDiv(b) => vec![Inst::FMul(b)],
        _ => Vec::new(),
    }
}

fn other_predicate(pred: FloatPredicate) -> Option<FloatPredicate> {
    use FloatPredicate as P;
    Some(match pred {
        P::Olt => P::Ole,
        P::Ole => P::Olt,
        P::Ogt => P::Oge,
        P::Oge => P::Ogt,
        P::Oeq => P::Une,
        P::Une => P::Oeq,
        _ => return None,
    })
}

/// The same instruction with one of its constants changed, the new value in the spare slot.
fn constants(function: &Function, inst: Inst) -> Vec<Change> {
    let Some(spare) = function.spare else { return Vec::new() };
    let is_constant = |slot: Slot| (slot as usize) < function.constants.len() && slot != spare;
    let mut found = Vec::new();
    let mut vary = |slot: Slot, bits: u32, float: bool, make: &dyn Fn(Slot) -> Edit| {
        if is_constant(slot) {
            for value in other_values(function.constants[slot as usize], bits, float) {
                found.push((MutantKind::Constant, make(spare), value));
            }
        }
    };
    match inst {
        Inst::Store { bytes, val, addr } => {
            vary(val, 8 * u32::from(bytes), false, &|val| Edit::Replace(Inst::Store { bytes, val, addr }));
        }
        Inst::StoreLocal { bytes, val, local, offset } => {
            let bits = 8 * u32::from(bytes);
            vary(val, bits, false, &|val| Edit::Replace(Inst::StoreLocal { bytes, val, local, offset }));
        }
        _ => {
            let Some((op, bin)) = inst.as_bin().filter(|(_, b)| b.w <= 64) else { return found };
            let float = matches!(op, BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv);
            for left in [true, false] {
                let changed = |slot| if left { Bin { a: slot, ..bin } } else { Bin { b: slot, ..bin } };
                let put = |slot| Edit::Replace(inst.with_bin(changed(slot)));
                vary(if left { bin.a } else { bin.b }, u32::from(bin.w), float, &put);
            }
        }
    }
    found
}

/// Larger values are assumed to be addresses.
const MIN_ADDRESS: i64 = 1 << 31;

fn other_values(value: u64, bits: u32, float: bool) -> Vec<u64> {
    match (float, bits) {
        (true, 64) => vec![(f64::from_bits(value) + 1.0).to_bits(), (-f64::from_bits(value)).to_bits()],
        (true, 32) => vec![u64::from((f32::from_bits(value as u32) + 1.0).to_bits())],
        (true, _) => Vec::new(),
        (false, _) => {
            let unused = 64 - bits.clamp(1, 64);
            let signed = (value << unused) as i64 >> unused;
            if signed.abs() >= MIN_ADDRESS {
                return Vec::new();
            }
            let mut others = vec![signed + 1, signed - 1];
            if signed != 0 && !others.contains(&0) {
                others.push(0);
            }
            others.into_iter().map(|v| v as u64 & (u64::MAX >> unused)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_vary_within_their_width() {
        assert_eq!(other_values(5, 32, false), [6, 4, 0]);
        assert_eq!(other_values(0xffff_ffff, 32, false), [0, 0xffff_fffe]);
        assert_eq!(other_values(0, 8, false), [1, 0xff]);
        assert_eq!(other_values(0x1_0000_0000, 64, false), [0; 0]);
        assert_eq!(other_values(2f64.to_bits(), 64, true), [3f64.to_bits(), (-2f64).to_bits()]);
    }
}
