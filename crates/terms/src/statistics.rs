//! Size and sharing of terms.

use crate::hash::PlainMap;
use crate::store::Store;
use crate::term::{Node, TermId};
use crate::walk::Walk;

/// Size and sharing of terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Distinct terms.
    pub terms: usize,
    /// Nodes without sharing (saturates at `u128::MAX`).
    pub tree_nodes: u128,
    /// Length of the longest path from a root to a leaf.
    pub depth: u32,
    /// Distinct symbols.
    pub symbols: usize,
    /// Distinct terms with float arithmetic of their own.
    pub float_terms: usize,
}

impl Statistics {
    /// The factor by which sharing reduces the size.
    pub fn sharing(&self) -> f64 {
        if self.terms == 0 { 1.0 } else { self.tree_nodes as f64 / self.terms as f64 }
    }
}

impl Store {
    /// Measures terms.
    pub fn statistics(&self, roots: impl IntoIterator<Item = TermId>) -> Statistics {
        let roots: Vec<TermId> = roots.into_iter().collect();
        let mut result = Statistics::default();
        let mut sizes: PlainMap<u32, (u128, u32)> = PlainMap::default();
        for t in Walk::new(self, roots.iter().copied()) {
            let node = self.node(t);
            result.terms += 1;
            result.symbols += usize::from(matches!(node, Node::Symbol(_)));
            result.float_terms += usize::from(node.is_float());
            let (mut nodes, mut depth) = (1_u128, 0);
            for operand in node.operands() {
                let (below, deep) = sizes[&operand.raw()];
                nodes = nodes.saturating_add(below);
                depth = depth.max(deep);
            }
            sizes.insert(t.raw(), (nodes, depth + 1));
        }
        for root in &roots {
            let (nodes, depth) = sizes[&root.raw()];
            result.tree_nodes = result.tree_nodes.saturating_add(nodes);
            result.depth = result.depth.max(depth);
        }
        result
    }
}
