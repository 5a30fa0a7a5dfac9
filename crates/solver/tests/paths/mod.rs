//! Random path conditions over a few bytes and integers, as in symbolic execution: each query is a
//! prefix of a path and one more constraint.

use proptest::prelude::*;
use whydunit_terms::{Store, TermId};

/// One branch of an invented program: the compared values and the outcome.
#[derive(Clone, Debug)]
pub struct Branch {
    pub kind: u8,
    pub left: u8,
    pub right: u8,
    pub number: u32,
    pub taken: bool,
}

pub fn branch() -> impl Strategy<Value = Branch> {
    let number = prop_oneof![3 => 0_u32..12, 2 => 40_u32..60, 1 => Just(u32::MAX), 1 => any::<u32>()];
    (any::<u8>(), any::<u8>(), any::<u8>(), number, any::<bool>())
        .prop_map(|(kind, left, right, number, taken)| Branch { kind, left, right, number, taken })
}

/// Bytes `b0`–`b3` and 16-bit integers `n0`–`n2`.
pub struct Program {
    pub store: Store,
    bytes: Vec<TermId>,
    numbers: Vec<TermId>,
}

impl Program {
    pub fn new() -> Self {
        let mut store = Store::new();
        let bytes = (0..4).map(|i| store.symbol(&format!("b{i}"), i, 8)).collect();
        let numbers = (0..3).map(|i| store.symbol(&format!("n{i}"), 10 + i, 16)).collect();
        Program { store, bytes, numbers }
    }

    pub fn constraint(&mut self, branch: &Branch) -> TermId {
        let s = &mut self.store;
        let (a, b) = (self.bytes[usize::from(branch.left) % 4], self.bytes[usize::from(branch.right) % 4]);
        let (x, y) = (self.numbers[usize::from(branch.left) % 3], self.numbers[usize::from(branch.right) % 3]);
        let narrow = s.constant(8, u128::from(branch.number));
        let wide = s.constant(16, u128::from(branch.number));
        let condition = match branch.kind % 9 {
            0 => s.eq(a, narrow),
            1 => s.slt(a, narrow),
            2 => s.ult(x, wide),
            3 => s.slt(x, y),
            4 => s.eq(a, b),
            5 => {
                let sum = s.add(x, y);
                s.ult(sum, wide)
            }
            6 => {
                let extended = s.zext(a, 16);
                s.ult(extended, x)
            }
            7 => {
                let table = s.table(8, &(0..256).map(|i| i * 7 % 11).collect::<Vec<_>>());
                let found = s.lookup(table, a);
                s.eq(found, narrow)
            }
            _ => {
                let product = s.mul(a, b);
                s.eq(product, narrow)
            }
        };
        if branch.taken { condition } else { s.not(condition) }
    }

    pub fn path(&mut self, branches: &[Branch]) -> Vec<TermId> {
        branches.iter().map(|b| self.constraint(b)).collect()
    }
}
