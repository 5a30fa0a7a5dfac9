//! Places inside abstract objects, as pointers represent them: a constant offset, or all offsets at
//! a fixed stride inside an array.

use std::collections::HashMap;

use super::objects::{ObjectId, Objects};
use crate::Program;

/// A place, by its number in [`Elements`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::analysis) struct ElementId(pub(in crate::analysis) u32);

/// Addresses inside an object: `first`, or with a stride every address in `start..end` that differs
/// from `first` by a multiple of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::analysis) struct Element {
    pub(in crate::analysis) object: ObjectId,
    pub(in crate::analysis) first: i32,
    /// 0: exactly `first`.
    pub(in crate::analysis) stride: u32,
    pub(in crate::analysis) start: u32,
    pub(in crate::analysis) end: u32,
}

/// A change of a pointer along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::analysis) enum Step {
    /// No change.
    Same,
    /// A constant is added.
    Shift(i32),
    /// A multiple of a constant is added.
    Index(u32),
    /// The result may point anywhere in its object.
    Anywhere,
    /// The pointer leaves an allocating function: the function's object becomes the caller's, named
    /// by the number of a clone.
    Clone(u32),
}

impl Element {
    pub(in crate::analysis) fn exact(object: ObjectId, first: i32) -> Element {
        Element { object, first, stride: 0, start: 0, end: 0 }
    }

    pub(in crate::analysis) fn anywhere(object: ObjectId) -> Element {
        Element { object, first: 0, stride: 1, start: 0, end: u32::MAX }
    }

    fn strided(object: ObjectId, at: i64, stride: u32, window: Option<(u32, u32)>) -> Element {
        let (start, end) = window.unwrap_or((0, u32::MAX));
        let first = i64::from(start) + (at - i64::from(start)).rem_euclid(i64::from(stride));
        Element { object, first: i32::try_from(first).unwrap_or(i32::MAX), stride, start, end }
    }

    fn window(&self) -> Option<(u32, u32)> {
        ((self.start, self.end) != (0, u32::MAX)).then_some((self.start, self.end))
    }

    /// May an access of `len` bytes here and one of `other_len` bytes at `other` overlap? Assumes
    /// that indices stay in their array.
    pub(in crate::analysis) fn overlaps(&self, len: u32, other: &Element, other_len: u32) -> bool {
        let hull = |e: &Element, n: u32| match e.stride {
            0 => (i64::from(e.first), i64::from(e.first) + i64::from(n)),
            _ => (i64::from(e.start), i64::from(if n == u32::MAX { n } else { e.end })),
        };
        let ((a, a_end), (b, b_end)) = (hull(self, len), hull(other, other_len));
        if self.object != other.object || a >= b_end || b >= a_end {
            return false;
        }
        let period = gcd(self.stride, other.stride);
        if period == 0 || len == u32::MAX || other_len == u32::MAX {
            return true;
        }
        let apart = (i64::from(other.first) - i64::from(self.first)).rem_euclid(i64::from(period)) as u32;
        apart < len || period - apart < other_len
    }
}

pub(in crate::analysis) fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// All places that pointers may reach.
#[derive(Clone, Debug, Default)]
pub(in crate::analysis) struct Elements {
    all: Vec<Element>,
    numbers: HashMap<Element, ElementId>,
    /// Number of places of each object.
    counts: Vec<u32>,
}

impl Elements {
    /// Limit on places per object: beyond it, the object is used like an array, and further places
    /// count as anywhere.
    const MAX_PLACES: u32 = 256;
    /// Limit on offsets in an object of unknown size; larger ones count as anywhere.
    const MAX_OFFSET: i32 = 1 << 16;
    /// How far a pointer may lie before its object (arrays counted from one).
    const MAX_UNDERRUN: i32 = 64;

    pub(in crate::analysis) fn get(&self, id: ElementId) -> Element {
        self.all[id.0 as usize]
    }

    pub(in crate::analysis) fn len(&self) -> usize {
        self.all.len()
    }

    /// All places of an object.
    pub(in crate::analysis) fn of_object(&self, object: ObjectId) -> Vec<ElementId> {
        let all = self.all.iter().enumerate().filter(|(_, e)| e.object == object);
        all.map(|(at, _)| ElementId(at as u32)).collect()
    }

    /// The number of a place; none when it is too far outside its object.
    pub(in crate::analysis) fn number(&mut self, objects: &Objects, element: Element) -> Option<ElementId> {
        let element = normal(objects, element)?;
        Some(self.number_normal(element))
    }

    /// The number of the place that stands for all of an object.
    pub(in crate::analysis) fn anywhere(&mut self, object: ObjectId) -> ElementId {
        self.number_normal(Element::anywhere(object))
    }

    fn number_normal(&mut self, element: Element) -> ElementId {
        if let Some(&id) = self.numbers.get(&element) {
            return id;
        }
        let object = element.object.0 as usize;
        if self.counts.len() <= object {
            self.counts.resize(object + 1, 0);
        }
        let whole = Element::anywhere(element.object);
        if self.counts[object] >= Self::MAX_PLACES && element != whole {
            return self.number_normal(whole);
        }
        self.counts[object] += 1;
        let id = ElementId(self.all.len() as u32);
        self.all.push(element);
        self.numbers.insert(element, id);
        id
    }

    /// The target of a pointer to `id` after a step other than a clone.
    pub(in crate::analysis) fn step(
        &mut self,
        program: &Program,
        objects: &Objects,
        id: ElementId,
        step: Step,
    ) -> Option<ElementId> {
        let e = self.get(id);
        let moved = match step {
            Step::Same | Step::Clone(_) => return Some(id),
            Step::Anywhere => Element::anywhere(e.object),
            Step::Shift(by) => shift(e, by),
            Step::Index(0) => return Some(id),
            Step::Index(scale) if e.stride == 0 => {
                let window =
                    u32::try_from(e.first).ok().and_then(|at| objects.array_around(program, e.object, at, scale));
                Element::strided(e.object, i64::from(e.first), scale, window)
            }
            Step::Index(scale) => Element::strided(e.object, i64::from(e.first), gcd(e.stride, scale), e.window()),
        };
        self.number(objects, moved)
    }

    /// The destination of the bytes at `cell` when a copy goes from `from` to `to`.
    pub(in crate::analysis) fn translate(
        &mut self,
        objects: &Objects,
        cell: ElementId,
        from: ElementId,
        to: ElementId,
    ) -> Option<ElementId> {
        let (cell, from, to) = (self.get(cell), self.get(from), self.get(to));
        let at = i64::from(to.first) + i64::from(cell.first) - i64::from(from.first);
        let stride = gcd(gcd(cell.stride, from.stride), to.stride);
        let moved = match stride {
            0 => Element::exact(to.object, i32::try_from(at).ok()?),
            _ => Element::strided(to.object, at, stride, None),
        };
        self.number(objects, moved)
    }
}

fn shift(e: Element, by: i32) -> Element {
    let at = i64::from(e.first) + i64::from(by);
    if e.stride == 0 {
        return i32::try_from(at).map_or(Element::anywhere(e.object), |first| Element::exact(e.object, first));
    }
    // Within one element the bounds of the array still hold; beyond it they do not.
    let inside = at >= i64::from(e.start) && at < i64::from(e.start) + i64::from(e.stride);
    Element::strided(e.object, at, e.stride, e.window().filter(|_| inside))
}

/// Normalises a place: code has only one place, and a stride as long as the object has no effect.
fn normal(objects: &Objects, e: Element) -> Option<Element> {
    if objects.is_code(e.object) {
        return Some(Element::exact(e.object, 0));
    }
    let Some(size) = objects.size(e.object).map(|size| i32::try_from(size).unwrap_or(i32::MAX)) else {
        let far = e.stride == 0 && (e.first > Elements::MAX_OFFSET || e.first < -Elements::MAX_OFFSET);
        let whole = far || (e.stride == 1 && e.window().is_none());
        return Some(if whole { Element::anywhere(e.object) } else { e });
    };
    match e.stride {
        0 => (e.first <= size && e.first >= -Elements::MAX_UNDERRUN).then_some(e),
        1 if e.window().is_none() => Some(Element::anywhere(e.object)),
        // Only one of the addresses is inside the object.
        stride if i64::from(stride) >= i64::from(size) && e.window().is_none() => {
            (e.first <= size).then_some(Element::exact(e.object, e.first))
        }
        _ => Some(e),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_agrees_with_listing_addresses() {
        let o = ObjectId(0);
        let mut places: Vec<Element> = (0..24).map(|at| Element::exact(o, at)).collect();
        for stride in [1, 4, 6, 8, 16] {
            for at in 0..stride {
                places.push(Element::strided(o, i64::from(at), stride, None));
                places.push(Element::strided(o, i64::from(at) + 8, stride, Some((8, 32))));
            }
        }
        let addresses = |e: &Element| -> Vec<u32> {
            match e.stride {
                0 => vec![e.first as u32],
                s => (e.first as u32..e.end.min(96)).step_by(s as usize).collect(),
            }
        };
        for a in &places {
            for b in &places {
                for (n, m) in [(1, 1), (4, 8), (8, 8)] {
                    // Only accesses that stay inside their window.
                    let fits = |e: &Element, at: u32, len: u32| e.stride == 0 || e.end == u32::MAX || at + len <= e.end;
                    let touch = addresses(a).iter().any(|&x| {
                        addresses(b).iter().any(|&y| fits(a, x, n) && fits(b, y, m) && x < y + m && y < x + n)
                    });
                    assert!(!touch || a.overlaps(n, b, m), "{a:?} {n} {b:?} {m}");
                    assert_eq!(a.overlaps(n, b, m), b.overlaps(m, a, n));
                }
            }
        }
        let (a, b) = (Element::strided(o, 0, 16, None), Element::strided(o, 8, 16, None));
        assert!(!a.overlaps(8, &b, 8), "fields of an array of structures stay apart");
    }
}
