//! C expressions for addresses and values, reconstructed from the IR at a paused run: `a[3]`, `node->next->value`,
//! `*p`.

use std::collections::BTreeSet;

/// Name of the variable in which the compiler keeps the result of a function with several `return`s.
pub const RESULT: &str = "(result)";

use whydunit_machine::{FrameView, Machine};
use whydunit_program::{Function, Inst, LocalId, Program, Slot, Type, TypeId, Types, Variable};

use crate::naming::access_path::{Access, AccessPath, NamedPart};
use crate::naming::bit_field::{bits_loaded, bits_stored, is_kept};
use crate::naming::lvalue::Lvalue;
use crate::naming::pointee::denoted;

/// Reconstructs expressions at a paused instruction.
pub(crate) struct Reader<'a, W> {
    pub(crate) program: &'a Program,
    pub(crate) function: &'a Function,
    frame: FrameView,
    machine: &'a Machine<W>,
    /// The paused instruction.
    inst: u32,
}

/// A value used by an instruction.
pub(crate) struct Leaf {
    /// Its source in memory.
    pub(crate) lvalue: Lvalue,
    /// The first slot that holds it, because the source may have changed since; none if it was not loaded.
    pub(crate) slot: Option<Slot>,
}

/// Limit on the nesting of named expressions.
const DEPTH: u32 = 12;
/// The name of unnamed expressions.
pub(crate) const NAMELESS: &str = "...";
/// Characters of a literal shown in its name.
const LITERAL: usize = 12;

impl<'a, W> Reader<'a, W> {
    pub(crate) fn new(program: &'a Program, machine: &'a Machine<W>, frame: FrameView) -> Self {
        let function = program.function(frame.site.function);
        Reader { program, function, frame, machine, inst: frame.site.inst }
    }

    /// The last instruction before the paused one that defines a slot.
    pub(crate) fn definition(&self, slot: Slot) -> Option<u32> {
        let defines = |at: &u32| {
            let inst = &self.function.insts[*at as usize];
            let own = inst.defs().is_some_and(|d| (d.first..d.first + d.count).contains(&slot));
            own || matches!(inst, Inst::Call { site } if {
                let call = &self.function.calls[*site as usize];
                (call.dst..call.dst + u32::from(call.returns)).contains(&slot)
            })
        };
        (0..self.inst).rev().find(defines)
    }

    /// The types of the program.
    pub(crate) fn types(&self) -> &'a Types {
        &self.program.types
    }

    /// The value in a slot.
    pub(crate) fn held(&self, slot: Slot) -> Option<u64> {
        self.machine.slot(slot)
    }

    /// The object of `len` written bytes at the address in a slot.
    pub(crate) fn written(&self, slot: Slot, len: u64) -> Lvalue {
        self.named(self.path(slot, DEPTH), self.machine.slot(slot).unwrap_or(0), Access::Room(len))
    }

    /// The object copied or filled at the address in a slot; the slot `len` holds its size.
    pub(crate) fn block(&self, slot: Slot, len: Slot) -> Lvalue {
        let access = self.machine.slot(len).map_or(Access::Whole, Access::Block);
        self.named(self.path(slot, DEPTH), self.machine.slot(slot).unwrap_or(0), access)
    }

    /// The object accessed by a load or store of this function.
    pub(crate) fn accessed(&self, at: u32) -> Option<Lvalue> {
        self.accessed_by(at, DEPTH)
    }

    fn accessed_by(&self, at: u32, depth: u32) -> Option<Lvalue> {
        let float = self.function.floats.binary_search(&at).is_ok();
        let scalar = |bytes, bits| Access::Scalar { bytes, float, bits };
        Some(match self.function.insts[at as usize] {
            Inst::Load { addr, bytes, .. } | Inst::LoadWide { addr, bytes, .. } => {
                self.at_address(addr, scalar(bytes, bits_loaded(self.function, at)), depth)
            }
            Inst::Store { addr, bytes, .. } | Inst::StoreWide { addr, bytes, .. } => {
                self.at_address(addr, scalar(bytes, bits_stored(self.function, at)), depth)
            }
            Inst::LoadLocal { local, offset, bytes, .. } => {
                self.in_local(local, offset, scalar(bytes, bits_loaded(self.function, at)))
            }
            Inst::StoreLocal { local, offset, bytes, .. } => {
                self.in_local(local, offset, scalar(bytes, bits_stored(self.function, at)))
            }
            _ => return None,
        })
    }

    fn at_address(&self, slot: Slot, access: Access, depth: u32) -> Lvalue {
        self.named(self.path(slot, depth), self.machine.slot(slot).unwrap_or(0), access)
    }

    fn in_local(&self, local: LocalId, offset: u32, access: Access) -> Lvalue {
        let start = self.frame.locals + u64::from(self.function.locals[local.0 as usize].offset);
        let path = self.local(local).plus(i64::from(offset));
        self.named(Some(path), start + u64::from(offset), access)
    }

    /// The object at an address.
    fn named(&self, path: Option<AccessPath>, address: u64, access: Access) -> Lvalue {
        let Some(path) = path else {
            let one = Lvalue::new(self.program, NAMELESS.into(), None, address);
            return Lvalue { size: access.bytes().unwrap_or(one.size), ..one };
        };
        let mut part = path.part(&self.program.types, access);
        let there = || denoted(self.program, self.machine, self.frame, address, access);
        let denotes = if path.pointed { there() } else { None };
        // The type of a `void *` target is that of the variable there.
        if let Some(known) = denotes.clone().filter(|known| part.ty.is_none() && known.before == 0) {
            part = NamedPart { text: part.text, ..known };
        }
        let whole = Lvalue::new(self.program, part.text, part.ty, address.wrapping_sub(part.before));
        Lvalue {
            size: part.size.unwrap_or(whole.size),
            elements: part.elements,
            bits: part.bits,
            denotes: denotes.map(|part| part.text),
            ..whole
        }
    }

    /// The access path of the target of the address in a slot.
    fn path(&self, slot: Slot, depth: u32) -> Option<AccessPath> {
        if (slot as usize) < self.function.constants.len() {
            return Some(self.global(self.function.constants[slot as usize]));
        }
        let types = &self.program.types;
        let next = depth.checked_sub(1)?;
        let Some(at) = self.definition(slot) else {
            return self.address_variable(slot).or_else(|| self.returned_in(slot));
        };
        match self.function.insts[at as usize] {
            Inst::LocalAddr { local, offset, .. } => Some(self.local(local).plus(i64::from(offset))),
            Inst::Offset { a, offset, .. } => Some(self.path(a, next)?.plus(i64::from(offset))),
            Inst::Add(sum) if sum.w == 64 => Some(self.path(sum.a, next)?.plus(self.machine.slot(sum.b)? as i64)),
            Inst::Index { a, index, scale, .. } => {
                let path = self.path(a, next)?;
                if let (true, Some(row)) = (path.has_open_rows(types, scale), self.row(index)) {
                    return Some(path.row_at(types, row));
                }
                Some(path.index(types, self.machine.slot(index)? as i64, scale))
            }
            Inst::Load { .. } | Inst::LoadLocal { .. } => Some(self.behind(self.accessed_by(at, next)?)),
            Inst::Call { site } => match self.callee(&self.function.calls[site as usize]).as_str() {
                "__errno_location" => Some(AccessPath::object("errno".into(), None)),
                callee => {
                    let to = self.pointed_to(self.result(&self.function.calls[site as usize]));
                    Some(AccessPath::behind(format!("{callee}({NAMELESS})"), to))
                }
            },
            Inst::Select { c, a, b, .. } => self.path(if self.machine.slot(c)? != 0 { a } else { b }, next),
            Inst::DynAlloca { .. } => self.address_variable(slot),
            // An offset of 0 bytes: `p[0]`, or the first member.
            Inst::Move { a, .. } => match self.sources(slot).count() {
                1 => Some(self.path(a, next)?.first(types)),
                _ => self.path(self.taken(slot)?.1, next),
            },
            _ => None,
        }
    }

    /// The row of a multidimensional array with rows of variable length, whose index is multiplied by that length.
    fn row(&self, index: Slot) -> Option<i64> {
        match self.function.insts[self.definition(index)? as usize] {
            Inst::Mul(product) if product.w == 64 => self.machine.slot(product.a).map(|row| row as i64),
            _ => None,
        }
    }

    /// The variable in a local.
    fn local(&self, local: LocalId) -> AccessPath {
        match self.function.variables.iter().find(|v| v.local == local && !v.indirect) {
            Some(variable) => AccessPath::object(variable.name.clone(), variable.ty),
            None if self.function.holds_result(local) => AccessPath::object(RESULT.into(), self.function.result),
            None => {
                let name = &self.function.locals[local.0 as usize].name;
                let named = || AccessPath::object(name.trim_end_matches(".addr").into(), None);
                self.temporary(local).unwrap_or_else(named)
            }
        }
    }

    /// The variable whose address is in a slot: an array of variable length, or a struct passed in memory.
    fn address_variable(&self, slot: Slot) -> Option<AccessPath> {
        let home = |inst: &Inst| match *inst {
            Inst::StoreLocal { val, local, offset: 0, .. } if val == slot => Some(local),
            _ => None,
        };
        let local = self.function.insts.iter().find_map(home)?;
        let variable = self.function.variables.iter().find(|v| v.local == local && v.indirect)?;
        Some(AccessPath::object(variable.name.clone(), variable.ty))
    }

    /// The result of the function, if the slot holds the caller's address for it: a struct of more than two words.
    fn returned_in(&self, slot: Slot) -> Option<AccessPath> {
        let first = self.function.params.first().filter(|param| param.slot == slot && self.function.returns == 0);
        let result = self.function.result.filter(|ty| self.program.types.size(*ty) > 16);
        first.and(result).map(|ty| AccessPath::object(RESULT.into(), Some(ty)))
    }

    fn global(&self, address: u64) -> AccessPath {
        let Some(id) = self.program.global_at(address) else {
            return AccessPath::object(format!("*{address:#x}"), None);
        };
        let global = &self.program.globals[id.0 as usize];
        let literal = || global.name.starts_with(".str").then(|| quoted(&global.init));
        let name = global.variable.clone().or_else(literal).unwrap_or_else(|| global.name.clone());
        AccessPath::object(name, global.ty).plus((address - global.address) as i64)
    }

    /// The target of a pointer.
    fn behind(&self, pointer: Lvalue) -> AccessPath {
        let to = self.pointed_to(pointer.ty);
        AccessPath::behind(pointer.text, to)
    }

    fn pointed_to(&self, pointer: Option<TypeId>) -> Option<TypeId> {
        match self.program.types.get(self.program.types.bare(pointer?)) {
            Type::Pointer { to } => Some(*to),
            _ => None,
        }
    }

    /// The last object assigned from a slot before its use, as in `++i < n` or `(c = f()) == x`.
    fn assigned(&self, slot: Slot, defined: u32) -> Option<Lvalue> {
        let behind = (defined + 1..self.inst).take_while(|&at| !self.function.insts[at as usize].is_terminator());
        let assigns = |&at: &u32| match self.function.insts[at as usize] {
            Inst::Store { val, .. } | Inst::StoreWide { val, .. } => val == slot,
            Inst::StoreLocal { val, local, .. } => {
                let named = |v: &Variable| v.local == local && !v.is_compilers();
                val == slot && self.function.variables.iter().any(named)
            }
            _ => false,
        };
        behind.filter(assigns).last().and_then(|at| self.accessed(at))
    }

    /// The named values that the expression in a slot uses: all of its loads.
    pub(crate) fn leaves(&self, slot: Slot, found: &mut Vec<Leaf>) {
        let start = found.len();
        let mut todo = vec![slot];
        let mut seen = BTreeSet::new();
        while let Some(slot) = todo.pop() {
            if (slot as usize) < self.function.constants.len() || !seen.insert(slot) || seen.len() > 64 {
                continue;
            }
            let Some(at) = self.definition(slot) else { continue };
            match self.function.insts[at as usize] {
                // Other bit-fields of the same unit, which a store writes back unchanged.
                Inst::Load { .. } | Inst::LoadLocal { .. } if is_kept(self.function, at, self.inst) => {}
                Inst::Load { dst, .. } | Inst::LoadWide { dst, .. } | Inst::LoadLocal { dst, .. } => {
                    if let Some(looked_up) = self.looked_up(at) {
                        todo.extend(looked_up);
                        continue;
                    }
                    found.extend(self.accessed(at).map(|lvalue| Leaf { lvalue, slot: Some(dst) }));
                }
                // The size of an array says nothing about its contents, and the address of a variable is constant even
                // if it was stored in between.
                Inst::DynAlloca { .. } | Inst::LocalAddr { .. } => {}
                _ if let Some(lvalue) = self.assigned(slot, at) => found.push(Leaf { lvalue, slot: Some(slot) }),
                Inst::Call { site } => self.comparison_arguments(&self.function.calls[site as usize], &mut todo, found),
                Inst::Move { a, .. } if self.sources(slot).count() == 1 => todo.push(a),
                Inst::Move { .. } => todo.extend(self.chosen(slot)),
                other => other.uses(|s| todo.push(s)),
            }
        }
        found[start..].reverse();
    }
}

/// A string literal, shortened if it is long.
fn quoted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes.strip_suffix(&[0]).unwrap_or(bytes)).into_owned();
    match text.char_indices().nth(LITERAL) {
        Some((end, _)) => format!("{:?}", format!("{}...", &text[..end])),
        None => format!("{text:?}"),
    }
}
