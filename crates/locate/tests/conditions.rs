//! Conditions with other operands in the correct version: its answers lead to the condition, whatever its form.

mod programs;

use programs::{case, compile, line_of, session};
use whydunit_locate::interactive::{Answer, Debugger, Doubt, Reference, Setting};
use whydunit_locate::{Statement, Strategy};
use whydunit_machine::{Limits, Machine, Nobody};
use whydunit_world::{Case, Posix};

/// The output of a program.
fn output(source: &str, case: &Case) -> String {
    let mut machine = Machine::new(compile(source), Posix::new(case.clone()), Limits::default()).expect("a machine");
    machine.run(&mut Nobody).expect("a run");
    String::from_utf8(machine.world.stdout()).expect("text")
}

/// Debugs with the correct version as reference.
fn narrow(faulty: &str, correct: &str, case: &Case, strategy: Strategy) -> Debugger {
    let setting = Setting { strategy, ..Setting::default() };
    let expected = output(correct, case);
    assert_ne!(output(faulty, case), expected, "no fault shows: {faulty}");
    let mut debugger = Debugger::new(session(faulty, case.clone(), &expected), setting);
    let reference = Reference::new(&mut debugger, compile(correct), case.clone(), Limits::default());
    debugger.consult(&mut reference.expect("a run"), 200);
    debugger
}

/// Checks that the marked line is found as the fault, with no other candidate left.
fn find(faulty: &str, correct: &str, case: &Case) {
    let line = line_of(faulty, "// fault");
    for strategy in [Strategy::Closest, Strategy::SingleStep] {
        let name = format!("{strategy:?}");
        let debugger = narrow(faulty, correct, case, strategy);
        let suspects: Vec<(u32, Doubt)> = debugger.suspects().iter().map(|s| (s.statement.line, s.doubt)).collect();
        assert_eq!(suspects, [(line, Doubt::Wrong)], "{name}: {faulty}\n{correct}");
    }
}

const CHOICE: &str = r#"#include <stdio.h>
#include <stdlib.h>
static int odd(int x) {
    return x % 2 != 0;
}
int main(int argc, char **argv) {
    int sum = 0, others = 0;
    for (int i = 1; i < argc; i++) {
        int x = atoi(argv[i]);
        if (CONDITION) // fault
            sum += x;
        else if (x == 7)
            others += x;
    }
    printf("%d %d\n", sum, others);
}
"#;

#[test]
fn operands_come_and_go() {
    let conditions = [
        ("x > 0 || x < 10", "x > 0 && x < 10"),
        ("x > 0 && x < 10", "x > 0 || x < 10"),
        ("x > 0", "x > 0 && x != 5"),
        ("x > 0 && x != 5", "x > 0"),
        ("x == 1 || x == 2", "x == 1 || x == 2 || x == 7"),
        ("x == 1 || x == 2 || x == 7", "x == 7 || x == 1"),
        ("odd(x)", "x < 9 && odd(x)"),
        ("odd(x) || x == 2", "odd(x)"),
        ("x > 3 || odd(x)", "!(x > 3 || odd(x))"),
        ("!x", "x"),
        ("x < 5 && odd(x)", "x < 5 && (x == 2 || odd(x))"),
        ("(x < 5 && x > 2) || odd(x)", "x < 5 || odd(x)"),
        ("x > 4 ? odd(x) : x != 2", "x > 4 ? odd(x) : x == 2"),
        ("x > 4", "x > 4 ? odd(x) : x == 2"),
    ];
    let case = case(&["-3", "1", "5", "2", "0", "7", "12", "9"], b"");
    for (faulty, correct) in conditions {
        find(&CHOICE.replace("CONDITION", faulty), &CHOICE.replace("CONDITION", correct), &case);
    }
}

const LOOP: &str = r#"#include <stdio.h>
#include <string.h>
static int blank(char c) {
    return c == ' ' || c == '\n';
}
static int length(const char *s) {
    int n = (int)strlen(s);
    while (CONDITION) // fault
        n--;
    return n;
}
int main(int argc, char **argv) {
    int sum = 0;
    for (int i = 1; i < argc; i++)
        sum += length(argv[i]);
    printf("%d\n", sum);
}
"#;

#[test]
fn loops_end_earlier_or_later() {
    let conditions = [
        ("n > 0 && s[n - 1] == ' '", "n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\\t')"),
        ("n > 2", "n > 2 && blank(s[n - 1])"),
        ("n > 2 && blank(s[n - 1])", "n > 2"),
        ("n > 0 && blank(s[n - 1]) && n > 1", "n > 0 && blank(s[n - 1])"),
    ];
    let case = case(&["a  ", "bc \t", "   ", "def"], b"");
    for (faulty, correct) in conditions {
        find(&LOOP.replace("CONDITION", faulty), &LOOP.replace("CONDITION", correct), &case);
    }
}

/// The correct version negates the condition and swaps the branches, which is equivalent.
#[test]
fn branches_may_be_exchanged() {
    let faulty = r#"#include <stdio.h>
int main(int argc, char **argv) {
    int a = 1, b = 2;
    if (argc > 1 && a > 0)
        a = a * 3;
    else
        b = b - 5;
    int c = a + b; // fault
    printf("%d\n", c);
}
"#;
    let correct = faulty.replace("argc > 1 && a > 0", "!(argc > 1 && a > 0)").replace("a + b", "a - b");
    let correct = correct.replace("a = a * 3;", "@").replace("b = b - 5;", "a = a * 3;").replace('@', "b = b - 5;");
    for case in [case(&["x"], b""), case(&[], b"")] {
        find(faulty, &correct, &case);
    }
}

/// Instances that only the failing run executed are wrong, because of the decision that led to them.
#[test]
fn superfluous_instances_are_wrong() {
    let [faulty, correct] = ["x > 0", "x > 0 && x != 5"].map(|c| CHOICE.replace("CONDITION", c));
    let debugger = narrow(&faulty, &correct, &case(&["5"], b""), Strategy::SingleStep);
    let recording = &debugger.session.recorded.recording;
    let answered = |line: u32| {
        let lines = debugger.history().iter().flat_map(move |r| r.with(Answer::Wrong));
        lines.filter(move |&time| Statement::blamed(recording, time).is_some_and(|(s, _)| s.line == line)).count()
    };
    assert_eq!((answered(line_of(&faulty, "sum += x")), answered(line_of(&faulty, "// fault"))), (1, 1));
}
