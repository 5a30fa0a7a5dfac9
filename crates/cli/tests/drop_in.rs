//! `whydunit cc` in place of a compiler: the requirements of build systems.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

const MAIN: &str =
    "#include <stdio.h>\n#include \"part.h\"\nint main(void) { printf(\"%d\\n\", part(N)); return 0; }\n";

/// A directory with a small project.
fn project() -> TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    for (name, text) in [
        ("main.c", MAIN),
        ("part.c", "#include \"part.h\"\nint part(int n) { return n + 1; }\n"),
        ("part.h", "#ifndef N\n#define N 41\n#endif\nint part(int);\n"),
        ("plain.s", ".globl nothing\nnothing: ret\n"),
        ("flags", "-DN=6 -O2 main.c part.c -o answered\n"),
    ] {
        std::fs::write(dir.path().join(name), text).expect("written");
    }
    dir
}

fn cc(dir: &Path, args: &str) -> Output {
    let mut command = Command::new(WHYDUNIT);
    command.arg("cc").args(args.split_whitespace()).current_dir(dir).stdin(Stdio::null());
    command.output().expect("runs")
}

/// Runs the compiler, which must succeed silently; returns its standard output.
fn works(dir: &Path, args: &str) -> String {
    let output = cc(dir, args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{args}: {stderr}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Checks the output of a program, natively and in the machine.
fn prints(dir: &Path, program: &str, expected: &str) {
    let native = Command::new(dir.join(program)).current_dir(dir).output().expect("runs");
    let ours = Command::new(WHYDUNIT).arg("run").arg(dir.join(program)).output().expect("runs");
    for (output, where_) in [(native, "natively"), (ours, "in the machine")] {
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{program} {where_}: {output:?}");
    }
}

#[test]
fn objects_are_linked_apart() {
    let dir = project();
    works(dir.path(), "-Wall -Werror -MMD -MF main.d -c main.c -o main.o");
    works(dir.path(), "-Wall -Werror -c part.c -o part.o");
    works(dir.path(), "-Wall -Werror main.o part.o -o apart");
    prints(dir.path(), "apart", "42\n");
    let rule = std::fs::read_to_string(dir.path().join("main.d")).expect("made");
    assert!(rule.starts_with("main.o:") && rule.contains("part.h"), "{rule}");
}

#[test]
fn archives_and_static_programs_have_bitcode() {
    let dir = project();
    works(dir.path(), "-c part.c -o part.o");
    let archive = Command::new("llvm-ar-19").args(["rcs", "libpart.a", "part.o"]).current_dir(dir.path()).status();
    assert!(archive.expect("runs").success());
    works(dir.path(), "main.c -L. -lpart -o archived");
    prints(dir.path(), "archived", "42\n");
    works(dir.path(), "-static -s main.c part.c -o full");
    prints(dir.path(), "full", "42\n");
}

#[test]
fn optimisation_and_response_files_change_nothing() {
    let dir = project();
    works(dir.path(), "@flags");
    prints(dir.path(), "answered", "7\n");
    works(dir.path(), "-O3 -flto -D_FORTIFY_SOURCE=2 -ffunction-sections -Wl,--gc-sections main.c part.c -o fast");
    prints(dir.path(), "fast", "42\n");
}

#[test]
fn other_outputs_are_clangs() {
    let dir = project();
    assert!(works(dir.path(), "-E -P main.c").contains("part(41)"));
    works(dir.path(), "-S part.c -o part.s");
    assert!(std::fs::read_to_string(dir.path().join("part.s")).expect("made").contains("part:"));
    works(dir.path(), "-Wall -Werror -c plain.s -o plain.o");
    works(dir.path(), "-shared -fPIC part.c -o libpart.so");
    assert!(works(dir.path(), "--version").contains("clang version 19"));
    assert!(works(dir.path(), "-print-prog-name=ld").contains("ld"));
    assert_eq!(works(dir.path(), "-dumpmachine").lines().count(), 1);
}

#[test]
fn the_source_may_come_from_standard_input() {
    let dir = project();
    let mut command = Command::new(WHYDUNIT);
    command.args(["cc", "-x", "c", "-", "part.c", "-o", "piped"]).current_dir(dir.path());
    let source = std::fs::File::open(dir.path().join("main.c")).expect("there");
    assert!(command.stdin(source).status().expect("runs").success());
    prints(dir.path(), "piped", "42\n");
}

#[test]
fn errors_are_clangs_too() {
    let dir = project();
    for (args, words) in [("", "no input files"), ("missing.c", "missing.c"), ("main.c -o main", "part")] {
        let output = cc(dir.path(), args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && stderr.contains(words), "{args}: {stderr}");
    }
}
