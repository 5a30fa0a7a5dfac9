//! The meaning of a symbolic address: elements of the objects that it can point to.
//!
//! The form of its term identifies the objects: a choice between pointers, a pointer loaded from a
//! table, a base with a symbolic offset. A pointer that is itself a symbol could point anywhere. It
//! is assumed to point to its object in this run, to the same member of a heap object of the same
//! size (as the nodes of a list have), or to the targets declared for the symbol
//! (`symbolic/targets.rs`).
//!
//! A few elements are read as a table over them and written by making each of them depend on the
//! address. More elements would make terms too hard for a solver, so the address is made concrete.

use std::sync::Arc;

use whydunit_terms::{Node, TermId};

use crate::Word;
use crate::constraint::{ConstraintKind, Moment};
use crate::heap::live_objects;
use crate::memory::{ADDRESSABLE, Memory};
use crate::symbolic::{Symbolic, Target};
use crate::window::{Window, stored_term};

/// Objects that extend further than this on either side are not read at a symbolic address.
const MAX_READ: u64 = 4096;
/// Limit on elements to read when some of them are symbolic: the term is a tree over all.
const MAX_SYMBOLIC: u64 = 256;
/// Limit on elements that a store at a symbolic address may modify.
const MAX_WRITTEN: u64 = 64;
/// Limit on objects that one address may point to.
const MAX_OBJECTS: usize = 64;

/// Classifies an address by the form of its term.
enum Shape {
    /// One of these values.
    Values(Vec<u64>),
    /// One of these bases plus a symbolic offset.
    Bases(Vec<u64>),
    /// A pointer symbol plus this offset; its targets, if known.
    Free(u64, Arc<[Target]>),
    /// A base plus an offset, or not recognised as a pointer.
    Other,
}

fn shape(symbolic: &Symbolic, address: TermId) -> Shape {
    let store = &symbolic.store;
    let words = |values: std::collections::BTreeSet<u128>| values.into_iter().map(|v| v as u64).collect::<Vec<_>>();
    if let Some(values) = store.few_values(address, MAX_OBJECTS) {
        return Shape::Values(words(values));
    }
    let (mut sums, mut rest) = (vec![0_u64], Vec::new());
    for summand in store.summands(address) {
        match store.few_values(summand, MAX_OBJECTS).filter(|v| v.len() * sums.len() <= MAX_OBJECTS) {
            Some(values) => {
                let values = words(values);
                sums = sums.iter().flat_map(|s| values.iter().map(|v| s.wrapping_add(*v))).collect();
            }
            None => rest.push(summand),
        }
    }
    match rest[..] {
        _ if sums.len() > 1 => Shape::Bases(sums),
        [symbol] if matches!(store.node(symbol), Node::Symbol(_)) => Shape::Free(sums[0], symbolic.targets_of(symbol)),
        _ => Shape::Other,
    }
}

/// The elements that an access of `bytes` at an address may refer to; `addr` is the address in this
/// run, and at most `most` elements belong to other objects that a symbol can point to. None when
/// the element at `addr` is not among them.
fn windows(
    symbolic: &Symbolic,
    memory: &mut Memory,
    (address, addr): (TermId, u64),
    bytes: u8,
    most: u64,
) -> Option<Vec<Window>> {
    let mut found: Vec<Window> = match shape(symbolic, address) {
        Shape::Values(values) => values.into_iter().filter_map(|v| Window::single(memory, v, bytes)).collect(),
        Shape::Bases(bases) => {
            let pointers = bases.into_iter().filter_map(|b| Window::around(memory, b, bytes, MAX_READ));
            pointers.collect()
        }
        Shape::Free(offset, targets) => {
            let mut found: Vec<Window> = alike(memory, addr).filter_map(|a| Window::single(memory, a, bytes)).collect();
            found.extend(pointed_to(memory, offset, &targets, bytes, most));
            found
        }
        Shape::Other => Vec::new(),
    };
    if !found.iter().any(|w| w.has(addr)) {
        found.insert(0, Window::around(memory, addr, bytes, MAX_READ)?);
    }
    found.sort_by_key(|w| (w.first, w.count));
    found.dedup();
    Some(found)
}

/// The elements at an offset from the targets of a pointer; empty when they exceed the limit.
fn pointed_to(memory: &mut Memory, offset: u64, targets: &[Target], bytes: u8, most: u64) -> Vec<Window> {
    let mut found = Vec::new();
    let mut count = 0;
    for target in targets {
        if target.stride == u64::from(bytes) && target.count > 1 {
            found.extend(Window::around(memory, target.first.wrapping_add(offset), bytes, MAX_READ));
        } else {
            let places = (0..target.count.min(most + 1)).map(|i| target.first.wrapping_add(i * target.stride + offset));
            found.extend(places.filter_map(|place| Window::single(memory, place, bytes)));
        }
        count = found.iter().map(|w: &Window| w.count).sum();
        if count > most {
            break;
        }
    }
    if count > most { Vec::new() } else { found }
}

/// The corresponding addresses in the live heap objects of the same size as the object at `addr`.
fn alike(memory: &mut Memory, addr: u64) -> impl Iterator<Item = u64> + use<> {
    let own = memory.run_around(addr, ADDRESSABLE, MAX_READ).unwrap_or((addr, addr));
    let objects = live_objects(memory);
    let same = objects.into_iter().filter(move |(start, size)| *start != own.0 && *size == own.1 - own.0);
    same.take(MAX_OBJECTS - 1).map(move |(start, _)| start + (addr - own.0))
}

/// Valid places for an access whose address is bad: the first and the last address of each place.
pub(crate) fn elsewhere(symbolic: &Symbolic, memory: &mut Memory, address: TermId, bytes: u8) -> Vec<(u64, u64)> {
    let size = u64::from(bytes);
    match shape(symbolic, address) {
        Shape::Values(values) => {
            values.into_iter().filter(|&v| memory.readable(v, size).is_ok()).map(|v| (v, v)).collect()
        }
        Shape::Bases(bases) => {
            let objects = bases.into_iter().filter_map(|b| memory.run_around(b, ADDRESSABLE, MAX_READ));
            objects.filter(|(low, high)| high - low >= size).map(|(low, high)| (low, high - size)).collect()
        }
        Shape::Free(offset, targets) => {
            let objects = live_objects(memory).into_iter().filter(|o| offset.saturating_add(size) <= o.1);
            let heap = objects.map(|(start, _)| (start, start));
            let rows = targets.iter().map(|t| (t.first, t.first + (t.count.max(1) - 1) * t.stride));
            let all = rows.chain(heap).map(|(first, last)| (first.wrapping_add(offset), last.wrapping_add(offset)));
            all.filter(|&(first, last)| first <= last && memory.readable(first, last - first + size).is_ok())
                .take(MAX_OBJECTS)
                .collect()
        }
        Shape::Other => Vec::new(),
    }
}

/// Adds to the path that the address refers to one of the windows. Returns per window the index of
/// the element and whether the address lies in this window.
fn choose(symbolic: &mut Symbolic, windows: &[Window], address: TermId, at: Moment) -> Vec<(TermId, TermId)> {
    if let [window] = windows {
        let (index, conditions) = window.index(symbolic, address);
        conditions.into_iter().for_each(|c| symbolic.assume(c, ConstraintKind::Address, at));
        return vec![(index, symbolic.store.bit(true))];
    }
    let mut any = symbolic.store.bit(false);
    let mut chosen = Vec::new();
    for window in windows {
        let (index, [inside, aligned]) = window.index(symbolic, address);
        let here = symbolic.store.and(inside, aligned);
        any = symbolic.store.or(any, here);
        chosen.push((index, here));
    }
    symbolic.assume(any, ConstraintKind::Address, at);
    chosen
}

/// Reads the value at an address, given as a term and its value in this run. When the address was
/// made concrete, the result is the term stored there, if any.
pub(crate) fn read(
    symbolic: &mut Symbolic,
    memory: &mut Memory,
    (address, addr): (TermId, u64),
    bytes: u8,
    at: Moment,
) -> Option<TermId> {
    let found = windows(symbolic, memory, (address, addr), bytes, MAX_SYMBOLIC / 2).filter(|all| {
        let elements: u64 = all.iter().map(|w| w.count).sum();
        let plain = all.iter().all(|w| !memory.has_terms(w.first, w.len()));
        elements <= MAX_SYMBOLIC || plain && elements * u64::from(bytes) <= 2 * MAX_READ
    });
    let Some(found) = found else {
        symbolic.pin(Word { bits: addr, undef: 0, term: address.raw() }, "address of a load", at);
        return stored_term(symbolic, memory, addr, bytes);
    };
    let chosen = choose(symbolic, &found, address, at);
    let mut value = None;
    for (window, (index, here)) in found.iter().zip(chosen).rev() {
        let element = window.read(symbolic, memory, index);
        value = Some(value.map_or(element, |other| symbolic.store.ite(here, element, other)));
    }
    value
}

/// Stores at an address. Returns false when the address must be made concrete, because it has too
/// many possible places or one of them is uninitialised.
pub(crate) fn write(
    symbolic: &mut Symbolic,
    memory: &mut Memory,
    (address, addr): (TermId, u64),
    bytes: u8,
    value: Word,
    at: Moment,
) -> bool {
    let found = windows(symbolic, memory, (address, addr), bytes, MAX_WRITTEN / 4).map(|mut all| {
        all.retain(|w| memory.writable(w.first, w.len()).is_ok());
        all
    });
    let fits =
        |all: &Vec<Window>| all.iter().map(|w| w.count).sum::<u64>() <= MAX_WRITTEN && all.iter().any(|w| w.has(addr));
    let Some(found) = found.filter(fits) else { return false };
    let chosen = choose(symbolic, &found, address, at);
    for (window, choice) in found.iter().zip(chosen) {
        window.write(symbolic, memory, choice, addr, value);
    }
    true
}
