//! Read access to memory for presentation.

use whydunit_machine::Machine;

/// Memory as bytes; a byte is none if uninitialised, and the result is none if the memory is not readable.
pub trait MemoryView {
    /// The bytes at an address.
    fn bytes(&mut self, address: u64, len: usize) -> Option<Vec<Option<u8>>>;

    /// The name of the variable at the target of a pointer, if known.
    fn variable(&mut self, address: u64) -> Option<String> {
        let _ = address;
        None
    }

    /// One byte and the mask of its uninitialised bits.
    fn bits(&mut self, address: u64) -> Option<(u8, u8)> {
        self.bytes(address, 1)?.first().map(|byte| byte.map_or((0, 0xff), |b| (b, 0)))
    }
}

impl<W> MemoryView for Machine<W> {
    fn bytes(&mut self, address: u64, len: usize) -> Option<Vec<Option<u8>>> {
        self.inspect(address, len)
    }

    fn bits(&mut self, address: u64) -> Option<(u8, u8)> {
        self.inspect_bits(address)
    }
}
