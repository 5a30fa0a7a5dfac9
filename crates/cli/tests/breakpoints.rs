//! `whydunit debug` line by line: what is asked, what an answer means, and what the report makes of it.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

/// Compiles a program and debugs it with these answers; what was said.
fn debug(source: &str, options: &[&str], answers: &str) -> (Option<i32>, String) {
    let dir = tempfile::tempdir().expect("a directory");
    debug_in(dir.path(), source, options, answers)
}

fn debug_in(dir: &Path, source: &str, options: &[&str], answers: &str) -> (Option<i32>, String) {
    fs::write(dir.join("test.c"), source).expect("a file");
    fs::write(dir.join("typed"), answers).expect("a file");
    let compiled = Command::new(WHYDUNIT).args(["cc", "-w", "test.c", "-o", "test"]).current_dir(dir).status();
    assert!(compiled.expect("it runs").success());
    let output = Command::new(WHYDUNIT)
        .arg("debug")
        .args(options)
        .args(["--", "./test"])
        .current_dir(dir)
        .stdin(Stdio::from(fs::File::open(dir.join("typed")).expect("the file")))
        .output()
        .expect("it runs");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Two wrong values that have nothing to do with each other.
const TWO: &str = r#"#include <stdio.h>
int main(int argc, char **argv) {
    int a = argc * 3;
    int b = argc * 5;
    printf("%d\n", a + b);
}
"#;

#[test]
fn several_items_of_a_breakpoint_are_wrong() {
    let (code, said) = debug(TWO, &["-e", "12\\n"], "wrong\nwrong\n");
    assert!(said.contains("2. b is 5: right, wrong, don't know? (go: that was all) wrong"), "{said}");
    let (_, report) = said.split_once("The fault").expect("it is found");
    let [first, second] = ["test.c:4  int b", "test.c:3  int a"].map(|place| report.find(place));
    assert!(code == Some(0) && first.is_some() && first < second, "{said}");
    // One is enough for who wants to go on.
    let (code, said) = debug(TWO, &["-e", "12\\n"], "wrong\ngo\n");
    assert!(code == Some(0) && said.contains("b is 5: not looked at"), "{said}");
}

#[test]
fn answers_count_when_one_leaves_in_the_middle() {
    let dir = tempfile::tempdir().expect("a directory");
    let (code, said) = debug_in(dir.path(), TWO, &["--save", "saved", "-e", "12\\n"], "right\nquit\n");
    let (_, report) = said.split_once("\nBreakpoints\n").expect("a report of the breakpoint");
    assert!(report.contains("a is 3: right") && report.contains("b is 5: not looked at"), "{said}");
    assert!(code == Some(4) && report.contains("1 item looked at; not finished"), "{said}");
    let saved = fs::read_to_string(dir.path().join("saved")).expect("saved");
    assert!(saved.contains("\"expression\": \"a\"") && !saved.contains("\"expression\": \"b\""), "{saved}");
    let (_, again) = debug_in(dir.path(), TWO, &["--answers", "saved", "-e", "12\\n"], "");
    assert!(again.contains("a is 3: right, wrong, don't know? right (as before)"), "{again}");
}

#[test]
fn what_a_function_of_the_library_wrote_is_asked_about() {
    let source = r#"#include <stdio.h>
#include <string.h>
int main(void) {
    char text[32], out[64];
    sprintf(text, "%x", 26);
    strcpy(out, "n=");
    strcat(out, text);
    puts(out);
}
"#;
    let (code, said) = debug(source, &["-e", "n=26\\n"], "right\nwrong\nwrong\nwrong\n");
    assert!(said.contains("out is \"n=1a\""), "{said}");
    assert!(said.contains("text is \"1a\""), "{said}");
    let (_, report) = said.split_once("The fault").expect("it is found");
    assert!(code == Some(0) && report.trim_start().starts_with("1. test.c:5  sprintf"), "{said}");
    // Of a record only the member that was written is shown, behind a pointer the text.
    let member = source
        .replace("char text[32], out[64];", "struct { int n; char a[8], b[40]; } r; char *text = r.a, *out = r.b;");
    let member = member.replace("(out, \"n=\")", "(r.b, \"n=\")");
    let (_, said) = debug(&member, &["-e", "n=26\\n"], "right\nwrong\nwrong\nwrong\n");
    assert!(said.contains("r.b is \"n=\"") && said.contains("out is \"n=1a\" with out = \"n=\""), "{said}");
    // What is read is not asked about.
    let reads = source.replace("sprintf(text, \"%x\", 26);", "if (!fgets(text, 32, stdin)) return 1;");
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("input"), "x").expect("a file");
    let (_, said) = debug_in(dir.path(), &reads, &["--stdin", "input", "-e", "n=y\n"], "right\nwrong\nwrong\n");
    assert!(said.contains("out is \"n=x\"") && !said.contains("text is"), "{said}");
}

/// A run of hundreds of thousands of calls inside each other is gone through once for each line, not for each question.
#[test]
fn deep_recursion_is_debugged_at_once() {
    let source = "int sum(int n) {\n  if (n == 0)\n    return 0;\n  return n + sum(n - 2);\n}\n\
                  int main(void) {\n  return sum(5);\n}\n";
    let began = std::time::Instant::now();
    let (code, said) = debug(source, &["--stack", "32M"], &"don't know\n".repeat(30));
    let took = began.elapsed();
    let executed = said.split_once("execution ").and_then(|(_, text)| text.split_once(" of "));
    let count = executed.and_then(|(_, text)| text.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok());
    assert!(code == Some(4) && count.is_some_and(|count| count > 200_000), "{count:?}: {said}");
    assert!(took.as_secs() < 60, "{took:?}");
}
