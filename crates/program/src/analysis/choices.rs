//! Indirect calls as decisions: the called function determines which definitions happen and which
//! are omitted.

use super::modref::{Parts, Way};
use super::reach::Wanted;
use super::{Analyses, BranchId, LocationSet, UseSite};
use crate::FunctionId;

/// A possible target of an indirect call. Library functions are not distinguished, because a
/// recording does not identify them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Chosen {
    /// A function of the program.
    Function(FunctionId),
    /// A library function.
    Library,
}

/// An indirect call that might have defined a value with another target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Choice {
    /// The block that ends in the call.
    pub call: BranchId,
    /// The only target that could have defined the value, if it is unique. If it *was* called, the
    /// choice omitted nothing.
    pub only: Option<Chosen>,
}

impl Analyses {
    /// The possible targets of the call that ends a block, if it is indirect.
    fn chosen_from(&self, call: BranchId) -> Vec<Chosen> {
        let function = self.function(call.function);
        if function.called_through(call.block).is_none() {
            return Vec::new();
        }
        let inst = function.last_of(call.block);
        let mut all: Vec<Chosen> = self.aliasing().callees(call.function, inst).map(Chosen::Function).collect();
        if self.aliasing().externals(call.function, inst).next().is_some() {
            all.push(Chosen::Library);
        }
        all
    }

    /// The memory that a call with this target may write.
    fn written_by(&self, call: BranchId, chosen: Chosen) -> Parts {
        let mut parts = Parts::default();
        match chosen {
            Chosen::Function(id) => parts.add(&self.modref().function(id).writes),
            Chosen::Library => {
                let inst = self.function(call.function).last_of(call.block);
                self.modref().own(self.program(), self.aliasing(), call.function, inst, &mut |way, part| {
                    if way == Way::Write {
                        parts.add(part);
                    }
                });
            }
        }
        parts
    }

    /// The memory that a call may write when it calls a library function.
    pub fn written_by_library(&self, site: UseSite) -> LocationSet {
        let block = self.function(site.function).block_of(site.inst);
        let parts = self.written_by(BranchId { function: site.function, block }, Chosen::Library);
        LocationSet { parts, ..LocationSet::default() }
    }

    /// The indirect call at the end of the block, if it has several targets and at least one of
    /// them defines some of the wanted memory.
    pub(super) fn choice(&self, call: BranchId, wanted: &Wanted) -> Option<Choice> {
        let all = self.chosen_from(call);
        if all.len() < 2 {
            return None;
        }
        let mut defining = all.into_iter().filter(|&one| wanted.overlaps_any(&self.written_by(call, one)));
        let first = defining.next()?;
        Some(Choice { call, only: Some(first).filter(|_| defining.next().is_none()) })
    }

    /// The memory that an indirect call might have defined with a target other than the actual one.
    pub fn may_define_instead(&self, call: BranchId, chosen: Chosen) -> LocationSet {
        let mut set = LocationSet::default();
        for other in self.chosen_from(call).into_iter().filter(|&other| other != chosen) {
            self.written_by(call, other).iter().for_each(|part| set.parts.add(part));
        }
        set
    }
}
