//! Checks the printed SMT-LIB with a second reader, Z3's own front end: it must give the same
//! answers as the chain, which never sees the text. `WHYDUNIT_CVC5` can name a cvc5 program as a
//! third reader.

#[allow(unreachable_pub)]
#[path = "../../terms/tests/recipe/mod.rs"]
mod recipe;

use std::cell::RefCell;

use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, RngAlgorithm, TestRng, TestRunner};
use recipe::{Kitchen, WIDTHS, step};
use whydunit_solver::{Answer, Config, Limits, Pipe, Query, Solver, chain};
use whydunit_terms::TermId;
use whydunit_terms::smtlib::Script;
use z3::{Params, SatResult};

/// Z3's verdict on a text: is it satisfiable? None if undecided.
fn reread(text: &str) -> Option<bool> {
    let solver = z3::Solver::new();
    let mut params = Params::new();
    params.set_u32("rlimit", 300_000);
    solver.set_params(&params);
    solver.from_string(text);
    // Z3 silently skips text that it cannot read.
    assert_eq!(solver.get_assertions().len(), text.matches("(assert ").count(), "not all of it was read:\n{text}");
    match solver.check() {
        SatResult::Sat => Some(true),
        SatResult::Unsat => Some(false),
        SatResult::Unknown => None,
    }
}

fn verdict(answer: &Answer) -> Option<bool> {
    match answer {
        Answer::Sat(_) => Some(true),
        Answer::Unsat(_) => Some(false),
        Answer::Unknown(_) => None,
    }
}

/// Counts of agreements (sat, unsat) and of undecided cases.
#[derive(Debug, Default)]
struct Counts {
    sat: u32,
    unsat: u32,
    open: u32,
    other: u32,
}

/// Conditions on the last values of a recipe: they equal these numbers.
fn conditions(kitchen: &mut Kitchen, numbers: &[u128]) -> Vec<TermId> {
    let last: Vec<_> = kitchen.made.iter().rev().take(numbers.len()).cloned().collect();
    let mut conditions = Vec::new();
    for (made, number) in last.iter().zip(numbers) {
        let value = kitchen.store.constant(made.width, *number);
        let condition = kitchen.store.eq(made.term, value);
        let free = kitchen.store.as_const(condition).is_none();
        conditions.extend(free.then_some(condition));
    }
    conditions
}

fn agree(floats: bool, cases: u32) -> Counts {
    let limits = Limits { effort: 300_000, ..Limits::default() };
    let ours = RefCell::new(chain(&Config { limits, float_limits: limits, ..Config::default() }));
    let third = std::env::var_os("WHYDUNIT_CVC5").map(|path| RefCell::new(Pipe::cvc5(path.into(), Limits::default())));
    let counts = RefCell::new(Counts::default());
    let recipe = (prop::collection::vec(step(), 1..8), prop::collection::vec(0_u128..4, 1..4));
    let config = Cases { cases, failure_persistence: None, ..Cases::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
        .run(&recipe, |(steps, numbers)| {
            let mut kitchen = Kitchen::new(&[vec![0; WIDTHS.len()]]);
            steps.iter().for_each(|step| drop(kitchen.perform(step, floats)));
            let conditions = conditions(&mut kitchen, &numbers);
            let script = Script::new(&kitchen.store, &conditions);
            // An operation that SMT-LIB cannot express is printed as an unknown function.
            if conditions.is_empty() || !script.loose.is_empty() {
                return Ok(());
            }
            let query = Query::new(&kitchen.store, &conditions);
            let text = script.to_file();
            let mut readers = vec![reread(&text)];
            if let Some(third) = &third {
                let said = verdict(&third.borrow_mut().check(&query));
                counts.borrow_mut().other += u32::from(said.is_some());
                readers.push(said);
            }
            let due = verdict(&ours.borrow_mut().check(&query));
            for read in readers {
                let mut counts = counts.borrow_mut();
                match (due, read) {
                    (Some(due), Some(read)) => prop_assert_eq!(due, read, "{}", text),
                    _ => counts.open += 1,
                }
                counts.sat += u32::from(due == Some(true) && read == Some(true));
                counts.unsat += u32::from(due == Some(false) && read == Some(false));
            }
            Ok(())
        })
        .unwrap();
    counts.into_inner()
}

#[test]
fn integers_are_read_as_they_were_meant() {
    let counts = agree(false, 1000);
    println!("{counts:?}");
    assert!(counts.sat > 600 && counts.unsat > 100, "{counts:?}");
}

#[test]
fn floats_are_read_as_they_were_meant() {
    let counts = agree(true, 500);
    println!("{counts:?}");
    assert!(counts.sat > 200 && counts.unsat > 70, "{counts:?}");
}
