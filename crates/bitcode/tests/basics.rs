//! Ordinary C: arithmetic, control flow, calls, locals, globals.

mod clang;

use clang::{compile, expect, function};

#[test]
fn a_call_ends_a_block_and_weights_count_instructions() {
    let program = compile("call", "int g(int); int f(int a) { return g(a) + g(a + 1); }");
    let f = function(&program, "f");
    expect(f, &["LoadLocal", "Call x0(", "then b1", "b1:", "Add.32", "Call x0(", "then b2", "b2:", "Add.32", "Return"]);
    // alloca store load call / load add call / add ret
    assert_eq!(f.blocks.iter().map(|b| b.weight).collect::<Vec<_>>(), [4, 3, 2]);
    assert_eq!(program.externals[0].name, "g");
}

#[test]
fn phis_become_moves_on_edges() {
    let program = compile("phi", "int f(int a, int b) { return a && b; }");
    let f = function(&program, "f");
    expect(f, &["Branch", "Move", "Jump", "Ne.32", "Jump", "Move", "Jump", "Return"]);
    let edges: Vec<_> = f.blocks.iter().filter(|b| b.weight == 0).collect();
    assert_eq!(edges.len(), 2);
}

#[test]
fn switches_are_sorted_and_zero_extended() {
    let source = "int f(int a) { switch (a) { case 7: return 1; case -2: return 2; case 3: return 3; } return 0; }";
    let program = compile("switch", source);
    let f = function(&program, "f");
    let values: Vec<u64> = f.switches[0].cases.iter().map(|c| c.0).collect();
    assert_eq!(values, [3, 7, 0xffff_fffe]);
}
