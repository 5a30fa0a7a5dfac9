//! Values byte by byte: the origin of each byte of a value that was loaded or returned, and so of each piece of a
//! struct passed in registers.

use whydunit_machine::ArgumentWord;
use whydunit_program::{ArgClass, Function, Inst, Slot};
use whydunit_trace::{Dependence, DependenceKind, Part, Time};

use crate::shadow::{Causes, Referee, cause};

/// The part of a dependence on `len` bytes of a value from `from` on.
pub(crate) fn piece(from: u32, len: u32) -> Part {
    Part::Item(from << 8 | len)
}

/// The origins of the bytes of a value, if they are known separately.
#[derive(Clone, Debug)]
pub(crate) struct Bytes {
    origin: Origin,
    /// Causes common to all bytes.
    besides: Causes,
}

#[derive(Clone, Debug)]
enum Origin {
    Loaded(Vec<Causes>),
    /// That slot of the value returned at that time.
    Returned(Time, u32),
}

/// A returned value.
pub(crate) struct Returned {
    slots: Vec<(Causes, Option<Bytes>)>,
    control: Causes,
}

impl Referee<'_> {
    /// A load has defined a slot.
    pub(crate) fn loaded(&mut self, slot: Slot, addr: u64, len: u64, besides: Causes) {
        let bytes = (addr..addr + len).map(|a| self.flows(a, 1)).collect();
        self.top().bytes.insert(slot, Bytes { origin: Origin::Loaded(bytes), besides });
    }

    /// An instruction has defined slots: is one of them a copy of another slot?
    pub(crate) fn define_bytes(&mut self, inst: Inst, first: Slot, count: u32, decided: Option<Causes>) {
        let same = match inst {
            Inst::Move { a, .. } | Inst::Trunc { a, .. } => self.top().bytes.get(&a).cloned(),
            _ => None,
        };
        (first..first + count).for_each(|slot| _ = self.top().bytes.remove(&slot));
        if let Some(mut bytes) = same {
            bytes.besides.extend(decided.into_iter().flatten());
            self.top().bytes.insert(first, bytes);
        }
    }

    /// The causes of these bytes of a slot.
    pub(crate) fn some_of(&mut self, slot: Slot, from: u32, to: u32) -> Causes {
        let (all, bytes) = (self.slot(slot), self.top().bytes.get(&slot).cloned());
        self.some(&all, bytes.as_ref(), from, to)
    }

    fn some(&mut self, all: &Causes, bytes: Option<&Bytes>, from: u32, to: u32) -> Causes {
        let Some(Bytes { origin, besides }) = bytes else { return all.clone() };
        let mut causes = match *origin {
            Origin::Loaded(ref bytes) => {
                let wanted = bytes.iter().skip(from as usize).take((to - from) as usize);
                wanted.flatten().cloned().collect()
            }
            Origin::Returned(time, slot) => Causes::from([self.returned_piece(time, slot, from, to)]),
        };
        causes.extend(besides.iter().cloned());
        causes
    }

    /// The dependence on these bytes of a returned slot.
    fn returned_piece(
        &mut self,
        time: Time,
        slot: u32,
        from: u32,
        to: u32,
    ) -> (Dependence, Option<crate::shadow::Before>) {
        let count = self.returned[&time].slots.len();
        if slot as usize >= count || count == 1 && (from, to) == (0, 8) {
            return cause(DependenceKind::Flow, time);
        }
        let part = piece(slot * 8 + from, to - from);
        if !self.part_edges.contains_key(&(time, part)) {
            let returned = &self.returned[&time];
            let ((all, bytes), control) = (returned.slots[slot as usize].clone(), returned.control.clone());
            let mut causes = self.some(&all, bytes.as_ref(), from, to);
            causes.extend(control);
            self.part_edges.insert((time, part), causes);
        }
        (Dependence { kind: DependenceKind::Flow, on: time, part }, None)
    }

    /// The innermost function returns.
    pub(crate) fn returns(&mut self, time: Time, inst: Inst) {
        let Inst::Return { first, count } = inst else { return };
        let slots = first..first + u32::from(count);
        let slots = slots.map(|slot| (self.slot(slot), self.top().bytes.get(&slot).cloned())).collect();
        let control = self.top().control.clone();
        self.returned.insert(time, Returned { slots, control });
    }

    /// Assigns the returned value to the caller's slot.
    pub(crate) fn receive(&mut self, slot: Slot, time: Time, number: u32) {
        let whole = Causes::from([self.returned_piece(time, number, 0, 8)]);
        self.top().slots.insert(slot, whole);
        self.top().bytes.insert(slot, Bytes { origin: Origin::Returned(time, number), besides: Causes::new() });
    }

    /// A store of several members at once, each of which is a value of its own.
    pub(crate) fn store_members(&mut self, time: Time, addr: u64, len: u32, starts: u8, val: Slot, place: &Causes) {
        self.wrote(time, addr, len.into());
        for (from, to) in members(starts, len) {
            let mut causes = self.some_of(val, from, to);
            causes.extend(place.iter().cloned());
            self.wrote_piece(time, addr + u64::from(from), (from, to - from), causes);
        }
    }

    fn wrote_piece(&mut self, time: Time, addr: u64, (from, len): (u32, u32), mut causes: Causes) {
        let part = piece(from, len);
        causes.extend(self.top().control.clone());
        self.part_edges.insert((time, part), causes);
        (addr..addr + u64::from(len)).for_each(|a| _ = self.pieces.insert(a, part));
    }

    /// A call stores a word of an argument to memory.
    pub(crate) fn pass_word(&mut self, inst: u32, addr: u64, which: ArgumentWord) {
        self.reach(inst);
        let (time, function) = (self.time(inst), self.current());
        self.wrote(time, addr, 8);
        let Inst::Call { site } = function.insts[inst as usize] else { unreachable!("a call") };
        let arg = function.calls[site as usize].args[which.argument as usize];
        let (slot, first) = (arg.slot + which.word, which.argument * 16 + which.word * 8);
        if arg.class == ArgClass::FloatPair {
            for half in 0..2 {
                let causes = self.slot(slot + half);
                self.wrote_piece(time, addr + 4 * u64::from(half), (first + 8 * half, 4), causes);
            }
            return;
        }
        for (from, to) in members(loaded_members(function, slot), 8) {
            let causes = self.some_of(slot, from, to);
            self.wrote_piece(time, addr + u64::from(from), (first + from, to - from), causes);
        }
    }
}

/// The member boundaries of the value loaded into a slot.
fn loaded_members(function: &Function, slot: Slot) -> u8 {
    let defines = |inst: &Inst| match *inst {
        Inst::Call { site } => {
            let call = &function.calls[site as usize];
            (call.dst..call.dst + u32::from(call.returns)).contains(&slot)
        }
        other => other.defs().is_some_and(|d| (d.first..d.first + d.count).contains(&slot)),
    };
    let mut found = (0u32..).zip(&function.insts).filter(|(_, inst)| defines(inst));
    match (found.next(), found.next()) {
        (Some((at, _)), None) => function.members_at(at).unwrap_or(1),
        _ => 1,
    }
}

fn members(starts: u8, len: u32) -> Vec<(u32, u32)> {
    let mut cuts: Vec<u32> = (1..len).filter(|at| starts >> at & 1 == 1).collect();
    cuts.insert(0, 0);
    cuts.push(len);
    cuts.windows(2).map(|w| (w[0], w[1])).collect()
}
