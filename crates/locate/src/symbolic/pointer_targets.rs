//! What a pointer that is altered can point to: objects of a compatible type that are alive at that moment, of which the
//! address could be known: globals, locals whose address is taken, blocks of the heap.

use whydunit_machine::{Machine, Target, Targets};
use whydunit_program::{Local, Program, Type, TypeId, Types};
use whydunit_trace::{Instance, InstanceKind, Time, Value};
use whydunit_world::Posix;

use crate::session::Session;

/// More objects are not offered: every access would have to choose between all of them.
const MOST: usize = 24;
/// Of an array whose elements only contain what is pointed to, so many elements are looked into.
const ELEMENTS: u64 = 8;
/// So deep is looked into structs and arrays.
const DEPTH: u32 = 4;

/// What the pointer that the instance at a time makes could point to; none when it makes no pointer to objects.
pub(crate) fn targets(session: &mut Session, time: Time) -> Option<Targets> {
    let instance = session.describe(time)?;
    let value = pointer(&instance)?;
    let program = session.program().clone();
    let types = &program.types;
    let Type::Pointer { to } = types.get(types.bare(value.ty?)) else { return None };
    if matches!(types.get(types.bare(*to)), Type::Function { .. } | Type::Void) || types.size(*to) == 0 {
        return None;
    }
    let mut machine = session.recorded.snapshots.paused_at(u64::from(time))?;
    let mut search = Search { program: &program, to: *to, size: types.size(*to), found: Vec::new() };
    search.own(&mut machine, value.word());
    search.locals(&mut machine);
    search.globals();
    search.heap(&mut machine);
    let mut found = search.found;
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|target| seen.insert(*target));
    let complete = found.len() <= MOST;
    found.truncate(MOST);
    Some(Targets { objects: found.into(), complete })
}

/// The value that an instance makes.
fn pointer(instance: &Instance) -> Option<&Value> {
    match &instance.kind {
        InstanceKind::Return { value } => Some(value),
        _ => instance.defines.as_ref(),
    }
}

struct Search<'a> {
    program: &'a Program,
    /// What the pointer points to by its type.
    to: TypeId,
    size: u64,
    found: Vec<Target>,
}

impl Search<'_> {
    /// All of the object that the pointer points into by itself.
    fn own(&mut self, machine: &mut Machine<Posix>, address: u64) {
        let global = self.program.global_at(address).map(|id| &self.program.globals[id.0 as usize]);
        let (ty, start, size) = match global {
            Some(global) => (global.ty, global.address, global.size),
            None => {
                let heap = machine.heap_objects().into_iter().map(|(start, size)| (None, start, size));
                let holds = |&(_, start, size): &(Option<TypeId>, u64, u64)| (start..start + size).contains(&address);
                let variables =
                    self.variables(machine).into_iter().map(|(ty, start, local)| (ty, start, local.size.into()));
                let Some(object) = heap.chain(variables).find(holds) else { return };
                object
            }
        };
        if let Some(ty) = ty {
            return self.parts(ty, start, DEPTH);
        }
        let before = (address - start) / self.size;
        let count = before + (start + size - address) / self.size;
        self.found.push(Target { first: address - before * self.size, count, stride: self.size });
    }

    /// The variables of all calls: type, address, and what is known of their memory.
    fn variables(&self, machine: &Machine<Posix>) -> Vec<(Option<TypeId>, u64, Local)> {
        let mut all = Vec::new();
        for frame in machine.frames() {
            let function = self.program.function(frame.site.function);
            for variable in function.variables.iter().filter(|v| !v.indirect) {
                let local = &function.locals[variable.local.0 as usize];
                all.push((variable.ty, frame.locals + u64::from(local.offset), local.clone()));
            }
        }
        all
    }

    fn locals(&mut self, machine: &mut Machine<Posix>) {
        for (ty, start, local) in self.variables(machine) {
            if let Some(ty) = ty.filter(|_| local.escapes && machine.inspect(start, 1).is_some()) {
                self.parts(ty, start, DEPTH);
            }
        }
    }

    fn globals(&mut self) {
        for global in self.program.globals.iter().filter(|g| !g.external) {
            // Literals have no name that could be mistaken for another.
            let named = global.variable.as_ref().unwrap_or(&global.name);
            if let Some(ty) = global.ty.filter(|_| !named.contains('.')) {
                self.parts(ty, global.address, DEPTH);
            }
        }
    }

    /// Blocks have no type: those that hold a whole number of what is pointed to.
    fn heap(&mut self, machine: &mut Machine<Posix>) {
        for (first, size) in machine.heap_objects() {
            if size >= self.size && size.is_multiple_of(self.size) {
                self.found.push(Target { first, count: size / self.size, stride: self.size });
            }
        }
    }

    /// The parts of an object that are of the type that is pointed to.
    fn parts(&mut self, ty: TypeId, address: u64, depth: u32) {
        let types = &self.program.types;
        if is_like(types, ty, self.to) {
            self.found.push(Target { first: address, count: 1, stride: self.size });
            return;
        }
        let Some(depth) = depth.checked_sub(1) else { return };
        match types.get(types.bare(ty)) {
            Type::Array { element, count } if is_like(types, *element, self.to) && *count > 0 => {
                self.found.push(Target { first: address, count: *count, stride: self.size });
            }
            Type::Array { element, count } => {
                let (element, size) = (*element, types.size(*element));
                (0..(*count).min(ELEMENTS)).for_each(|i| self.parts(element, address + i * size, depth));
            }
            Type::Record { fields, .. } => {
                for field in fields.iter().filter(|f| f.bit_size.is_none()) {
                    self.parts(field.ty, address + field.bit_offset / 8, depth);
                }
            }
            _ => {}
        }
    }
}

/// Can what is of one type be pointed to as what is of another? Each file of a program has its own ids.
fn is_like(types: &Types, a: TypeId, b: TypeId) -> bool {
    let (a, b) = (types.bare(a), types.bare(b));
    match (types.get(a), types.get(b)) {
        _ if a == b => true,
        (Type::Int { size: x, .. }, Type::Int { size: y, .. }) => x == y,
        (Type::Float { size: x, .. }, Type::Float { size: y, .. }) => x == y,
        (Type::Record { name: x, size: m, .. }, Type::Record { name: y, size: n, .. }) => m == n && x == y,
        (Type::Enum { name: x, .. }, Type::Enum { name: y, .. }) => x == y,
        (Type::Pointer { to: x }, Type::Pointer { to: y }) => {
            let (x, y) = (types.bare(*x), types.bare(*y));
            x == y || types.get(x) == types.get(y)
        }
        _ => false,
    }
}
