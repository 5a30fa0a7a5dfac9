//! Terms: ids, nodes, and the symbols and tables that nodes refer to.

use std::num::NonZeroU32;
use std::sync::Arc;

use whydunit_program::{BinOp, CastOp, FloatPredicate, TernOp, UnOp};

/// The maximum width of a term in bits: that of the widest register of the machine. A memory object
/// is never a single term; [`crate::Store::select`] reads from one.
pub const MAX_WIDTH: u8 = 128;

/// A term, by its number in its [`crate::Store`]. Numbers start at 1: the machine uses 0 for a
/// concrete value without a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(NonZeroU32);

impl TermId {
    /// The term with this number, none for 0.
    pub const fn from_raw(raw: u32) -> Option<TermId> {
        match NonZeroU32::new(raw) {
            Some(id) => Some(TermId(id)),
            None => None,
        }
    }

    /// Its number, never 0.
    pub const fn raw(self) -> u32 {
        self.0.get()
    }

    pub(crate) fn from_index(index: usize) -> TermId {
        // Four billion terms of 64 bytes exceed the memory, so allocation fails first.
        let raw = u32::try_from(index + 1).expect("fewer terms than u32::MAX");
        TermId(NonZeroU32::new(raw).expect("index + 1 is not 0"))
    }

    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A symbol, by its number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub u32);

/// A constant table, by its number in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(pub u32);

/// Identifies a symbol in every store: two symbols with the same key and width denote the same
/// unknown, regardless of their names. Models use these keys, so that a model found for one run can
/// be used in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolKey {
    /// The creator of the symbol chooses the number and its meaning.
    pub key: u64,
    /// Width in bits.
    pub width: u8,
}

/// An unknown value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name for display.
    pub name: Arc<str>,
    /// Its identity.
    pub key: SymbolKey,
}

/// A constant array that terms index into. An index beyond its end yields 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Width of an element in bits, at most 64.
    pub width: u8,
    /// The elements.
    pub values: Arc<[u64]>,
}

impl Table {
    /// The element at an index.
    pub fn at(&self, index: u128) -> u128 {
        let value = usize::try_from(index).ok().and_then(|i| self.values.get(i));
        u128::from(value.copied().unwrap_or(0))
    }
}

/// The operation and operands of a term. Only these forms are ever stored; the constructors express
/// every other operation of the IR by them (`Ne` is the negation of `Eq`, `UMin` an `Ite`, `FNeg`
/// flips the sign bit, …), so that readers of terms have fewer cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A constant, in two halves to keep nodes small.
    Const {
        /// Bits 0–63.
        low: u64,
        /// Bits 64–127.
        high: u64,
    },
    /// A symbol.
    Symbol(SymbolId),
    /// Rounding to an integral float, or a square root.
    Un(UnOp, TermId),
    /// Integer and float arithmetic, bit operations and comparisons ([`is_core`]).
    Bin(BinOp, TermId, TermId),
    /// `Fma` only.
    Tern(TernOp, TermId, TermId, TermId),
    /// A float comparison, one bit.
    FCmp(FloatPredicate, TermId, TermId),
    /// `ZExt`, `SExt` or a conversion from or to floats; the width of the term is the target.
    Cast(CastOp, TermId),
    /// Bits of a term from `low` upwards; the width of this term is their number.
    Extract {
        /// The lowest bit.
        low: u8,
        /// The source term.
        of: TermId,
    },
    /// Two concatenated terms.
    Concat {
        /// The upper bits.
        high: TermId,
        /// The lower bits.
        low: TermId,
    },
    /// `cond ? then : other`.
    Ite {
        /// One bit.
        cond: TermId,
        /// Its value when `cond` is 1.
        then: TermId,
        /// Its value when `cond` is 0.
        other: TermId,
    },
    /// An element of a constant table.
    Lookup {
        /// The table.
        table: TableId,
        /// The index of the element; any width.
        index: TermId,
    },
}

impl Node {
    /// The operands, left to right.
    pub fn operands(&self) -> Operands {
        let (items, len) = match *self {
            Node::Const { .. } | Node::Symbol(_) => ([None; 3], 0),
            Node::Un(_, a) | Node::Cast(_, a) | Node::Extract { of: a, .. } | Node::Lookup { index: a, .. } => {
                ([Some(a), None, None], 1)
            }
            Node::Bin(_, a, b) | Node::FCmp(_, a, b) | Node::Concat { high: a, low: b } => {
                ([Some(a), Some(b), None], 2)
            }
            Node::Tern(_, a, b, c) | Node::Ite { cond: a, then: b, other: c } => ([Some(a), Some(b), Some(c)], 3),
        };
        Operands { items, next: 0, len }
    }

    /// Does this node need the theory of floats? Comparisons do not: they are encoded on bits.
    pub const fn is_float(&self) -> bool {
        match self {
            Node::Un(..) | Node::Tern(..) => true,
            Node::Bin(op, ..) => is_float_op(*op),
            Node::Cast(op, _) => !matches!(op, CastOp::ZExt | CastOp::SExt | CastOp::Trunc),
            _ => false,
        }
    }
}

/// The operands of a node.
#[derive(Clone, Debug)]
pub struct Operands {
    items: [Option<TermId>; 3],
    next: usize,
    len: usize,
}

impl Iterator for Operands {
    type Item = TermId;

    fn next(&mut self) -> Option<TermId> {
        let item = if self.next < self.len { self.items[self.next] } else { None };
        self.next += 1;
        item
    }
}

/// Is this one of the operations that occur in [`Node::Bin`]?
pub const fn is_core(op: BinOp) -> bool {
    use BinOp as B;
    !matches!(
        op,
        B::Ne
            | B::UMin
            | B::UMax
            | B::SMin
            | B::SMax
            | B::UAddSat
            | B::USubSat
            | B::SAddSat
            | B::SSubSat
            | B::FCopySign
            | B::FMin
            | B::FMax
    )
}

/// Does the operation yield one bit?
pub const fn is_comparison(op: BinOp) -> bool {
    use BinOp as B;
    matches!(op, B::Eq | B::Ne | B::ULt | B::ULe | B::SLt | B::SLe)
}

/// Is it an operation on floats?
pub const fn is_float_op(op: BinOp) -> bool {
    use BinOp as B;
    matches!(op, B::FAdd | B::FSub | B::FMul | B::FDiv | B::FRem | B::FMin | B::FMax | B::FCopySign)
}

/// Can the operands be swapped, bit for bit? (Not for floats: the first of two NaNs determines the
/// result.)
pub const fn is_commutative(op: BinOp) -> bool {
    use BinOp as B;
    matches!(op, B::Add | B::Mul | B::And | B::Or | B::Xor | B::Eq | B::Ne)
}

/// The predicate that holds exactly when the given one does not.
pub const fn inverse(pred: FloatPredicate) -> FloatPredicate {
    use FloatPredicate as P;
    match pred {
        P::False => P::True,
        P::Oeq => P::Une,
        P::Ogt => P::Ule,
        P::Oge => P::Ult,
        P::Olt => P::Uge,
        P::Ole => P::Ugt,
        P::One => P::Ueq,
        P::Ord => P::Uno,
        P::Ueq => P::One,
        P::Ugt => P::Ole,
        P::Uge => P::Olt,
        P::Ult => P::Oge,
        P::Ule => P::Ogt,
        P::Une => P::Oeq,
        P::Uno => P::Ord,
        P::True => P::False,
    }
}
