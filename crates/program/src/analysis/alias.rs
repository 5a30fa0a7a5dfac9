//! Points-to sets and the targets of indirect calls.
//!
//! The analysis is inclusion-based (Andersen) and covers the whole program at once. It
//! distinguishes fields by offset, and elements of an array only by their field. It ignores
//! statement order and calling context, except that memory returned by an allocating function
//! belongs to the caller. It follows pointers through integers as far as additions, subtractions,
//! masks and shifts, and through memory as far as eight-byte accesses, block copies and
//! byte-by-byte copies. It assumes that indices stay in their array and accesses in their object.

mod allocators;
pub(super) mod bits;
mod constraints;
pub(super) mod elements;
mod generate;
mod initial;
mod link;
mod objects;
#[cfg(test)]
mod random_tests;
mod sets;
mod slots;
mod solve;
#[cfg(test)]
mod tests;

use self::allocators::Allocators;
use self::bits::Bits;
use self::constraints::Node;
use self::elements::{Element, ElementId, Elements};
use self::objects::Objects;
pub use self::objects::{Object, ObjectId};
use self::sets::{SetId, Sets};
use self::slots::Slots;
use super::{Returns, UseSite};
use crate::{Callee, ExternalId, Function, FunctionId, Inst, Program, Slot};

/// A possible target of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PointsTo {
    /// The object.
    pub object: Object,
    /// The offset in it, if unique.
    pub offset: Option<u32>,
}

/// The possible targets of a pointer, by number: equal numbers mean equal sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Target {
    /// One place.
    Place(ElementId),
    /// All of an object.
    Whole(ObjectId),
    /// A set of places.
    Set(SetId),
}

/// Points-to sets and call graph of a program.
#[derive(Clone, Debug)]
pub struct Aliasing {
    pub(super) objects: Objects,
    pub(super) elements: Elements,
    slots: Slots,
    parent: Vec<Node>,
    sets: Sets,
    points: Vec<SetId>,
    callees: Vec<((FunctionId, u32), FunctionId)>,
    callers: Vec<(FunctionId, UseSite)>,
    externals: Vec<((FunctionId, u32), ExternalId)>,
    allocators: Allocators,
    escaped: Bits,
    world: ElementId,
    /// Places that the world retains.
    kept: Bits,
    /// For an object that an allocating function returned to a caller: the function.
    cloned: Vec<(ObjectId, FunctionId)>,
    /// The targets of pointers that externals find in the memory passed to them, by call
    /// instruction.
    deep: Vec<((FunctionId, u32), Node)>,
}

impl Aliasing {
    /// Analyses the whole program.
    pub fn new(program: &Program, returns: &Returns) -> Aliasing {
        let (mut constraints, mut linker) = generate::generate(program, returns);
        constraints.solve(&mut linker);
        let at = |point: u32| {
            let point = &linker.points[point as usize];
            (point.caller, point.inst)
        };
        let mut callees: Vec<_> = linker.callees.iter().map(|&(point, f)| (at(point), f)).collect();
        let mut externals: Vec<_> = linker.externals.iter().map(|&(point, e)| (at(point), e)).collect();
        callees.sort_unstable();
        callees.dedup();
        let mut callers: Vec<_> =
            callees.iter().map(|&((function, inst), callee)| (callee, UseSite { function, inst })).collect();
        callers.sort_unstable();
        externals.sort_unstable();
        externals.dedup();
        let mut deep: Vec<_> = linker.deep.iter().map(|&(point, node)| (at(point), constraints.find(node))).collect();
        deep.sort_unstable();
        deep.dedup();
        let escaped = linker.escaped_node().map(|node| constraints.find(node));
        for node in 0..constraints.parent.len() as Node {
            constraints.parent[node as usize] = constraints.find(node);
        }
        let kept = linker.kept.map(|node| constraints.find(node));
        let mut cloned: Vec<_> = constraints.clones.iter().map(|clone| (clone.object, clone.function)).collect();
        cloned.sort_unstable();
        cloned.dedup();
        constraints.sets.keep(|visit| constraints.points.iter_mut().for_each(visit));
        let escaped = escaped.map(|node| constraints.sets.get(constraints.points[node as usize]));
        let kept = kept.map(|node| constraints.sets.get(constraints.points[node as usize]));
        Aliasing {
            kept: kept.map(|set| (*set).clone()).unwrap_or_default(),
            cloned,
            escaped: escaped.map(|set| (*set).clone()).unwrap_or_default(),
            sets: constraints.sets,
            objects: constraints.objects,
            elements: constraints.elements,
            slots: linker.slots,
            parent: constraints.parent,
            points: constraints.points,
            callers,
            callees,
            externals,
            allocators: linker.allocators,
            world: linker.world,
            deep,
        }
    }

    /// The possible targets of the pointer in `slot`, sorted.
    pub fn points_to(&self, function: FunctionId, slot: Slot) -> Vec<PointsTo> {
        let places = self.places(function, slot);
        let mut all: Vec<PointsTo> = places.into_iter().map(|place| self.describe(self.elements.get(place))).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn describe(&self, element: Element) -> PointsTo {
        let offset = (element.stride == 0).then_some(element.first).and_then(|at| u32::try_from(at).ok());
        PointsTo { object: self.objects.get(element.object), offset }
    }

    /// The places that the pointer in `slot` may point to.
    pub(super) fn places(&self, function: FunctionId, slot: Slot) -> Vec<ElementId> {
        self.target(function, slot).map(|target| self.places_of(target)).unwrap_or_default()
    }

    /// The targets of the pointer in `slot`; none when it is not a pointer.
    pub(super) fn target(&self, function: FunctionId, slot: Slot) -> Option<Target> {
        if let Some(place) = self.slots.known(function, slot) {
            return Some(Target::Place(place));
        }
        let node = self.slots.found(function, slot)?;
        Some(Target::Set(self.points[self.parent[node as usize] as usize]))
    }

    /// The places of a target.
    pub(super) fn places_of(&self, target: Target) -> Vec<ElementId> {
        match target {
            Target::Place(place) => vec![place],
            Target::Set(set) => self.sets.get(set).iter().map(ElementId).collect(),
            Target::Whole(object) => self.elements.of_object(object),
        }
    }

    /// The targets of the pointers that an external finds in the memory passed to it by a call.
    pub(super) fn deep(&self, caller: FunctionId, inst: u32) -> Vec<Target> {
        let first = self.deep.partition_point(|&(at, _)| at < (caller, inst));
        let here = self.deep[first..].iter().take_while(|&&(at, _)| at == (caller, inst));
        here.map(|&(_, node)| Target::Set(self.points[self.parent[node as usize] as usize])).collect()
    }

    /// The world's memory.
    pub(super) fn world(&self) -> ElementId {
        self.world
    }

    /// The functions that the call instruction `inst` of `caller` may call: directly, through a
    /// pointer or as a callback passed to an external.
    pub fn callees(&self, caller: FunctionId, inst: u32) -> impl Iterator<Item = FunctionId> + '_ {
        let first = self.callees.partition_point(|&(at, _)| at < (caller, inst));
        self.callees[first..].iter().take_while(move |&&(at, _)| at == (caller, inst)).map(|&(_, f)| f)
    }

    /// The externals that the call instruction `inst` of `caller` may call.
    pub fn externals(&self, caller: FunctionId, inst: u32) -> impl Iterator<Item = ExternalId> + '_ {
        let first = self.externals.partition_point(|&(at, _)| at < (caller, inst));
        self.externals[first..].iter().take_while(move |&&(at, _)| at == (caller, inst)).map(|&(_, e)| e)
    }

    /// The calls that may call `function`.
    pub fn callers(&self, function: FunctionId) -> impl Iterator<Item = UseSite> + '_ {
        let first = self.callers.partition_point(|&(callee, _)| callee < function);
        self.callers[first..].iter().take_while(move |&&(callee, _)| callee == function).map(|&(_, site)| site)
    }

    /// All calls of functions of the program: caller, call instruction, callee; sorted.
    pub fn calls(&self) -> &[((FunctionId, u32), FunctionId)] {
        &self.callees
    }

    /// Places that the world retains.
    pub(super) fn kept(&self) -> &Bits {
        &self.kept
    }

    /// The object and its counterparts inside the functions that allocated it: `xmalloc` writes to
    /// its own object before it returns it.
    pub(super) fn names_of(&self, object: ObjectId) -> Vec<ObjectId> {
        let mut names = vec![object];
        let mut at = 0;
        while let Some(&name) = names.get(at) {
            at += 1;
            let first = self.cloned.partition_point(|&(o, _)| o < name);
            let allocators = self.cloned[first..].iter().take_while(|&&(o, _)| o == name).map(|&(_, f)| f);
            for function in allocators {
                let inner = self.objects.allocated_by(function);
                let new: Vec<ObjectId> = inner.filter(|o| !names.contains(o)).collect();
                names.extend(new);
            }
        }
        names
    }

    /// Places that unknown functions may access.
    pub(super) fn escaped(&self) -> &Bits {
        &self.escaped
    }

    /// The abstract object of memory allocated at run time, given the call instructions on the
    /// stack, innermost (the call of `malloc`) first. An external's own allocations belong to the
    /// world.
    pub fn allocated_at(
        &self,
        program: &Program,
        stack: impl IntoIterator<Item = (FunctionId, u32)>,
    ) -> Option<Object> {
        let mut stack = stack.into_iter();
        let mut at = stack.next()?;
        for caller in stack {
            if !self.allocators.is(at.0) || !calls_directly(program.function(caller.0), caller.1, at.0) {
                break;
            }
            at = caller;
        }
        let object = Object::Heap(at.0, at.1);
        Some(if self.objects.find(object).is_some() { object } else { Object::World })
    }

    /// The final numbers of nodes, places and distinct sets.
    pub fn size(&self) -> [usize; 3] {
        [self.parent.len(), self.elements.len(), self.sets.len()]
    }
}

fn calls_directly(function: &Function, inst: u32, callee: FunctionId) -> bool {
    match function.insts.get(inst as usize) {
        Some(&Inst::Call { site }) => function.calls[site as usize].callee == Callee::Direct(callee),
        _ => false,
    }
}
