//! The values that a library call wrote through its arguments, as its visible effect.

use whydunit_machine::{Machine, World};
use whydunit_program::{Inst, Program, Slot, Type, TypeId, Types};

use crate::naming::Instance;
use crate::naming::access_path::bracketed;
use crate::naming::expression::{Leaf, Reader};
use crate::naming::lvalue::Lvalue;
use crate::naming::value::Value;
use crate::record::effect::{Effect, Item};

impl Effect<'_> {
    /// Does a call write computed values to memory? Calls that read input, allocate or free do not count.
    pub fn makes(&self) -> bool {
        let other = |item: &Item| matches!(item, Item::Consume { .. } | Item::Allocate { .. } | Item::Release { .. });
        self.written().next().is_some() && !self.items.iter().any(other)
    }

    /// Does it write to memory?
    pub(crate) fn writes(&self) -> bool {
        self.written().next().is_some()
    }

    /// Addresses and sizes of the written ranges.
    fn written(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.items.iter().filter_map(|item| match *item {
            Item::Write { addr, len } => Some((addr, len)),
            Item::Copy { dst, len, .. } => Some((dst, len.into())),
            _ => None,
        })
    }
}

impl Instance {
    /// Adds the values that a call wrote through its arguments. `before` is paused at the call, `after` behind it.
    pub fn see_written<W: World>(
        &mut self,
        program: &Program,
        before: &mut Machine<W>,
        after: &mut Machine<W>,
        effect: Effect<'_>,
    ) {
        let function = program.function(self.site.function);
        let Inst::Call { site } = function.insts[self.site.inst as usize] else { return };
        let slots: Vec<Slot> = function.calls[site as usize].args.iter().map(|arg| arg.slot).collect();
        for range in WrittenRange::arguments(before, &slots, effect) {
            let Some(frame) = before.innermost() else { return };
            let reader = Reader::new(program, before, frame);
            let target = reader.written(range.slot, range.len);
            let shown = match is_text(program, &target) {
                true => range.text(program, after, text_start(&reader, range.slot, &target, range.object)),
                false => target,
            };
            self.wrote.push(Value::read(program, after, shown));
        }
    }
}

/// The range written behind an address argument.
struct WrittenRange {
    /// The slot with the argument.
    slot: Slot,
    address: u64,
    /// The first written address, and the length of the range from `address` to the last written byte.
    first: u64,
    len: u64,
    /// The bounds of the object that contains `address`.
    object: (u64, u64),
}

impl WrittenRange {
    /// The range written behind each argument. Of several arguments into one object the nearest before a write counts.
    fn arguments<W: World>(before: &mut Machine<W>, slots: &[Slot], effect: Effect<'_>) -> Vec<WrittenRange> {
        let mut found: Vec<WrittenRange> = Vec::new();
        for &slot in slots {
            let Some(address) = before.slot(slot) else { continue };
            let Some(object) = before.object_at(address) else { continue };
            let object = (object.start, object.start + object.size);
            if !found.iter().any(|other| other.address == address) {
                found.push(WrittenRange { slot, address, first: u64::MAX, len: 0, object });
            }
        }
        for (start, end) in stretches(before, effect) {
            let nearest = found.iter_mut().filter(|b| b.address <= start && start < b.object.1);
            if let Some(range) = nearest.max_by_key(|b| b.address) {
                range.first = range.first.min(start);
                range.len = range.len.max(end - range.address);
            }
        }
        found.retain(|range| range.len > 0);
        found
    }

    /// The written part of a text, extended to the end of the text. Earlier characters have other definitions.
    fn text<W: World>(&self, program: &Program, after: &mut Machine<W>, whole: Lvalue) -> Lvalue {
        let last = self.address + self.len - 1;
        let mut goes_on = |at: u64| after.inspect(at, 1).is_some_and(|b| !matches!(b[..], [None | Some(0)]));
        let rest = (last..self.object.1.max(last + 1) - 1).take_while(|&at| goes_on(at)).count() as u64;
        // If the call only terminated a text, as `strtok` does, the text before the end is of interest.
        let ends = after.inspect(self.first, 1).is_some_and(|byte| byte[..] == [Some(0)]);
        let first = if ends { whole.address } else { self.first.max(whole.address) };
        let name = match first - whole.address {
            0 => whole.text,
            skipped => format!("{}[{skipped}..]", bracketed(&whole.text)),
        };
        Lvalue::row(program, name, whole.ty, first, last + rest + 1 - first)
    }
}

/// The written ranges in order (start and end), merged within each object.
fn stretches<W: World>(before: &mut Machine<W>, effect: Effect<'_>) -> Vec<(u64, u64)> {
    let mut written: Vec<(u64, u64)> = effect.written().collect();
    written.sort_unstable();
    let mut found: Vec<(u64, u64, Option<u64>)> = Vec::new();
    for (start, len) in written.into_iter().filter(|w| w.1 > 0) {
        let object = before.object_at(start).map(|o| o.start);
        match found.last_mut() {
            Some(last) if start <= last.1 && object == last.2 => last.1 = last.1.max(start + len),
            _ => found.push((start, start + len, object)),
        }
    }
    found.into_iter().map(|(start, end, _)| (start, end)).collect()
}

/// Is it a row or an array of characters?
fn is_text(program: &Program, target: &Lvalue) -> bool {
    let types = &program.types;
    match target.ty.map(|ty| types.get(types.bare(ty))) {
        Some(Type::Array { element, .. }) => is_character(types, *element),
        Some(_) => target.elements.is_some() && target.ty.is_some_and(|ty| is_character(types, ty)),
        None => false,
    }
}

fn is_character(types: &Types, ty: TypeId) -> bool {
    matches!(types.get(types.bare(ty)), Type::Int { size: 1, .. })
}

fn is_record(types: &Types, ty: TypeId) -> bool {
    matches!(types.get(types.bare(ty)), Type::Record { .. })
}

/// The start and name of the array for a row of its elements (`name[1..3]`).
fn array_start(elements: &Lvalue) -> Option<(u64, String)> {
    let (array, places) = elements.text.strip_suffix(']')?.rsplit_once('[')?;
    let first: u64 = places.split("..").next()?.parse().ok()?;
    Some((elements.address.checked_sub(first)?, array.into()))
}

/// The first character of a text that was written to: `p`, even for `p + n`.
fn text_start<W: World>(reader: &Reader<'_, W>, slot: Slot, target: &Lvalue, object: (u64, u64)) -> Lvalue {
    let types = reader.types();
    if let Some(Type::Array { element, .. }) = target.ty.map(|ty| types.get(types.bare(ty))) {
        return Lvalue { ty: Some(*element), ..target.clone() };
    }
    let mut leaves: Vec<Leaf> = Vec::new();
    reader.leaves(slot, &mut leaves);
    // A pointer to a struct does not point to the text in a member.
    let points = |ty: TypeId| matches!(types.get(types.bare(ty)), Type::Pointer { to } if !is_record(types, *to));
    let begins = |leaf: &Leaf| Some((reader.held(leaf.slot?)?, leaf.lvalue.text.clone()));
    let first = leaves.first().filter(|leaf| leaf.lvalue.ty.is_none_or(points));
    match first.and_then(begins).or_else(|| array_start(target)) {
        Some((start, text)) if (object.0..=target.address).contains(&start) => {
            Lvalue { text, address: start, denotes: None, ..target.clone() }
        }
        _ => target.clone(),
    }
}
