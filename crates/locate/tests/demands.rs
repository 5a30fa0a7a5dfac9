//! Undefined behaviour is found on the path of a harmless run, together with the input that causes it.

mod programs;

use std::collections::BTreeSet;

use programs::{case, compile, line_of};
use whydunit_locate::Verdict;
use whydunit_locate::symbolic::{Input, Subject, Symbols, violations};
use whydunit_machine::{Limits, Outcome};
use whydunit_solver::{Config, chain};
use whydunit_terms::Model;
use whydunit_trace::place_of;

/// Lines marked `can` have undefined behaviour for some input, those marked `cannot` do not.
const SOURCE: &str = r#"
#include <stdio.h>
#include <string.h>
int main(void) {
    unsigned char in[4];
    static int table[16];
    static char text[100], copy[100];
    if (fread(in, 1, 4, stdin) != 4) return 2;
    int a = in[0], b = in[1], n = in[2];
    int total = 0;
    total ^= 1 << (a & 63);          // can 1
    total ^= 1 << (a & 31);          // cannot
    total ^= (a - 100) * (b * 60000);  // can 5
    total ^= (a - 100) * (b * 50);  // cannot
    total ^= (int)(a * 1e7);           // can 6
    total ^= (int)(double)a;            // cannot
    if (b > 3) {
        total ^= 100 / b;            // cannot
        total ^= 100 % (b - 7);      // can 2
        total ^= table[b - 4];       // can 3
        total ^= table[b & 15];      // cannot
    }
    memcpy(copy, text, n);           // can 4
    memcpy(copy, text, n / 3);       // cannot
    printf("%d\n", total);
    return 0;
}
"#;

#[test]
fn demands_that_other_input_violates_are_found() {
    let program = compile(SOURCE);
    let symbols = Symbols { stdin: true, ..Symbols::default() };
    let oracle = Box::new(|_: &_| Verdict::Failed);
    let case = case(&[], &[3, 9, 20, 0]);
    let mut input = Input::new(program.clone(), case, Limits::default(), symbols, oracle).expect("a run");
    let mut ran = input.run(&Model::new()).expect("a run");
    assert_eq!(ran.outcome, Outcome::Exited(0));
    let (found, unknown) = violations(&mut ran, &mut *chain(&Config::default()));
    assert_eq!(unknown, 0);
    let lines: BTreeSet<u32> = found.iter().map(|v| place_of(&program, v.at.site).line).collect();
    let marks =
        ["// can 1", "// can 2", "// can 3", "// can 4", "// can 5", "// can 6"].map(|mark| line_of(SOURCE, mark));
    assert_eq!(lines, BTreeSet::from(marks));
    // The machine continues after excessive shifts and overflows; the other violations fail in a real run.
    for violation in found {
        let outcome = input.run_plainly(input.case_with(&violation.values)).expect("a run").outcome;
        let line = place_of(&program, violation.at.site).line;
        let goes_on = [0, 4, 5].map(|i| marks[i]).contains(&line);
        let failed = match outcome {
            Outcome::Failed(failure) => Some(place_of(&program, failure.stack[0]).line),
            _ => None,
        };
        assert_eq!(failed == Some(line), !goes_on, "{line}: {failed:?}");
    }
}
