//! Every kind of input can be symbolic: arguments, standard input, given files.

mod programs;

use std::sync::Arc;

use programs::{case, compile};
use whydunit_locate::Verdict;
use whydunit_locate::symbolic::{Bounds, Input, Symbols, search};
use whydunit_machine::{Limits, Outcome};
use whydunit_solver::{Config, chain};
use whydunit_trace::Observed;
use whydunit_world::Case;

/// The case that makes a program return 7, found from one that does not.
fn solved(source: &str, case: Case, symbols: Symbols) -> Option<Case> {
    let seven = |seen: &Observed| if seen.outcome == Outcome::Exited(7) { Verdict::Passed } else { Verdict::Failed };
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let mut input = Input::new(compile(source), case, limits, symbols, Box::new(seven)).expect("a run");
    let bounds = Bounds { paths: 2000, queries: 20_000, ..Bounds::default() };
    let found = search(&mut input, &mut *chain(&Config::default()), &bounds);
    let (values, verdict) = found.values?;
    assert_eq!(verdict, Verdict::Passed);
    let case = input.case_with(&values);
    assert_eq!(input.run_plainly(case.clone()).expect("a run").outcome, Outcome::Exited(7));
    Some(case)
}

#[test]
fn arguments() {
    let source = r#"
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc != 3 || strncmp(argv[1], "-n", 2) != 0) return 1;
    return atoi(argv[2]) * 2 == 86 ? 7 : 0;
}
"#;
    let symbols = Symbols { arguments: true, ..Symbols::default() };
    let case = solved(source, case(&["aa", "00"], b""), symbols).expect("arguments");
    assert_eq!((&case.args[1][..], &case.args[2][..]), (&b"-n"[..], &b"43"[..]));
}

#[test]
fn lines_of_standard_input() {
    let source = r#"
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[16], key[8];
    int value;
    if (!fgets(line, sizeof line, stdin) || strchr(line, '\n') != line + 4) return 1;
    if (sscanf(line, "%3[a-z]%d", key, &value) != 2) return 2;
    return strcmp(key, "bx") == 0 && value > 55 ? 7 : 0;
}
"#;
    let symbols = Symbols { stdin: true, ..Symbols::default() };
    let case = solved(source, case(&[], b"......"), symbols).expect("a line");
    let text = case.stdin.bytes().expect("given bytes").to_vec();
    assert!(text.starts_with(b"bx") && text[4] == b'\n', "{}", String::from_utf8_lossy(&text));
}

#[test]
fn decimal_numbers() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    float rate;
    double amount = strtod(argv[1], NULL);
    if (scanf("%f", &rate) != 1) return 1;
    return amount * 2 > 66.5 && amount < 50.5 && rate * rate < 1 ? 7 : 0;
}
"#;
    let symbols = Symbols { arguments: true, stdin: true, ..Symbols::default() };
    // The values were verified in a run without symbols, which returned 7.
    let found = solved(source, case(&["10.00"], b"1.5\n"), symbols).expect("numbers");
    assert_eq!((found.args[1].len(), found.stdin.bytes().map(<[u8]>::len)), (5, Some(4)));
}

#[test]
fn files() {
    let source = r#"
#include <stdio.h>
int main(void) {
    unsigned char head[4];
    FILE *f = fopen("/given/image", "rb");
    if (!f || fread(head, 1, 4, f) != 4) return 1;
    fclose(f);
    return head[0] == 'P' && head[1] == '6' && head[2] + head[3] == 300 ? 7 : 0;
}
"#;
    let path = std::path::PathBuf::from("/given/image");
    let mut given = case(&[], b"");
    given.files.insert(path.clone(), Arc::new(b"abcd".to_vec()));
    let symbols = Symbols { files: true, ..Symbols::default() };
    let case = solved(source, given, symbols).expect("a file");
    let bytes = &case.files[&path];
    assert_eq!((&bytes[..2], u32::from(bytes[2]) + u32::from(bytes[3])), (&b"P6"[..], 300));
}

#[test]
fn files_of_the_host() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("numbers");
    std::fs::write(&path, "10 20\n").expect("a file");
    let source = r#"
#include <stdio.h>
int main(int argc, char **argv) {
    int a, b;
    FILE *f = fopen(argv[1], "r");
    if (!f || fscanf(f, "%d %d", &a, &b) != 2) return 1;
    fclose(f);
    return a * 2 == b + 15 ? 7 : 0;
}
"#;
    let symbols = Symbols { files: true, ..Symbols::default() };
    let found = solved(source, case(&[path.to_str().expect("a path")], b""), symbols);
    assert_eq!(found.expect("a file").files[&path].len(), 6);
}
