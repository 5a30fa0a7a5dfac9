//! glibc's random number generators: the additive feedback generator behind `rand` and `random`.
//!
//! Each new number is the sum of two earlier ones; their distances depend on the size of the state.

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::Guest;

/// One generator.
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    state: Arc<Vec<u32>>,
    front: usize,
    separation: usize,
}

/// Degree and separation by the least size of the state in bytes; degree 0 is a linear generator.
const SIZES: [(u64, usize, usize); 5] = [(256, 63, 1), (128, 31, 3), (64, 15, 1), (32, 7, 3), (8, 0, 0)];

impl Generator {
    /// A generator whose state has `size` bytes; none if that is too small.
    pub(crate) fn of_size(seed: u32, size: u64) -> Option<Self> {
        let &(_, degree, separation) = SIZES.iter().find(|&&(least, ..)| size >= least)?;
        let mut generator = Generator { state: Arc::new(vec![0; degree.max(1)]), front: 0, separation };
        generator.seed(seed);
        Some(generator)
    }

    /// Starts the sequence of `seed`.
    pub(crate) fn seed(&mut self, seed: u32) {
        let state = Arc::make_mut(&mut self.state);
        let degree = state.len();
        state[0] = seed.max(1);
        let mut word = i64::from(state[0] as i32);
        for slot in &mut state[1..] {
            // The minimal standard generator, in 32-bit arithmetic as glibc does it.
            word = 16807 * (word % 127_773) - 2836 * (word / 127_773);
            if word < 0 {
                word += 2_147_483_647;
            }
            *slot = word as u32;
        }
        self.front = self.separation;
        if self.separation > 0 {
            for _ in 0..10 * degree {
                self.next();
            }
        }
    }

    /// The next number, 31 bits.
    pub(crate) fn next(&mut self) -> u64 {
        let state = Arc::make_mut(&mut self.state);
        if self.separation == 0 {
            state[0] = state[0].wrapping_mul(1_103_515_245).wrapping_add(12345) & 0x7fff_ffff;
            return state[0].into();
        }
        let rear = (self.front + state.len() - self.separation) % state.len();
        state[self.front] = state[self.front].wrapping_add(state[rear]);
        let value = state[self.front] >> 1;
        self.front = (self.front + 1) % state.len();
        value.into()
    }
}

/// All generators of a run.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    current: Generator,
    /// The buffer that identifies the current generator; 0 until it is needed.
    buffer: u64,
    others: Arc<BTreeMap<u64, Generator>>,
    secret: u64,
    /// State of `drand48` and related functions.
    pub(crate) rand48: Rand48,
}

/// The 48-bit linear congruential generator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rand48 {
    pub(crate) x: u64,
    pub(crate) factor: u64,
    pub(crate) summand: u64,
    /// The address where `seed48` stores the previous state.
    pub(crate) old: u64,
}

impl Default for Rand48 {
    fn default() -> Self {
        Rand48 { x: 0, factor: 0x5_deec_e66d, summand: 0xb, old: 0 }
    }
}

impl Random {
    /// Generators at the start of a run; `seed` is for those that are unpredictable natively.
    pub(crate) fn new(seed: u64) -> Self {
        let current = Generator::of_size(1, 128).expect("128 bytes are enough");
        Random { current, buffer: 0, others: Arc::default(), secret: seed, rand48: Rand48::default() }
    }

    /// The generator that `random` uses.
    pub(crate) fn current(&mut self) -> &mut Generator {
        &mut self.current
    }

    /// The buffer that identifies the current generator.
    pub(crate) fn buffer(&mut self, guest: &mut dyn Guest) -> u64 {
        if self.buffer == 0 {
            self.buffer = guest.reserve(128, 8);
        }
        self.buffer
    }

    /// Makes a new generator the current one.
    pub(crate) fn install(&mut self, buffer: u64, generator: Generator) {
        let old = std::mem::replace(&mut self.current, generator);
        self.put(self.buffer, old);
        self.buffer = buffer;
    }

    /// Makes the generator of `buffer` the current one; false if there is none.
    pub(crate) fn switch_to(&mut self, buffer: u64) -> bool {
        if buffer == self.buffer {
            return true;
        }
        let Some(generator) = self.take(buffer) else { return false };
        self.install(buffer, generator);
        true
    }

    /// Takes the generator stored under an address.
    pub(crate) fn take(&mut self, address: u64) -> Option<Generator> {
        Arc::make_mut(&mut self.others).remove(&address)
    }

    /// Stores a generator under an address.
    pub(crate) fn put(&mut self, address: u64, generator: Generator) {
        Arc::make_mut(&mut self.others).insert(address, generator);
    }

    /// 64 bits that depend only on the seed of the case (the splitmix generator).
    pub(crate) fn secret(&mut self) -> u64 {
        self.secret = self.secret.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.secret;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
