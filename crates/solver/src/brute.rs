//! Tests every decorator alone in front of a solver that tries all values, on constraints over nine
//! bits. The decorator must give the same verdict as the solver.

#[allow(unreachable_pub, dead_code)]
#[path = "../../terms/tests/small/mod.rs"]
mod small;

use small::{ASSIGNMENTS, Maker, SYMBOLS, value};
use whydunit_terms::{Model, Tape, TermId};

use crate::answer::Answer;
use crate::query::{Query, Solver};
use crate::statistics::Statistics;

/// Tries all values. Its core contains all constraints.
struct Brute;

impl Solver for Brute {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        let mut tape = Tape::new(query.store, query.constraints, usize::MAX - 1).expect("no limit");
        for assignment in 0..ASSIGNMENTS {
            tape.run(|symbol| value(assignment, symbol));
            if tape.all_true() {
                let own = query.store.free_symbols(query.constraints.iter().copied());
                return Answer::Sat(own.into_iter().map(|s| (s, value(assignment, s))).collect());
            }
        }
        Answer::Unsat((0..query.constraints.len()).collect())
    }

    fn count(&self, _: &mut Statistics) {}
}

/// Random sets of constraints; shared subterms exercise caches and cores.
fn constraints(maker: &mut Maker) -> Vec<TermId> {
    let count = 1 + maker.numbers.below(7);
    (0..count).map(|_| maker.make(1, 1 + u32::from(count > 3)).term).collect()
}

fn check_decorator(name: &str, mut decorated: Box<dyn Solver>, cases: u64, decided: impl Fn(&Statistics) -> u64) {
    for seed in 0..cases {
        let mut maker = Maker::new(seed * 3 + 1);
        let constraints = constraints(&mut maker);
        let hint: Model = SYMBOLS.iter().map(|&s| (s, u128::from(maker.numbers.below(16)))).collect();
        let query = Query::new(&maker.store, &constraints).near(&hint);
        match (decorated.check(&query), Brute.check(&query)) {
            (Answer::Sat(model), Answer::Sat(_)) => {
                let holds = whydunit_terms::Evaluator::new(&maker.store, &model).all_true(&constraints);
                assert!(holds, "{name}, seed {seed}: {model:?} does not hold");
            }
            (Answer::Unsat(core), Answer::Unsat(_)) => {
                assert!(core.is_sorted_by(|a, b| a < b), "{name}, seed {seed}: {core:?}");
                let members: Vec<TermId> = core.iter().map(|&i| constraints[i]).collect();
                let verdict = Brute.check(&Query::new(&maker.store, &members));
                assert!(matches!(verdict, Answer::Unsat(_)), "{name}, seed {seed}: {core:?} is no core");
            }
            (found, expected) => panic!("{name}, seed {seed}: {found:?} instead of {expected:?}"),
        }
    }
    let count = decided(&decorated.statistics());
    assert!(count > cases / 50, "{name} decided only {count} of {cases}");
}

#[test]
fn trivial() {
    check_decorator("trivial", Box::new(crate::trivial::Trivial::new(Brute)), 2000, |s| s.trivial);
}

#[test]
fn independence() {
    let solver = crate::independence::Independence::new(Brute);
    check_decorator("independence", Box::new(solver), 2000, |s| s.groups);
}

#[test]
fn bytes() {
    check_decorator("bytes", Box::new(crate::bytes::Bytes::new(Brute)), 2000, |s| s.by_bytes);
}

#[test]
fn cache() {
    let solver = crate::cache::Cache::new(Brute);
    check_decorator("cache", Box::new(solver), 4000, |s| s.by_model.min(4 * s.by_core).min(4 * s.by_same));
}

#[test]
fn intervals() {
    check_decorator("intervals", Box::new(crate::intervals::Intervals::new(Brute)), 6000, |s| s.by_intervals);
}

#[test]
fn nudge() {
    check_decorator("nudge", Box::new(crate::nudge::Nudge::new(Brute)), 2000, |s| s.by_nudge);
}
