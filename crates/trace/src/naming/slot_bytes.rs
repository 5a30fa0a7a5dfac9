//! Bytes of slots and memory, each with the mask of its uninitialised bits.

use whydunit_machine::{Machine, World};
use whydunit_program::Slot;

/// Are some, but not all bits uninitialised?
pub(crate) fn is_partly((_, undefined): (u8, u8)) -> bool {
    !matches!(undefined, 0 | u8::MAX)
}

/// The partly initialised ones among bytes read at an address.
pub(crate) fn partly_initialised<W>(
    machine: &mut Machine<W>,
    address: u64,
    bytes: &[Option<u8>],
) -> Vec<(u64, u8, u8)> {
    let doubtful = (0..).zip(bytes).filter(|(_, byte)| byte.is_none()).map(|(i, _)| address.wrapping_add(i));
    let known = doubtful.filter_map(|at| machine.inspect_bits(at).filter(|&b| is_partly(b)).map(|b| (at, b.0, b.1)));
    known.collect()
}

/// The byte, if it is fully initialised.
pub(crate) fn whole((byte, undefined): (u8, u8)) -> Option<u8> {
    (undefined == 0).then_some(byte)
}

/// The bytes of two consecutive slots.
pub(crate) fn words<W: World>(machine: &Machine<W>, slot: Slot, bytes: usize) -> Vec<(u8, u8)> {
    let low = held(machine, slot, bytes.min(8));
    let high = if bytes > 8 { held(machine, slot + 1, bytes - 8) } else { Vec::new() };
    low.into_iter().chain(high).collect()
}

/// The lowest bytes of a slot, each with the mask of its uninitialised bits.
pub(crate) fn held<W>(machine: &Machine<W>, slot: Slot, count: usize) -> Vec<(u8, u8)> {
    let (value, undefined) = machine.slot_bits(slot);
    value.to_le_bytes().into_iter().zip(undefined.to_le_bytes()).take(count).collect()
}
