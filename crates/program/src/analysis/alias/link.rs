//! Calls: arguments to parameters, results back, and the effects of externals on pointers.

use std::collections::HashSet;

use super::allocators::{Allocators, sole_size};
use super::constraints::{CloneOf, Constraints, Node};
use super::elements::{ElementId, Step};
use super::objects::{Object, ObjectId};
use super::slots::Slots;
use super::solve::Calls;
use crate::analysis::externals::{Effect, Extent, FRESH, From, To, effect_of};
use crate::{ArgClass, CallSite, Callee, ExternalId, FunctionId, Param, Program};

/// A call site.
#[derive(Clone, Debug)]
pub(super) struct CallPoint {
    pub(super) caller: FunctionId,
    /// The call instruction.
    pub(super) inst: u32,
    pub(super) site: u32,
    /// For a callback by an external: the pointers that it passes.
    pub(super) args: Option<Vec<Node>>,
}

/// Links calls.
pub(super) struct Linker {
    pub(super) slots: Slots,
    pub(super) points: Vec<CallPoint>,
    /// Callees by call site.
    pub(super) callees: Vec<(u32, FunctionId)>,
    pub(super) externals: Vec<(u32, ExternalId)>,
    pub(super) allocators: Allocators,
    pub(super) world: ElementId,
    /// Nodes of the pointers that externals find in the memory passed to them, by call.
    pub(super) deep: Vec<(u32, Node)>,
    /// Pointers that the world retains.
    pub(super) kept: Option<Node>,
    /// Pointers that unknown functions have access to.
    escaped: Option<Node>,
    linked: HashSet<(u32, ElementId)>,
    transfers: u32,
}

impl Calls for Linker {
    fn call(&mut self, constraints: &mut Constraints<'_>, call: u32, element: ElementId) {
        self.reach(constraints, call, element);
    }
}

impl Linker {
    pub(super) fn new(program: &Program, constraints: &mut Constraints<'_>, slots: Slots) -> Linker {
        let object = constraints.object(Object::World);
        let world = constraints.anywhere(object);
        // Pointers in the world's memory may point to the world.
        if let Some(node) = constraints.written(world) {
            constraints.add(node, world);
        }
        let kept = constraints.read(world);
        Linker {
            slots,
            kept,
            points: Vec::new(),
            callees: Vec::new(),
            externals: Vec::new(),
            allocators: Allocators::new(program),
            world,
            deep: Vec::new(),
            escaped: None,
            linked: HashSet::new(),
            transfers: 0,
        }
    }

    pub(super) fn add(&mut self, point: CallPoint) -> u32 {
        self.points.push(point);
        self.points.len() as u32 - 1
    }

    /// Adds the function at `place` as a target of a call.
    pub(super) fn reach(&mut self, constraints: &mut Constraints<'_>, point: u32, place: ElementId) {
        if !self.linked.insert((point, place)) {
            return;
        }
        match constraints.objects.get(constraints.elements.get(place).object) {
            Object::Function(id) => self.link(constraints, point, id),
            Object::External(id) => self.external(constraints, point, id),
            _ => {}
        }
    }

    fn site<'p>(&self, program: &'p Program, point: u32) -> &'p CallSite {
        let at = &self.points[point as usize];
        &program.function(at.caller).calls[at.site as usize]
    }

    /// The node of argument `arg`, also for a callback.
    fn arg(&mut self, constraints: &mut Constraints<'_>, point: u32, arg: usize) -> Option<Node> {
        if let Some(args) = &self.points[point as usize].args {
            return args.get(arg).copied();
        }
        let slot = self.site(constraints.program, point).args.get(arg)?.slot;
        let caller = self.points[point as usize].caller;
        Some(self.slots.node(constraints, caller, slot))
    }

    /// Connects a call with a function of the program.
    pub(super) fn link(&mut self, constraints: &mut Constraints<'_>, point: u32, callee: FunctionId) {
        self.callees.push((point, callee));
        let program = constraints.program;
        let function = program.function(callee);
        let backwards = self.points[point as usize].args.is_some();
        let count = self.points[point as usize].args.as_ref().map_or(self.site(program, point).args.len(), Vec::len);
        for at in 0..count {
            match function.params.get(at) {
                Some(&param) => self.pass(constraints, point, at, callee, param),
                None if function.variadic => self.pass_on(constraints, point, at, callee),
                None => {}
            }
        }
        if backwards {
            return;
        }
        let (caller, site) = (self.points[point as usize].caller, self.site(program, point));
        let step = self.result_step(constraints, point, callee);
        for at in 0..usize::from(site.returns) {
            let Some(&from) = self.slots.results(callee).get(at) else { break };
            let to = self.slots.node(constraints, caller, site.dst + at as u32);
            constraints.edge(from, to, step);
        }
    }

    /// Memory returned by an allocating function belongs to the function that calls it by name.
    fn result_step(&mut self, constraints: &mut Constraints<'_>, point: u32, callee: FunctionId) -> Step {
        let at = &self.points[point as usize];
        let (caller, inst) = (at.caller, at.inst);
        let direct = matches!(self.site(constraints.program, point).callee, Callee::Direct(_));
        if !direct || !self.allocators.is(callee) {
            return Step::Same;
        }
        let object = self.allocation(constraints, caller, inst);
        constraints.clones.push(CloneOf { function: callee, object });
        Step::Clone(constraints.clones.len() as u32 - 1)
    }

    /// The object that a call allocates.
    fn allocation(&mut self, constraints: &mut Constraints<'_>, caller: FunctionId, inst: u32) -> ObjectId {
        let object = constraints.object(Object::Heap(caller, inst));
        if self.allocators.is(caller) {
            constraints.objects.set_allocator(object, caller);
        }
        object
    }

    fn pass(&mut self, constraints: &mut Constraints<'_>, point: u32, at: usize, callee: FunctionId, param: Param) {
        let Some(from) = self.arg(constraints, point, at) else { return };
        if let (Some(_), ArgClass::ByVal { size, .. }) = (param.copy, param.class) {
            let to = self.slots.node(constraints, callee, param.slot);
            return self.transfer(constraints, to, from, Some(size));
        }
        let caller = self.points[point as usize].caller;
        let args = self.points[point as usize].args.is_none().then(|| self.site(constraints.program, point).args[at]);
        let slots = args.map_or(1, |arg| arg.class.slots().min(param.class.slots()));
        for n in 0..slots {
            let from = args.map_or(from, |arg| self.slots.node(constraints, caller, arg.slot + n));
            let to = self.slots.node(constraints, callee, param.slot + n);
            constraints.edge(from, to, Step::Same);
        }
    }

    /// Passes a variable argument.
    fn pass_on(&mut self, constraints: &mut Constraints<'_>, point: u32, at: usize, callee: FunctionId) {
        let Some(from) = self.arg(constraints, point, at) else { return };
        let object = constraints.object(Object::VarArgs(callee));
        let place = constraints.anywhere(object);
        if self.points[point as usize].args.is_none()
            && let ArgClass::ByVal { size, .. } = self.site(constraints.program, point).args[at].class
        {
            let to = constraints.pointer(place);
            self.transfer(constraints, to, from, Some(size));
        } else if let Some(to) = constraints.written(place) {
            constraints.edge(from, to, Step::Same);
        }
    }

    /// Copies memory from the target of `src` to the target of `dst`.
    pub(super) fn transfer(&mut self, constraints: &mut Constraints<'_>, dst: Node, src: Node, len: Option<u32>) {
        let object = constraints.object(Object::Transfer(self.transfers));
        self.transfers += 1;
        if let Some(len) = len {
            constraints.objects.set_size(object, len);
        }
        let len = len.unwrap_or(u32::MAX);
        constraints.complex(src).takes.push((object, len));
        constraints.complex(dst).puts.push((object, len));
    }

    /// Connects a call with an external.
    pub(super) fn external(&mut self, constraints: &mut Constraints<'_>, point: u32, id: ExternalId) {
        self.externals.push((point, id));
        let name = &constraints.program.externals[id.0 as usize].name;
        match effect_of(name) {
            Some(effect) => self.apply(constraints, point, effect, name),
            None => self.escape(constraints, point),
        }
    }

    fn apply(&mut self, constraints: &mut Constraints<'_>, point: u32, effect: &Effect, name: &str) {
        for &(to, from) in effect.flows {
            if let Some(source) = self.source(constraints, point, from, name) {
                self.deliver(constraints, point, to, source);
            }
        }
        for &(to, from) in effect.copies {
            let to = match to {
                FRESH => self.source(constraints, point, From::Fresh, name),
                arg => self.arg(constraints, point, usize::from(arg)),
            };
            if let (Some(to), Some(from)) = (to, self.arg(constraints, point, usize::from(from))) {
                self.transfer(constraints, to, from, None);
            }
        }
        for &(arg, extent) in effect.writes {
            if extent == Extent::Pointees
                && let Some(node) = self.source(constraints, point, From::Pointees(arg), name)
            {
                self.deep.push((point, node));
            }
        }
        for &(function, args) in effect.calls {
            let Some(function) = self.source(constraints, point, function, name) else { continue };
            let args = args
                .iter()
                .map(|&from| self.source(constraints, point, from, name).unwrap_or_else(|| constraints.node()));
            let args = Some(args.collect());
            let CallPoint { caller, inst, site, .. } = self.points[point as usize];
            let back = self.add(CallPoint { caller, inst, site, args });
            constraints.complex(function).calls.push(back);
        }
    }

    /// A node that holds the pointers an external takes from a source.
    fn source(&mut self, constraints: &mut Constraints<'_>, point: u32, from: From, name: &str) -> Option<Node> {
        match from {
            From::Arg(at) => self.arg(constraints, point, usize::from(at)),
            From::Inside(at) => {
                let arg = self.arg(constraints, point, usize::from(at))?;
                let inside = constraints.node();
                constraints.edge(arg, inside, Step::Anywhere);
                Some(inside)
            }
            From::Pointees(_) | From::Kept => {
                let inside = match from {
                    From::Pointees(at) => self.source(constraints, point, From::Inside(at), name)?,
                    _ => constraints.pointer(self.world),
                };
                let found = constraints.node();
                constraints.complex(inside).loads.push(found);
                Some(found)
            }
            From::Within(at) => {
                let found = self.source(constraints, point, From::Pointees(at), name)?;
                let within = constraints.node();
                constraints.edge(found, within, Step::Anywhere);
                Some(within)
            }
            From::World => Some(constraints.pointer(self.world)),
            From::Fresh => {
                let CallPoint { caller, inst, .. } = self.points[point as usize];
                let object = self.allocation(constraints, caller, inst);
                let site = self.site(constraints.program, point);
                if let Some(size) = sole_size(constraints.program.function(caller), site, name) {
                    constraints.objects.set_size(object, size);
                }
                let place = constraints.exact(object, 0);
                Some(constraints.pointer(place))
            }
        }
    }

    fn deliver(&mut self, constraints: &mut Constraints<'_>, point: u32, to: To, source: Node) {
        let to = match to {
            To::Result if self.points[point as usize].args.is_some() => None,
            To::Result => {
                let (caller, site) = (self.points[point as usize].caller, self.site(constraints.program, point));
                (site.returns > 0).then(|| self.slots.node(constraints, caller, site.dst))
            }
            To::At(arg) => {
                if let Some(arg) = self.arg(constraints, point, usize::from(arg)) {
                    constraints.complex(arg).stores.push(source);
                }
                None
            }
            To::Somewhere(arg) => {
                if let Some(inside) = self.arg(constraints, point, usize::from(arg)) {
                    let anywhere = constraints.node();
                    constraints.edge(inside, anywhere, Step::Anywhere);
                    constraints.complex(anywhere).stores.push(source);
                }
                None
            }
            To::World => constraints.written(self.world),
            To::Global(name) => {
                let globals = &constraints.program.globals;
                let id = globals.iter().position(|g| g.name == name).map(|at| crate::GlobalId(at as u32));
                id.and_then(|id| {
                    let object = constraints.object(Object::Global(id));
                    let place = constraints.anywhere(object);
                    constraints.written(place)
                })
            }
        };
        if let Some(to) = to {
            constraints.edge(source, to, Step::Same);
        }
    }

    /// A call of an unknown function: it may read, write and call everything reachable from its
    /// arguments, now and whenever it runs again.
    fn escape(&mut self, constraints: &mut Constraints<'_>, point: u32) {
        let escaped = self.escaped(constraints, point);
        let count = self.points[point as usize]
            .args
            .as_ref()
            .map_or(self.site(constraints.program, point).args.len(), Vec::len);
        for at in 0..count {
            if let Some(arg) = self.arg(constraints, point, at) {
                constraints.edge(arg, escaped, Step::Anywhere);
            }
        }
        self.deliver(constraints, point, To::Result, escaped);
    }

    fn escaped(&mut self, constraints: &mut Constraints<'_>, point: u32) -> Node {
        if let Some(node) = self.escaped {
            return node;
        }
        let node = constraints.pointer(self.world);
        self.escaped = Some(node);
        constraints.complex(node).loads.push(node);
        constraints.complex(node).stores.push(node);
        // Unknown functions may pass any arguments; eight of them are tracked.
        let CallPoint { caller, inst, site, .. } = self.points[point as usize];
        let back = self.add(CallPoint { caller, inst, site, args: Some(vec![node; 8]) });
        constraints.complex(node).calls.push(back);
        node
    }

    /// Pointers that unknown functions have access to, if there are such functions.
    pub(super) fn escaped_node(&self) -> Option<Node> {
        self.escaped
    }
}
