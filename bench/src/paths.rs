//! Exploration of all paths of a program over symbolic standard input: their number and speed.

use std::sync::Arc;
use std::time::Instant;

use whydunit_locate::Verdict;
use whydunit_locate::symbolic::{Bounds, Input, Symbols, exhaust};
use whydunit_machine::{Limits, Outcome};
use whydunit_solver::{Config, chain};
use whydunit_world::Case;

/// Explores at most `most` paths of `program` over `bytes` symbolic bytes of standard input and prints a
/// row of a table.
pub(crate) fn paths(program: &str, bytes: usize, most: u64) {
    let name = program.rsplit('/').next().unwrap_or(program);
    let program = whydunit_bitcode::load(program.as_ref(), whydunit_world::RUNTIME).expect("loadable program");
    // Any seed will do: none of the programs treats it specially.
    let case = Case { stdin: vec![b'0'; bytes].into(), ..Case::default() };
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let symbols = Symbols { stdin: true, ..Symbols::default() };
    let oracle = Box::new(|_: &_| Verdict::Failed);
    let mut input = Input::new(Arc::new(program), case, limits, symbols, oracle).expect("a run");
    let mut solver = chain(&Config::default());
    let bounds = Bounds { paths: most, queries: u64::MAX, ..Bounds::default() };
    let started = Instant::now();
    let mut failures = 0;
    let (effort, limit) = exhaust(&mut input, &mut *solver, &bounds, |ran| {
        failures += u64::from(matches!(ran.outcome, Outcome::Failed(_)));
    });
    let seconds = started.elapsed().as_secs_f64();
    let statistics = solver.statistics();
    println!(
        "| {name} | {} | {seconds:.2} s | {:.0} | {:.0} | {} | {} | {} |",
        effort.paths,
        effort.paths as f64 / seconds,
        effort.queries as f64 / seconds,
        statistics.backend,
        failures,
        limit.map_or("none".to_string(), |l| format!("{l:?}")),
    );
    eprintln!("{statistics}");
}
