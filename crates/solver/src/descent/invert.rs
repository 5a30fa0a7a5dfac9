//! Inverts a term: which value of one symbol gives the term a wanted value while all others keep
//! theirs?
//!
//! Exact for invertible operations, otherwise a good guess: every result is evaluated before it is
//! used.

use whydunit_program::{BinOp, CastOp, TernOp, UnOp};
use whydunit_terms::{Node, Store, SymbolKey, Tape, TermId, fold};

use super::number::{float, value};

/// Limit on results per goal.
const MAX_RESULTS: usize = 24;

/// An inversion and its results.
pub(super) struct Inversion<'a> {
    store: &'a Store,
    tape: &'a Tape<'a>,
    pub(super) found: Vec<(SymbolKey, u128)>,
}

impl<'a> Inversion<'a> {
    pub(super) fn new(store: &'a Store, tape: &'a Tape<'a>) -> Self {
        Inversion { store, tape, found: Vec::new() }
    }

    /// Finds values of symbols that give `term` the value `wish`.
    pub(super) fn wish(&mut self, term: TermId, wish: u128) {
        let mut todo = vec![(term, wish)];
        let end = self.found.len() + MAX_RESULTS;
        let mut steps = 0;
        while let Some((t, wish)) = todo.pop() {
            steps += 1;
            if self.found.len() >= end || steps > 400 {
                return;
            }
            match self.store.node(t) {
                Node::Const { .. } => {}
                Node::Symbol(id) => self.found.push((self.store.symbol_of(id).key, wish)),
                node => todo.extend(self.undone(node, t, wish)),
            }
        }
    }

    fn now(&self, t: TermId) -> u128 {
        self.tape.value(t)
    }

    /// The operand values that give a node the value `wish`.
    fn undone(&self, node: Node, t: TermId, wish: u128) -> Vec<(TermId, u128)> {
        let w = self.store.width(t);
        match node {
            Node::Bin(op, a, b) => self.undone_bin(op, w, (a, b), wish),
            Node::Un(UnOp::FSqrt, a) => vec![(a, fold::bin(BinOp::FMul, w, wish, wish))],
            Node::Un(_, a) => vec![(a, wish)],
            Node::Tern(TernOp::Fma, a, b, c) => {
                let (x, y, z) = (self.now(a), self.now(b), self.now(c));
                let product = fold::bin(BinOp::FMul, w, x, y);
                let rest = fold::bin(BinOp::FSub, w, wish, z);
                let divided = |by| fold::bin(BinOp::FDiv, w, rest, by);
                vec![(a, divided(y)), (b, divided(x)), (c, fold::bin(BinOp::FSub, w, wish, product))]
            }
            Node::Cast(op, a) => self.undone_cast(op, w, a, wish),
            Node::Extract { low, of } => {
                let mask = (u128::MAX >> (128 - u32::from(w))) << low;
                vec![(of, self.now(of) & !mask | (wish << low) & mask)]
            }
            Node::Concat { high, low } => {
                let width = self.store.width(low);
                vec![(high, wish >> width), (low, fold::truncate(width, wish))]
            }
            Node::Ite { cond, then, other } => vec![(if self.now(cond) == 1 { then } else { other }, wish)],
            Node::Lookup { table, index } => {
                let values = &self.store.table_of(table).values;
                let places = values.iter().enumerate().filter(|(_, v)| u128::from(**v) == wish);
                places.take(4).map(|(i, _)| (index, i as u128)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn undone_bin(&self, op: BinOp, w: u8, (a, b): (TermId, TermId), wish: u128) -> Vec<(TermId, u128)> {
        use BinOp as B;
        let (x, y) = (self.now(a), self.now(b));
        let f = |op, p, q| fold::bin(op, w, p, q);
        match op {
            B::FAdd => vec![(a, f(B::FSub, wish, y)), (b, f(B::FSub, wish, x))],
            B::FSub => vec![(a, f(B::FAdd, wish, y)), (b, f(B::FSub, x, wish))],
            // A square is a product of equal operands.
            B::FMul if a == b => vec![(a, fold::un(UnOp::FSqrt, w, wish))],
            B::FMul => vec![(a, f(B::FDiv, wish, y)), (b, f(B::FDiv, wish, x))],
            B::FDiv => vec![(a, f(B::FMul, wish, y)), (b, f(B::FDiv, x, wish))],
            B::FRem => {
                let whole = float(w, (value(w, x) / value(w, y)).trunc());
                vec![(a, f(B::FAdd, f(B::FMul, whole, y), wish)), (a, wish)]
            }
            B::FMin | B::FMax => vec![(a, wish), (b, wish)],
            B::Add => vec![(a, f(B::Sub, wish, y)), (b, f(B::Sub, wish, x))],
            B::Sub => vec![(a, f(B::Add, wish, y)), (b, f(B::Sub, x, wish))],
            B::Mul => vec![(a, quotient(w, wish, y)), (b, quotient(w, wish, x))],
            B::UDiv | B::SDiv => vec![(a, f(B::Mul, wish, y))],
            B::URem | B::SRem => vec![(a, f(B::Add, f(B::Sub, x, f(op, x, y)), wish)), (a, wish)],
            B::Xor => vec![(a, wish ^ y), (b, wish ^ x)],
            B::And => vec![(a, x & !y | wish & y), (b, y & !x | wish & x)],
            B::Or => vec![(a, wish & !y | x & y), (b, wish & !x | x & y)],
            B::Shl => vec![(a, f(B::LShr, wish, y))],
            B::LShr | B::AShr => vec![(a, f(B::Shl, wish, y))],
            _ => Vec::new(),
        }
    }

    fn undone_cast(&self, op: CastOp, w: u8, a: TermId, wish: u128) -> Vec<(TermId, u128)> {
        let from = self.store.width(a);
        match op {
            CastOp::SiToFp | CastOp::UiToFp => {
                let to = if op == CastOp::SiToFp { CastOp::FpToSi } else { CastOp::FpToUi };
                let whole = |rounded: f64| (a, fold::cast(to, w, from, float(w, rounded)));
                let exact = value(w, wish);
                vec![whole(exact.ceil()), whole(exact.floor())]
            }
            CastOp::FpToSi => vec![(a, fold::cast(CastOp::SiToFp, w, from, wish))],
            CastOp::FpToUi => vec![(a, fold::cast(CastOp::UiToFp, w, from, wish))],
            CastOp::FpToFp => vec![(a, fold::cast(CastOp::FpToFp, w, from, wish))],
            _ => vec![(a, fold::truncate(from, wish))],
        }
    }
}

/// The factor that multiplied by `by` yields `wish`, or an approximation if none exists.
fn quotient(w: u8, wish: u128, by: u128) -> u128 {
    if by & 1 == 1 {
        // Newton's method: every round doubles the number of correct bits.
        let inverse = (0..7).fold(by, |i: u128, _| i.wrapping_mul(2_u128.wrapping_sub(by.wrapping_mul(i))));
        return fold::truncate(w, wish.wrapping_mul(inverse));
    }
    wish.checked_div(by).unwrap_or(wish)
}
