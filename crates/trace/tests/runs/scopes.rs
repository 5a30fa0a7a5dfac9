//! Scopes with variables that are left by `continue`, `break`, `goto` or `return`: clang passes through the end of the
//! scope and continues with a `switch` that the source does not have.

use whydunit_program::BlockId;
use whydunit_program::analysis::{Analyses, dispatches};

use crate::control::check;
use crate::fixture::Fixture;

#[test]
fn code_after_a_scope_has_no_controller_inside() {
    check(
        "int g;
         int main(void) {
             for (int i = 0; i < 4; i++) {    //= loop
                 int n = i * 3;
                 if (n == 6) continue;        //= skip    //^ loop#1 loop#2 loop#3 loop#4
                 g += n;                      //^ skip#1 skip#2 skip#4
             }
             g = 7;                           //^ -
             return 0;                        //^ -
         }",
    );
    check(
        "int g;
         int main(void) {
             for (int i = 0; i < 3; i++)      //= rows
                 for (int j = 0; j < 2; j++) { //= columns
                     int at = 2 * i + j;
                     if (at == 3) goto out;   //= found   //^ columns#1 columns#2 columns#4 columns#5
                     g += at;                 //^ found#1 found#2 found#3
                 }
         out:
             g = 7;                           //^ -
             return 0;
         }",
    );
}

/// The `switch` after the loops has a target at the end of `main` that no statement inside selects.
#[test]
fn unselected_targets_are_no_exits() {
    check(
        "int g;
         int main(void) {
             int s = 0;
             for (int i = 0; i < 3; i++)
                 for (int j = 0; j < 2; j++) {
                     if (2 * i + j == 3) goto out;
                     s += j;
                 }
         out:
             g = s;                           //^ -
             return 0;
         }",
    );
}

#[test]
fn code_reached_by_leaving_a_scope_depends_on_the_leaving_statement() {
    check(
        "int g;
         static int find(int k) {
             for (int i = 0; i < 3; i++) {    //= loop
                 int n = i * k;
                 if (n == 6) return n;        //= found
                 if (n == 9) break;           //= far     //^ found#1 found#3 found#4 found#5
             }
             g += 1;                          //^ loop#6
             return -1;
         }
         int main(void) {
             find(6);
             find(4);
             g = 0;                           //^ -
             return 0;
         }",
    );
}

/// The default of an exhaustive `switch` is unreachable and decides nothing.
#[test]
fn unreachable_blocks_are_no_exits() {
    check(
        "int g = 1;
         int main(void) {
             switch (g) {                     //= which
             case 0: g = 5; break;
             case 1: g = 6; break;            //^ which#1
             default: __builtin_unreachable();
             }
             g = 7;                           //^ -
             return 0;
         }",
    );
    check(
        "#include <stdlib.h>
         int g = 1;
         int main(void) {
             if (g > 3)                       //= wrong
                 abort();
             g = 7;                           //^ wrong#1
             return 0;
         }",
    );
}

/// No static result names the end of a scope.
#[test]
fn ends_of_scopes_are_no_decisions() {
    let fixture = Fixture::new(
        "int g;
         int main(void) {
             for (int i = 0; i < 5; i++) {
                 int n = i * 3;
                 if (n == 6) continue;
                 if (n == 100) break;
                 for (;;) { int k = n; if (k++ > 3) goto next; if (k == 9) return k; }
         next:
                 g += n;
             }
             return g;
         }",
    );
    let analyses = Analyses::new(fixture.index.program.clone());
    let mut ends = 0;
    for (id, function) in (0..).map(whydunit_program::FunctionId).zip(&fixture.index.program.functions) {
        let all = || (0..function.blocks.len() as u32).map(BlockId);
        for block in all() {
            ends += usize::from(dispatches(function, block).is_some());
            let deciding = analyses.flow(id).control.chain(block);
            assert!(deciding.iter().all(|&b| dispatches(function, b).is_none()), "{}: {block:?}", function.name);
        }
    }
    assert!(ends >= 2, "only {ends} ends of scopes");
}
