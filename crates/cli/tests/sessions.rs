//! Whole sessions of `whydunit debug`: their numbers are consistent, and saved answers lead to the same end.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

/// Debugs `./test`; returns the exit code and the report.
fn debug(dir: &Path, options: &[&str]) -> (Option<i32>, Value) {
    let output = Command::new(WHYDUNIT)
        .args(["debug", "--json", "--expect-stdout", "expected"])
        .args(options)
        .args(["--", "./test"])
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}{said}")))
}

fn compile(dir: &Path, name: &str, source: &str) {
    fs::write(dir.join(name).with_extension("c"), source).expect("a file");
    let file = format!("{name}.c");
    let compiled = Command::new(WHYDUNIT).args(["cc", "-w", &file, "-o", name]).current_dir(dir).status();
    assert!(compiled.expect("it runs").success());
}

/// Runs a session with a correct version, and repeats it from its saved answers: both must have consistent numbers and
/// end at the same place. Returns the report.
fn session(faulty: &str, correct: &str) -> Value {
    let dir = tempfile::tempdir().expect("a directory");
    compile(dir.path(), "test", faulty);
    compile(dir.path(), "right", correct);
    let right = Command::new(dir.path().join("right")).output().expect("it runs");
    fs::write(dir.path().join("expected"), right.stdout).expect("a file");
    let (code, report) = debug(dir.path(), &["--reference", "./right", "--save", "saved"]);
    let (again, repeated) = debug(dir.path(), &["--answers", "saved"]);
    assert_eq!((code, &report), (again, &repeated));
    check_numbers(&report);
    report
}

/// Checks that each answer leaves as many candidates as the next question counts, unless the report gives a reason, and
/// that the last count is that of the report.
fn check_numbers(report: &Value) {
    let breakpoints = report["breakpoints"].as_array().expect("breakpoints");
    let mut left = None;
    for breakpoint in breakpoints {
        if let Some(left) = left.filter(|_| breakpoint["onward"].is_null()) {
            assert_eq!(&breakpoint["candidates"], left, "{breakpoint:#}");
        }
        left = Some(&breakpoint["left"]);
    }
    assert_eq!(left, Some(&report["left"]), "{report:#}");
}

fn blamed(report: &Value) -> u64 {
    report["suspects"][0]["at"]["line"].as_u64().expect("a suspect")
}

/// The search continues from the store that should have given the value: the report says so, and it is saved.
#[test]
fn a_store_into_another_place() {
    let faulty = r#"#include <stdio.h>
static long memo[40];
static long ways(int n) {
    if (n < 0) return 0;
    if (n == 0) return 1;
    if (memo[n]) return memo[n];
    long r = ways(n - 1) + ways(n - 2) + ways(n - 3);
    memo[n + 1] = r;
    return r;
}
int main(void) {
    printf("%ld\n", ways(12));
}
"#;
    let report = session(faulty, &faulty.replace("n + 1", "n"));
    assert_eq!(blamed(&report), 8);
    let said = report["breakpoints"].to_string();
    assert!(said.contains("which wrote elsewhere here: the search continues there."), "{report:#}");
    // The answers of somebody who did not know that: the correct version says it then.
    let dir = tempfile::tempdir().expect("a directory");
    compile(dir.path(), "test", faulty);
    compile(dir.path(), "right", &faulty.replace("n + 1", "n"));
    fs::write(dir.path().join("expected"), "927\n").expect("a file");
    debug(dir.path(), &["--reference", "./right", "--save", "saved"]);
    change(&dir.path().join("saved"), |saved| {
        let answers = saved["answers"].as_array_mut().expect("answers");
        answers.iter_mut().for_each(|answer| drop(answer.as_object_mut().expect("an answer").remove("hint")));
    });
    let (_, resumed) = debug(dir.path(), &["--answers", "saved", "--reference", "./right"]);
    assert_eq!(blamed(&resumed), 8, "{resumed:#}");
    // An instance that the failure does not depend on is not reported as a cause.
    let options = ["debug", "--expect-stdout", "expected", "--reference", "./right", "--", "./test"];
    let output = Command::new(WHYDUNIT).args(options).current_dir(dir.path()).stdin(Stdio::null()).output();
    let said = String::from_utf8_lossy(&output.expect("it runs").stdout).into_owned();
    let led = format!("were examined; {} of them lead to the failure", resumed["breakpoints"][0]["candidates"]);
    assert!(said.replace('\n', " ").contains(&led), "{said}");
}

/// Edits a saved file.
fn change(file: &Path, how: impl FnOnce(&mut Value)) {
    let mut saved: Value = serde_json::from_str(&fs::read_to_string(file).expect("a file")).expect("JSON");
    how(&mut saved);
    fs::write(file, saved.to_string()).expect("a file");
}

/// A file with two answers to the same question: a message says which one counts.
#[test]
fn answers_that_contradict_each_other() {
    let dir = tempfile::tempdir().expect("a directory");
    let source = "#include <stdio.h>\nint main(int argc, char **argv) {\n    int a = argc * 3;\n    \
                  int b = a * 5;\n    printf(\"%d\\n\", b);\n}\n";
    compile(dir.path(), "test", source);
    compile(dir.path(), "right", &source.replace("argc * 3", "argc * 2"));
    fs::write(dir.path().join("expected"), "10\n").expect("a file");
    let (_, report) = debug(dir.path(), &["--reference", "./right", "--save", "saved"]);
    let options = ["debug", "--expect-stdout", "expected", "--answers", "saved", "--", "./test"];
    let notes = || {
        let output = Command::new(WHYDUNIT).args(options).current_dir(dir.path()).stdin(Stdio::null()).output();
        String::from_utf8_lossy(&output.expect("it runs").stderr).into_owned()
    };
    assert_eq!((notes(), blamed(&report)), (String::new(), 3));
    change(&dir.path().join("saved"), |saved| {
        let answers = saved["answers"].as_array_mut().expect("answers");
        let mut other = answers[0].clone();
        other["answer"] = "don't know".into();
        answers.push(other);
    });
    let last = report["breakpoints"].as_array().expect("breakpoints").len() + 1;
    let said = format!("whydunit: --answers saved: answers 1 and {last} contradict each other: {last} counts\n");
    assert_eq!(notes(), said);
}

/// If right values are asked about again, more candidates may remain than before: this is announced and reported.
#[test]
fn values_asked_again_are_candidates_again() {
    let correct = r#"#include <stdio.h>
static int grid[6][6];
static int near(int y, int x) {
    int n = 0;
    for (int i = y - 1; i <= y + 1; i++)
        for (int j = x - 1; j <= x + 1; j++)
            n += grid[(i + 6) % 6][(j + 6) % 6];
    return n - grid[y][x];
}
int main(void) {
    grid[1][2] = grid[2][3] = grid[3][1] = grid[3][2] = grid[3][3] = 1;
    int sum = 0;
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 6; x++)
            sum += (y * 6 + x) * near(y, x);
    printf("%d\n", sum);
}
"#;
    let dir = tempfile::tempdir().expect("a directory");
    compile(dir.path(), "test", &correct.replace("j <= x + 1", "j < x + 1"));
    compile(dir.path(), "right", correct);
    let right = Command::new(dir.path().join("right")).output().expect("it runs");
    fs::write(dir.path().join("expected"), right.stdout).expect("a file");
    let (code, report) = debug(dir.path(), &["--reference", "./right", "--ask-again"]);
    check_numbers(&report);
    let widened = |b: &&Value| b["left"].as_u64() > b["candidates"].as_u64();
    let breakpoints = report["breakpoints"].as_array().expect("breakpoints");
    assert!(code == Some(0) && breakpoints.iter().any(|b| widened(&b)), "{report:#}");
    let options = ["debug", "--expect-stdout", "expected", "--reference", "./right", "--ask-again", "--", "./test"];
    let output = Command::new(WHYDUNIT).args(options).current_dir(dir.path()).stdin(Stdio::null()).output();
    let said = String::from_utf8_lossy(&output.expect("it runs").stdout).replace('\n', " ");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let count = breakpoints.iter().filter(widened).count();
    assert_eq!(said.matches("left: earlier answers \"right\" are in question again)").count(), count, "{said}");
    assert!(said.contains("if not (then earlier answers are asked again)."), "{said}");
}

/// Superfluous code: the correct version does nothing there, so the memory after it is compared.
#[test]
fn superfluous_code_is_the_fault() {
    let correct = r#"#include <stdio.h>
static int stack[16], sp;
static void push(int v) { stack[sp++] = v; }
static int pop(void) { return stack[--sp]; }
static int eval(const char *s) {
    for (; *s; s++) {
        if (*s >= '0' && *s <= '9') {
            push(*s - '0');

        } else if (*s == '+') {
            int b = pop(), a = pop();
            push(a + b);
        } else {
            int b = pop(), a = pop();
            push(a * b);
        }
    }
    return pop();
}
int main(void) {
    sp = 1;
    printf("%d\n", eval("23*45*+"));
}
"#;
    let report = session(&correct.replace("'0');\n", "'0');\n            if (sp > 2) pop();"), correct);
    assert_eq!((blamed(&report), &report["found"]), (9, &Value::from(true)), "{report:#}");
    assert_eq!(report["suspects"][0]["sentence"], "it calls pop, where the reference does not");
    let report = session(&correct.replace("stack[sp++] = v;", "stack[sp++] = v; if (v == 6) sp--;"), correct);
    assert_eq!((blamed(&report), &report["found"]), (3, &Value::from(true)), "{report:#}");
    let report = session(&correct.replace("            push(a * b)", "            b++; push(a * b)"), correct);
    assert_eq!((blamed(&report), &report["found"]), (15, &Value::from(true)), "{report:#}");
}

/// If the correct version computes the value in another way, no earlier omission is at fault, however many there are.
#[test]
fn a_value_that_is_made_in_another_way() {
    let correct = r#"#include <stdio.h>
static unsigned table[256];
static void fill(void) {
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
}
static unsigned crc(const unsigned char *p, int n) {
    unsigned c = 0xFFFFFFFFu;
    for (int i = 0; i < n; i++)
        c = table[(c ^ p[i]) & 0xFF] ^ (c >> 8);
    return c ^ 0xFFFFFFFFu;
}
int main(void) {
    unsigned char text[] = {'a', 0, 'b', 0xC3, 0xFE};
    fill();
    printf("%08x\n", crc(text, sizeof text));
}
"#;
    let report = session(&correct.replace("& 0xFF]", "& 0x7F]"), correct);
    assert_eq!((blamed(&report), &report["found"]), (14, &Value::from(true)), "{report:#}");
}

/// A value that only the correct version reads is no cause in the failing run: the search ends there.
#[test]
fn a_value_that_is_not_read() {
    let correct = r#"#include <stdio.h>
struct account { int key, weight; } all[4];
static void add(int key, int weight) {
    struct account *a = &all[key];
    a->weight += weight;
}
int main(int argc, char **argv) {
    for (int i = 0; i < 12; i++)
        add(i % 4, i * i);
    printf("%d\n", all[2].weight);
}
"#;
    let report = session(&correct.replace("+= weight", "= weight"), correct);
    assert_eq!(blamed(&report), 5);
    let breakpoints = report["breakpoints"].as_array().expect("breakpoints");
    assert!(breakpoints.iter().all(|b| b["onward"].is_null()), "{report:#}");
}

/// Calling the wrong function is the fault, also when the session is resumed without the correct version.
#[test]
fn another_function_is_called() {
    let correct = r#"#include <stdio.h>
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
int main(int argc, char **argv) {
    int n = argc * 7;
    int m = sub(n, 3);
    printf("%d\n", m * 2);
}
"#;
    let report = session(&correct.replace("= sub(", "= add("), correct);
    assert_eq!((blamed(&report), &report["suspects"][0]["doubt"]), (6, &Value::from("called")), "{report:#}");
}

/// All answers, as "expression is value: answer".
fn said(report: &Value) -> Vec<String> {
    let breakpoints = report["breakpoints"].as_array().expect("breakpoints").iter();
    let items = breakpoints.flat_map(|b| b["items"].as_array().expect("items"));
    let text = |value: &Value| value.as_str().unwrap_or("not asked").to_string();
    items.map(|i| format!("{} is {}: {}", text(&i["expression"]), text(&i["value"]), text(&i["answer"]))).collect()
}

/// Instances inside a call of the wrong function have no counterpart and are not judged.
#[test]
fn the_inside_of_a_superfluous_call_is_not_judged() {
    let correct = r#"#include <stdio.h>
static const char *pos = "9-4-2";
static int digit(void) {
    return *pos++ - '0';
}
static int sum(void) {
    int v = digit();
    while (*pos == '-') {
        pos++;
        v -= digit();
    }
    return v;
}
int main(void) {
    printf("%d\n", sum());
}
"#;
    let report = session(&correct.replace("v -= digit", "v -= sum"), correct);
    assert_eq!((blamed(&report), &report["suspects"][0]["doubt"]), (10, &Value::from("called")), "{report:#}");
    assert!(report["found"] == true && !said(&report).iter().any(|s| s == "v is 2: wrong"), "{report:#}");
    assert!(said(&report).iter().any(|s| s.ends_with("don't know")), "{report:#}");
}

/// The same below a wrong decision; the unjudged instances there do not keep the fault from being found.
#[test]
fn calls_below_a_wrong_decision_are_not_judged() {
    let correct = r#"#include <stdio.h>
#include <stdlib.h>
struct node { int key; struct node *left, *right; };
static struct node *insert(struct node *n, int key) {
    if (!n) {
        n = calloc(1, sizeof *n);
        n->key = key;
        return n;
    }
    if (key < n->key)
        n->left = insert(n->left, key);
    else
        n->right = insert(n->right, key);
    return n;
}
static void walk(const struct node *n, int level) {
    if (n->left)
        walk(n->left, level + 1);
    printf("%*s%d\n", level * 2, "", n->key);
    if (n->right)
        walk(n->right, level + 1);
}
int main(void) {
    int keys[] = { 5, 2, 8, 1, 9, 3, 7 };
    struct node *root = NULL;
    for (int i = 0; i < 7; i++)
        root = insert(root, keys[i]);
    walk(root, 0);
}
"#;
    let report = session(&correct.replace("key < n->key", "key > n->key"), correct);
    assert_eq!((blamed(&report), &report["found"]), (10, &Value::from(true)), "{report:#}");
    let judged = said(&report);
    assert!(judged.iter().any(|s| s == "insert's parameter key is 9: don't know"), "{judged:#?}");
}

/// Operands of `&&` and `||` in a value count as right if the result does: the result is compared.
#[test]
fn operands_of_a_value_are_judged() {
    let correct = r#"#include <stdio.h>
static int leap(int y) {
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}
int main(void) {
    int days = 0;
    for (int y = 1897; y < 1903; y++)
        days += 365 + leap(y);
    printf("%d\n", days);
}
"#;
    let faulty =
        correct.replace("(y % 4 == 0 && y % 100 != 0) || y % 400 == 0", "y % 4 == 0 && (y % 100 != 0 || y % 400 != 0)");
    let report = session(&faulty, correct);
    assert_eq!((blamed(&report), &report["found"]), (3, &Value::from(true)), "{report:#}");
    assert!(!said(&report).iter().any(|s| s.ends_with("don't know")), "{report:#}");
}

/// After "don't know" for some rounds of a loop, the others are not asked about one by one.
#[test]
fn unknown_rounds_are_not_all_asked_about() {
    let dir = tempfile::tempdir().expect("a directory");
    let source = r#"#include <stdio.h>
static int flags[60];
static int holes(void) {
    int found = 0;
    for (int i = 0; i < 60; i++)
        if (!flags[i])
            found = found * 7 % 1000 + i;
    return found;
}
int main(void) {
    for (int i = 0; i < 60; i++)
        flags[i] = i % 3;
    printf("%d\n", holes());
}
"#;
    fs::write(dir.path().join("expected"), "0\n").expect("a file");
    fs::write(dir.path().join("said"), "don't know\n".repeat(500)).expect("a file");
    // The same holds for a call in every round.
    let called = source.replace("static int holes", "static int hole(int i) { return !flags[i]; }\nstatic int holes");
    let called = called.replace("if (!flags[i])", "if (hole(i))");
    for (source, lines) in [(source, [5, 6, 7]), (&called, [3, 6, 8])] {
        compile(dir.path(), "test", source);
        let said = fs::File::open(dir.path().join("said")).expect("a file");
        let mut command = Command::new(WHYDUNIT);
        command.args(["debug", "--expect-stdout", "expected", "--", "./test"]).current_dir(dir.path()).stdin(said);
        let output = command.output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let asked = text.lines().filter(|line| line.starts_with("Breakpoint ")).count();
        assert!((5..25).contains(&asked), "{asked}: {text}");
        // Without any judgement, each of these statements may be at fault.
        assert_eq!(output.status.code(), Some(4), "{text}");
        for line in lines {
            assert!(text.contains(&format!(". test.c:{line}")), "{line}: {text}");
        }
    }
}

/// A wrong value computed from right ones is the fault: other wrong values need no explanation.
#[test]
fn a_wrong_value_from_right_ones_is_the_fault() {
    let correct = r#"#include <stdio.h>
static int area(int w, int h) {
    int a = w * h;
    return a;
}
int main(void) {
    int v[] = { 2, 3, 4, 5, 6, 7, 8, 9 }, sum = 0;
    for (int i = 0; i < 8; i += 2)
        sum += area(v[i], v[i + 1]);
    printf("%d\n", sum);
}
"#;
    let report = session(&correct.replace("return a;", "return a + 1;"), correct);
    assert_eq!((blamed(&report), &report["found"]), (4, &Value::from(true)), "{report:#}");
    let breakpoints = report["breakpoints"].as_array().expect("breakpoints").len();
    assert!(breakpoints <= 3, "{breakpoints}: {report:#}");
}

/// Most decisions that may be responsible for an omission are right. They are asked about in portions, the latest
/// first, up to a limit; the report mentions the rest.
#[test]
fn omissions_are_asked_about_in_portions() {
    let dir = tempfile::tempdir().expect("a directory");
    let source = r#"#include <stdio.h>
int main(void) {
    int found = 0;
    for (int i = 0; i < ROUNDS; i++)
        if (getchar() == 'x')
            found = 1;
    printf("%d\n", found);
}
"#;
    fs::write(dir.path().join("expected"), "1\n").expect("a file");
    fs::write(dir.path().join("input"), "a".repeat(50)).expect("a file");
    fs::write(dir.path().join("said"), "right\n".repeat(500)).expect("a file");
    for (rounds, code, open) in [("8", 0, false), ("50", 4, true)] {
        compile(dir.path(), "test", &source.replace("ROUNDS", rounds));
        let said = fs::File::open(dir.path().join("said")).expect("a file");
        let mut command = Command::new(WHYDUNIT);
        command.args(["debug", "--json", "--expect-stdout", "expected", "--stdin", "input", "--", "./test"]);
        let output = command.current_dir(dir.path()).stdin(said).output().expect("it runs");
        let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
        let items = |breakpoint: &Value| breakpoint["items"].as_array().map_or(0, Vec::len);
        let items: Vec<usize> = report["breakpoints"].as_array().expect("breakpoints").iter().map(items).collect();
        assert!(items.iter().all(|&items| items <= 8) && items.iter().sum::<usize>() < 80, "{items:?}");
        assert_eq!(output.status.code(), Some(code), "{report:#}");
        let sentence = report["suspects"][0]["sentence"].as_str().expect("a sentence");
        assert_eq!(sentence.contains("not all were asked about"), open, "{sentence}");
    }
}

/// Code that only the correct version has is reported with the place where it is missing: it was not executed, so no
/// question leads there.
#[test]
fn code_that_is_missing_is_named() {
    let correct = r#"#include <stdio.h>
struct stats { int count, sum, best; };
static void add(struct stats *s, int v) {
    s->count++;
    s->sum += v;
    if (v > s->best)
        s->best = v;
}
static void clear(struct stats *s) {
    s->count = 0;
    s->sum = 0;
    s->best = 0;
}
static int half(int v) {
    return v / 2;
}
int main(void) {
    int v[][3] = { { 3, 9, 4 }, { 2, 1, 5 }, { 7, 7, 6 } };
    struct stats s = { 0, 0, 0 };
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            add(&s, v[i][j]);
        printf("%d %d %d\n", s.count, s.sum, half(s.best));
        clear(&s);
    }
}
"#;
    for (missing, blamed_line, line, text) in [
        ("    s->sum += v;\n", 4, 5, "s->sum += v;"),
        ("    if (v > s->best)\n        s->best = v;\n", 5, 7, "s->best = v;"),
        ("    s->best = 0;\n", 11, 12, "s->best = 0;"),
        ("        clear(&s);\n", 23, 24, "clear(&s);"),
        ("    s->count = 0;\n", 9, 10, "s->count = 0;"),
    ] {
        let report = session(&correct.replace(missing, ""), correct);
        let suspect = &report["suspects"][0];
        assert_eq!((blamed(&report), &suspect["doubt"]), (blamed_line, &Value::from("missing")), "{report:#}");
        let sentence = suspect["sentence"].as_str().expect("a sentence");
        assert!(sentence.contains(&format!("the reference executes its right.c:{line} `{text}` there")), "{sentence}");
        assert_eq!(report["found"], true, "{report:#}");
    }
    // A wrong expression replaces the right one: nothing is missing.
    let report = session(&correct.replace("half(s.best)", "s.best"), correct);
    assert_ne!(report["suspects"][0]["doubt"], "missing", "{report:#}");
    assert_eq!(blamed(&report), 23, "{report:#}");
}
