//! Functions: blocks of instructions, locals, calls.

use crate::{ExternalId, FunctionId, Inst, Loc, ScopeId, Slot, TypeId, Variable};

/// A block of a function, by its index in `Function::blocks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// A local of a function (a static `alloca`), by its index in `Function::locals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A defined function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Symbol name; `static` functions of several modules may share one.
    pub name: String,
    /// The scope that contains the function's definition.
    pub scope: Option<ScopeId>,
    /// Line of the definition, 0 when unknown.
    pub line: u32,
    /// Values of slots `0..constants.len()`.
    pub constants: Vec<u64>,
    /// The slot of a constant that no instruction reads, free for a patch (see
    /// `whydunit_machine::Patch`).
    pub spare: Option<Slot>,
    /// Parameters in order; their slots follow the constants.
    pub params: Vec<Param>,
    /// Does it take `...`?
    pub variadic: bool,
    /// Number of returned slots (0 for void).
    pub returns: u8,
    /// The type of the return value, if known.
    pub result: Option<TypeId>,
    /// Total number of slots of a frame.
    pub slots: u32,
    /// Static allocas, by increasing offset.
    pub locals: Vec<Local>,
    /// Bytes of stack a frame needs, a multiple of 16; offsets of locals are relative to its
    /// lowest address.
    pub frame_size: u32,
    /// Blocks; the first is the entry.
    pub blocks: Vec<Block>,
    /// All instructions, block after block.
    pub insts: Vec<Inst>,
    /// Source position of each instruction.
    pub locs: Vec<Loc>,
    /// Branches, by instruction and sorted, that test the opposite of the source condition: `if
    /// (!x)` is compiled to a branch on `x`.
    pub negated: Vec<u32>,
    /// Loads and stores of floats, by instruction and sorted.
    pub floats: Vec<u32>,
    /// Loads and stores of units of memory that bit-fields share, by instruction and sorted.
    pub bit_fields: Vec<u32>,
    /// Loads and stores of several members of a struct at once, by instruction and sorted, with a
    /// bit for each byte at which a member begins: clang passes small structs as numbers.
    pub packed: Vec<(u32, u8)>,
    /// Additions, subtractions and multiplications of signed numbers, by instruction and sorted:
    /// overflow is undefined behaviour.
    pub signed: Vec<u32>,
    /// Calls, referred to by `Inst::Call`.
    pub calls: Vec<CallSite>,
    /// Tables of `Inst::Switch` and `Inst::IndirectJump`.
    pub switches: Vec<SwitchTable>,
    /// Messages of `Inst::Unsupported`.
    pub unsupported: Vec<String>,
    /// Named variables that live in locals.
    pub variables: Vec<Variable>,
}

/// A sequence of instructions with one entry and one exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Index of its first instruction in `Function::insts`.
    pub first: u32,
    /// Number of instructions, including the terminator.
    pub len: u32,
    /// Number of LLVM instructions it was lowered from, without phis and debug intrinsics.
    pub weight: u32,
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// How it is passed.
    pub class: ArgClass,
    /// First of its slots.
    pub slot: Slot,
    /// For `ByVal`: the local that holds the callee's copy; its address goes to `slot`.
    pub copy: Option<LocalId>,
}

/// How an argument is passed (System V x86-64), needed for `...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArgClass {
    /// Integer or pointer of at most 64 bits: one slot.
    Int,
    /// Integer of 65–128 bits: two slots.
    Int128,
    /// `float` or `double`: one slot.
    Float,
    /// Two floats or a vector of two in one SSE register: one slot per lane.
    FloatPair,
    /// `long double`: two slots, in memory when variadic.
    X87,
    /// A struct copied by the call: one slot with its address.
    ByVal {
        /// Size in bytes.
        size: u32,
        /// Alignment in bytes.
        align: u32,
    },
}

impl ArgClass {
    /// Number of slots of such an argument.
    pub const fn slots(self) -> u32 {
        match self {
            ArgClass::Int | ArgClass::Float | ArgClass::ByVal { .. } => 1,
            ArgClass::Int128 | ArgClass::X87 | ArgClass::FloatPair => 2,
        }
    }
}

impl ArgClass {
    /// Is an argument of this class passed where a parameter of class `other` expects it?
    pub fn is_like(self, other: ArgClass) -> bool {
        match (self, other) {
            (ArgClass::ByVal { size: a, .. }, ArgClass::ByVal { size: b, .. }) => a == b,
            _ => self == other,
        }
    }
}

/// A static alloca.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// LLVM's name for it ("i", "retval", "x.addr").
    pub name: String,
    /// Its C type, when it is a variable.
    pub ty: Option<TypeId>,
    /// Size in bytes.
    pub size: u32,
    /// Offset in the frame.
    pub offset: u32,
    /// Is its address used other than by direct loads and stores?
    pub escapes: bool,
    /// Does a lifetime marker begin its lifetime? Otherwise it lives as long as the frame.
    pub scoped: bool,
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The called function.
    pub callee: Callee,
    /// Arguments in order.
    pub args: Vec<CallArg>,
    /// First slot of the result.
    pub dst: Slot,
    /// Number of slots of the result that the caller uses.
    pub returns: u8,
    /// The block where execution continues.
    pub next: BlockId,
}

impl CallSite {
    /// Calls `visit` for every slot the call reads.
    pub fn uses(&self, mut visit: impl FnMut(Slot)) {
        self.args.iter().for_each(|a| (a.slot..a.slot + a.class.slots()).for_each(&mut visit));
        if let Callee::Indirect(slot) = self.callee {
            visit(slot);
        }
    }
}

/// One argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallArg {
    /// How it is passed.
    pub class: ArgClass,
    /// First of its slots.
    pub slot: Slot,
}

/// The target of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function of the program.
    Direct(FunctionId),
    /// A function that the program only declares.
    External(ExternalId),
    /// A function whose address is in a slot.
    Indirect(Slot),
}

/// Targets of a `switch` (sorted by value) or an `indirectbr` (values are block addresses).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchTable {
    /// Case values (zero-extended) and their targets.
    pub cases: Vec<(u64, BlockId)>,
    /// The target of all other values.
    pub default: BlockId,
}

impl Function {
    /// For a load or store of several struct members at once: a bit for each byte at which a member
    /// begins.
    pub fn members_at(&self, inst: u32) -> Option<u8> {
        self.packed.binary_search_by_key(&inst, |p| p.0).ok().map(|at| self.packed[at].1)
    }

    /// Does this local hold the return value?
    pub fn holds_result(&self, local: LocalId) -> bool {
        self.locals[local.0 as usize].name == "retval"
    }

    /// Is this a local of clang's own that selects where execution continues after a scope?
    pub fn notes_way(&self, local: LocalId) -> bool {
        self.locals[local.0 as usize].name.starts_with("cleanup.dest")
    }

    /// The instructions of a block.
    pub fn block_insts(&self, block: BlockId) -> &[Inst] {
        let b = self.blocks[block.0 as usize];
        &self.insts[b.first as usize..(b.first + b.len) as usize]
    }

    /// Do these arguments define every parameter? Additional arguments are harmless.
    pub fn takes(&self, args: &[CallArg]) -> bool {
        args.len() >= self.params.len() && self.params.iter().zip(args).all(|(p, a)| a.class.is_like(p.class))
    }

    /// Is this the slot of a parameter?
    pub fn is_parameter(&self, slot: Slot) -> bool {
        self.params.iter().any(|p| (p.slot..p.slot + p.class.slots()).contains(&slot))
    }

    /// Does the instruction store a parameter in its local?
    pub fn stores_parameter(&self, inst: u32) -> bool {
        matches!(self.insts[inst as usize], Inst::StoreLocal { val, .. } if self.is_parameter(val))
    }

    /// The last instruction of a block.
    pub fn terminator(&self, block: BlockId) -> Inst {
        self.insts[self.last_of(block) as usize]
    }

    /// The index of a block's last instruction.
    pub fn last_of(&self, block: BlockId) -> u32 {
        let b = self.blocks[block.0 as usize];
        b.first + b.len - 1
    }

    /// The slot with the target of the block's last instruction, if that is an indirect call.
    pub fn called_through(&self, block: BlockId) -> Option<Slot> {
        match self.terminator(block) {
            Inst::Call { site } => match self.calls[site as usize].callee {
                Callee::Indirect(slot) => Some(slot),
                _ => None,
            },
            _ => None,
        }
    }

    /// Calls `visit` for every block that can follow `block` inside this function. The successor of
    /// a call is the block it returns to.
    pub fn successors(&self, block: BlockId, mut visit: impl FnMut(BlockId)) {
        match self.terminator(block) {
            Inst::Jump { to } => visit(to),
            Inst::Branch { then, other, .. } => {
                visit(then);
                visit(other);
            }
            Inst::Switch { table, .. } => {
                let table = &self.switches[table as usize];
                table.cases.iter().for_each(|&(_, to)| visit(to));
                visit(table.default);
            }
            Inst::IndirectJump { table, .. } => {
                self.switches[table as usize].cases.iter().for_each(|&(_, to)| visit(to));
            }
            Inst::Call { site } => visit(self.calls[site as usize].next),
            _ => {}
        }
    }

    /// The block that contains instruction `inst`.
    pub fn block_of(&self, inst: u32) -> BlockId {
        BlockId(self.blocks.partition_point(|b| b.first <= inst) as u32 - 1)
    }
}
