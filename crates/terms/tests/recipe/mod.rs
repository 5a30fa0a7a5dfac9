//! Random computations: a list of small steps, each an operation on earlier values. Every step is
//! done twice, as a term and on plain bits, so that the results can be compared.

use proptest::prelude::*;
use whydunit_program::{BinOp, CastOp, FloatPredicate, OverflowOp, TernOp, UnOp};
use whydunit_terms::{Model, Node, Store, SymbolKey, TermId, fold, is_core};

/// One step: the operation, and the earlier values it uses (modulo their number).
#[derive(Clone, Debug)]
pub struct Step {
    pub kind: u8,
    pub op: u8,
    pub a: u8,
    pub b: u8,
    pub c: u8,
    pub number: u128,
}

/// Values worth testing: small ones, limits, neighbours of powers of two, floats, anything.
pub fn interesting() -> impl Strategy<Value = u128> {
    prop_oneof![
        4 => 0_u128..10,
        2 => (0_u128..4).prop_map(|n| u128::MAX - n),
        3 => (0_u32..128, -1_i128..2).prop_map(|(n, d)| (1_u128 << n).wrapping_add(d as u128)),
        2 => (0_u128..256).prop_map(|n| n * 0x0101_0101_0101_0101_0101_0101_0101_0101),
        1 => (-40_i32..40).prop_map(|n| u128::from((f64::from(n) / 4.0).to_bits())),
        1 => (-40_i32..40).prop_map(|n| u128::from((n as f32 / 4.0).to_bits())),
        1 => prop::sample::select(vec![0x7ff0_0000_0000_0000, 0xfff0_0000_0000_0001, 0x7fc0_0000, 0xff80_0001]),
        2 => any::<u128>(),
    ]
}

pub fn step() -> impl Strategy<Value = Step> {
    (any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>(), interesting())
        .prop_map(|(kind, op, a, b, c, number)| Step { kind, op, a, b, c, number })
}

pub const WIDTHS: [u8; 10] = [1, 8, 32, 8, 64, 16, 32, 5, 33, 128];

/// A term and its expected value under each model.
#[derive(Clone, Debug)]
pub struct Made {
    pub term: TermId,
    /// The same computation, not simplified at this step (nor, for most operations, below).
    pub raw: TermId,
    pub width: u8,
    pub values: Vec<u128>,
}

/// Runs a recipe: symbols first (one per width), then the steps.
pub struct Kitchen {
    pub store: Store,
    pub models: Vec<Model>,
    pub made: Vec<Made>,
}

impl Kitchen {
    /// A kitchen with one symbol per width; `numbers` has their values, one list per model.
    pub fn new(numbers: &[Vec<u128>]) -> Self {
        let mut store = Store::new();
        let mut models = vec![Model::new(); numbers.len()];
        let mut made = Vec::new();
        for (i, &width) in WIDTHS.iter().enumerate() {
            let term = store.symbol(&format!("s{i}"), i as u64, width);
            let mut values = Vec::new();
            for (model, numbers) in models.iter_mut().zip(numbers) {
                model.set(SymbolKey { key: i as u64, width }, numbers[i]);
                values.push(fold::truncate(width, numbers[i]));
            }
            made.push(Made { term, raw: term, width, values });
        }
        Kitchen { store, models, made }
    }

    fn pick(&self, n: u8) -> Made {
        self.made[self.made.len() - 1 - usize::from(n) % self.made.len()].clone()
    }

    /// A value of this width, by truncation or extension of an earlier one.
    fn pick_at(&mut self, n: u8, width: u8) -> Made {
        let found = self.pick(n);
        match found.width.cmp(&width) {
            std::cmp::Ordering::Equal => found,
            std::cmp::Ordering::Less if n.is_multiple_of(2) => self.cast(CastOp::ZExt, &found, width),
            std::cmp::Ordering::Less => self.cast(CastOp::SExt, &found, width),
            std::cmp::Ordering::Greater => self.cast(CastOp::Trunc, &found, width),
        }
    }

    pub fn cast(&mut self, op: CastOp, a: &Made, to: u8) -> Made {
        let term = self.store.cast(op, a.term, to).expect("no fp80 here");
        let raw = match op {
            CastOp::Trunc if to < a.width => self.store.intern(Node::Extract { low: 0, of: a.raw }, to),
            CastOp::ZExt | CastOp::SExt if to > a.width => self.store.intern(Node::Cast(op, a.raw), to),
            _ => self.store.cast(op, a.raw, to).expect("no fp80 here"),
        };
        let values = a.values.iter().map(|&x| fold::cast(op, a.width, to, x)).collect();
        Made { term, raw, width: to, values }
    }

    pub fn bin(&mut self, op: BinOp, a: &Made, b: &Made) -> Made {
        let term = self.store.bin(op, a.term, b.term).expect("no fp80 here");
        let values = a.values.iter().zip(&b.values).map(|(&x, &y)| fold::bin(op, a.width, x, y)).collect();
        let width = self.store.width(term);
        let raw = if is_core(op) {
            self.store.intern(Node::Bin(op, a.raw, b.raw), width)
        } else {
            self.store.bin(op, a.raw, b.raw).expect("no fp80 here")
        };
        Made { term, raw, width, values }
    }

    pub fn constant(&mut self, width: u8, number: u128) -> Made {
        let value = fold::truncate(width, number);
        let term = self.store.constant(width, value);
        Made { term, raw: term, width, values: vec![value; self.models.len()] }
    }

    /// Performs one step; records and returns the result.
    pub fn perform(&mut self, step: &Step, floats: bool) -> Made {
        let kinds = if floats { 14 } else { 11 };
        let made = match step.kind % kinds {
            0..=2 => self.integer_bin(step, false),
            3 => self.integer_bin(step, true),
            4 => {
                let a = self.pick(step.a);
                self.constant(a.width, step.number)
            }
            5 => self.extension(step),
            6 => self.extraction(step),
            7 => self.concatenation(step),
            8 => self.alternatives(step),
            9 => self.unary(step),
            10 => self.lookup(step),
            11 => self.float_bin(step),
            12 => self.float_cast(step),
            _ => self.float_comparison(step),
        };
        self.made.push(made.clone());
        made
    }

    fn integer_bin(&mut self, step: &Step, with_constant: bool) -> Made {
        use BinOp as B;
        const OPS: [B; 27] = [
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
        ];
        let a = self.pick(step.a);
        let mut b = if with_constant { self.constant(a.width, step.number) } else { self.pick_at(step.b, a.width) };
        let mut a = a;
        if step.c.is_multiple_of(2) {
            std::mem::swap(&mut a, &mut b);
        }
        self.bin(OPS[usize::from(step.op) % OPS.len()], &a, &b)
    }

    fn extension(&mut self, step: &Step) -> Made {
        let a = self.pick(step.a);
        let room = 128 - a.width;
        if room == 0 {
            return a;
        }
        let op = if step.op.is_multiple_of(2) { CastOp::ZExt } else { CastOp::SExt };
        self.cast(op, &a, a.width + 1 + step.b % room)
    }

    fn extraction(&mut self, step: &Step) -> Made {
        let a = self.pick(step.a);
        let low = step.b % a.width;
        let width = 1 + step.c % (a.width - low);
        let term = if low == 0 && step.op.is_multiple_of(2) {
            self.store.trunc(a.term, width)
        } else {
            self.store.extract(a.term, low, width)
        };
        let whole = width == a.width;
        let raw = if whole { a.raw } else { self.store.intern(Node::Extract { low, of: a.raw }, width) };
        let values = a.values.iter().map(|&x| fold::truncate(width, x >> low)).collect();
        Made { term, raw, width, values }
    }

    fn concatenation(&mut self, step: &Step) -> Made {
        let (a, b) = (self.pick(step.a), self.pick(step.b));
        if u32::from(a.width) + u32::from(b.width) > 128 {
            return a;
        }
        let term = self.store.concat(a.term, b.term);
        let values = a.values.iter().zip(&b.values).map(|(&x, &y)| x << b.width | y).collect();
        let raw = self.store.intern(Node::Concat { high: a.raw, low: b.raw }, a.width + b.width);
        Made { term, raw, width: a.width + b.width, values }
    }

    fn alternatives(&mut self, step: &Step) -> Made {
        let cond = self.pick_at(step.c, 1);
        let a = self.pick(step.a);
        let b =
            if step.op.is_multiple_of(3) { self.constant(a.width, step.number) } else { self.pick_at(step.b, a.width) };
        let (a, b) = if step.op.is_multiple_of(2) { (a, b) } else { (b, a) };
        let term = self.store.ite(cond.term, a.term, b.term);
        let values =
            (0..self.models.len()).map(|i| if cond.values[i] == 1 { a.values[i] } else { b.values[i] }).collect();
        let raw = self.store.intern(Node::Ite { cond: cond.raw, then: a.raw, other: b.raw }, a.width);
        Made { term, raw, width: a.width, values }
    }

    fn unary(&mut self, step: &Step) -> Made {
        let a = self.pick(step.a);
        let op = match step.op % 8 {
            0 => UnOp::Ctlz,
            1 => UnOp::Cttz,
            2 => UnOp::Ctpop,
            3 if a.width.is_multiple_of(8) => UnOp::Bswap,
            4 => UnOp::Abs,
            5 => return self.funnel(step),
            6 | 7 => return self.overflow(step),
            _ => UnOp::BitReverse,
        };
        let term = self.store.un(op, a.term).expect("no fp80 here");
        let raw = self.store.un(op, a.raw).expect("no fp80 here");
        let values = a.values.iter().map(|&x| fold::un(op, a.width, x)).collect();
        Made { term, raw, width: a.width, values }
    }

    fn funnel(&mut self, step: &Step) -> Made {
        let a = self.pick(step.a);
        let (b, c) = (self.pick_at(step.b, a.width), self.constant(a.width, step.number));
        let op = if step.c.is_multiple_of(2) { TernOp::FShl } else { TernOp::FShr };
        let term = self.store.tern(op, a.term, b.term, c.term).expect("no fp80 here");
        let values = (0..self.models.len()).map(|i| fold::tern(op, a.width, a.values[i], b.values[i], c.values[i]));
        let values = values.collect();
        let raw = self.store.tern(op, a.raw, b.raw, c.raw).expect("no fp80 here");
        Made { term, raw, width: a.width, values }
    }

    fn overflow(&mut self, step: &Step) -> Made {
        use OverflowOp as O;
        let op = [O::SAdd, O::UAdd, O::SSub, O::USub, O::SMul, O::UMul][usize::from(step.c) % 6];
        let a = self.pick(step.a);
        let b = self.pick_at(step.b, a.width);
        let (_, bit) = self.store.overflow(op, a.term, b.term);
        let values = a.values.iter().zip(&b.values).map(|(&x, &y)| u128::from(fold::overflow(op, a.width, x, y).1));
        let values = values.collect();
        let raw = self.store.overflow(op, a.raw, b.raw).1;
        Made { term: bit, raw, width: 1, values }
    }

    fn lookup(&mut self, step: &Step) -> Made {
        let index = self.pick(step.a);
        let len = 1 + usize::from(step.b) % 40;
        let numbers: Vec<u64> = (0..len as u32).map(|i| (step.number >> (i % 100)) as u64 & 0xff).collect();
        let at = |x: u128| usize::try_from(x).ok().and_then(|i| numbers.get(i).copied()).unwrap_or(0);
        if step.op.is_multiple_of(2) {
            let table = self.store.table(8, &numbers);
            let term = self.store.lookup(table, index.term);
            let raw = self.store.intern(Node::Lookup { table, index: index.raw }, 8);
            return Made { term, raw, width: 8, values: index.values.iter().map(|&x| u128::from(at(x))).collect() };
        }
        let replaced = self.pick_at(step.c, 8);
        let every = 1 + usize::from(step.c) % 9;
        let elements: Vec<TermId> = numbers
            .iter()
            .enumerate()
            .map(|(i, &n)| if i % every == 0 { replaced.term } else { self.store.constant(8, u128::from(n)) })
            .collect();
        let term = self.store.select(&elements, index.term);
        let value = |m: usize| match index.values[m] {
            x if x < len as u128 && (x as usize).is_multiple_of(every) => replaced.values[m],
            x => u128::from(at(x)),
        };
        let raw = self.store.select(&elements, index.raw);
        Made { term, raw, width: 8, values: (0..self.models.len()).map(value).collect() }
    }

    fn float_width(step: &Step) -> u8 {
        if step.c.is_multiple_of(2) { 32 } else { 64 }
    }

    fn float_bin(&mut self, step: &Step) -> Made {
        use BinOp as B;
        let w = Self::float_width(step);
        let (a, b) = (self.pick_at(step.a, w), self.pick_at(step.b, w));
        let ops = [B::FAdd, B::FSub, B::FMul, B::FDiv, B::FMin, B::FMax, B::FCopySign, B::FRem];
        if step.op < 128 {
            return self.bin(ops[usize::from(step.op) % ops.len()], &a, &b);
        }
        use UnOp as U;
        let ops = [U::FNeg, U::FAbs, U::FFloor, U::FCeil, U::FTrunc, U::FRint, U::FRound, U::FRoundEven, U::FSqrt];
        let op = ops[usize::from(step.op) % ops.len()];
        let term = self.store.un(op, a.term).expect("no fp80 here");
        let raw = self.store.un(op, a.raw).expect("no fp80 here");
        Made { term, raw, width: w, values: a.values.iter().map(|&x| fold::un(op, w, x)).collect() }
    }

    fn float_cast(&mut self, step: &Step) -> Made {
        let w = Self::float_width(step);
        match step.op % 5 {
            0 => {
                let a = self.pick(step.a);
                self.cast(CastOp::SiToFp, &a, w)
            }
            1 => {
                let a = self.pick(step.a);
                self.cast(CastOp::UiToFp, &a, w)
            }
            2 => {
                let a = self.pick_at(step.a, w);
                self.cast(CastOp::FpToSi, &a, WIDTHS[usize::from(step.b) % WIDTHS.len()])
            }
            3 => {
                let a = self.pick_at(step.a, w);
                self.cast(CastOp::FpToUi, &a, WIDTHS[usize::from(step.b) % WIDTHS.len()])
            }
            _ => {
                let a = self.pick_at(step.a, w);
                self.cast(CastOp::FpToFp, &a, 96 - w)
            }
        }
    }

    fn float_comparison(&mut self, step: &Step) -> Made {
        use FloatPredicate as P;
        let preds = [
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
        let w = Self::float_width(step);
        let (a, b) = (self.pick_at(step.a, w), self.pick_at(step.b, w));
        if step.number.is_multiple_of(5) {
            let classes = self.constant(32, step.number >> 3);
            let term = self.store.tern(TernOp::IsClass, a.term, classes.term, classes.term).expect("no fp80 here");
            let values = a.values.iter().map(|&x| fold::tern(TernOp::IsClass, w, x, classes.values[0], 0)).collect();
            let raw = self.store.tern(TernOp::IsClass, a.raw, classes.raw, classes.raw).expect("no fp80 here");
            return Made { term, raw, width: 1, values };
        }
        let pred = preds[usize::from(step.op) % 16];
        let term = self.store.fcmp(pred, a.term, b.term);
        let values = a.values.iter().zip(&b.values).map(|(&x, &y)| u128::from(fold::compare(pred, w, x, y))).collect();
        let raw = self.store.intern(Node::FCmp(pred, a.raw, b.raw), 1);
        Made { term, raw, width: 1, values }
    }
}
