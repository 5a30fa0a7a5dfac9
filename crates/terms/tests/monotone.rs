//! Comparisons of floats that are monotone in an integer become comparisons of the integer: correct
//! for all of its values and for all chains of operations.

use whydunit_program::{BinOp, CastOp, FloatPredicate, TernOp, UnOp};
use whydunit_terms::{Evaluator, Model, Store, SymbolKey, TermId, fold};

const PREDICATES: [FloatPredicate; 14] = {
    use FloatPredicate as P;
    [P::Oeq, P::Ogt, P::Oge, P::Olt, P::Ole, P::One, P::Ord, P::Ueq, P::Ugt, P::Uge, P::Ult, P::Ule, P::Une, P::Uno]
};

/// A deterministic pseudo-random generator.
struct Numbers(fastrand::Rng);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0.u64(..limit)
    }

    /// A finite float of a width, as bits.
    fn float(&mut self, w: u8) -> u128 {
        let value = match self.below(8) {
            0 => 100.0,
            1 => -2.5,
            2 => 1e30,
            3 => 3e-39,
            4 => 0.1,
            _ => (self.below(2000) as f64 - 1000.0) / 8.0,
        };
        if w == 32 { u128::from((value as f32).to_bits()) } else { u128::from(value.to_bits()) }
    }
}

/// The same computation as a term and for each value of the integer.
fn chain(s: &mut Store, numbers: &mut Numbers, integer: TermId, op: CastOp) -> (TermId, u8, Vec<u128>) {
    let mut w = if numbers.below(2) == 0 { 32 } else { 64 };
    let mut term = s.cast(op, integer, w).expect("a float");
    let mut values: Vec<u128> = (0..256).map(|n| fold::cast(op, 8, w, n)).collect();
    for _ in 0..numbers.below(5) {
        let constant = numbers.float(w);
        let c = s.constant(w, constant);
        let (next, yields): (TermId, Box<dyn Fn(u128) -> u128>) = match numbers.below(7) {
            n @ 0..4 => {
                let op = [BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv][n as usize];
                match numbers.below(3) {
                    0 => (s.bin(op, c, term).expect("a float"), Box::new(move |x| fold::bin(op, w, constant, x))),
                    _ => (s.bin(op, term, c).expect("a float"), Box::new(move |x| fold::bin(op, w, x, constant))),
                }
            }
            4 => {
                let to = 96 - w;
                let from = std::mem::replace(&mut w, to);
                let next = s.cast(CastOp::FpToFp, term, to).expect("a float");
                (next, Box::new(move |x| fold::cast(CastOp::FpToFp, from, to, x)))
            }
            5 => {
                let op = [UnOp::FNeg, UnOp::FFloor, UnOp::FCeil, UnOp::FRoundEven][numbers.below(4) as usize];
                (s.un(op, term).expect("a float"), Box::new(move |x| fold::un(op, w, x)))
            }
            _ => {
                let summand = numbers.float(w);
                let z = s.constant(w, summand);
                let next = s.tern(TernOp::Fma, term, c, z).expect("a float");
                (next, Box::new(move |x| fold::tern(TernOp::Fma, w, x, constant, summand)))
            }
        };
        term = next;
        values.iter_mut().for_each(|x| *x = yields(*x));
    }
    (term, w, values)
}

#[test]
fn comparisons_are_right_for_every_integer() {
    let mut numbers = Numbers(fastrand::Rng::with_seed(1));
    let mut decided = 0;
    for case in 0..3000 {
        let mut s = Store::new();
        let integer = s.symbol("n", 1, 8);
        let op = if numbers.below(2) == 0 { CastOp::SiToFp } else { CastOp::UiToFp };
        let (term, w, values) = chain(&mut s, &mut numbers, integer, op);
        // One of the chain's values, or any other number.
        let constant = match numbers.below(4) {
            0 => numbers.float(w),
            1 => fold::cast(CastOp::FpToFp, 64, w, u128::from(f64::NAN.to_bits())),
            _ => values[numbers.below(256) as usize],
        };
        let c = s.constant(w, constant);
        for pred in PREDICATES {
            let (there, back) = (s.fcmp(pred, term, c), s.fcmp(pred, c, term));
            decided += u32::from(!s.has_float(there));
            for (n, &value) in (0_u128..).zip(&values) {
                let model: Model = [(SymbolKey { key: 1, width: 8 }, n)].into_iter().collect();
                let mut evaluator = Evaluator::new(&s, &model);
                assert_eq!(evaluator.eval(there) == 1, fold::compare(pred, w, value, constant), "{case} {pred:?} {n}");
                assert_eq!(evaluator.eval(back) == 1, fold::compare(pred, w, constant, value), "{case} {pred:?} {n}");
            }
        }
    }
    assert!(decided > 3000 * 7, "only {decided} comparisons became bounds");
}

#[test]
fn comparisons_of_typical_chains_become_bounds() {
    let mut s = Store::new();
    let n = s.symbol("n", 1, 32);
    let bits = |x: f64| u128::from(x.to_bits());
    let (hundred, due) = (s.constant(64, bits(100.0)), s.constant(64, bits(7.25)));
    let whole = s.cast(CastOp::SiToFp, n, 64).expect("a float");
    let share = s.bin(BinOp::FDiv, whole, hundred).expect("a float");
    let exactly = s.constant(32, 725);
    assert_eq!(s.fcmp(FloatPredicate::Oeq, share, due), s.eq(n, exactly));
    // No integer maps to 7.25.
    assert_eq!(s.fcmp(FloatPredicate::Oeq, whole, due), s.bit(false));
    let below = s.fcmp(FloatPredicate::Olt, share, due);
    assert_eq!(below, s.slt(n, exactly));
    // Above 2^53, a double does not represent every integer, so several integers are equal to it.
    let big = s.symbol("m", 2, 64);
    let float = s.cast(CastOp::UiToFp, big, 64).expect("a float");
    let limit = s.constant(64, bits(18014398509481984.0));
    let equal = s.fcmp(FloatPredicate::Oeq, float, limit);
    for (more, holds) in [(-2, false), (-1, true), (0, true), (2, true), (3, false)] {
        let m = (18014398509481984_i128 + more) as u128;
        let model: Model = [(SymbolKey { key: 2, width: 64 }, m)].into_iter().collect();
        assert_eq!(Evaluator::new(&s, &model).eval(equal) == 1, holds, "{m}");
    }
}
