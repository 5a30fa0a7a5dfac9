//! Definitions and uses of memory by each instruction, as far as its own function determines them.
//! The mod/ref summaries cover the effects of callees.

use super::{Address, Addresses};
use crate::{Function, GlobalId, Inst, LocalId, Program, Slot};

/// A range of bytes inside an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Bytes {
    /// `len` bytes from `start`.
    pub const fn at(start: u32, len: u32) -> Bytes {
        Bytes { start, end: start.saturating_add(len) }
    }

    /// Do both ranges share a byte?
    pub const fn overlaps(self, other: Bytes) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Does this range contain all bytes of `other`?
    pub const fn covers(self, other: Bytes) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// The accessed memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Bytes of a local of this function.
    Local(LocalId, Bytes),
    /// Bytes of a global.
    Global(GlobalId, Bytes),
    /// The bytes that a slot points to; their number, if constant.
    Through(Slot, Option<u32>),
}

/// One use or definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The instruction, by its index in the function.
    pub inst: u32,
    /// A definition (otherwise a use)?
    pub writes: bool,
    /// Are exactly these bytes accessed? Otherwise any subset of them may be.
    pub exact: bool,
    /// The accessed memory.
    pub place: Place,
}

/// Calls `visit` for every access of instruction `inst`, uses first.
pub fn accesses(
    program: &Program,
    function: &Function,
    addresses: &Addresses,
    inst: u32,
    mut visit: impl FnMut(Access),
) {
    let look = Look { program, function, addresses, inst };
    let constant = |slot: Slot| function.constants.get(slot as usize).copied();
    match function.insts[inst as usize] {
        Inst::Load { bytes, addr, .. } | Inst::LoadWide { bytes, addr, .. } => {
            visit(look.access(addr, Some(u64::from(bytes)), false));
        }
        Inst::Store { bytes, addr, .. } | Inst::StoreWide { bytes, addr, .. } => {
            visit(look.access(addr, Some(u64::from(bytes)), true));
        }
        Inst::LoadLocal { bytes, local, offset, .. } => {
            visit(look.local(local, Bytes::at(offset, u32::from(bytes)), false));
        }
        Inst::StoreLocal { bytes, local, offset, .. } => {
            visit(look.local(local, Bytes::at(offset, u32::from(bytes)), true));
        }
        Inst::MemCopy { dst, src, len, .. } => {
            visit(look.access(src, constant(len), false));
            visit(look.access(dst, constant(len), true));
        }
        Inst::MemSet { dst, len, .. } => visit(look.access(dst, constant(len), true)),
        // A local becomes live and uninitialised, which overwrites its earlier contents.
        Inst::LifetimeStart { local } => {
            let size = function.locals[local.0 as usize].size;
            visit(look.local(local, Bytes::at(0, size), true));
        }
        Inst::VaStart { list } => visit(look.access(list, Some(VA_LIST), true)),
        Inst::VaCopy { dst, src } => {
            visit(look.access(src, Some(VA_LIST), false));
            visit(look.access(dst, Some(VA_LIST), true));
        }
        _ => {}
    }
}

/// Size of a `va_list` (System V x86-64).
const VA_LIST: u64 = 24;

struct Look<'a> {
    program: &'a Program,
    function: &'a Function,
    addresses: &'a Addresses,
    inst: u32,
}

impl Look<'_> {
    fn local(&self, local: LocalId, bytes: Bytes, writes: bool) -> Access {
        Access { inst: self.inst, writes, exact: true, place: Place::Local(local, bytes) }
    }

    /// An access of `len` bytes (unknown: up to the object's end) at the address in `slot`.
    fn access(&self, slot: Slot, len: Option<u64>, writes: bool) -> Access {
        let len = len.and_then(|l| u32::try_from(l).ok());
        let (size, offset) = match self.addresses.of(slot) {
            Address::Local(id, offset) => (self.function.locals[id.0 as usize].size, offset),
            Address::Global(id, offset) => {
                (u32::try_from(self.program.globals[id.0 as usize].size).unwrap_or(u32::MAX), offset)
            }
            Address::Unknown => {
                return Access { inst: self.inst, writes, exact: len.is_some(), place: Place::Through(slot, len) };
            }
        };
        let exact = offset.is_some() && len.is_some();
        // An access past the end fails before it touches another object.
        let (start, len) = offset.map_or((0, u32::MAX), |o| (o, len.unwrap_or(u32::MAX)));
        let bytes = Bytes { start: start.min(size), end: start.saturating_add(len).min(size) };
        let place = match self.addresses.of(slot) {
            Address::Local(id, _) => Place::Local(id, bytes),
            Address::Global(id, _) => Place::Global(id, bytes),
            Address::Unknown => Place::Through(slot, None),
        };
        Access { inst: self.inst, writes, exact, place }
    }
}
