//! Mod/ref summaries: the memory that instructions, calls and whole functions may write and read,
//! as sets of regions.
//!
//! Sets are shared: all accesses through pointers with the same points-to set have the same set of
//! regions, and all callers of a function share its summary.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::alias::Target;
use super::alias::bits::Bits;
use super::alias::elements::{Element, ElementId};
use super::externals::{Effect, Extent, effect_of};
use super::regions::Regions;
use super::{Aliasing, Edges, Object, Sccs};
use crate::{ArgClass, CallSite, ExternalId, Function, FunctionId, GlobalId, Inst, Program, Slot};

/// Kind of access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Write,
    Read,
    /// Read by an external that did not receive the address: memory of the world, variables of the
    /// library.
    Look,
}

/// The effects of a call of a function, including its callees.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    pub(super) writes: Arc<Bits>,
    pub(super) reads: Arc<Bits>,
}

/// Cache: the regions of a given length at a target.
type Known = HashMap<(Target, Option<u32>), Arc<Bits>>;

/// Cache: the regions that overlap places with their lengths.
type Overlapping = HashMap<Vec<(Element, u32)>, Arc<Bits>>;

/// The summaries of all functions.
#[derive(Debug, Default)]
pub(super) struct ModRef {
    pub(super) regions: Regions,
    functions: Vec<Footprint>,
    known: Mutex<Known>,
    overlapping: Mutex<Overlapping>,
    escaped: Arc<Bits>,
    /// External variables (`stdout`, `optind`), which any external may read.
    variables: Arc<Bits>,
    /// Memory that the world retains and may use whenever it runs: stream buffers, `putenv`.
    kept: Arc<Bits>,
}

impl ModRef {
    pub(super) fn new(program: &Program, aliasing: &Aliasing) -> ModRef {
        let regions = Regions::new(aliasing);
        let count = program.functions.len();
        let escaped = aliasing.escaped().iter().map(|place| regions.number(ElementId(place), None)).collect();
        // The world's memory points to itself, but it is not memory of the program.
        let given = aliasing.kept().iter().map(ElementId).filter(|&place| place != aliasing.world());
        let kept: Arc<Bits> = Arc::new(given.map(|place| regions.number(place, None)).collect());
        let variables = (0..program.globals.len() as u32)
            .filter(|&g| program.globals[g as usize].external)
            .filter_map(|g| aliasing.objects.find(Object::Global(GlobalId(g))))
            .flat_map(|object| aliasing.places_of(Target::Whole(object)))
            .map(|place| regions.number(place, None))
            .collect();
        let mut modref = ModRef {
            regions,
            functions: vec![Footprint::default(); count],
            known: Mutex::default(),
            overlapping: Mutex::default(),
            escaped: Arc::new(escaped),
            variables: Arc::new(variables),
            kept,
        };
        let pairs: Vec<(u32, u32)> = aliasing.calls().iter().map(|&((f, _), callee)| (f.0, callee.0)).collect();
        let calls = Edges::new(count, &pairs);
        let sccs = Sccs::new(&calls, |_| true);
        // Callees come first; mutually recursive functions share their summary.
        for component in 0..sccs.count() {
            let all = modref.summarise(program, aliasing, sccs.members(component), &calls);
            sccs.members(component).iter().for_each(|&f| modref.functions[f as usize] = all.clone());
        }
        modref
    }

    fn summarise(&self, program: &Program, aliasing: &Aliasing, members: &[u32], calls: &Edges) -> Footprint {
        let (mut writes, mut reads) = (Union::default(), Union::default());
        for &f in members {
            let id = FunctionId(f);
            for inst in 0..program.function(id).insts.len() as u32 {
                self.own(program, aliasing, id, inst, &mut |way, part| match way {
                    Way::Write => writes.add(part),
                    Way::Read | Way::Look => reads.add(part),
                });
            }
            for &callee in calls.of(f) {
                writes.add(&self.functions[callee as usize].writes);
                reads.add(&self.functions[callee as usize].reads);
            }
        }
        Footprint { writes: writes.done(), reads: reads.done() }
    }

    /// The effects of a call of `function`.
    pub(super) fn function(&self, function: FunctionId) -> &Footprint {
        &self.functions[function.0 as usize]
    }

    /// Visits the sets of regions that instruction `inst` may write and read, including its callees
    /// but not direct accesses of locals.
    pub(super) fn inst(
        &self,
        program: &Program,
        aliasing: &Aliasing,
        function: FunctionId,
        inst: u32,
        visit: &mut dyn FnMut(Way, &Arc<Bits>),
    ) {
        self.own(program, aliasing, function, inst, visit);
        for callee in aliasing.callees(function, inst) {
            visit(Way::Write, &self.function(callee).writes);
            visit(Way::Read, &self.function(callee).reads);
        }
    }

    /// The effects of an instruction without its callees and without direct accesses of locals.
    pub(super) fn own(
        &self,
        program: &Program,
        aliasing: &Aliasing,
        id: FunctionId,
        inst: u32,
        visit: &mut dyn FnMut(Way, &Arc<Bits>),
    ) {
        let function = program.function(id);
        let mut ask = Ask { modref: self, program, aliasing, id, visit };
        let constant = |slot: Slot| function.constants.get(slot as usize).and_then(|&v| u32::try_from(v).ok());
        match function.insts[inst as usize] {
            Inst::Store { bytes, addr, .. } | Inst::StoreWide { bytes, addr, .. } => {
                ask.through(Way::Write, addr, Some(u32::from(bytes)));
            }
            Inst::Load { bytes, addr, .. } | Inst::LoadWide { bytes, addr, .. } => {
                ask.through(Way::Read, addr, Some(u32::from(bytes)));
            }
            Inst::MemSet { dst, len, .. } => ask.through(Way::Write, dst, constant(len)),
            Inst::VaStart { list } => ask.through(Way::Write, list, Some(24)),
            Inst::VaCopy { dst, src } => {
                ask.through(Way::Write, dst, Some(24));
                ask.through(Way::Read, src, Some(24));
            }
            Inst::MemCopy { dst, src, len, .. } => {
                ask.through(Way::Write, dst, constant(len));
                ask.through(Way::Read, src, constant(len));
            }
            Inst::Call { site } => ask.call(inst, &function.calls[site as usize]),
            _ => {}
        }
    }

    /// The regions of `len` bytes at a target.
    fn regions_at(&self, aliasing: &Aliasing, target: Target, len: Option<u32>) -> Arc<Bits> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.entry((target, len)).or_insert_with(|| {
            Arc::new(aliasing.places_of(target).into_iter().map(|place| self.regions.number(place, len)).collect())
        });
        Arc::clone(found)
    }
}

impl ModRef {
    /// All regions that overlap one of the wanted places, cached because many instructions want the
    /// same.
    pub(super) fn overlapping(&self, wanted: &[(Element, u32)]) -> Arc<Bits> {
        let mut known = self.overlapping.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(wanted) {
            return Arc::clone(found);
        }
        let found = Arc::new(self.regions.overlapping(wanted));
        known.insert(wanted.to_vec(), Arc::clone(&found));
        found
    }
}

/// A query about one instruction.
struct Ask<'a, 'v> {
    modref: &'a ModRef,
    program: &'a Program,
    aliasing: &'a Aliasing,
    id: FunctionId,
    visit: &'v mut dyn FnMut(Way, &Arc<Bits>),
}

impl Ask<'_, '_> {
    fn at(&mut self, way: Way, target: Target, len: Option<u32>) {
        let regions = self.modref.regions_at(self.aliasing, target, len);
        (self.visit)(way, &regions);
    }

    fn through(&mut self, way: Way, slot: Slot, len: Option<u32>) {
        if let Some(target) = self.aliasing.target(self.id, slot) {
            self.at(way, target, len);
        }
    }

    fn call(&mut self, inst: u32, call: &CallSite) {
        // The initial contents of memory that the call allocates count as a definition.
        if let Some(object) = self.aliasing.objects.find(Object::Heap(self.id, inst)) {
            self.at(Way::Write, Target::Whole(object), None);
        }
        for arg in &call.args {
            if let ArgClass::ByVal { size, .. } = arg.class {
                self.through(Way::Read, arg.slot, Some(size));
            }
        }
        let externals: Vec<ExternalId> = self.aliasing.externals(self.id, inst).collect();
        for external in externals {
            self.at(Way::Write, Target::Place(self.aliasing.world()), None);
            self.at(Way::Look, Target::Place(self.aliasing.world()), None);
            (self.visit)(Way::Look, &self.modref.variables);
            (self.visit)(Way::Read, &self.modref.kept);
            (self.visit)(Way::Write, &self.modref.kept);
            match effect_of(&self.program.externals[external.0 as usize].name) {
                Some(effect) => {
                    self.effect(inst, call, effect);
                    if stores_counts(self.program, self.program.function(self.id), call) {
                        call.args.iter().for_each(|arg| self.through(Way::Write, arg.slot, Some(8)));
                    }
                }
                None => {
                    (self.visit)(Way::Write, &self.modref.escaped);
                    (self.visit)(Way::Read, &self.modref.escaped);
                }
            }
        }
    }

    fn effect(&mut self, inst: u32, call: &CallSite, effect: &Effect) {
        let function = self.program.function(self.id);
        for &(arg, extent) in effect.writes {
            let len = match extent {
                Extent::Bytes(len) => Some(len),
                Extent::Arg(at) => constant_arg(function, call, at),
                Extent::Rest => None,
                Extent::Pointees => {
                    let found = self.aliasing.deep(self.id, inst);
                    for target in found {
                        self.at(Way::Write, target, None);
                        self.at(Way::Read, target, None);
                    }
                    continue;
                }
            };
            if let Some(arg) = call.args.get(usize::from(arg)) {
                self.through(Way::Write, arg.slot, len);
            }
        }
        if let Some(first) = effect.writes_from {
            call.args.iter().skip(usize::from(first)).for_each(|arg| self.through(Way::Write, arg.slot, None));
        }
        for name in effect.sets {
            let named = self.program.globals.iter().position(|g| g.external && g.name == *name);
            let object = named.and_then(|at| self.aliasing.objects.find(Object::Global(GlobalId(at as u32))));
            object.into_iter().for_each(|object| self.at(Way::Write, Target::Whole(object), None));
        }
        let read = call.args.iter().enumerate().filter(|(at, _)| !effect.only_writes(*at));
        read.for_each(|(_, arg)| self.through(Way::Read, arg.slot, None));
    }
}

fn constant_arg(function: &Function, call: &CallSite, arg: u8) -> Option<u32> {
    let value = function.constants.get(call.args.get(usize::from(arg))?.slot as usize)?;
    u32::try_from(*value).ok()
}

/// Is one of the arguments a format with `%n`, by which `printf` stores a value?
fn stores_counts(program: &Program, function: &Function, call: &CallSite) -> bool {
    let texts = call.args.iter().filter_map(|arg| program.global_at(*function.constants.get(arg.slot as usize)?));
    let asks = |text: &[u8]| {
        ["%n", "%hn", "%hhn", "%ln", "%lln", "%jn", "%zn", "%tn"]
            .iter()
            .any(|directive| text.windows(directive.len()).any(|w| w == directive.as_bytes()))
    };
    texts.map(|id| &program.globals[id.0 as usize]).any(|global| global.constant && asks(&global.init))
}

/// A list of distinct shared sets.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    all: Vec<Arc<Bits>>,
}

impl Parts {
    pub(super) fn add(&mut self, part: &Arc<Bits>) {
        if !part.is_empty() && !self.all.iter().any(|known| Arc::ptr_eq(known, part)) {
            self.all.push(Arc::clone(part));
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Arc<Bits>> {
        self.all.iter()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn intersects(&self, other: &Bits) -> bool {
        self.all.iter().any(|part| part.intersects(other))
    }
}

/// The union of shared sets, each added once.
#[derive(Default)]
struct Union {
    all: Bits,
    added: Parts,
}

impl Union {
    fn add(&mut self, part: &Arc<Bits>) {
        let before = self.added.all.len();
        self.added.add(part);
        if self.added.all.len() > before {
            self.all.add_all(part);
        }
    }

    /// The union, shared with an equal part if there is one.
    fn done(self) -> Arc<Bits> {
        let same = self.added.all.iter().find(|part| ***part == self.all).cloned();
        same.unwrap_or_else(|| Arc::new(self.all))
    }
}
