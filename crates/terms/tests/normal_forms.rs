//! Simplifications that must happen, stated as equalities of terms.

use whydunit_program::{BinOp, CastOp, UnOp};
use whydunit_terms::{Evaluator, Model, Node, Store, SymbolKey, TermId};

/// The value as `count` bytes in memory and back, as in the machine's stores and loads.
fn through_memory(store: &mut Store, value: TermId, count: u8) -> TermId {
    let bytes: Vec<TermId> = (0..count).map(|i| store.extract(value, 8 * i, 8)).collect();
    let mut loaded = bytes[0];
    for &byte in &bytes[1..] {
        loaded = store.concat(byte, loaded);
    }
    loaded
}

#[test]
fn byte_round_trips_vanish() {
    let mut s = Store::new();
    let (x, y, c) = (s.symbol("x", 1, 32), s.symbol("y", 2, 32), s.symbol("c", 3, 8));
    let (signed, unsigned) = (s.sext(c, 32), s.zext(c, 32));
    let (sum, product) = (s.add(x, y), s.mul(x, y));
    let mixed = s.add(unsigned, x);
    let three = s.constant(32, 3);
    let shifted = s.shl(x, three);
    let pattern = s.constant(32, 0x00ff_00f0);
    let masked = s.and(x, pattern);
    let below = s.slt(x, y);
    let (k, l) = (s.constant(32, 0x1122_3344), s.constant(32, 7));
    let chosen = s.ite(below, k, l);
    let bit = s.zext(below, 32);
    for value in [x, signed, unsigned, sum, product, mixed, shifted, masked, chosen, bit, k] {
        assert_eq!(through_memory(&mut s, value, 4), value, "{:?}", s.node(value));
    }
}

#[test]
fn a_wide_value_comes_back_from_its_halves() {
    let mut s = Store::new();
    let x = s.symbol("x", 1, 128);
    let (low, high) = (s.extract(x, 0, 64), s.extract(x, 64, 64));
    let low = through_memory(&mut s, low, 8);
    let high = through_memory(&mut s, high, 8);
    assert_eq!(s.concat(high, low), x);
}

#[test]
fn swapping_bytes_twice_is_nothing() {
    let mut s = Store::new();
    let x = s.symbol("x", 1, 64);
    let once = s.un(UnOp::Bswap, x).unwrap();
    assert_ne!(once, x);
    assert_eq!(s.un(UnOp::Bswap, once), Some(x));
}

#[test]
fn comparisons_are_done_at_the_width_of_the_data() {
    let mut s = Store::new();
    let c = s.symbol("c", 1, 8);
    let (signed, unsigned) = (s.sext(c, 32), s.zext(c, 32));
    let letter = s.constant(32, 65);
    let narrow = s.constant(8, 65);
    let expected = [s.eq(c, narrow), s.slt(c, narrow), s.ult(c, narrow)];
    assert_eq!([s.eq(signed, letter), s.slt(signed, letter), s.slt(unsigned, letter)], expected);
    let big = s.constant(32, 300);
    let (no, yes) = (s.bit(false), s.bit(true));
    assert_eq!(s.eq(unsigned, big), no);
    assert_eq!(s.slt(signed, big), yes);
    let minus = s.constant(32, u128::from(-5_i32 as u32));
    assert_eq!(s.slt(unsigned, minus), no);
}

/// The code that clang -O0 emits for `char c = c + 1` and `if (a < b)`.
#[test]
fn conversions_of_c_collapse() {
    let mut s = Store::new();
    let (c, d) = (s.symbol("c", 1, 8), s.symbol("d", 2, 8));
    let wide = s.sext(c, 32);
    let one = s.constant(32, 1);
    let sum = s.add(wide, one);
    let back = s.cast(CastOp::Trunc, sum, 8).unwrap();
    let narrow_one = s.constant(8, 1);
    assert_eq!(back, s.add(c, narrow_one));

    let less = s.slt(c, d);
    let as_int = s.zext(less, 32);
    let zero = s.constant(32, 0);
    assert_eq!(s.ne(as_int, zero), less);
    let not_less = s.eq(as_int, zero);
    assert_eq!(not_less, s.sle(d, c));
}

#[test]
fn a_condition_and_its_negation_are_recognised() {
    let mut s = Store::new();
    let (x, y) = (s.symbol("x", 1, 32), s.symbol("y", 2, 32));
    let seven = s.constant(32, 7);
    let (no, yes) = (s.bit(false), s.bit(true));
    let conditions = [s.eq(x, y), s.slt(x, y), s.ule(x, y), s.ult(x, seven), s.slt(seven, x), s.eq(x, seven)];
    for condition in conditions {
        let not = s.not(condition);
        assert_eq!(s.not(not), condition);
        assert_eq!(s.and(condition, not), no);
        assert_eq!(s.or(condition, not), yes);
    }
}

#[test]
fn equations_are_solved_for_the_unknown() {
    let mut s = Store::new();
    let x = s.symbol("x", 1, 32);
    let (three, ten) = (s.constant(32, 3), s.constant(32, 10));
    let tripled = s.mul(x, three);
    let shifted = s.add(tripled, ten);
    let twenty_two = s.constant(32, 22);
    let four = s.constant(32, 4);
    assert_eq!(s.eq(shifted, twenty_two), s.eq(x, four));

    let (a, b) = (s.symbol("a", 2, 8), s.symbol("b", 3, 8));
    let pair = s.concat(a, b);
    let text = s.constant(16, 0x4142);
    let (first, second) = (s.constant(8, 0x41), s.constant(8, 0x42));
    let (left, right) = (s.eq(a, first), s.eq(b, second));
    assert_eq!(s.eq(pair, text), s.and(left, right));
}

#[test]
fn tables_fold_and_know_their_values() {
    let mut s = Store::new();
    let i = s.symbol("i", 1, 8);
    let values: Vec<u64> = (0..256).map(|n| u64::from((48..58).contains(&n))).collect();
    let table = s.table(8, &values);
    let index = s.constant(64, 50);
    assert_eq!(s.lookup(table, index), s.constant(8, 1));
    let wide = s.zext(i, 64);
    let found = s.lookup(table, wide);
    assert_eq!(s.node(found), Node::Lookup { table, index: i });
    let two = s.constant(8, 2);
    assert_eq!(s.eq(found, two), s.bit(false));
    let ones = s.table(8, &[1; 256]);
    assert_eq!(s.lookup(ones, wide), s.constant(8, 1));
}

#[test]
fn floats_of_eighty_bits_are_refused() {
    let mut s = Store::new();
    let x = s.symbol("x", 1, 80);
    assert_eq!(s.bin(BinOp::FAdd, x, x), None);
    assert_eq!(s.un(UnOp::FSqrt, x), None);
    assert_eq!(s.cast(CastOp::FpToSi, x, 32), None);
    assert!(s.bin(BinOp::Add, x, x).is_some());
}

/// Compares two terms under many values, not only for identity.
fn agree(s: &Store, a: TermId, b: TermId, keys: &[u64], width: u8) {
    for n in 0..64u128 {
        let value = |key: u64| (n * 37 + u128::from(key) * 101).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3;
        let model: Model = keys.iter().map(|&key| (SymbolKey { key, width }, value(key))).collect();
        let mut evaluator = Evaluator::new(s, &model);
        assert_eq!(evaluator.eval(a), evaluator.eval(b), "{:?} and {:?} under {model:?}", s.node(a), s.node(b));
    }
}

#[test]
fn a_complement_is_a_difference() {
    for w in [5, 8, 32, 64, 128] {
        let mut s = Store::new();
        let x = s.symbol("x", 1, w);
        let inverted = s.not(x);
        for c in [1, 2, 7, 29] {
            let c_term = s.constant(w, c);
            let sum = s.add(inverted, c_term);
            let minuend = s.constant(w, c - 1);
            assert_eq!(sum, s.sub(minuend, x), "!x + {c} on {w} bits");
            let raw = s.intern(Node::Bin(BinOp::Add, inverted, c_term), w);
            agree(&s, sum, raw, &[1], w);
        }
    }
}

#[test]
fn the_complement_of_a_difference_is_a_sum() {
    for w in [5, 8, 32, 64, 128] {
        let mut s = Store::new();
        let x = s.symbol("x", 1, w);
        for k in [0, 1, 3, 30] {
            let k_term = s.constant(w, k);
            let difference = s.sub(k_term, x);
            let inverted = s.not(difference);
            let offset = s.constant(w, !k);
            assert_eq!(inverted, s.add(x, offset), "!({k} - x) on {w} bits");
            let ones = s.ones(w);
            let raw = s.intern(Node::Bin(BinOp::Xor, difference, ones), w);
            agree(&s, inverted, raw, &[1], w);
        }
    }
}

#[test]
fn a_table_with_one_reachable_value_is_that_value() {
    let mut s = Store::new();
    let (i, wide) = (s.symbol("i", 1, 2), s.symbol("j", 2, 8));
    // Two bits reach only the first four elements.
    let table = s.table(16, &[7, 7, 7, 7, 8]);
    assert_eq!(s.lookup(table, i), s.constant(16, 7));
    let extended = s.zext(i, 32);
    assert_eq!(s.lookup(table, extended), s.constant(16, 7));
    // All elements are equal, but the index may exceed the end, where 0 is read.
    let short = s.table(16, &[7, 7, 7]);
    for index in [i, wide] {
        let found = s.lookup(short, index);
        assert!(matches!(s.node(found), Node::Lookup { .. }), "{:?}", s.node(found));
    }
    let zeros = s.table(16, &[0, 0, 0]);
    assert_eq!(s.lookup(zeros, wide), s.constant(16, 0));
    let empty = s.table(16, &[]);
    let found = s.lookup(empty, wide);
    let model: Model = [(SymbolKey { key: 2, width: 8 }, 200)].into_iter().collect();
    assert_eq!(Evaluator::new(&s, &model).eval(found), 0);
}
