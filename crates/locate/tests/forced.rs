//! Forced paths: a path that some input takes is accepted, any other is rejected at its first infeasible decision.

mod programs;

use programs::{case, compile, line_of};
use whydunit_locate::Verdict;
use whydunit_locate::symbolic::{Decision, Doubt, Forced, Input, Subject, Symbols, force};
use whydunit_machine::{ConstraintKind, Limits};
use whydunit_solver::{Config, chain};
use whydunit_terms::Model;
use whydunit_trace::place_of;

const SOURCE: &str = r#"
#include <stdio.h>
int main(void) {
    unsigned char in[2];
    if (fread(in, 1, 2, stdin) != 2) return 2;
    if (in[0] > 10) putchar('a');
    if (in[1] == in[0] + 1) putchar('b');
    if (in[0] > 20) putchar('c');
    if (in[1] < 5) putchar('d');
    return 0;
}
"#;

fn input() -> Input {
    let symbols = Symbols { stdin: true, ..Symbols::default() };
    let oracle = Box::new(|_: &_| Verdict::Failed);
    Input::new(compile(SOURCE), case(&[], &[3, 3]), Limits::default(), symbols, oracle).expect("a run")
}

/// Forces these outcomes of the four decisions.
fn forced(outcomes: [bool; 4]) -> (Input, Forced) {
    let mut input = input();
    let taken: Vec<Decision> = input.run(&Model::new()).expect("a run").decisions().map(|d| d.1).collect();
    assert_eq!(taken.len(), 4);
    let own: Vec<bool> = taken.iter().map(|d| d.holds).collect();
    // The run's own outcomes show how the compiler arranged the conditions: 3 > 10, 3 == 4, 3 > 20, 3 < 5.
    let really = [false, false, false, true];
    let wanted: Vec<Decision> =
        (0..4).map(|i| Decision { holds: own[i] ^ really[i] ^ outcomes[i], ..taken[i] }).collect();
    let forced = force(&mut input, &mut *chain(&Config::default()), &wanted);
    (input, forced)
}

/// The run fails before it reaches the decision: other values get it there, if there are any.
#[test]
fn a_run_that_fails_on_the_way_is_led_past_the_failure() {
    let source = |divisor: &str| {
        format!(
            "#include <stdio.h>\nint main(void) {{\n    int x = getchar(), y = {divisor};\n    if (10 / y == 5) puts(\"a\");\n    return 0;\n}}"
        )
    };
    let symbols = Symbols { stdin: true, ..Symbols::default() };
    let run = |divisor: &str, byte: u8| {
        let oracle = Box::new(|_: &_| Verdict::Failed);
        Input::new(compile(&source(divisor)), case(&[], &[byte]), Limits::default(), symbols, oracle).expect("a run")
    };
    let wanted: Vec<Decision> = run("x", 2).run(&Model::new()).expect("a run").decisions().map(|d| d.1).collect();
    assert_eq!(wanted.len(), 1);
    let force = |divisor: &str| force(&mut run(divisor, 0), &mut *chain(&Config::default()), &wanted);
    let Forced::Taken(ran) = force("x") else { panic!("{:?}", force("x")) };
    assert_eq!(ran.symbolic.values().iter().map(|(_, value)| value).collect::<Vec<_>>(), [2]);
    assert!(matches!(force("x & 0"), Forced::Infeasible { at: 0 }), "{:?}", force("x & 0"));
}

#[test]
fn decisions_that_can_be_taken_are() {
    for (outcomes, expected) in [
        ([true, true, true, false], "abc"),
        ([true, false, false, true], "ad"),
        ([false, true, false, true], "bd"),
        ([false, false, false, true], "d"),
    ] {
        let (input, forced) = forced(outcomes);
        let Forced::Taken(ran) = forced else { panic!("{outcomes:?}: {forced:?}") };
        let seen = input.run_plainly(input.case_with(ran.symbolic.values())).expect("a run");
        assert_eq!(String::from_utf8_lossy(&seen.stdout), expected);
    }
}

#[test]
fn the_first_impossible_decision_is_named() {
    let (_, third) = forced([false, true, true, true]);
    assert!(matches!(third, Forced::Infeasible { at: 2 }), "{third:?}");
    let (_, fourth) = forced([true, true, true, true]);
    assert!(matches!(fourth, Forced::Infeasible { at: 3 }), "{fourth:?}");
}

#[test]
fn concretised_values_make_nothing_impossible() {
    let source = r#"
#include <stdio.h>
int main(void) {
    unsigned char in[1];
    if (fread(in, 1, 1, stdin) != 1) return 2;
    long double half = in[0] / 2.0L;
    if (in[0] > 10) putchar('a');
    if (in[0] > 300) putchar('b');
    return half > 100;
}
"#;
    let symbols = Symbols { stdin: true, ..Symbols::default() };
    let oracle = Box::new(|_: &_| Verdict::Failed);
    let mut input = Input::new(compile(source), case(&[], &[3]), Limits::default(), symbols, oracle).expect("a run");
    let ran = input.run(&Model::new()).expect("a run");
    assert!(ran.path().any(|c| matches!(c.kind, ConstraintKind::Pinned { .. })), "nothing was made concrete");
    let own: Vec<Decision> = ran.decisions().map(|d| d.1).collect();
    let other = [Decision { holds: !own[0].holds, ..own[0] }];
    let forced = force(&mut input, &mut *chain(&Config::default()), &other);
    let Forced::Taken(ran) = forced else { panic!("{forced:?}") };
    assert!(ran.symbolic.values().iter().all(|(_, value)| value > 10), "{ran:?}");
}

#[test]
fn consequences_of_a_fixed_value_are_not_impossible() {
    // With 0 and 50 the sum is at most 103 while the second byte is less than 100; with 20 it can be larger.
    let source = r#"
#include <stdio.h>
int main(void) {
    unsigned char in[2];
    if (fread(in, 1, 2, stdin) != 2) return 2;
    int half = (int)(in[0] / 2.0L); // fixed
    if (in[1] < 100) putchar('a');
    if (in[1] + half > 103) putchar('b');
    return 0;
}
"#;
    let symbols = Symbols { stdin: true, ..Symbols::default() };
    let oracle = Box::new(|_: &_| Verdict::Failed);
    let program = compile(source);
    let mut input =
        Input::new(program.clone(), case(&[], &[0, 50]), Limits::default(), symbols, oracle).expect("a run");
    let own: Vec<Decision> = input.run(&Model::new()).expect("a run").decisions().map(|d| d.1).collect();
    assert_eq!(own.len(), 2);
    let wanted = [own[0], Decision { holds: !own[1].holds, ..own[1] }];
    let forced = force(&mut input, &mut *chain(&Config::default()), &wanted);
    let Forced::Unknown { at: 1, doubt: Doubt::Fixed { place, why } } = forced else { panic!("{forced:?}") };
    assert_eq!((place_of(&program, place.site).line, why), (line_of(source, "// fixed"), "long double"));
    let seen = input.run_plainly(case(&[], &[20, 95])).expect("a run");
    assert_eq!(seen.stdout, b"ab", "it can be taken");
}
