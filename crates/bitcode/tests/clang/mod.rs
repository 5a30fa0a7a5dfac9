//! Compiles C to executables with embedded bitcode, as `whydunit cc` does.
#![allow(dead_code)] // each test file uses its own share

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use whydunit_program::{Function, Program};

/// The flags that `whydunit cc` passes to clang.
pub(crate) const FLAGS: [&str; 7] = [
    "-O0",
    "-g",
    "-fno-discard-value-names",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-Xclang",
    "-fembed-bitcode=all",
];

/// A temporary directory for one test, removed at its end.
pub(crate) struct Workshop {
    dir: TempDir,
}

impl Workshop {
    /// A new directory for the test `name`.
    pub(crate) fn new(name: &str) -> Self {
        let dir = tempfile::Builder::new().prefix(name).tempdir().expect("a directory");
        Workshop { dir }
    }

    /// A file in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, contents: &str) -> PathBuf {
        std::fs::write(self.path(name), contents).expect("a file");
        self.path(name)
    }

    /// Runs a program in it.
    pub(crate) fn run(&self, program: &str, args: &[&str]) {
        let output = Command::new(program).args(args).current_dir(self.dir.path()).output().expect(program);
        assert!(output.status.success(), "{program} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// Runs clang with our flags and additional ones.
    pub(crate) fn clang(&self, args: &[&str]) {
        self.run("clang-19", &[&FLAGS, args].concat());
    }

    /// Compiles C with extra flags to an object file and loads it.
    pub(crate) fn load_with(&self, source: &str, flags: &[&str]) -> Program {
        self.write("test.c", source);
        self.clang(&[&["-c", "test.c", "-o", "test.o"], flags].concat());
        load(&self.path("test.o"))
    }
}

/// Loads a file that must load.
pub(crate) fn load(path: &Path) -> Program {
    whydunit_bitcode::load(path, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Compiles one C file and loads it; fails if anything in it is unsupported.
#[track_caller]
pub(crate) fn compile(name: &str, source: &str) -> Program {
    let program = Workshop::new(name).load_with(source, &[]);
    let unsupported: Vec<&String> = program.functions.iter().flat_map(|f| &f.unsupported).collect();
    assert!(unsupported.is_empty(), "{unsupported:?}");
    program
}

/// The function with this name.
#[track_caller]
pub(crate) fn function<'p>(program: &'p Program, name: &str) -> &'p Function {
    program.function(program.function_named(name).unwrap_or_else(|| panic!("no function {name}")))
}

/// The text of a function, without source positions.
pub(crate) fn text(function: &Function) -> String {
    let text = function.to_string();
    text.lines().map(|line| line.split("  // ").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Asserts that the function's text contains each of these, in this order.
#[track_caller]
pub(crate) fn expect(function: &Function, parts: &[&str]) {
    let text = text(function);
    let mut rest = text.as_str();
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => panic!("{part:?} not found (in order) in\n{text}"),
        }
    }
}
