//! Terms whose form shows that they can have only a few values: choices between constants, elements of
//! tables, and what is computed from them.

use std::collections::BTreeSet;

use crate::eval::apply;
use crate::store::Store;
use crate::term::{Node, TermId};

/// So many terms are looked at, shared ones each time they are met.
const EFFORT: u32 = 400;

impl Store {
    /// All values that a term can have, if there are at most `most` and its form shows it. Some of them
    /// may turn out to be impossible.
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
                    // Beyond its end it is 0.
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

    /// The operation on all combinations of what its operands can be.
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

    /// The terms whose sum a term is, as far as additions show; they may be many times the same.
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

/// The values, unless there are more than `most`: large tables are not gone through for nothing.
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
