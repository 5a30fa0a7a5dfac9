//! A page: contents and state of its bytes.

/// Bytes per page.
pub(crate) const PAGE: usize = 4096;

/// State bit: the byte is initialised. The fast path needs it on every byte of a load.
pub(crate) const DEFINED: u8 = 1;
/// State bit: the byte belongs to a live object.
pub(crate) const ADDRESSABLE: u8 = 2;
/// State bit: some bits of the byte are initialised; a side table has the mask.
pub(crate) const PARTIAL: u8 = 4;
/// State bit: the byte starts the header of a heap object.
pub(crate) const HEADER: u8 = 8;

/// State bit: the byte has a term, kept in a side table. It is initialised but not [`DEFINED`], so
/// that the fast path does not treat it as a concrete byte.
pub(crate) const SYMBOLIC: u8 = 16;
/// State bit: a [`PARTIAL`] byte with a term. Bit-fields lead to it while some of them are
/// uninitialised.
pub(crate) const PARTLY_SYMBOLIC: u8 = 32;

/// A page.
#[derive(Clone)]
pub(crate) struct Page {
    pub(crate) data: [u8; PAGE],
    pub(crate) state: [u8; PAGE],
    pub(crate) read_only: bool,
}

impl Page {
    pub(crate) const EMPTY: Page = Page { data: [0; PAGE], state: [0; PAGE], read_only: false };

    /// Offset of the first byte in the range whose state has none of these bits.
    pub(crate) fn first_without(&self, range: std::ops::Range<usize>, bit: u8) -> Option<usize> {
        let start = range.start;
        self.state[range].iter().position(|s| s & bit == 0).map(|i| start + i)
    }
}
