//! Which bit-field an access is about, for its name.

use whydunit_program::Function;

use crate::naming::lvalue::Bits;

/// The bits that are cut out of what an instruction loads.
pub(crate) fn bits_loaded(function: &Function, at: u32) -> Option<Bits> {
    run(function.bits_read(at)?)
}

/// The bits that a store changes; the others it has just loaded from the same place.
pub(crate) fn bits_stored(function: &Function, at: u32) -> Option<Bits> {
    run(function.bits_kept(at)?.changed)
}

/// Is a load only there for the bits that a store does not change?
pub(crate) fn is_kept(function: &Function, load: u32, store: u32) -> bool {
    function.bits_kept(store).is_some_and(|kept| kept.load == load)
}

/// A mask of bits next to each other.
fn run(mask: u64) -> Option<Bits> {
    let shift = mask.trailing_zeros();
    let low = mask.checked_shr(shift)?;
    (low & low.wrapping_add(1) == 0).then(|| Bits { shift, width: low.count_ones() })
}
