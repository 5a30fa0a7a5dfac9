//! Instructions: the one definition of every operation, its operands and its result.

use crate::{BlockId, LocalId};

/// The number of a 64-bit value slot in a frame.
pub type Slot = u32;

/// Operands of a two-operand operation on `w` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bin {
    /// Width in bits. For floats 32, 64 or 80.
    pub w: u8,
    /// Slot of the result.
    pub dst: Slot,
    /// Left operand.
    pub a: Slot,
    /// Right operand.
    pub b: Slot,
}

/// Two-operand operations as values, for code that treats them alike (wide integers, symbolic
/// execution, libc models). Comparisons yield one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs)] // named after LLVM's own
pub enum BinOp {
    Add, Sub, Mul, UDiv, SDiv, URem, SRem,
    And, Or, Xor, Shl, LShr, AShr,
    Eq, Ne, ULt, ULe, SLt, SLe,
    UMin, UMax, SMin, SMax, UAddSat, USubSat, SAddSat, SSubSat,
    FAdd, FSub, FMul, FDiv, FRem, FMin, FMax, FCopySign,
}

/// One-operand operations on `w` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs)] // named after LLVM's own
pub enum UnOp {
    Ctlz, Cttz, Ctpop, Bswap, BitReverse, Abs,
    FNeg, FAbs, FFloor, FCeil, FTrunc, FRint, FRound, FRoundEven, FSqrt,
    /// 1 when the float is NaN.
    FIsNan,
}

/// Three-operand operations on `w` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // named after LLVM's own
pub enum TernOp {
    /// Funnel shift left: high half of `(a:b) << c`.
    FShl,
    /// Funnel shift right: low half of `(a:b) >> c`.
    FShr,
    /// `a * b + c`, rounded once.
    Fma,
    /// `a * b + c`, rounded twice, as x86-64 without FMA does for `llvm.fmuladd`.
    MulAdd,
    /// `llvm.is.fpclass`: is `a` in the class mask `b`? (`c` unused)
    IsClass,
}

/// Arithmetic with an overflow bit: the value goes to `dst`, the bit to the next slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs)] // named after LLVM's own
pub enum OverflowOp { SAdd, UAdd, SSub, USub, SMul, UMul }

/// Float comparison predicates, LLVM's sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs)] // named after LLVM's own
pub enum FloatPredicate {
    False, Oeq, Ogt, Oge, Olt, Ole, One, Ord,
    Ueq, Ugt, Uge, Ult, Ule, Une, Uno, True,
}

/// Conversions between widths and kinds. `from` and `to` are widths in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs)] // named after LLVM's own
pub enum CastOp { Trunc, ZExt, SExt, FpToSi, FpToUi, SiToFp, UiToFp, FpToFp }

/// One instruction. Memory operands are `slot + offset`; `bytes` is the size in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
#[allow(missing_docs)] // named after LLVM's own
pub enum Inst {
    // --- integers of at most 64 bits
    Add(Bin), Sub(Bin), Mul(Bin), UDiv(Bin), SDiv(Bin), URem(Bin), SRem(Bin),
    And(Bin), Or(Bin), Xor(Bin), Shl(Bin), LShr(Bin), AShr(Bin),
    Eq(Bin), Ne(Bin), ULt(Bin), ULe(Bin), SLt(Bin), SLe(Bin),
    // --- floats of 32, 64, 80 bits
    FAdd(Bin), FSub(Bin), FMul(Bin), FDiv(Bin),
    FCmp { pred: FloatPredicate, bin: Bin },
    /// A two-operand operation without its own instruction: rare ones, and all operations on
    /// integers of 65–128 bits (then operands are slot pairs).
    Rare { op: BinOp, bin: Bin },
    Un { op: UnOp, w: u8, dst: Slot, a: Slot },
    Tern { op: TernOp, w: u8, dst: Slot, a: Slot, b: Slot, c: Slot },
    Overflow { op: OverflowOp, bin: Bin },
    /// Copy of one slot; also `zext`, `bitcast`, `ptrtoint`, `inttoptr`, `freeze`.
    Move { dst: Slot, a: Slot },
    /// `trunc` to `w <= 64` bits of a one-slot value (for a pair: its low slot).
    Trunc { w: u8, dst: Slot, a: Slot },
    /// `sext` between widths of at most 64.
    SExt { from: u8, to: u8, dst: Slot, a: Slot },
    Cast { op: CastOp, from: u8, to: u8, dst: Slot, a: Slot },
    /// `dst = c ? a : b` for one slot.
    Select { dst: Slot, c: Slot, a: Slot, b: Slot },
    // --- addresses
    /// Address of a local plus a constant.
    LocalAddr { dst: Slot, local: LocalId, offset: u32 },
    /// `a + offset`.
    Offset { dst: Slot, a: Slot, offset: i32 },
    /// `a + index * scale`; the index is already 64 bits wide.
    Index { dst: Slot, a: Slot, index: Slot, scale: u32 },
    // --- memory
    /// Load of 1–8 bytes, zero-extended (odd integer widths use 3, 5, 6 or 7).
    Load { bytes: u8, dst: Slot, addr: Slot },
    Store { bytes: u8, val: Slot, addr: Slot },
    /// Load at a constant offset inside a local: in bounds by construction.
    LoadLocal { bytes: u8, dst: Slot, local: LocalId, offset: u32 },
    StoreLocal { bytes: u8, val: Slot, local: LocalId, offset: u32 },
    /// Load of 9–16 bytes into two slots (`x86_fp80` is 10 bytes, `i128` 16).
    LoadWide { bytes: u8, dst: Slot, addr: Slot },
    StoreWide { bytes: u8, val: Slot, addr: Slot },
    /// `memcpy` (operands may not overlap, checked) or, with `may_overlap`, `memmove`.
    MemCopy { may_overlap: bool, dst: Slot, src: Slot, len: Slot },
    MemSet { dst: Slot, val: Slot, len: Slot },
    // --- frame
    LifetimeStart { local: LocalId },
    LifetimeEnd { local: LocalId },
    /// `alloca` of a size (in bytes) known only at run time.
    DynAlloca { dst: Slot, size: Slot, align: u32 },
    StackSave { dst: Slot },
    StackRestore { a: Slot },
    VaStart { list: Slot },
    VaCopy { dst: Slot, src: Slot },
    VaEnd { list: Slot },
    // --- terminators
    Jump { to: BlockId },
    Branch { cond: Slot, then: BlockId, other: BlockId },
    /// Index into `Function::switches`.
    Switch { value: Slot, table: u32 },
    /// `indirectbr`: to the block whose address is `addr`; targets in `Function::switches`.
    IndirectJump { addr: Slot, table: u32 },
    /// Index into `Function::calls`.
    Call { site: u32 },
    /// Returns `count` slots starting at `first`.
    Return { first: Slot, count: u8 },
    Unreachable,
    /// An operation that lowering could not express; fails when executed. Index into
    /// `Function::unsupported`.
    Unsupported { what: u32 },
}

/// Number of slots of a value of `w` bits.
pub const fn slots_of(w: u8) -> u32 {
    if w > 64 { 2 } else { 1 }
}

/// The slots that an instruction defines: the first and their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defs {
    /// The first defined slot.
    pub first: Slot,
    /// Number of consecutive slots.
    pub count: u32,
}

impl Inst {
    /// Does this instruction end a block?
    pub const fn is_terminator(&self) -> bool {
        matches!(
            self,
            Inst::Jump { .. }
                | Inst::Branch { .. }
                | Inst::Switch { .. }
                | Inst::IndirectJump { .. }
                | Inst::Call { .. }
                | Inst::Return { .. }
                | Inst::Unreachable
                | Inst::Unsupported { .. }
        )
    }

    /// Does this instruction define memory, decide, or return a value? If so, each execution is an
    /// instance.
    pub const fn defines_or_decides(&self) -> bool {
        match self {
            Inst::Return { count, .. } => *count > 0,
            Inst::Store { .. }
            | Inst::StoreLocal { .. }
            | Inst::StoreWide { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. } => true,
            _ => self.decides(),
        }
    }

    /// Does this instruction choose between several successors?
    pub const fn decides(&self) -> bool {
        matches!(self, Inst::Branch { .. } | Inst::Switch { .. } | Inst::IndirectJump { .. })
    }

    /// The two-operand view of this instruction, if it is one.
    #[rustfmt::skip]
    pub const fn as_bin(&self) -> Option<(BinOp, Bin)> {
        use BinOp as B;
        Some(match *self {
            Inst::Add(b) => (B::Add, b), Inst::Sub(b) => (B::Sub, b), Inst::Mul(b) => (B::Mul, b),
            Inst::UDiv(b) => (B::UDiv, b), Inst::SDiv(b) => (B::SDiv, b),
            Inst::URem(b) => (B::URem, b), Inst::SRem(b) => (B::SRem, b),
            Inst::And(b) => (B::And, b), Inst::Or(b) => (B::Or, b), Inst::Xor(b) => (B::Xor, b),
            Inst::Shl(b) => (B::Shl, b), Inst::LShr(b) => (B::LShr, b), Inst::AShr(b) => (B::AShr, b),
            Inst::Eq(b) => (B::Eq, b), Inst::Ne(b) => (B::Ne, b),
            Inst::ULt(b) => (B::ULt, b), Inst::ULe(b) => (B::ULe, b),
            Inst::SLt(b) => (B::SLt, b), Inst::SLe(b) => (B::SLe, b),
            Inst::FAdd(b) => (B::FAdd, b), Inst::FSub(b) => (B::FSub, b),
            Inst::FMul(b) => (B::FMul, b), Inst::FDiv(b) => (B::FDiv, b),
            Inst::Rare { op, bin } => (op, bin),
            _ => return None,
        })
    }

    /// The same operation on other operands. Returns an instruction without a two-operand view
    /// unchanged.
    #[rustfmt::skip]
    pub const fn with_bin(self, b: Bin) -> Inst {
        use Inst as I;
        match self {
            I::Add(_) => I::Add(b), I::Sub(_) => I::Sub(b), I::Mul(_) => I::Mul(b),
            I::UDiv(_) => I::UDiv(b), I::SDiv(_) => I::SDiv(b), I::URem(_) => I::URem(b), I::SRem(_) => I::SRem(b),
            I::And(_) => I::And(b), I::Or(_) => I::Or(b), I::Xor(_) => I::Xor(b),
            I::Shl(_) => I::Shl(b), I::LShr(_) => I::LShr(b), I::AShr(_) => I::AShr(b),
            I::Eq(_) => I::Eq(b), I::Ne(_) => I::Ne(b),
            I::ULt(_) => I::ULt(b), I::ULe(_) => I::ULe(b), I::SLt(_) => I::SLt(b), I::SLe(_) => I::SLe(b),
            I::FAdd(_) => I::FAdd(b), I::FSub(_) => I::FSub(b), I::FMul(_) => I::FMul(b), I::FDiv(_) => I::FDiv(b),
            I::Rare { op, .. } => I::Rare { op, bin: b },
            other => other,
        }
    }

    /// Calls `visit` for every slot this instruction reads. A call's arguments and an indirect
    /// callee are in its `CallSite`, not here.
    pub fn uses(&self, mut visit: impl FnMut(Slot)) {
        let mut run = |first: Slot, count: u32| (first..first + count).for_each(&mut visit);
        if let Some((_, b)) = self.as_bin() {
            run(b.a, slots_of(b.w));
            run(b.b, slots_of(b.w));
            return;
        }
        match *self {
            Inst::FCmp { bin: b, .. } | Inst::Overflow { bin: b, .. } => {
                run(b.a, slots_of(b.w));
                run(b.b, slots_of(b.w));
            }
            Inst::Un { w, a, .. } => run(a, slots_of(w)),
            Inst::Tern { op, w, a, b, c, .. } => {
                run(a, slots_of(w));
                run(b, if op == TernOp::IsClass { 1 } else { slots_of(w) });
                if op != TernOp::IsClass {
                    run(c, slots_of(w));
                }
            }
            Inst::Move { a, .. } | Inst::Trunc { a, .. } | Inst::SExt { a, .. } | Inst::Offset { a, .. } => run(a, 1),
            Inst::Cast { from, a, .. } => run(a, slots_of(from)),
            Inst::Select { c, a, b, .. } => [c, a, b].into_iter().for_each(|s| run(s, 1)),
            Inst::Index { a, index, .. } => [a, index].into_iter().for_each(|s| run(s, 1)),
            Inst::Load { addr, .. } | Inst::LoadWide { addr, .. } => run(addr, 1),
            Inst::Store { val, addr, .. } => [val, addr].into_iter().for_each(|s| run(s, 1)),
            Inst::StoreLocal { val, .. } => run(val, 1),
            Inst::StoreWide { val, addr, .. } => {
                run(val, 2);
                run(addr, 1);
            }
            Inst::MemCopy { dst, src, len, .. } => [dst, src, len].into_iter().for_each(|s| run(s, 1)),
            Inst::MemSet { dst, val, len } => [dst, val, len].into_iter().for_each(|s| run(s, 1)),
            Inst::DynAlloca { size, .. } => run(size, 1),
            Inst::StackRestore { a } => run(a, 1),
            Inst::VaStart { list } | Inst::VaEnd { list } => run(list, 1),
            Inst::VaCopy { dst, src } => [dst, src].into_iter().for_each(|s| run(s, 1)),
            Inst::Branch { cond, .. } => run(cond, 1),
            Inst::Switch { value, .. } => run(value, 1),
            Inst::IndirectJump { addr, .. } => run(addr, 1),
            Inst::Return { first, count } => run(first, u32::from(count)),
            _ => {}
        }
    }

    /// The slots this instruction defines. A call's result is in its `CallSite`, not here.
    pub fn defs(&self) -> Option<Defs> {
        let defs = |first, count| Some(Defs { first, count });
        if let Some((op, b)) = self.as_bin() {
            let compares = matches!(op, BinOp::Eq | BinOp::Ne | BinOp::ULt | BinOp::ULe | BinOp::SLt | BinOp::SLe);
            return defs(b.dst, if compares { 1 } else { slots_of(b.w) });
        }
        match *self {
            Inst::FCmp { bin, .. } => defs(bin.dst, 1),
            Inst::Overflow { bin, .. } => defs(bin.dst, slots_of(bin.w) + 1),
            Inst::Un { op: UnOp::FIsNan, dst, .. } | Inst::Tern { op: TernOp::IsClass, dst, .. } => defs(dst, 1),
            Inst::Un { w, dst, .. } | Inst::Tern { w, dst, .. } => defs(dst, slots_of(w)),
            Inst::Cast { to, dst, .. } => defs(dst, slots_of(to)),
            Inst::LoadWide { dst, .. } => defs(dst, 2),
            Inst::Move { dst, .. }
            | Inst::Trunc { dst, .. }
            | Inst::SExt { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::LocalAddr { dst, .. }
            | Inst::Offset { dst, .. }
            | Inst::Index { dst, .. }
            | Inst::Load { dst, .. }
            | Inst::LoadLocal { dst, .. }
            | Inst::DynAlloca { dst, .. }
            | Inst::StackSave { dst } => defs(dst, 1),
            _ => None,
        }
    }
}
