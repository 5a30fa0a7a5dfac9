//! Named values at an instant of a run.

use whydunit_machine::{Machine, Site, World};
use whydunit_program::{Function, Inst, Program, Slot, Type, TypeId, Types};

use crate::naming::access_path::{Access, AccessPath};
use crate::naming::expression::Leaf;
use crate::naming::lvalue::{Bits, Lvalue, bytes_of};
use crate::naming::pointee::pointed;
use crate::naming::pointer_target::Target;

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its name in C.
    pub name: String,
    /// Its type.
    pub ty: Option<TypeId>,
    /// Its address.
    pub address: u64,
    /// Number of elements of type `ty`, if this is a row of them rather than one object.
    pub elements: Option<u64>,
    /// For an object reached through a pointer: the name of the variable (or part of one) that it is.
    pub denotes: Option<String>,
    /// The zeros of an initialiser that is about to assign parts of the object: only the rest keeps them.
    pub rest: bool,
    /// For a bit-field: its bits, counted from the first byte at the address.
    pub bits: Option<Bits>,
    /// Its bytes, for a bit-field those of its type; `None` for uninitialised ones. Empty if not accessible.
    pub bytes: Vec<Option<u8>>,
    /// Partly initialised bytes (bit-fields share them): address, value, and mask of the uninitialised bits.
    pub partly: Vec<(u64, u8, u8)>,
    /// For a pointer: the bytes it points to, as far as they are readable.
    pub pointee: Vec<Option<u8>>,
    /// For a pointer: the name of the variable it points to.
    pub points: Option<String>,
    /// The targets of the pointers inside of the value, or inside of its pointee.
    pub targets: Vec<Target>,
}

/// Limit on the bytes kept of a value and of a pointee.
const KEPT: u64 = 256;

impl Value {
    /// The current value of an object.
    pub fn read<W: World>(program: &Program, machine: &mut Machine<W>, lvalue: Lvalue) -> Value {
        let lvalue = lvalue.measured(program, machine);
        let bytes = bytes_of(program, machine, &lvalue, KEPT);
        Value::of(program, machine, lvalue, bytes)
    }

    fn of<W: World>(program: &Program, machine: &mut Machine<W>, lvalue: Lvalue, bytes: Vec<Option<u8>>) -> Value {
        let Lvalue { text: name, ty, address, elements, bits, denotes, .. } = lvalue;
        let (rest, partly, pointee, points, targets) = (false, Vec::new(), Vec::new(), None, Vec::new());
        let mut value =
            Value { name, ty, address, elements, denotes, rest, bits, bytes, partly, pointee, points, targets };
        if bits.is_none() {
            value.partly = partly_initialised(machine, address, &value.bytes);
        }
        value.follow(program, machine);
        value
    }

    /// The current value of the same object.
    pub fn reread<W: World>(&self, program: &Program, machine: &mut Machine<W>) -> Value {
        let (name, size) = (self.name.clone(), self.bytes.len() as u64);
        let lvalue = match self.bits {
            Some(bits) => Lvalue::bit_field(name, self.ty, self.address, bits),
            None => Lvalue { size, ..Lvalue::new(program, name, self.ty, self.address) },
        };
        let (elements, denotes) = (self.elements, self.denotes.clone());
        Value::read(program, machine, Lvalue { elements, denotes, ..lvalue })
    }

    /// The value loaded into a slot; its source may have changed since.
    pub(crate) fn used<W: World>(program: &Program, machine: &mut Machine<W>, leaf: Leaf) -> Value {
        let Leaf { lvalue, slot } = leaf;
        let Some(slot) = slot else { return Value::read(program, machine, lvalue) };
        let size = lvalue.size as usize;
        if size > 8 && !lvalue.ty.is_some_and(|ty| program.types.is_wide(ty)) {
            return Value::read(program, machine, lvalue);
        }
        let held = words(machine, slot, size);
        let bytes = match lvalue.bits {
            Some(bits) => bits.spread(program, lvalue.ty, &held),
            None => held.into_iter().map(whole).collect(),
        };
        Value::of(program, machine, lvalue, bytes)
    }

    /// The value that a store, copy or fill at `address` is about to give its target.
    pub(crate) fn defined<W: World>(
        program: &Program,
        machine: &mut Machine<W>,
        target: Lvalue,
        address: u64,
        inst: Inst,
    ) -> Value {
        let mut value = Value::read(program, machine, target);
        let Some(new) = value.stored_bytes(program, machine, address, inst) else { return value };
        if let Inst::MemSet { .. } = inst {
            value.rest = begins_initialiser(program, machine);
        }
        match value.bits {
            Some(bits) => value.bytes = bits.spread(program, value.ty, &new),
            None => value.overwrite(address, new),
        }
        value.follow(program, machine);
        value
    }

    /// The bytes, each with the mask of its uninitialised bits, that `inst` is about to store at `address` in this
    /// object.
    fn stored_bytes<W: World>(
        &self,
        program: &Program,
        machine: &mut Machine<W>,
        address: u64,
        inst: Inst,
    ) -> Option<Vec<(u8, u8)>> {
        let room = self.bytes.len();
        Some(match inst {
            // A store of the second word follows immediately.
            Inst::StoreLocal { val, .. }
                if self.ty.is_some_and(|ty| program.types.is_wide(ty)) && address == self.address =>
            {
                words(machine, val, room)
            }
            Inst::StoreLocal { val, bytes, .. } | Inst::Store { val, bytes, .. } => {
                let mut new = held(machine, val, bytes.into());
                if let (8, Some(rest)) = (bytes, second_word(program, machine)) {
                    new.extend(held(machine, rest, room.saturating_sub(8)));
                }
                new
            }
            Inst::StoreWide { val, bytes, .. } => words(machine, val, bytes.into()),
            Inst::MemCopy { src, len, .. } => {
                let (source, len) = (machine.slot(src)?, machine.slot(len)?);
                let bytes = (0..len.min(room as u64)).map_while(|i| machine.inspect_bits(source.wrapping_add(i)));
                bytes.collect()
            }
            Inst::MemSet { val, len, .. } => {
                vec![held(machine, val, 1)[0]; machine.slot(len)?.min(room as u64) as usize]
            }
            _ => return None,
        })
    }

    /// Replaces the bytes from `address` on.
    fn overwrite(&mut self, address: u64, new: Vec<(u8, u8)>) {
        let start = address.wrapping_sub(self.address) as usize;
        self.bytes.resize(self.bytes.len().max(new.len()), None);
        let end = address + new.len() as u64;
        self.partly.retain(|p| !(address..end).contains(&p.0));
        let partly = (address..).zip(&new).filter(|(_, byte)| is_partly(**byte));
        self.partly.extend(partly.map(|(at, byte)| (at, byte.0, byte.1)));
        self.bytes.iter_mut().skip(start).zip(new).for_each(|(byte, new)| *byte = whole(new));
    }

    /// The value that a function is about to return.
    pub(crate) fn returned<W: World>(
        program: &Program,
        machine: &mut Machine<W>,
        function: &Function,
        slot: Slot,
        count: u8,
    ) -> Value {
        let types = &program.types;
        let size = |ty: &TypeId| types.size(*ty);
        let ty = function.result.filter(|ty| (1..=16).contains(&size(ty)));
        let size = ty.as_ref().map_or(8, size);
        let lvalue = Lvalue { size, ..Lvalue::new(program, "result".into(), ty, 0) };
        let (mut bytes, mut slot) = (Vec::new(), slot);
        let slots = slot..slot + u32::from(count);
        while (bytes.len() as u64) < size && slots.contains(&slot) {
            let at = bytes.len() as u64;
            // Two floats share a word of memory, but not a slot.
            let pair = ty.is_some_and(|ty| is_pair_of_floats(types, ty, at)) && slots.contains(&(slot + 1));
            let wide = if pair || at % 8 == 4 { 4 } else { 8 };
            bytes.extend(held(machine, slot, wide.min(size - at) as usize));
            slot += 1;
        }
        // Bit-fields may share bytes with uninitialised bits.
        let partly = (0..).zip(&bytes).filter(|(_, byte)| is_partly(**byte)).map(|(at, byte)| (at, byte.0, byte.1));
        let partly = partly.collect();
        Value { partly, ..Value::of(program, machine, lvalue, bytes.iter().copied().map(whole).collect()) }
    }

    /// Size of the object in bytes; `bytes` may hold fewer.
    pub fn extent(&self, program: &Program) -> u64 {
        let one = self.ty.filter(|_| self.bits.is_none()).map_or(0, |ty| program.types.size(ty));
        one.saturating_mul(self.elements.unwrap_or(1)).max(self.bytes.len() as u64)
    }

    /// The lowest eight bytes as a word, with 0 for uninitialised ones.
    pub fn word(&self) -> u64 {
        self.bytes.iter().take(8).enumerate().fold(0, |word, (i, b)| word | u64::from(b.unwrap_or(0)) << (8 * i))
    }

    /// Reads the targets of the pointer, or of the pointers inside.
    fn follow<W: World>(&mut self, program: &Program, machine: &mut Machine<W>) {
        (self.pointee, self.points, self.targets) = (Vec::new(), None, Vec::new());
        let types = &program.types;
        let to = match self.ty.map(|t| (t, types.get(types.bare(t)))) {
            Some((_, Type::Pointer { to })) if self.elements.is_none() => to,
            Some((ty, _)) if self.bits.is_none() => {
                self.targets = Target::inside(program, machine, ty, &self.bytes);
                return;
            }
            _ => return,
        };
        let Some(address) = self.bytes.iter().copied().collect::<Option<Vec<u8>>>() else { return };
        let Ok(address) = address.try_into().map(u64::from_le_bytes) else { return };
        let most = match types.size(*to) {
            _ if types.is_open(*to) => KEPT,
            0 | 1 => 64,
            size => size.min(KEPT),
        };
        self.pointee = (0..most).map_while(|i| machine.inspect(address.wrapping_add(i), 1)).flatten().collect();
        self.partly.extend(partly_initialised(machine, address, &self.pointee));
        self.points = pointed(program, machine, self.ty, address);
        self.targets = Target::inside(program, machine, *to, &self.pointee);
    }

    /// This value with another word stored into it.
    pub fn if_stored(&self, program: &Program, word: u64) -> Value {
        let word = word.to_le_bytes();
        let bytes = match self.bits {
            Some(bits) => bits.spread(program, self.ty, &word.map(|byte| (byte, 0))),
            None => {
                let size = self.ty.map_or(0, |ty| program.types.size(ty)).min(16) as usize;
                // The bytes beyond a word stay as they are, or are 0 if unknown.
                let rest = self.bytes.iter().skip(8).copied().chain(std::iter::repeat(Some(0)));
                word.map(Some).into_iter().chain(rest).take(self.bytes.len().max(size)).collect()
            }
        };
        Value { bytes, partly: Vec::new(), pointee: Vec::new(), points: None, targets: Vec::new(), ..self.clone() }
    }

    /// As [`Value::if_stored`], with the pointees read from the current memory.
    pub fn if_stored_in<W: World>(&self, program: &Program, machine: &mut Machine<W>, word: u64) -> Value {
        let mut value = self.if_stored(program, word);
        value.follow(program, machine);
        value
    }

    /// The name, with the denoted variable if that is more informative: `*p (= buf[7])`.
    pub fn label(&self) -> String {
        match &self.denotes {
            _ if self.rest => format!("the rest of {}", self.name),
            Some(other) if self.name.starts_with('*') || is_another_part(&self.name, other) => {
                format!("{} (= {other})", self.name)
            }
            _ => self.name.clone(),
        }
    }
}

/// Is the machine at the store of an initialiser's zeros, parts of which are assigned next?
fn begins_initialiser<W: World>(program: &Program, machine: &Machine<W>) -> bool {
    let site = machine.innermost().map(|frame| frame.site);
    site.is_some_and(|site| program.function(site.function).begins_initialiser(site.inst))
}

/// Does the denoted variable say more than the name of a part reached through a pointer, as `m[1][2]` does for `a[2]`,
/// or `buf[7]` for `p[0]`?
fn is_another_part(name: &str, variable: &str) -> bool {
    let variable = variable.split(" of ").next().unwrap_or(variable);
    let steps = match name.rsplit_once("->") {
        Some((_, member)) => format!(".{member}"),
        None => name.find(['[', '.']).map_or_else(String::new, |at| name[at..].into()),
    };
    variable.strip_suffix(&steps).is_none_or(|object| object.contains('['))
}

/// Does the word at offset `at` of a struct consist of two floats?
fn is_pair_of_floats(types: &Types, ty: TypeId, at: u64) -> bool {
    let float = |at: u64| {
        let access = Access::Scalar { bytes: 4, float: true, bits: None };
        let part = AccessPath::object(String::new(), Some(ty)).plus(at as i64).part(types, access);
        part.before == 0 && part.ty.is_some_and(|ty| matches!(types.get(types.bare(ty)), Type::Float { size: 4, .. }))
    };
    at.is_multiple_of(8) && float(at) && float(at + 4)
}

/// At the store of the first word of a struct in two registers: the slot of its second word, which is stored next.
fn second_word<W: World>(program: &Program, machine: &Machine<W>) -> Option<Slot> {
    let Site { function, inst } = machine.innermost()?.site;
    let insts = &program.function(function).insts[inst as usize..];
    let Inst::StoreLocal { local, offset, .. } = insts[0] else { return None };
    let (held, second) = match *insts.get(1..)? {
        [Inst::Move { dst, a }, second, ..] => (Some((dst, a)), second),
        [second, ..] => (None, second),
        [] => return None,
    };
    match second {
        Inst::StoreLocal { val, local: next, offset: behind, .. } if next == local && behind == offset + 8 => {
            Some(held.filter(|h| h.0 == val).map_or(val, |h| h.1))
        }
        _ => None,
    }
}

/// Are some, but not all bits uninitialised?
fn is_partly((_, undefined): (u8, u8)) -> bool {
    !matches!(undefined, 0 | u8::MAX)
}

/// The partly initialised ones among bytes read at an address.
fn partly_initialised<W>(machine: &mut Machine<W>, address: u64, bytes: &[Option<u8>]) -> Vec<(u64, u8, u8)> {
    let doubtful = (0..).zip(bytes).filter(|(_, byte)| byte.is_none()).map(|(i, _)| address.wrapping_add(i));
    let known = doubtful.filter_map(|at| machine.inspect_bits(at).filter(|&b| is_partly(b)).map(|b| (at, b.0, b.1)));
    known.collect()
}

/// The byte, if it is fully initialised.
fn whole((byte, undefined): (u8, u8)) -> Option<u8> {
    (undefined == 0).then_some(byte)
}

/// The bytes of two consecutive slots.
fn words<W: World>(machine: &Machine<W>, slot: Slot, bytes: usize) -> Vec<(u8, u8)> {
    let low = held(machine, slot, bytes.min(8));
    let high = if bytes > 8 { held(machine, slot + 1, bytes - 8) } else { Vec::new() };
    low.into_iter().chain(high).collect()
}

/// The lowest bytes of a slot, each with the mask of its uninitialised bits.
fn held<W>(machine: &Machine<W>, slot: Slot, count: usize) -> Vec<(u8, u8)> {
    let (value, undefined) = machine.slot_bits(slot);
    value.to_le_bytes().into_iter().zip(undefined.to_le_bytes()).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_denoted_variable_is_shown_if_it_is_another_part() {
        let label = |name: &str, denotes: &str| {
            let (name, denotes) = (name.to_string(), Some(denotes.to_string()));
            Value {
                name,
                denotes,
                rest: false,
                ty: None,
                address: 0,
                elements: None,
                bits: None,
                bytes: Vec::new(),
                partly: Vec::new(),
                pointee: Vec::new(),
                points: None,
                targets: Vec::new(),
            }
            .label()
        };
        assert_eq!(label("*p", "buf[7]"), "*p (= buf[7])");
        assert_eq!(label("*p", "x of main"), "*p (= x of main)");
        assert_eq!(label("p[-1]", "buf[2]"), "p[-1] (= buf[2])");
        assert_eq!(label("p->x", "points[3].x of main"), "p->x (= points[3].x of main)");
        // The denoted variable adds nothing to the name.
        assert_eq!(label("a[3]", "values[3] of main"), "a[3]");
        assert_eq!(label("p->x", "point.x"), "p->x");
        assert_eq!(label("items[2]", "box.items[2] of main"), "items[2]");
    }
}
