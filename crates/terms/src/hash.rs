//! The content hash of a term: equal for equal structures in every store, run and process.
//!
//! It lets caches outlive a run: two runs number their terms differently, but structurally equal
//! terms have the same hash. 128 bits are taken as identity; with 2^32 terms the chance of any
//! accidental collision is below 2^-64. (There is no incentive to force one: a program under test
//! can only corrupt the explanation of its own run.)

/// Content hash of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContentHash(pub u128);

impl ContentHash {
    /// The hash of a list of hashes; for a sorted list, this is the hash of the set.
    pub fn of_list(list: &[ContentHash]) -> ContentHash {
        list.iter().fold(Mixer::new(list.len() as u64), |m, &h| m.with_hash(h)).finish()
    }
}

/// Mixes numbers into a content hash.
#[derive(Clone, Copy)]
pub(crate) struct Mixer {
    left: u64,
    right: u64,
}

const LEFT: u64 = 0x9E37_79B9_7F4A_7C15; // the golden ratio
const RIGHT: u64 = 0xC2B2_AE3D_27D4_EB4F; // odd, of balanced weight, unrelated to LEFT

impl Mixer {
    pub(crate) const fn new(tag: u64) -> Self {
        Mixer { left: LEFT, right: RIGHT }.with(tag)
    }

    /// Mixes in one number. The two halves multiply it by different constants.
    pub(crate) const fn with(self, value: u64) -> Self {
        Mixer {
            left: fold(self.left ^ value, LEFT).rotate_left(23) ^ self.right,
            right: fold(self.right.wrapping_add(value), RIGHT).rotate_left(41).wrapping_add(self.left),
        }
    }

    pub(crate) const fn with_hash(self, hash: ContentHash) -> Self {
        self.with(hash.0 as u64).with((hash.0 >> 64) as u64)
    }

    pub(crate) const fn finish(self) -> ContentHash {
        let last = self.with(RIGHT).with(LEFT);
        ContentHash((last.left as u128) << 64 | last.right as u128)
    }
}

/// Both halves of a 64 × 64 multiplication, folded: every input bit reaches every output bit. The
/// addition preserves `a` when a factor is zero.
const fn fold(a: u64, b: u64) -> u64 {
    let product = (a as u128).wrapping_mul(b as u128);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(a)
}

/// Hasher for keys that are already hashes or small numbers.
#[derive(Clone, Copy, Default)]
pub struct PlainHasher(u64);

impl std::hash::Hasher for PlainHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = fold(self.0 ^ value, LEFT);
    }

    fn write_u128(&mut self, value: u128) {
        self.write_u64(value as u64 ^ (value >> 64) as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}

/// A map with [`PlainHasher`]. Never iterated where the order matters.
pub type PlainMap<K, V> = std::collections::HashMap<K, V, std::hash::BuildHasherDefault<PlainHasher>>;

/// A set with [`PlainHasher`].
pub type PlainSet<K> = std::collections::HashSet<K, std::hash::BuildHasherDefault<PlainHasher>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_every_bit_matter() {
        let of = |values: &[u64]| values.iter().fold(Mixer::new(1), |m, &v| m.with(v)).finish();
        assert_ne!(of(&[1, 2]), of(&[2, 1]));
        assert_ne!(of(&[0]), of(&[0, 0]));
        let mut seen = std::collections::HashSet::new();
        for bit in 0..64 {
            assert!(seen.insert(of(&[1 << bit])));
            assert!(seen.insert(of(&[1 << bit, 0])));
        }
    }
}
