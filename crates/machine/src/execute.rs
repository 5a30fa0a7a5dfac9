//! The interpreter loop, compiled twice per observer: *quick* for ordinary execution, *careful*
//! when uninitialised or symbolic values are in flight or the time of an alteration or pause is
//! near.

use whydunit_program::{Bin, BinOp, BlockId, Inst, Slot};

use crate::bulk::Parts;
use crate::careful::{Careful, Changes};
use crate::compute::{compute, pair, set_pair};
use crate::constraint::Moment;
use crate::event::{Event, fault};
use crate::machine::Core;
use crate::memory::{ADDRESSABLE, Trouble};
use crate::ops::{ashr, cut, divide, lshr, shl, signed};
use crate::{AccessKind, Alteration, FailureKind, Halt, Machine, Observer, Site, Word};

impl<W> Machine<W> {
    /// Executes the current frame until an event that the driver must handle.
    pub(crate) fn execute<O: Observer, const CAREFUL: bool>(&mut self, observer: &mut O) -> Event {
        let Core {
            memory, stack, shadow, symbolic, time, llvm, entering, quick_until, until, alterations, limits, ..
        } = &mut self.core;
        let depth = stack.depth();
        let Some((frame, slots)) = stack.current() else { return Event::Halt(Halt::Exit(0)) };
        let function_id = frame.function;
        let function = &self.program.functions[function_id.0 as usize];
        let insts = &self.plan.code[function_id.0 as usize][..];
        let blocks = &function.blocks[..];
        let lasting = &self.plan.lasting[function_id.0 as usize][..];
        let locals_at = frame.locals;
        let mut pc = frame.pc as usize;

        macro_rules! leave {
            ($event:expr) => {{
                frame.pc = pc as u32;
                return $event;
            }};
        }
        macro_rules! enter {
            ($to:expr) => {{
                let to: BlockId = $to;
                let block = blocks[to.0 as usize];
                let end = *time + u64::from(block.len);
                pc = block.first as usize;
                frame.block = to;
                if CAREFUL {
                    if *time >= *until {
                        *entering = true;
                        leave!(Event::Paused);
                    }
                    shadow.enter_block(depth, lasting);
                    if shadow.is_empty(depth) && end <= *quick_until {
                        *entering = true;
                        leave!(Event::Quick);
                    }
                } else if end > *quick_until {
                    *entering = true;
                    leave!(Event::Limit);
                }
                observer.block(function_id, to, *time);
                *time = end;
                *llvm += u64::from(block.weight);
            }};
        }
        macro_rules! r {
            ($slot:expr) => {
                slots[$slot as usize]
            };
        }
        macro_rules! bin {
            ($b:expr, |$w:ident, $x:ident, $y:ident| $value:expr) => {{
                let Bin { w: $w, dst, a, b } = $b;
                let ($x, $y) = (r!(a), r!(b));
                r!(dst) = $value;
            }};
        }
        macro_rules! compare {
            ($b:expr, |$w:ident, $x:ident, $y:ident| $value:expr) => {
                bin!($b, |$w, $x, $y| u64::from($value))
            };
        }
        macro_rules! halt {
            ($halt:expr) => {{
                let halt = $halt;
                leave!(Event::Halt(halt))
            }};
        }
        // The careful part of a step.
        macro_rules! careful {
            ($at:expr) => {
                Careful { memory: &mut *memory, shadow: &mut *shadow, symbolic: &mut *symbolic, slots, depth, at: $at }
            };
        }
        macro_rules! or_halt {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(halt) => halt!(halt),
                }
            };
        }
        macro_rules! load {
            ($bytes:expr, $dst:expr, $addr:expr) => {{
                let (bytes, dst, addr): (u8, Slot, u64) = ($bytes, $dst, $addr);
                let quick = match bytes {
                    4 => memory.load::<4>(addr),
                    8 => memory.load::<8>(addr),
                    1 => memory.load::<1>(addr),
                    2 => memory.load::<2>(addr),
                    _ => None,
                };
                let value = match quick {
                    Some(value) => value,
                    None => match memory.read(addr, bytes) {
                        Ok(value) => value,
                        Err(Trouble::Forbidden(_)) => halt!(fault(AccessKind::Read, addr, u64::from(bytes))),
                        Err(Trouble::Undefined) => leave!(Event::Careful),
                    },
                };
                observer.load(pc as u32, addr, u64::from(bytes));
                r!(dst) = value;
            }};
        }
        macro_rules! store {
            ($bytes:expr, $val:expr, $addr:expr) => {{
                let (bytes, val, addr): (u8, Slot, u64) = ($bytes, $val, $addr);
                let value = r!(val);
                let quick = match bytes {
                    4 => memory.store::<4>(addr, value),
                    8 => memory.store::<8>(addr, value),
                    1 => memory.store::<1>(addr, value),
                    2 => memory.store::<2>(addr, value),
                    _ => false,
                };
                if !quick && memory.write(addr, bytes, value, 0).is_err() {
                    halt!(fault(AccessKind::Write, addr, u64::from(bytes)));
                }
                observer.store(pc as u32, addr, u64::from(bytes), value);
            }};
        }
        macro_rules! careful_load {
            ($at:expr, $bytes:expr, $dst:expr, $addr:expr) => {{
                let (bytes, dst, addr): (u8, Slot, Word) = ($bytes, $dst, $addr);
                let value = or_halt!(careful!($at).load(bytes, dst, addr));
                observer.load(pc as u32, addr.bits, u64::from(bytes));
                r!(dst) = value;
            }};
        }
        macro_rules! careful_store {
            ($at:expr, $bytes:expr, $val:expr, $addr:expr, $change:expr) => {{
                let (bytes, val, addr): (u8, Slot, Word) = ($bytes, $val, $addr);
                let value = or_halt!(careful!($at).store(bytes, val, addr, $change));
                observer.store(pc as u32, addr.bits, u64::from(bytes), value);
            }};
        }

        if *entering {
            *entering = false;
            // The driver has already chosen the loop for this block; only account for it.
            let block = blocks[frame.block.0 as usize];
            if CAREFUL && *time >= *until {
                *entering = true;
                return Event::Paused;
            }
            if *time + u64::from(block.len) > *quick_until && !CAREFUL {
                *entering = true;
                return Event::Limit;
            }
            observer.block(function_id, frame.block, *time);
            *time += u64::from(block.len);
            *llvm += u64::from(block.weight);
        }
        loop {
            let inst = insts[pc];
            let mut at = Moment { time: 0, site: Site { function: function_id, inst: pc as u32 }, callee: None };
            let mut changes = Changes::default();
            if CAREFUL {
                let block = blocks[frame.block.0 as usize];
                at.time = *time - u64::from(block.first + block.len - pc as u32);
                if at.time >= *until {
                    leave!(Event::Paused);
                }
                changes = Changes::due(alterations, at.time);
                careful!(at).compute(&inst, &function.signed);
            }
            if O::OPERATIONS {
                observer.operation(at.site, function, &inst, slots);
            }
            match inst {
                Inst::Add(b) => bin!(b, |w, x, y| cut(w, x.wrapping_add(y))),
                Inst::Sub(b) => bin!(b, |w, x, y| cut(w, x.wrapping_sub(y))),
                Inst::Mul(b) => bin!(b, |w, x, y| cut(w, x.wrapping_mul(y))),
                Inst::And(b) => bin!(b, |_w, x, y| x & y),
                Inst::Or(b) => bin!(b, |_w, x, y| x | y),
                Inst::Xor(b) => bin!(b, |_w, x, y| x ^ y),
                Inst::Shl(b) => bin!(b, |w, x, y| shl(w, x, y)),
                Inst::LShr(b) => bin!(b, |w, x, y| lshr(w, x, y)),
                Inst::AShr(b) => bin!(b, |w, x, y| ashr(w, x, y)),
                Inst::Eq(b) => compare!(b, |_w, x, y| x == y),
                Inst::Ne(b) => compare!(b, |_w, x, y| x != y),
                Inst::ULt(b) => compare!(b, |_w, x, y| x < y),
                Inst::ULe(b) => compare!(b, |_w, x, y| x <= y),
                Inst::SLt(b) => compare!(b, |w, x, y| signed(w, x) < signed(w, y)),
                Inst::SLe(b) => compare!(b, |w, x, y| signed(w, x) <= signed(w, y)),
                Inst::UDiv(b) | Inst::SDiv(b) | Inst::URem(b) | Inst::SRem(b) => {
                    let op = inst.as_bin().map_or(BinOp::UDiv, |(op, _)| op);
                    match divide(op, b.w, r!(b.a), r!(b.b)) {
                        Ok(value) => r!(b.dst) = value,
                        Err(kind) => halt!(Halt::Failed(kind)),
                    }
                }
                Inst::Move { dst, a } => r!(dst) = r!(a),
                Inst::Trunc { w, dst, a } => r!(dst) = cut(w, r!(a)),
                Inst::SExt { from, to, dst, a } => r!(dst) = cut(to, signed(from, r!(a)) as u64),
                Inst::Select { dst, c, a, b } => r!(dst) = if r!(c) != 0 { r!(a) } else { r!(b) },
                Inst::LocalAddr { dst, offset, .. } => r!(dst) = locals_at + u64::from(offset),
                Inst::Offset { dst, a, offset } => r!(dst) = r!(a).wrapping_add(offset as i64 as u64),
                Inst::Index { dst, a, index, scale } => {
                    r!(dst) = r!(a).wrapping_add(r!(index).wrapping_mul(u64::from(scale)));
                }
                Inst::Load { bytes, dst, addr } if CAREFUL => {
                    let addr = shadow.word(depth, addr, slots);
                    careful_load!(at, bytes, dst, addr);
                }
                Inst::LoadLocal { bytes, dst, offset, .. } if CAREFUL => {
                    careful_load!(at, bytes, dst, Word::new(locals_at + u64::from(offset)));
                }
                Inst::Store { bytes, val, addr } if CAREFUL => {
                    let addr = shadow.word(depth, addr, slots);
                    careful_store!(at, bytes, val, addr, changes.value);
                }
                Inst::StoreLocal { bytes, val, offset, .. } if CAREFUL => {
                    careful_store!(at, bytes, val, Word::new(locals_at + u64::from(offset)), changes.value);
                }
                Inst::Load { bytes, dst, addr } => load!(bytes, dst, r!(addr)),
                Inst::LoadLocal { bytes, dst, offset, .. } => load!(bytes, dst, locals_at + u64::from(offset)),
                Inst::Store { bytes, val, addr } => store!(bytes, val, r!(addr)),
                Inst::StoreLocal { bytes, val, offset, .. } => store!(bytes, val, locals_at + u64::from(offset)),
                Inst::Jump { to } => {
                    enter!(to);
                    continue;
                }
                Inst::Branch { cond, then, other } => {
                    let holds = if CAREFUL { or_halt!(careful!(at).branch(cond, changes)) } else { r!(cond) != 0 };
                    let (to, avoided) = if holds { (then, other) } else { (other, then) };
                    enter!(if CAREFUL { changes.turned(to, avoided) } else { to });
                    continue;
                }
                Inst::Switch { value, table } => {
                    let table = &function.switches[table as usize];
                    let to = if CAREFUL {
                        or_halt!(careful!(at).switch(function, value, table, changes))
                    } else {
                        let found = table.cases.binary_search_by_key(&r!(value), |c| c.0);
                        found.map_or(table.default, |i| table.cases[i].1)
                    };
                    enter!(to);
                    continue;
                }
                Inst::IndirectJump { addr, table } => {
                    if CAREFUL {
                        careful!(at).pin(addr, "target of a computed goto");
                    }
                    let table = &function.switches[table as usize];
                    let Ok(found) = table.cases.binary_search_by_key(&r!(addr), |c| c.0) else {
                        halt!(Halt::Failed(FailureKind::BadCall { address: r!(addr) }));
                    };
                    enter!(table.cases[found].1);
                    continue;
                }
                Inst::Call { .. } => {
                    // The driver finishes the call, so it must also put the value.
                    if CAREFUL && let Some(change) = changes.value {
                        alterations.push(Alteration { time: 0, change });
                    }
                    leave!(Event::Call);
                }
                Inst::Return { first, count } => {
                    if CAREFUL
                        && let Some(change) = changes.value
                        && count > 0
                    {
                        careful!(at).replace(function, first, change);
                    }
                    leave!(Event::Return { first, count });
                }
                Inst::Unreachable => halt!(Halt::Failed(FailureKind::Unreachable)),
                Inst::Unsupported { what } => {
                    halt!(Halt::Unsupported(function.unsupported[what as usize].clone()));
                }
                Inst::FAdd(b) if b.w == 64 => {
                    bin!(b, |_w, x, y| (f64::from_bits(x) + f64::from_bits(y)).to_bits());
                }
                Inst::FSub(b) if b.w == 64 => {
                    bin!(b, |_w, x, y| (f64::from_bits(x) - f64::from_bits(y)).to_bits());
                }
                Inst::FMul(b) if b.w == 64 => {
                    bin!(b, |_w, x, y| (f64::from_bits(x) * f64::from_bits(y)).to_bits());
                }
                Inst::FDiv(b) if b.w == 64 => {
                    bin!(b, |_w, x, y| (f64::from_bits(x) / f64::from_bits(y)).to_bits());
                }
                Inst::LifetimeStart { local } | Inst::LifetimeEnd { local } => {
                    let state = if matches!(inst, Inst::LifetimeStart { .. }) { ADDRESSABLE } else { 0 };
                    let local = &function.locals[local.0 as usize];
                    let (at, size) = (locals_at + u64::from(local.offset), u64::from(local.size));
                    memory.set_state(at, size, state);
                    if state != 0 {
                        observer.fresh(at, size);
                    }
                }
                Inst::LoadWide { bytes, dst, addr } if CAREFUL => {
                    let low = shadow.word(depth, addr, slots);
                    let high = or_halt!(careful!(at).above(low));
                    let below = or_halt!(careful!(at).load(8, dst, low));
                    let above = or_halt!(careful!(at).load(bytes - 8, dst + 1, high));
                    observer.load(pc as u32, low.bits, u64::from(bytes));
                    set_pair(slots, dst, [below, above]);
                }
                Inst::StoreWide { bytes, val, addr } if CAREFUL => {
                    let low = shadow.word(depth, addr, slots);
                    let high = or_halt!(careful!(at).above(low));
                    if memory.writable(low.bits, u64::from(bytes)).is_err() {
                        halt!(fault(AccessKind::Write, low.bits, u64::from(bytes)));
                    }
                    let below = or_halt!(careful!(at).store(8, val, low, None));
                    or_halt!(careful!(at).store(bytes - 8, val + 1, high, None));
                    observer.store(pc as u32, low.bits, u64::from(bytes), below);
                }
                Inst::LoadWide { bytes, dst, addr } => {
                    let addr = r!(addr);
                    let halves =
                        memory.read(addr, 8).and_then(|l| Ok([l, memory.read(addr.wrapping_add(8), bytes - 8)?]));
                    match halves {
                        Ok(value) => set_pair(slots, dst, value),
                        Err(Trouble::Undefined) => leave!(Event::Careful),
                        Err(Trouble::Forbidden(_)) => halt!(fault(AccessKind::Read, addr, u64::from(bytes))),
                    }
                    observer.load(pc as u32, addr, u64::from(bytes));
                }
                Inst::StoreWide { bytes, val, addr } => {
                    let addr = r!(addr);
                    if memory.writable(addr, u64::from(bytes)).is_err() {
                        halt!(fault(AccessKind::Write, addr, u64::from(bytes)));
                    }
                    let [low, high] = pair(slots, val);
                    let done = memory.write(addr, 8, low, 0).is_ok()
                        && memory.write(addr.wrapping_add(8), bytes - 8, high, 0).is_ok();
                    debug_assert!(done);
                    observer.store(pc as u32, addr, u64::from(bytes), low);
                }
                Inst::MemCopy { .. }
                | Inst::MemSet { .. }
                | Inst::DynAlloca { .. }
                | Inst::StackSave { .. }
                | Inst::StackRestore { .. }
                | Inst::VaStart { .. }
                | Inst::VaCopy { .. }
                | Inst::VaEnd { .. } => {
                    frame.pc = pc as u32;
                    let stack_limit = limits.stack;
                    let mut parts = Parts { memory, frame, slots, shadow, symbolic, depth, at, stack_limit };
                    if let Err(halt) = parts.execute(&inst, observer) {
                        halt!(halt);
                    }
                    if CAREFUL
                        && let Some(change) = changes.value
                        && let Some(piece) = change.piece()
                    {
                        let value = or_halt!(careful!(at).rewrite(piece, change));
                        observer.store(pc as u32, piece.addr, u64::from(piece.bytes), value);
                    }
                }
                other => {
                    if let Err(kind) = compute(&other, slots) {
                        halt!(Halt::Failed(kind));
                    }
                }
            }
            if CAREFUL
                && let Some(change) = changes.value
                && let Some(defs) = inst.defs()
            {
                careful!(at).replace(function, defs.first, change);
            }
            pc += 1;
        }
    }
}
