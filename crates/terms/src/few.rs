//! Finds the possible values of terms whose form allows only a few: choices between constants,
//! elements of tables, and operations on them.

use std::collections::BTreeSet;

use crate::eval::apply;
use crate::store::Store;
use crate::term::{Node, TermId};

/// Limit on visited terms, counting shared ones at each visit.
const EFFORT: u32 = 400;

impl Store {
    /// A superset of the values that a term can have, if its form limits them to at most `most`.
    pub fn few_values(&self, term: TermId, most: usize) -> Option<BTreeSet<u128>> {
        self.few(term, most, &mut { EFFORT })
    }

    fn few(&self, term: TermId, most: usize, left: &mut u32) -> Option<BTreeSet<u128>> {
        let node = self.node(term);
        let bit = || (self.width(term) == 1 && most >= 2).then(|| BTreeSet::from([0, 1]));
        *left = left.checked_sub(1)?;
        let values = match node {
            Node::Symbol(_) => return bit(),
            Node::Ite { then, other, .. } => {
                let mut values = self.few(then, most, left)?;
                values.extend(self.few(other, most, left)?);
                values
            }
            Node::Lookup { table, index } => {
                let table = self.table_of(table);
                match self.few(index, most, left) {
                    Some(few) => few.into_iter().map(|i| table.at(i)).collect(),
                    // An index beyond the end yields 0.
                    None => distinct(table.values.iter().map(|&v| u128::from(v)).chain([0]), most)?,
                }
            }
            _ => match self.computed(term, node, most, left) {
                Some(values) => values,
                None => return bit(),
            },
        };
        (values.len() <= most).then_some(values)
    }

    /// Applies the operation to all combinations of the operands' values.
    fn computed(&self, term: TermId, node: Node, most: usize, left: &mut u32) -> Option<BTreeSet<u128>> {
        let mut combinations = vec![[0; 3]];
        for (i, operand) in node.operands().enumerate() {
            let values = self.few(operand, most, left)?;
            let each = |combination: &[u128; 3]| {
                let mut next = *combination;
                values
                    .iter()
                    .map(move |&value| {
                        next[i] = value;
                        next
                    })
                    .collect::<Vec<_>>()
            };
            combinations = combinations.iter().flat_map(each).collect();
            if combinations.len() > most * most {
                return None;
            }
        }
        distinct(combinations.into_iter().map(|values| apply(self, term, node, values, |_| 0)), most)
    }

    /// The operands of nested additions in a term. One operand may occur several times.
    pub fn summands(&self, term: TermId) -> Vec<TermId> {
        let (mut found, mut todo) = (Vec::new(), vec![term]);
        while let Some(t) = todo.pop() {
            match self.node(t) {
                Node::Bin(whydunit_program::BinOp::Add, a, b) if found.len() + todo.len() < 32 => todo.extend([b, a]),
                _ => found.push(t),
            }
        }
        found
    }
}

/// The distinct values, or none as soon as there are more than `most`, so that large tables are not
/// scanned.
fn distinct(values: impl Iterator<Item = u128>, most: usize) -> Option<BTreeSet<u128>> {
    let mut found = BTreeSet::new();
    for value in values {
        found.insert(value);
        if found.len() > most {
            return None;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_between_constants_are_few() {
        let mut s = Store::new();
        let (x, y) = (s.symbol("x", 1, 1), s.symbol("y", 2, 64));
        let (a, b, eight) = (s.constant(64, 0x1000), s.constant(64, 0x2000), s.constant(64, 8));
        let choice = s.ite(x, a, b);
        let field = s.add(choice, eight);
        assert_eq!(s.few_values(field, 4), Some(BTreeSet::from([0x1008, 0x2008])));
        assert_eq!(s.few_values(field, 1), None);
        let free = s.add(choice, y);
        assert_eq!(s.few_values(free, 100), None);
        assert!(s.summands(free).contains(&y));
        let table = s.table(64, &[0x3000, 0x4000, 0x3000]);
        let pointer = s.lookup(table, y);
        assert_eq!(s.few_values(pointer, 4), Some(BTreeSet::from([0, 0x3000, 0x4000])));
        let less = s.ult(y, eight);
        let extended = s.zext(less, 64);
        assert_eq!(s.few_values(extended, 4), Some(BTreeSet::from([0, 1])));
    }
}
