//! An intervention: the changes that distinguish a rerun from the failing run.

use whydunit_machine::{Alteration, Limits, Machine, Patch};
use whydunit_world::Posix;

/// The changes of one rerun. Dynamic changes touch single instances, a static change touches every execution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Intervention {
    /// Dynamic changes, by the times of their instances in the failing run.
    pub alterations: Vec<Alteration>,
    /// A static change, with the time at which the failing run first executes the changed instruction.
    pub patch: Option<(u32, Patch)>,
}

impl Intervention {
    /// Changes one instance.
    pub fn of(alteration: Alteration) -> Self {
        Intervention { alterations: vec![alteration], patch: None }
    }

    /// Changes the program text; `first` is the time of the first execution of the changed instruction.
    pub fn patched(first: u32, patch: Patch) -> Self {
        Intervention { alterations: Vec::new(), patch: Some((first, patch)) }
    }

    /// The first instant at which the rerun can differ from the failing run.
    pub(crate) fn begin(&self) -> u64 {
        let altered = self.alterations.iter().map(|a| a.time);
        altered.chain(self.patch.map(|p| u64::from(p.0))).min().unwrap_or(0)
    }

    /// The only alteration, if nothing else is changed.
    pub(crate) fn single(&self) -> Option<Alteration> {
        match (self.alterations.as_slice(), self.patch) {
            (&[alteration], None) => Some(alteration),
            _ => None,
        }
    }

    /// Applies the changes to a machine that is paused before the first of them.
    pub(crate) fn apply(&self, machine: &mut Machine<Posix>, limits: Limits) {
        machine.set_limits(limits);
        self.alterations.iter().for_each(|a| machine.alter(*a));
        if let Some((_, patch)) = &self.patch {
            machine.patch(patch);
        }
    }
}
