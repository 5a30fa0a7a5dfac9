//! Newtypes for times, executed blocks and static blocks, so that the compiler keeps them apart.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// The index of an executed instruction in the recording. Times of a running machine have 64 bits; a recording has at most
/// 2³² of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u32);

/// The index of a block in the recording's sequence of executed blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExecutedBlock(pub u32);

/// The number of a static block, counted over all functions by [`crate::ProgramIndex`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockNumber(pub u32);

macro_rules! indexes {
    ($name:ident) => {
        impl $name {
            /// The value for an index into a table.
            pub fn at(index: usize) -> Self {
                $name(index as u32)
            }

            /// As an index into a table.
            #[inline(always)]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The values from this one up to and excluding `end`.
            pub fn until(self, end: Self) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
                (self.0..end.0).map($name)
            }
        }

        /// The representation in a recording's compact tables.
        impl From<$name> for u32 {
            fn from(number: $name) -> u32 {
                number.0
            }
        }

        impl Add<u32> for $name {
            type Output = Self;

            #[inline(always)]
            fn add(self, count: u32) -> Self {
                $name(self.0 + count)
            }
        }
    };
}

macro_rules! positions {
    ($name:ident) => {
        indexes!($name);

        impl $name {
            /// The first value in a recording.
            pub const FIRST: Self = $name(0);

            /// The values from this one through `last`.
            pub fn through(self, last: Self) -> impl DoubleEndedIterator<Item = Self> + Clone {
                (self.0..=last.0).map($name)
            }

            /// The value `count` earlier, if there is one.
            pub fn checked_sub(self, count: u32) -> Option<Self> {
                self.0.checked_sub(count).map($name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<$name> for u64 {
            fn from(number: $name) -> u64 {
                number.0.into()
            }
        }

        impl AddAssign<u32> for $name {
            fn add_assign(&mut self, count: u32) {
                self.0 += count;
            }
        }

        impl Sub<u32> for $name {
            type Output = Self;

            fn sub(self, count: u32) -> Self {
                $name(self.0 - count)
            }
        }

        /// The distance from `earlier`.
        impl Sub for $name {
            type Output = u32;

            fn sub(self, earlier: Self) -> u32 {
                self.0 - earlier.0
            }
        }
    };
}

positions!(Time);
positions!(ExecutedBlock);
indexes!(BlockNumber);

impl Time {
    /// The time `count` instructions later, at most the largest time.
    pub fn saturating_add(self, count: u32) -> Time {
        Time(self.0.saturating_add(count))
    }

    /// The time `count` instructions later, unless it overflows.
    pub fn checked_add(self, count: u32) -> Option<Time> {
        self.0.checked_add(count).map(Time)
    }

    /// The time `count` instructions earlier, at least the first time.
    pub fn saturating_sub(self, count: u32) -> Time {
        Time(self.0.saturating_sub(count))
    }
}

/// A machine's time, if it fits a recording.
impl TryFrom<u64> for Time {
    type Error = std::num::TryFromIntError;

    fn try_from(time: u64) -> Result<Time, Self::Error> {
        u32::try_from(time).map(Time)
    }
}
