//! Integer-valued float arithmetic rewritten to integers: equal to the last bit for all values of
//! the integers.

use whydunit_program::{BinOp, CastOp};
use whydunit_terms::{Evaluator, Model, Node, Store, SymbolKey, TermId, fold};

const WIDTHS: [u8; 5] = [8, 16, 23, 32, 48];

/// A deterministic pseudo-random generator.
struct Numbers(fastrand::Rng);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0.u64(..) >> 24
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0.usize(..limit)
    }
}

/// A float computed from integers, as a term and, for each model, as bits.
struct Made {
    term: TermId,
    values: Vec<u128>,
}

fn make(s: &mut Store, numbers: &mut Numbers, models: &[Model], w: u8, depth: u32) -> Made {
    if depth == 0 || numbers.below(6) == 0 {
        if numbers.below(4) == 0 {
            let constant: f64 = [0.0, -0.0, 1.0, -3.0, 0.5, 1e7, 1e20, 9007199254740992.0][numbers.below(8)];
            let bits = if w == 32 { u128::from((constant as f32).to_bits()) } else { u128::from(constant.to_bits()) };
            return Made { term: s.constant(w, bits), values: vec![bits; models.len()] };
        }
        let which = numbers.below(WIDTHS.len());
        let (key, width) = (which as u64, WIDTHS[which]);
        let op = if numbers.below(2) == 0 { CastOp::SiToFp } else { CastOp::UiToFp };
        let symbol = s.symbol("n", key, width);
        let term = s.cast(op, symbol, w).expect("a float");
        let value = |m: &Model| fold::cast(op, width, w, m.get(SymbolKey { key, width }));
        return Made { term, values: models.iter().map(value).collect() };
    }
    let (a, b) = (make(s, numbers, models, w, depth - 1), make(s, numbers, models, w, depth - 1));
    let op = [BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FAdd][numbers.below(4)];
    let values = a.values.iter().zip(&b.values).map(|(x, y)| fold::bin(op, w, *x, *y)).collect();
    Made { term: s.bin(op, a.term, b.term).expect("a float"), values }
}

#[test]
fn the_same_to_the_last_bit() {
    let mut numbers = Numbers(fastrand::Rng::with_seed(7));
    let mut conversions = 0;
    for case in 0..6000 {
        let models: Vec<Model> = (0..24)
            .map(|i| {
                let value = |n: &mut Numbers| match (i, n.below(4)) {
                    (0, _) => 0,
                    (1, _) => u64::MAX,
                    (_, 0) => 1 << n.below(48),
                    (_, 1) => (1 << n.below(48)) - 1,
                    _ => n.next() << 8 ^ n.next(),
                };
                let key = |(key, &width): (u64, &u8)| SymbolKey { key, width };
                let keys = (0..).zip(&WIDTHS).map(key);
                keys.map(|k| (k, u128::from(value(&mut numbers)) & (u128::MAX >> (128 - u32::from(k.width))))).collect()
            })
            .collect();
        let mut s = Store::new();
        let w = if numbers.below(2) == 0 { 32 } else { 64 };
        let made = make(&mut s, &mut numbers, &models, w, 3);
        conversions += u32::from(matches!(s.node(made.term), Node::Cast(..)));
        for (model, value) in models.iter().zip(&made.values) {
            assert_eq!(Evaluator::new(&s, model).eval(made.term), *value, "case {case}: {:?}", s.node(made.term));
        }
    }
    assert!(conversions > 1000, "only {conversions} sums became sums of integers");
}

#[test]
fn a_sum_of_integers_is_one() {
    let mut s = Store::new();
    let (x, y) = (s.symbol("x", 1, 32), s.symbol("y", 2, 32));
    let (a, b) = (s.cast(CastOp::SiToFp, x, 64).expect("a float"), s.cast(CastOp::SiToFp, y, 64).expect("a float"));
    let (wide_x, wide_y) = (s.sext(x, 64), s.sext(y, 64));
    let sum = s.add(wide_x, wide_y);
    let whole = s.cast(CastOp::SiToFp, sum, 64);
    assert_eq!(s.bin(BinOp::FAdd, a, b), whole);
    // A 32-bit float does not represent every int.
    let (a, b) = (s.cast(CastOp::SiToFp, x, 32).expect("a float"), s.cast(CastOp::SiToFp, y, 32).expect("a float"));
    let rounded = s.bin(BinOp::FAdd, a, b).expect("a float");
    assert!(matches!(s.node(rounded), Node::Bin(BinOp::FAdd, ..)));
}
