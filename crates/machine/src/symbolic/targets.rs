//! The possible targets of a symbolic pointer, declared by the creator of the symbol, since the
//! machine knows no types.

use std::sync::Arc;

use whydunit_terms::{Node, TermId};

use super::Symbolic;
use crate::constraint::{ConstraintKind, Moment};
use crate::origin::Origin;
use crate::{Machine, Word};

/// Elements of an object that a pointer can point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// The address of the first.
    pub first: u64,
    /// Number of elements.
    pub count: u64,
    /// Distance between two elements.
    pub stride: u64,
}

impl Target {
    /// Does an element start at this address, or does an array of them end there?
    pub fn has(&self, address: u64) -> bool {
        let offset = address.wrapping_sub(self.first);
        offset <= self.last() && offset.is_multiple_of(self.stride.max(1))
    }

    /// The offset of the last valid pointer, which is the end for an array.
    fn last(&self) -> u64 {
        if self.count > 1 { self.count * self.stride } else { 0 }
    }
}

/// The possible targets of a pointer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// The objects. The null pointer is implicit.
    pub objects: Arc<[Target]>,
    /// Is the list complete, so that the pointer must point to one of them?
    pub complete: bool,
}

impl<W> Machine<W> {
    /// Declares the targets of the pointer that becomes the symbol of this number.
    pub fn point(&mut self, number: u64, targets: Targets) {
        self.core.symbolic.get_or_insert_default().targets.insert(number, targets);
    }

    /// The live objects of the heap, by address: start and size.
    pub fn heap_objects(&mut self) -> Vec<(u64, u64)> {
        crate::heap::live_objects(&mut self.core.memory)
    }
}

impl Symbolic {
    /// The targets of a symbol.
    pub(crate) fn targets_of(&self, symbol: TermId) -> Arc<[Target]> {
        let Node::Symbol(id) = self.store.node(symbol) else { return Arc::default() };
        match Origin::from_key(self.store.symbol_of(id).key) {
            Some(Origin::Value { number }) => self.targets.get(&number).map(|t| t.objects.clone()).unwrap_or_default(),
            _ => Arc::default(),
        }
    }

    /// Constrains the symbol of this number, if it is a pointer with a complete list of targets, to
    /// point to one of them, to its own value in the run, or nowhere.
    pub(crate) fn bound(&mut self, number: u64, symbol: Word, own: u64, at: Moment) {
        let Some(Targets { objects, complete: true }) = self.targets.get(&number).cloned() else { return };
        let Some(term) = TermId::from_raw(symbol.term).filter(|&t| self.store.width(t) == 64) else { return };
        let mut within = self.is_one_of(term, [0, own].into_iter());
        for target in objects.iter() {
            let here = self.points_into(term, target);
            within = self.store.or(within, here);
        }
        let holds = [0, own].contains(&symbol.bits) || objects.iter().any(|t| t.has(symbol.bits));
        self.decided(within, holds, ConstraintKind::Domain, at);
    }

    /// A one-bit term: does the pointer point into this target?
    fn points_into(&mut self, pointer: TermId, target: &Target) -> TermId {
        if target.count <= FEW {
            let last = if target.count > 1 { target.count } else { 0 };
            return self.is_one_of(pointer, (0..=last).map(|i| target.first + i * target.stride));
        }
        let store = &mut self.store;
        let (base, most) = (store.constant(64, target.first.into()), store.constant(64, target.last().into()));
        let offset = store.sub(pointer, base);
        let inside = store.ule(offset, most);
        let (stride, zero) = (store.constant(64, target.stride.into()), store.constant(64, 0));
        let rest = store.urem(offset, stride);
        let aligned = store.eq(rest, zero);
        store.and(inside, aligned)
    }
}

/// Arrays up to this length are enumerated.
const FEW: u64 = 8;
