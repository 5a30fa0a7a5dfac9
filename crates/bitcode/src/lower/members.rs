//! Loads and stores of several struct members at once: clang passes small structs as numbers. The
//! members are independent although they share a register.

use crate::llvm::{Module, Opcode, Ty, TyKind, Value};

use super::function::Lowering;
use super::scalar::Scalar;

/// Limit on users of a variable to search for copies to or from it.
const USERS: usize = 64;

impl<'m> Lowering<'_, 'm> {
    /// Records that the access just added, of a scalar through `pointer`, covers several members,
    /// if it does.
    pub(super) fn note_members(&mut self, scalar: Scalar, pointer: Value<'m>) {
        if !(2..=8).contains(&scalar.bytes()) || !scalar.bits.is_multiple_of(8) {
            return;
        }
        let module = self.context.module;
        let Some((home, offset)) = base(module, pointer) else { return };
        let reach = Reach { from: offset + scalar.bit_offset / 8, bytes: scalar.bytes().into() };
        let mut starts = reach.starts_in(module, home.allocated_ty());
        if starts & !1 == 0 {
            starts = self.starts_where_copied(home, reach);
        }
        if starts & !1 != 0 {
            self.body.packed.push((self.body.insts.len() as u32 - 1, starts | 1));
        }
    }

    /// A struct whose size differs from that of its registers goes through a variable of clang's own. Its members are
    /// determined from the source or destination of the copy.
    fn starts_where_copied(&self, home: Value<'m>, reach: Reach) -> u8 {
        let module = self.context.module;
        let mut copied = false;
        for user in home.users().take(USERS).filter(|user| is_copy(*user)) {
            copied = true;
            let sides = user.args().into_iter().take(2).filter(|side| *side != home);
            for (other, offset) in sides.filter_map(|side| base(module, side)) {
                let there = Reach { from: offset + reach.from, ..reach };
                let starts = there.starts_in(module, other.allocated_ty());
                if starts & !1 != 0 {
                    return starts;
                }
            }
        }
        let is_own = copied && home.name().contains("coerce");
        if is_own { reach.every_byte() } else { 0 }
    }
}

/// The variable that a pointer points into, and the offset.
fn base<'m>(module: &'m Module, pointer: Value<'m>) -> Option<(Value<'m>, u64)> {
    let (mut at, mut offset) = (pointer, 0i64);
    while at.is(Opcode::LLVMGetElementPtr) {
        offset = offset.checked_add(module.constant_offset(at)?)?;
        at = at.operand(0);
    }
    Some((at, u64::try_from(offset).ok()?)).filter(|_| at.is(Opcode::LLVMAlloca))
}

fn is_copy(user: Value<'_>) -> bool {
    user.is(Opcode::LLVMCall) && user.callee().intrinsic().is_some_and(|name| name.starts_with("llvm.memcpy"))
}

/// Bytes of a variable.
#[derive(Clone, Copy)]
struct Reach {
    from: u64,
    bytes: u64,
}

impl Reach {
    /// The bytes in this range at which a scalar of a type begins: a bit for each.
    fn starts_in<'m>(self, module: &'m Module, ty: Ty<'m>) -> u8 {
        let mut starts = 0;
        self.mark(module, ty, 0, &mut starts);
        starts
    }

    fn mark<'m>(self, module: &'m Module, ty: Ty<'m>, at: u64, starts: &mut u8) {
        let end = self.from + self.bytes;
        if !ty.is_sized() || at >= end || at + module.size_of(ty) <= self.from {
            return;
        }
        match ty.kind() {
            // The active member of a union is unknown.
            TyKind::LLVMStructTypeKind if ty.struct_name().starts_with("union.") => *starts |= self.every_byte(),
            TyKind::LLVMStructTypeKind => (0..ty.len())
                .for_each(|i| self.mark(module, ty.element(i), at + module.offset_of(ty, i as u32), starts)),
            TyKind::LLVMArrayTypeKind => {
                let stride = module.size_of(ty.element(0)).max(1);
                let first = self.from.saturating_sub(at) / stride;
                let last = (end - at).div_ceil(stride).min(ty.len());
                (first..last).for_each(|i| self.mark(module, ty.element(0), at + i * stride, starts));
            }
            _ if at >= self.from => *starts |= 1 << (at - self.from),
            _ => {}
        }
    }

    fn every_byte(self) -> u8 {
        (0xff_u16 >> (8 - self.bytes)) as u8
    }
}
