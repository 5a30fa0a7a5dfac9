//! The nodes of slots. Most slots need none: they hold no pointer, the address of one known place,
//! or the contents of a local that behaves like a register.

use super::constraints::{Constraints, Node};
use super::elements::ElementId;
use crate::{FunctionId, LocalId, Program, Slot};

const NONE: u32 = u32::MAX;

/// The nodes of all slots, results and simple locals.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    starts: Vec<u32>,
    nodes: Vec<u32>,
    known: Vec<u32>,
    results: Vec<Vec<Node>>,
    /// Per function: the pointer-sized parts of its simple locals, sorted.
    parts: Vec<Vec<((LocalId, u32), Node)>>,
}

impl Slots {
    pub(super) fn new(program: &Program, constraints: &mut Constraints<'_>) -> Slots {
        let mut starts = Vec::with_capacity(program.functions.len());
        let mut next = 0;
        for function in &program.functions {
            starts.push(next);
            next += function.slots;
        }
        let results = program.functions.iter().map(|f| (0..f.returns).map(|_| constraints.node()).collect()).collect();
        let parts = vec![Vec::new(); program.functions.len()];
        Slots { starts, nodes: vec![NONE; next as usize], known: vec![NONE; next as usize], results, parts }
    }

    fn at(&self, function: FunctionId, slot: Slot) -> usize {
        (self.starts[function.0 as usize] + slot) as usize
    }

    /// Makes `slot` the address of a known place.
    pub(super) fn know(&mut self, function: FunctionId, slot: Slot, element: ElementId) {
        let at = self.at(function, slot);
        self.known[at] = element.0;
    }

    /// The single place that `slot` points to, if known.
    pub(super) fn known(&self, function: FunctionId, slot: Slot) -> Option<ElementId> {
        Some(self.known[self.at(function, slot)]).filter(|&e| e != NONE).map(ElementId)
    }

    /// The node of `slot`, if it was ever needed.
    pub(super) fn found(&self, function: FunctionId, slot: Slot) -> Option<Node> {
        Some(self.nodes[self.at(function, slot)]).filter(|&n| n != NONE)
    }

    /// The node of `slot`.
    pub(super) fn node(&mut self, constraints: &mut Constraints<'_>, function: FunctionId, slot: Slot) -> Node {
        let at = self.at(function, slot);
        if self.nodes[at] == NONE {
            self.nodes[at] = match self.known(function, slot) {
                Some(element) => constraints.pointer(element),
                None => constraints.node(),
            };
        }
        self.nodes[at]
    }

    /// Makes `node` represent `slot` if it has no node yet; otherwise returns the slot's own.
    pub(super) fn stand_for(&mut self, function: FunctionId, slot: Slot, node: Node) -> Option<Node> {
        let at = self.at(function, slot);
        if self.nodes[at] == NONE {
            self.nodes[at] = node;
            return None;
        }
        Some(self.nodes[at])
    }

    /// The nodes of a function's results.
    pub(super) fn results(&self, function: FunctionId) -> &[Node] {
        &self.results[function.0 as usize]
    }

    /// The node of a pointer-sized part of a simple local.
    pub(super) fn part(
        &mut self,
        constraints: &mut Constraints<'_>,
        function: FunctionId,
        local: LocalId,
        offset: u32,
    ) -> Node {
        let parts = &mut self.parts[function.0 as usize];
        match parts.binary_search_by_key(&(local, offset), |&(key, _)| key) {
            Ok(at) => parts[at].1,
            Err(at) => {
                let node = constraints.node();
                parts.insert(at, ((local, offset), node));
                node
            }
        }
    }
}
