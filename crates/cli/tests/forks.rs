//! Snapshots and interventions on real C programs: a pause or a fork does not change the run, forks are isolated from
//! each other, an intervention with the original value has no effect, and a fork copies only the memory it writes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use whydunit_machine::{Alteration, Change, Limits, Machine, Nobody, Outcome, Stop, TraceHash};
use whydunit_program::{Inst, Program};
use whydunit_world::{Case, Posix, RUNTIME};

type Run = Machine<Posix>;

const SMALL: &str = r#"
#include <stdio.h>
#include <stdlib.h>

static int sum(const int *list, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        if (list[i] % 2)
            total += list[i];
        else
            total -= 1;
    return total;
}

int main(void) {
    int *list = malloc(5 * sizeof *list);
    for (int i = 0; i < 5; i++)
        list[i] = i * i + 1;
    printf("%d\n", sum(list, 5));
    free(list);
    return 3;
}
"#;

fn compile(sources: &[&Path], name: &str) -> Arc<Program> {
    let dir = tempfile::tempdir().expect("a directory");
    let exe = dir.path().join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_whydunit"));
    let output = command.arg("cc").arg("-w").args(sources).arg("-o").arg(&exe).arg("-lm").output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Arc::new(whydunit_bitcode::load(&exe, RUNTIME).expect("loads"))
}

fn compile_text(text: &str) -> Arc<Program> {
    let dir = tempfile::tempdir().expect("a directory");
    let source = dir.path().join("prog.c");
    std::fs::write(&source, text).expect("written");
    compile(&[&source], "prog")
}

fn shipped(name: &str) -> Arc<Program> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/pass").join(name);
    compile(&[&path], "prog")
}

fn start(program: &Arc<Program>) -> Run {
    let limits = Limits { steps: 2_000_000_000, ..Limits::default() };
    Machine::new(program.clone(), Posix::new(Case::default()), limits).expect("starts")
}

/// The comparable facts about a finished run.
#[derive(Clone, Debug, PartialEq)]
struct Ending {
    outcome: Outcome,
    hash: u64,
    stdout: Vec<u8>,
    time: u64,
}

fn finish(mut machine: Run, mut hash: TraceHash) -> Ending {
    let outcome = machine.run(&mut hash).expect("supported");
    Ending { outcome, hash: hash.value(), stdout: machine.world.stdout(), time: machine.time() }
}

fn straight(program: &Arc<Program>) -> Ending {
    finish(start(program), TraceHash::default())
}

/// A pseudo-random sequence, the same in every run.
struct Numbers(fastrand::Rng);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0.u64(..end)
    }
}

const SUBJECTS: &[&str] = &[
    "language/setjmp.c",
    "language/varargs_basic.c",
    "language/vla.c",
    "language/constructors.c",
    "language/bitfields.c",
    "programs/hash_table.c",
    "programs/string_builder.c",
];

#[test]
fn a_pause_changes_nothing() {
    for name in SUBJECTS {
        let program = shipped(name);
        let expected = straight(&program);
        let mut numbers = Numbers(fastrand::Rng::with_seed(1));
        let (mut machine, mut hash) = (start(&program), TraceHash::default());
        for _ in 0..40 {
            let time = machine.time() + numbers.below(expected.time / 20 + 2);
            match machine.run_until(time, &mut hash).expect("supported") {
                Stop::Paused => assert_eq!(machine.time(), time, "{name}"),
                Stop::Ended(_) => break,
            }
        }
        assert_eq!(finish(machine, hash), expected, "{name}");
    }
}

#[test]
fn both_sides_of_a_fork_end_as_the_straight_run() {
    for name in SUBJECTS {
        let program = shipped(name);
        let expected = straight(&program);
        let mut numbers = Numbers(fastrand::Rng::with_seed(2));
        for _ in 0..6 {
            let (mut machine, mut hash) = (start(&program), TraceHash::default());
            let time = numbers.below(expected.time.max(1));
            assert_eq!(machine.run_until(time, &mut hash).expect("supported"), Stop::Paused, "{name} at {time}");
            let fork = machine.fork();
            let second = finish(fork, hash);
            assert_eq!(second, expected, "{name}: fork at {time}");
            assert_eq!(finish(machine, hash), expected, "{name}: forked at {time}");
        }
    }
}

#[test]
fn every_instant_can_be_forked() {
    let program = compile_text(SMALL);
    let expected = straight(&program);
    assert_eq!(expected.outcome, Outcome::Exited(3));
    assert_eq!(expected.stdout, b"21\n");
    let (mut machine, mut hash) = (start(&program), TraceHash::default());
    for time in 0..expected.time {
        assert_eq!(machine.run_until(time, &mut hash).expect("supported"), Stop::Paused);
        assert_eq!(machine.time(), time);
        assert_eq!(finish(machine.fork(), hash), expected, "at {time}");
    }
    assert_eq!(finish(machine, hash), expected);
}

/// Calls `visit` at every instant with a fork and the next instruction.
fn at_every_instant(program: &Arc<Program>, mut visit: impl FnMut(Run, TraceHash, u64, Inst)) {
    let end = straight(program).time;
    let (mut machine, mut hash) = (start(program), TraceHash::default());
    for time in 0..end {
        assert_eq!(machine.run_until(time, &mut hash).expect("supported"), Stop::Paused);
        let site = machine.call_stack()[0];
        let inst = program.function(site.function).insts[site.inst as usize];
        visit(machine.fork(), hash, time, inst);
    }
}

#[test]
fn a_branch_flipped_twice_is_unchanged() {
    let program = compile_text(SMALL);
    let expected = straight(&program);
    let mut branches = 0;
    at_every_instant(&program, |mut machine, hash, time, inst| {
        let Inst::Branch { cond, then, other } = inst else { return };
        branches += 1;
        let own = if machine.slot(cond) == Some(0) { other } else { then };
        let mut twice = machine.fork();
        twice.alter(Alteration { time, change: Change::Flip });
        twice.alter(Alteration { time, change: Change::Flip });
        assert_eq!(finish(twice, hash), expected, "at {time}");
        let mut told = machine.fork();
        told.alter(Alteration { time, change: Change::Goto(own) });
        assert_eq!(finish(told, hash), expected, "at {time}");
        machine.alter(Alteration { time, change: Change::Flip });
        machine.set_limits(Limits { steps: expected.time * 20, ..Limits::default() });
        assert_ne!(finish(machine, hash).hash, expected.hash, "a flip at {time} shows");
    });
    assert!(branches > 15, "{branches} branches");
}

#[test]
fn putting_the_same_value_changes_nothing() {
    let program = compile_text(SMALL);
    let expected = straight(&program);
    let mut puts = 0;
    at_every_instant(&program, |mut machine, hash, time, inst| {
        let value = match inst {
            Inst::Store { val, .. } | Inst::StoreLocal { val, .. } => machine.slot(val),
            _ => inst.defs().filter(|d| d.count == 1).and_then(|defs| {
                let mut ahead = machine.fork();
                ahead.run_until(time + 1, &mut Nobody).expect("supported");
                ahead.slot(defs.first)
            }),
        };
        let Some(value) = value else { return };
        puts += 1;
        machine.alter(Alteration { time, change: Change::Put(value) });
        assert_eq!(finish(machine, hash), expected, "{inst:?} at {time}");
    });
    assert!(puts > 100, "{puts} puts");
}

#[test]
fn another_value_shows_in_the_fork_only() {
    let program = compile_text(SMALL);
    let expected = straight(&program);
    let mut different = 0;
    let (mut machine, mut hash) = (start(&program), TraceHash::default());
    for time in 0..expected.time {
        machine.run_until(time, &mut hash).expect("supported");
        let site = machine.call_stack()[0];
        if let Inst::Store { bytes: 4, .. } = program.function(site.function).insts[site.inst as usize] {
            let mut fork = machine.fork();
            fork.alter(Alteration { time, change: Change::Put(1001) });
            let ending = finish(fork, hash);
            different += u32::from(ending.stdout != expected.stdout);
            assert_ne!(ending.hash, expected.hash);
        }
    }
    assert!(different >= 5, "{different} stores decide the output");
    // The forks wrote to their own memory: this run is unaffected.
    assert_eq!(finish(machine, hash), expected);
}

const BIG: &str = r#"
#include <stdlib.h>
#include <string.h>

int ready;

int main(void) {
    char *heap = malloc(64 << 20);
    memset(heap, 1, 64 << 20);
    ready = 1;
    for (int i = 0; i < 500; i++)
        heap[(i % 5) * 10000000] += (char)i;
    return heap[0];
}
"#;

#[test]
fn a_fork_of_64_mib_copies_only_written_pages() {
    let program = compile_text(BIG);
    let mut machine = start(&program);
    let ready = program.globals.iter().find(|g| g.name == "ready").expect("a global").address;
    while machine.inspect(ready, 1) != Some(vec![Some(1)]) {
        let time = machine.time() + 4;
        assert_eq!(machine.run_until(time, &mut Nobody).expect("supported"), Stop::Paused);
    }
    assert!(machine.stats().memory >= 64 << 20);
    let mut fork = machine.fork();
    assert_eq!(fork.pages_not_shared_with(&machine), 0);
    let outcome = fork.run(&mut Nobody).expect("supported");
    assert!(matches!(outcome, Outcome::Exited(_)));
    let copied = fork.pages_not_shared_with(&machine);
    assert!((5..=20).contains(&copied), "{copied} pages were copied");
    assert_eq!(machine.run(&mut Nobody).expect("supported"), outcome);
}
