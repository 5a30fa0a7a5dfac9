//! Program-wide numbers for blocks, and the definitions of every slot.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use whydunit_machine::Site;
use whydunit_program::analysis::{Flow, Jumps, Returns, dispatches};
use whydunit_program::{BlockId, Function, FunctionId, Inst, Program, Slot, layout};

use crate::numbers::BlockNumber;

/// A program with a number for each of its blocks.
pub struct ProgramIndex {
    /// The program.
    pub program: Arc<Program>,
    /// Number of each function's first block, with the block count as the last entry.
    bases: Vec<u32>,
    /// Indexed by block number.
    blocks: Vec<BlockFacts>,
    definitions: Vec<OnceLock<SlotDefinitions>>,
    returns: OnceLock<Returns>,
    flows: Vec<OnceLock<Flow>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockFacts {
    pub(crate) function: FunctionId,
    /// Index of the block's first instruction in the function.
    pub(crate) first: u32,
    pub(crate) len: u32,
    /// Is it the entry block of its function?
    pub(crate) entry: bool,
    /// Does it end in a return?
    pub(crate) returns: bool,
    /// Number of instructions with an entry in the stream of loads.
    pub(crate) loads: u32,
    /// Does it end in a decision that the compiler added: the continuation after leaving a scope?
    pub(crate) dispatches: bool,
    /// Does it contain a store that packs several members of a struct?
    pub(crate) packs: bool,
}

/// The instructions that define each slot of a function.
pub(crate) struct SlotDefinitions {
    /// Slots and indices of instructions, sorted by slot; a phi has several definitions.
    sites: Vec<(Slot, u32)>,
}

impl SlotDefinitions {
    fn new(function: &Function) -> Self {
        let mut sites = Vec::new();
        for (at, inst) in function.insts.iter().enumerate() {
            if let Some(defs) = inst.defs() {
                sites.extend((defs.first..defs.first + defs.count).map(|s| (s, at as u32)));
            }
            if let Inst::Call { site } = inst {
                let call = &function.calls[*site as usize];
                sites.extend((call.dst..call.dst + u32::from(call.returns)).map(|s| (s, at as u32)));
            }
        }
        sites.sort_unstable();
        SlotDefinitions { sites }
    }

    /// The instructions that define `slot`.
    pub(crate) fn of(&self, slot: Slot) -> &[(Slot, u32)] {
        let start = self.sites.partition_point(|s| s.0 < slot);
        let end = self.sites.partition_point(|s| s.0 <= slot);
        &self.sites[start..end]
    }
}

/// Does the instruction have an entry in the stream of loads?
pub(crate) fn is_load(inst: &Inst) -> bool {
    matches!(inst, Inst::Load { .. } | Inst::LoadLocal { .. } | Inst::LoadWide { .. })
}

impl ProgramIndex {
    /// Numbers the blocks of a program.
    pub fn new(program: Arc<Program>) -> Self {
        let (mut bases, mut blocks) = (Vec::new(), Vec::new());
        for (id, function) in program.functions.iter().enumerate() {
            bases.push(blocks.len() as u32);
            for index in 0..function.blocks.len() as u32 {
                let insts = function.block_insts(BlockId(index));
                let first = function.blocks[index as usize].first;
                let packs = |at: u32| !is_load(&function.insts[at as usize]) && function.members_at(at).is_some();
                blocks.push(BlockFacts {
                    function: FunctionId(id as u32),
                    first,
                    len: insts.len() as u32,
                    entry: index == 0,
                    returns: matches!(insts.last(), Some(Inst::Return { .. })),
                    loads: insts.iter().filter(|i| is_load(i)).count() as u32,
                    dispatches: dispatches(function, BlockId(index)).is_some(),
                    packs: (first..first + insts.len() as u32).any(packs),
                });
            }
        }
        bases.push(blocks.len() as u32);
        let definitions = program.functions.iter().map(|_| OnceLock::new()).collect();
        let flows = program.functions.iter().map(|_| OnceLock::new()).collect();
        ProgramIndex { program, bases, blocks, definitions, returns: OnceLock::new(), flows }
    }

    /// The number of a block.
    #[inline(always)]
    pub fn number(&self, function: FunctionId, block: BlockId) -> BlockNumber {
        BlockNumber(self.bases[function.0 as usize] + block.0)
    }

    /// The block of a number.
    pub fn block(&self, number: BlockNumber) -> (FunctionId, BlockId) {
        let function = self.blocks[number.index()].function;
        (function, BlockId(number.0 - self.bases[function.0 as usize]))
    }

    /// Instruction `offset` of a block.
    pub fn site(&self, number: BlockNumber, offset: u32) -> Site {
        let facts = self.facts(number);
        Site { function: facts.function, inst: facts.first + offset }
    }

    /// A hash of functions, blocks and instructions that tells programs apart.
    pub fn fingerprint(&self) -> u64 {
        let mut sum = 0xcbf2_9ce4_8422_2325_u64;
        let mut mix = |word: u64| sum = (sum.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        for function in &self.program.functions {
            function.name.bytes().for_each(|b| mix(b.into()));
            function.constants.iter().for_each(|&c| mix(c));
            for inst in &function.insts {
                inst.defs().into_iter().for_each(|d| mix(u64::from(d.first)));
                inst.uses(|slot| mix(u64::from(slot) << 32));
            }
        }
        self.blocks.iter().for_each(|b| mix(u64::from(b.first) << 32 | u64::from(b.len)));
        sum
    }

    /// Number of blocks in the program.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The numbers of all blocks.
    pub fn numbers(&self) -> impl DoubleEndedIterator<Item = BlockNumber> + use<> {
        BlockNumber(0).until(BlockNumber::at(self.blocks.len()))
    }

    /// Number of instructions in a block.
    pub fn length(&self, number: BlockNumber) -> u32 {
        self.facts(number).len
    }

    #[inline(always)]
    pub(crate) fn facts(&self, number: BlockNumber) -> BlockFacts {
        self.blocks[number.index()]
    }

    /// Does an address belong to the library: its own memory, or a variable such as `stdout`?
    pub fn is_of_library(&self, address: u64) -> bool {
        let own = (layout::RESERVED..layout::HEAP).contains(&address);
        let global = || self.program.global_at(address).is_some_and(|id| self.program.globals[id.0 as usize].external);
        own || (layout::GLOBALS..layout::RESERVED).contains(&address) && global()
    }

    /// The control flow of a function, with each call as one step.
    pub(crate) fn flow(&self, function: FunctionId) -> &Flow {
        self.flows[function.0 as usize]
            .get_or_init(|| Flow::new(self.program.function(function), self.returns(), Jumps::default()))
    }

    fn returns(&self) -> &Returns {
        self.returns.get_or_init(|| Returns::new(&self.program))
    }

    /// The numbers of the blocks right after calls of `setjmp`.
    pub(crate) fn landings(&self) -> BTreeSet<BlockNumber> {
        let mut found = BTreeSet::new();
        for (id, function) in (0u32..).map(FunctionId).zip(&self.program.functions) {
            found.extend(self.returns().set_again(function).into_iter().map(|block| self.number(id, block)));
        }
        found
    }

    pub(crate) fn definitions(&self, function: FunctionId) -> &SlotDefinitions {
        self.definitions[function.0 as usize].get_or_init(|| SlotDefinitions::new(self.program.function(function)))
    }
}
