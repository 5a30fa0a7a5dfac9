//! Bit-fields that share a unit of memory: a store of one stores the bits of the others again. Whoever reads one of
//! those depends on who gave it its bits, not on that store.

use whydunit_machine::{Machine, World};
use whydunit_program::{Inst, Kept};

use crate::depend::Dependences;
use crate::depend::dependence::Dependence;
use crate::depend::memory_definition::{Definition, Part};
use crate::naming::lvalue::Lvalue;
use crate::numbers::Time;
use crate::record::recording::{Position, Recording};

/// An executed store of a bit-field.
pub(crate) struct UnitStore {
    pub(crate) time: Time,
    pub(crate) kept: Kept,
    /// The load of what is kept.
    pub(crate) load: Position,
}

impl Recording {
    /// The store of a bit-field that wrote all that the load at `position` read, if it was one.
    fn unit_store(&self, position: Position) -> Option<UnitStore> {
        let (mut count, mut sole) = (0, None);
        self.givers(position, |giver| (count, sole) = (count + 1, giver));
        let giver = sole.filter(|g| count == 1 && g.part == Part::Whole)?;
        let store = self.unit_stored(giver.time)?;
        // As many bytes, and nobody else's: they are the same ones.
        let stored = self.index.program.function(store.load.function).insts[store.load.inst as usize];
        (width(&stored) == width(&self.inst(position))).then_some(store)
    }

    /// The store of a bit-field at `time`, if that is one.
    pub(crate) fn unit_stored(&self, time: Time) -> Option<UnitStore> {
        let position = self.position(time)?;
        let function = self.index.program.function(position.function);
        let kept = function.field_kept(position.inst)?;
        let first = function.blocks[function.block_of(position.inst).0 as usize].first;
        (kept.load >= first).then_some(UnitStore { time, kept, load: Position { inst: kept.load, ..position } })
    }
}

/// How many bytes a load takes.
fn width(inst: &Inst) -> Option<u8> {
    match *inst {
        Inst::Load { bytes, .. } | Inst::LoadLocal { bytes, .. } => Some(bytes),
        _ => None,
    }
}

impl Dependences<'_> {
    /// A load that is about these bits depends on who gave the unit these bits, and on decisions since then that might
    /// have had them written anew.
    pub(crate) fn bits_loaded(&mut self, position: Position, bits: u64) {
        let mut givers = Vec::new();
        self.bits_given(position, bits, |giver| givers.push(giver));
        givers.iter().flatten().for_each(|&giver| self.flow_from(giver));
        if let Some(earliest) = givers.iter().map(|g| g.map(|g| g.time)).min() {
            self.omitted(position, earliest);
        }
    }

    /// Who gave these bits to what the load at `position` read; none for what nobody wrote.
    fn bits_given(&mut self, position: Position, bits: u64, mut visit: impl FnMut(Option<Definition>)) {
        let (mut at, mut bits) = (position, bits);
        loop {
            at = self.without_others(at, bits);
            let Some(store) = self.recording.unit_store(at) else { return self.recording.givers(at, visit) };
            if bits & store.kept.changed != 0 {
                visit(Some(Definition { time: store.time, part: Part::OwnBits }));
            }
            bits &= store.kept.bits;
            if bits == 0 {
                return;
            }
            at = store.load;
        }
    }

    /// Goes back over stores of other bit-fields, as long as they are that, to the load that reads the same bits. The
    /// way is remembered: in a loop it would be gone again and again.
    fn without_others(&mut self, position: Position, bits: u64) -> Position {
        let (mut at, mut way) = (position, Vec::new());
        loop {
            let time = at.start + (at.inst - self.first_of(at));
            if let Some(known) = self.passed.get(&(time, bits)).and_then(|&known| self.recording.position(known)) {
                at = known;
                break;
            }
            match self.recording.unit_store(at).filter(|store| store.kept.changed & bits == 0) {
                Some(store) => at = store.load,
                None => break,
            }
            way.push(time);
        }
        let end = at.start + (at.inst - self.first_of(at));
        self.passed.extend(way.into_iter().map(|time| ((time, bits), end)));
        at
    }

    /// Who gave a bit-field its bits, when what `machine` is paused at is the last that wrote to their bytes; nobody when
    /// that does not store a bit-field.
    pub fn of_field<W: World>(&mut self, machine: &Machine<W>, field: &Lvalue) -> Option<Vec<Definition>> {
        let time = Time::try_from(machine.time()).ok()?;
        let store = self.recording.unit_stored(time)?;
        let function = self.recording.index.program.function(store.load.function);
        let unit = match function.insts[store.load.inst as usize] {
            Inst::Load { addr, .. } => machine.slot(addr)?,
            Inst::LoadLocal { local, offset, .. } => {
                machine.innermost()?.locals + u64::from(function.locals[local.0 as usize].offset + offset)
            }
            _ => return None,
        };
        let bits = field.bits?;
        let shift = field.address.checked_sub(unit)?.checked_mul(8)?.checked_add(bits.shift.into())?;
        let bits = bits.put(0, u64::MAX).checked_shr(bits.shift)?.checked_shl(u32::try_from(shift).ok()?)?;
        let mut found = Vec::new();
        if bits & store.kept.changed != 0 {
            found.push(Definition { time, part: Part::OwnBits });
        }
        if bits & store.kept.bits != 0 {
            self.bits_given(store.load, bits & store.kept.bits, |giver| found.extend(giver));
        }
        Some(found)
    }

    /// What the own bits of the store of a bit-field depend on.
    pub(crate) fn of_own_bits(&mut self, position: Position, time: Time) -> Vec<Dependence> {
        self.spared = self.recording.unit_stored(time).map(|store| (position.block, store.load.inst));
        self.uses(position, None);
        self.control(position.block);
        let found = self.take(time);
        self.spared = None;
        found
    }
}
