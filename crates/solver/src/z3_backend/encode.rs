//! Encodes terms as Z3 expressions. One-bit terms are Booleans where possible.

use whydunit_program::{BinOp, CastOp, FloatPredicate};
use whydunit_terms::{Node, PlainMap, Store, SymbolKey, Table, TermId, fold, inverse};
use z3::ast::{BV, Bool};

/// An encoded term.
#[derive(Clone)]
pub(super) enum Encoded {
    Bool(Bool),
    Bits(BV),
}

impl Encoded {
    fn condition(&self) -> Bool {
        match self {
            Encoded::Bool(b) => b.clone(),
            Encoded::Bits(bits) => bits.eq(BV::from_u64(1, 1)),
        }
    }

    fn bits(&self) -> BV {
        match self {
            Encoded::Bits(bits) => bits.clone(),
            Encoded::Bool(b) => b.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1)),
        }
    }
}

/// Encodes terms of any store into the context of this thread, cached by content hash.
#[derive(Default)]
pub(super) struct Encoder {
    known: PlainMap<u128, Encoded>,
}

/// The constant that represents a symbol.
pub(super) fn symbol(key: SymbolKey) -> BV {
    BV::new_const(format!("s{}:{}", key.key, key.width), u32::from(key.width))
}

impl Encoder {
    /// Number of cached terms.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// A one-bit term without float arithmetic as a condition. Iterative, as terms may be deep.
    pub(super) fn condition(&mut self, store: &Store, constraint: TermId) -> Bool {
        let mut todo = vec![constraint];
        while let Some(&t) = todo.last() {
            let hash = store.hash(t).0;
            if self.known.contains_key(&hash) {
                todo.pop();
                continue;
            }
            let node = store.node(t);
            let before = todo.len();
            todo.extend(node.operands().filter(|&o| !self.known.contains_key(&store.hash(o).0)));
            if todo.len() == before {
                let encoded = self.encode(store, t, node);
                self.known.insert(hash, encoded);
                todo.pop();
            }
        }
        self.known[&store.hash(constraint).0].condition()
    }

    fn encode(&self, store: &Store, t: TermId, node: Node) -> Encoded {
        let width = u32::from(store.width(t));
        let of = |x: TermId| &self.known[&store.hash(x).0];
        let bits = |x: TermId| of(x).bits();
        Encoded::Bits(match node {
            Node::Const { .. } if width == 1 => return Encoded::Bool(Bool::from_bool(store.as_const(t) == Some(1))),
            Node::Const { low, high } => constant(width, low, high),
            Node::Symbol(id) => symbol(store.symbol_of(id).key),
            Node::Bin(op, a, b) => return binary(op, of(a), of(b)),
            Node::FCmp(pred, a, b) => return Encoded::Bool(compare(pred, store.width(a), &bits(a), &bits(b))),
            Node::Cast(CastOp::ZExt, a) => bits(a).zero_ext(width - u32::from(store.width(a))),
            Node::Cast(CastOp::SExt, a) => bits(a).sign_ext(width - u32::from(store.width(a))),
            Node::Extract { low, of } => bits(of).extract(u32::from(low) + width - 1, u32::from(low)),
            Node::Concat { high, low } => bits(high).concat(bits(low)),
            Node::Ite { cond, then, other } => return alternatives(&of(cond).condition(), of(then), of(other)),
            Node::Lookup { table, index } => lookup(store.table_of(table), &bits(index)),
            Node::Un(..) | Node::Tern(..) | Node::Cast(..) => {
                unreachable!("float arithmetic goes to the float backend: {node:?}")
            }
        })
    }
}

fn constant(width: u32, low: u64, high: u64) -> BV {
    if width <= 64 {
        return BV::from_u64(low, width);
    }
    BV::from_u64(high, width - 64).concat(BV::from_u64(low, 64))
}

fn alternatives(cond: &Bool, then: &Encoded, other: &Encoded) -> Encoded {
    match (then, other) {
        (Encoded::Bits(a), Encoded::Bits(b)) => Encoded::Bits(cond.ite(a, b)),
        _ => Encoded::Bool(cond.ite(&then.condition(), &other.condition())),
    }
}

fn binary(op: BinOp, a: &Encoded, b: &Encoded) -> Encoded {
    use BinOp as B;
    let logical = matches!(op, B::And | B::Or | B::Xor | B::Eq);
    if logical && (matches!(a, Encoded::Bool(_)) || matches!(b, Encoded::Bool(_))) {
        let (x, y) = (a.condition(), b.condition());
        return Encoded::Bool(match op {
            B::And => Bool::and(&[x, y]),
            B::Or => Bool::or(&[x, y]),
            B::Xor => x.xor(&y),
            _ => x.iff(&y),
        });
    }
    let (x, y) = (a.bits(), b.bits());
    Encoded::Bits(match op {
        B::Add => x.bvadd(&y),
        B::Sub => x.bvsub(&y),
        B::Mul => x.bvmul(&y),
        B::UDiv => x.bvudiv(&y),
        B::SDiv => x.bvsdiv(&y),
        B::URem => x.bvurem(&y),
        B::SRem => x.bvsrem(&y),
        B::And => x.bvand(&y),
        B::Or => x.bvor(&y),
        B::Xor => x.bvxor(&y),
        B::Shl => x.bvshl(taken(&y)),
        B::LShr => x.bvlshr(taken(&y)),
        B::AShr => x.bvashr(taken(&y)),
        B::Eq => return Encoded::Bool(x.eq(&y)),
        B::ULt => return Encoded::Bool(x.bvult(&y)),
        B::ULe => return Encoded::Bool(x.bvule(&y)),
        B::SLt => return Encoded::Bool(x.bvslt(&y)),
        B::SLe => return Encoded::Bool(x.bvsle(&y)),
        _ => unreachable!("{op:?} has no node of its own or goes to the float backend"),
    })
}

/// A shift amount reduced as by the processor.
fn taken(amount: &BV) -> BV {
    let w = amount.get_size();
    let kept = fold::shift_mask(w as u8);
    if fold::mask(w as u8) > kept { amount.bvand(BV::from_u64(kept as u64, w)) } else { amount.clone() }
}

/// A float comparison on bits: the theory of floats would be a thousand times slower.
fn compare(pred: FloatPredicate, w: u8, a: &BV, b: &BV) -> Bool {
    use FloatPredicate as P;
    match pred {
        P::False => Bool::from_bool(false),
        P::True => Bool::from_bool(true),
        P::Uno => Bool::or(&[is_nan(w, a), is_nan(w, b)]),
        P::Oeq => ordered(w, a, b, &Bool::or(&[both_zero(a, b), a.eq(b)])),
        P::Olt => {
            let less = rank(w, a).bvult(rank(w, b));
            ordered(w, a, b, &Bool::and(&[both_zero(a, b).not(), less]))
        }
        P::Ole => {
            let less = rank(w, a).bvule(rank(w, b));
            ordered(w, a, b, &Bool::or(&[both_zero(a, b), less]))
        }
        P::Ogt => compare(P::Olt, w, b, a),
        P::Oge => compare(P::Ole, w, b, a),
        P::One => Bool::or(&[compare(P::Olt, w, a, b), compare(P::Olt, w, b, a)]),
        _ => compare(inverse(pred), w, a, b).not(),
    }
}

fn ordered(w: u8, a: &BV, b: &BV, holds: &Bool) -> Bool {
    Bool::and(&[is_nan(w, a).not(), is_nan(w, b).not(), holds.clone()])
}

fn is_nan(w: u8, a: &BV) -> Bool {
    let infinity = if w == 32 { u64::from(f32::INFINITY.to_bits()) } else { f64::INFINITY.to_bits() };
    magnitude(a).bvugt(BV::from_u64(infinity, u32::from(w) - 1))
}

fn both_zero(a: &BV, b: &BV) -> Bool {
    let any = magnitude(a).bvor(magnitude(b));
    any.eq(BV::from_u64(0, any.get_size()))
}

fn magnitude(a: &BV) -> BV {
    a.extract(a.get_size() - 2, 0)
}

/// A bit-vector whose unsigned order is the order of floats: negative ones are inverted.
fn rank(w: u8, a: &BV) -> BV {
    let sign = BV::from_u64(fold::sign_bit(w) as u64, u32::from(w));
    let negative = a.bvslt(BV::from_u64(0, u32::from(w)));
    negative.ite(&a.bvnot(), &a.bvor(&sign))
}

/// A decision tree over the bits of the index; equal halves need no test.
fn lookup(table: &Table, index: &BV) -> BV {
    let index_width = index.get_size();
    let levels = table.values.len().next_power_of_two().trailing_zeros().min(index_width);
    let bits: Vec<Bool> = (0..levels).map(|i| index.extract(i, i).eq(BV::from_u64(1, 1))).collect();
    let width = u32::from(table.width);
    let mut row: Vec<BV> = (0..1_u128 << levels).map(|i| BV::from_u64(table.at(i) as u64, width)).collect();
    for bit in &bits {
        row = row.chunks(2).map(|pair| merge(bit, &pair[0], &pair[1])).collect();
    }
    let chosen = row.swap_remove(0);
    if levels == index_width {
        return chosen;
    }
    let rest = index.extract(index_width - 1, levels);
    let inside = rest.eq(BV::from_u64(0, index_width - levels));
    inside.ite(&chosen, &BV::from_u64(0, width))
}

fn merge(bit: &Bool, zero: &BV, one: &BV) -> BV {
    // Z3 shares equal expressions, so this compares whole trees.
    if zero.ast_eq(one) { zero.clone() } else { bit.ite(one, zero) }
}
