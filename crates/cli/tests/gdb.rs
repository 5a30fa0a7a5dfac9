//! Scripts for gdb, tested with the real gdb: the native program stops at the executions in question, and its values
//! there are those that were shown.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const WHYDUNIT: &str = env!("CARGO_BIN_EXE_whydunit");

/// All kinds of loops; a wrong sum.
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

/// A directory with a program and a script for gdb about all instances its failure depends on.
struct Scripted {
    dir: tempfile::TempDir,
    arguments: Vec<String>,
}

impl Scripted {
    /// Asks about a program; `options` hold the expectation and the input.
    fn new(source: &str, options: &[&str], arguments: &[&str], files: &[(&str, &str)]) -> Scripted {
        Scripted::of(source, &[], options, arguments, files)
    }

    /// As `new`, for several source files.
    fn of(source: &str, others: &[&str], options: &[&str], arguments: &[&str], files: &[(&str, &str)]) -> Scripted {
        let dir = tempfile::tempdir().expect("a directory");
        let arguments = arguments.iter().map(|a| a.to_string()).collect();
        let scripted = Scripted { dir, arguments };
        for (name, text) in [&[("test.c", source)], files].concat() {
            fs::write(scripted.dir.path().join(name), text).expect("a file");
        }
        let compile = [&["cc", "-w", "test.c", "-o", "test"], others].concat();
        scripted.run(WHYDUNIT, &compile, false, "");
        let debug = [&["debug", "--gdb", "script.gdb"], options, &["--", "./test"]].concat();
        let report = scripted.run(WHYDUNIT, &debug, true, &"don't know\n".repeat(2000));
        assert!(Path::new(&scripted.dir.path().join("script.gdb")).is_file(), "{report}");
        scripted
    }

    fn run(&self, command: &str, arguments: &[&str], with_arguments: bool, input: &str) -> String {
        let stdin = self.dir.path().join("typed");
        fs::write(&stdin, input).expect("a file");
        let output = Command::new(command)
            .args(arguments)
            .args(self.arguments.iter().filter(|_| with_arguments))
            .current_dir(self.dir.path())
            .stdin(Stdio::from(fs::File::open(&stdin).expect("the file")))
            .output()
            .unwrap_or_else(|e| panic!("{command}: {e} (scripts/setup.sh installs what tests need)"));
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    }

    /// The output of gdb when it continues at each stop.
    fn all(&self) -> String {
        let gdb = ["-q", "-batch", "-x", "script.gdb", "-ex", "whydunit-all", "--args", "./test"];
        self.run("gdb", &gdb, true, "")
    }

    /// The output of gdb for typed commands.
    fn typed(&self, commands: &str) -> String {
        self.run("gdb", &["-q", "-nx", "-x", "script.gdb", "--args", "./test"], true, commands)
    }
}

/// The output of gdb for all instances the failure of a program depends on.
fn shown_by_gdb(source: &str, arguments: &[&str], expected: &str) -> String {
    Scripted::new(source, &["-e", expected], arguments, &[]).all()
}

/// Checks that every number in gdb's output is the one that Whydunit showed; returns the number of places and values.
fn check(shown: &str) -> (usize, usize) {
    let (mut said, mut places, mut numbers, mut values) = (String::new(), 0, 0, false);
    // A statement announced before its execution is not described again afterwards.
    let (mut title, mut of): (&str, BTreeMap<&str, String>) = ("", BTreeMap::new());
    for line in shown.lines() {
        if line.split_once(".c:").is_some_and(|(file, _)| file.chars().all(char::is_alphanumeric)) {
            title = line;
            said = of.get(line).cloned().unwrap_or(said);
        }
        if let Some(text) = line.strip_prefix("  whydunit: ") {
            // Several items of one line precede their values.
            said = if values { text.into() } else { format!("{said}, {text}") };
            (places, values) = (places + 1, false);
            *of.entry(title).or_default() += &format!(", {text}");
        } else if line.starts_with("  in a loop that is all on one line") {
            // These are the values at the beginning of the line, not those of the decision.
            said.clear();
        } else if let Some((name, value)) = line.strip_prefix("  ").and_then(|l| l.split_once(" = "))
            && value.parse::<i64>().is_ok()
            && !said.is_empty()
        {
            values = true;
            let (is, with) = (format!("{name} is {value}"), format!("{name} = {value}"));
            assert!(said.contains(&is) || said.contains(&with), "{said}\ngdb: {line}\n{shown}");
            numbers += 1;
        }
        assert!(!line.contains("before it came to all"), "{line}\n{shown}");
    }
    (places, numbers)
}

#[test]
fn loop_executions_match_gdb_stops() {
    let shown = shown_by_gdb(LOOPS, &[], "1\\n");
    let (places, numbers) = check(&shown);
    // Results of calls, and variables of a loop that has just ended, are shown, too.
    assert!(shown.contains("  the result of digits = 1\n") && !shown.contains("not to be seen"), "{shown}");
    assert!(places > 40 && numbers > 50, "{places} {numbers}");
}

/// gdb stops at the very statement, wherever the code of a line is, and however often its parts are executed.
#[test]
fn every_form_of_statement_is_found() {
    let shown = shown_by_gdb(include_str!("gdb/forms.c"), &["ab-12-3"], "1\\n");
    let (places, numbers) = check(&shown);
    assert!(!shown.contains("has no code") && !shown.contains("not to be seen"), "{shown}");
    assert!(!shown.contains("only where the loop begins"), "{shown}");
    assert!(places > 250 && numbers > 300, "{places} {numbers}");
}

/// gdb need not stop in the library: the arguments and effects of a call are shown at the call.
#[test]
fn effects_of_library_calls_are_shown_after_the_call() {
    let source = r#"#include <stdio.h>
#include <stdlib.h>
static int down(const void *a, const void *b) { return *(int *)b - *(int *)a; }
int main(void) {
    int v[] = {4, 9, 1};
    qsort(v, 3, sizeof *v, down);
    printf("%d\\n", v[0] * 10 + v[2]);
}
"#;
    let shown = shown_by_gdb(source, &[], "19\\n");
    let call = "test.c:6  qsort(v, 3, sizeof *v, down);\n  whydunit: ";
    assert!(shown.contains(&format!("{call}qsort's parameter compare is &down\ntest.c")), "{shown}");
    let left = "v is {9, 4, 1} with qsort's compare = &down\n  v = {9, 4, 1}\n";
    assert!(shown.contains(&format!("{call}{left}")), "{shown}");
}

/// A statement may read, after a call, a value that the callee changed.
#[test]
fn changes_by_a_callee_are_shown_after_the_call() {
    let source = r#"#include <stdio.h>
static int g = 3, other;
static int twice(int n) { g *= 2; return n + g; }
int main(void) {
    g += twice(1); other = g + twice(2) * g; g += other;
    printf("%d\n", g);
}
"#;
    let shown = shown_by_gdb(source, &[], "9\\n");
    assert!(shown.contains("g is 13 with g = 6\n  g = 6\n"), "{shown}");
    let note = "  it calls a function before it reads all of these: that may change them\n";
    assert!(shown.contains(&format!("  g = 13\n{note}")) && shown.matches(note).count() == 1, "{shown}");
    assert_eq!(shown.matches("whydunit: g is 13").count(), 1, "{shown}");
}

/// In a continuous run each statement is shown once, with its result, also when it calls a function.
#[test]
fn a_statement_with_a_call_is_shown_once() {
    let source = r#"#include <stdio.h>
static int twice(int n) {
    int m = n + n;
    return m;
}
int main(void) {
    int k = 1;
    int x = twice(k);
    int y = twice(x + 1);
    printf("%d\n", x + y);
}
"#;
    let shown = shown_by_gdb(source, &[], "9\\n");
    check(&shown);
    for (line, result) in [
        ("test.c:8  int x = twice(k);\n  whydunit: x is 2", "  x = 2\n"),
        ("test.c:9  int y = twice(x + 1);\n  whydunit: y is 6", "  y = 6\n"),
    ] {
        assert_eq!(shown.matches(line).count(), 1, "{shown}");
        let told = shown.split(line).nth(1).and_then(|rest| rest.split("test.c:").next()).unwrap_or_default();
        assert!(told.contains(result), "{told}\n{shown}");
    }
}

/// The end of a block with variables is on the line of the next `else if`; gdb's own breakpoints may count it or not.
#[test]
fn the_end_of_a_block_is_no_execution() {
    let source = r#"#include <stdio.h>
int main(int argc, char **argv) {
    int n = 0;
    for (const char *s = argv[1]; *s; s++) {
        if (*s == ' ') {
            int k = 3;
            n += k;
        } else if (*s == '-') {
            n -= 1;
        } else switch (*s) {
        case '+': n += 2; break;
        }
    }
    printf("%d\n", n);
}
"#;
    let shown = shown_by_gdb(source, &["+ -+ -+"], "77\\n");
    let at = |line: &str| {
        let title = format!("test.c:{line}#");
        let stops = shown.split(&title).skip(1);
        stops.map(|s| s.split_once("\n  *s = ").map_or("", |(_, v)| &v[..2]).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(at("8"), ["43", "45", "43", "45", "43"], "{shown}");
    assert_eq!(at("10"), ["43", "43", "43"], "{shown}");
}

/// The address of a struct is computed long before the copy.
#[test]
fn copies_begin_where_they_are_made() {
    let source = r#"#include <stdio.h>
struct vec { double x, y; };
struct box { struct vec lo, hi; };
int main(void) {
    struct vec lo = { 1, 2 }, hi = { 4, 6 };
    lo.y = 3;
    struct box b = { lo, hi };
    printf("%.1f\n", b.lo.y);
}
"#;
    let shown = shown_by_gdb(source, &[], "2.0\\n");
    let values = "  lo = {x = 1, y = 3}\n  b.lo = {x = 1, y = 3}\n";
    assert!(shown.contains(&format!("test.c:7  struct box b = {{ lo, hi }};\n  whydunit: b.lo is {{x = 1, y = 3}} with lo = {{x = 1, y = 3}}\n{values}")), "{shown}");
}

/// Functions of one name in two files, on the same line.
#[test]
fn functions_of_the_same_name_are_distinguished() {
    let other = "#include <stdio.h>\nstatic int step(int x) {\n    return x * 3;\n}\n\
                 int other(int x) {\n    return step(x) + 1;\n}\n";
    let source = "#include \"other.h\"\nstatic int step(int x) {\n    return x + 5;\n}\nextern int printf(const char *, ...);\n\
                  int main(void) {\n    int a = step(2);\n    printf(\"%d\\n\", other(a) + step(a));\n}\n";
    let files = [("other.c", other), ("other.h", "int other(int x);\n")];
    let scripted = Scripted::of(source, &["other.c"], &["-e", "1\\n"], &[], &files);
    let shown = scripted.all();
    let (places, numbers) = check(&shown);
    assert!(places >= 8 && numbers >= 6, "{places} {numbers} {shown}");
    for line in ["other.c:3  return x * 3;", "test.c:3#1  return x + 5;", "test.c:3#2  return x + 5;"] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
}

/// Addresses are meaningless after the program was compiled anew.
#[test]
fn another_executable_is_detected() {
    let scripted = Scripted::new(READS, &["--stdin", "input", "-e", "60\\n"], &[], &[("input", "10 20 30")]);
    assert!(scripted.all().contains("the result of sum = 20"));
    fs::write(scripted.dir.path().join("test.c"), READS.replace("left == 1", "left == 0")).expect("a file");
    scripted.run(WHYDUNIT, &["cc", "-w", "test.c", "-o", "test"], false, "");
    let shown = scripted.all();
    assert!(shown.contains("this executable is not the one that was debugged") && !shown.contains("left ="), "{shown}");
}

/// gdb cannot stop in bitcode without an executable: the error precedes the questions.
#[test]
fn bitcode_is_not_for_gdb() {
    let scripted = Scripted::new(READS, &["--stdin", "input", "-e", "60\\n"], &[], &[("input", "10 20 30")]);
    scripted.run("clang-19", &["-g", "-c", "-emit-llvm", "test.c", "-o", "test.bc"], false, "");
    let said = scripted.run(WHYDUNIT, &["debug", "--gdb", "x.gdb", "-e", "60\\n", "--", "./test.bc"], false, "");
    assert!(said.contains("--gdb: ./test.bc: is bitcode, not an executable"), "{said}");
    assert!(!scripted.dir.path().join("x.gdb").exists() && said.lines().count() <= 2, "{said}");
}

#[test]
fn recursive_executions_match_gdb_stops() {
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/debug/reach.c"));
    let (places, numbers) = check(&shown_by_gdb(&source.expect("the program"), &["a//b/c"], "3\\n"));
    assert!(places > 8 && numbers > 3, "{places} {numbers}");
}

#[test]
fn sorting_executions_match_gdb_stops() {
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/debug/sort.c"));
    let shown = shown_by_gdb(&source.expect("the program"), &["14", "11", "30", "7"], "7 11 14 30 \\n");
    let (places, numbers) = check(&shown);
    assert!(places > 20 && numbers > 40, "{places} {numbers}");
}

/// Adds up its input by recursion; the last number is left out.
const READS: &str = r#"#include <stdio.h>
static int sum(int left) {
    int value;
    if (left == 1 || scanf("%d", &value) != 1) // ends
        return 0;
    return value + sum(left - 1);
}
int main(void) {
    printf("%d\n", sum(3));
}
"#;

/// The native program reads the same file, whatever its name.
#[test]
fn the_input_file_may_have_any_name() {
    let name = "in put's $HOME.txt";
    let options = ["--stdin", name, "-e", "60\\n"];
    let shown = Scripted::new(READS, &options, &[], &[(name, "10 20 30")]).all();
    let (places, numbers) = check(&shown);
    assert!(places > 5 && numbers > 5 && shown.contains("the result of sum = 20"), "{shown}");
}

/// Arguments are kept when the input comes from a file; a loop without a step statement stops in each round; a struct
/// is shown with its members.
#[test]
fn arguments_and_input_go_together() {
    let source = r#"#include <stdio.h>
#include <stdlib.h>
struct list { int value; struct list *next; };
int main(int argc, char **argv) {
    int sum = argc == 3 ? atoi(argv[1]) : 0, value;
    struct list *list = NULL;
    while (scanf("%d", &value) == 1) {
        struct list *cell = malloc(sizeof *cell);
        cell->value = value + (value == 30);
        cell->next = list;
        list = cell;
    }
    for (struct list *at = list; at;) {
        sum += at->value;
        at = at->next;
    }
    printf("%d\n", sum);
}
"#;
    let options = ["--strategy", "single-step", "--stdin", "input", "-e", "65\\n"];
    let shown = Scripted::new(source, &options, &["5", "a b"], &[("input", "10 20 30")]).all();
    let (places, numbers) = check(&shown);
    assert!(places > 8 && numbers > 8 && shown.contains("  sum = 5\n"), "{places} {numbers} {shown}");
    for round in 1..=4 {
        let title = format!("test.c:13#{round}  for (struct list *at = list; at;) {{\n");
        let (_, after) = shown.split_once(&title).unwrap_or_else(|| panic!("{title}: {shown}"));
        let at = after.lines().find(|line| line.starts_with("  at = ")).unwrap_or_default();
        let value = ["31", "20", "10"].get(round - 1).map_or("0x0".into(), |v| format!(" -> {{value = {v}, next = "));
        assert!(at.contains(&value), "{title}: {at}\n{shown}");
    }
}

/// In an interactive gdb each execution gives a prompt, and the user continues.
#[test]
fn every_stop_has_its_prompt() {
    let scripted = Scripted::new(READS, &["--stdin", "input", "-e", "60\\n"], &[], &[("input", "10 20 30")]);
    let shown = scripted.typed(&"print left\ncontinue\n".repeat(40));
    // At each stop in `sum`, gdb prints the value of `left` that Whydunit states.
    let stops: Vec<&str> = shown.split("`next` runs the line").collect();
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    let mut looked = Vec::new();
    for pair in stops.windows(2) {
        let [before, after] = pair else { continue };
        let said = before.rsplit_once("left is ").or(before.rsplit_once("left = "));
        let printed = after.split_once("(gdb) $").and_then(|(_, text)| text.split_once(" = "));
        if let (Some((_, said)), Some((_, printed)), true) = (said, printed, before.contains("#0  sum (left")) {
            assert_eq!(number(said), number(printed), "{before}\n{after}");
            looked.push(number(printed));
        }
    }
    looked.dedup();
    assert_eq!(looked, ["3", "2", "1"], "{shown}");
    assert!(shown.contains("this was the last") && !shown.contains("before it came to all"), "{shown}");
}

/// A struct that does not fit into registers is shown as a result.
#[test]
fn a_large_struct_that_is_returned_is_shown() {
    let source = r#"#include <stdio.h>
struct box { int a, b, c, d, e; };
static struct box grown(struct box x, int by) {
    x.a += by;
    x.e -= by;
    return x;
}
int main(int argc, char **argv) {
    struct box x = {argc, 2, 3, 4, 5};
    struct box y = grown(x, 7);
    printf("%d\n", y.a * y.e);
}
"#;
    let shown = shown_by_gdb(source, &[], "96\\n");
    check(&shown);
    let result = "{a = 8, b = 2, c = 3, d = 4, e = -2}\n";
    assert!(shown.contains(&format!("  whydunit: the result of grown is {result}")), "{shown}");
    assert!(shown.contains(&format!("  the result of grown = {result}")), "{shown}");
}

/// A struct that fits into two registers passes through variables of the compiler: they are not asked about, and gdb
/// stops where the struct arrives.
#[test]
fn a_struct_in_registers_is_one_parameter() {
    let source = r#"#include <stdio.h>
struct point { int x, y, z; };
static struct point up(struct point p) {
    p.z += 3;
    return p;
}
int main(int argc, char **argv) {
    struct point q = { argc, 2, 3 };
    q = up(q);
    q = up(q);
    printf("%d\n", q.z);
}
"#;
    let shown = Scripted::new(source, &["-e", "5\\n", "--strategy", "single-step"], &[], &[]).all();
    check(&shown);
    let said: Vec<&str> = shown.lines().filter_map(|line| line.strip_prefix("  whydunit: ")).collect();
    assert!(!shown.contains("has no code for it"), "{shown}");
    for z in [3, 6] {
        let parameter = format!("up's parameter p is {{x = 1, y = 2, z = {z}}}");
        assert_eq!(said.iter().filter(|s| **s == parameter).count(), 1, "{shown}");
        assert!(shown.contains(&format!("{parameter}\n  p = {{x = 1, y = 2, z = {z}}}\n")), "{shown}");
    }
    let results = said.iter().filter(|s| s.starts_with("the result of up is {x = 1, y = 2, z = 6}")).count();
    assert_eq!((results, said.len()), (1, 9), "{shown}");
}

/// With other arguments than in the session the counts do not apply.
#[test]
fn other_arguments_are_detected() {
    let source = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n    int n = atoi(argv[1]) * \
                  3;\n    printf(\"%d\\n\", n);\n}\n";
    let mut scripted = Scripted::new(source, &["-e", "1\\n"], &["7", "a b"], &[]);
    assert!(!scripted.all().contains("other arguments"), "{}", scripted.all());
    scripted.arguments = vec!["8".into(), "a b".into()];
    let words = "with other arguments than were debugged the program may not come to these breakpoints";
    assert!(scripted.all().contains(words) && scripted.all().contains("those were: 7 'a b'\n"), "{}", scripted.all());
}

/// gdb announces a long wait for the next stop.
#[test]
fn a_long_way_to_the_next_stop_is_announced() {
    let source = "#include <stdio.h>\nint main(void) {\n    unsigned s = 1;\n    for (int i = 0; i < 25000; i++)\n        \
                  s = s * 3 + i;\n    printf(\"%u\\n\", s);\n}\n";
    let scripted = Scripted { dir: tempfile::tempdir().expect("a directory"), arguments: Vec::new() };
    fs::write(scripted.dir.path().join("test.c"), source).expect("a file");
    scripted.run(WHYDUNIT, &["cc", "-w", "test.c", "-o", "test"], false, "");
    scripted.run(WHYDUNIT, &["debug", "--gdb", "script.gdb", "-e", "1\\n", "--", "./test"], false, "quit\n");
    let shown = scripted.all();
    let (announced, stop) = (shown.find("executions are counted on the way"), shown.find("whydunit: s is"));
    assert!(announced.is_some() && announced < stop, "{shown}");
}
