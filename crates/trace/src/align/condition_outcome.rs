//! The outcomes of executed conditions, each as a whole: its last test, and the exit taken there.

use crate::numbers::{BlockNumber, ExecutedBlock};
use crate::record::recording::Recording;

/// A block of a condition, in terms of block numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Test {
    /// The block with the first test of the condition.
    pub(crate) root: BlockNumber,
    /// The exits of the condition.
    pub(crate) exits: [BlockNumber; 2],
    /// Does the block itself end in a test?
    pub(crate) decides: bool,
}

/// The executed conditions of a run.
#[derive(Clone, Debug, Default)]
pub struct ConditionOutcomes {
    /// By number of a block.
    tests: Vec<Option<Test>>,
    /// Executed blocks of operands other than the first, each with the executed first test, in order.
    roots: Vec<(ExecutedBlock, ExecutedBlock)>,
    /// Executed first tests, each with the executed last test if that is another block; in order.
    ends: Vec<(ExecutedBlock, ExecutedBlock)>,
}

impl ConditionOutcomes {
    /// The conditions of a run of a program with these tests.
    pub(crate) fn new(tests: Vec<Option<Test>>, run: &Recording) -> ConditionOutcomes {
        let mut outcomes = ConditionOutcomes { tests, roots: Vec::new(), ends: Vec::new() };
        for block in run.executed_blocks() {
            let number = run.number_of(block);
            let Some(test) = outcomes.test(number).filter(|test| test.root != number) else { continue };
            // A condition is entered through its root only.
            let before = run.structure.previous(block).map(|before| outcomes.root(before));
            let Some(root) = before.filter(|&root| run.number_of(root) == test.root) else { continue };
            outcomes.roots.push((block, root));
            if test.decides && block + 1 < run.block_end() && test.exits.contains(&run.number_of(block + 1)) {
                outcomes.ends.push((root, block));
            }
        }
        outcomes.ends.sort_unstable();
        outcomes
    }

    fn test(&self, number: BlockNumber) -> Option<Test> {
        self.tests.get(number.index()).copied().flatten()
    }

    /// The executed first test of the condition that an executed block belongs to, or the block itself if it belongs to
    /// none.
    pub fn root(&self, block: ExecutedBlock) -> ExecutedBlock {
        self.roots.binary_search_by_key(&block, |r| r.0).map_or(block, |at| self.roots[at].1)
    }

    /// The executed last test of the condition that begins with an executed block.
    pub fn end(&self, root: ExecutedBlock) -> ExecutedBlock {
        self.ends.binary_search_by_key(&root, |e| e.0).map_or(root, |at| self.ends[at].1)
    }

    /// The executed block above a block: the first test of its controlling decision, or its call. The operands of a
    /// condition have the same one as its root.
    pub fn above(&self, run: &Recording, block: ExecutedBlock) -> Option<ExecutedBlock> {
        let controller = run.controller_of(self.root(block))?;
        Some(if self.is_test(run, controller) { self.root(controller) } else { controller })
    }

    /// Does an executed block belong to a condition?
    pub(crate) fn is_member(&self, run: &Recording, block: ExecutedBlock) -> bool {
        self.test(run.number_of(block)).is_some()
    }

    /// Does an executed block end in a test of a condition?
    pub(crate) fn is_test(&self, run: &Recording, block: ExecutedBlock) -> bool {
        self.test(run.number_of(block)).is_some_and(|test| test.decides)
    }

    /// The exit (0 or 1) of the condition that begins with an executed block; none if it was not executed to its end.
    pub(crate) fn outcome(&self, run: &Recording, root: ExecutedBlock) -> Option<usize> {
        let test = self.test(run.number_of(root)).filter(|test| test.decides)?;
        let next = self.end(root) + 1;
        let next = (next < run.block_end()).then(|| run.number_of(next))?;
        test.exits.iter().position(|&exit| exit == next)
    }

    /// Does the test at the end of an executed block determine the outcome of its condition?
    pub fn is_last(&self, run: &Recording, block: ExecutedBlock) -> bool {
        let root = self.root(block);
        self.end(root) == block && self.outcome(run, root).is_some()
    }
}
