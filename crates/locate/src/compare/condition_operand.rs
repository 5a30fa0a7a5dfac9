//! Decisions that only compute a value, such as those of `&&` and `||` in `return a && (b || c)`. The same statement
//! follows whatever their outcome, and the outcome shows in the value of that statement.

use std::collections::BTreeSet;

use whydunit_program::{BlockId, Function, Inst};
use whydunit_trace::Time;

use crate::session::Session;

/// Most blocks searched for the end of an expression. No expression has more.
const MAX_BLOCKS: usize = 64;

/// Is an instance a decision that only computes a value?
pub(crate) fn is_condition_operand(session: &Session, time: Time) -> bool {
    let Some(position) = session.recorded.recording.position(time) else { return false };
    let function = session.program().function(position.function);
    let block = function.block_of(position.inst);
    position.inst == function.last_of(block) && computes_a_value(function, block)
}

/// Does the decision at the end of a block only choose how a value is computed?
fn computes_a_value(function: &Function, block: BlockId) -> bool {
    let Inst::Branch { then, other, .. } = function.terminator(block) else { return false };
    let (mut todo, mut seen, mut successors) = (vec![then, other], BTreeSet::new(), BTreeSet::new());
    while let Some(at) = todo.pop() {
        if !seen.insert(at) || seen.len() > MAX_BLOCKS {
            continue;
        }
        match function.terminator(at) {
            Inst::Jump { to } if only_computes(function, at) => todo.push(to),
            Inst::Branch { then, other, .. } if only_computes(function, at) => todo.extend([then, other]),
            _ => drop(successors.insert(at)),
        }
    }
    seen.len() <= MAX_BLOCKS && successors.len() == 1
}

/// Is a block free of stores and calls, apart from its last instruction?
fn only_computes(function: &Function, block: BlockId) -> bool {
    let first = function.blocks[block.0 as usize].first;
    (first..function.last_of(block)).all(|inst| {
        !matches!(
            function.insts[inst as usize],
            Inst::Store { .. }
                | Inst::StoreLocal { .. }
                | Inst::StoreWide { .. }
                | Inst::MemCopy { .. }
                | Inst::MemSet { .. }
                | Inst::Call { .. }
        )
    })
}
