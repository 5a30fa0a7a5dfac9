//! The bit-field that an access is about.

use whydunit_program::Function;

use crate::naming::lvalue::Bits;

/// The bits extracted from the loaded word of an instruction.
pub(crate) fn bits_loaded(function: &Function, at: u32) -> Option<Bits> {
    run(function.bits_read(at)?)
}

/// The bits that a store assigns; the others were loaded from the same place before.
pub(crate) fn bits_stored(function: &Function, at: u32) -> Option<Bits> {
    run(function.bits_kept(at)?.changed)
}

/// Does a load only supply the bits that a store writes back?
pub(crate) fn is_kept(function: &Function, load: u32, store: u32) -> bool {
    function.bits_kept(store).is_some_and(|kept| kept.load == load)
}

/// A mask of adjacent bits.
fn run(mask: u64) -> Option<Bits> {
    let shift = mask.trailing_zeros();
    let low = mask.checked_shr(shift)?;
    (low & low.wrapping_add(1) == 0).then(|| Bits { shift, width: low.count_ones() })
}
