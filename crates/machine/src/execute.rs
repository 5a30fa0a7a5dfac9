//! The interpreter loop, compiled twice per observer: *quick* for ordinary stretches, *careful* when
//! uninitialised values are in flight or an instant (an alteration, a pause) is near.

use whydunit_program::{Bin, BinOp, BlockId, CastOp, Inst, Slot, TernOp, UnOp};

use crate::alteration::Change;
use crate::bulk::Parts;
use crate::machine::Core;
use crate::memory::{ADDRESSABLE, Trouble};
use crate::ops::{ashr, cut, divide, lshr, shl, signed};
use crate::{AccessKind, FailureKind, Halt, Machine, MemoryError, Observer, float, ops};

/// Why the loop came back.
pub(crate) enum Event {
    /// The next block may not be entered by the quick loop.
    Limit,
    /// The quick loop can go on.
    Quick,
    /// The careful loop should go on: something uninitialised is about to be loaded.
    Careful,
    /// The instant asked for is reached.
    Paused,
    /// A call; the frame's `pc` is at it.
    Call,
    /// The function returns these slots.
    Return { first: Slot, count: u8 },
    /// It cannot go on.
    Halt(Halt),
}

/// A bad access; the object is found later.
pub(crate) fn fault(access: AccessKind, address: u64, bytes: u64) -> Halt {
    Halt::Failed(FailureKind::Memory(MemoryError { access, address, bytes, object: None }))
}

/// The two slots of a wide value as one number.
fn wide(slots: &[u64], s: Slot) -> u128 {
    u128::from(slots[s as usize]) | u128::from(slots[s as usize + 1]) << 64
}

fn pair(slots: &[u64], s: Slot) -> float::Pair {
    [slots[s as usize], slots[s as usize + 1]]
}

fn set_wide(slots: &mut [u64], s: Slot, value: u128) {
    slots[s as usize] = value as u64;
    slots[s as usize + 1] = (value >> 64) as u64;
}

fn set_pair(slots: &mut [u64], s: Slot, value: float::Pair) {
    slots[s as usize] = value[0];
    slots[s as usize + 1] = value[1];
}

impl<W> Machine<W> {
    /// Executes the current frame until something happens that the loop leaves to others.
    pub(crate) fn execute<O: Observer, const CAREFUL: bool>(&mut self, observer: &mut O) -> Event {
        let Core { memory, stack, shadow, time, llvm, entering, quick_until, until, alterations, limits, .. } =
            &mut self.core;
        let depth = stack.depth();
        let Some((frame, slots)) = stack.current() else { return Event::Halt(Halt::Exit(0)) };
        let function_id = frame.function;
        let function = &self.program.functions[function_id.0 as usize];
        let insts = &self.plan.code[function_id.0 as usize][..];
        let blocks = &function.blocks[..];
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
                    if shadow.is_empty() && end <= *quick_until {
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
                        Err(Trouble::Undefined) if !CAREFUL => leave!(Event::Careful),
                        Err(Trouble::Undefined) => match memory.read_masked(addr, bytes) {
                            Ok((value, undef)) => {
                                shadow.set(depth, dst, undef);
                                value
                            }
                            Err(_) => halt!(fault(AccessKind::Read, addr, u64::from(bytes))),
                        },
                    },
                };
                observer.load(pc as u32, addr, u64::from(bytes));
                r!(dst) = value;
            }};
        }
        macro_rules! store {
            ($bytes:expr, $val:expr, $addr:expr, $put:expr) => {{
                let (bytes, val, addr): (u8, Slot, u64) = ($bytes, $val, $addr);
                let mut value = r!(val);
                let mut undef = 0;
                if CAREFUL {
                    undef = shadow.get(depth, val);
                    if let Some(put) = $put {
                        (value, undef) = (put, 0);
                    }
                }
                let quick = undef == 0
                    && match bytes {
                        4 => memory.store::<4>(addr, value),
                        8 => memory.store::<8>(addr, value),
                        1 => memory.store::<1>(addr, value),
                        2 => memory.store::<2>(addr, value),
                        _ => false,
                    };
                if !quick && memory.write(addr, bytes, value, undef).is_err() {
                    halt!(fault(AccessKind::Write, addr, u64::from(bytes)));
                }
                observer.store(pc as u32, addr, u64::from(bytes), value);
            }};
        }

        if *entering {
            *entering = false;
            // The driver has chosen the loop for this block; only account for it.
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
            let mut put = None;
            let mut turn = None;
            if CAREFUL {
                let block = blocks[frame.block.0 as usize];
                let now = *time - u64::from(block.first + block.len - pc as u32);
                if now >= *until {
                    leave!(Event::Paused);
                }
                while let Some(change) = alterations.last().filter(|a| a.time <= now).copied() {
                    alterations.pop();
                    match change.change {
                        Change::Put(value) => put = Some(value),
                        Change::Flip if turn == Some(Change::Flip) => turn = None,
                        other => turn = Some(other),
                    }
                }
                let address = match inst {
                    Inst::Load { addr, .. }
                    | Inst::Store { addr, .. }
                    | Inst::LoadWide { addr, .. }
                    | Inst::StoreWide { addr, .. } => Some(addr),
                    _ => None,
                };
                if address.is_some_and(|a| shadow.get(depth, a) != 0) {
                    halt!(Halt::Failed(FailureKind::UninitialisedAddress));
                }
                shadow.compute(depth, &inst, slots);
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
                Inst::Load { bytes, dst, addr } => load!(bytes, dst, r!(addr)),
                Inst::LoadLocal { bytes, dst, offset, .. } => load!(bytes, dst, locals_at + u64::from(offset)),
                Inst::Store { bytes, val, addr } => store!(bytes, val, r!(addr), put),
                Inst::StoreLocal { bytes, val, offset, .. } => {
                    store!(bytes, val, locals_at + u64::from(offset), put);
                }
                Inst::Jump { to } => {
                    enter!(to);
                    continue;
                }
                Inst::Branch { cond, then, other } => {
                    if CAREFUL && shadow.get(depth, cond) != 0 {
                        halt!(Halt::Failed(FailureKind::UninitialisedBranch));
                    }
                    let mut to = if r!(cond) != 0 { then } else { other };
                    if CAREFUL {
                        to = match turn {
                            Some(Change::Flip) => {
                                if to == then {
                                    other
                                } else {
                                    then
                                }
                            }
                            Some(Change::Goto(block)) => block,
                            _ => to,
                        };
                    }
                    enter!(to);
                    continue;
                }
                Inst::Switch { value, table } => {
                    if CAREFUL && shadow.get(depth, value) != 0 {
                        halt!(Halt::Failed(FailureKind::UninitialisedBranch));
                    }
                    let table = &function.switches[table as usize];
                    let found = table.cases.binary_search_by_key(&r!(value), |c| c.0);
                    let mut to = found.map_or(table.default, |i| table.cases[i].1);
                    if CAREFUL && let Some(Change::Goto(block)) = turn {
                        to = block;
                    }
                    enter!(to);
                    continue;
                }
                Inst::IndirectJump { addr, table } => {
                    let table = &function.switches[table as usize];
                    let Ok(found) = table.cases.binary_search_by_key(&r!(addr), |c| c.0) else {
                        halt!(Halt::Failed(FailureKind::BadCall { address: r!(addr) }));
                    };
                    enter!(table.cases[found].1);
                    continue;
                }
                Inst::Call { .. } => {
                    // A value to put is handed to whoever finishes the call.
                    if CAREFUL && let Some(value) = put {
                        alterations.push(crate::Alteration { time: 0, change: Change::Put(value) });
                    }
                    leave!(Event::Call);
                }
                Inst::Return { first, count } => {
                    if CAREFUL
                        && let Some(value) = put
                        && count > 0
                    {
                        r!(first) = value;
                        shadow.set(depth, first, 0);
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
                Inst::LoadWide { bytes, dst, addr } => {
                    let addr = r!(addr);
                    let (low, high) =
                        (memory.read_masked(addr, 8), memory.read_masked(addr.wrapping_add(8), bytes - 8));
                    let (Ok(low), Ok(high)) = (low, high) else {
                        halt!(fault(AccessKind::Read, addr, u64::from(bytes)));
                    };
                    if CAREFUL {
                        shadow.set(depth, dst, low.1);
                        shadow.set(depth, dst + 1, high.1);
                    } else if low.1 | high.1 != 0 {
                        leave!(Event::Careful);
                    }
                    observer.load(pc as u32, addr, u64::from(bytes));
                    set_pair(slots, dst, [low.0, high.0]);
                }
                Inst::StoreWide { bytes, val, addr } => {
                    let addr = r!(addr);
                    if memory.writable(addr, u64::from(bytes)).is_err() {
                        halt!(fault(AccessKind::Write, addr, u64::from(bytes)));
                    }
                    let undef = |s| if CAREFUL { shadow.get(depth, s) } else { 0 };
                    let [low, high] = pair(slots, val);
                    let done = memory.write(addr, 8, low, undef(val)).is_ok()
                        && memory.write(addr.wrapping_add(8), bytes - 8, high, undef(val + 1)).is_ok();
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
                    let mut parts = Parts { memory, frame, slots, shadow, depth, stack_limit: limits.stack };
                    if let Err(halt) = parts.execute(&inst, observer) {
                        halt!(halt);
                    }
                }
                other => {
                    if let Err(kind) = compute(&other, slots) {
                        halt!(Halt::Failed(kind));
                    }
                }
            }
            if CAREFUL
                && let Some(value) = put
                && let Some(defs) = inst.defs()
            {
                r!(defs.first) = value;
                shadow.set(depth, defs.first, 0);
            }
            pc += 1;
        }
    }
}

/// The rest: operations on slots that are too rare to be in the loop.
#[inline(never)]
fn compute(inst: &Inst, slots: &mut [u64]) -> Result<(), FailureKind> {
    match *inst {
        Inst::FAdd(b) | Inst::FSub(b) | Inst::FMul(b) | Inst::FDiv(b) => {
            let op = inst.as_bin().map_or(BinOp::FAdd, |(op, _)| op);
            rare(op, b, slots)?;
        }
        Inst::Rare { op, bin } => rare(op, bin, slots)?,
        Inst::FCmp { pred, bin } => {
            let (a, b) = match bin.w {
                80 => (pair(slots, bin.a), pair(slots, bin.b)),
                _ => ([slots[bin.a as usize], 0], [slots[bin.b as usize], 0]),
            };
            slots[bin.dst as usize] = u64::from(float::compare(pred, bin.w, a, b));
        }
        Inst::Un { op, w: 80, dst, a } if is_float(op) => {
            let value = float::un80(op, pair(slots, a));
            if op == UnOp::FIsNan {
                slots[dst as usize] = value[0];
            } else {
                set_pair(slots, dst, value);
            }
        }
        Inst::Un { op, w, dst, a } if w > 64 => {
            let value = ops::wide_un(op, w, wide(slots, a));
            set_wide(slots, dst, value);
        }
        Inst::Un { op, w, dst, a } => slots[dst as usize] = ops::un(op, w, slots[a as usize]),
        Inst::Tern { op: TernOp::IsClass, w: 80, dst, a, b, .. } => {
            slots[dst as usize] = float::tern80(TernOp::IsClass, pair(slots, a), [slots[b as usize], 0], [0; 2])[0];
        }
        Inst::Tern { op, w: 80, dst, a, b, c } => {
            let value = float::tern80(op, pair(slots, a), pair(slots, b), pair(slots, c));
            set_pair(slots, dst, value);
        }
        Inst::Tern { op, w, dst, a, b, c } => {
            slots[dst as usize] = ops::tern(op, w, slots[a as usize], slots[b as usize], slots[c as usize]);
        }
        Inst::Overflow { op, bin } => {
            let get = |s: Slot| if bin.w > 64 { wide(slots, s) } else { u128::from(slots[s as usize]) };
            let (value, flag) = ops::overflow(op, bin.w, get(bin.a), get(bin.b));
            slots[bin.dst as usize] = value as u64;
            if bin.w > 64 {
                slots[bin.dst as usize + 1] = (value >> 64) as u64;
            }
            slots[bin.dst as usize + if bin.w > 64 { 2 } else { 1 }] = u64::from(flag);
        }
        Inst::Cast { op, from, to, dst, a } => cast(op, from, to, dst, a, slots),
        other => return Err(FailureKind::Misuse(format!("internal: {other:?} reached the rare operations"))),
    }
    Ok(())
}

fn is_float(op: UnOp) -> bool {
    !matches!(op, UnOp::Ctlz | UnOp::Cttz | UnOp::Ctpop | UnOp::Bswap | UnOp::BitReverse | UnOp::Abs)
}

fn is_float_bin(op: BinOp) -> bool {
    use BinOp as B;
    matches!(op, B::FAdd | B::FSub | B::FMul | B::FDiv | B::FRem | B::FMin | B::FMax | B::FCopySign)
}

fn rare(op: BinOp, Bin { w, dst, a, b }: Bin, slots: &mut [u64]) -> Result<(), FailureKind> {
    if w == 80 && is_float_bin(op) {
        let value = float::bin80(op, pair(slots, a), pair(slots, b));
        set_pair(slots, dst, value);
    } else if w > 64 {
        let value = ops::wide_bin(op, w, wide(slots, a), wide(slots, b))?;
        use BinOp as B;
        if matches!(op, B::Eq | B::Ne | B::ULt | B::ULe | B::SLt | B::SLe) {
            slots[dst as usize] = value as u64;
        } else {
            set_wide(slots, dst, value);
        }
    } else {
        slots[dst as usize] = ops::bin(op, w, slots[a as usize], slots[b as usize])?;
    }
    Ok(())
}

fn cast(op: CastOp, from: u8, to: u8, dst: Slot, a: Slot, slots: &mut [u64]) {
    let input = [slots[a as usize], if from > 64 { slots[a as usize + 1] } else { 0 }];
    let value = match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
            let bits = ops::int_cast(op, from, to, u128::from(input[0]) | u128::from(input[1]) << 64);
            [bits as u64, (bits >> 64) as u64]
        }
        _ => float::cast(op, from, to, input),
    };
    slots[dst as usize] = value[0];
    if to > 64 {
        slots[dst as usize + 1] = value[1];
    }
}
