//! Limits are enforced and reported, and leave the solver usable; logs are written; deep terms
//! work.

use std::time::{Duration, Instant};

use whydunit_solver::{Answer, Config, Limits, Path, Query, Reason, SlowLog, Solver, chain};
use whydunit_terms::{Store, SymbolKey, TermId};

/// A query that no solver finishes: the factors of a product of two large primes.
fn hard(s: &mut Store) -> Vec<TermId> {
    let (x, y) = (s.symbol("x", 1, 128), s.symbol("y", 2, 128));
    let product = s.mul(x, y);
    let wanted = s.constant(128, 18_446_744_073_709_551_557 * 4_294_967_291);
    let one = s.constant(128, 1);
    let top = s.constant(128, 1 << 64);
    vec![s.eq(product, wanted), s.ult(one, x), s.ult(one, y), s.ult(x, top), s.ult(y, top)]
}

fn easy(s: &mut Store) -> Vec<TermId> {
    let (x, y) = (s.symbol("a", 3, 32), s.symbol("b", 4, 32));
    let product = s.mul(x, y);
    let wanted = s.constant(32, 21);
    let two = s.constant(32, 2);
    vec![s.eq(product, wanted), s.ult(two, x), s.ult(two, y), s.ult(x, y)]
}

#[test]
fn a_time_limit_is_an_answer_and_the_solver_stays_usable() {
    let mut store = Store::new();
    let (hard, easy) = (hard(&mut store), easy(&mut store));
    let mut solver = chain(&Config::default());
    let limits = Limits { time: Duration::from_millis(200), ..Limits::default() };
    for _ in 0..2 {
        let start = Instant::now();
        let answer = solver.check(&Query::new(&store, &hard).within(limits));
        assert_eq!(answer, Answer::Unknown(Reason::Time));
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
        assert!(matches!(solver.check(&Query::new(&store, &easy)), Answer::Sat(_)));
    }
    assert_eq!(solver.statistics().unknown, 2);
}

#[test]
fn an_effort_limit_strikes_the_same_way_every_time() {
    let mut store = Store::new();
    let (hard, easy) = (hard(&mut store), easy(&mut store));
    let limits = Limits { effort: 200_000, ..Limits::default() };
    let mut solver = chain(&Config { limits, ..Config::default() });
    assert_eq!(solver.check(&Query::new(&store, &hard)), Answer::Unknown(Reason::Effort));
    assert!(matches!(solver.check(&Query::new(&store, &easy)), Answer::Sat(_)));
}

#[test]
fn a_memory_limit_is_an_answer_and_the_solver_stays_usable() {
    let mut store = Store::new();
    let (hard, easy) = (hard(&mut store), easy(&mut store));
    let mut solver = chain(&Config::default());
    let limits = Limits { memory: 1, ..Limits::default() };
    let answer = solver.check(&Query::new(&store, &hard).within(limits));
    assert_eq!(answer, Answer::Unknown(Reason::Memory));
    assert!(matches!(solver.check(&Query::new(&store, &easy)), Answer::Sat(_)));
}

#[test]
fn slow_queries_are_written_down() {
    let directory = tempfile::tempdir().unwrap();
    let log = SlowLog { directory: directory.path().to_path_buf(), threshold: Duration::ZERO };
    let mut solver = chain(&Config { slow_log: Some(log), ..Config::default() });
    let mut store = Store::new();
    let easy = easy(&mut store);
    assert!(matches!(solver.check(&Query::new(&store, &easy)), Answer::Sat(_)));
    let files: Vec<_> = std::fs::read_dir(&directory).unwrap().map(|f| f.unwrap().path()).collect();
    assert_eq!(files.len(), 1);
    let text = std::fs::read_to_string(&files[0]).unwrap();
    assert!(text.starts_with("; 0.") && text.contains("(assert (! (= (bvmul"), "{text}");
    assert_eq!(solver.statistics().slow, 1);
}

#[test]
fn deep_terms_reach_the_backend() {
    let mut store = Store::new();
    let x = store.symbol("x", 1, 32);
    let mut t = store.symbol("y", 2, 32);
    for i in 0..3_000 {
        let (here, value) = (store.constant(32, i), store.constant(32, i * 3 + 1));
        let here = store.eq(x, here);
        t = store.ite(here, value, t);
    }
    let wanted = store.constant(32, 1_000 * 3 + 1);
    let condition = store.eq(t, wanted);
    let elsewhere = store.ult(wanted, x);
    let mut solver = chain(&Config::bare());
    let answer = solver.check(&Query::new(&store, &[condition, elsewhere]));
    let value = answer.model().map(|m| m.get(SymbolKey { key: 1, width: 32 }));
    assert!(value.is_some_and(|v| v >= 3_000), "beyond the chain y is free: {answer:?}");
    assert!(store.statistics([condition]).depth > 2_900);
}

#[test]
fn a_path_grows_and_shrinks() {
    let mut store = Store::new();
    let x = store.symbol("x", 1, 32);
    let (five, nine) = (store.constant(32, 5), store.constant(32, 9));
    let (above, below) = (store.slt(five, x), store.slt(x, nine));
    let impossible = store.eq(x, nine);
    let mut solver = chain(&Config::default());
    let mut path = Path::new();
    path.assume(above);
    path.push();
    path.assume(below);
    assert!(path.check(&mut *solver, &store).model().is_some());
    let answer = path.check_assuming(&mut *solver, &store, &[impossible]);
    assert_eq!(answer.core(), Some(&[1, 2][..]));
    path.pop();
    assert_eq!(path.constraints(), [above]);
    assert!(path.check_assuming(&mut *solver, &store, &[impossible]).model().is_some());
}
