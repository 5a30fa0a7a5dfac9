//! The execution index of an instance (Xin, Sumner and Zhang, PLDI 2008): the decisions and calls that lead to it. It
//! identifies the instance in other runs.

use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::recording::Recording;

/// The path from the start of a run to an instance. Equal paths identify corresponding instances in two runs of one
/// program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExecutionIndex {
    /// Decisions and calls, outermost first.
    pub steps: Vec<Step>,
    /// The static block of the instance.
    pub block: BlockNumber,
    /// Number of earlier executions of that block under the innermost step.
    pub ordinal: u32,
    /// Index of the instruction in the block.
    pub offset: u32,
}

/// A decision with its outcome, or a call with its callee, on the way to an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The static block that ends in the decision or call.
    pub block: BlockNumber,
    /// The static block that was executed next.
    pub outcome: BlockNumber,
    /// Number of earlier executions of `block` under the previous step.
    pub ordinal: u32,
    /// Number of consecutive identical steps, each nested in the last: iterations of a loop.
    pub rounds: u32,
}

impl Recording {
    /// The execution index of the instruction at `time`.
    pub fn execution_index(&self, time: Time) -> Option<ExecutionIndex> {
        let position = self.position(time)?;
        let mut steps: Vec<Step> = Vec::new();
        let mut at = position.block;
        while let Some(controller) = self.structure.controller(at) {
            let step = Step {
                block: self.number_of(controller),
                outcome: self.number_of(controller + 1),
                ordinal: self.ordinal(controller),
                rounds: 1,
            };
            match steps.last_mut().filter(|last| (Step { rounds: 1, ..**last }) == step) {
                Some(last) => last.rounds += 1,
                None => steps.push(step),
            }
            at = controller;
        }
        steps.reverse();
        let (block, ordinal) = (self.number_of(position.block), self.ordinal(position.block));
        Some(ExecutionIndex { steps, block, ordinal, offset: time - position.start })
    }

    /// The time of the instruction with this execution index in this run, if there is one.
    pub fn find(&self, index: &ExecutionIndex) -> Option<Time> {
        let mut under = None;
        for step in &index.steps {
            for _ in 0..step.rounds {
                let block = self.child(under, step.block, step.ordinal)?;
                if block + 1 >= self.block_end() || self.number_of(block + 1) != step.outcome {
                    return None;
                }
                under = Some(block);
            }
        }
        let block = self.child(under, index.block, index.ordinal)?;
        (index.offset < self.index.length(index.block)).then(|| self.start_of(block) + index.offset)
    }

    /// Number of earlier executions of the same static block under the same controller.
    fn ordinal(&self, block: ExecutedBlock) -> u32 {
        let number = self.number_of(block);
        let before = self.region_tree().earlier_siblings(block);
        before.filter(|&b| self.number_of(b) == number).count() as u32
    }

    /// The `ordinal`th execution of a static block directly under an executed block (none: under the root).
    fn child(&self, under: Option<ExecutedBlock>, number: BlockNumber, ordinal: u32) -> Option<ExecutedBlock> {
        self.region_tree().children(under).filter(|&b| self.number_of(b) == number).nth(ordinal as usize)
    }
}
