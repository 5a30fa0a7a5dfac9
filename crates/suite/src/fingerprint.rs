//! Fingerprints that do not depend on the machine or the version of Rust.

/// An FNV-1a hash of a list of byte strings. It includes their lengths, so that the boundaries matter.
#[derive(Clone, Copy, Debug)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds one part.
    pub fn add(&mut self, part: &[u8]) {
        let length = (part.len() as u64).to_le_bytes();
        for byte in length.iter().chain(part) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// The number so far.
    pub fn value(self) -> u64 {
        self.0
    }
}
