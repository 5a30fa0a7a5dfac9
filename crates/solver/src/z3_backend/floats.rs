//! Float arithmetic with Z3, through SMT-LIB text because the safe interface cannot make floats
//! from bits. This fallback is slow and runs under a short limit; a real float solver is used when
//! available.

use std::time::Instant;

use whydunit_program::{BinOp, UnOp};
use whydunit_terms::smtlib::Script;
use whydunit_terms::{Model, Node, Store, TermId, Walk};
use z3::ast::{BV, Bool};
use z3::{SatResult, Solver};

use super::worker::{params, read_bits, read_core, reason, steps};
use crate::answer::{Answer, Reason};
use crate::query::Limits;

/// Decides a query with float arithmetic. Also returns Z3's step count since the start of the
/// context.
pub(super) fn check(store: &Store, constraints: &[TermId], limits: Limits) -> (Answer, Option<u32>) {
    let script = Script::new(store, constraints);
    let mut text = script.preamble.clone();
    for (i, condition) in script.conditions.iter().enumerate() {
        text.push_str(&format!("(declare-const k{i} Bool)\n(assert (=> k{i} {condition}))\n"));
    }
    let solver = Solver::new();
    solver.from_string(text);
    if solver.get_assertions().is_empty() {
        let reason = "Z3 did not accept the float constraints as text".into();
        return (Answer::Unknown(Reason::Backend(reason)), None);
    }
    solver.set_params(&params(limits));
    let literals: Vec<Bool> = (0..constraints.len()).map(|i| Bool::new_const(format!("k{i}"))).collect();
    let start = Instant::now();
    let answer = match solver.check_assumptions(&literals) {
        SatResult::Sat => match solver.get_model() {
            Some(model) => Answer::Sat(read_model(&model, &script)),
            None => Answer::Unknown(Reason::Backend("a model is missing".into())),
        },
        SatResult::Unsat => Answer::Unsat(read_core(&solver, &literals)),
        SatResult::Unknown => Answer::Unknown(reason(&solver, limits, start)),
    };
    (answer, Some(steps(&solver)))
}

fn read_model(model: &z3::Model, script: &Script) -> Model {
    let value = |(key, name): &(whydunit_terms::SymbolKey, String)| {
        let constant = BV::new_const(name.trim_matches('|'), u32::from(key.width));
        read_bits(model, &constant, key.width).map(|v| (*key, v))
    };
    script.symbols.iter().filter_map(value).collect()
}

/// Effort per unit of weight that Z3 needs at least: it checks limits only after it has turned the
/// arithmetic into bits, which would exceed them.
const EFFORT_PER_WEIGHT: u32 = 25_000;

/// Is the float arithmetic too heavy for the effort limit? Never without a limit.
pub(super) fn too_heavy(store: &Store, constraints: &[TermId], limits: Limits) -> bool {
    let weight: u32 = Walk::new(store, constraints.iter().copied()).map(|t| weight(store.node(t))).sum();
    limits.effort > 0 && weight > limits.effort / EFFORT_PER_WEIGHT
}

fn weight(node: Node) -> u32 {
    match node {
        Node::Bin(BinOp::FDiv | BinOp::FRem, ..) | Node::Un(UnOp::FSqrt, _) | Node::Tern(..) => 6,
        Node::Bin(BinOp::FMul, ..) => 3,
        node if node.is_float() => 1,
        _ => 0,
    }
}
