//! All analyses of one program, each computed on first use and cached.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::accesses::accesses;
use super::alias::bits::Bits;
use super::alias::elements::Element;
use super::modref::{ModRef, Way};
use super::summary::{Summary, SummaryControl};
use super::writes::BlockWrites;
use super::{
    Addresses, Aliasing, Bytes, Flow, Jumps, LocalSsa, Location, LocationSet, Object, Outcome, Place, Returns,
};
use crate::{BlockId, Function, FunctionId, LocalId, Program};

/// A decision of the program: a block that ends in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BranchId {
    /// The function.
    pub function: FunctionId,
    /// The block.
    pub block: BlockId,
}

/// An instruction that uses memory: a load, a copy, or a call whose callee reads memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UseSite {
    /// The function.
    pub function: FunctionId,
    /// The instruction, by its index.
    pub inst: u32,
}

/// The analyses of a program. May be shared between threads.
pub struct Analyses {
    program: Arc<Program>,
    returns: OnceLock<Returns>,
    functions: Vec<PerFunction>,
    aliasing: OnceLock<Aliasing>,
    modref: OnceLock<ModRef>,
    may_define: Mutex<HashMap<(BranchId, Outcome), Arc<LocationSet>>>,
    summaries: Mutex<HashMap<UseSite, Arc<SummaryControl>>>,
}

#[derive(Default)]
struct PerFunction {
    flow: OnceLock<Flow>,
    addresses: OnceLock<Addresses>,
    ssa: OnceLock<LocalSsa>,
    writes: OnceLock<BlockWrites>,
}

impl Analyses {
    /// No analysis is computed yet.
    pub fn new(program: Arc<Program>) -> Analyses {
        let functions = program.functions.iter().map(|_| PerFunction::default()).collect();
        Analyses {
            program,
            returns: OnceLock::new(),
            functions,
            aliasing: OnceLock::new(),
            modref: OnceLock::new(),
            may_define: Mutex::default(),
            summaries: Mutex::default(),
        }
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Which calls return.
    pub fn returns(&self) -> &Returns {
        self.returns.get_or_init(|| Returns::new(&self.program))
    }

    /// The control flow of a function.
    pub fn flow(&self, id: FunctionId) -> &Flow {
        let flow = || Flow::new(self.program.function(id), self.returns(), Jumps::Inside);
        self.functions[id.0 as usize].flow.get_or_init(flow)
    }

    /// The known addresses of a function.
    pub fn addresses(&self, id: FunctionId) -> &Addresses {
        let addresses = || Addresses::new(&self.program, self.program.function(id), &self.flow(id).cfg);
        self.functions[id.0 as usize].addresses.get_or_init(addresses)
    }

    /// Reaching definitions of a function's uncaptured locals.
    pub fn ssa(&self, id: FunctionId) -> &LocalSsa {
        let ssa = || LocalSsa::new(&self.program, self.program.function(id), self.flow(id), self.addresses(id));
        self.functions[id.0 as usize].ssa.get_or_init(ssa)
    }

    /// Points-to sets and the call graph.
    pub fn aliasing(&self) -> &Aliasing {
        self.aliasing.get_or_init(|| Aliasing::new(&self.program, self.returns()))
    }

    pub(super) fn modref(&self) -> &ModRef {
        self.modref.get_or_init(|| ModRef::new(&self.program, self.aliasing()))
    }

    pub(super) fn writes(&self, id: FunctionId) -> &BlockWrites {
        self.functions[id.0 as usize].writes.get_or_init(|| BlockWrites::new(self, id))
    }

    pub(super) fn function(&self, id: FunctionId) -> &Function {
        self.program.function(id)
    }

    /// Visits the memory that an instruction may write and read, including its callees but not
    /// direct accesses of locals.
    pub(super) fn footprint(&self, id: FunctionId, inst: u32, visit: &mut dyn FnMut(Way, &Arc<Bits>)) {
        self.modref().inst(&self.program, self.aliasing(), id, inst, visit);
    }

    /// Bytes of a local that pointers may reach, as a place and a length.
    pub(super) fn local_place(&self, id: FunctionId, local: LocalId, bytes: Bytes) -> Option<(Element, u32)> {
        let object = self.aliasing().objects.find(Object::Local(id, local))?;
        Some((Element::exact(object, i32::try_from(bytes.start).ok()?), bytes.end - bytes.start))
    }

    /// The memory that a call of `function` may modify, including its callees. Its own locals are
    /// not distinguished from those of other activations.
    pub fn modifies(&self, function: FunctionId) -> LocationSet {
        self.set_of(&self.modref().function(function).writes)
    }

    /// The memory that a call of `function` may read, including its callees.
    pub fn reads(&self, function: FunctionId) -> LocationSet {
        self.set_of(&self.modref().function(function).reads)
    }

    fn set_of(&self, part: &Arc<Bits>) -> LocationSet {
        let mut set = LocationSet::default();
        set.parts.add(part);
        set
    }

    /// The memory that the instruction may write, including its callees.
    pub fn written_at(&self, site: UseSite) -> LocationSet {
        self.accessed_at(site, Way::Write)
    }

    /// The memory that the instruction may read, including its callees.
    pub fn read_at(&self, site: UseSite) -> LocationSet {
        let mut set = self.given_at(site);
        self.footprint(site.function, site.inst, &mut |way, part| {
            if way == Way::Look {
                set.parts.add(part);
            }
        });
        set
    }

    /// As [`Analyses::read_at`], without memory that an external reads but that its arguments do
    /// not lead to.
    pub fn given_at(&self, site: UseSite) -> LocationSet {
        self.accessed_at(site, Way::Read)
    }

    fn accessed_at(&self, UseSite { function, inst }: UseSite, wanted: Way) -> LocationSet {
        let mut set = LocationSet { function: Some(function), ..LocationSet::default() };
        self.footprint(function, inst, &mut |way, part| {
            if way == wanted {
                set.parts.add(part);
            }
        });
        accesses(&self.program, self.function(function), self.addresses(function), inst, |access| {
            if let (true, Place::Local(local, bytes)) = (access.writes == (wanted == Way::Write), access.place) {
                set.locals.push((local, bytes));
            }
        });
        set.tidy();
        set
    }

    /// The memory that may be defined between a decision and its join by any outcome other than
    /// `outcome`: the omissions that `outcome` can cause. Includes callees.
    pub fn may_define(&self, branch: BranchId, outcome: Outcome) -> Arc<LocationSet> {
        let key = (branch, outcome);
        if let Some(known) = self.may_define.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(known);
        }
        let set = Arc::new(self.writes(branch.function).avoided(self.flow(branch.function), branch, outcome));
        let mut known = self.may_define.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(key).or_insert(set))
    }

    /// May code that defines `set` define any of these bytes?
    pub fn may_touch(&self, set: &LocationSet, location: &Location) -> bool {
        let Location::In(object, bytes) = *location else { return !set.is_empty() };
        if let Object::Local(function, local) = object
            && set.function == Some(function)
            && set.touches_local(local, bytes)
        {
            return true;
        }
        let Some(id) = self.aliasing().objects.find(object) else { return false };
        let regions = &self.modref().regions;
        let names = self.aliasing().names_of(id);
        names.iter().any(|&name| set.parts.iter().any(|part| regions.touches(part, name, bytes)))
    }

    /// Adds the counterparts of places inside the functions that allocated them.
    pub(super) fn add_inner_names(&self, places: &mut Vec<(Element, u32)>) {
        for at in 0..places.len() {
            let (place, len) = places[at];
            let names = self.aliasing().names_of(place.object).into_iter().skip(1);
            places.extend(names.map(|object| (Element { object, ..place }, len)));
        }
    }

    fn places_in(&self, set: &LocationSet) -> Vec<(Element, u32)> {
        let regions = &self.modref().regions;
        let mut places: Vec<(Element, u32)> = Vec::new();
        set.parts.iter().for_each(|part| places.extend(part.iter().map(|number| regions.get(number))));
        let direct = set.function.into_iter().flat_map(|f| set.locals.iter().map(move |&(l, b)| (f, l, b)));
        places.extend(direct.filter_map(|(function, local, bytes)| self.local_place(function, local, bytes)));
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The single range of bytes in one object that a set consists of, if it does.
    pub fn sole(&self, set: &LocationSet) -> Option<(Object, Bytes)> {
        let &[(place, len)] = &self.places_in(set)[..] else { return None };
        let start = u32::try_from(place.first).ok().filter(|_| place.stride == 0 && len != u32::MAX)?;
        Some((self.aliasing().objects.get(place.object), Bytes::at(start, len)))
    }

    /// The indices of the sets that may share a byte with `wanted`.
    pub fn meeting(&self, wanted: &LocationSet, others: &[LocationSet]) -> Vec<usize> {
        let mut places = self.places_in(wanted);
        self.add_inner_names(&mut places);
        let overlapping = self.modref().regions.overlapping(&places);
        let meets = |other: &LocationSet| {
            let same = wanted.function == other.function;
            let mut locals = other.locals.iter();
            other.parts.intersects(&overlapping)
                || locals.any(|&(local, bytes)| {
                    let place = other.function.and_then(|f| self.local_place(f, local, bytes));
                    same && wanted.touches_local(local, bytes)
                        || place.is_some_and(|(place, len)| places.iter().any(|(p, n)| p.overlaps(*n, &place, len)))
                })
        };
        (0..others.len()).filter(|&at| meets(&others[at])).collect()
    }

    /// The decisions and indirect calls that may keep a definition from reaching this use: its
    /// summary control dependences in its own function, in callers and in callees. Excludes the
    /// library's internal state (`FILE`, `errno`): almost any library call may change it, but such
    /// a change rarely matters.
    pub fn summary_controllers(&self, site: UseSite) -> Arc<SummaryControl> {
        if let Some(known) = self.summaries.lock().unwrap_or_else(PoisonError::into_inner).get(&site) {
            return Arc::clone(known);
        }
        let found = Arc::new(Summary::new(self, site).run());
        let mut known = self.summaries.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(site).or_insert(found))
    }
}
