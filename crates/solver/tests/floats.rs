//! Float arithmetic: exact, including the bits of NaN results, with every available backend.

use std::path::PathBuf;
use std::time::Duration;

use whydunit_program::{BinOp, CastOp, FloatPredicate, TernOp, UnOp};
use whydunit_solver::{Answer, Config, FloatBackend, Limits, Pipe, Query, Reason, Solver, chain, find_bitwuzla};
use whydunit_terms::{Evaluator, Model, Node, Store, TermId, fold};

/// Z3 as a library, and all installed solver programs.
fn backends() -> Vec<(&'static str, Box<dyn Solver>)> {
    let limits = Limits { time: Duration::from_secs(20), ..Limits::default() };
    let config = Config { float_limits: limits, floats: FloatBackend::Z3, ..Config::bare() };
    let mut all: Vec<(&'static str, Box<dyn Solver>)> = vec![("z3", chain(&config))];
    let z3 = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.setup/z3/bin/z3"));
    if z3.is_file() {
        all.push(("z3 program", Box::new(Pipe::z3(z3, limits))));
    }
    if let Some(path) = find_bitwuzla() {
        all.push(("bitwuzla", Box::new(Pipe::bitwuzla(path, limits))));
    }
    all
}

fn double(s: &mut Store, value: f64) -> TermId {
    s.constant(64, u128::from(value.to_bits()))
}

#[test]
fn a_sum_of_floats_is_found() {
    let mut s = Store::new();
    let x = s.symbol("x", 1, 32);
    let half = s.constant(32, u128::from(0.5_f32.to_bits()));
    let sum = s.bin(BinOp::FAdd, x, half).unwrap();
    let wanted = s.constant(32, u128::from(2.25_f32.to_bits()));
    let condition = s.fcmp(FloatPredicate::Oeq, sum, wanted);
    for (name, mut solver) in backends() {
        let answer = solver.check(&Query::new(&s, &[condition]));
        let model = answer.model().unwrap_or_else(|| panic!("{name}: {answer:?}"));
        assert_eq!(Evaluator::new(&s, model).eval(condition), 1, "{name}");
    }
}

/// Every operation on chosen values: the encoding yields exactly the bits that `fold` does.
/// Operands are constants in nodes that were not folded, so that solvers fold them with their own
/// arithmetic.
#[test]
fn encodings_agree_with_the_machine_bit_for_bit() {
    let values: Vec<u64> = [0.0, -0.0, 1.5, -2.5, 0.5, 1e300, f64::INFINITY, 9.3e18, -3e9, 5e-324, 1e39]
        .iter()
        .map(|v: &f64| v.to_bits())
        .chain([0x7ff8_0000_0000_0001, 0xfff0_0000_dead_0001, 0x7fa0_1234_ff80_0001])
        .collect();
    let mut s = Store::new();
    let mut wrong = s.bit(false);
    let mut count = 0;
    for (i, &a) in values.iter().enumerate() {
        for w in [32, 64] {
            let b = values[(i * 5 + 3) % values.len()];
            for node in operations(&mut s, w, a, b) {
                let differs = differs(&mut s, node);
                wrong = s.or(wrong, differs);
                count += 1;
            }
        }
    }
    assert!(count > 400 && s.as_const(wrong).is_none());
    for (name, mut solver) in backends() {
        let answer = solver.check(&Query::new(&s, &[wrong]));
        assert!(matches!(answer, Answer::Unsat(_)), "{name}: {answer:?}");
    }
}

/// Every float node on two constants, with its width.
fn operations(s: &mut Store, w: u8, a: u64, b: u64) -> Vec<(Node, u8)> {
    let (x, y) = (s.constant(w, u128::from(a)), s.constant(w, u128::from(b)));
    let wide = s.constant(128, u128::from(a) << 64 | u128::from(b));
    let mut nodes = Vec::new();
    for op in [BinOp::FAdd, BinOp::FSub, BinOp::FMul, BinOp::FDiv] {
        nodes.push((Node::Bin(op, x, y), w));
    }
    for op in [UnOp::FFloor, UnOp::FCeil, UnOp::FTrunc, UnOp::FRound, UnOp::FRoundEven, UnOp::FSqrt] {
        nodes.push((Node::Un(op, x), w));
    }
    nodes.push((Node::Tern(TernOp::Fma, x, y, x), w));
    for to in [32, 64, 128] {
        nodes.push((Node::Cast(CastOp::FpToSi, x), to));
    }
    nodes.push((Node::Cast(CastOp::FpToUi, x), 128));
    nodes.push((Node::Cast(CastOp::FpToFp, x), 96 - w));
    for of in [x, wide] {
        nodes.push((Node::Cast(CastOp::SiToFp, of), w));
        nodes.push((Node::Cast(CastOp::UiToFp, of), w));
    }
    nodes
}

/// The condition that a solver's result for a node differs from that of `fold`.
fn differs(s: &mut Store, (node, width): (Node, u8)) -> TermId {
    let result = s.intern(node, width);
    let value = Evaluator::new(s, &Model::new()).eval(result);
    let expected = s.constant(width, value);
    let same = s.intern(Node::Bin(BinOp::Eq, result, expected), 1);
    s.not(same)
}

/// Comparisons need no theory of floats: they are decided on bits, at once.
#[test]
fn comparisons_are_decided_on_bits() {
    let mut s = Store::new();
    let (x, y) = (s.symbol("x", 1, 64), s.symbol("y", 2, 64));
    let (less, greater) = (s.fcmp(FloatPredicate::Olt, x, y), s.fcmp(FloatPredicate::Ogt, x, y));
    let equal = s.fcmp(FloatPredicate::Oeq, x, y);
    let same_bits = s.eq(x, y);
    let other_bits = s.not(same_bits);
    let zero = double(&mut s, 0.0);
    let is_zero = s.fcmp(FloatPredicate::Oeq, x, zero);
    let not_zero = s.not(is_zero);
    assert!(!s.has_float(less));
    let mut solver = chain(&Config::default());
    let mut check = |c: &[TermId]| solver.check(&Query::new(&s, c));
    assert!(matches!(check(&[less, greater]), Answer::Unsat(_)));
    assert!(matches!(check(&[equal, other_bits]), Answer::Sat(_)), "zeros of both signs");
    assert!(matches!(check(&[equal, other_bits, not_zero]), Answer::Unsat(_)));
    let all = [FloatPredicate::Olt, FloatPredicate::Ogt, FloatPredicate::Oeq, FloatPredicate::Uno];
    let mut none = Vec::new();
    for pred in all {
        let holds = s.fcmp(pred, x, y);
        none.push(s.not(holds));
    }
    let answer = solver.check(&Query::new(&s, &none));
    assert_eq!(answer.core(), Some(&[0, 1, 2, 3][..]), "one of them must hold");
}

/// Every predicate on every pair of interesting floats, decided on bits by Z3, agrees with `fold`.
#[test]
fn every_predicate_is_right_on_bits() {
    use FloatPredicate as P;
    let predicates = [
        P::Oeq,
        P::Ogt,
        P::Oge,
        P::Olt,
        P::Ole,
        P::One,
        P::Ord,
        P::Ueq,
        P::Ugt,
        P::Uge,
        P::Ult,
        P::Ule,
        P::Une,
        P::Uno,
    ];
    let values = [0.0, -0.0, 1.5, -1.5, 5e-324, -5e-324, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let mut s = Store::new();
    let mut wrong = s.bit(false);
    for w in [32, 64] {
        let bits = |v: f64| if w == 32 { u128::from((v as f32).to_bits()) } else { u128::from(v.to_bits()) };
        for (a, b) in values.iter().flat_map(|a| values.map(|b| (*a, b))) {
            for pred in predicates {
                let (x, y) = (s.constant(w, bits(a)), s.constant(w, bits(b)));
                let decided = s.intern(Node::FCmp(pred, x, y), 1);
                let expected = s.bit(fold::compare(pred, w, bits(a), bits(b)));
                let differs = s.xor(decided, expected);
                wrong = s.or(wrong, differs);
            }
        }
    }
    let answer = chain(&Config::bare()).check(&Query::new(&s, &[wrong]));
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
}

/// A query with an unsupported operation ends as Unknown and names it, unless the operation is
/// irrelevant.
#[test]
fn a_remainder_is_reported_as_unsupported() {
    let mut s = Store::new();
    let (x, y) = (s.symbol("x", 1, 64), s.symbol("y", 2, 64));
    let (ten, three) = (double(&mut s, 10.0), double(&mut s, 3.0));
    let remainder = s.bin(BinOp::FRem, x, y).unwrap();
    let two = double(&mut s, 2.0);
    let (is_ten, is_three, is_two) = (s.eq(x, ten), s.eq(y, three), s.eq(remainder, two));
    let not_three = s.not(is_three);
    let mut solver = chain(&Config { floats: FloatBackend::Z3, ..Config::default() });
    let unsupported = Answer::Unknown(Reason::Unsupported("remainder of floats (fmod)".into()));
    assert_eq!(solver.check(&Query::new(&s, &[is_ten, is_three, is_two])), unsupported);
    let one = s.constant(64, 1);
    let is_one = s.eq(remainder, one);
    let answer = solver.check(&Query::new(&s, &[is_three, is_one, not_three]));
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
}
