//! Dependences against a referee that computes them by brute force while the program runs, edge by
//! edge: on our C programs, on small random ones of our own, and on some of csmith's.

mod bits;
mod compiled;
mod events;
mod generate;
mod jumps;
mod omitted;
mod pieces;
mod shadow;
mod statics;
mod summary;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use whydunit_machine::{Limits, Machine, Observer};
use whydunit_program::Program;
use whydunit_program::analysis::{Analyses, UseSite};
use whydunit_trace::{
    Definition, Dependence, DependenceKind, Dependences, Part, ProgramIndex, Recorder, Recording, Time,
};
use whydunit_world::{Case, Posix};

use shadow::{Before, Cause, Causes, Referee};

/// Number of programs from our own generator.
const GENERATED: u64 = 140;
/// Options of csmith.
const CSMITH: &[&str] =
    &["--max-funcs", "3", "--max-block-depth", "3", "--max-block-size", "3", "--max-expr-complexity", "4"];
/// Seeds of csmith whose programs terminate.
const SEEDS: [u32; 20] = [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 101, 102, 104, 105, 106, 107, 201, 202, 203, 204];
/// Longer runs are compared up to this time.
const STEPS: u64 = 4000;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/pass");
    let mut programs = Vec::new();
    find(&root, &mut programs);
    programs.sort();
    let mut trials: Vec<Trial> = Vec::new();
    // A third of the programs suffices, with omissions for a third of the random ones: `make test` must be short.
    for program in programs.into_iter().step_by(3) {
        let name = program.strip_prefix(&root).unwrap_or(&program).display().to_string();
        trials.push(Trial::test(name, move || file(&program)));
    }
    for number in 0..GENERATED {
        trials.push(Trial::test(format!("generated {number}"), move || {
            compare(&generate::program(number), &[], number % 3 == 0)
        }));
    }
    for seed in SEEDS {
        trials.push(Trial::test(format!("csmith {seed}"), move || csmith(seed)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn find(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "parts") {
            find(&path, found);
        } else if path.extension().is_some_and(|e| e == "c") && is_alone(&path) {
            found.push(path);
        }
    }
}

/// Is it a program of one file that needs no flags of its own?
fn is_alone(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    !text
        .lines()
        .take_while(|l| l.starts_with("//"))
        .any(|l| ["flags:", "with:", "archive:"].iter().any(|d| l.contains(d)))
}

fn file(path: &Path) -> Result<(), Failed> {
    let include = format!("-I{}", path.parent().unwrap_or(path).display());
    compare(&std::fs::read_to_string(path)?, &[&include], false)
}

fn csmith(seed: u32) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let made = Command::new("csmith").args(CSMITH).args(["--seed", &seed.to_string()]).current_dir(dir.path()).output();
    let made = made.map_err(|e| format!("csmith does not run ({e}); `make setup` installs it"))?;
    compare(&String::from_utf8_lossy(&made.stdout), &["-I/usr/include/csmith"], true)
}

fn compile(source: &str, flags: &[&str]) -> Result<Program, Failed> {
    let dir = tempfile::tempdir()?;
    let (input, output) = (dir.path().join("prog.c"), dir.path().join("prog.bc"));
    std::fs::write(&input, source)?;
    let ours = ["-O0", "-g", "-w", "-fno-discard-value-names", "-Xclang", "-fsanitize-address-use-after-scope"];
    let compiled = Command::new("clang-19")
        .args(ours)
        .args(flags)
        .args(["-c", "-emit-llvm", "-o"])
        .arg(&output)
        .arg(&input)
        .output()?;
    if !compiled.status.success() {
        return Err(format!("does not compile: {}", String::from_utf8_lossy(&compiled.stderr)).into());
    }
    Ok(whydunit_bitcode::load(&output, whydunit_world::RUNTIME)?)
}

/// Compiles a program and runs it twice, with the recorder and with the referee.
fn compare(source: &str, flags: &[&str], omissions: bool) -> Result<(), Failed> {
    let program = Arc::new(compile(source, flags)?);
    let index = Arc::new(ProgramIndex::new(program.clone()));
    let analyses = Analyses::new(program.clone());
    let recording = watch(&program, Recorder::new(index.clone()))?.finish();
    let referee = watch(&program, Referee::new(&analyses, index, omissions))?;
    if referee.edges.is_empty() {
        return Err("nothing was executed".into());
    }
    judge(&recording, &analyses, &referee)
}

fn watch<O: Observer>(program: &Arc<Program>, mut observer: O) -> Result<O, Failed> {
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let mut machine = Machine::new(program.clone(), Posix::new(Case::default()), limits)?;
    // The outcome does not matter here.
    let _ = machine.run_until(u64::MAX, &mut observer);
    Ok(observer)
}

fn judge(recording: &Recording, analyses: &Analyses, referee: &Referee<'_>) -> Result<(), Failed> {
    let mut dependences = match referee.omissions {
        true => Dependences::with_omissions(recording, analyses),
        false => Dependences::new(recording),
    };
    let mut parts = BTreeSet::new();
    for (&time, expected) in &referee.edges {
        agree(recording, time, dependences.of(time), expected, &mut parts)?;
    }
    if let Some((used, wrote)) = referee.unforeseen().first() {
        let program = &recording.index.program;
        let name = |site: &UseSite| {
            let function = program.function(site.function);
            let inst = function.insts[site.inst as usize];
            format!("{}:{} {inst:?}", function.name, function.locs[site.inst as usize].line)
        };
        return Err(format!("{} used what {} should not write", name(used), name(wrote)).into());
    }
    for (&time, expected) in &referee.own_edges {
        agree(
            recording,
            time,
            dependences.of_definition(Definition { time, part: Part::OwnBits }),
            expected,
            &mut parts,
        )?;
    }
    for (&time, expected) in &referee.uncopied {
        agree(
            recording,
            time,
            dependences.of_definition(Definition { time, part: Part::Result }),
            expected,
            &mut parts,
        )?;
    }
    for choice in &referee.choices {
        let (time, part) = (choice.time, Part::Callee);
        agree(recording, time, dependences.of_definition(Definition { time, part }), &choice.why, &mut parts)?;
    }
    judge_parts(recording, referee, parts)
}

/// Compares the causes of some bytes of values that were stored, passed or returned, without omissions, which concern
/// the whole value.
fn judge_parts(recording: &Recording, referee: &Referee<'_>, mut parts: BTreeSet<Definition>) -> Result<(), Failed> {
    let (mut dependences, mut judged) = (Dependences::new(recording), BTreeSet::new());
    while let Some(definition) = parts.pop_first() {
        if judged.insert(definition) {
            let expected = referee.part_edges.get(&(definition.time, canonical(recording, definition)));
            let expected = expected.ok_or("bytes that nobody should ask for")?;
            let expected = expected.iter().filter(|c| c.0.kind != DependenceKind::Omission).cloned().collect();
            agree(recording, definition.time, dependences.of_definition(definition), &expected, &mut parts)?;
        }
    }
    Ok(())
}

/// The part of a definition in the referee's encoding.
fn canonical(recording: &Recording, definition: Definition) -> Part {
    match recording.bytes_of(definition) {
        Some((from, len)) => pieces::piece(from, len),
        None => match definition.part {
            Part::Item(_) | Part::Returned(_) => Part::Whole,
            other => other,
        },
    }
}

/// Compares causes. Definitions of which only some bytes were used are added to `parts`.
fn agree(
    recording: &Recording,
    time: Time,
    direct: Vec<Dependence>,
    expected: &Causes,
    parts: &mut BTreeSet<Definition>,
) -> Result<(), Failed> {
    parts.extend(direct.iter().map(|d| d.definition()).filter(|g| recording.bytes_of(*g).is_some()));
    let cause = |d: Dependence| (Dependence { part: canonical(recording, d.definition()), ..d }, before(recording, d));
    let found: Causes = direct.into_iter().map(cause).collect();
    match found == *expected {
        true => Ok(()),
        false => Err(describe(recording, time, expected, &found).into()),
    }
}

/// For a used part of a copy, the writer of the original.
fn before(recording: &Recording, dependence: Dependence) -> Option<Before> {
    if dependence.part == Part::Whole || canonical(recording, dependence.definition()) != Part::Whole {
        return None;
    }
    let mut parts = Dependences::new(recording).of_part(dependence.definition());
    assert!(parts.len() < 2, "one wrote what one part of a copy copied");
    let earlier = parts.pop();
    let part = earlier.map_or(Part::Whole, |d| canonical(recording, d.definition()));
    let before = earlier.and_then(|d| before(recording, d)).map(Box::new);
    Some(Before { writer: earlier.map(|d| d.on), part, before })
}

fn describe(recording: &Recording, time: Time, expected: &Causes, found: &Causes) -> String {
    let name = |time: Time| match recording.position(time) {
        Some(p) => {
            let function = recording.index.program.function(p.function);
            let inst = function.insts[p.inst as usize];
            format!("{time} ({}:{} {inst:?})", function.name, function.locs[p.inst as usize].line)
        }
        None => format!("{time}"),
    };
    let list = |all: &mut dyn Iterator<Item = &Cause>| {
        all.map(|(d, before)| format!("\n    {:?} {} {:?} {before:?}", d.kind, name(d.on), d.part)).collect::<String>()
    };
    let missing = list(&mut expected.difference(found));
    let surplus = list(&mut found.difference(expected));
    format!("{}\n  missing:{missing}\n  surplus:{surplus}", name(time))
}
