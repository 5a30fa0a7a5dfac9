//! Cross-checks the simplifier with the solver: the unsimplified and the simplified term are equal
//! for all values.

#[allow(unreachable_pub)]
#[path = "../../terms/tests/recipe/mod.rs"]
mod recipe;

use std::cell::RefCell;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, TestRunner};
use recipe::{Kitchen, Made, Step, WIDTHS, step};
use whydunit_program::BinOp;
use whydunit_solver::{Answer, Config, Limits, Query, chain};
use whydunit_terms::{Node, Store, TermId};

#[test]
fn simplified_terms_are_equivalent() {
    // Multiplications and divisions of 128 bits are beyond any solver: a short limit, and a count.
    let limits = Limits { time: Duration::from_millis(150), ..Limits::default() };
    let solver = RefCell::new(chain(&Config { limits, ..Config::bare() }));
    let counts = RefCell::new(Counts::default());
    let cases = Cases { cases: 4000, failure_persistence: None, ..Cases::default() };
    TestRunner::new_with_rng(cases, fixed())
        .run(&prop::collection::vec(step(), 1..7), |steps| {
            let mut kitchen = Kitchen::new(&[vec![0; WIDTHS.len()]]);
            let mut last = None;
            for step in &steps {
                last = Some(kitchen.perform(step, false));
            }
            let Some(made) = last else { return Ok(()) };
            let differ = differ(&mut kitchen.store, &made);
            let answer = solver.borrow_mut().check(&Query::new(&kitchen.store, &[differ]));
            counts.borrow_mut().add(&answer)
        })
        .unwrap();
    let Counts { proved, open } = counts.into_inner();
    assert!(open * 10 < proved, "{proved} proved, {open} open");
}

/// The same with floats among the steps. They are hard, so recipes are short, and a case counts
/// only if the simplifier changed a float.
#[test]
fn simplified_floats_are_equivalent() {
    let limits = Limits { effort: 60_000, ..Limits::default() };
    let config = Config { limits, float_limits: limits, ..Config::bare() };
    let solver = RefCell::new(chain(&config));
    let counts = RefCell::new(Counts::default());
    let cases = Cases { cases: 10_000, failure_persistence: None, ..Cases::default() };
    let recipe = (prop::collection::vec(step(), 0..2), prop::collection::vec((11_u8..14, step()), 1..4));
    TestRunner::new_with_rng(cases, fixed())
        .run(&recipe, |(steps, floats)| {
            let mut kitchen = Kitchen::new(&[vec![0; WIDTHS.len()]]);
            steps.iter().for_each(|step| drop(kitchen.perform(step, false)));
            let mut last = None;
            for (kind, step) in floats {
                last = Some(kitchen.perform(&Step { kind, ..step }, true));
            }
            let Some(made) = last.filter(|m| m.term != m.raw) else { return Ok(()) };
            let differ = differ(&mut kitchen.store, &made);
            let answer = solver.borrow_mut().check(&Query::new(&kitchen.store, &[differ]));
            counts.borrow_mut().add(&answer)
        })
        .unwrap();
    let Counts { proved, open } = counts.into_inner();
    println!("{proved} proved, {open} open");
    assert!(proved > 500 && open < proved, "{proved} proved, {open} open");
}

/// The solver's verdicts.
#[derive(Default)]
struct Counts {
    proved: u32,
    open: u32,
}

impl Counts {
    fn add(&mut self, answer: &Answer) -> Result<(), TestCaseError> {
        match answer {
            Answer::Unsat(_) => self.proved += 1,
            Answer::Unknown(_) => self.open += 1,
            Answer::Sat(model) => prop_assert!(false, "differ under {:?}", model),
        }
        Ok(())
    }
}

/// The condition that an unsimplified and a simplified term differ.
fn differ(store: &mut Store, made: &Made) -> TermId {
    let same = store.intern(Node::Bin(BinOp::Eq, made.term, made.raw), 1);
    let one = store.bit(true);
    store.intern(Node::Bin(BinOp::Xor, same, one), 1)
}

fn fixed() -> proptest::test_runner::TestRng {
    proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha)
}
