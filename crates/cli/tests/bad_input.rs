//! Wrong usage, wrong files, closed pipes and full disks: a clear message, the documented exit code, no
//! panic.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

fn whydunit(args: &[&str]) -> Output {
    Command::new(WHYDUNIT).args(args).stdin(Stdio::null()).output().expect("runs")
}

/// Checks that the exit code is `code`, that the output contains every word of `message`, and that there was no panic.
fn check(output: &Output, code: i32, message: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    for words in message {
        assert!(stderr.contains(words), "{words:?} is not in:\n{stderr}");
    }
}

struct Files {
    dir: tempfile::TempDir,
}

impl Files {
    fn new() -> Self {
        Files { dir: tempfile::tempdir().expect("a directory") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn with(&self, name: &str, contents: &[u8]) -> String {
        fs::write(self.path(name), contents).expect("written");
        self.path(name).display().to_string()
    }

    /// Compiles a C text with `compiler`; returns the executable.
    fn compiled(&self, compiler: &[&str], text: &str) -> String {
        let source = self.with("prog.c", text.as_bytes());
        let exe = self.path("prog");
        let output =
            Command::new(compiler[0]).args(&compiler[1..]).arg(source).arg("-o").arg(&exe).output().expect("runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        exe.display().to_string()
    }

    fn program(&self, text: &str) -> String {
        self.compiled(&[WHYDUNIT, "cc", "-w"], text)
    }
}

const HELLO: &str = "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 7; }\n";
const CHATTY: &str =
    "#include <stdio.h>\nint main(void) { for (int i = 0; i < 200000; i++) printf(\"line %d\\n\", i); return 5; }\n";

#[test]
fn usage_is_explained() {
    check(&whydunit(&[]), 2, &["Usage"]);
    check(&whydunit(&["frobnicate"]), 2, &["frobnicate"]);
    check(&whydunit(&["run"]), 2, &["PROGRAM"]);
    check(&whydunit(&["run", "--no-such-option", "x"]), 2, &["--no-such-option"]);
    check(&whydunit(&["run", "--budget", "lots", "x"]), 2, &["lots", "number"]);
    check(&whydunit(&["run", "--budget", "-5", "x"]), 2, &["--budget"]);
    check(&whydunit(&["run", "--memory", "99999999999G", "x"]), 2, &["large"]);
    check(&whydunit(&["run", "--env", "NOVALUE", "x"]), 2, &["--env", "NAME=VALUE"]);
    check(&whydunit(&["run", "--stub", "f=many", "x"]), 2, &["--stub", "many"]);
    check(&whydunit(&["run", "--stub", "f", "x"]), 2, &["--stub", "NAME=VALUE"]);
    check(&whydunit(&["run", "--stdin", "/no/such/file", "x"]), 2, &["--stdin", "/no/such/file"]);
    check(&whydunit(&["run", "--cwd", "/no/such/dir", "x"]), 2, &["--cwd", "/no/such/dir"]);
    check(&whydunit(&["run", "--cwd", "/etc/passwd", "x"]), 2, &["--cwd", "/etc/passwd", "not a directory"]);
    check(&whydunit(&["run", "--env", "=x", "x"]), 2, &["--env", "NAME=VALUE"]);
    check(&whydunit(&["run", "--file", "=x", "x"]), 2, &["--file", "PATH=FILE"]);
    check(&whydunit(&["run", "--pid", "0", "x"]), 2, &["--pid", "0"]);
    check(&whydunit(&["run", "--file", "a=/no/such/file", "x"]), 2, &["--file", "/no/such/file"]);
    check(&whydunit(&["run", "--time", "yesterday", "x"]), 2, &["yesterday"]);
}

#[test]
fn help_tells_the_exit_codes() {
    let output = whydunit(&["--help"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    for code in ["124", "134", "136", "139"] {
        assert!(text.contains(code), "{text}");
    }
    for command in ["run", "ir", "env", "explain"] {
        let output = whydunit(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0), "{command} --help");
    }
}

#[test]
fn files_that_are_no_programs() {
    let files = Files::new();
    let text = files.with("text", b"#!/bin/sh\necho hello\n");
    let empty = files.with("empty", b"");
    let not_bitcode = files.with("broken.bc", b"BC\xc0\xde and then nonsense");
    let not_ir = files.with("broken.ll", b"define i32 @main() { nonsense }\n");
    let dir = files.dir.path().display().to_string();
    for command in ["run", "ir", "explain"] {
        check(&whydunit(&[command, "/no/such/program"]), 1, &["/no/such/program"]);
        check(&whydunit(&[command, &dir]), 1, &[&dir]);
        check(&whydunit(&[command, &text]), 1, &["whydunit cc"]);
        check(&whydunit(&[command, &empty]), 1, &["whydunit cc"]);
        check(&whydunit(&[command, &not_bitcode]), 1, &["broken.bc"]);
        check(&whydunit(&[command, &not_ir]), 1, &["broken.ll"]);
        check(&whydunit(&[command, "/dev/null"]), 1, &["/dev/null"]);
    }
    let locked = files.with("locked", b"x");
    fs::set_permissions(Path::new(&locked), fs::Permissions::from_mode(0o000)).expect("allowed");
    let output = whydunit(&["run", &locked]);
    check(&output, 1, &["locked"]);
}

#[test]
fn an_executable_without_bitcode_says_how_to_compile() {
    let files = Files::new();
    let exe = files.compiled(&["gcc"], HELLO);
    check(&whydunit(&["run", &exe]), 1, &["bitcode", "whydunit cc"]);
    check(&whydunit(&["run", "/bin/true"]), 1, &["bitcode", "whydunit cc"]);
}

#[test]
fn truncated_executables_are_refused() {
    let files = Files::new();
    let exe = files.program(HELLO);
    let bytes = fs::read(&exe).expect("readable");
    for part in 1..20 {
        let cut = files.with("cut", &bytes[..bytes.len() * part / 20]);
        check(&whydunit(&["run", &cut]), 1, &["cut"]);
    }
    let mut changed = bytes.clone();
    let at = changed.windows(4).position(|w| w == b"BC\xc0\xde").expect("bitcode");
    changed[at + 200..at + 400].fill(0xff);
    let output = whydunit(&["run", &files.with("changed", &changed)]);
    check(&output, 1, &["changed"]);
}

#[test]
fn programs_without_main_or_with_missing_parts() {
    let files = Files::new();
    let source = files.with("part.c", b"int helper(void) { return 1; }\n");
    let object = files.path("part.o").display().to_string();
    let output = Command::new(WHYDUNIT).args(["cc", "-c", &source, "-o", &object]).output().expect("runs");
    assert!(output.status.success());
    check(&whydunit(&["run", &object]), 1, &["main"]);
}

#[test]
fn a_closed_pipe_ends_the_run_as_natively() {
    let files = Files::new();
    let exe = files.program(CHATTY);
    let script = format!(
        "{WHYDUNIT} run {exe} | head -1; echo ${{PIPESTATUS[0]}}; {WHYDUNIT} ir {exe} | head -1 >/dev/null; echo ${{PIPESTATUS[0]}}"
    );
    let output = Command::new("bash").args(["-c", &script]).output().expect("runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().collect::<Vec<_>>(), ["line 0", "141", "0"]);
    check(&output, 0, &[]);
}

#[test]
fn a_program_with_a_closed_output_ends() {
    let files = Files::new();
    let exe = files.program("#include <stdio.h>\nint main(void) { for (;;) puts(\"y\"); }\n");
    let script = format!("{WHYDUNIT} run {exe} | head -1; echo ${{PIPESTATUS[0]}}");
    let output = Command::new("bash").args(["-c", &script]).output().expect("runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().collect::<Vec<_>>(), ["y", "141"]);
}

#[test]
fn a_full_disk_does_not_panic() {
    let files = Files::new();
    let exe = files.program(HELLO);
    let full = || Stdio::from(fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full"));
    let output = Command::new(WHYDUNIT).args(["run", &exe]).stdout(full()).output().expect("runs");
    check(&output, 1, &["standard output is lost", "No space left"]);
    for args in [&["ir", &exe][..], &["env"]] {
        let output = Command::new(WHYDUNIT).args(args).stdout(full()).output().expect("runs");
        check(&output, 1, &["standard output", "No space left"]);
    }
    for args in [&["--help"][..], &["run", "--stats", &exe], &["explain", &exe]] {
        let output = Command::new(WHYDUNIT).args(args).stdout(full()).output().expect("runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    }
    // Standard error cannot be written either.
    let status = Command::new(WHYDUNIT).args(["run", "/no/such"]).stderr(full()).status().expect("runs");
    assert_eq!(status.code(), Some(1));
    let crash = files.program("int main(void) { int *p = 0; return *p; }\n");
    let status = Command::new(WHYDUNIT).args(["run", "--stats", &crash]).stderr(full()).status().expect("runs");
    assert_eq!(status.code(), Some(139));
}

/// An output file that cannot be written does not keep the report from being shown.
#[test]
fn a_report_is_shown_although_a_file_cannot_be_written() {
    let files = Files::new();
    let exe = files.program("int main(int argc, char **argv) { int a = argc * 3; return a; }\n");
    let debug = |option: &str| whydunit(&["debug", "--expect-exit", "0", option, "/dev/full", "--", &exe]);
    for option in ["--save", "--html", "--gdb"] {
        let output = debug(option);
        check(&output, 1, &[&format!("{option} /dev/full: No space left")]);
        let report = String::from_utf8_lossy(&output.stdout);
        assert!(report.contains("not finished"), "{option}: {report}");
    }
    for option in ["--html", "--sarif"] {
        let output = whydunit(&["explain", "--expect-exit", "0", option, "/dev/full", "--", &exe]);
        check(&output, 1, &[&format!("{option} /dev/full: No space left")]);
        assert!(!output.stdout.is_empty(), "{option}");
    }
}

#[test]
fn absurd_limits_end_clearly() {
    let files = Files::new();
    let exe = files.program(HELLO);
    check(&whydunit(&["run", "--budget", "0", &exe]), 124, &["--budget"]);
    check(&whydunit(&["run", "--budget", "1", &exe]), 124, &["--budget"]);
    check(&whydunit(&["run", "--stack", "0", &exe]), 139, &["stack overflow"]);
    check(&whydunit(&["run", "--stack", "64", &exe]), 139, &["stack overflow"]);
    check(&whydunit(&["run", "--output-limit", "3", &exe]), 124, &["--output-limit"]);
    check(&whydunit(&["run", "--output-limit", "0", &exe]), 124, &["--output-limit"]);
    let all = ["run", "--budget", "18446744073709551615", "--memory", "18446744073709551615", "--stack", "1000G", &exe];
    check(&whydunit(&all), 7, &[]);
    check(&whydunit(&["run", "--memory", "0", &exe]), 124, &["--memory"]);
    check(&whydunit(&["run", "--memory", "20k", &exe]), 124, &["--memory"]);
    check(&whydunit(&["run", "--memory", "1M", &exe]), 7, &[]);
    let hungry = files.program(
        "char big[1 << 24]; int main(void) { for (int i = 0; i < 1 << 24; i++) big[i] = 1; return big[5]; }\n",
    );
    check(&whydunit(&["run", "--memory", "4M", &hungry]), 124, &["--memory"]);
    check(&whydunit(&["run", "--memory", "40M", &hungry]), 1, &[]);
}

#[test]
fn output_stops_at_its_limit() {
    let files = Files::new();
    let exe = files.program(HELLO);
    for (limit, shown) in [("0", ""), ("3", "hel"), ("6", "hello\n")] {
        let output = whydunit(&["run", "--output-limit", limit, &exe]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), shown);
    }
}

#[test]
fn stubs_answer_functions_of_the_program() {
    let files = Files::new();
    let exe = files.program(
        "int system(const char *); int own(void) { return 1; } int main(void) { return own() + system(\"true\"); }\n",
    );
    check(&whydunit(&["run", "--stub", "system=4", &exe]), 5, &[]);
    check(&whydunit(&["run", "--stub", "sytem=4", &exe]), 2, &["sytem", "`system`"]);
    check(&whydunit(&["run", "--stub", "own=4", &exe]), 2, &["own", "has code"]);
    check(&whydunit(&["explain", "--stub", "nobody_home=4", &exe]), 2, &["nobody_home", "never calls"]);
}

#[test]
fn stats_tell_the_figures() {
    let files = Files::new();
    let exe = files.program(HELLO);
    check(&whydunit(&["run", "--stats", &exe]), 7, &["LLVM instructions", "M/s", "KiB mapped", " 0 snapshots"]);
}

#[test]
fn options_end_where_the_program_begins() {
    let files = Files::new();
    let exe = files.program(
        "#include <stdio.h>\nint main(int n, char **v) { for (int i = 1; i < n; i++) puts(v[i]); return 0; }\n",
    );
    for args in [
        &["run", &exe, "--stats", "-x", "--", "--budget", "1"][..],
        &["run", "--", &exe, "--stats", "-x", "--", "--budget", "1"],
    ] {
        let output = whydunit(args);
        check(&output, 0, &[]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "--stats\n-x\n--\n--budget\n1\n");
    }
}

#[test]
fn where_the_files_go_must_be_possible() {
    let files = Files::new();
    let exe = files.program(
        "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"made\", \"w\"); fputs(\"x\", f); return fclose(f); }\n",
    );
    let file = files.with("file", b"x");
    let output = whydunit(&["run", "--out", &file, &exe]);
    check(&output, 1, &["--out"]);
    let output = whydunit(&["run", "--out", "/proc/nowhere", &exe]);
    check(&output, 1, &["--out"]);
}

#[test]
fn files_that_cannot_be_written_are_noticed_before_anything_is_done() {
    let files = Files::new();
    let exe = files.with("no-program", b"nothing that could run");
    let directory = files.dir.path().display().to_string();
    let options = [
        ("debug", "--save"),
        ("debug", "--gdb"),
        ("debug", "--html"),
        ("explain", "--html"),
        ("explain", "--sarif"),
        ("slice", "--html"),
        ("slice", "--svg"),
        ("slice", "--dot"),
    ];
    for (command, option) in options {
        for file in [&directory, "/no/such/directory/file"] {
            let output = whydunit(&[command, option, file, "--", &exe]);
            check(&output, 1, &[option, file, "cannot be written"]);
        }
    }
}

#[test]
fn questions_about_unknown_names() {
    let files = Files::new();
    let text = "struct s { int a, b; } g;\nint main(void) {\n    int k = 3;\n    g.a = k;\n\n    return 0;\n}\n";
    let program = files.program(text);
    let ask = |what: &[&str]| whydunit(&[what, &[&program]].concat());
    for command in [&["trace", "why"][..], &["trace", "why-not"], &["slice", "--from"]] {
        let at = |place: &str| ask(&[command, &[place]].concat());
        check(&at("prog.c:0"), 2, &["lines are counted from 1"]);
        check(&at("prog.c:5"), 2, &["prog.c:5 has no code", "line 4 or line 6 has"]);
        check(&at("prog.c:999"), 2, &["prog.c:999 has no code", "the last line of that file that has is 7"]);
        check(&at("prig.c:3"), 2, &["no code of the program comes from a file called prig.c", "prog.c"]);
        check(&at("prog.c:3#0"), 2, &["executions are counted from 1"]);
        check(&at("prog.c:3#99999999999"), 2, &["executions are counted from 1 to 4294967295"]);
        check(&at("prog.c:three"), 2, &["FILE:LINE"]);
    }
    check(&ask(&["trace", "why", "prog.c:3#7"]), 2, &["prog.c:3 was executed only once"]);
    check(&ask(&["slice", "--from", "prog.c:3#7"]), 2, &["prog.c:3 was executed only once"]);
    let history = |of: &str| ask(&["trace", "history", of]);
    check(&history("kk"), 2, &["there is no variable `kk` there", "there is k"]);
    check(&history("g.c"), 2, &["there is a or b"]);
    check(&history("k +"), 2, &["k +\n"]);
    check(&history(""), 2, &["error"]);
    check(&history("k + 1"), 2, &["a value, not a variable", "^^^^^"]);
    check(&history("k->a"), 2, &["k->a\n", "^"]);
    check(&history("(&g)[5]"), 2, &["error"]);
    check(&history("k@prog.c:0"), 2, &["lines are counted from 1"]);
    check(&history("k@prog.c:99"), 2, &["the last line of that file that has is 7"]);
}

#[test]
fn a_session_without_questions_finds_nothing() {
    let files = Files::new();
    let program = files.program("#include <stdio.h>\nint main(void) { puts(\"a\"); }\n");
    let debug = |options: &[&str]| whydunit(&[&["debug"], options, &["-e", "x", "--", &program]].concat());
    let output = debug(&["--memory", "1"]);
    let said = String::from_utf8_lossy(&output.stdout);
    check(&output, 4, &[]);
    assert!(said.contains("nothing it depends on could be asked about") && !said.contains("The fault\n"), "{said}");
    check(&debug(&["--answers", "/dev/zero"]), 1, &["--answers /dev/zero", "more than 32 MiB"]);
}
