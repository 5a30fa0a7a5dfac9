//! Random terms over nine bits of symbols, simplified and unsimplified. All values of the symbols
//! can be tried.

use whydunit_program::{BinOp, CastOp};
use whydunit_terms::{Node, Store, SymbolKey, TermId, fold};

/// A small pseudo-random generator, identical on every machine.
pub struct Numbers(pub fastrand::Rng);

impl Numbers {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0.u64(..limit)
    }
}

/// The symbols: two of four bits, one of one bit.
pub const SYMBOLS: [SymbolKey; 3] =
    [SymbolKey { key: 0, width: 4 }, SymbolKey { key: 1, width: 4 }, SymbolKey { key: 2, width: 1 }];

/// The number of possible assignments.
pub const ASSIGNMENTS: u32 = 1 << 9;

/// The value of a symbol in an assignment.
pub fn value(assignment: u32, symbol: SymbolKey) -> u128 {
    let low = [0, 4, 8][symbol.key as usize];
    fold::truncate(symbol.width, u128::from(assignment >> low))
}

/// A term, simplified and unsimplified.
#[derive(Clone, Copy, Debug)]
pub struct Both {
    pub term: TermId,
    pub raw: TermId,
}

/// Generates terms.
pub struct Maker {
    pub store: Store,
    pub numbers: Numbers,
}

const ARITHMETIC: [BinOp; 13] = {
    use BinOp as B;
    [B::Add, B::Sub, B::Mul, B::UDiv, B::SDiv, B::URem, B::SRem, B::And, B::Or, B::Xor, B::Shl, B::LShr, B::AShr]
};
const COMPARISONS: [BinOp; 5] = [BinOp::Eq, BinOp::ULt, BinOp::ULe, BinOp::SLt, BinOp::SLe];

impl Maker {
    pub fn new(seed: u64) -> Self {
        Maker { store: Store::new(), numbers: Numbers(fastrand::Rng::with_seed(seed)) }
    }

    fn constant(&mut self, width: u8) -> Both {
        let limits = [0, 1, fold::mask(width), 1 << (width - 1), fold::mask(width) >> 1, 2, 3];
        let value = match self.numbers.below(3) {
            0 => u128::from(self.numbers.below(1 << width.min(16))),
            _ => limits[self.numbers.below(7) as usize],
        };
        let term = self.store.constant(width, value);
        Both { term, raw: term }
    }

    /// A symbol extended or truncated to this width.
    fn leaf(&mut self, width: u8) -> Both {
        if self.numbers.below(4) == 0 {
            return self.constant(width);
        }
        let key = SYMBOLS[self.numbers.below(if width == 1 { 3 } else { 2 }) as usize];
        let term = self.store.symbol(&format!("s{}", key.key), key.key, key.width);
        let symbol = Both { term, raw: term };
        match key.width.cmp(&width) {
            std::cmp::Ordering::Equal => symbol,
            std::cmp::Ordering::Less => self.extend(symbol, key.width, width),
            std::cmp::Ordering::Greater => {
                let low = self.numbers.below(u64::from(key.width - width) + 1) as u8;
                self.part(symbol, low, width)
            }
        }
    }

    fn extend(&mut self, of: Both, from: u8, width: u8) -> Both {
        if from == width {
            return of;
        }
        let op = if self.numbers.below(2) == 0 { CastOp::ZExt } else { CastOp::SExt };
        let term = self.store.cast(op, of.term, width).expect("no float");
        Both { term, raw: self.store.intern(Node::Cast(op, of.raw), width) }
    }

    fn part(&mut self, of: Both, low: u8, width: u8) -> Both {
        if self.store.width(of.raw) == width {
            return of;
        }
        let truncate = low == 0 && self.numbers.below(2) == 0;
        let term = if truncate { self.store.trunc(of.term, width) } else { self.store.extract(of.term, low, width) };
        Both { term, raw: self.store.intern(Node::Extract { low, of: of.raw }, width) }
    }

    /// A random term of this width.
    pub fn make(&mut self, width: u8, depth: u32) -> Both {
        if depth == 0 {
            return self.leaf(width);
        }
        match self.numbers.below(12) {
            0 => self.leaf(width),
            1 => {
                let from = 1 + self.numbers.below(u64::from(width)) as u8;
                let of = self.make(from, depth - 1);
                self.extend(of, from, width)
            }
            2 => {
                let more = self.numbers.below(5) as u8;
                let low = self.numbers.below(u64::from(more) + 1) as u8;
                let of = self.make(width + more, depth - 1);
                self.part(of, low, width)
            }
            3 if width > 1 => {
                let low = 1 + self.numbers.below(u64::from(width) - 1) as u8;
                let (h, l) = (self.make(width - low, depth - 1), self.make(low, depth - 1));
                let raw = self.store.intern(Node::Concat { high: h.raw, low: l.raw }, width);
                Both { term: self.store.concat(h.term, l.term), raw }
            }
            4 => {
                let (c, a, b) = (self.make(1, depth - 1), self.make(width, depth - 1), self.make(width, depth - 1));
                let raw = self.store.intern(Node::Ite { cond: c.raw, then: a.raw, other: b.raw }, width);
                Both { term: self.store.ite(c.term, a.term, b.term), raw }
            }
            5 if width == 3 => {
                let index = self.make(4, depth - 1);
                let values: Vec<u64> = (0..11).map(|_| self.numbers.below(8)).collect();
                let table = self.store.table(3, &values);
                let raw = self.store.intern(Node::Lookup { table, index: index.raw }, 3);
                Both { term: self.store.lookup(table, index.term), raw }
            }
            _ if width == 1 && self.numbers.below(3) > 0 => {
                let w = [2, 3, 4, 4, 5, 6][self.numbers.below(6) as usize];
                let op = COMPARISONS[self.numbers.below(5) as usize];
                self.binary(op, w, depth)
            }
            _ => {
                let op = ARITHMETIC[self.numbers.below(13) as usize];
                self.binary(op, width, depth)
            }
        }
    }

    fn binary(&mut self, op: BinOp, width: u8, depth: u32) -> Both {
        let mut a = self.make(width, depth - 1);
        let mut b = if self.numbers.below(2) == 0 { self.constant(width) } else { self.make(width, depth - 1) };
        if self.numbers.below(3) == 0 {
            std::mem::swap(&mut a, &mut b);
        }
        let term = self.store.bin(op, a.term, b.term).expect("no float");
        let width = self.store.width(term);
        Both { term, raw: self.store.intern(Node::Bin(op, a.raw, b.raw), width) }
    }
}
