//! Scripts for gdb, run with the real one: the native program stops at the executions that were asked about, and
//! what it holds there is what was shown.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

/// All kinds of loops; a sum that is wrong.
const LOOPS: &str = r#"#include <stdio.h>
static int digits(int n) {
    if (n < 10)
        return 1;
    return 1 + digits(n / 10);
}
int main(int argc, char **argv) {
    int sum = 0, i = 0;
    while (i < 6) {
        i++;
        if (i % 2)
            continue;
        sum += i;
    }
    int k = 3;
    for (; k < 6;) {
        sum += k;
        k++;
    }
    for (; k < 9; k++)
        sum += k;
    do {
        sum += digits(sum);
        k--;
    } while (k > 6);
    while (k > 2) k -= argc;
    for (int j = 0; j < 3; j++)
        for (int l = j; l < 3; l++)
            sum += j * l;
    switch (sum & 3) {
    case 0:
        sum += 2;
        break;
    default:
        sum += k;
    }
    printf("%d\n", sum);
}
"#;

/// Asks about everything that leads to the failure of a program, and lets gdb show all that.
fn shown_by_gdb(source: &str, arguments: &[&str], expected: &str) -> String {
    let dir = tempfile::tempdir().expect("a directory");
    let run = |command: &str, arguments: &[&str], input: &str| {
        let stdin = dir.path().join("answers");
        fs::write(&stdin, input).expect("a file");
        let output = Command::new(command)
            .args(arguments)
            .current_dir(dir.path())
            .stdin(Stdio::from(fs::File::open(&stdin).expect("the file")))
            .output()
            .unwrap_or_else(|e| panic!("{command}: {e} (scripts/setup.sh installs what tests need)"));
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    fs::write(dir.path().join("test.c"), source).expect("a file");
    run(WHYDUNIT, &["cc", "-w", "test.c", "-o", "test"], "");
    let nobody_knows = "don't know\n".repeat(2000);
    let debug = [&["debug", "--gdb", "script.gdb", "-e", expected, "--", "./test"], arguments].concat();
    let report = run(WHYDUNIT, &debug, &nobody_knows);
    assert!(Path::new(&dir.path().join("script.gdb")).is_file(), "{report}");
    run("gdb", &[&["-q", "-batch", "-x", "script.gdb", "--args", "./test"], arguments].concat(), "")
}

/// Every number that gdb shows must be the one that Whydunit showed. How many places and numbers there were.
fn check(shown: &str) -> (usize, usize) {
    let (mut said, mut places, mut numbers) = ("", 0, 0);
    for line in shown.lines() {
        if let Some(text) = line.strip_prefix("  whydunit: ") {
            (said, places) = (text, places + 1);
        } else if line.starts_with("  in a loop that is all on one line") {
            // These are the values with which the line begins, not those of the decision.
            said = "";
        } else if let Some((name, value)) = line.strip_prefix("  ").and_then(|l| l.split_once(" = "))
            && value.parse::<i64>().is_ok()
            && !said.is_empty()
        {
            let (is, with) = (format!("{name} is {value}"), format!("{name} = {value}"));
            assert!(said.contains(&is) || said.contains(&with), "{said}\ngdb: {line}\n{shown}");
            numbers += 1;
        }
        assert!(!line.contains("before it came to all"), "{line}\n{shown}");
    }
    (places, numbers)
}

#[test]
fn loops_are_counted_as_gdb_comes_by() {
    let (places, numbers) = check(&shown_by_gdb(LOOPS, &[], "1\\n"));
    assert!(places > 40 && numbers > 50, "{places} {numbers}");
}

#[test]
fn recursion_is_counted_as_gdb_comes_by() {
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/debug/reach.c"));
    let (places, numbers) = check(&shown_by_gdb(&source.expect("the program"), &["a//b/c"], "3\\n"));
    assert!(places > 8 && numbers > 3, "{places} {numbers}");
}

#[test]
fn sorting_is_counted_as_gdb_comes_by() {
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/debug/sort.c"));
    let shown = shown_by_gdb(&source.expect("the program"), &["14", "11", "30", "7"], "7 11 14 30 \\n");
    let (places, numbers) = check(&shown);
    assert!(places > 20 && numbers > 40, "{places} {numbers}");
}
