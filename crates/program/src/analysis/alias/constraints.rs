//! The inclusion constraints between pointers, and their current sets.
//!
//! A node represents a slot or the pointers in a part of memory. A place in memory has two nodes:
//! one for the pointers *written* there, and one for those *read* there, which includes every
//! written place that overlaps it. So two fields stay distinct although a third pointer reads both.

use std::collections::{HashMap, HashSet};

use super::elements::{Element, ElementId, Elements, Step};
use super::objects::{Object, ObjectId, Objects};
use super::sets::{SetId, Sets};
use crate::{FunctionId, Program};

pub(super) type Node = u32;

/// Size of a pointer in bytes.
pub(super) const POINTER: u32 = 8;

/// Constraints on the memory behind the pointers of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Complex {
    /// Nodes that receive the pointers read from that memory.
    pub(super) loads: Vec<Node>,
    /// Nodes whose pointers are written to that memory.
    pub(super) stores: Vec<Node>,
    /// Transfers that read from that memory.
    pub(super) takes: Vec<(ObjectId, u32)>,
    /// Transfers that write to that memory.
    pub(super) puts: Vec<(ObjectId, u32)>,
    /// Calls, by number, through these pointers.
    pub(super) calls: Vec<u32>,
    /// The places already processed.
    pub(super) done: SetId,
}

/// A copy of memory: `len` bytes from `from` to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Copy {
    pub(super) from: ElementId,
    pub(super) len: u32,
    pub(super) to: ElementId,
}

/// The places of one object where pointers are written and read.
#[derive(Clone, Debug, Default)]
struct Contents {
    written: Vec<ElementId>,
    read: Vec<ElementId>,
    copies: Vec<Copy>,
}

/// An allocating function as seen by one of its callers.
#[derive(Clone, Copy, Debug)]
pub(super) struct CloneOf {
    pub(super) function: FunctionId,
    pub(super) object: ObjectId,
}

/// Constraints and sets.
pub(super) struct Constraints<'p> {
    pub(super) program: &'p Program,
    pub(super) objects: Objects,
    pub(super) elements: Elements,
    pub(super) parent: Vec<Node>,
    pub(super) sets: Sets,
    pub(super) points: Vec<SetId>,
    /// Did the node's set grow since it was last propagated?
    pub(super) grown: Vec<bool>,
    pub(super) edges: Vec<Vec<(Node, Step)>>,
    /// Pointers of this node may also be at any multiple of this distance (0: no).
    pub(super) modulus: Vec<u32>,
    pub(super) complex: HashMap<Node, Box<Complex>>,
    pub(super) clones: Vec<CloneOf>,
    /// Nodes for all pointers read, and all written, through a set of places.
    pub(super) reads: HashMap<SetId, Node>,
    pub(super) writes: HashMap<SetId, Node>,
    known_edges: HashSet<(Node, Node, Step)>,
    known_copies: HashSet<Copy>,
    steps: HashMap<(ElementId, Step), Option<ElementId>>,
    written: HashMap<ElementId, Node>,
    read: HashMap<ElementId, Node>,
    contents: Vec<Contents>,
    new_written: Vec<ElementId>,
}

impl<'p> Constraints<'p> {
    pub(super) fn new(program: &'p Program) -> Constraints<'p> {
        Constraints {
            program,
            objects: Objects::default(),
            elements: Elements::default(),
            parent: Vec::new(),
            sets: Sets::new(),
            points: Vec::new(),
            grown: Vec::new(),
            edges: Vec::new(),
            modulus: Vec::new(),
            complex: HashMap::new(),
            clones: Vec::new(),
            reads: HashMap::new(),
            writes: HashMap::new(),
            known_edges: HashSet::new(),
            known_copies: HashSet::new(),
            steps: HashMap::new(),
            written: HashMap::new(),
            read: HashMap::new(),
            contents: Vec::new(),
            new_written: Vec::new(),
        }
    }

    /// A new node without pointers.
    pub(super) fn node(&mut self) -> Node {
        let node = self.parent.len() as Node;
        self.parent.push(node);
        self.points.push(Sets::EMPTY);
        self.grown.push(false);
        self.edges.push(Vec::new());
        self.modulus.push(0);
        node
    }

    /// A new node with one pointer.
    pub(super) fn pointer(&mut self, to: ElementId) -> Node {
        let node = self.node();
        self.add(node, to);
        node
    }

    /// The representative of `node`, after cycles were merged.
    pub(super) fn find(&mut self, mut node: Node) -> Node {
        while self.parent[node as usize] != node {
            let up = self.parent[self.parent[node as usize] as usize];
            self.parent[node as usize] = up;
            node = up;
        }
        node
    }

    pub(super) fn object(&mut self, object: Object) -> ObjectId {
        let id = self.objects.number(self.program, object);
        if self.contents.len() <= id.0 as usize {
            self.contents.resize_with(id.0 as usize + 1, Contents::default);
        }
        id
    }

    /// The place at an offset of an object; too far outside it, any place in the object.
    pub(super) fn exact(&mut self, object: ObjectId, offset: u32) -> ElementId {
        let offset = i32::try_from(offset).unwrap_or(i32::MAX);
        let place = self.elements.number(&self.objects, Element::exact(object, offset));
        place.unwrap_or_else(|| self.elements.anywhere(object))
    }

    pub(super) fn anywhere(&mut self, object: ObjectId) -> ElementId {
        self.elements.anywhere(object)
    }

    pub(super) fn complex(&mut self, node: Node) -> &mut Complex {
        let node = self.find(node);
        let complex = self.complex.entry(node).or_default();
        // A new constraint must see all earlier pointers, too. Processing them twice is harmless.
        complex.done = Sets::EMPTY;
        complex
    }

    /// Adds a pointer to a node.
    pub(super) fn add(&mut self, node: Node, element: ElementId) {
        let node = self.find(node);
        let one = self.sets.with(Sets::EMPTY, element.0);
        self.pour(one, node, Step::Same);
    }

    /// Includes the pointers of `from` in `to`, after a step.
    pub(super) fn edge(&mut self, from: Node, to: Node, step: Step) {
        let (from, to) = (self.find(from), self.find(to));
        if (from == to && step == Step::Same) || !self.known_edges.insert((from, to, step)) {
            return;
        }
        self.edges[from as usize].push((to, step));
        self.pour(self.points[from as usize], to, step);
    }

    /// Adds `set` to the node `to`, after a step.
    pub(super) fn pour(&mut self, set: SetId, to: Node, step: Step) {
        let mut set = self.stepped_set(set, step);
        if self.modulus[to as usize] != 0 {
            set = self.stepped_set(set, Step::Index(self.modulus[to as usize]));
        }
        let all = self.sets.union(self.points[to as usize], set);
        if all != self.points[to as usize] {
            self.points[to as usize] = all;
            self.grown[to as usize] = true;
        }
    }

    pub(super) fn stepped_set(&mut self, set: SetId, step: Step) -> SetId {
        if step == Step::Same || set == Sets::EMPTY {
            return set;
        }
        if let Some(known) = self.sets.stepped(set, step) {
            return known;
        }
        let members = self.sets.get(set);
        let moved = members.iter().filter_map(|element| self.stepped(ElementId(element), step)).map(|e| e.0).collect();
        let moved = self.sets.number(moved);
        self.sets.note_step(set, step, moved);
        moved
    }

    fn stepped(&mut self, element: ElementId, step: Step) -> Option<ElementId> {
        if let Some(&moved) = self.steps.get(&(element, step)) {
            return moved;
        }
        let moved = match step {
            Step::Clone(number) => self.cloned(element, number),
            _ => self.elements.step(self.program, &self.objects, element, step),
        };
        self.steps.insert((element, step), moved);
        moved
    }

    /// Renames an allocating function's object to the caller's, along with its contents.
    fn cloned(&mut self, element: ElementId, number: u32) -> Option<ElementId> {
        let clone = self.clones[number as usize];
        let place = self.elements.get(element);
        if self.objects.allocator(place.object) != Some(clone.function) || place.object == clone.object {
            return Some(element);
        }
        let (from, to) = (self.exact(place.object, 0), self.exact(clone.object, 0));
        self.copy(Copy { from, len: u32::MAX, to });
        self.elements.number(&self.objects, Element { object: clone.object, ..place })
    }

    fn is_memory(&self, element: ElementId) -> bool {
        !self.objects.is_code(self.elements.get(element).object)
    }

    /// Does a pointer fit at this place?
    fn holds_pointer(&self, element: ElementId) -> bool {
        let place = self.elements.get(element);
        let first = if place.stride == 0 { place.first } else { 0 };
        let fits = |size: u32| first >= 0 && first as u32 + POINTER <= size;
        self.is_memory(element) && self.objects.size(place.object).is_none_or(fits)
    }

    /// The node of the pointers written at a place; none where no pointer fits.
    pub(super) fn written(&mut self, element: ElementId) -> Option<Node> {
        if let Some(&node) = self.written.get(&element) {
            return Some(node);
        }
        if !self.holds_pointer(element) {
            return None;
        }
        let node = self.node();
        self.written.insert(element, node);
        self.new_written.push(element);
        Some(node)
    }

    /// The node of the pointers read at a place; none where no pointer fits.
    pub(super) fn read(&mut self, element: ElementId) -> Option<Node> {
        if let Some(&node) = self.read.get(&element) {
            return Some(node);
        }
        if !self.holds_pointer(element) {
            return None;
        }
        let node = self.node();
        self.read.insert(element, node);
        let place = self.elements.get(element);
        let object = place.object.0 as usize;
        self.contents[object].read.push(element);
        for at in 0..self.contents[object].written.len() {
            let other = self.contents[object].written[at];
            if self.elements.get(other).overlaps(POINTER, &place, POINTER) {
                self.edge(self.written[&other], node, Step::Same);
            }
        }
        Some(node)
    }

    /// Registers a copy of memory.
    pub(super) fn copy(&mut self, copy: Copy) {
        if !self.is_memory(copy.from) || !self.is_memory(copy.to) || !self.known_copies.insert(copy) {
            return;
        }
        let object = self.elements.get(copy.from).object.0 as usize;
        self.contents[object].copies.push(copy);
        for at in 0..self.contents[object].written.len() {
            self.carry(self.contents[object].written[at], copy);
        }
    }

    /// Connects a written place with its copy.
    fn carry(&mut self, place: ElementId, copy: Copy) {
        let from = self.elements.get(copy.from);
        if !self.elements.get(place).overlaps(POINTER, &from, copy.len) {
            return;
        }
        let Some(to) = self.elements.translate(&self.objects, place, copy.from, copy.to) else { return };
        if let (Some(from), Some(to)) = (self.written(place), self.written(to)) {
            self.edge(from, to, Step::Same);
        }
    }

    /// Connects newly written places with the readers and copies that they affect.
    pub(super) fn settle(&mut self) {
        while let Some(element) = self.new_written.pop() {
            let place = self.elements.get(element);
            let object = place.object.0 as usize;
            let node = self.written[&element];
            self.contents[object].written.push(element);
            for at in 0..self.contents[object].read.len() {
                let other = self.contents[object].read[at];
                if place.overlaps(POINTER, &self.elements.get(other), POINTER) {
                    self.edge(node, self.read[&other], Step::Same);
                }
            }
            for at in 0..self.contents[object].copies.len() {
                self.carry(element, self.contents[object].copies[at]);
            }
        }
    }
}
