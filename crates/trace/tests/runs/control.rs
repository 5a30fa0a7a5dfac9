//! Control dependences, on one small program per awkward construct. In the C text `//= name`
//! names the decision on that line, and `//^ name#2 -` lists, execution by execution, the decision (and
//! its execution) that controlled the line; `-` stands for none.

use whydunit_program::Inst;
use whydunit_trace::{DependenceKind, Dependences, Time, Trusted};

use crate::fixture::Fixture;

/// Compares every `//^` of the text with the recorded run.
pub(crate) fn check(source: &str) {
    let fixture = Fixture::new(source);
    let lines = || source.lines().zip(1u32..);
    let named = |name: &str| {
        let mark = format!("//= {name}");
        lines().find(|(l, _)| l.split("//^").next().is_some_and(|l| l.trim_end().ends_with(&mark))).map(|(_, n)| n)
    };
    let mut checked = 0;
    for (line, number) in lines() {
        let Some((_, expected)) = line.split_once("//^") else { continue };
        let mut dependences = Dependences::new(fixture.recording());
        let controller = |time: Time| {
            let control = dependences.of(time).into_iter().find(|d| d.kind == DependenceKind::Control);
            control.map(|d| d.on)
        };
        let found: Vec<Option<Time>> = fixture.executions(number).into_iter().map(controller).collect();
        let expected: Vec<Option<Time>> = expected
            .split_whitespace()
            .map(|word| {
                let (name, which) = word.split_once('#')?;
                let decision = named(name).unwrap_or_else(|| panic!("nothing is named {name}"));
                let which: usize = which.parse().expect("a number");
                Some(fixture.decisions(decision)[which - 1])
            })
            .collect();
        assert_eq!(found, expected, "line {number}: {line}");
        checked += 1;
    }
    assert!(checked > 0, "nothing to check");
    check_indices(&fixture);
}

/// Checks that every instance is found by its execution index, so that the indices are unique.
fn check_indices(fixture: &Fixture) {
    let recording = fixture.recording();
    for time in Time::FIRST.until(recording.duration()).step_by(recording.duration().index() / 500 + 1) {
        let index = recording.execution_index(time).expect("an index");
        assert_eq!(recording.find(&index), Some(time), "{index:?}");
    }
}

#[test]
fn loop_with_several_exits() {
    check(
        "int g;
         int main(void) {
             for (int i = 0; i < 5; i++) {    //= loop
                 if (i == 3)                  //= third   //^ loop#1 loop#2 loop#3 loop#4
                     break;
                 if (g > 7)                   //= far     //^ third#1 third#2 third#3
                     return 1;
                 g += i;                      //^ far#1 far#2 far#3
             }
             g = 9;                           //^ third#4
             return 0;                        //^ third#4
         }",
    );
}

#[test]
fn goto_into_a_loop() {
    check(
        "int g = 1;
         int main(void) {
             int n = 0;
             if (g)                           //= way
                 goto inside;
             g = 4;
             while (n < 3) {                  //= loop    //^ - loop#1 loop#2
                 n += g;                      //^ loop#1 loop#2
         inside:
                 n++;                         //^ way#1 loop#1 loop#2
                 g = 0;                       //^ way#1 loop#1 loop#2
             }
             g = n;                           //^ -
             return 0;
         }",
    );
}

#[test]
fn switch_with_fallthrough() {
    check(
        "int g;
         int main(void) {
             for (int i = 0; i < 4; i++) {    //= loop
                 switch (i) {                 //= which   //^ loop#1 loop#2 loop#3 loop#4
                 case 0:
                     g = 1;                   //^ which#1
                 case 1:
                     g = 2;                   //^ which#1 which#2
                     break;
                 case 2:
                     g = 3;                   //^ which#3
                 default:
                     g = 4;                   //^ which#3 which#4
                 }
                 g = 5;                       //^ loop#1 loop#2 loop#3 loop#4
             }
             return g;                        //^ -
         }",
    );
}

#[test]
fn recursion() {
    check(
        "int g;
         void down(int n) {
             g = n;                           //^ - deep#1 deep#2
             if (n > 1)                       //= deep    //^ - deep#1 deep#2
                 down(n - 1);                 //^ deep#1 deep#2
             g = -n;                          //^ deep#2 deep#1 -
         }
         int main(void) {
             down(3);
             return 0;
         }",
    );
}

#[test]
fn early_return() {
    check(
        "int g;
         int f(int n) {
             if (n == 2)                      //= two     //^ loop#1 loop#2 loop#3
                 return 7;                    //^ two#3
             g = n;                           //^ two#1 two#2
             return 8;                        //^ two#1 two#2
         }
         int main(void) {
             for (int i = 0; i < 3; i++)      //= loop
                 g += f(i);                   //^ loop#1 loop#2 loop#3
             g = 1;                           //^ -
             return 0;
         }",
    );
}

#[test]
fn longjmp_out_of_calls() {
    check(
        "#include <setjmp.h>
         jmp_buf buffer;
         int g;
         void deep(int n) {
             if (n == 9)                      //= nine    //^ first#1 end#1
                 return;
             if (n == 0)                      //= end     //^ nine#1 nine#2
                 longjmp(buffer, 3);          //^ end#2
             deep(n - 1);                     //^ end#1
             g = 1;
         }
         int main(void) {
             int again = setjmp(buffer);      //^ - end#2
             if (again == 0)                  //= first   //^ - end#2
                 deep(1);                     //^ first#1
             else
                 g = 2;                       //^ first#2
             g = 3;                           //^ -
             return 0;
         }",
    );
}

/// One outcome never returns: the other one still controls the code after it.
#[test]
fn longjmp_as_the_only_way_on() {
    check(
        "#include <setjmp.h>
         jmp_buf buffer;
         int g;
         void deep(int n) {
             longjmp(buffer, n);              //^ first#1
         }
         int main(void) {
             if (setjmp(buffer) == 0)         //= first   //^ - first#1
                 deep(1);                     //^ first#1
             else
                 g = 2;                       //^ first#2
             g = 3;                           //^ first#2
             return 0;
         }",
    );
}

#[test]
fn callbacks_through_qsort() {
    let source = "#include <stdlib.h>
         int g, a[2] = { 2, 1 };
         int order(const void *x, const void *y) {
             g++;
             return *(const int *)x - *(const int *)y;
         }
         int main(void) {
             if (a[0] > a[1])                 //= yes
                 qsort(a, 2, sizeof *a, order);
             g = 4;                           //^ -
             return 0;
         }";
    check(source);
    // The callback depends on a decision inside the library; outside, it depends on the call, which depends on the
    // condition.
    let fixture = Fixture::new(source);
    let recording = fixture.recording();
    let mut dependences = Dependences::new(recording).trusting(&Trusted::default());
    let mut decided_by = |time: Time| -> Vec<Time> {
        let control = dependences.of(time).into_iter().filter(|d| d.kind == DependenceKind::Control);
        control.map(|d| d.on).collect()
    };
    let counted = fixture.executions(fixture.line("g++"))[0];
    let [call] = decided_by(counted)[..] else { panic!("one decision leads to the callback") };
    let position = recording.position(call).expect("executed");
    let line = recording.index.program.function(position.function).locs[position.inst as usize].line;
    assert_eq!(line, fixture.line("qsort(a"), "the call of the library");
    assert_eq!(decided_by(call), [fixture.decisions(fixture.line("//= yes"))[0]]);
}

#[test]
fn endless_loop_until_the_budget_ends_it() {
    let source = "int g;
         int main(void) {
             for (;;) {
                 if (g == 2)                  //= two
                     g = 0;
                 g++;
             }
         }";
    let fixture = Fixture::new(source);
    let (tests, increments) = (fixture.decisions(4), fixture.executions(6));
    assert!(increments.len() > 1000, "the budget was not used");
    let mut dependences = Dependences::new(fixture.recording());
    for &time in increments.iter().take(50) {
        let control = dependences.of(time).into_iter().filter(|d| d.kind == DependenceKind::Control).count();
        assert_eq!(control, 0, "nothing ever decides that an endless loop goes on");
    }
    let zeroed = fixture.executions(5);
    let controllers: Vec<Time> =
        dependences.of(zeroed[1]).iter().filter(|d| d.kind == DependenceKind::Control).map(|d| d.on).collect();
    assert!(controllers.len() == 1 && tests.contains(&controllers[0]) && controllers[0] < zeroed[1]);
    check_indices(&fixture);
}

#[test]
fn calls_that_do_not_return() {
    check(
        "#include <stdlib.h>
         int g;
         void die(int n) {
             g = n;                           //^ odd#1
             exit(n);                         //^ odd#1
         }
         int main(void) {
             if (g == 0)                      //= odd
                 die(g);                      //^ odd#1
             g += 2;
             return 0;
         }",
    );
}

#[test]
fn a_loop_that_only_a_call_ends() {
    // The call is certain to happen eventually, so nothing controls it; another round of the loop has a controller.
    check(
        "#include <stdlib.h>
         int g;
         void die(int n) {
             g = n;                           //^ -
             exit(n);                         //^ -
         }
         int main(void) {
             for (int i = 0;; i++) {
                 if (i == 2)                  //= third   //^ - third#1 third#2
                     die(i);                  //^ -
                 g += i;                      //^ third#1 third#2
             }
         }",
    );
}

#[test]
fn conditions_of_several_parts() {
    check(
        "int g;
         int f(int a, int b) {
             if (a && b)                      //= both
                 g = 1;                       //^ both#1
             else
                 g = 2;                       //^ both#2
             return g;                        //^ - -
         }
         int main(void) {
             f(1, 1);
             f(1, 0);
             return 0;
         }",
    );
}

#[test]
fn computed_goto() {
    let fixture = Fixture::new(
        "int g;
         int main(void) {
             static void *to[] = { &&one, &&two, &&end };
             int i = 0;
         next:
             g = i;
             goto *to[i++];
         one:
             g = 10;
             goto next;
         two:
             g = 20;
             goto next;
         end:
             return 0;
         }",
    );
    // Clang gives the jump itself no line, so find it by its kind.
    let mut dependences = Dependences::new(fixture.recording());
    let mut controller = |text: &str| {
        let time = *fixture.executions(fixture.line(text)).last().expect("executed");
        let control = dependences.of(time).into_iter().find(|d| d.kind == DependenceKind::Control)?;
        let inst = fixture.recording().inst(fixture.recording().position(control.on)?);
        matches!(inst, Inst::IndirectJump { .. }).then_some(control.on)
    };
    let (one, two, last) = (controller("g = 10"), controller("g = 20"), controller("g = i"));
    assert!(one.is_some() && one < two, "{one:?} {two:?}");
    assert_eq!(last, two, "the last round was decided by the second jump");
    check_indices(&fixture);
}

#[test]
fn indices_of_rounds_calls_and_jumps() {
    let fixture = Fixture::new(
        "int g;
         void f(int n) { g += n; }            // body
         int main(void) {
             for (int i = 0; i < 3; i++)      // loop
                 f(i);                        // call
             return 0;
         }",
    );
    let recording = fixture.recording();
    let body = fixture.executions(fixture.line("// body"));
    let paths: Vec<_> = body.iter().map(|&t| recording.execution_index(t).expect("an index")).collect();
    // One more round of the loop each time, then the call.
    let rounds: Vec<Vec<u32>> = paths.iter().map(|p| p.steps.iter().map(|s| s.rounds).collect()).collect();
    assert_eq!(rounds, [[1, 1], [2, 1], [3, 1]]);
    assert!(paths.iter().all(|p| p.block == paths[0].block && p.ordinal == 0));
    assert_eq!(paths[0].steps[1].block, paths[2].steps[1].block);
}

/// Clang merges all of them into one block; each must decide at its place in the source.
#[test]
fn computed_gotos() {
    check(
        "int g;
         int main(void) {
             void *first[] = { &&one, &&two }, *second[] = { &&two, &&end };
             goto *first[g];              //= start
         one:
             g += 1;                      //^ start#1
         two:
             g += 2;
             goto *second[g > 3];         //= again
         end:
             return g;
         }",
    );
}
