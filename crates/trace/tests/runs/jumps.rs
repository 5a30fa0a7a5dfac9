//! Omitted jumps: with `longjmp` a value would have been different.

use whydunit_program::analysis::Analyses;

use crate::fixture::Fixture;
use crate::omission::{check, slices};

#[test]
fn a_definition_behind_setjmp() {
    check(
        "#include <setjmp.h>
         static jmp_buf out;
         static void jump_if(int c) {
             if (c)                       // guilty
                 longjmp(out, 1);
         }
         int main(void) {
             volatile int y = 2;
             int z = 0, unused = 1;
             if (unused)                  // innocent
                 unused = 3;
             if (setjmp(out) == 0)
                 jump_if(z);
             else
                 y = 8;
             return y;                    // seen // used
         }",
    );
}

#[test]
fn a_definition_that_the_jump_would_have_left_out() {
    check(
        "#include <setjmp.h>
         static jmp_buf env;
         static int limit = 100, state = 1;
         static void guard(int v) {
             if (v > limit)               // guilty
                 longjmp(env, 2);
         }
         static void body(int n) {
             guard(n);
             state = state + 5;
         }
         int main(void) {
             int c = setjmp(env);
             if (c == 0)
                 body(50);
             else
                 state = 40;
             return state;                // seen // used
         }",
    );
}

#[test]
fn a_loop_that_would_have_come_to_the_jump() {
    check(
        "#include <setjmp.h>
         static jmp_buf env;
         static int wrong;
         static void look(int v) {
             if (v > 2) {                 // guilty
                 wrong = v * 10;
                 longjmp(env, v);
             }
         }
         static int work(int n) {
             int sum = 0;
             for (int i = 0; i < n; i++) {
                 look(i);
                 sum += i;
             }
             return sum;
         }
         int main(void) {
             volatile int result = -1;
             int code = setjmp(env);
             if (code == 0)
                 result = work(2);
             else
                 result = wrong + code;
             return result;               // seen // used
         }",
    );
}

/// A value written after the `setjmp` in any case does not depend on jumps to it; nor does a use inside the call.
#[test]
fn a_jump_that_changes_nothing() {
    for source in [
        "#include <setjmp.h>
         static jmp_buf env;
         static int state = 1;
         static void guard(int v) {
             if (v > 3)                   // innocent
                 longjmp(env, 2);
         }
         int main(void) {
             if (setjmp(env) == 0)
                 guard(2);
             state = 5;
             return state;                // seen
         }",
        "#include <setjmp.h>
         static jmp_buf env;
         static int state = 1, got;
         static void guard(int v) {
             if (v > 3)                   // innocent
                 longjmp(env, 2);
         }
         static void run(int v) {
             state = 3;
             guard(v);
             got = state;                 // seen
         }
         int main(void) {
             if (setjmp(env) == 0)
                 run(2);
             return got;
         }",
    ] {
        let fixture = Fixture::new(source);
        let analyses = Analyses::new(fixture.index.program.clone());
        let (_, relevant) = slices(&fixture, &analyses);
        let innocent = fixture.decisions(fixture.line("// innocent"))[0];
        assert!(!relevant.nodes.contains_key(&innocent), "{source}");
    }
}
