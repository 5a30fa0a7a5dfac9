//! Solving the constraints: waves of propagation in topological order (Pereira and Berlin), with
//! cycles collapsed before each wave.

use super::bits::Bits;
use super::constraints::{Constraints, Copy, Node};
use super::elements::{ElementId, Step, gcd};
use crate::analysis::{Edges, Sccs};

/// What the solver asks of those who know about calls.
pub(super) trait Calls {
    /// Call number `call` may call what lies at `element`.
    fn call(&mut self, constraints: &mut Constraints<'_>, call: u32, element: ElementId);
}

impl Constraints<'_> {
    /// Grows all sets until they satisfy the constraints.
    pub(super) fn solve(&mut self, calls: &mut impl Calls) {
        self.settle();
        loop {
            let order = self.collapse();
            self.propagate(&order);
            self.settle();
            if !self.look_through(calls) && self.delta.iter().all(Bits::is_empty) {
                break;
            }
        }
    }

    /// Merges the nodes of each cycle; gives the remaining ones in topological order. A cycle on which
    /// a pointer is advanced leaves it at any multiple of the advance: that is a walk over an array.
    fn collapse(&mut self) -> Vec<Node> {
        let nodes = self.parent.len();
        let mut pairs = Vec::new();
        for node in 0..nodes as Node {
            if self.parent[node as usize] != node {
                continue;
            }
            let mut edges = std::mem::take(&mut self.edges[node as usize]);
            edges.iter_mut().for_each(|(to, _)| *to = self.find(*to));
            edges.sort_unstable();
            edges.dedup();
            edges.retain(|&(to, step)| to != node || step != Step::Same);
            pairs.extend(edges.iter().map(|&(to, _)| (node, to)));
            self.edges[node as usize] = edges;
        }
        let graph = Edges::new(nodes, &pairs);
        let sccs = Sccs::new(&graph, |node| self.parent[node as usize] == node);
        let mut order = Vec::with_capacity(sccs.count() as usize);
        for component in (0..sccs.count()).rev() {
            let members = sccs.members(component);
            let first = members.iter().copied().min().unwrap_or_default();
            if members.len() > 1 || self.advances_itself(first) {
                self.merge(first, members, &sccs, component);
            }
            order.push(first);
        }
        order
    }

    /// Does an edge of `node` lead back to itself with an advance?
    fn advances_itself(&self, node: Node) -> bool {
        self.edges[node as usize].iter().any(|&(to, step)| to == node && !matches!(step, Step::Clone(_)))
    }

    fn merge(&mut self, into: Node, members: &[Node], sccs: &Sccs, component: u32) {
        let mut multiple = 0;
        let mut edges = Vec::new();
        for &member in members {
            multiple = gcd(multiple, self.modulus[member as usize]);
            for (to, step) in std::mem::take(&mut self.edges[member as usize]) {
                if sccs.of(to) != component {
                    edges.push((to, step));
                    continue;
                }
                multiple = match step {
                    Step::Same => multiple,
                    Step::Shift(by) => gcd(multiple, by.unsigned_abs()),
                    Step::Index(scale) => gcd(multiple, scale),
                    Step::Anywhere => 1,
                    // A clone renames objects; the cycle stays, walked until nothing changes.
                    Step::Clone(_) => {
                        edges.push((into, step));
                        multiple
                    }
                };
            }
        }
        let mut points = Bits::default();
        let mut complex = None;
        for &member in members {
            self.parent[member as usize] = into;
            points.add_all(&std::mem::take(&mut self.points[member as usize]));
            self.delta[member as usize] = Bits::default();
            if let Some(more) = self.complex.remove(&member) {
                complex = Some(join(complex, *more));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        self.edges[into as usize] = edges;
        self.modulus[into as usize] = multiple;
        if let Some(mut complex) = complex {
            complex.pending.add_all(&points);
            self.complex.insert(into, Box::new(complex));
        }
        self.pour(&points, into, Step::Same);
    }

    fn propagate(&mut self, order: &[Node]) {
        for &node in order {
            let delta = std::mem::take(&mut self.delta[node as usize]);
            if delta.is_empty() {
                continue;
            }
            if let Some(complex) = self.complex.get_mut(&node) {
                complex.pending.add_all(&delta);
            }
            for at in 0..self.edges[node as usize].len() {
                let (to, step) = self.edges[node as usize][at];
                let to = self.find(to);
                self.pour(&delta, to, step);
            }
        }
    }

    /// Applies the constraints that look through pointers to what is new; was there anything?
    fn look_through(&mut self, calls: &mut impl Calls) -> bool {
        let mut waiting: Vec<Node> = Vec::new();
        #[allow(clippy::iter_over_hash_type)] // sorted below
        for (&node, complex) in &self.complex {
            if !complex.pending.is_empty() {
                waiting.push(node);
            }
        }
        waiting.sort_unstable();
        for &node in &waiting {
            let Some(mut complex) = self.complex.remove(&node) else { continue };
            let pending = std::mem::take(&mut complex.pending);
            for element in pending.iter() {
                self.look_at(ElementId(element), &complex, calls);
            }
            // Calls linked meanwhile may have put constraints on this very node.
            let complex = match self.complex.remove(&node) {
                Some(more) => join(Some(*complex), *more),
                None => *complex,
            };
            self.complex.insert(node, Box::new(complex));
            self.settle();
        }
        !waiting.is_empty()
    }

    fn look_at(&mut self, element: ElementId, complex: &super::constraints::Complex, calls: &mut impl Calls) {
        if !complex.loads.is_empty()
            && let Some(read) = self.read(element)
        {
            complex.loads.iter().for_each(|&to| self.edge(read, to, Step::Same));
        }
        if !complex.stores.is_empty()
            && let Some(written) = self.written(element)
        {
            complex.stores.iter().for_each(|&from| self.edge(from, written, Step::Same));
        }
        for &(transfer, len) in &complex.takes {
            let to = self.exact(transfer, 0);
            self.copy(Copy { from: element, len, to });
        }
        for &(transfer, len) in &complex.puts {
            let from = self.exact(transfer, 0);
            self.copy(Copy { from, len, to: element });
        }
        complex.calls.iter().for_each(|&call| calls.call(self, call, element));
    }
}

type Complex = super::constraints::Complex;

fn join(first: Option<Complex>, second: Complex) -> Complex {
    let Some(mut first) = first else { return second };
    first.loads.extend(second.loads);
    first.stores.extend(second.stores);
    first.takes.extend(second.takes);
    first.puts.extend(second.puts);
    first.calls.extend(second.calls);
    [&mut first.loads, &mut first.stores, &mut first.calls].into_iter().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    first.pending.add_all(&second.pending);
    first
}
