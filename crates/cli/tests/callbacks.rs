//! `whydunit debug` for functions passed to others, of the library or of the program: the passed function and its
//! results are asked about at the line of the call.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

const SOURCE: &str = r#"#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
struct part { int weight, price; };
struct box { int weight, price; char label[40]; };
static int by_weight(const void *a, const void *b) {
    const struct part *x = a, *y = b;
    return x->weight - y->weight;
}
static int by_price(const void *a, const void *b) {
    const struct part *x = a, *y = b;
    return x->price - y->price;
}
static int up(const void *a, const void *b, void *sign) {
    return *(int *)sign * by_weight(a, b);
}
static int down(const void *a, const void *b, void *sign) {
    return *(int *)sign * by_price(a, b);
}
static int same(const void *a, const void *b) { return by_weight(a, b) != 0; }
static int near(const void *a, const void *b) { return by_weight(a, b) > 1; }
static int first(struct part *p, int n, int (*order)(const void *, const void *)) {
    int best = 0;
    for (int i = 1; i < n; i++)
        if (order(&p[i], &p[best]) < 0)
            best = i;
    return best;
}
int main(void) {
    struct part parts[] = {{3, 7}, {9, 2}, {5, 5}, {1, 8}, {7, 1}};
    struct box boxes[] = {{4, 6, "a"}, {2, 9, "b"}, {8, 3, "c"}};
    int sign = 1, code = 0;
    qsort(boxes, 3, sizeof *boxes, by_weight);
    for (int i = 0; i < 3; i++)
        code = code * 10 + boxes[i].weight;
    qsort_r(parts, 5, sizeof *parts, up, &sign);
    for (int i = 0; i < 5; i++)
        code = code * 3 + parts[i].price;
    struct part key = {6, 1};
    size_t count = 5;
    struct part *found = lfind(&key, parts, &count, sizeof key, same);
    code = code * 2 + (found ? found->weight : 0);
    qsort(parts, 5, sizeof *parts, by_weight);
    key.weight = 7;
    found = bsearch(&key, parts, 5, sizeof key, by_weight);
    code = code * 2 + (found ? found->price : 0);
    int (*order)(const void *, const void *) = by_weight;
    qsort(parts, 5, sizeof *parts, order);
    code = code * 2 + parts[1].price + first(parts, 5, by_weight);
    printf("%d\n", code);
}
"#;

const STRATEGIES: [&str; 5] = ["closest", "balanced", "single-step", "bisection", "random"];

/// Faults in passing a function: the text, its faulty replacement, the place, and the expected report.
const FAULTS: [(&str, &str, &str); 6] = [
    (
        "boxes, by_weight",
        "boxes, by_price",
        "test.c:34 qsort(boxes, 3, sizeof *boxes, by_price); \
         qsort's parameter compare is &by_price, where the reference passes &by_weight",
    ),
    (
        "parts, up",
        "parts, down",
        "test.c:37 qsort_r(parts, 5, sizeof *parts, down, &sign); \
         qsort_r's parameter compare is &down, where the reference passes &up",
    ),
    (
        "key, same",
        "key, near",
        "test.c:42 struct part *found = lfind(&key, parts, &count, sizeof key, near); \
         lfind's parameter compare is &near, where the reference passes &same",
    ),
    (
        "5, sizeof key, by_weight",
        "5, sizeof key, by_price",
        "test.c:46 found = bsearch(&key, parts, 5, sizeof key, by_price); \
         bsearch's parameter compare is &by_price, where the reference passes &by_weight",
    ),
    (
        ") = by_weight",
        ") = by_price",
        "test.c:48 int (*order)(const void *, const void *) = by_price; \
         order is &by_price, where the reference has &by_weight",
    ),
    (
        "5, by_weight)",
        "5, by_price)",
        "test.c:50 code = code * 2 + parts[1].price + first(parts, 5, by_price); \
         first's parameter order is &by_price, where the reference passes &by_weight",
    ),
];

/// A directory with the correct version, its output, and a faulty version.
fn versions(faulty: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    for (text, name) in [(SOURCE, "right"), (faulty, "test")] {
        fs::write(dir.path().join("test.c"), text).expect("a file");
        let compiled = Command::new(WHYDUNIT).args(["cc", "-w", "test.c", "-o", name]).current_dir(dir.path()).status();
        assert!(compiled.expect("it runs").success());
    }
    let right = Command::new(dir.path().join("right")).output().expect("it runs");
    fs::write(dir.path().join("expected"), right.stdout).expect("a file");
    dir
}

/// A directory with a faulty program and its expected output.
fn program(source: &str, expected: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("test.c"), source).expect("a file");
    fs::write(dir.path().join("expected"), expected).expect("a file");
    let compiled = Command::new(WHYDUNIT).args(["cc", "-w", "test.c", "-o", "test"]).current_dir(dir.path()).status();
    assert!(compiled.expect("it runs").success());
    dir
}

/// Debugs with typed answers; returns the exit code and the output.
fn debug(dir: &Path, options: &[&str], typed: &str) -> (Option<i32>, String) {
    let mut session = Command::new(WHYDUNIT)
        .args(["debug", "--expect-stdout", "expected"])
        .args(options)
        .args(["--", "./test"])
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    session.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
    let output = session.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A section of the report, up to an empty line, as one line.
fn part(said: &str, head: &str) -> String {
    let report = said.split_once(&format!("\n{head}\n")).map_or("", |(_, report)| report);
    let lines: Vec<&str> = report.lines().take_while(|line| !line.is_empty()).collect();
    lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_wrong_function_is_found_where_it_is_passed() {
    for (right, wrong, expected) in FAULTS {
        let dir = versions(&SOURCE.replacen(right, wrong, 1));
        for strategy in STRATEGIES {
            let options = ["--strategy", strategy, "--reference", "./right", "--save", "saved"];
            let (code, said) = debug(dir.path(), &options, "");
            let fault = part(&said, "The fault");
            assert!(code == Some(0) && fault.starts_with(&format!("1. {expected}, although")), "{strategy}: {said}");
            // The saved answers lead there without the correct version.
            let (code, said) = debug(dir.path(), &["--strategy", strategy, "--answers", "saved"], "");
            assert!(code == Some(0) && part(&said, "The fault") == fault, "{strategy}: {said}");
        }
    }
}

#[test]
fn other_arguments_show_in_the_effects_of_a_call() {
    let dir = versions(&SOURCE.replacen("qsort_r(parts, 5", "qsort_r(parts, 4", 1));
    let (code, said) = debug(dir.path(), &["--reference", "./right"], "");
    let expected = "1. test.c:37 qsort_r(parts, 4, sizeof *parts, up, &sign); parts is {{weight = 1, price = 8}, \
                    {weight = 3, price = 7}, {weight = 5, price = 5}, {weight = 9, price = 2}, {weight = 7, price = 1}}, \
                    which is wrong, although everything it depends on is right";
    assert!(code == Some(0) && part(&said, "The fault").starts_with(expected), "{said}");
}

#[test]
fn a_person_sees_the_passed_function_and_its_effects() {
    let source = r#"#include <stdio.h>
#include <stdlib.h>
static int up(const void *a, const void *b) { return *(int *)a - *(int *)b; }
static int down(const void *a, const void *b) { return *(int *)b - *(int *)a; }
int main(void) {
    int v[] = {4, 9, 1};
    qsort(v, 3, sizeof *v, down);
    int code = v[0] * 10 + v[2];
    printf("%d\n", code);
    return v[0] > v[1] ? 0 : up(v, v + 1);
}
"#;
    let dir = program(source, "19\n");
    let (code, said) = debug(dir.path(), &[], "right\nwhy\nwrong\nwrong\n");
    let item = "\n  2. test.c:7  qsort(v, 3, sizeof *v, down);\n     v is {9, 4, 1} with qsort's compare = &down\n";
    assert!(said.contains(item), "{said}");
    assert!(said.contains("\n  Here v = {9, 4, 1}\n") && !said.contains("Here v = {4"), "{said}");
    // The chain does not enter the library.
    assert!(said.contains("test.c:4#1  static int down") && !said.contains("qsort.c"), "{said}");
    assert!(said.contains("1. qsort's parameter compare is &down: right, wrong, don't know? wrong\n"), "{said}");
    assert_eq!(code, Some(0), "{said}");
    let way = "test.c:7 qsort(v, 3, sizeof *v, down); set compare = &down \
               test.c:7 qsort(v, 3, sizeof *v, down); set v = {9, 4, 1} from qsort's compare = &down";
    assert!(part(&said, "From suspect 1 to the failure").starts_with(way), "{said}");
}

#[test]
fn uses_through_a_pointer_depend_on_the_pointer() {
    let source = r#"#include <stdio.h>
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int apply(int x, int (*f)(int)) {
    int s = f(x);
    return s + 1;
}
int main(void) {
    int b = apply(5, twice);
    printf("%d\n", b);
    return b > 100 ? square(b) : 0;
}
"#;
    let dir = program(source, "26\n");
    // The result of `twice` is right for that function.
    let (code, said) = debug(dir.path(), &[], "right\nwrong\nwrong\nwrong\n");
    assert!(said.contains("\n     s is 10 with f = &twice\n"), "{said}");
    let expected = "1. test.c:9 int b = apply(5, twice); apply's parameter f is &twice, which is wrong";
    assert!(code == Some(0) && part(&said, "The fault").starts_with(expected), "{said}");
}
