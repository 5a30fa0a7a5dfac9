//! Locations in memory at run time, and sets of locations that code may define.

use super::modref::Parts;
use super::{Bytes, Object};
use crate::{FunctionId, LocalId};

/// Some bytes of memory. A concrete address identifies its object; for heap memory
/// [`super::Aliasing::allocated_at`] returns the abstract object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// Bytes of an object.
    In(Object, Bytes),
    /// An unknown object.
    Unknown,
}

/// The memory that some code of a function may define.
#[derive(Clone, Debug, Default)]
pub struct LocationSet {
    /// The function that owns `locals`.
    pub(super) function: Option<FunctionId>,
    /// Directly accessed locals, sorted, adjacent ranges of one local merged.
    pub(super) locals: Vec<(LocalId, Bytes)>,
    /// Everything else, as shared sets of regions.
    pub(super) parts: Parts,
}

impl LocationSet {
    /// Is the set empty?
    pub fn is_empty(&self) -> bool {
        self.locals.is_empty() && self.parts.is_empty()
    }

    /// Sorts and merges the locals.
    pub(super) fn tidy(&mut self) {
        self.locals.sort_unstable();
        let mut merged: Vec<(LocalId, Bytes)> = Vec::new();
        for &(local, bytes) in &self.locals {
            match merged.last_mut() {
                Some((last, run)) if *last == local && bytes.start <= run.end => run.end = run.end.max(bytes.end),
                _ => merged.push((local, bytes)),
            }
        }
        self.locals = merged;
    }

    /// Does a directly accessed range overlap `bytes` of a local of its function?
    pub(super) fn touches_local(&self, local: LocalId, bytes: Bytes) -> bool {
        let first = self.locals.partition_point(|&(l, b)| (l, b.end) <= (local, bytes.start));
        self.locals[first..].iter().take_while(|(l, _)| *l == local).any(|(_, b)| b.overlaps(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_a_local_are_merged_and_found() {
        let at = |l, start, end| (LocalId(l), Bytes { start, end });
        let mut set =
            LocationSet { locals: vec![at(1, 4, 8), at(0, 0, 4), at(1, 0, 4), at(1, 12, 16)], ..Default::default() };
        set.tidy();
        assert_eq!(set.locals, [at(0, 0, 4), at(1, 0, 8), at(1, 12, 16)]);
        let touches = |l, start, end| set.touches_local(LocalId(l), Bytes { start, end });
        assert!(touches(1, 7, 9) && touches(1, 0, 1) && touches(1, 15, 20) && touches(0, 3, 4));
        assert!(!touches(1, 8, 12) && !touches(0, 4, 8) && !touches(2, 0, 8));
    }
}
