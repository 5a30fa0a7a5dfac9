//! Cross-checks the machine against the terms of `whydunit-terms`: every operation must agree bit
//! for bit, so that a rerun behaves as a solver's model predicts.

use whydunit_machine::{float, ops};
use whydunit_program::{BinOp, CastOp, FloatPredicate, OverflowOp, TernOp, UnOp};
use whydunit_terms::fold;

const INTEGER: [BinOp; 27] = {
    use BinOp as B;
    [
        B::Add,
        B::Sub,
        B::Mul,
        B::UDiv,
        B::SDiv,
        B::URem,
        B::SRem,
        B::And,
        B::Or,
        B::Xor,
        B::Shl,
        B::LShr,
        B::AShr,
        B::Eq,
        B::Ne,
        B::ULt,
        B::ULe,
        B::SLt,
        B::SLe,
        B::UMin,
        B::UMax,
        B::SMin,
        B::SMax,
        B::UAddSat,
        B::USubSat,
        B::SAddSat,
        B::SSubSat,
    ]
};

/// Limits, small numbers and neighbours of powers of two, cut to the width, without duplicates.
fn samples(w: u8) -> Vec<u128> {
    let mut all: Vec<u128> =
        (0..5).chain([31, 32, 33, 63, 64, 65, 0x1234_5678_9abc_def0_0fed_cba9_8765_4321]).collect();
    all.extend((0..4).map(|n| u128::MAX - n));
    all.extend([7, 8, 15, 31, 32, 63, 64, 127].map(|n| 1_u128 << n));
    all.extend([1, 7, 8, 15, 31, 63, 64, 127].map(|n| (1_u128 << n) - 1));
    // The minimum and maximum signed numbers and their neighbours.
    all.extend([(1_u128 << (w - 1)).wrapping_sub(2), (1 << (w - 1)) - 1, 1 << (w - 1), (1 << (w - 1)) + 1]);
    let mut all: Vec<u128> = all.into_iter().map(|x| fold::truncate(w, x)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Every supported width.
const WIDTHS: std::ops::RangeInclusive<u8> = 1..=128;

#[test]
fn integer_operations() {
    for w in WIDTHS {
        for op in INTEGER {
            for a in samples(w) {
                for b in samples(w) {
                    let machine = if w <= 64 {
                        ops::bin(op, w, a as u64, b as u64).map(u128::from)
                    } else {
                        ops::wide_bin(op, w, a, b)
                    };
                    // A failure (division, or saturation beyond 64 bits) has no value to compare.
                    if let Ok(value) = machine {
                        assert_eq!(fold::bin(op, w, a, b), value, "{op:?} on {w} bits: {a:#x} {b:#x}");
                    }
                }
            }
        }
    }
}

#[test]
fn other_integer_operations() {
    use OverflowOp as O;
    for w in WIDTHS {
        let amounts = [0, 1, u64::from(w / 2), u64::from(w) - 1, u64::from(w), u64::MAX]
            .map(|c| c & (u64::MAX >> (64 - w.min(64))));
        for a in samples(w) {
            for op in [UnOp::Ctlz, UnOp::Cttz, UnOp::Ctpop, UnOp::Bswap, UnOp::BitReverse, UnOp::Abs] {
                if op == UnOp::Bswap && !w.is_multiple_of(8) {
                    continue;
                }
                let machine = if w <= 64 { u128::from(ops::un(op, w, a as u64)) } else { ops::wide_un(op, w, a) };
                assert_eq!(fold::un(op, w, a), machine, "{op:?} on {w} bits: {a:#x}");
            }
            for b in samples(w) {
                for op in [O::SAdd, O::UAdd, O::SSub, O::USub, O::SMul, O::UMul] {
                    assert_eq!(fold::overflow(op, w, a, b), ops::overflow(op, w, a, b), "{op:?} {w}: {a:#x} {b:#x}");
                }
                if w <= 64 {
                    for (op, c) in [TernOp::FShl, TernOp::FShr].into_iter().flat_map(|op| amounts.map(|c| (op, c))) {
                        let machine = ops::tern(op, w, a as u64, b as u64, c);
                        assert_eq!(fold::tern(op, w, a, b, c.into()), machine.into(), "{op:?} {w}: {a:#x} {b:#x} {c}");
                    }
                }
            }
            for to in WIDTHS {
                let ops: &[CastOp] = if to < w { &[CastOp::Trunc] } else { &[CastOp::ZExt, CastOp::SExt] };
                for &op in ops {
                    assert_eq!(fold::cast(op, w, to, a), ops::int_cast(op, w, to, a), "{op:?} {w} to {to}: {a:#x}");
                }
            }
        }
    }
}

/// Bits of floats of this width: all classes, limits of integers, halves, NaNs of both kinds.
fn floats(w: u8) -> Vec<u64> {
    let values = [
        0.0,
        0.5,
        1.0,
        1.5,
        2.5,
        3.7,
        0.1,
        1e10,
        1e19,
        1.9e19,
        1e30,
        1e38,
        1e39,
        3e38,
        1e300,
        5e-324,
        1e-40,
        127.0,
        128.0,
        255.5,
        65535.0,
        65536.0,
        2147483647.0,
        2147483648.0,
        2147483649.5,
        4294967295.0,
        4294967296.0,
        9.223372036854775e18,
        9.223372036854776e18,
        1.8446744073709552e19,
        1.7014118346046923e38,
        3.402823669209385e38,
        f64::INFINITY,
    ];
    let both = values.iter().flat_map(|v| [*v, -*v]);
    let nans = [0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0001, 0x7ff0_0000_2000_0001, 0xfff4_1234_5678_9abc];
    if w == 64 {
        return both.map(f64::to_bits).chain(nans).collect();
    }
    let nans = [0x7fc0_0000, 0xffc0_0001, 0x7f80_0001, 0xffa1_2345];
    both.map(|v| u64::from((v as f32).to_bits())).chain(nans).collect()
}

#[test]
fn float_operations() {
    use BinOp as B;
    use UnOp as U;
    for w in [32, 64] {
        for a in floats(w) {
            let wide = u128::from(a);
            let rounding = [U::FFloor, U::FCeil, U::FTrunc, U::FRint, U::FRound, U::FRoundEven, U::FSqrt];
            for op in rounding.into_iter().chain([U::FNeg, U::FAbs, U::FIsNan]) {
                assert_eq!(fold::un(op, w, wide), u128::from(float::un(op, w, a)), "{op:?} {w}: {a:#x}");
            }
            for b in floats(w) {
                let other = u128::from(b);
                for op in [B::FAdd, B::FSub, B::FMul, B::FDiv, B::FRem, B::FMin, B::FMax, B::FCopySign] {
                    let (term, machine) = (fold::bin(op, w, wide, other), u128::from(float::bin(op, w, a, b)));
                    assert_eq!(term, machine, "{op:?} {w}: {a:#x} {b:#x}: {term:#x} {machine:#x}");
                }
                for c in floats(w) {
                    // With several NaN operands, the host's libm chooses which NaN fma returns.
                    let nans = [a, b, c].into_iter().filter(|&f| fold::is_nan(w, f.into())).count() > 1;
                    for op in if nans { &[TernOp::MulAdd][..] } else { &[TernOp::Fma, TernOp::MulAdd] } {
                        let term = fold::tern(*op, w, wide, other, c.into());
                        let machine = u128::from(float::tern(*op, w, a, b, c));
                        assert_eq!(term, machine, "{op:?} {w}: {a:#x} {b:#x} {c:#x}: {term:#x} {machine:#x}");
                    }
                }
            }
            for class in 0..10 {
                let (term, machine) = (
                    fold::tern(TernOp::IsClass, w, wide, 1 << class, 0),
                    float::tern(TernOp::IsClass, w, a, 1 << class, 0),
                );
                assert_eq!(term, u128::from(machine), "class {class} {w}: {a:#x}");
            }
        }
    }
}

#[test]
fn float_comparisons() {
    use FloatPredicate as P;
    let predicates = [
        P::False,
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
        P::True,
    ];
    for w in [32, 64] {
        for a in floats(w) {
            for b in floats(w) {
                for pred in predicates {
                    let term = fold::compare(pred, w, u128::from(a), u128::from(b));
                    assert_eq!(term, float::compare(pred, w, [a, 0], [b, 0]), "{pred:?} {w}: {a:#x} {b:#x}");
                }
            }
        }
    }
}

#[test]
fn float_conversions() {
    let join = |[low, high]: float::Pair, to: u8| {
        if to > 64 { u128::from(high) << 64 | u128::from(low) } else { u128::from(low) }
    };
    for w in [32, 64] {
        for a in floats(w) {
            for op in [CastOp::FpToSi, CastOp::FpToUi] {
                for to in WIDTHS {
                    let (term, machine) =
                        (fold::cast(op, w, to, u128::from(a)), join(float::cast(op, w, to, [a, 0]), to));
                    assert_eq!(term, machine, "{op:?} {w} to {to}: {a:#x}: {term:#x} {machine:#x}");
                }
            }
            let to = 96 - w;
            let (term, machine) =
                (fold::cast(CastOp::FpToFp, w, to, u128::from(a)), float::cast(CastOp::FpToFp, w, to, [a, 0])[0]);
            assert_eq!(term, u128::from(machine), "{w} to {to}: {a:#x}");
        }
        for from in WIDTHS {
            for a in samples(from) {
                for op in [CastOp::SiToFp, CastOp::UiToFp] {
                    let machine = float::cast(op, from, w, [a as u64, (a >> 64) as u64])[0];
                    assert_eq!(fold::cast(op, from, w, a), u128::from(machine), "{op:?} {from} to {w}: {a:#x}");
                }
            }
        }
    }
}
