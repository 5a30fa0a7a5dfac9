//! The slots of a function that certainly hold the address of a local or global, and the locals
//! that only direct accesses of their own function can reach.

use super::Cfg;
use crate::{BinOp, BlockId, Function, GlobalId, Inst, LocalId, Program, Slot};

/// The value of a slot, as far as known without the contents of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// Inside a local; the offset when it is constant.
    Local(LocalId, Option<u32>),
    /// Inside a global; the offset when it is constant.
    Global(GlobalId, Option<u32>),
    /// Any other value.
    Unknown,
}

impl Address {
    /// The address `offset` bytes further. A position before the object loses the offset.
    fn shifted(self, offset: i64) -> Address {
        let shift = |at: Option<u32>| at.and_then(|o| u32::try_from(i64::from(o) + offset).ok());
        match self {
            Address::Local(id, at) => Address::Local(id, shift(at)),
            Address::Global(id, at) => Address::Global(id, shift(at)),
            Address::Unknown => Address::Unknown,
        }
    }

    fn somewhere(self) -> Address {
        match self {
            Address::Local(id, _) => Address::Local(id, None),
            Address::Global(id, _) => Address::Global(id, None),
            Address::Unknown => Address::Unknown,
        }
    }
}

/// The known addresses of a function.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    slots: Vec<Address>,
    captured: Vec<bool>,
}

impl Addresses {
    /// Analyses `function`, visiting definitions before uses.
    pub fn new(program: &Program, function: &Function, cfg: &Cfg) -> Addresses {
        let mut slots = vec![Address::Unknown; function.slots as usize];
        for (slot, &value) in function.constants.iter().enumerate() {
            if let Some(id) = program.global_at(value) {
                let offset = value - program.globals[id.0 as usize].address;
                slots[slot] = Address::Global(id, u32::try_from(offset).ok());
            }
        }
        let mut found = Addresses { slots, captured: vec![false; function.locals.len()] };
        for param in &function.params {
            if let Some(local) = param.copy {
                found.slots[param.slot as usize] = Address::Local(local, Some(0));
            }
        }
        let merged = merged_slots(function);
        for &node in cfg.order().order().iter().filter(|&&n| n != cfg.exit()) {
            for inst in function.block_insts(BlockId(node)) {
                found.derive(inst, &merged);
                found.capture(function, inst, &merged);
            }
        }
        found
    }

    /// The address in `slot`.
    pub fn of(&self, slot: Slot) -> Address {
        self.slots[slot as usize]
    }

    /// Is the address of `local` used other than in loads, stores and copies of this function?
    pub fn captured(&self, local: LocalId) -> bool {
        self.captured[local.0 as usize]
    }

    fn derive(&mut self, inst: &Inst, merged: &[bool]) {
        let (dst, address) = match *inst {
            Inst::LocalAddr { dst, local, offset } => (dst, Address::Local(local, Some(offset))),
            Inst::Move { dst, a } => (dst, self.of(a)),
            Inst::Offset { dst, a, offset } => (dst, self.of(a).shifted(i64::from(offset))),
            Inst::Index { dst, a, .. } => (dst, self.of(a).somewhere()),
            _ => return,
        };
        if !merged[dst as usize] {
            self.slots[dst as usize] = address;
        }
    }

    /// Marks the locals whose address `inst` uses for more than accessing their bytes.
    fn capture(&mut self, function: &Function, inst: &Inst, merged: &[bool]) {
        let harmless = match *inst {
            Inst::Load { .. } | Inst::LoadWide { .. } | Inst::MemCopy { .. } => true,
            Inst::Move { dst, .. } | Inst::Offset { dst, .. } => !merged[dst as usize],
            _ => matches!(
                inst.as_bin(),
                Some((BinOp::Eq | BinOp::Ne | BinOp::ULt | BinOp::ULe | BinOp::SLt | BinOp::SLe, _))
            ),
        };
        match *inst {
            _ if harmless => {}
            Inst::Store { val, .. } => self.capture_slot(val),
            Inst::StoreWide { val, .. } => [val, val + 1].into_iter().for_each(|s| self.capture_slot(s)),
            Inst::MemSet { val, len, .. } => [val, len].into_iter().for_each(|s| self.capture_slot(s)),
            Inst::Index { dst, index, .. } if !merged[dst as usize] => self.capture_slot(index),
            Inst::Call { site } => {
                let args = &function.calls[site as usize].args;
                args.iter().for_each(|arg| (0..arg.class.slots()).for_each(|n| self.capture_slot(arg.slot + n)));
            }
            _ => inst.uses(|slot| self.capture_slot(slot)),
        }
    }

    fn capture_slot(&mut self, slot: Slot) {
        if let Address::Local(local, _) = self.of(slot) {
            self.captured[local.0 as usize] = true;
        }
    }
}

/// Slots with several definitions: phis, filled on the incoming edges.
fn merged_slots(function: &Function) -> Vec<bool> {
    let mut defined = vec![false; function.slots as usize];
    let mut merged = vec![false; function.slots as usize];
    for defs in function.insts.iter().filter_map(Inst::defs) {
        for slot in defs.first..defs.first + defs.count {
            merged[slot as usize] |= std::mem::replace(&mut defined[slot as usize], true);
        }
    }
    merged
}
