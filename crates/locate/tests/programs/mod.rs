//! C programs for tests: compiled, run, with lines found by marks in their comments.
#![allow(dead_code)] // each test file uses its own share

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use whydunit_locate::{Question, Session};
use whydunit_machine::Limits;
use whydunit_program::Program;
use whydunit_trace::{Expectation, Time};
use whydunit_world::Case;

/// Compiles C as `whydunit cc` does and loads it.
pub(crate) fn compile(source: &str) -> Arc<Program> {
    let dir = tempfile::tempdir().expect("a directory");
    let text = dir.path().join("test.c");
    std::fs::write(&text, source).expect("a file");
    compile_file(&text, &[])
}

/// As [`compile`], for a file with its own flags.
pub(crate) fn compile_file(file: &Path, flags: &[String]) -> Arc<Program> {
    compile_files(&[file.to_path_buf()], flags)
}

/// As [`compile`], for a program of several files.
pub(crate) fn compile_files(files: &[PathBuf], flags: &[String]) -> Arc<Program> {
    let dir = tempfile::tempdir().expect("a directory");
    let objects: Vec<PathBuf> = (0..files.len()).map(|i| dir.path().join(format!("{i}.bc"))).collect();
    let ours = [
        "-O0",
        "-g",
        "-w",
        "-Wno-implicit-function-declaration",
        "-fno-discard-value-names",
        "-Xclang",
        "-fsanitize-address-use-after-scope",
    ];
    for (file, object) in files.iter().zip(&objects) {
        let mut clang = Command::new("clang-19");
        clang.args(ours).args(flags).args(["-emit-llvm", "-c", "-o"]).arg(object).arg(file);
        assert!(clang.status().expect("clang-19").success(), "{}", file.display());
    }
    let mut whole = objects[0].clone();
    if objects.len() > 1 {
        whole = dir.path().join("whole.bc");
        let status = Command::new("llvm-link-19").arg("-o").arg(&whole).args(&objects).status();
        assert!(status.expect("llvm-link-19").success(), "{}", files[0].display());
    }
    let program = whydunit_bitcode::load(&whole, whydunit_world::RUNTIME).expect("loadable bitcode");
    Arc::new(program)
}

/// A case with arguments and standard input.
pub(crate) fn case(args: &[&str], stdin: &[u8]) -> Case {
    let args = std::iter::once("prog").chain(args.iter().copied()).map(|a| a.as_bytes().to_vec()).collect();
    Case { args, stdin: stdin.to_vec().into(), ..Case::default() }
}

/// The failing run of a program that should have printed `expected` and exited with 0.
pub(crate) fn session(source: &str, case: Case, expected: &str) -> Session {
    let expectation = Expectation { stdout: Some(expected.into()), exit: Some(0), ..Expectation::default() };
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let program = compile(source);
    let question = Question::new(&program, expectation);
    Session::new(program, case, limits, question).expect("a failing run")
}

/// The line with a mark, from 1.
pub(crate) fn line_of(source: &str, mark: &str) -> u32 {
    source.lines().position(|l| l.contains(mark)).expect("the mark") as u32 + 1
}

/// The times of the stores, decisions and returns of the marked line.
pub(crate) fn instances(session: &Session, source: &str, mark: &str) -> Vec<Time> {
    let line = line_of(source, mark);
    let recording = &session.recorded.recording;
    let program = &recording.index.program;
    let main = program.function(program.main.expect("main"));
    Time::FIRST
        .until(recording.duration())
        .filter(|&time| {
            let Some(position) = recording.position(time) else { return false };
            let function = program.function(position.function);
            let own = function.scope.map(|s| program.scopes[s.0 as usize].file)
                == main.scope.map(|s| program.scopes[s.0 as usize].file);
            let inst = recording.inst(position);
            own && inst.defines_or_decides() && function.locs[position.inst as usize].line == line
        })
        .collect()
}
