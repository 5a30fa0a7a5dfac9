//! Other relations between the same operands.

use whydunit_program::{Bin, FloatPredicate, Inst};

use crate::templates::expression::Found;
use crate::templates::rewrite::SourceChange;

impl Found<'_> {
    /// The likeliest first: the opposite of equal, the same with or without equal.
    pub(crate) fn relations(&mut self, inst: Inst) {
        let turned = |b: Bin| Bin { a: b.b, b: b.a, ..b };
        match inst {
            // Nobody asks a comparison of texts whether it is at most equal, or a pointer whether it is more than NULL.
            Inst::Eq(b) | Inst::Ne(b) if self.is_comparison(b.a) || b.w == 64 && self.number(b.b) == Some(0) => {
                self.replace(Inst::Ne(b), SourceChange::Relation("!="));
                self.replace(Inst::Eq(b), SourceChange::Relation("=="));
            }
            // The truth of a value: nothing is compared in the source.
            Inst::Ne(b) if self.number(b.b) == Some(0) => {
                self.replace(Inst::Eq(b), SourceChange::Relation("=="));
                self.replace(Inst::SLt(turned(b)), SourceChange::Relation(">"));
            }
            Inst::SLt(b) | Inst::SLe(b) | Inst::Eq(b) | Inst::Ne(b) | Inst::ULt(b) | Inst::ULe(b) => {
                let unsigned = matches!(inst, Inst::ULt(_) | Inst::ULe(_));
                let less = |b: Bin| if unsigned { Inst::ULt(b) } else { Inst::SLt(b) };
                let at_most = |b: Bin| if unsigned { Inst::ULe(b) } else { Inst::SLe(b) };
                match inst {
                    Inst::Eq(b) => self.replace(Inst::Ne(b), SourceChange::Relation("!=")),
                    Inst::Ne(b) => self.replace(Inst::Eq(b), SourceChange::Relation("==")),
                    _ => {}
                }
                self.replace(at_most(b), SourceChange::Relation("<="));
                self.replace(less(b), SourceChange::Relation("<"));
                self.replace(at_most(turned(b)), SourceChange::Relation(">="));
                self.replace(less(turned(b)), SourceChange::Relation(">"));
                match inst {
                    Inst::Eq(_) | Inst::Ne(_) => {}
                    _ => {
                        self.replace(Inst::Ne(b), SourceChange::Relation("!="));
                        self.replace(Inst::Eq(b), SourceChange::Relation("=="));
                    }
                }
                match inst {
                    Inst::SLt(b) => self.replace(Inst::ULt(b), SourceChange::Signedness),
                    Inst::ULt(b) => self.replace(Inst::SLt(b), SourceChange::Signedness),
                    _ => {}
                }
            }
            Inst::FCmp { pred, bin } => {
                use FloatPredicate as P;
                let mut all =
                    [(P::Ole, "<="), (P::Olt, "<"), (P::Oge, ">="), (P::Ogt, ">"), (P::Oeq, "=="), (P::Une, "!=")];
                match pred {
                    P::Ogt | P::Oge => all.rotate_left(2),
                    P::Oeq | P::Une => all.rotate_left(4),
                    _ => {}
                }
                for (pred, text) in all {
                    self.replace(Inst::FCmp { pred, bin }, SourceChange::Relation(text));
                }
            }
            _ => {}
        }
    }
}
