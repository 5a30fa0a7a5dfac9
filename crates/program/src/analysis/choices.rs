//! Calls through pointers as decisions: which function a pointer names decides what is done, and so what is left undone.

use super::modref::{Parts, Way};
use super::reach::Wanted;
use super::{Analyses, BranchId, LocationSet, UseSite};
use crate::FunctionId;

/// What a call through a pointer may call. Functions of the library are not told apart: a recording does not say which
/// of them it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Chosen {
    /// A function of the program.
    Function(FunctionId),
    /// One of the library.
    Library,
}

/// A call through a pointer of which another outcome might have defined something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Choice {
    /// The block that ends in the call.
    pub call: BranchId,
    /// When only one of those that may be called could have defined it: that one. Where it *was* called the choice left
    /// nothing undone.
    pub only: Option<Chosen>,
}

impl Analyses {
    /// Whom the call that ends a block may call, if it goes through a pointer.
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

    /// What a call may write when it calls that one.
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

    /// What a call may write when it calls a function of the library.
    pub fn written_by_library(&self, site: UseSite) -> LocationSet {
        let block = self.function(site.function).block_of(site.inst);
        let parts = self.written_by(BranchId { function: site.function, block }, Chosen::Library);
        LocationSet { parts, ..LocationSet::default() }
    }

    /// Is the block's end a call that may call one that defines some of the wanted, and another one?
    pub(super) fn choice(&self, call: BranchId, wanted: &Wanted) -> Option<Choice> {
        let all = self.chosen_from(call);
        if all.len() < 2 {
            return None;
        }
        let mut defining = all.into_iter().filter(|&one| wanted.overlaps_any(&self.written_by(call, one)));
        let first = defining.next()?;
        Some(Choice { call, only: Some(first).filter(|_| defining.next().is_none()) })
    }

    /// What a call through a pointer might have defined had it called another function than it did.
    pub fn may_define_instead(&self, call: BranchId, chosen: Chosen) -> LocationSet {
        let mut set = LocationSet::default();
        for other in self.chosen_from(call).into_iter().filter(|&other| other != chosen) {
            self.written_by(call, other).iter().for_each(|part| set.parts.add(part));
        }
        set
    }
}
