//! Bit-fields that share a storage unit. A store of one writes back the bits of the others; a read of one of those
//! depends on its own definition, not on that store.

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
    /// The load of the bits that are written back.
    pub(crate) load: Position,
}

impl Recording {
    /// The bit-field store that wrote all bytes read by the load at `position`, if it was one.
    fn unit_store(&self, position: Position) -> Option<UnitStore> {
        let (mut count, mut sole) = (0, None);
        self.definitions(position, |definition| (count, sole) = (count + 1, definition));
        let definition = sole.filter(|g| count == 1 && g.part == Part::Whole)?;
        let store = self.unit_stored(definition.time)?;
        // Same size and a single writer: load and store access the same bytes.
        let stored = self.index.program.function(store.load.function).insts[store.load.inst as usize];
        (width(&stored) == width(&self.inst(position))).then_some(store)
    }

    /// The bit-field store at `time`, if there is one.
    pub(crate) fn unit_stored(&self, time: Time) -> Option<UnitStore> {
        let position = self.position(time)?;
        let function = self.index.program.function(position.function);
        let kept = function.field_kept(position.inst)?;
        let first = function.blocks[function.block_of(position.inst).0 as usize].first;
        (kept.load >= first).then_some(UnitStore { time, kept, load: Position { inst: kept.load, ..position } })
    }
}

/// Number of bytes that a load reads.
fn width(inst: &Inst) -> Option<u8> {
    match *inst {
        Inst::Load { bytes, .. } | Inst::LoadLocal { bytes, .. } => Some(bytes),
        _ => None,
    }
}

impl Dependences<'_> {
    /// Adds the definitions of these bits of a loaded unit, and the decisions since then that could have redefined
    /// them.
    pub(crate) fn bits_loaded(&mut self, position: Position, bits: u64) {
        let mut definitions = Vec::new();
        self.bit_definitions(position, bits, |definition| definitions.push(definition));
        definitions.iter().flatten().for_each(|&definition| self.flow_from(definition));
        if let Some(earliest) = definitions.iter().map(|g| g.map(|g| g.time)).min() {
            self.omitted(position, earliest);
        }
    }

    /// Visits the definitions of these bits of the value that the load at `position` read; none for bits without one.
    fn bit_definitions(&mut self, position: Position, bits: u64, mut visit: impl FnMut(Option<Definition>)) {
        let (mut at, mut bits) = (position, bits);
        loop {
            at = self.skip_other_fields(at, bits);
            let Some(store) = self.recording.unit_store(at) else { return self.recording.definitions(at, visit) };
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

    /// Follows stores of other bit-fields backwards to the load that reads the same bits. The result is cached, because
    /// loops would repeat the walk.
    fn skip_other_fields(&mut self, position: Position, bits: u64) -> Position {
        let (mut at, mut walked) = (position, Vec::new());
        loop {
            let time = at.start + (at.inst - self.first_of(at));
            if let Some(known) = self.unit_loads.get(&(time, bits)).and_then(|&known| self.recording.position(known)) {
                at = known;
                break;
            }
            match self.recording.unit_store(at).filter(|store| store.kept.changed & bits == 0) {
                Some(store) => at = store.load,
                None => break,
            }
            walked.push(time);
        }
        let end = at.start + (at.inst - self.first_of(at));
        self.unit_loads.extend(walked.into_iter().map(|time| ((time, bits), end)));
        at
    }

    /// The definitions of a bit-field's bits if `machine` is paused at the last write to its bytes; none if that is no
    /// bit-field store.
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
            self.bit_definitions(store.load, bits & store.kept.bits, |definition| found.extend(definition));
        }
        Some(found)
    }

    /// The dependences of the bits that a bit-field store assigns.
    pub(crate) fn of_own_bits(&mut self, position: Position, time: Time) -> Vec<Dependence> {
        self.ignored_load = self.recording.unit_stored(time).map(|store| (position.block, store.load.inst));
        self.uses(position, None);
        self.control(position.block);
        let found = self.take(time);
        self.ignored_load = None;
        found
    }
}
