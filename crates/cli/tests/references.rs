//! `whydunit debug --reference`: a correct version of the program answers, even if its functions, lines and files have
//! other names.

use std::fs;
use std::process::Command;

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

/// Debugs a program with another version as reference; returns the exit code, the report, and standard error.
fn refer(source: &str, other: (&str, &str), options: &[&str]) -> (Option<i32>, String, String) {
    let dir = tempfile::tempdir().expect("a directory");
    let run =
        |arguments: &[&str]| Command::new(WHYDUNIT).args(arguments).current_dir(dir.path()).output().expect("it runs");
    // The program's own source must be the last one written.
    for ((file, text), name) in [(other, "right"), (("test.c", source), "test")] {
        fs::write(dir.path().join(file), text).expect("a file");
        assert!(run(&["cc", "-w", file, "-o", name]).status.success());
    }
    let output = run(&[&["debug", "--reference", "right"], options, &["--", "./test"]].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The first entry below "The fault", with its explanation.
fn fault(said: &str) -> String {
    let report = said.split_once("\nThe fault\n").map_or("", |(_, report)| report);
    let lines: Vec<&str> = report.lines().take_while(|line| !line.is_empty()).collect();
    lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_call_of_the_wrong_function_is_the_fault() {
    let source = r#"#include <stdio.h>
static int at;
static int next(void) {
    at++;
    return at * 2;
}
static int last(void) {
    if (at > 0)
        return at * 2;
    return 0;
}
static void shut(void) { at = 7; }
static void open(void) { at = 1; }
static int area(int w, int h) { return w * h; }
static int rim(int w, int h) { return 2 * (w + h); }
int main(void) {
    shut();
    int a = next();
    int b = next();
    int c = area(a, b);
    printf("%d %d\n", b, c);
}
"#;
    let faults = [
        ("b = next", "b = last", "16 256\n", "19 int b = next();", "it calls next, where the reference calls last"),
        ("  shut();", "  open();", "6 24\n", "17 shut();", "it calls shut, where the reference calls open"),
        ("c = area", "c = rim", "18 68\n", "20 int c = area(a, b);", "it calls area, where the reference calls rim"),
    ];
    for (wrong, right, expected, place, words) in faults {
        let other = source.replacen(wrong, right, 1);
        let (code, said, _) = refer(source, ("right.c", &other), &["-e", expected]);
        assert!(code == Some(0) && fault(&said) == format!("1. test.c:{place} {words}"), "{said}");
        assert!(said.contains(" 0 may still hold the fault"), "{said}");
    }
}

/// Functions that call each other, one through a pointer; the fault is in `square` or in its call.
const CALLS: &str = r#"#include <stdio.h>
static int square(int x) {
    int r = x * x;
    return r;
}
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int cube(int x) {
    int r = x * x * x;
    return r;
}
int main(void) {
    int (*how)(int) = cube;
    int sum = 0;
    for (int i = 1; i <= 4; i++) {
        int q = even(i) ? how(i) : square(i);
        sum += q;
    }
    printf("%d\n", sum);
}
"#;

/// Functions that behave (almost) alike correspond under different names, so the call is not at fault.
#[test]
fn a_renamed_function_is_the_same() {
    let names = [("square", "quad"), ("even", "is_even"), ("odd", "is_odd"), ("cube", "third_power")];
    let renamed = |text: &str| names.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let square = "x * x;\n    return r;\n}\nstatic int odd";
    let faults = [
        (square, &*square.replace("x;", "x + 1;"), "int r = x * x + 1; r is"),
        ("x * x * x", "x * x + x", "int r = x * x + x; r is"),
        (
            "even(i) ?",
            "odd(i) ?",
            "int q = odd(i) ? how(i) : square(i); it calls odd, where the reference calls is_even",
        ),
        ("sum = 0", "sum = 1", "int sum = 1; sum is 1, which"),
    ];
    for (right, wrong, place) in faults {
        let faulty = CALLS.replacen(right, wrong, 1);
        let (code, said, _) = refer(&faulty, ("right.c", &renamed(CALLS)), &["-e", "82\\n"]);
        assert!(code == Some(0) && fault(&said).contains(&format!(" {place}")), "{place}: {said}");
    }
}

/// The report lists functions that correspond under different names.
#[test]
fn renamed_functions_are_reported() {
    let faulty = CALLS.replacen("sum = 0", "sum = 1", 1);
    let (_, _, notes) = refer(&faulty, ("right.c", &CALLS.replace("cube", "third_power")), &["-e", "82\\n"]);
    assert!(notes.contains("cube is taken to be what is called third_power there"), "{notes}");
    let options = ["-e", "82\\n", "--json"];
    let (_, json, _) = refer(&faulty, ("right.c", &CALLS.replace("cube", "third_power")), &options);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["renamed"], serde_json::json!([{"function": "cube", "reference": "third_power"}]));
    let (_, _, notes) = refer(&faulty, ("right.c", CALLS), &["-e", "82\\n"]);
    assert!(!notes.contains("taken to be"), "{notes}");
}

/// Two similar functions of which the compiler drops the unused one: the source has both, so they do not correspond.
#[test]
fn a_function_that_is_nearly_another_is_not_that_one() {
    let source = r#"#include <stdio.h>
static int lower(const int *v, int n) {
    int r = v[0];
    for (int i = 1; i < n; i++)
        if (v[i] < r)
            r = v[i];
    return r;
}
static int upper(const int *v, int n) {
    int r = v[0];
    for (int i = 1; i < n; i++)
        if (v[i] > r)
            r = v[i];
    return r;
}
int main(void) {
    int v[] = {5, 3, 8, 2, 9};
    int a = upper(v, 5);
    printf("%d\n", a);
}
"#;
    let right = source.replace("a = upper", "a = lower");
    let (code, said, notes) = refer(source, ("right.c", &right), &["-e", "2\\n"]);
    assert_eq!(code, Some(0), "{said}");
    let fault = fault(&said);
    assert!(fault.ends_with("int a = upper(v, 5); it calls upper, where the reference calls lower"), "{said}");
    assert!(!notes.contains("taken to be"), "{notes}");
}

/// A call of another function with another behaviour is reported as such.
#[test]
fn a_call_of_another_function_is_reported() {
    let other = CALLS.replace("static int even(", "static int twice(int x) { return x + x; }\nstatic int even(");
    let other = other.replace("square(i)", "twice(i)");
    let (code, said, _) = refer(CALLS, ("right.c", &other), &["-e", "80\\n"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(fault(&said).ends_with("it calls square, where the reference calls twice"), "{said}");
}

/// A declaration is not executed, so nothing asks about it: it is named where its value is used.
#[test]
fn a_declaration_may_be_wrong() {
    let source = "#include <stdio.h>\nstatic int weights[3] = { 1, 2, 3 };\nstatic int seen;\nint main(void) {\n    int sum = 0;\n    \
                  for (int i = 0; i < 3; i++) {\n        seen++;\n        sum += weights[i];\n    }\n    printf(\"%d\\n\", sum);\n}\n";
    let (code, said, _) = refer(source, ("right.c", &source.replace("2, 3", "2, 4")), &["-e", "7\\n"]);
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:8#3 sum += weights[i];"), "{said}");
    assert!(
        fault(&said).contains("the fault is here, in the declaration of weights (test.c:2), or something"),
        "{said}"
    );
    // A later store is not the fault of the declaration.
    let (_, said, _) = refer(source, ("right.c", &source.replace("weights[i]", "seen")), &["-e", "6\\n"]);
    assert!(!fault(&said).contains("declaration of seen"), "{said}");
}

/// A user's assertion is also evaluated in the run of the correct version.
#[test]
fn a_correct_version_fulfils_an_assertion() {
    let source = "#include <stdio.h>\nint main(void) {\n    int sum = 0;\n    for (int i = 0; i < 4; i++)\n        \
                  sum += i * i;\n    return 0;\n}\n";
    let assert = ["--assert", "sum <= 6", "--at", "test.c:6"];
    let (code, said, _) = refer(source, ("test.c", &source.replace("i * i", "i")), &assert);
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:5"), "{code:?} {said}");
    let (code, said, _) = refer(source, ("test.c", &source.replace("i * i", "3 * i")), &assert);
    assert!(code == Some(1) && said.is_empty(), "{code:?} {said}");
}

/// A line is found in another version by its text, even at another place or in another file.
#[test]
fn an_assertion_follows_its_line() {
    let source = "#include <stdio.h>\nint main(void) {\n    int x = 0;\n    x = x + 4;\n    printf(\"%d\\n\", x);\n    \
                  return 0;\n}\n";
    let longer = source.replace("    int x", "    int y = 1;\n\n    int x").replace("x + 4", "x + 4 + y");
    for file in ["test.c", "elsewhere.c"] {
        let (code, said, also) = refer(source, (file, &longer), &["--assert", "x == 5", "--at", "test.c:5"]);
        assert!(code == Some(0) && fault(&said).starts_with("1. test.c:4 x = x + 4;"), "{code:?} {said}{also}");
        assert_eq!(also, "");
        let (code, said, also) = refer(source, (file, &longer), &["--assert", "x == 9", "--at", "test.c:5"]);
        assert!(code == Some(1) && said.is_empty(), "{code:?} {said}");
        let either =
            format!("it does not do what was expected, either: the assertion does not hold there, at {file}:7");
        assert!(also.contains(&either), "{also}");
    }
}

/// For a line that is executed often, the corresponding execution is found.
#[test]
fn an_assertion_follows_its_execution() {
    let source = "int main(void) {\n    int sum = 0;\n    for (int i = 0; i < 4; i++) {\n        sum += i + 1;\n        \
                  sum *= 2;\n    }\n    return sum > 99;\n}\n";
    let right = source.replace("int sum = 0;", "int sum = 0, more = 0;\n    more++;").replace("i + 1", "i + 2");
    let assert = |formula| ["--assert", formula, "--at", "test.c:5#2"];
    // Before the second doubling this is 1 * 2 + 2 in one version and 2 * 2 + 3 in the other.
    let (code, said, also) = refer(source, ("test.c", &right), &assert("sum == 7"));
    assert!(code == Some(0) && fault(&said).contains("sum += i + 1;"), "{code:?} {said}{also}");
    let (code, _, also) = refer(source, ("test.c", &right), &assert("sum == 8"));
    assert!(code == Some(1) && also.contains("does not hold there, at test.c:6"), "{code:?} {also}");
}

/// If nothing corresponds, or the assertion cannot be evaluated, a message says so, and the version is believed.
#[test]
fn an_assertion_that_cannot_be_evaluated_is_reported() {
    let source = "#include <stdio.h>\nint main(int argc, char **argv) {\n    int x = 3;\n    if (argc)\n        x += 1;\n    \
                  printf(\"%d\\n\", x);\n}\n";
    let cases = [
        (
            source.replace("    if (argc)\n        x += 1;\n", "").replace("x = 3", "x = 5"),
            "test.c:5",
            "nothing in it corresponds to test.c:5, so",
        ),
        (source.replace("x", "z").replace("z = 3", "z = 5"), "test.c:6", "at right.c:6 the assertion means nothing"),
        (
            source.replace("argc)", "!argc)").replace("x = 3", "x = 5"),
            "test.c:5",
            "its run does not come to right.c:5, so",
        ),
    ];
    for (right, at, words) in cases {
        let (code, said, also) = refer(source, ("right.c", &right), &["--assert", "x == 5", "--at", at]);
        assert!(also.contains(words), "{words}: {also}");
        assert!(code != Some(1) && said.contains("says the reference"), "{code:?} {said}");
    }
}

/// A decision that the correct version lacks prevents an action: every execution that the wrong value depends on is
/// listed, not just the last one, with the correct version's behaviour.
#[test]
fn unjudged_executions_are_listed_separately() {
    let right = PERMUTATIONS.replace("if (i != 2) ", "");
    let (code, said, _) = refer(PERMUTATIONS, ("right.c", &right), &["-e", "6\\n"]);
    let (_, report) = said.split_once("\nSuspects\n").expect("the reference could not judge all");
    let (suspects, _) = report.split_once("\n\n").expect("more follows");
    let guilty = "test.c:10#1  if (i != 2) used[i] = 0;\n     i != 2 is false; nobody could tell whether that is right";
    assert!(code == Some(4) && suspects.contains(guilty), "{said}");
    let first = suspects.split_whitespace().collect::<Vec<_>>().join(" ");
    let what = "after this the reference executes its right.c:10 `used[i] = 0;`, and this run does not.";
    assert!(first.starts_with("1. test.c:10#1 if (i != 2) used[i] = 0;") && first.contains(what), "{said}");
}

/// The reference renames a function that shares its name with one of the library.
#[test]
fn a_renamed_function_is_not_one_of_the_library() {
    let source = r#"#include <stdio.h>
#include <stdlib.h>
static int table[4], used;
static void add(int value) {
    if (used < 4)
        table[used++] = value;
}
static void done(void) {
    printf("done\n");
}
int main(void) {
    atexit(done);
    for (int i = 1; i < 4; i++)
        add(i * i);
    printf("%d\n", table[1] * table[2]);
}
"#;
    let right = source.replace("add(", "create(").replace("table[1] * table[2]", "table[1] + table[2]");
    let (code, said, _) = refer(source, ("right.c", &right), &["-e", "13\\ndone\\n"]);
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:15 printf"), "{said}");
    assert!(!said.contains("calls create instead"), "{said}");
}

const PERMUTATIONS: &str = r#"#include <stdio.h>
static int count;
static char used[8];
static void perm(int n, int depth) {
    if (depth == n) { count++; return; }
    for (int i = 0; i < n; i++) {
        if (used[i]) continue;
        used[i] = 1;
        perm(n, depth + 1);
        if (i != 2) used[i] = 0;
    }
}
int main(void) {
    perm(3, 0);
    printf("%d\n", count);
}
"#;

/// A struct passes through a function; one member of the result is printed before another is used.
const BY_VALUE: &str = r#"#include <stdio.h>
struct point { int x, y; char tag[8]; };
struct rect { struct point lo, hi; };
static struct rect grow(struct rect r, int d) {
    r.lo.x -= d;
    r.hi.y -= d;
    return r;
}
static struct point turned(struct point p) {
    struct point q = {p.x, p.y * 3, "t"};
    return q;
}
static int area(struct rect r) {
    return (r.hi.x - r.lo.x) * (r.hi.y - r.lo.y);
}
int main(int argc, char **argv) {
    struct rect r = { { argc, 0, "lo" }, { argc + 9, 5, "hi" } };
    struct rect g = grow(r, 2);
    struct point p = turned(g.lo);
    printf("%s %s %d\n", g.lo.tag, g.hi.tag, p.x);
    printf("area %d %d\n", area(g), p.y);
}
"#;

/// Correct output vouches for the printed members, not for the rest of the struct.
#[test]
fn output_speaks_for_the_members_that_it_shows() {
    let faults = [
        ("r.hi.y += d;", "r.hi.y -= d;", "lo hi -1\\narea 77 0\\n", "6 r.hi.y -= d;"),
        ("p.y * 3 + 1", "p.y * 3", "lo hi -1\\narea 33 1\\n", "10 struct point q ="),
    ];
    for (right, wrong, expected, place) in faults {
        for options in [&["-e", expected][..], &["--trust-output", "-e", expected]] {
            let (code, said, _) = refer(BY_VALUE, ("right.c", &BY_VALUE.replace(wrong, right)), options);
            assert!(code == Some(0) && fault(&said).starts_with(&format!("1. test.c:{place}")), "{options:?}: {said}");
        }
    }
}

/// A struct that does not fit into registers is returned in the caller's memory: that is the result.
#[test]
fn a_large_struct_is_a_result() {
    let (_, said, _) =
        refer(BY_VALUE, ("right.c", &BY_VALUE.replace("r.hi.y -=", "r.hi.y +=")), &["-e", "lo hi -1\\narea 77 0\\n"]);
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("the result of grow is {lo = {x = -1, y = 0, tag = \"lo\"}, hi = {x = 10, y = 3, tag"),
        "{said}"
    );
    assert!(!said.contains("the bytes"), "{said}");
}

/// A string literal is named by its text.
#[test]
fn a_literal_is_named_by_its_text() {
    let source = "#include <stdio.h>\nint main(void) {\n    int n = 0;\n    for (int i = 0; \"abc\"[i]; i++)\n        n += 2;\n    \
                  printf(\"%d\\n\", n);\n}\n";
    let (code, said, _) = refer(source, ("right.c", &source.replace("abc", "abcd")), &["-e", "8\\n"]);
    assert!(code == Some(0) && fault(&said).contains("in the text \"abc\" (test.c:4)"), "{said}");
}

/// A value stored to the wrong place is missing at the right one, although no dependence leads there.
#[test]
fn a_store_into_the_wrong_place_is_the_fault() {
    let source = r#"#include <stdio.h>
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
    let (code, said, _) = refer(source, ("right.c", &source.replace("n + 1", "n")), &["-e", "927\\n"]);
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:8"), "{said}");
    // A declaration is not an execution, but it is named.
    let right = source.replace("n + 1", "n");
    let (code, said, _) =
        refer(&right.replace("memo[40]", "memo[40] = { [3] = 7 }"), ("right.c", &right), &["-e", "927\\n"]);
    assert!(code == Some(0) && fault(&said).contains("in the declaration of memo (test.c:2)"), "{said}");
}

/// An instance that should not have been executed is reported as such, not as a wrong value.
#[test]
fn a_superfluous_instance_differs_from_a_wrong_value() {
    let source = "#include <stdio.h>\nint main(int argc, char **argv) {\n    int n = argc;\n    if (n > 0 || n < -5)\n        \
                  n = n + 4;\n    printf(\"%d\\n\", n);\n}\n";
    let options = ["--strategy", "single-step", "-e", "1\\n"];
    let (code, said, _) = refer(source, ("right.c", &source.replace("||", "&&")), &options);
    let words = "1. test.c:4 if (n > 0 || n < -5) n > 0 is true: the condition went the wrong way, although everything it depends on is right";
    assert!(code == Some(0) && fault(&said).starts_with(words), "{said}");
    assert!(
        said.contains(
            "n is 5: right, wrong, don't know? wrong (should not have been executed: the reference does not come there)"
        ),
        "{said}"
    );
    assert!(said.contains("n > 0 is true: right, wrong, don't know? wrong (says the reference)"), "{said}");
}

/// A wrong write may be the wrong writer's: then all its inputs are right for themselves, and the decision that kept
/// the other writer from being first is wrong.
#[test]
fn the_wrong_writer_is_found() {
    let tree = r#"#include <stdio.h>
struct node { int key; struct node *left, *right; };
static struct node *turn(struct node *n, int height) {
    if (height > 3) {
        struct node *up = n->right;
        n->right = up->left;
        up->left = n;
        return up;
    }
    return n;
}
static void show(const struct node *n, int depth) {
    if (!n) return;
    show(n->left, depth + 1);
    printf("%d@%d ", n->key, depth);
    show(n->right, depth + 1);
}
int main(void) {
    struct node c = { 3, 0, 0 }, b = { 2, 0, &c }, a = { 1, 0, &b };
    show(turn(&a, 3), 0);
    printf("\n");
}
"#;
    let right = tree.replace("height > 3", "height > 2");
    let (code, said, _) = refer(tree, ("right.c", &right), &["-e", "1@1 2@0 3@1 \\n"]);
    assert!(code == Some(0) && fault(&said).starts_with("1. test.c:4 if (height > 3)"), "{said}");
}

/// The order of two tables in memory depends on which is used first: equal addresses may mean different tables.
#[test]
fn pointers_are_compared_by_their_targets() {
    let source = r#"#include <stdio.h>
static int summer[] = {9, 8, 7, 6}, winter[] = {3, 5, 2, 1};
static int sum(const int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
int main(void) {
    int days = 4;
    int hours = sum(winter, days);
    printf("%d\n", hours);
}
"#;
    let right = source.replace("sum(winter", "sum(summer");
    let (code, said, _) = refer(source, ("right.c", &right), &["-e", "30\\n"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("int hours = sum(winter, days);\n     sum's parameter p points to winter[0]"), "{said}");
}
