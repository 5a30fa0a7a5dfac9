//! The search answers satisfiable queries about floats: path conditions of typical C programs,
//! starting from the values of a run on another path.

use std::time::{Duration, Instant};

use whydunit_program::{BinOp, CastOp, FloatPredicate, UnOp};
use whydunit_solver::{Answer, Config, FloatBackend, Limits, Query, chain};
use whydunit_terms::{Evaluator, Model, Store, SymbolKey, TermId};

/// A small deterministic source of numbers.
struct Dice(fastrand::Rng);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0.u64(..sides)
    }

    /// A number as people write it.
    fn number(&mut self) -> f64 {
        let digits = self.roll(20_000) as f64 - 10_000.0;
        digits / [1.0, 10.0, 100.0, 1000.0][self.roll(4) as usize]
    }
}

const SYMBOLS: [SymbolKey; 3] =
    [SymbolKey { key: 1, width: 64 }, SymbolKey { key: 2, width: 64 }, SymbolKey { key: 3, width: 32 }];

/// An expression of doubles over two doubles and an integer.
fn expression(s: &mut Store, dice: &mut Dice, depth: u32) -> TermId {
    if depth == 0 || dice.roll(6) == 0 {
        return match dice.roll(4) {
            0 => s.symbol("x", 1, 64),
            1 => s.symbol("y", 2, 64),
            2 => {
                let n = s.symbol("n", 3, 32);
                s.cast(CastOp::SiToFp, n, 64).expect("a double")
            }
            _ => {
                let value = dice.number();
                s.constant(64, u128::from(value.to_bits()))
            }
        };
    }
    let a = expression(s, dice, depth - 1);
    let b = expression(s, dice, depth - 1);
    match dice.roll(9) {
        0..3 => s.bin(BinOp::FAdd, a, b),
        3..5 => s.bin(BinOp::FMul, a, b),
        5 | 6 => s.bin(BinOp::FSub, a, b),
        7 => s.bin(BinOp::FDiv, a, b),
        _ => {
            let size = s.un(UnOp::FAbs, a).expect("a double");
            s.un(UnOp::FSqrt, size)
        }
    }
    .expect("a double")
}

/// Conditions that hold for some values, and other values to start from.
fn question(s: &mut Store, dice: &mut Dice) -> (Vec<TermId>, Model) {
    let mut models = [Model::new(), Model::new()];
    for model in &mut models {
        for key in SYMBOLS {
            let number = dice.number();
            let bits = if key.width == 64 { number.to_bits() } else { u64::from(number as i32 as u32) };
            model.set(key, u128::from(bits));
        }
    }
    let [answer, hint] = models;
    let mut conditions = Vec::new();
    for _ in 0..1 + dice.roll(4) {
        let (left, right) = (expression(s, dice, 3), expression(s, dice, 1));
        let mut known = Evaluator::new(s, &answer);
        let (a, b) = (f64::from_bits(known.eval(left) as u64), f64::from_bits(known.eval(right) as u64));
        let (pred, other) = match dice.roll(3) {
            // As an expected number in output: equal within a hundredth.
            0 if a.is_finite() => {
                let low = s.constant(64, u128::from((a - 0.005).to_bits()));
                conditions.push(s.fcmp(FloatPredicate::Oge, left, low));
                let high = s.constant(64, u128::from((a + 0.005).to_bits()));
                (FloatPredicate::Ole, high)
            }
            _ if a < b => (FloatPredicate::Olt, right),
            _ if a >= b => (FloatPredicate::Oge, right),
            _ => (FloatPredicate::Uno, right),
        };
        conditions.push(s.fcmp(pred, left, other));
    }
    assert!(Evaluator::new(s, &answer).all_true(&conditions));
    (conditions, hint)
}

#[test]
fn float_questions_that_have_answers_are_answered_by_searching() {
    let mut dice = Dice(fastrand::Rng::with_seed(42));
    let limits = Limits { time: Duration::from_millis(200), effort: 200_000, ..Limits::default() };
    let config = Config { limits, float_limits: limits, floats: FloatBackend::Z3, ..Config::default() };
    // `SEARCH=off` measures the solver alone.
    let off = std::env::var("SEARCH").is_ok_and(|v| v == "off");
    let mut solver = chain(&Config { nudge: !off, ..config });
    let (mut asked, mut answered, mut longest) = (0, 0, Duration::ZERO);
    let begin = Instant::now();
    while asked < 200 {
        let mut store = Store::new();
        let (conditions, hint) = question(&mut store, &mut dice);
        if !conditions.iter().any(|&c| store.has_float(c)) {
            continue;
        }
        asked += 1;
        let start = Instant::now();
        let answer = solver.check(&Query::new(&store, &conditions).near(&hint));
        longest = longest.max(start.elapsed());
        match answer {
            Answer::Sat(model) => {
                assert!(Evaluator::new(&store, &model).all_true(&conditions));
                answered += 1;
            }
            Answer::Unsat(_) => panic!("there is an answer"),
            Answer::Unknown(_) => {}
        }
    }
    println!("{answered} of {asked} in {:?}, the longest {longest:?}: {}", begin.elapsed(), solver.statistics());
    assert!(off || answered >= 180, "{answered} of {asked}: {}", solver.statistics());
}

#[test]
fn answers_read_well() {
    let mut s = Store::new();
    let x = s.symbol("x", 1, 64);
    let constant = |s: &mut Store, v: f64| s.constant(64, u128::from(v.to_bits()));
    let (factor, low, high) = (constant(&mut s, 1.5), constant(&mut s, 6.125), constant(&mut s, 6.135));
    let y = s.bin(BinOp::FMul, x, factor).expect("a double");
    let (above, below) = (s.fcmp(FloatPredicate::Ogt, y, low), s.fcmp(FloatPredicate::Olt, y, high));
    let answer = chain(&Config::default()).check(&Query::new(&s, &[above, below]));
    let value = answer.model().map(|m| f64::from_bits(m.get(SYMBOLS[0]) as u64));
    assert_eq!(value, Some(4.084), "{answer:?}");
}
