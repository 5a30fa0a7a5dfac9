//! Tests that only serve a value, as those of `&&` and `||` in `return a && (b || c)`: whichever way they go, the same
//! statement follows, and what came of them shows in what that makes.

use std::collections::BTreeSet;

use whydunit_program::{BlockId, Function, Inst};

/// So many blocks are looked through: no expression has more.
const MOST: usize = 64;

/// Does the decision at the end of a block only choose how a value is made?
pub(crate) fn serves_a_value(function: &Function, block: BlockId) -> bool {
    let Inst::Branch { then, other, .. } = function.terminator(block) else { return false };
    let (mut todo, mut seen, mut followed) = (vec![then, other], BTreeSet::new(), BTreeSet::new());
    while let Some(at) = todo.pop() {
        if !seen.insert(at) || seen.len() > MOST {
            continue;
        }
        match function.terminator(at) {
            Inst::Jump { to } if only_computes(function, at) => todo.push(to),
            Inst::Branch { then, other, .. } if only_computes(function, at) => todo.extend([then, other]),
            _ => drop(followed.insert(at)),
        }
    }
    seen.len() <= MOST && followed.len() == 1
}

/// Does nothing in a block but its end do more than compute?
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
