//! Missing code, and failures behind failures.

mod programs;

use programs::{case, compile, line_of, session};
use whydunit_locate::{Evidence, Options, Question, Session, SourceChange, Verdict, explain};
use whydunit_machine::Limits;
use whydunit_trace::{Expectation, InstanceKind};

/// The sum is not reset after the line that prints it; a reset before it would be too early.
#[test]
fn a_reset_may_be_missing_at_the_end_of_a_branch() {
    let source = r#"
#include <stdio.h>
#include <string.h>
int main(void) {
    const char *group[] = {"a", "a", "b", "b", "c"};
    int value[] = {1, 2, 3, 4, 5};
    int total = 0;
    const char *current = group[0];
    for (int i = 0; i < 5; i++) {
        if (strcmp(group[i], current) != 0) { // test
            printf("%s %d\n", current, total);
            current = group[i]; // last
        }
        total += value[i];
    }
    printf("%s %d\n", current, total);
    return 0;
}
"#;
    let mut session = session(source, case(&[], b""), "a 3\nb 7\nc 5\n");
    let explanation = explain(&mut session, &Options::default());
    let first = &explanation.suspects[0];
    assert_eq!(first.statement.line, line_of(source, "// test"));
    let Some(Evidence::TestedPatch(patch)) = first.best_evidence() else { panic!("{first:?}") };
    let SourceChange::RepeatedAssignment { name, after, .. } = &patch.candidate.change else { panic!("{patch:?}") };
    assert_eq!((name.as_deref(), *after), (Some("total"), Some(line_of(source, "// last"))));
    assert_eq!(patch.verdict, Verdict::Passed);
}

/// A fix of the first crash leads to the second: this is progress, and reported so.
#[test]
fn a_crash_behind_a_crash() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *cells = malloc(3 * sizeof *cells);
    int size = 3;
    int last = size + 1; // here
    for (int i = 0; i < size; i++)
        cells[i] = i;
    printf("%d\n", cells[2]);
    cells[last - 1] = 7;
    printf("%d\n", cells[1]);
    free(cells);
    free(cells);
    return 0;
}
"#;
    let program = compile(source);
    let question = Question::new(&program, Expectation::default());
    let mut session = Session::new(program, case(&[], b""), Limits::default(), question).expect("it fails");
    let explanation = explain(&mut session, &Options::default());
    let line = line_of(source, "// here");
    let suspect = explanation.suspects.iter().find(|s| s.statement.line == line).expect("a suspect");
    assert_eq!(suspect.verdict(), Some(Verdict::PartlyFixed), "{suspect:?}");
}

/// A line may hold several statements: the instance examined is one of the changed text.
#[test]
fn the_changed_statement_is_examined() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int sum = 0;
    for (int i = 1; i < 4; i++) // here
        sum += i == 0 ? 10 : i;
    printf("%d\n", sum);
    return 0;
}
"#;
    let mut session = session(source, case(&[], b""), "16\n");
    let explanation = explain(&mut session, &Options::default());
    let suspect = &explanation.suspects[0];
    assert_eq!(suspect.statement.line, line_of(source, "// here"));
    let time = suspect.time;
    let instance = session.describe(time).expect("an instance");
    assert_eq!(instance.defines.map(|d| (d.name.clone(), d.word())), Some(("i".into(), 1)));
}

/// An omission of a loop is explained by the decision that ended it.
#[test]
fn the_decision_that_ended_a_loop_too_early_is_examined() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int sum = 0;
    int from = 2;
    for (int i = from; i < 10; i += 2) // here
        sum += i;
    printf("%d\n", sum);
    return 0;
}
"#;
    let mut session = session(source, case(&[], b""), "30\n");
    let explanation = explain(&mut session, &Options::default());
    let suspect = &explanation.suspects[0];
    assert_eq!(suspect.statement.line, line_of(source, "// here"));
    let instance = session.describe(suspect.time).expect("an instance");
    assert_eq!(instance.kind, InstanceKind::Decision { value: 0 });
}

/// Both runs agree long before the difference, though one evaluates more in each round and falls behind.
#[test]
fn a_difference_after_many_rounds_is_found() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int sum = 0;
    for (int i = 0; i < 1300; i++) {
        int odd = i % 2;
        if (i > 1100 && i > 1200) // here
            odd = odd * 3;
        sum += odd;
    }
    printf("%d\n", sum);
    return 0;
}
"#;
    let mut session = session(source, case(&[], b""), "850\n");
    let explanation = explain(&mut session, &Options::default());
    let line = line_of(source, "// here");
    let suspect = explanation.suspects.iter().find(|s| s.statement.line == line).expect("a suspect");
    let Some(Evidence::TestedPatch(patch)) = suspect.best_evidence() else { panic!("{suspect:?}") };
    assert_eq!(patch.candidate.change, SourceChange::Operator("||"));
    let instance = session.describe(suspect.time).expect("an instance");
    assert_eq!(instance.uses.iter().find(|u| u.name == "i").map(|u| u.word()), Some(1101), "{instance:?}");
}
