//! The stack frame: selects the allocas that become locals, lays them out, and detects uses of
//! their addresses.

use std::collections::HashMap;

use whydunit_program::{Local, LocalId, Variable, layout};

use crate::llvm::{Opcode, TyKind, Value, ValueKind};

use super::module::ModuleLowering;

/// Limit on the size of a local; larger ones are allocated at run time, where stack overflow is
/// detected.
const LARGEST_LOCAL: u64 = 1 << 26;
/// Limit on the total size of all locals.
const LARGEST_FRAME: u64 = 1 << 30;
/// Alignment of frames; variables with a larger alignment are allocated at run time.
const FRAME_ALIGN: u32 = 16;

/// The frame of a function.
#[derive(Default)]
pub(super) struct Frame<'m> {
    /// Locals by increasing offset.
    pub(super) locals: Vec<Local>,
    /// Size, a multiple of 16.
    pub(super) size: u32,
    /// Named variables.
    pub(super) variables: Vec<Variable>,
    /// Static allocas and parameters passed by value.
    homes: HashMap<Value<'m>, LocalId>,
    /// Locals that hold the address of a variable allocated at run time.
    pointers: HashMap<Value<'m>, LocalId>,
}

/// A local before its offset is known.
struct Planned<'m> {
    value: Value<'m>,
    local: Local,
    align: u32,
    /// Does it need gaps around it?
    gap: bool,
    /// Does it hold the address of `value` instead of the value itself?
    pointer: bool,
}

impl<'m> Frame<'m> {
    /// Lays out the frame of `function`.
    pub(super) fn plan(context: &mut ModuleLowering<'m>, function: Value<'m>) -> Self {
        let mut planned: Vec<Planned<'m>> = byval_params(context, function);
        let mut declared = Vec::new();
        let mut room = LARGEST_FRAME;
        for (index, block) in function.blocks().into_iter().enumerate() {
            for inst in block.instructions() {
                if inst.is(Opcode::LLVMAlloca) {
                    let plan = plan_alloca(context, inst, index == 0 && room >= LARGEST_LOCAL);
                    room = room.saturating_sub(2 * u64::from(plan.local.size) + 4096);
                    planned.push(plan);
                } else if inst.is(Opcode::LLVMCall) && inst.callee().intrinsic().as_deref() == Some("llvm.dbg.declare")
                {
                    declared.push(inst);
                }
            }
        }
        planned
            .extend(declared.iter().filter_map(|d| plan_parameter(context, function, d.operand(0).wrapped_value()?)));
        // Only variables must be found again by their address.
        let is_variable = |p: &Planned<'m>| declared.iter().any(|d| d.operand(0).wrapped_value() == Some(p.value));
        planned.retain(|p| !p.pointer || is_variable(p));
        let mut frame = Frame::default();
        frame.place(planned);
        for declare in declared {
            frame.declare(context, declare);
        }
        frame
    }

    /// Scalars that are only accessed directly come first, without gaps; then all locals that a bad
    /// pointer could overrun, with gaps on both sides.
    fn place(&mut self, mut planned: Vec<Planned<'m>>) {
        planned.sort_by_key(|p| p.gap);
        let mut next = 0;
        let mut guarded = false;
        for p in planned {
            if p.gap && !guarded {
                guarded = true;
                next += FRAME_ALIGN;
            }
            let size = p.local.size;
            let align = if size >= 8 { p.align.max(8) } else { p.align.max(1) };
            let offset = next.next_multiple_of(align);
            next = offset + size + if p.gap { layout::gap_after(u64::from(size)) as u32 } else { 0 };
            let id = LocalId(self.locals.len() as u32);
            self.locals.push(Local { offset, ..p.local });
            if p.pointer { &mut self.pointers } else { &mut self.homes }.insert(p.value, id);
        }
        self.size = next.next_multiple_of(FRAME_ALIGN);
    }

    fn declare(&mut self, context: &mut ModuleLowering<'m>, declare: Value<'m>) {
        let (Some(value), Some(variable)) = (declare.operand(0).wrapped_value(), declare.operand(1).wrapped_metadata())
        else {
            return;
        };
        let derefs = declare.operand(2).wrapped_metadata().is_some_and(|expression| expression.derefs());
        let (local, indirect) = match (self.homes.get(&value), self.pointers.get(&value)) {
            (Some(&local), _) => (local, derefs),
            (None, Some(&local)) => (local, true),
            (None, None) => return,
        };
        let ty = variable.operand(3).map(|ty| context.source.type_of(ty));
        if !indirect {
            self.locals[local.0 as usize].ty = ty;
        }
        self.variables.push(Variable {
            name: variable.string(1),
            ty,
            scope: variable.operand(0).map(|scope| context.source.scope(scope)),
            line: variable.line(),
            local,
            parameter: variable.argument() as u16,
            indirect,
        });
    }

    /// The local for an alloca or parameter.
    pub(super) fn home(&self, value: Value<'m>) -> Option<LocalId> {
        self.homes.get(&value).copied()
    }

    /// The local that holds the address of an alloca made at run time.
    pub(super) fn pointer(&self, value: Value<'m>) -> Option<LocalId> {
        self.pointers.get(&value).copied()
    }
}

fn byval_params<'m>(context: &mut ModuleLowering<'m>, function: Value<'m>) -> Vec<Planned<'m>> {
    let mut planned = Vec::new();
    for (index, param) in function.params().into_iter().enumerate() {
        if let Some(byval) = context.module.byval(function, index as u32) {
            let local = local(param.name(), byval.size, escapes(context, param, byval.size));
            let align = (byval.align as u32).min(FRAME_ALIGN);
            planned.push(Planned { value: param, local, align, gap: true, pointer: false });
        }
    }
    planned
}

fn plan_alloca<'m>(context: &mut ModuleLowering<'m>, alloca: Value<'m>, may_be_static: bool) -> Planned<'m> {
    let ty = alloca.allocated_ty();
    let count = alloca.operand(0).constant_int();
    let size = count.and_then(|count| context.module.size_of(ty).checked_mul(count));
    let align = alloca.alignment();
    match size {
        Some(size) if may_be_static && size <= LARGEST_LOCAL && align <= FRAME_ALIGN => {
            let escapes = escapes(context, alloca, size);
            let scalar = !matches!(ty.kind(), TyKind::LLVMArrayTypeKind | TyKind::LLVMStructTypeKind);
            let gap = escapes || !scalar || count != Some(1);
            Planned { value: alloca, local: local(alloca.name(), size, escapes), align, gap, pointer: false }
        }
        _ => pointer_to(alloca),
    }
}

/// A variable at the address in a parameter: a result that is built in the caller's frame.
fn plan_parameter<'m>(context: &ModuleLowering<'m>, function: Value<'m>, value: Value<'m>) -> Option<Planned<'m>> {
    let index = function.params().iter().position(|param| *param == value)?;
    let is_byval = context.module.byval(function, index as u32).is_some();
    (!is_byval && value.ty().kind() == TyKind::LLVMPointerTypeKind).then(|| pointer_to(value))
}

/// A local that holds the address of `value`.
fn pointer_to(value: Value<'_>) -> Planned<'_> {
    let local = local(format!("{}.address", value.name()), 8, false);
    Planned { value, local, align: 8, gap: false, pointer: true }
}

fn local(name: String, size: u64, escapes: bool) -> Local {
    Local { name, ty: None, size: size as u32, offset: 0, escapes, scoped: false }
}

/// Is the address of this local of `size` bytes used other than by direct loads and stores?
fn escapes<'m>(context: &mut ModuleLowering<'m>, home: Value<'m>, size: u64) -> bool {
    let mut pending = vec![(home, 0)];
    while let Some((value, offset)) = pending.pop() {
        if uses_address(context, value, offset, size) {
            return true;
        }
        for user in value.users().filter(|u| u.is(Opcode::LLVMGetElementPtr)) {
            if let Some(more) = context.module.constant_offset(user) {
                pending.push((user, offset.wrapping_add(more)));
            }
        }
    }
    false
}

/// Is the address `value`, at `offset` of a local of `size` bytes, needed as a value? Constant
/// GEPs, accesses inside the local and lifetime markers do not need it.
pub(super) fn uses_address<'m>(context: &mut ModuleLowering<'m>, value: Value<'m>, offset: i64, size: u64) -> bool {
    value.users().any(|user| !is_direct(context, user, value, offset, size))
}

fn is_direct<'m>(context: &mut ModuleLowering<'m>, user: Value<'m>, value: Value<'m>, offset: i64, size: u64) -> bool {
    if user.kind() != ValueKind::LLVMInstructionValueKind {
        return false;
    }
    let (pointer, others) = match user.opcode() {
        Opcode::LLVMLoad => (user.operand(0), vec![]),
        Opcode::LLVMStore => (user.operand(1), vec![user.operand(0)]),
        Opcode::LLVMAtomicRMW => (user.operand(0), vec![user.operand(1)]),
        Opcode::LLVMAtomicCmpXchg => (user.operand(0), vec![user.operand(1), user.operand(2)]),
        Opcode::LLVMGetElementPtr => return context.module.constant_offset(user).is_some(),
        Opcode::LLVMCall => {
            return user.callee().intrinsic().is_some_and(|name| name.starts_with("llvm.lifetime."));
        }
        _ => return false,
    };
    let accessed = accessed_bytes(context, user);
    pointer == value && !others.contains(&value) && accessed.is_some_and(|bytes| is_inside(offset, bytes, size))
}

/// Are `bytes` bytes at `offset` inside an object of `size` bytes?
pub(super) fn is_inside(offset: i64, bytes: u64, size: u64) -> bool {
    u64::try_from(offset).is_ok_and(|offset| offset.checked_add(bytes).is_some_and(|end| end <= size))
}

/// Number of bytes that a memory instruction accesses; none if its type cannot be lowered.
pub(super) fn accessed_bytes<'m>(context: &mut ModuleLowering<'m>, inst: Value<'m>) -> Option<u64> {
    let ty = match inst.opcode() {
        Opcode::LLVMLoad => inst.ty(),
        Opcode::LLVMStore => inst.operand(0).ty(),
        _ => inst.operand(1).ty(),
    };
    let shape = context.shape(ty).ok()?;
    Some(shape.iter().map(|s| (s.bit_offset + u64::from(s.bits)).div_ceil(8)).max().unwrap_or(0))
}
