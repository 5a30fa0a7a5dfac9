//! Solves the constraints by wave propagation in topological order (Pereira and Berlin), merging
//! cycles before each wave.

use super::bits::Bits;
use super::constraints::{Complex, Constraints, Copy, Node};
use super::elements::{ElementId, Step, gcd};
use super::sets::{SetId, Sets};
use crate::analysis::{Edges, Sccs};

/// Callback of the solver for indirect calls.
pub(super) trait Calls {
    /// Call number `call` may call the function at `element`.
    fn call(&mut self, constraints: &mut Constraints<'_>, call: u32, element: ElementId);
}

/// Limit on places of a copied set: beyond it, a copy does not distinguish fields.
const MANY: usize = 48;

impl Constraints<'_> {
    /// Grows all sets until they satisfy the constraints.
    pub(super) fn solve(&mut self, calls: &mut impl Calls) {
        self.settle();
        loop {
            let order = self.collapse();
            self.propagate(&order);
            self.settle();
            if !self.look_through(calls) && !self.grown.contains(&true) {
                break;
            }
            self.forget_sets();
        }
    }

    /// Merges the nodes of each cycle and returns the remaining ones in topological order. A cycle
    /// that advances a pointer yields any multiple of the advance: the loop iterates over an array.
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
                    // A clone renames objects, so the edge remains and is iterated to a fixed
                    // point.
                    Step::Clone(_) => {
                        edges.push((into, step));
                        multiple
                    }
                };
            }
        }
        let mut points = Sets::EMPTY;
        let mut complex = None;
        for &member in members {
            self.parent[member as usize] = into;
            points = self.sets.union(points, std::mem::take(&mut self.points[member as usize]));
            self.grown[member as usize] = false;
            if let Some(more) = self.complex.remove(&member) {
                complex = Some(join(complex, *more));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        self.edges[into as usize] = edges;
        self.modulus[into as usize] = multiple;
        if let Some(complex) = complex {
            self.complex.insert(into, Box::new(complex));
        }
        self.pour(points, into, Step::Same);
    }

    fn propagate(&mut self, order: &[Node]) {
        for &node in order {
            if !std::mem::replace(&mut self.grown[node as usize], false) {
                continue;
            }
            let set = self.points[node as usize];
            for at in 0..self.edges[node as usize].len() {
                let (to, step) = self.edges[node as usize][at];
                let to = self.find(to);
                self.pour(set, to, step);
            }
        }
    }

    /// Applies the constraints on memory behind pointers to all new members. Returns whether there
    /// were any.
    fn look_through(&mut self, calls: &mut impl Calls) -> bool {
        let mut waiting: Vec<Node> = Vec::new();
        #[allow(clippy::iter_over_hash_type)] // sorted below
        for (&node, complex) in &self.complex {
            if complex.done != self.points[node as usize] {
                waiting.push(node);
            }
        }
        waiting.sort_unstable();
        for &node in &waiting {
            let Some(mut complex) = self.complex.remove(&node) else { continue };
            let set = self.points[node as usize];
            let before = std::mem::replace(&mut complex.done, set);
            self.look_at(&complex, before, set, calls);
            // Calls linked in the meantime may have added constraints to this node.
            let complex = match self.complex.remove(&node) {
                Some(more) => join(Some(*complex), *more),
                None => *complex,
            };
            self.complex.insert(node, Box::new(complex));
            self.settle();
        }
        !waiting.is_empty()
    }

    /// Processes the members of `set` that are not in `before`.
    fn look_at(&mut self, complex: &Complex, before: SetId, set: SetId, calls: &mut impl Calls) {
        let news = self.sets.get(set).without(&self.sets.get(before));
        if !complex.loads.is_empty() {
            let read = self.all_read(before, set, &news);
            complex.loads.iter().for_each(|&to| self.edge(read, to, Step::Same));
        }
        if !complex.stores.is_empty() {
            let written = self.all_written(before, set, &news);
            complex.stores.iter().for_each(|&from| self.edge(from, written, Step::Same));
        }
        let many = self.sets.get(set).len() > MANY;
        for &(transfer, len) in &complex.takes {
            let (to, whole) = (self.exact(transfer, 0), self.anywhere(transfer));
            if many {
                let (from, to) = (self.read_anywhere(set), self.written(whole));
                to.into_iter().for_each(|to| self.edge(from, to, Step::Same));
            } else {
                news.iter().for_each(|from| self.copy(Copy { from: ElementId(from), len, to }));
            }
        }
        for &(transfer, len) in &complex.puts {
            let (from, whole) = (self.exact(transfer, 0), self.anywhere(transfer));
            if many {
                let (from, to) = (self.read(whole), self.written_anywhere(set));
                from.into_iter().for_each(|from| self.edge(from, to, Step::Same));
            } else {
                news.iter().for_each(|to| self.copy(Copy { from, len, to: ElementId(to) }));
            }
        }
        for &call in &complex.calls {
            news.iter().for_each(|element| calls.call(self, call, ElementId(element)));
        }
    }

    /// The node of all pointers read through a set of places, shared by all readers of the set.
    fn all_read(&mut self, before: SetId, set: SetId, news: &Bits) -> Node {
        if let Some(&node) = self.reads.get(&set) {
            return node;
        }
        let node = self.node();
        let known = self.reads.get(&before).copied().filter(|_| before != Sets::EMPTY);
        let rest = known.is_none().then(|| self.sets.get(set));
        if let Some(known) = known {
            self.edge(known, node, Step::Same);
        }
        for element in rest.as_deref().unwrap_or(news).iter() {
            if let Some(from) = self.read(ElementId(element)) {
                self.edge(from, node, Step::Same);
            }
        }
        self.reads.insert(set, node);
        node
    }

    /// The node of all pointers written through a set of places.
    fn all_written(&mut self, before: SetId, set: SetId, news: &Bits) -> Node {
        if let Some(&node) = self.writes.get(&set) {
            return node;
        }
        let node = self.node();
        let known = self.writes.get(&before).copied().filter(|_| before != Sets::EMPTY);
        let rest = known.is_none().then(|| self.sets.get(set));
        if let Some(known) = known {
            self.edge(node, known, Step::Same);
        }
        for element in rest.as_deref().unwrap_or(news).iter() {
            if let Some(to) = self.written(ElementId(element)) {
                self.edge(node, to, Step::Same);
            }
        }
        self.writes.insert(set, node);
        node
    }

    fn read_anywhere(&mut self, set: SetId) -> Node {
        let whole = self.stepped_set(set, Step::Anywhere);
        let members = self.sets.get(whole);
        self.all_read(Sets::EMPTY, whole, &members)
    }

    fn written_anywhere(&mut self, set: SetId) -> Node {
        let whole = self.stepped_set(set, Step::Anywhere);
        let members = self.sets.get(whole);
        self.all_written(Sets::EMPTY, whole, &members)
    }

    /// Drops unused sets once there are many.
    fn forget_sets(&mut self) {
        const WORTH_IT: usize = 50_000;
        if self.sets.len() < WORTH_IT {
            return;
        }
        let (points, complex) = (&mut self.points, &mut self.complex);
        let (reads, writes) = (&mut self.reads, &mut self.writes);
        let mut groups: Vec<(SetId, Node)> = Vec::new();
        let mut targets: Vec<(SetId, Node)> = Vec::new();
        groups.extend(reads.drain());
        targets.extend(writes.drain());
        groups.sort_unstable();
        targets.sort_unstable();
        self.sets.keep(|visit| {
            points.iter_mut().for_each(&mut *visit);
            groups.iter_mut().chain(&mut targets).for_each(|(set, _)| visit(set));
            #[allow(clippy::iter_over_hash_type)] // the order of sets is irrelevant
            complex.values_mut().for_each(|c| visit(&mut c.done));
        });
        reads.extend(groups);
        writes.extend(targets);
    }
}

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
    // Each side may have seen places that the other has not.
    if first.done != second.done {
        first.done = Sets::EMPTY;
    }
    first
}
