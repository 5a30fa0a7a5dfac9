//! Every chain answers like the backend: verdicts agree, models hold, cores are contradictory.

#[allow(unreachable_pub)]
mod paths;

use std::cell::RefCell;

use paths::{Program, branch};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config as Cases, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use whydunit_solver::{Answer, Config, Query, Solver, chain, minimal_core};
use whydunit_terms::{Evaluator, Model, Store, TermId};

fn runner(cases: u32) -> TestRunner {
    let cases = Cases { cases, failure_persistence: None, ..Cases::default() };
    TestRunner::new_with_rng(cases, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// Verifies an answer by itself: evaluates a model, gives a core to the backend.
fn justified(
    store: &Store,
    constraints: &[TermId],
    answer: &Answer,
    judge: &mut dyn Solver,
) -> Result<(), TestCaseError> {
    match answer {
        Answer::Sat(model) => prop_assert!(Evaluator::new(store, model).all_true(constraints), "model {:?}", model),
        Answer::Unsat(core) => {
            prop_assert!(core.is_sorted_by(|a, b| a < b), "core {:?}", core);
            let members: Vec<TermId> = core.iter().map(|&i| constraints[i]).collect();
            let verdict = judge.check(&Query::new(store, &members));
            prop_assert!(matches!(verdict, Answer::Unsat(_)), "core {:?} is {:?}", core, verdict);
        }
        Answer::Unknown(reason) => prop_assert!(false, "{}", reason),
    }
    Ok(())
}

/// All configurations of the chain on the same sequence of queries. They persist across cases, so
/// that caches contain entries of other paths.
#[test]
fn every_chain_agrees_with_the_backend() {
    let all = Config::default();
    let chains = [
        all.clone(),
        Config { cache: false, ..all.clone() },
        Config { presolve: false, ..all.clone() },
        Config { nudge: false, ..all.clone() },
        Config { independence: false, ..all.clone() },
        Config { cache: true, ..Config::bare() },
    ];
    let chains = RefCell::new(chains.map(|c| chain(&c)));
    let judge = RefCell::new(chain(&Config::bare()));
    runner(60)
        .run(&prop::collection::vec(branch(), 1..14), |branches| {
            let mut program = Program::new();
            let path = program.path(&branches);
            let mut judge = judge.borrow_mut();
            let mut hint = Model::new();
            for end in 1..=path.len() {
                let query = Query::new(&program.store, &path[..end]).near(&hint);
                let verdict = judge.check(&query);
                let expected = matches!(verdict, Answer::Sat(_));
                for solver in chains.borrow_mut().iter_mut() {
                    let answer = solver.check(&query);
                    prop_assert_eq!(matches!(answer, Answer::Sat(_)), expected);
                    justified(&program.store, query.constraints, &answer, &mut *judge)?;
                }
                if let Answer::Sat(model) = verdict {
                    hint = model;
                }
            }
            Ok(())
        })
        .unwrap();
    let statistics = chains.borrow()[0].statistics();
    let groups = [statistics.by_bytes, statistics.by_same, statistics.by_core, statistics.by_model];
    let used = groups.into_iter().chain([statistics.by_intervals, statistics.by_nudge]);
    assert!(used.into_iter().all(|n| n > 0), "every decorator had its turn: {statistics}");
}

#[test]
fn minimal_cores_are_minimal() {
    let solver = RefCell::new(chain(&Config::default()));
    let judge = RefCell::new(chain(&Config::bare()));
    let found = RefCell::new(0);
    runner(120)
        .run(&prop::collection::vec(branch(), 4..16), |branches| {
            let mut program = Program::new();
            let path = program.path(&branches);
            let core = match minimal_core(&mut *solver.borrow_mut(), &Query::new(&program.store, &path)) {
                Ok(core) => core,
                Err(answer) => {
                    prop_assert!(matches!(answer, Answer::Sat(_)));
                    return Ok(());
                }
            };
            *found.borrow_mut() += 1;
            prop_assert!(core.doubtful.is_empty());
            let mut judge = judge.borrow_mut();
            let mut holds = |left_out: Option<usize>| {
                let rest: Vec<TermId> =
                    core.members.iter().filter(|&&i| Some(i) != left_out).map(|&i| path[i]).collect();
                matches!(judge.check(&Query::new(&program.store, &rest)), Answer::Sat(_))
            };
            prop_assert!(!holds(None), "the core {:?} is satisfiable", core.members);
            for &member in &core.members {
                prop_assert!(holds(Some(member)), "{} is not needed in {:?}", member, core.members);
            }
            Ok(())
        })
        .unwrap();
    assert!(*found.borrow() > 20, "only {} of the paths were contradictory", found.borrow());
}

/// Equal queries to two new solvers, and to solvers in two threads, have equal answers.
#[test]
fn answers_are_deterministic_and_threads_independent() {
    let mut program = Program::new();
    let mut random = runner(1);
    let branches = prop::collection::vec(prop::collection::vec(branch(), 6..10), 12);
    let paths: Vec<Vec<TermId>> = {
        let branches = branches.new_tree(&mut random).unwrap().current();
        branches.iter().map(|b| program.path(b)).collect()
    };
    let store = program.store;
    let work = || {
        let mut solver = chain(&Config::default());
        paths.iter().map(|p| solver.check(&Query::new(&store, p))).collect::<Vec<_>>()
    };
    let alone = work();
    let (first, second) = std::thread::scope(|scope| {
        let (a, b) = (scope.spawn(work), scope.spawn(work));
        (a.join().unwrap(), b.join().unwrap())
    });
    assert_eq!(alone, first);
    assert_eq!(alone, second);
}

/// Caches serve other stores: the same constraints built in another order in another store.
#[test]
fn answers_outlive_their_store() {
    let mut solver = chain(&Config { presolve: false, ..Config::default() });
    let ask = |reversed: bool, solver: &mut dyn Solver| {
        let mut s = Store::new();
        let keys = if reversed { [2, 1] } else { [1, 2] };
        for key in keys {
            s.symbol("n", key, 32);
        }
        let (x, y) = (s.symbol("n", 1, 32), s.symbol("n", 2, 32));
        let product = s.mul(x, y);
        let wanted = s.constant(32, 391);
        let one = s.constant(32, 1);
        let constraints = [s.eq(product, wanted), s.ult(one, x), s.ult(x, y)];
        solver.check(&Query::new(&s, &constraints))
    };
    let first = ask(false, &mut *solver);
    assert_eq!(ask(true, &mut *solver), first);
    let statistics = solver.statistics();
    assert_eq!((statistics.backend, statistics.by_same), (1, 1), "{statistics}");
}
