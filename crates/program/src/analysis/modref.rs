//! What instructions, calls and whole functions may write and read, as sets of regions.

use std::collections::HashMap;
use std::sync::Arc;

use super::alias::Target;
use super::alias::bits::Bits;
use super::externals::{Effect, Extent, effect_of};
use super::regions::Regions;
use super::{Aliasing, Edges, Object, Sccs};
use crate::{CallSite, ExternalId, Function, FunctionId, Inst, Program, Slot};

/// Written and read regions.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    pub(super) writes: Bits,
    pub(super) reads: Bits,
}

impl Footprint {
    pub(super) fn add(&mut self, other: &Footprint) {
        self.writes.add_all(&other.writes);
        self.reads.add_all(&other.reads);
    }
}

/// The summaries of all functions, calls inside them included.
#[derive(Clone, Debug, Default)]
pub(super) struct ModRef {
    pub(super) regions: Regions,
    functions: Vec<Arc<Footprint>>,
}

impl ModRef {
    pub(super) fn new(program: &Program, aliasing: &Aliasing) -> ModRef {
        let regions = Regions::new(aliasing);
        let count = program.functions.len();
        let pairs: Vec<(u32, u32)> = aliasing.calls().iter().map(|&((f, _), callee)| (f.0, callee.0)).collect();
        let calls = Edges::new(count, &pairs);
        let sccs = Sccs::new(&calls, |_| true);
        let mut modref = ModRef { regions, functions: vec![Arc::default(); count] };
        let mut look = Look::new(program, aliasing);
        // Callees come first; functions that call each other share their summary.
        for component in 0..sccs.count() {
            let mut all = Footprint::default();
            for &f in sccs.members(component) {
                let id = FunctionId(f);
                for inst in 0..program.function(id).insts.len() as u32 {
                    look.inst(&modref.regions, id, inst, &mut all);
                }
                calls.of(f).iter().for_each(|&callee| all.add(&modref.functions[callee as usize]));
            }
            let all = Arc::new(all);
            sccs.members(component).iter().for_each(|&f| modref.functions[f as usize] = Arc::clone(&all));
        }
        modref
    }

    /// What a call of `function` may do.
    pub(super) fn function(&self, function: FunctionId) -> &Footprint {
        &self.functions[function.0 as usize]
    }

    /// What instruction `inst` may do, callees included, direct accesses of locals not.
    pub(super) fn inst(&self, look: &mut Look<'_>, function: FunctionId, inst: u32) -> Footprint {
        let mut all = Footprint::default();
        look.inst(&self.regions, function, inst, &mut all);
        look.aliasing.callees(function, inst).for_each(|callee| all.add(self.function(callee)));
        all
    }
}

/// Finds the regions of single instructions; remembers those of sets of pointers.
pub(super) struct Look<'a> {
    program: &'a Program,
    aliasing: &'a Aliasing,
    known: HashMap<(Target, Option<u32>), Arc<Bits>>,
}

impl<'a> Look<'a> {
    pub(super) fn new(program: &'a Program, aliasing: &'a Aliasing) -> Look<'a> {
        Look { program, aliasing, known: HashMap::new() }
    }

    /// The regions of `len` bytes where a pointer may point.
    fn regions(&mut self, regions: &Regions, target: Target, len: Option<u32>) -> Arc<Bits> {
        let aliasing = self.aliasing;
        let found = self.known.entry((target, len)).or_insert_with(|| {
            Arc::new(aliasing.places_of(target).into_iter().map(|place| regions.number(place, len)).collect())
        });
        Arc::clone(found)
    }

    fn through(&mut self, regions: &Regions, function: FunctionId, slot: Slot, len: Option<u32>) -> Arc<Bits> {
        match self.aliasing.target(function, slot) {
            Some(target) => self.regions(regions, target, len),
            None => Arc::default(),
        }
    }

    /// Adds what an instruction may do by itself: not its callees, not direct accesses of locals.
    fn inst(&mut self, regions: &Regions, id: FunctionId, inst: u32, all: &mut Footprint) {
        let function = self.program.function(id);
        let constant = |slot: Slot| function.constants.get(slot as usize).and_then(|&v| u32::try_from(v).ok());
        let mut write = |slot, len| all.writes.add_all(&self.through(regions, id, slot, len));
        match function.insts[inst as usize] {
            Inst::Store { bytes, addr, .. } | Inst::StoreWide { bytes, addr, .. } => {
                write(addr, Some(u32::from(bytes)))
            }
            Inst::MemSet { dst, len, .. } => write(dst, constant(len)),
            Inst::VaStart { list } => write(list, Some(24)),
            Inst::VaCopy { dst, src } => {
                write(dst, Some(24));
                all.reads.add_all(&self.through(regions, id, src, Some(24)));
            }
            Inst::MemCopy { dst, src, len, .. } => {
                write(dst, constant(len));
                all.reads.add_all(&self.through(regions, id, src, constant(len)));
            }
            Inst::Load { bytes, addr, .. } | Inst::LoadWide { bytes, addr, .. } => {
                all.reads.add_all(&self.through(regions, id, addr, Some(u32::from(bytes))));
            }
            Inst::Call { site } => self.call(regions, id, inst, &function.calls[site as usize], all),
            _ => {}
        }
    }

    fn call(&mut self, regions: &Regions, id: FunctionId, inst: u32, call: &CallSite, all: &mut Footprint) {
        // Memory that the call allocates begins with what it finds there: that is a definition.
        if let Some(object) = self.aliasing.objects.find(Object::Heap(id, inst)) {
            all.writes.add_all(&self.regions(regions, Target::Whole(object), None));
        }
        let externals: Vec<ExternalId> = self.aliasing.externals(id, inst).collect();
        for external in externals {
            all.writes.add_all(&self.regions(regions, Target::Place(self.aliasing.world()), None));
            match effect_of(&self.program.externals[external.0 as usize].name) {
                Some(effect) => self.effect(regions, id, inst, call, effect, all),
                None => {
                    let escaped = self.aliasing.escaped().iter().map(super::alias::elements::ElementId);
                    let escaped: Bits = escaped.map(|place| regions.number(place, None)).collect();
                    all.writes.add_all(&escaped);
                    all.reads.add_all(&escaped);
                }
            }
        }
    }

    fn effect(
        &mut self,
        regions: &Regions,
        id: FunctionId,
        inst: u32,
        call: &CallSite,
        effect: &Effect,
        all: &mut Footprint,
    ) {
        let function = self.program.function(id);
        for &(arg, extent) in effect.writes {
            let len = match extent {
                Extent::Bytes(len) => Some(len),
                Extent::Arg(at) => constant_arg(function, call, at),
                Extent::Rest => None,
                Extent::Pointees => {
                    for target in self.aliasing.deep(id, inst) {
                        all.writes.add_all(&self.regions(regions, target, None));
                    }
                    continue;
                }
            };
            if let Some(arg) = call.args.get(usize::from(arg)) {
                all.writes.add_all(&self.through(regions, id, arg.slot, len));
            }
        }
        if let Some(first) = effect.writes_from {
            for arg in call.args.iter().skip(usize::from(first)) {
                all.writes.add_all(&self.through(regions, id, arg.slot, None));
            }
        }
        for arg in &call.args {
            all.reads.add_all(&self.through(regions, id, arg.slot, None));
        }
    }
}

fn constant_arg(function: &Function, call: &CallSite, arg: u8) -> Option<u32> {
    let value = function.constants.get(call.args.get(usize::from(arg))?.slot as usize)?;
    u32::try_from(*value).ok()
}
