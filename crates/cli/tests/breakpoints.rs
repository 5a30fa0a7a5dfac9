//! `whydunit debug` line by line: the questions, the meaning of the answers, and the report.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

/// Compiles a program and debugs it with the given answers; returns the exit code and the output.
fn debug(source: &str, options: &[&str], answers: &str) -> (Option<i32>, String) {
    let dir = tempfile::tempdir().expect("a directory");
    debug_in(dir.path(), source, options, answers)
}

fn compile(dir: &Path, source: &str, name: &str) {
    let compiled = Command::new(WHYDUNIT).args(["cc", "-w", source, "-o", name]).current_dir(dir).status();
    assert!(compiled.expect("it runs").success());
}

fn debug_in(dir: &Path, source: &str, options: &[&str], answers: &str) -> (Option<i32>, String) {
    fs::write(dir.join("test.c"), source).expect("a file");
    fs::write(dir.join("typed"), answers).expect("a file");
    compile(dir, "test.c", "test");
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

/// Two independent wrong values.
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
    // `go` skips the second item: one wrong value suffices to continue.
    let (code, said) = debug(TWO, &["-e", "12\\n"], "wrong\ngo\n");
    assert!(code == Some(0) && said.contains("b is 5: not asked"), "{said}");
}

/// With several calls of a function on one line, the question names the call that gives the parameter its value, in
/// reading order.
#[test]
fn calls_on_one_line_are_distinguished() {
    let source = r#"#include <stdio.h>
static int add(int a, int b) { return a + b; }
int main(void) {
    int x = 2, y = 3;
    int s = add(x, y) * add(y, add(x, x));
    printf("%d\n", s + add(1, 1));
}
"#;
    let (_, said) = debug(source, &["-e", "26\\n", "--strategy", "single-step"], &"don't know\n".repeat(20));
    for (which, a, b) in [("first", 2, 3), ("second", 3, 4), ("third", 2, 2)] {
        assert!(said.contains(&format!("\n     the {which} add(...)'s parameter a is {a}\n")), "{said}");
        assert!(said.contains(&format!("\n     the {which} add(...)'s parameter b is {b}\n")), "{said}");
    }
    assert!(said.contains("\n     add's parameter a is 1\n"), "{said}");
}

/// The deciding answer can be taken back, also when the input is a pipe.
#[test]
fn the_last_answer_is_taken_back() {
    let (code, said) = debug(TWO, &["-e", "12\\n"], "wrong\nwrong\nundo\nright\n");
    assert!(said.contains("enter for the report: undo\n"), "{said}");
    let (_, report) = said.split_once("The fault").expect("it is found");
    assert!(code == Some(0) && report.contains("test.c:3  int a") && report.contains("b is 5: right"), "{said}");
    // The lines after the end of the search are ignored.
    let (code, said) = debug(TWO, &["-e", "12\\n"], "wrong\nwrong\nwrong\n");
    assert!(code == Some(0) && !said.contains("enter for the report"), "{said}");
}

#[test]
fn answers_count_when_one_leaves_in_the_middle() {
    let dir = tempfile::tempdir().expect("a directory");
    let (code, said) = debug_in(dir.path(), TWO, &["--save", "saved", "-e", "12\\n"], "right\nquit\n");
    let (_, report) = said.split_once("\nBreakpoints\n").expect("a report of the breakpoint");
    assert!(report.contains("a is 3: right") && report.contains("b is 5: not asked"), "{said}");
    assert!(code == Some(4) && report.contains("1 value judged; not finished"), "{said}");
    let saved = fs::read_to_string(dir.path().join("saved")).expect("saved");
    assert!(saved.contains("\"expression\": \"a\"") && !saved.contains("\"expression\": \"b\""), "{saved}");
    let (_, again) = debug_in(dir.path(), TWO, &["--answers", "saved", "-e", "12\\n"], "");
    assert!(again.contains("a is 3: right, wrong, don't know? right (as before)"), "{again}");
}

/// A breakpoint whose items were skipped, or answered out of order, is not asked about again when the session is
/// resumed.
#[test]
fn a_session_is_resumed() {
    let dir = tempfile::tempdir().expect("a directory");
    let source = TWO.replace("argc * 5", "argc * 2 + argc * 3");
    let source = source.replace("int a =", "int c = argc + 3, d = argc + 4;\n    int a = c + d - 9 +");
    let options = |more: &[&'static str]| [&["-e", "12\\n"], more].concat();
    let (_, said) = debug_in(dir.path(), &source, &options(&["--save", "saved"]), "w 1\ngo\nright\nquit\n");
    assert!(said.contains("1. c is 4: right, wrong, don't know? right"), "{said}");
    let (_, again) = debug_in(dir.path(), &source, &options(&["--answers", "saved", "--save", "again"]), "quit\n");
    let asked = |said: &str| said.lines().filter(|l| l.contains("don't know?")).map(str::to_string).collect::<Vec<_>>();
    let questions = asked(&again);
    let [first, second, third] = &questions[..] else { panic!("three questions, not {questions:?}: {again}") };
    assert!(first.starts_with("1. a is 3") && first.ends_with("wrong (as before)"), "{again}");
    assert!(second.starts_with("1. c is 4") && second.ends_with("right (as before)"), "{again}");
    assert!(third.starts_with("2. d is 5") && third.ends_with("quit"), "{again}");
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).expect("saved");
    assert_eq!(read("saved"), read("again"));
    // A later item first: the question for the earlier one stays, and continuing loses nothing.
    let (_, _) = debug_in(dir.path(), &source, &options(&["--save", "saved"]), "w 2\nquit\n");
    let (_, again) = debug_in(dir.path(), &source, &options(&["--answers", "saved"]), "go\nquit\n");
    let questions = asked(&again);
    assert!(questions[0].ends_with("wrong (as before)") && questions[1].starts_with("1. a is 3"), "{again}");
    assert!(again.contains("b is 5: wrong") && !again.contains(": don't know\n"), "{again}");
    // An answer about an impossible instance is ignored, with a message.
    let time = read("saved").lines().find(|l| l.contains("\"time\"")).expect("a time").to_string();
    fs::write(dir.path().join("late"), read("saved").replace(&time, "\"time\": 4000000000,")).expect("a file");
    let (code, said) = debug_in(dir.path(), &source, &options(&["--answers", "late"]), "");
    assert!(code == Some(4) && !said.contains("as before"), "{code:?} {said}");
}

#[test]
fn writes_of_library_functions_are_asked_about() {
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
    assert!(said.contains("out[2..] is \"1a\""), "{said}");
    assert!(said.contains("text is \"1a\""), "{said}");
    let (_, report) = said.split_once("The fault").expect("it is found");
    assert!(code == Some(0) && report.trim_start().starts_with("1. test.c:5  sprintf"), "{said}");
    // Of a struct only the written member is shown, and for a pointer the text behind it.
    let member = source
        .replace("char text[32], out[64];", "struct { int n; char a[8], b[40]; } r; char *text = r.a, *out = r.b;");
    let member = member.replace("(out, \"n=\")", "(r.b, \"n=\")");
    let (_, said) = debug(&member, &["-e", "n=26\\n"], "right\nwrong\nwrong\nwrong\n");
    assert!(said.contains("r.b is \"n=\"") && said.contains("out[2..] is \"1a\" with out = \"n=\""), "{said}");
    // Of a text that was only cut, the rest is shown.
    let cut = source.replace("sprintf(text, \"%x\", 26);", "strcpy(text, \"1a;b\"); strtok(text, \";\");");
    let (_, said) = debug(&cut, &["-e", "n=26\\n"], "right\nwrong\nright\nwrong\n");
    assert!(said.contains("text is \"1a\"") && said.contains("text is \"1a;b\""), "{said}");
    // Input is not asked about.
    let reads = source.replace("sprintf(text, \"%x\", 26);", "if (!fgets(text, 32, stdin)) return 1;");
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("input"), "x").expect("a file");
    let (_, said) = debug_in(dir.path(), &reads, &["--stdin", "input", "-e", "n=y\n"], "right\nwrong\nwrong\n");
    assert!(said.contains("out[2..] is \"x\"") && !said.contains("text is"), "{said}");
}

/// Debugs with a correct version as reference: the source with `wrong` replaced by `right`.
fn refer(source: &str, (wrong, right): (&str, &str), expected: &str) -> (Option<i32>, String) {
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("right.c"), source.replacen(wrong, right, 1)).expect("a file");
    compile(dir.path(), "right.c", "right");
    debug_in(dir.path(), source, &["--reference", "right", "-e", expected], "")
}

/// The first line below "The fault".
fn fault(said: &str) -> &str {
    said.split_once("\nThe fault\n").and_then(|(_, report)| report.lines().next()).unwrap_or_default().trim()
}

#[test]
fn text_that_the_library_wrote_behind_a_pointer_is_compared() {
    let source = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void number(char *out, int n) {
    int at = sprintf(out, "%d", n);
    at += sprintf(out + at, "%s", n == 1 ? "st" : "th");
    sprintf(out + at, ";");
}
int main(void) {
    char *p = malloc(32);
    number(p, 2);
    puts(p);
}
"#;
    let (code, said) = refer(source, ("\"th\"", "\"nd\""), "2nd;\n");
    assert_eq!(
        (code, fault(&said)),
        (Some(0), "1. test.c:6  at += sprintf(out + at, \"%s\", n == 1 ? \"st\" : \"th\");"),
        "{said}"
    );
    assert!(said.contains("out[1..] is \"th\": wrong") && said.contains("out[3..] is \";\": right"), "{said}");
    // Also beyond the part of a long text that is shown.
    let long = source.replace("\"%d\", n", "\"%300d\", n").replace("32", "400");
    let expected = format!("{:>300}nd;\n", 2);
    let (code, said) = refer(&long, ("\"th\"", "\"nd\""), &expected);
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:6"), "{said}");
}

#[test]
fn all_that_a_call_wrote_is_shown_and_compared() {
    let source = r#"#include <stdio.h>
#include <string.h>
static const int table[] = {1, 2, 3, 1, 2, 4};
static void load(int *a, int from) {
    memcpy(a, table + from + 3, 3 * sizeof *a);
}
int main(void) {
    int a[4], x, y, z;
    load(a, 0);
    if (sscanf("7 8 9", "%d %d %d", &x, &z, &y) != 3)
        return 1;
    printf("%d %d\n", a[0] + 2 * a[1] + 3 * a[2], x + 2 * y + 3 * z);
}
"#;
    let (code, said) = refer(source, (" + 3, 3", ", 3"), "14 49\n");
    assert!(said.contains("a[0..2] is {1, 2, 4}: wrong"), "{said}");
    assert!(said.contains("table[3..5] = {1, 2, 4}"), "{said}");
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:5  memcpy"), "{said}");
    let (code, said) = refer(source, ("&z, &y", "&y, &z"), "17 50\n");
    assert!(said.contains("(x, z, y) is (7, 8, 9): wrong"), "{said}");
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:10  if (sscanf"), "{said}");
    // Behind a `void *`, and for memory without a name.
    let source = r#"#include <stdio.h>
#include <string.h>
struct point { int x, y; } p = {1, 2}, q;
static char text[80];
static char *end(int n) { return text + n; }
static void put(void *to, const void *from, int n) { memcpy(to, from, n); }
int main(void) {
    put(&q, &p, 4);
    strcpy(end(0), "twelve and 3");
    printf("%d %s\n", q.x + q.y, text);
}
"#;
    let (code, said) = refer(source, ("&p, 4", "&p, 8"), "3 twelve and 3\\n");
    assert!(said.contains("n is 4: wrong"), "{said}");
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:8  put"), "{said}");
    let (_, said) = refer(source, ("p, 4", "q, 4"), "0 twelve and 3\\n");
    assert!(said.contains("*to (= q.x) is 1: wrong"), "{said}");
    let (code, said) = refer(source, ("and 3", "and 4"), "1 twelve and 4\\n");
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:9  strcpy"), "{said}");
    // More elements than are shown.
    let (many, few) = ("static int from[400], to[400]; from[300] = argc; memcpy(to, from, 1600);", "to[300]");
    let large = format!(
        "#include <stdio.h>\n#include <string.h>\nint main(int argc, char **argv) {{\n {many}\n \
         printf(\"%d\\n\", {few});\n}}\n"
    );
    let (code, said) = refer(&large, ("argc; memcpy", "2; memcpy"), "2\n");
    assert!(said.contains("is {0 (64 times), ...}: wrong"), "{said}");
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:4"), "{said}");
}

/// Internal state of the library cannot be judged, and is not asked about.
#[test]
fn calls_of_which_nothing_can_be_shown_are_not_asked_about() {
    let source = r#"#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char text[16];
    double sum = 0;
    FILE *f = fopen("data", "r");
    while (f && fgets(text, sizeof text, f))
        if (isdigit((unsigned char)text[0]))
            sum += atoi(text);
    printf("%.1f\n", sum);
}
"#;
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("data"), "1.5\nx\n2\n").expect("a file");
    fs::write(dir.path().join("right.c"), source.replace("atoi", "atof")).expect("a file");
    compile(dir.path(), "right.c", "right");
    for strategy in ["closest", "single-step", "bisection"] {
        let options = ["--strategy", strategy, "--reference", "right", "-e", "3.5\\n"];
        let (code, said) = debug_in(dir.path(), source, &options, "");
        assert!(!said.contains("is done") && !said.contains("is called"), "{said}");
        assert!(code == Some(0) && fault(&said).ends_with("sum += atoi(text);"), "{said}");
        assert!(said.contains(" 0 may still hold the fault"), "{said}");
    }
}

/// Output may be right by coincidence, so the values it depends on are only assumed to be right.
#[test]
fn trusted_output_is_no_proof() {
    let source = "#include <stdio.h>\nint main(void) {\n    int base = 4 + 1, k = 2;\n    \
                  printf(\"%d\\n\", base / k);\n    printf(\"%d\\n\", base * k);\n}\n";
    let (code, said) = debug(source, &["--trust-output", "-e", "2\\n8\\n"], "");
    let one_line = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(one_line.contains("is right, or assumed right because correct output depends on it"), "{said}");
    assert!(code == Some(4) && !said.contains("The fault") && one_line.contains("without --trust-output"), "{said}");
    let (code, said) = debug(&source.replace("base * k", "base * k - 1"), &["--trust-output", "-e", "2\\n10\\n"], "");
    assert!(code == Some(4) && !said.contains("although everything it depends on is right:"), "{said}");
}

/// A run with hundreds of thousands of nested calls is walked once for each line, not for each question.
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

/// The contents of a stream belong to the library and are not shown anywhere.
#[test]
fn contents_of_streams_are_not_shown() {
    let source = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n    FILE *f = fopen(\"test.c\", \"r\");\n    \
                  int c = fgetc(f);\n    if (c == '#')\n        abort();\n}\n";
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("test.c"), source).expect("a file");
    compile(dir.path(), "test.c", "test");
    let output = Command::new(WHYDUNIT).args(["run", "./test"]).current_dir(dir.path()).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("f = a stream") && said.contains("c = 35") && !said.contains("_flags"), "{said}");
}

/// Every unjudged execution that the wrong value depends on is listed, not just the last one.
#[test]
fn unjudged_executions_are_listed_separately() {
    let source = "#include <stdio.h>\nint main(void) {\n    int sum = 0;\n    for (int i = 0; i < 3; i++)\n        \
                  sum += i * i;\n    printf(\"%d\\n\", sum);\n}\n";
    let (code, said) = debug(source, &["-e", "3\\n"], &"don't know\n".repeat(30));
    let (_, report) = said.split_once("\nSuspects\n").expect("nobody knew");
    let (suspects, _) = report.split_once("\n\n").expect("more follows");
    let listed = |k: u32| suspects.contains(&format!("test.c:5#{k}  sum += i * i;"));
    assert!(code == Some(4) && (1..=3).all(listed), "{said}");
}

/// Decisions on one line are distinguished by column; if a macro puts several into one column, none is named.
#[test]
fn the_test_that_is_named_is_the_one_that_was_made() {
    let source = r#"#include <stdio.h>
#define POSITIVE(x) ((x) < 0 ? -(x) : (x))
static int f(int a, int b, int c) {
    int r = 0;
    for (int i = 0; i < 3; i++) r += i == 1 ? b : i;
    if (a && (c == 7 || b)) r += 2;
    if (!(c > 1 || b > 9) || a) r += 4;
    if (a) r = POSITIVE(r) && b ? r : 0;
    switch (a) { case 1: r = b > 100 ? a : r; }
    return r;
}
int main(void) { printf("%d\n", f(1, -44, 7)); }
"#;
    let (_, said) = debug(source, &["-e", "99\\n", "--strategy", "single-step"], &"don't know\n".repeat(99));
    let told = [
        "     i == 1 is false with i = 2 (right if",
        "     b > 100 is false with b = -44 (right if",
        "     c == 7 is true with c = 7 (right if",
        "     c > 1 is true with c = 7 (right if",
        "     the condition in column 16 is ",
    ];
    told.iter().for_each(|told| assert!(said.contains(told), "{told}: {said}"));
    assert!(!said.contains("(c == 7 is") && !said.contains("a is false"), "{said}");
    // That condition was false once, at the end of the loop.
    let ended = |how: &str| said.matches(how).count();
    assert_eq!(ended("i < 3 is false with "), ended("i < 3 is false with i = 3"), "{said}");
}

#[test]
fn a_value_to_judge_is_shown_with_its_elements() {
    let source = r#"#include <stdio.h>
struct matrix { int m[2][2]; } ;
static struct matrix twice(struct matrix a) {
    for (int i = 0; i < 4; i++) a.m[i / 2][i % 2] *= 2;
    return a;
}
int main(int argc, char **argv) {
    struct matrix f = { { { 1, 2 }, { 3, argc } } };
    struct matrix g = twice(f);
    printf("%d\n", g.m[0][0] + g.m[1][1]);
}
"#;
    let (_, said) = debug(source, &["-e", "99\\n"], &"wrong\n".repeat(99));
    assert!(said.contains("is {m = {{2, 4}, {6, 2}}}") && !said.contains("is {m = {{...}"), "{said}");
}

#[test]
fn causes_of_any_item_can_be_looked_at() {
    let (_, said) = debug(TWO, &["-e", "12\\n"], "why 2\nwhy 9\nwrong\nwrong\n");
    let (_, why) = said.split_once("don't know? why 2\n").expect("it was typed");
    assert!(why.trim_start().starts_with("b is 5") || why.lines().next().is_some_and(|l| l.contains("argc")), "{said}");
    assert!(said.contains("there are only 2 items"), "{said}");
}

/// A decision is right if its outcome is.
#[test]
fn questions_about_decisions_explain_right() {
    let source = "#include <stdio.h>\nint main(int argc, char **argv) {\n    int a = 1;\n    if (argc > 0)\n        \
                  a = argc * 3;\n    printf(\"%d\\n\", a);\n}\n";
    let (_, said) = debug(source, &["-e", "1\\n"], "wrong\nquit\n");
    assert!(said.contains("argc > 0 is true with argc = 1 (right if the condition should be this)"), "{said}");
}

/// A pointer is right if it points to the right object: the question explains this, and a reference is compared so.
#[test]
fn questions_about_pointers_explain_right() {
    let source = r#"#include <stdio.h>
struct entry { int key, weight; };
static struct entry all[3];
static const char *names[] = { "none", "one", "two" };
int main(int argc, char **argv) {
    for (int i = 0; i < 3; i++) {
        all[i].key = i * 7;
        all[i].weight = i * 2;
    }
    struct entry *e = &all[argc + 1];
    const char *name = names[argc + 1];
    int sum = e->weight + name[0] + 1;
    printf("%d\n", sum);
}
"#;
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("right.c"), source.replace("i * 7", "i").replace("[0] + 1", "[0]")).expect("a file");
    compile(dir.path(), "right.c", "right");
    let options = ["-e", "120\\n", "--reference", "./right"];
    let (code, said) = debug_in(dir.path(), source, &options, "");
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:12 "), "{said}");
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let right = "(right if it should point there, whatever is there)";
    assert!(
        words.contains(&format!("e points to all[2] (there {{key = 14, weight = 4}}) with argc = 1 {right}")),
        "{said}"
    );
    assert!(words.contains(&format!("name points to \"two\" with names[2] = \"two\" {right}")), "{said}");
    // The key there is wrong, but the pointer is right.
    assert!(words.contains("e points to all[2] (there {key = 14, weight = 4}): right "), "{said}");
}

/// For a long run, the report says that only a part of it was examined.
#[test]
fn a_partial_examination_is_reported() {
    let source = "#include <stdio.h>\nint main(void) {\n    unsigned s = 1;\n    for (int i = 0; i < 90000; i++) {\n        \
                  s = s * 3 + i;\n        s ^= 7;\n    }\n    printf(\"%u\\n\", s);\n}\n";
    let dir = tempfile::tempdir().expect("a directory");
    let (_, said) = debug_in(dir.path(), source, &["--html", "page.html", "-e", "1\\n"], "quit\n");
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(" executed statements (the nearest of 3600"), "{said}");
    assert!(flat.contains("200000 of 3600"), "{said}");
    let page = fs::read_to_string(dir.path().join("page.html")).expect("a page");
    assert!(page.contains("200000 of 3600"));
}

/// Answers belong to one run: other arguments, another input or another expectation invalidate them.
#[test]
fn answers_about_another_run_are_refused() {
    let source = TWO.replace("argc * 5", "argc * 5 + (getchar() == 'x') + (fopen(\"f\", \"r\") != 0)");
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("in"), "y").expect("a file");
    fs::write(dir.path().join("other"), "x").expect("a file");
    let (_, said) =
        debug_in(dir.path(), &source, &["--stdin", "in", "--save", "saved", "-e", "12\\n"], "wrong\nquit\n");
    assert!(said.contains("Breakpoint 1"), "{said}");
    let again = |options: &[&str], arguments: &[&str]| {
        let mut command = Command::new(WHYDUNIT);
        command.args(["debug", "--answers", "saved"]).args(options).args(["--", "./test"]).args(arguments);
        let output = command.current_dir(dir.path()).stdin(Stdio::null()).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    // The same expectation may be typed, also without the final newline, or given as a file.
    fs::write(dir.path().join("expected"), "12\n").expect("a file");
    for expected in [["-e", "12\\n"], ["-e", "12"], ["--expect-stdout", "expected"]] {
        let (code, said) = again(&[&["--stdin", "in"], &expected[..]].concat(), &[]);
        assert!(code != Some(1) && !said.contains("another run"), "{expected:?}: {said}");
    }
    let others: [(&[&str], &[&str]); 4] = [
        (&["--stdin", "in", "-e", "13\\n"], &[]),
        (&["--stdin", "in", "-e", "12\\n"], &["more"]),
        (&["--stdin", "other", "-e", "12\\n"], &[]),
        (&["--stdin", "in", "--file", "f=in", "-e", "12\\n"], &[]),
    ];
    for (options, arguments) in others {
        let (code, said) = again(options, arguments);
        assert!(
            code == Some(1) && said.contains("about another run of the program"),
            "{options:?} {arguments:?}: {said}"
        );
    }
}
