//! C expressions for addresses and values, read back from the IR of a paused run: `a[3]`,
//! `node->next->value`, `*p`.

use whydunit_machine::{FrameView, Machine};
use whydunit_program::{Function, Inst, LocalId, Program, Slot, Type, TypeId};

/// Something in memory with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lvalue {
    /// How C writes it, with the indices of this moment.
    pub text: String,
    /// Its type.
    pub ty: Option<TypeId>,
    /// Its address.
    pub address: u64,
}

/// Reads expressions back at one paused instruction.
pub(crate) struct Reader<'a, W> {
    program: &'a Program,
    function: &'a Function,
    frame: FrameView,
    machine: &'a Machine<W>,
    /// The paused instruction.
    inst: u32,
}

/// Expressions nested deeper are cut: "...".
const DEPTH: u32 = 12;

impl<'a, W> Reader<'a, W> {
    pub(crate) fn new(program: &'a Program, machine: &'a Machine<W>, frame: FrameView) -> Self {
        let function = program.function(frame.site.function);
        Reader { program, function, frame, machine, inst: frame.site.inst }
    }

    /// The instruction that defined a slot last before the paused one, in its own block if it can.
    fn definition(&self, slot: Slot) -> Option<u32> {
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

    /// What lies at an offset of a local.
    pub(crate) fn local(&self, local: LocalId, offset: u32) -> Lvalue {
        let at = self.function.locals[local.0 as usize].offset;
        let address = self.frame.locals + u64::from(at) + u64::from(offset);
        let variable = self.function.variables.iter().find(|v| v.local == local && !v.indirect);
        match variable {
            Some(v) => self.inside(v.name.clone(), v.ty, address, i64::from(offset)),
            None => {
                let name = &self.function.locals[local.0 as usize].name;
                Lvalue { text: name.trim_end_matches(".addr").into(), ty: None, address }
            }
        }
    }

    /// The part of an object at a byte offset: members and elements.
    fn inside(&self, text: String, ty: Option<TypeId>, address: u64, offset: i64) -> Lvalue {
        self.part(text, ty, address, offset, None)
    }

    /// Likewise; of several members of a union one of the size of the access, if that is known.
    fn part(&self, text: String, ty: Option<TypeId>, address: u64, offset: i64, bytes: Option<u8>) -> Lvalue {
        let types = &self.program.types;
        let Some(id) = ty else { return Lvalue { text, ty, address } };
        match types.get(types.bare(id)) {
            Type::Record { fields, .. } => {
                let holds = |f: &&whydunit_program::Field| {
                    let (start, size) = ((f.bit_offset / 8) as i64, types.size(f.ty).max(1) as i64);
                    (start..start + size).contains(&offset)
                };
                let fits = |f: &&whydunit_program::Field| holds(f) && bytes.map(u64::from) == Some(types.size(f.ty));
                match fields.iter().find(fits).or_else(|| fields.iter().find(holds)) {
                    Some(f) => {
                        let text = if f.name.is_empty() { text } else { format!("{text}.{}", f.name) };
                        self.part(text, Some(f.ty), address, offset - (f.bit_offset / 8) as i64, bytes)
                    }
                    None => Lvalue { text, ty, address },
                }
            }
            Type::Array { element, .. } if offset >= 0 => {
                let size = types.size(*element).max(1) as i64;
                self.part(format!("{text}[{}]", offset / size), Some(*element), address, offset % size, bytes)
            }
            _ => Lvalue { text, ty, address },
        }
    }

    /// What the address in a slot points to.
    pub(crate) fn target(&self, slot: Slot) -> Lvalue {
        self.lvalue(slot, DEPTH)
    }

    /// What an access of so many bytes at the address in a slot is about: of a larger object its first part.
    pub(crate) fn accessed(&self, slot: Slot, bytes: u8) -> Lvalue {
        let whole = self.target(slot);
        let larger = whole.ty.is_some_and(|t| self.program.types.size(t) > u64::from(bytes));
        if !larger {
            return whole;
        }
        let part = self.part(whole.text, whole.ty, whole.address, 0, Some(bytes));
        Lvalue { text: arrow(part.text), ..part }
    }

    fn lvalue(&self, slot: Slot, depth: u32) -> Lvalue {
        let address = self.machine.slot(slot).unwrap_or(0);
        let unknown = || Lvalue { text: "...".into(), ty: None, address };
        if depth == 0 {
            return unknown();
        }
        if (slot as usize) < self.function.constants.len() {
            return self.global(address);
        }
        let Some(at) = self.definition(slot) else { return unknown() };
        match self.function.insts[at as usize] {
            Inst::LocalAddr { local, offset, .. } => self.whole_local(local, offset, address),
            Inst::Offset { a, offset, .. } => self.offset(a, i64::from(offset), address, depth),
            Inst::Index { a, index, scale, .. } => self.index(a, index, scale, address, depth),
            Inst::Load { addr, .. } => self.through(self.lvalue(addr, depth - 1), address),
            Inst::LoadLocal { local, offset, .. } => self.through(self.local(local, offset), address),
            Inst::Call { site } => {
                let call = &self.function.calls[site as usize];
                Lvalue { text: format!("*{}(...)", self.callee(call)), ty: None, address }
            }
            Inst::Move { a, .. } => self.lvalue(a, depth - 1),
            _ => unknown(),
        }
    }

    fn callee(&self, call: &whydunit_program::CallSite) -> String {
        match call.callee {
            whydunit_program::Callee::Direct(id) => self.program.function(id).name.clone(),
            whydunit_program::Callee::External(id) => self.program.externals[id.0 as usize].name.clone(),
            whydunit_program::Callee::Indirect(_) => "function".into(),
        }
    }

    /// An address of a local: the whole of it at offset 0, else the part there.
    fn whole_local(&self, local: LocalId, offset: u32, address: u64) -> Lvalue {
        let variable = self.function.variables.iter().find(|v| v.local == local);
        match variable {
            Some(v) if offset == 0 => Lvalue { text: v.name.clone(), ty: v.ty, address },
            Some(v) => self.inside(v.name.clone(), v.ty, address, i64::from(offset)),
            None => Lvalue { text: self.function.locals[local.0 as usize].name.clone(), ty: None, address },
        }
    }

    fn global(&self, address: u64) -> Lvalue {
        let Some(id) = self.program.global_at(address) else {
            return Lvalue { text: format!("*{address:#x}"), ty: None, address };
        };
        let global = &self.program.globals[id.0 as usize];
        let name = global.variable.clone().unwrap_or_else(|| global.name.clone());
        match address - global.address {
            0 => Lvalue { text: name, ty: global.ty, address },
            offset => self.inside(name, global.ty, address, offset as i64),
        }
    }

    /// What a pointer that was loaded from `pointer` points to.
    fn through(&self, pointer: Lvalue, address: u64) -> Lvalue {
        let types = &self.program.types;
        let to = pointer.ty.and_then(|t| match types.get(types.bare(t)) {
            Type::Pointer { to } => Some(*to),
            _ => None,
        });
        let text =
            if pointer.text.starts_with('*') { format!("*({})", pointer.text) } else { format!("*{}", pointer.text) };
        Lvalue { text, ty: to, address }
    }

    fn offset(&self, base: Slot, offset: i64, address: u64, depth: u32) -> Lvalue {
        let object = self.lvalue(base, depth - 1);
        let size = object.ty.map_or(0, |t| self.program.types.size(t)) as i64;
        if let Some(pointer) = object.text.strip_prefix('*')
            && size > 0
            && !(0..size).contains(&offset)
        {
            // Beyond what the pointer points to: the next element.
            let text = format!("{pointer}[{}]", offset.div_euclid(size));
            return match offset.rem_euclid(size) {
                0 => Lvalue { text, ty: object.ty, address },
                rest => self.inside(text, object.ty, address, rest),
            };
        }
        let inner = self.inside(object.text, object.ty, address, offset);
        Lvalue { text: arrow(inner.text), ..inner }
    }

    fn index(&self, base: Slot, index: Slot, scale: u32, address: u64, depth: u32) -> Lvalue {
        let object = self.lvalue(base, depth - 1);
        let types = &self.program.types;
        let shown = self.machine.slot(index).map_or_else(|| "?".into(), |i| (i as i64).to_string());
        let bare = object.ty.map(|t| types.get(types.bare(t)));
        match bare {
            Some(Type::Array { element, .. }) => {
                Lvalue { text: format!("{}[{shown}]", object.text), ty: Some(*element), address }
            }
            _ if object.ty.is_some_and(|t| types.size(t) == u64::from(scale)) => {
                // A pointer to elements: `*p` at index i is `p[i]`.
                let pointer = object.text.strip_prefix('*').unwrap_or(&object.text);
                Lvalue { text: format!("{pointer}[{shown}]"), ty: object.ty, address }
            }
            _ => Lvalue { text: format!("{}[{shown}]", object.text), ty: None, address },
        }
    }

    /// The values an instruction uses, by name: every load, parameter or call result in its
    /// expression.
    pub(crate) fn leaves(&self, slot: Slot, found: &mut Vec<Lvalue>) {
        let start = found.len();
        let mut todo = vec![slot];
        let mut seen = std::collections::BTreeSet::new();
        while let Some(slot) = todo.pop() {
            if (slot as usize) < self.function.constants.len() || !seen.insert(slot) || seen.len() > 64 {
                continue;
            }
            let Some(at) = self.definition(slot) else { continue };
            match self.function.insts[at as usize] {
                Inst::Load { addr, bytes, .. } | Inst::LoadWide { addr, bytes, .. } => {
                    found.push(self.accessed(addr, bytes));
                }
                Inst::LoadLocal { local, offset, .. } => found.push(self.local(local, offset)),
                Inst::Call { .. } => {}
                Inst::Move { .. } => todo.extend(self.taken(slot)),
                other => other.uses(|s| todo.push(s)),
            }
        }
        found[start..].reverse();
    }

    /// Where a slot that is set on several edges (`a && b`) has its value from, if only one of them fits.
    fn taken(&self, slot: Slot) -> Option<Slot> {
        let sources = self.function.insts.iter().filter_map(|inst| match *inst {
            Inst::Move { dst, a } if dst == slot => Some(a),
            _ => None,
        });
        let mut fitting = sources.filter(|&a| self.machine.slot(a) == self.machine.slot(slot));
        let only = fitting.next();
        only.filter(|_| fitting.next().is_none())
    }
}

/// `*p.x` is written `p->x`.
fn arrow(text: String) -> String {
    match text.strip_prefix('*') {
        Some(rest) if !rest.starts_with('(') => match rest.split_once('.') {
            Some((pointer, member)) if !pointer.contains('[') => format!("{pointer}->{member}"),
            _ => text,
        },
        _ => text,
    }
}
