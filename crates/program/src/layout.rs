//! The layout of the virtual address space. Deterministic: it depends on the program alone.

use crate::{BlockId, ExternalId, FunctionId, Global};

/// Addresses below this are "null".
pub const NULL_END: u64 = 0x1_0000;
/// Functions, 16 bytes apart.
pub const FUNCTIONS: u64 = 0x40_0000;
/// Declared functions, 16 bytes apart.
pub const EXTERNALS: u64 = 0x400_0000;
/// Read-only globals.
pub const READ_ONLY: u64 = 0x800_0000;
/// Globals.
pub const GLOBALS: u64 = 0x4000_0000;
/// Memory the world reserves for itself (`FILE`, `errno`, character tables).
pub const RESERVED: u64 = 0xe000_0000;
/// Heap, growing upwards.
pub const HEAP: u64 = 0x1_0000_0000;
/// Addresses of labels (`&&label`): function and block are encoded in the address.
pub const LABELS: u64 = 0x6000_0000_0000;
/// One past the highest stack address; the stack grows downwards.
pub const STACK_TOP: u64 = 0x7fff_ff00_0000;

/// The address of a function.
pub const fn function_address(id: FunctionId) -> u64 {
    FUNCTIONS + 16 * id.0 as u64
}

/// The address of a declared function.
pub const fn external_address(id: ExternalId) -> u64 {
    EXTERNALS + 16 * id.0 as u64
}

/// The address of a label.
pub const fn label_address(function: FunctionId, block: BlockId) -> u64 {
    LABELS + ((function.0 as u64) << 24) + block.0 as u64 * 4
}

/// The function that a code address denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A function of the program.
    Function(FunctionId),
    /// A declared function.
    External(ExternalId),
}

/// The function at a code address, if it is one (the id is not checked against a program).
pub const fn code_at(address: u64) -> Option<Code> {
    if !address.is_multiple_of(16) {
        return None;
    }
    match address {
        FUNCTIONS..EXTERNALS => Some(Code::Function(FunctionId(((address - FUNCTIONS) / 16) as u32))),
        EXTERNALS..READ_ONLY => Some(Code::External(ExternalId(((address - EXTERNALS) / 16) as u32))),
        _ => None,
    }
}

/// Size of the gap after an object, which detects overruns: a quarter of the object's size, at
/// least 16 and at most 4096.
pub fn gap_after(size: u64) -> u64 {
    (size / 4).clamp(16, 4096)
}

/// Assigns every global its address, each followed by a gap. Read-only globals are placed in
/// separate pages and must come first in the slice, so that it is sorted by address afterwards.
pub fn place(globals: &mut [Global]) {
    debug_assert!(globals.is_sorted_by_key(|g| !g.constant));
    let mut next = [GLOBALS, READ_ONLY];
    for global in globals.iter_mut() {
        let cursor = &mut next[usize::from(global.constant)];
        global.address = cursor.next_multiple_of(u64::from(global.align.max(8)));
        *cursor = global.address + global.size + gap_after(global.size);
    }
}
