//! The blocks of a function under construction. A label identifies a block (LLVM's blocks by their
//! number, ours by numbers after them) until all blocks exist and have their final order.

use whydunit_program::{Block, BlockId, Inst, Loc};

/// The instructions of a function so far.
#[derive(Default)]
pub(super) struct Body {
    pub(super) insts: Vec<Inst>,
    pub(super) locs: Vec<Loc>,
    /// Branches that test the opposite of the source condition.
    pub(super) negated: Vec<u32>,
    /// Loads and stores of floats.
    pub(super) floats: Vec<u32>,
    /// Loads and stores of bit-fields.
    pub(super) bit_fields: Vec<u32>,
    /// Loads and stores of several members at once, with the start of each member.
    pub(super) packed: Vec<(u32, u8)>,
    /// Signed arithmetic, which must not overflow.
    pub(super) signed: Vec<u32>,
    blocks: Vec<Block>,
    labels: Vec<u32>,
    next_label: u32,
    open: bool,
    weight: u32,
    loc: Loc,
}

impl Body {
    /// A body that reserves the labels below `first_label`.
    pub(super) fn new(first_label: u32) -> Self {
        Body { next_label: first_label, ..Body::default() }
    }

    /// Allocates a new label.
    pub(super) fn label(&mut self) -> BlockId {
        self.next_label += 1;
        BlockId(self.next_label - 1)
    }

    /// Starts a block.
    pub(super) fn begin(&mut self, label: BlockId) {
        debug_assert!(!self.open);
        self.open = true;
        self.weight = 0;
        self.labels.push(label.0);
        self.blocks.push(Block { first: self.insts.len() as u32, len: 0, weight: 0 });
    }

    /// Is a block under construction?
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    /// Sets the source position of the following instructions.
    pub(super) fn at(&mut self, loc: Loc) {
        self.loc = loc;
    }

    /// Counts an LLVM instruction that the current block represents.
    pub(super) fn count(&mut self) {
        self.weight += 1;
    }

    /// Adds an instruction; a terminator ends the block.
    pub(super) fn push(&mut self, inst: Inst) {
        debug_assert!(self.open);
        self.insts.push(inst);
        self.locs.push(self.loc);
        if inst.is_terminator() {
            let end = self.insts.len() as u32;
            let block = self.blocks.last_mut().expect("a block is open");
            block.len = end - block.first;
            block.weight = self.weight;
            self.open = false;
        }
    }

    /// The blocks, and the block of every label.
    pub(super) fn finish(&self) -> (Vec<Block>, Vec<u32>) {
        let mut order = vec![0; self.next_label as usize];
        for (index, &label) in self.labels.iter().enumerate() {
            order[label as usize] = index as u32;
        }
        (self.blocks.clone(), order)
    }
}
