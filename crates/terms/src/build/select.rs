//! Reads at a symbolic index, from a constant table or an array of terms.

use whydunit_program::CastOp;

use crate::fold::low_mask;
use crate::store::Store;
use crate::term::{Node, TableId, TermId};

/// Up to this many symbolic elements in a constant array are encoded as exceptions to a table.
const EXCEPTIONS: usize = 4;

impl Store {
    /// The element of a table at an index of any width; 0 beyond its end.
    pub fn lookup(&mut self, table: TableId, index: TermId) -> TermId {
        let width = self.table_of(table).width;
        if let Some(at) = self.as_const(index) {
            let value = self.table_of(table).at(at);
            return self.constant(width, value);
        }
        if let Node::Cast(CastOp::ZExt, narrow) = self.node(index) {
            return self.lookup(table, narrow);
        }
        if let Some((cond, then, other)) = self.ite_of_constants(index) {
            let (then, other) = (self.lookup(table, then), self.lookup(table, other));
            return self.ite(cond, then, other);
        }
        if let Some(value) = self.only_value(table, index) {
            return self.constant(width, value);
        }
        self.intern(Node::Lookup { table, index }, width)
    }

    /// The common value of all reachable elements, if they agree.
    fn only_value(&self, table: TableId, index: TermId) -> Option<u128> {
        let table = self.table_of(table);
        let bits = u32::from(self.width(index) - self.leading_zeros(index));
        let reachable = low_mask(bits).saturating_add(1);
        let first = *table.values.first()?;
        let count = usize::try_from(reachable).unwrap_or(usize::MAX).min(table.values.len());
        let same = table.values[..count].iter().all(|&v| v == first);
        let inside = reachable <= table.values.len() as u128 || first == 0;
        (same && inside).then(|| u128::from(first))
    }

    /// `elements[index]`, all of one width; 0 beyond the end. Constant arrays become tables, others
    /// a tree over the bits of the index.
    pub fn select(&mut self, elements: &[TermId], index: TermId) -> TermId {
        // Elements beyond the range of the index are irrelevant (and their number would not fit).
        let reachable = low_mask(u32::from(self.width(index))).saturating_add(1);
        let elements = &elements[..usize::try_from(reachable).unwrap_or(usize::MAX).min(elements.len())];
        let width = elements.first().map_or(1, |&e| self.width(e));
        let zero = self.constant(width, 0);
        if let Some(at) = self.as_const(index) {
            return usize::try_from(at).ok().and_then(|at| elements.get(at).copied()).unwrap_or(zero);
        }
        let symbolic: Vec<usize> = (0..elements.len()).filter(|&i| self.as_const(elements[i]).is_none()).collect();
        if width > 64 || symbolic.len() > EXCEPTIONS {
            return self.select_tree(elements, index, zero);
        }
        let values: Vec<u64> = elements.iter().map(|&e| self.as_const(e).unwrap_or(0) as u64).collect();
        let table = self.table(width, &values);
        let mut result = self.lookup(table, index);
        for at in symbolic {
            let here = self.constant(self.width(index), at as u128);
            let here = self.eq(index, here);
            result = self.ite(here, elements[at], result);
        }
        result
    }

    /// Builds the tree level by level over the bits of the index, lowest first.
    fn select_tree(&mut self, elements: &[TermId], index: TermId, zero: TermId) -> TermId {
        let bits = self.width(index);
        let mut row = elements.to_vec();
        let mut bit = 0;
        while row.len() > 1 {
            let odd = if bit < bits { self.extract(index, bit, 1) } else { self.bit(false) };
            row = row
                .chunks(2)
                .map(|pair| {
                    let above = pair.get(1).copied().unwrap_or(zero);
                    self.ite(odd, above, pair[0])
                })
                .collect();
            bit += 1;
        }
        let chosen = row.first().copied().unwrap_or(zero);
        if bit >= bits {
            return chosen;
        }
        let rest = self.extract(index, bit, bits - bit);
        let none = self.constant(bits - bit, 0);
        let inside = self.eq(rest, none);
        self.ite(inside, chosen, zero)
    }
}
