//! Deductions from intervals alone: tables, and "not equal" at the ends of an interval.

use whydunit_solver::{Answer, Config, Query, Solver, chain, minimal_core};
use whydunit_terms::{Evaluator, Store, TermId};

/// The answer of the whole chain; a core is given to the bare backend and minimised.
fn decided(store: &Store, constraints: &[TermId]) -> (Answer, u64) {
    let mut solver = chain(&Config { cache: false, nudge: false, ..Config::default() });
    let answer = solver.check(&Query::new(store, constraints));
    match &answer {
        Answer::Sat(model) => assert!(Evaluator::new(store, model).all_true(constraints)),
        Answer::Unsat(core) => {
            let members: Vec<TermId> = core.iter().map(|&i| constraints[i]).collect();
            let mut judge = chain(&Config::bare());
            assert!(matches!(judge.check(&Query::new(store, &members)), Answer::Unsat(_)), "core {core:?}");
        }
        Answer::Unknown(reason) => panic!("{reason}"),
    }
    (answer, solver.statistics().backend)
}

fn minimal(store: &Store, constraints: &[TermId]) -> Vec<usize> {
    let mut solver = chain(&Config::default());
    minimal_core(&mut *solver, &Query::new(store, constraints)).expect("a contradiction").members
}

#[test]
fn a_table_lies_between_its_least_and_its_largest_value() {
    let mut s = Store::new();
    let i = s.symbol("i", 1, 16);
    let (ten, five, nine) = (s.constant(16, 10), s.constant(32, 500), s.constant(32, 900));
    let table = s.table(32, &[500, 700, 600, 900, 800, 501, 502, 503, 504, 505]);
    let found = s.lookup(table, i);
    let inside = s.ult(i, ten);
    let below = s.ult(found, five);
    let above = s.ult(nine, found);
    for wrong in [below, above] {
        let (answer, backend) = decided(&s, &[inside, wrong]);
        assert_eq!((answer.core().is_some(), backend), (true, 0));
    }
    // Without the bound on the index, the element may be the 0 beyond the end.
    assert_eq!(minimal(&s, &[inside, below]), [0, 1]);
    assert_eq!(minimal(&s, &[inside, above]), [1]);
    assert!(decided(&s, &[below]).0.model().is_some());
    assert!(decided(&s, &[above]).0.core().is_some());
    let largest = s.eq(found, nine);
    assert_eq!(decided(&s, &[inside, largest]).0.model().map(|m| m.len()), Some(1));
}

#[test]
fn unequal_to_all_that_is_left() {
    let mut s = Store::new();
    let (x, y) = (s.symbol("x", 1, 32), s.symbol("y", 2, 32));
    let three = s.constant(32, 3);
    let mut constraints = vec![s.ult(y, three), s.ult(x, three)];
    for n in 0..3 {
        let value = s.constant(32, n);
        constraints.push(s.ne(x, value));
    }
    // The condition on y is irrelevant, all others are needed.
    let (answer, _) = decided(&s, &constraints);
    assert_eq!(answer.core(), Some(&[1, 2, 3, 4][..]));
    assert_eq!(minimal(&s, &constraints), [1, 2, 3, 4]);
    constraints.pop();
    assert!(decided(&s, &constraints).0.model().is_some());
}

#[test]
fn unequal_at_both_ends_names_the_bounds_it_used() {
    let mut s = Store::new();
    let x = s.symbol("x", 1, 32);
    let (low, high, middle) = (s.constant(32, 99), s.constant(32, 102), s.constant(32, 50));
    let (first, last) = (s.constant(32, 100), s.constant(32, 101));
    let constraints = [s.ult(middle, x), s.ult(low, x), s.ult(x, high), s.ne(x, last), s.ne(x, middle), s.ne(x, first)];
    let (answer, backend) = decided(&s, &constraints);
    assert_eq!((answer.core(), backend), (Some(&[1, 2, 3, 5][..]), 0));
    assert_eq!(minimal(&s, &constraints), [1, 2, 3, 5]);
}

#[test]
fn unequal_to_the_least_number_without_any_bound() {
    let mut s = Store::new();
    let x = s.symbol("x", 1, 32);
    let (zero, one) = (s.constant(32, 0), s.constant(32, 1));
    let constraints = [s.ne(x, zero), s.ult(x, one)];
    let (answer, backend) = decided(&s, &constraints);
    assert_eq!((answer.core(), backend), (Some(&[0, 1][..]), 0));
}
