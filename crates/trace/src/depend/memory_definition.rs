//! The definitions of memory contents. Copies are tracked per byte, so a copied byte leads to its earlier definition.

use whydunit_program::{ArgClass, Inst, layout};

use crate::depend::Dependences;
use crate::depend::bytes::{Bytes, ReturnedBytes};
use crate::depend::dependence::Dependence;
use crate::numbers::Time;
use crate::record::effect::{Effect, Item};
use crate::record::loads::Source;
use crate::record::program_index::is_load;
use crate::record::recording::{Position, Recording};
use crate::record::writers::{COPIES, Writer};

/// The definition of memory contents: an instance, or the part of a copy whose bytes one instance had written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Definition {
    /// The time of the instance.
    pub time: Time,
    /// The part of the instance.
    pub part: Part,
}

/// The part of an instance that a use depends on. For an omission, the part of the cause that is to blame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// All of it.
    #[default]
    Whole,
    /// The bytes copied or stored by one of its items, by the item's number in the run.
    Item(u32),
    /// Some bytes of a function's result.
    Returned(ReturnedBytes),
    /// The choice of callee in a call through a pointer.
    Callee,
    /// Memory that a library call could have written but left unchanged.
    LeftAlone,
    /// The return value of a library call that also copied memory, without that memory.
    Result,
    /// The bits of the bit-field that a store assigns, without its neighbours, which it stores back.
    OwnBits,
}

impl Definition {
    /// The whole instance at `time`.
    pub fn whole(time: Time) -> Self {
        Definition { time, part: Part::Whole }
    }
}

impl Recording {
    /// Visits the definitions of the memory that the load at `position` read; none for bytes without a writer.
    pub fn definitions(&self, position: Position, visit: impl FnMut(Option<Definition>)) {
        self.definitions_of(position, Bytes::ALL, visit);
    }

    /// As [`Recording::definitions`], for some bytes of the loaded value.
    pub(crate) fn definitions_of(&self, position: Position, bytes: Bytes, mut visit: impl FnMut(Option<Definition>)) {
        self.writers_of(position, bytes, |writer| visit(self.definition(writer)));
    }

    /// As [`Recording::definitions_of`], but visits the recorded writers.
    pub(crate) fn writers_of(&self, position: Position, bytes: Bytes, mut visit: impl FnMut(Writer)) {
        let (function, id) = self.static_block(position.block);
        let function = self.index.program.function(function);
        let first = function.blocks[id.0 as usize].first;
        let before = function.insts[first as usize..position.inst as usize].iter().filter(|i| is_load(i)).count();
        let load = self.start_and_loads(position.block).1 as usize + before;
        if load >= self.loads.len() {
            return;
        }
        let time = position.start + (position.inst - first);
        match self.loads.get(load, time) {
            Source::Unwritten => visit(0),
            Source::Several => {
                let start = self.mixed.partition_point(|m| (m.load as usize) < load);
                let mut writers = self.mixed[start..].iter().take_while(|m| m.load as usize == load).peekable();
                while let Some(run) = writers.next() {
                    let is_before = writers.peek().is_some_and(|next| next.from <= bytes.from);
                    if !is_before && (run.from < bytes.to || bytes == Bytes::ALL) {
                        visit(run.writer);
                    }
                }
            }
            Source::One(writer) => visit(writer),
        }
    }

    /// The definition that a recorded writer stands for, if any.
    pub(crate) fn definition(&self, writer: Writer) -> Option<Definition> {
        let writer = self.effects.left(writer).map_or(writer, |left| left.1);
        match writer.checked_sub(COPIES + 1) {
            None => writer.checked_sub(1).map(|time| Definition::whole(Time(time))),
            Some(number) => self.effects.item(number).map(|(time, _)| Definition { time, part: Part::Item(number) }),
        }
    }

    /// For a part of a copy: the writer of the bytes it copied. None for other definitions.
    fn copied_writer(&self, definition: Definition) -> Option<Writer> {
        let Part::Item(number) = definition.part else { return None };
        match self.effects.item(number)? {
            (_, Item::Copy { writer, .. }) => Some(writer),
            _ => None,
        }
    }

    /// The definition of the byte at `address` by the instruction at `time`: if that copied or stored it with an item,
    /// that item.
    pub fn definition_at(&self, time: Time, address: u64) -> Definition {
        let Effect { items, .. } = self.effects.at(time);
        let Some(first) = self.effects.first_of(time) else { return Definition::whole(time) };
        let last = items.iter().rposition(|item| match *item {
            Item::Copy { dst, len, .. } => (dst..dst + u64::from(len)).contains(&address),
            Item::Piece { dst, len, .. } => (dst..dst + u64::from(len)).contains(&address),
            Item::Write { addr, len } => (addr..addr + len).contains(&address),
            _ => false,
        });
        match last.filter(|&i| !matches!(items[i], Item::Write { .. })) {
            Some(index) => Definition { time, part: Part::Item(first + index as u32) },
            None => Definition::whole(time),
        }
    }
}

impl Recording {
    /// Library calls between two instants that could have written these bytes but left some of them unchanged, latest
    /// first.
    pub fn left_alone(&self, address: u64, len: u64, since: Option<Time>, until: Time) -> Vec<Time> {
        let overlaps = |item: &Item| {
            matches!(*item, Item::Left { addr, len: bytes, .. }
                if addr < address.saturating_add(len) && address < addr.saturating_add(bytes.into()))
        };
        let later = self.effects().rev().take_while(|e| since.is_none_or(|since| e.time > since));
        let calls = later.filter(|e| e.time < until && e.items.iter().any(overlaps));
        calls.map(|e| e.time).collect()
    }
}

impl Dependences<'_> {
    /// The direct dependences of a definition; for a part of a copy only those of the bytes in that part.
    pub fn of_definition(&mut self, definition: Definition) -> Vec<Dependence> {
        let position =
            self.recording.position(definition.time).filter(|_| self.folded(definition.time) == definition.time);
        let Some(position) = position else { return self.of(definition.time) };
        match definition.part {
            Part::Whole => return self.of(definition.time),
            Part::OwnBits => return self.of_own_bits(position, definition.time),
            Part::Callee => self.part_bytes(position, definition),
            _ => {
                self.part_bytes(position, definition);
                if !self.values_only {
                    self.addresses(position, definition);
                }
            }
        }
        self.control(position.block);
        self.take(definition.time)
    }

    /// The dependences of a part of a definition through its bytes alone.
    pub fn of_part(&mut self, definition: Definition) -> Vec<Dependence> {
        if let Some(position) = self.recording.position(definition.time) {
            self.part_bytes(position, definition);
        }
        self.take(definition.time)
    }

    /// Adds the dependences through which the part got its bytes.
    fn part_bytes(&mut self, position: Position, definition: Definition) {
        if definition.part == Part::Callee {
            let (id, block) = self.recording.static_block(position.block);
            let pointer = self.recording.index.program.function(id).called_through(block);
            pointer.into_iter().for_each(|slot| self.want(position.block, position.inst, slot, Bytes::ALL));
        } else if let Some((from, len)) = self.recording.bytes_of(definition) {
            self.use_bytes(position, from, len);
        } else if matches!(definition.part, Part::Result | Part::LeftAlone) {
            self.uses(position, None);
            self.read(position, |item| matches!(item, Item::Read { .. }));
        } else {
            let writer = self.recording.copied_writer(definition);
            writer.into_iter().for_each(|writer| self.left_alone(writer));
            self.defined_by(position, &[writer.and_then(|writer| self.recording.definition(writer))]);
        }
    }

    /// Adds the dependences that determined the source and the target of a part's bytes.
    fn addresses(&mut self, position: Position, definition: Definition) {
        match self.recording.inst(position) {
            Inst::Store { addr, .. } => self.want(position.block, position.inst, addr, Bytes::ALL),
            Inst::StoreLocal { .. } | Inst::Return { .. } => {}
            // Only structs passed by value are copied; other arguments are unrelated.
            Inst::Call { site } if self.recording.enters(position.block) => {
                let (_, function) = self.recording.function_of(position.block);
                let args = &function.calls[site as usize].args;
                let structs = args.iter().filter(|a| matches!(a.class, ArgClass::ByVal { .. }));
                if self.recording.bytes_of(definition).is_none() {
                    structs.for_each(|a| self.want(position.block, position.inst, a.slot, Bytes::ALL));
                }
            }
            _ if !matches!(definition.part, Part::Result | Part::LeftAlone) => {
                self.uses(position, None);
                self.read(position, |item| matches!(item, Item::Read { .. }));
            }
            _ => {}
        }
    }

    /// Adds the dependences through memory that the instruction read or copied with items for which `counts` holds.
    pub(crate) fn read(&mut self, position: Position, counts: impl Fn(&Item) -> bool) {
        let time = position.start + (position.inst - self.first_of(position));
        let recording = self.recording;
        let mut given = Vec::new();
        for item in recording.effect(time).items.iter().filter(|item| counts(item)) {
            match *item {
                // Constant data has no writers.
                Item::Read { addr, .. } if (layout::READ_ONLY..layout::GLOBALS).contains(&addr) => {}
                // Library-internal memory has definitions, but no omissions.
                Item::Read { addr, writer, .. } if recording.index.is_of_library(addr) => {
                    recording.definition(writer).into_iter().for_each(|definition| self.flow_from(definition));
                }
                Item::Read { writer, .. } | Item::Copy { writer, .. } => {
                    self.left_alone(writer);
                    given.push(recording.definition(writer));
                }
                _ => {}
            }
        }
        self.defined_by(position, &given);
    }

    /// Adds these definitions, and omissions since the earliest of them.
    fn defined_by(&mut self, position: Position, definitions: &[Option<Definition>]) {
        definitions.iter().flatten().for_each(|&definition| self.flow_from(definition));
        if let Some(earliest) = definitions.iter().map(|g| g.map(|g| g.time)).min() {
            self.omitted(position, earliest);
        }
    }
}
