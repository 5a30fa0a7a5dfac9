//! Numbers for regions of memory: a place inside an abstract object and a length. Sets of regions
//! are bitmaps in which the regions of one object are adjacent.

use super::alias::bits::Bits;
use super::alias::elements::{Element, ElementId};
use super::{Aliasing, Bytes, ObjectId};

/// Number of length classes; longer regions count as unlimited.
const CLASSES: u32 = 33;

/// Numbers for all regions of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Regions {
    /// Places sorted by object.
    places: Vec<Element>,
    rank: Vec<u32>,
    /// The index of each object's first place, and the end.
    starts: Vec<u32>,
}

impl Regions {
    pub(super) fn new(aliasing: &Aliasing) -> Regions {
        let mut order: Vec<ElementId> = (0..aliasing.elements.len() as u32).map(ElementId).collect();
        order.sort_unstable_by_key(|&id| aliasing.elements.get(id));
        let mut rank = vec![0; order.len()];
        let mut starts = vec![0u32; aliasing.objects.len() + 1];
        for (at, id) in order.iter().enumerate() {
            rank[id.0 as usize] = at as u32;
            starts[aliasing.elements.get(*id).object.0 as usize + 1] += 1;
        }
        (1..starts.len()).for_each(|n| starts[n] += starts[n - 1]);
        Regions { places: order.iter().map(|&id| aliasing.elements.get(id)).collect(), rank, starts }
    }

    /// The number of `len` bytes (none: unlimited) at a place.
    pub(super) fn number(&self, place: ElementId, len: Option<u32>) -> u32 {
        class_of(len) * self.places.len() as u32 + self.rank[place.0 as usize]
    }

    /// The region with a number.
    pub(super) fn get(&self, number: u32) -> (Element, u32) {
        let count = self.places.len() as u32;
        (self.places[(number % count) as usize], class_len(number / count))
    }

    /// The members of `set` that lie in `object`.
    pub(super) fn of_object<'a>(&'a self, set: &'a Bits, object: ObjectId) -> impl Iterator<Item = u32> + 'a {
        let (first, end) = (self.starts[object.0 as usize], self.starts[object.0 as usize + 1]);
        let count = self.places.len() as u32;
        (0..CLASSES).flat_map(move |class| set.range(class * count + first, class * count + end))
    }

    /// Does any member of `set` overlap `bytes` of `object`?
    pub(super) fn touches(&self, set: &Bits, object: ObjectId, bytes: Bytes) -> bool {
        let Ok(start) = i32::try_from(bytes.start) else { return self.of_object(set, object).next().is_some() };
        let wanted = Element::exact(object, start);
        self.of_object(set, object).any(|number| {
            let (place, len) = self.get(number);
            place.overlaps(len, &wanted, bytes.end - bytes.start)
        })
    }

    /// All regions of the program that overlap one of the wanted places.
    pub(super) fn overlapping(&self, wanted: &[(Element, u32)]) -> Bits {
        let mut found = Vec::new();
        let count = self.places.len() as u32;
        for &(wanted, len) in wanted {
            let (first, end) = (self.starts[wanted.object.0 as usize], self.starts[wanted.object.0 as usize + 1]);
            for at in first..end {
                let overlaps = |class: u32| self.places[at as usize].overlaps(class_len(class), &wanted, len);
                // A longer region overlaps everything that a shorter one does. Most places overlap
                // at no length.
                let classes = (0..CLASSES).rev().take_while(|&class| overlaps(class));
                found.extend(classes.map(|class| class * count + at));
            }
        }
        found.sort_unstable();
        found.into_iter().collect()
    }
}

/// Up to 16 bytes exactly, up to 256 rounded up to multiples of 16, beyond that unlimited.
fn class_of(len: Option<u32>) -> u32 {
    match len {
        Some(len @ 0..=16) => len,
        Some(len @ 17..=256) => 15 + len.div_ceil(16),
        _ => CLASSES - 1,
    }
}

fn class_len(class: u32) -> u32 {
    match class {
        0..=16 => class,
        17..32 => (class - 15) * 16,
        _ => u32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_fits_in_its_class() {
        for len in 0..1000 {
            let class = class_of(Some(len));
            assert!(class < CLASSES && class_len(class) >= len, "{len}");
            assert!(class == 0 || class_len(class - 1) < len, "{len}");
        }
        assert_eq!(class_len(class_of(None)), u32::MAX);
    }
}
