//! Other relations between the same operands.

use whydunit_program::{Bin, Callee, FloatPredicate, Inst, Slot};

use crate::templates::proposals::Proposals;
use crate::templates::source_change::SourceChange::Relation;

/// The likeliest relations come first: the opposite of equality, and the same order with or without equality.
pub(crate) fn propose(proposals: &mut Proposals, inst: Inst) {
    match inst {
        // Strings are tested for equality, not for being "at most equal"; a pointer is never greater than NULL.
        Inst::Eq(b) | Inst::Ne(b) if returned_by_comparison(proposals, b.a) || is_null_test(proposals, b) => {
            proposals.replace(Inst::Ne(b), Relation("!="));
            proposals.replace(Inst::Eq(b), Relation("=="));
        }
        // The truth of a value: the source has no relation here.
        Inst::Ne(b) if proposals.number(b.b) == Some(0) => {
            proposals.replace(Inst::Eq(b), Relation("=="));
            proposals.replace(Inst::SLt(swapped(b)), Relation(">"));
        }
        Inst::Eq(b) => {
            proposals.replace(Inst::Ne(b), Relation("!="));
            orders(proposals, b, false);
        }
        Inst::Ne(b) => {
            proposals.replace(Inst::Eq(b), Relation("=="));
            orders(proposals, b, false);
        }
        Inst::SLt(b) | Inst::SLe(b) | Inst::ULt(b) | Inst::ULe(b) => {
            orders(proposals, b, matches!(inst, Inst::ULt(_) | Inst::ULe(_)));
            proposals.replace(Inst::Ne(b), Relation("!="));
            proposals.replace(Inst::Eq(b), Relation("=="));
        }
        Inst::FCmp { pred, bin } => float_relations(proposals, pred, bin),
        _ => {}
    }
}

fn swapped(b: Bin) -> Bin {
    Bin { a: b.b, b: b.a, ..b }
}

fn is_null_test(proposals: &Proposals, b: Bin) -> bool {
    b.w == 64 && proposals.number(b.b) == Some(0)
}

fn orders(proposals: &mut Proposals, b: Bin, unsigned: bool) {
    let less = |b: Bin| if unsigned { Inst::ULt(b) } else { Inst::SLt(b) };
    let at_most = |b: Bin| if unsigned { Inst::ULe(b) } else { Inst::SLe(b) };
    proposals.replace(at_most(b), Relation("<="));
    proposals.replace(less(b), Relation("<"));
    proposals.replace(at_most(swapped(b)), Relation(">="));
    proposals.replace(less(swapped(b)), Relation(">"));
}

fn float_relations(proposals: &mut Proposals, pred: FloatPredicate, bin: Bin) {
    use FloatPredicate as P;
    let mut all = [(P::Ole, "<="), (P::Olt, "<"), (P::Oge, ">="), (P::Ogt, ">"), (P::Oeq, "=="), (P::Une, "!=")];
    match pred {
        P::Ogt | P::Oge => all.rotate_left(2),
        P::Oeq | P::Une => all.rotate_left(4),
        _ => {}
    }
    for (pred, text) in all {
        proposals.replace(Inst::FCmp { pred, bin }, Relation(text));
    }
}

/// Is a slot the result of a library function that compares strings or memory?
fn returned_by_comparison(proposals: &Proposals, slot: Slot) -> bool {
    proposals.function.calls.iter().any(|call| match call.callee {
        Callee::External(id) => {
            let name = &proposals.program.externals[id.0 as usize].name;
            call.returns == 1 && call.dst == slot && name.contains("cmp")
        }
        _ => false,
    })
}
