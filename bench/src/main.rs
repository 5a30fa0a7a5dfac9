//! Measurements of parts of the machine on given programs. Prints one Markdown table row per
//! figure: `measure snapshots PROG`, `measure recording PROG ARGS…`, `measure slice PROG ARGS…`,
//! `measure alignment PROG ARGS…`, `measure cut NODES`, `measure paths PROG BYTES MOST`.
#![forbid(unsafe_code)]

mod paths;
mod runs;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use whydunit_locate::methods::frontier::cut::{Graph, Node};
use whydunit_machine::{Limits, Machine, Nobody, Stop};
use whydunit_program::Program;
use whydunit_trace::{ProgramIndex, record};
use whydunit_world::{Case, Posix};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("snapshots") if args.len() == 2 => snapshots(&args[1]),
        Some("recording") if args.len() >= 2 => recording(&args[1..]),
        Some("slice") if args.len() >= 2 => runs::slice(&args[1..]),
        Some("alignment") if args.len() >= 2 => runs::alignment(&args[1..]),
        Some("paths") if args.len() == 4 => {
            paths::paths(&args[1], args[2].parse().unwrap_or(5), args[3].parse().unwrap_or(u64::MAX));
        }
        Some("cut") if args.len() == 2 => cut(args[1].parse().unwrap_or(1_000_000)),
        _ => {
            eprintln!(
                "usage: measure snapshots PROG | recording|slice|alignment PROG ARGS... | cut NODES | \
                 paths PROG BYTES MOST"
            );
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// A machine at the beginning of a run; reuses a program that was loaded before.
fn machine(command: &[String], loaded: Option<Arc<Program>>) -> (Machine<Posix>, Arc<ProgramIndex>) {
    let program = loaded.unwrap_or_else(|| {
        Arc::new(whydunit_bitcode::load(command[0].as_ref(), whydunit_world::RUNTIME).expect("loadable program"))
    });
    let index = Arc::new(ProgramIndex::new(program.clone()));
    let case = Case { args: command.iter().map(|a| a.clone().into_bytes()).collect(), ..Case::default() };
    (Machine::new(program, Posix::new(case), Limits::default()).expect("a run"), index)
}

/// Measures snapshots of a program that fills much memory early and keeps writing to it.
fn snapshots(program: &str) {
    let (mut machine, _) = machine(&[program.to_string()], None);
    let mut time = 0;
    while machine.stats().memory < 64 << 20 {
        time += 1_000_000;
        if machine.run_until(time, &mut Nobody) != Ok(Stop::Paused) {
            break;
        }
    }
    let live = machine.stats().memory >> 20;
    const ROUNDS: u32 = 200;
    let started = Instant::now();
    let forks: Vec<_> = (0..ROUNDS).map(|_| machine.fork()).collect();
    let per_fork = started.elapsed() / ROUNDS;
    drop(forks);
    println!("| snapshot with {live} MiB mapped | {:.1} µs |", per_fork.as_nanos() as f64 / 1e3);
    let mut plain = machine.fork();
    let started = Instant::now();
    let _ = plain.run_until(time + 5_000_000, &mut Nobody);
    let without = started.elapsed();
    drop(plain);
    let keep = machine.fork();
    let started = Instant::now();
    let _ = machine.run_until(time + 5_000_000, &mut Nobody);
    let with = started.elapsed();
    drop(keep);
    println!(
        "| 5 M instructions after a snapshot, against the same after one that was dropped | {:.2} |",
        with.as_secs_f64() / without.as_secs_f64()
    );
}

/// Processor seconds of this thread, because machines are shared.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux with schedstat");
    let nanoseconds = stat.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.expect("a number of nanoseconds") / 1e9
}

fn recording(command: &[String]) {
    let (mut plain, index) = machine(command, None);
    let started = processor_seconds();
    let _ = plain.run(&mut Nobody);
    let plain_seconds = processor_seconds() - started;
    let llvm = plain.stats().llvm as f64;
    let (fresh, _) = machine(command, Some(index.program.clone()));
    let started = processor_seconds();
    let recorded = record(fresh, index, |_| true).expect("a recordable run");
    let seconds = processor_seconds() - started;
    let bytes = recorded.recording.bytes() as f64;
    println!(
        "| {} | {:.0} M | {:.1} | {:.1} | {:.2} × | {:.2} |",
        command.last().map_or("", |s| s.rsplit('/').next().unwrap_or(s)),
        llvm / 1e6,
        llvm / plain_seconds / 1e6,
        llvm / seconds / 1e6,
        seconds / plain_seconds,
        bytes / llvm
    );
}

/// A layered random graph with a waist of three nodes in the middle.
fn cut(nodes: u32) {
    let mut random = fastrand::Rng::with_seed(1);
    let mut below = |n: u32| random.u32(..n);
    let started = Instant::now();
    let mut graph = Graph::new(nodes as usize);
    let half = nodes / 2;
    for node in 1..nodes {
        for _ in 0..3 {
            let near = node.saturating_sub(1 + below(1000));
            let from = if node > half + 3 && near <= half { half + 1 + below(3) } else { near };
            if node <= half || node > half + 3 || from <= half {
                graph.edge(Node::at(from.min(node - 1) as usize), Node::at(node as usize));
            }
        }
    }
    let found = graph.minimum_cut(Node::at(0), Node::at(nodes as usize - 1));
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "| minimum vertex cut, {nodes} nodes, {} found, building included | {seconds:.2} s |",
        found.map_or(0, |c| c.len())
    );
}
