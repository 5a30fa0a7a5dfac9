//! Assigns the final numbers of slots and blocks after a whole function is lowered.

use whydunit_program::{Bin, BlockId, CallSite, Callee, Inst, Slot};

/// Rewrites every slot and block of an instruction.
#[rustfmt::skip]
pub(super) fn inst(inst: &mut Inst, s: impl Fn(&mut Slot), block: impl Fn(&mut BlockId)) {
    let bin = |b: &mut Bin| { s(&mut b.dst); s(&mut b.a); s(&mut b.b); };
    match inst {
        Inst::Add(b) | Inst::Sub(b) | Inst::Mul(b) | Inst::UDiv(b) | Inst::SDiv(b) | Inst::URem(b)
        | Inst::SRem(b) | Inst::And(b) | Inst::Or(b) | Inst::Xor(b) | Inst::Shl(b) | Inst::LShr(b)
        | Inst::AShr(b) | Inst::Eq(b) | Inst::Ne(b) | Inst::ULt(b) | Inst::ULe(b) | Inst::SLt(b)
        | Inst::SLe(b) | Inst::FAdd(b) | Inst::FSub(b) | Inst::FMul(b) | Inst::FDiv(b)
        | Inst::FCmp { bin: b, .. } | Inst::Rare { bin: b, .. } | Inst::Overflow { bin: b, .. } => bin(b),
        Inst::Un { dst, a, .. } | Inst::Move { dst, a } | Inst::Trunc { dst, a, .. }
        | Inst::SExt { dst, a, .. } | Inst::Cast { dst, a, .. } | Inst::Offset { dst, a, .. } => { s(dst); s(a); }
        Inst::Tern { dst, a, b, c, .. } => { s(dst); s(a); s(b); s(c); }
        Inst::Select { dst, c, a, b } => { s(dst); s(c); s(a); s(b); }
        Inst::LocalAddr { dst, .. } | Inst::LoadLocal { dst, .. } | Inst::StackSave { dst } => s(dst),
        Inst::Index { dst, a, index, .. } => { s(dst); s(a); s(index); }
        Inst::Load { dst, addr, .. } | Inst::LoadWide { dst, addr, .. } => { s(dst); s(addr); }
        Inst::Store { val, addr, .. } | Inst::StoreWide { val, addr, .. } => { s(val); s(addr); }
        Inst::StoreLocal { val, .. } => s(val),
        Inst::MemCopy { dst, src, len, .. } => { s(dst); s(src); s(len); }
        Inst::MemSet { dst, val, len } => { s(dst); s(val); s(len); }
        Inst::DynAlloca { dst, size, .. } => { s(dst); s(size); }
        Inst::StackRestore { a } => s(a),
        Inst::VaStart { list } | Inst::VaEnd { list } => s(list),
        Inst::VaCopy { dst, src } => { s(dst); s(src); }
        Inst::Jump { to } => block(to),
        Inst::Branch { cond, then, other } => { s(cond); block(then); block(other); }
        Inst::Switch { value, .. } => s(value),
        Inst::IndirectJump { addr, .. } => s(addr),
        Inst::Return { first, .. } => s(first),
        Inst::LifetimeStart { .. } | Inst::LifetimeEnd { .. } | Inst::Call { .. } | Inst::Unreachable
        | Inst::Unsupported { .. } => {}
    }
}

/// Rewrites every slot and block of a call.
pub(super) fn call(call: &mut CallSite, s: impl Fn(&mut Slot), block: impl Fn(&mut BlockId)) {
    call.args.iter_mut().for_each(|arg| s(&mut arg.slot));
    s(&mut call.dst);
    block(&mut call.next);
    if let Callee::Indirect(slot) = &mut call.callee {
        s(slot);
    }
}
