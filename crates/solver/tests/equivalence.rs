//! The simplifier against the solver: a term as it was asked for and as it was simplified can never
//! differ, for any values at all.

#[allow(unreachable_pub)]
#[path = "../../terms/tests/recipe/mod.rs"]
mod recipe;

use std::cell::RefCell;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, TestRunner};
use recipe::{Kitchen, WIDTHS, step};
use whydunit_program::BinOp;
use whydunit_solver::{Answer, Config, Limits, Query, chain};
use whydunit_terms::Node;

#[test]
fn simplified_terms_are_equivalent() {
    // Multiplications and divisions of 128 bits are beyond any solver: a short limit, and a count.
    let limits = Limits { time: Duration::from_millis(150), ..Limits::default() };
    let solver = RefCell::new(chain(&Config { limits, ..Config::bare() }));
    let counts = RefCell::new((0, 0));
    let cases = Cases { cases: 4000, failure_persistence: None, ..Cases::default() };
    TestRunner::new_with_rng(cases, fixed())
        .run(&prop::collection::vec(step(), 1..7), |steps| {
            let mut kitchen = Kitchen::new(&[vec![0; WIDTHS.len()]]);
            let mut last = None;
            for step in &steps {
                last = Some(kitchen.perform(step, false));
            }
            let Some(made) = last else { return Ok(()) };
            let same = kitchen.store.intern(Node::Bin(BinOp::Eq, made.term, made.raw), 1);
            let one = kitchen.store.bit(true);
            let differ = kitchen.store.intern(Node::Bin(BinOp::Xor, same, one), 1);
            match solver.borrow_mut().check(&Query::new(&kitchen.store, &[differ])) {
                Answer::Unsat(_) => counts.borrow_mut().0 += 1,
                Answer::Unknown(_) => counts.borrow_mut().1 += 1,
                Answer::Sat(model) => prop_assert!(false, "differ under {:?}", model),
            }
            Ok(())
        })
        .unwrap();
    let (proved, open) = *counts.borrow();
    assert!(open * 10 < proved, "{proved} proved, {open} open");
}

fn fixed() -> proptest::test_runner::TestRng {
    proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha)
}
