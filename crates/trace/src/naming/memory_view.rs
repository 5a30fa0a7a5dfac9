//! Reading memory without being able to change or execute anything.

use whydunit_machine::Machine;

/// Memory that can be shown: each byte, or that it is uninitialised; none when it may not be read.
pub trait MemoryView {
    /// The bytes at an address.
    fn bytes(&mut self, address: u64, len: usize) -> Option<Vec<Option<u8>>>;

    /// The variable at an address to which a pointer leads, if that is known.
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
