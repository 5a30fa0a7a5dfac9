//! Compares values of two runs: numbers by their bytes, pointers by the object and the offset that they point to.

use whydunit_machine::{Machine, ObjectKind};
use whydunit_program::layout::{self, Code};
use whydunit_program::{Program, Type, TypeId};
use whydunit_trace::{Recording, Time, Value};
use whydunit_world::Posix;

use crate::compare::counterpart::Counterparts;

/// One of two runs, paused.
pub(crate) struct Side<'a> {
    pub(crate) program: &'a Program,
    pub(crate) recording: &'a Recording,
    pub(crate) machine: &'a mut Machine<Posix>,
}

/// Two runs, paused at instances that correspond.
pub(crate) struct ValueComparison<'a> {
    pub(crate) left: Side<'a>,
    pub(crate) right: Side<'a>,
    pub(crate) counterparts: &'a Counterparts,
}

impl ValueComparison<'_> {
    /// Are two values, given with all their bytes, equal and in corresponding places?
    pub(crate) fn of_values(&mut self, left: &Value, right: &Value) -> bool {
        self.of_pointers(left.address, right.address)
            && match left.elements.and(left.ty) {
                Some(element) => self.of_elements(element, &left.bytes, &right.bytes),
                None => self.of_bytes(left.ty, &left.bytes, &right.bytes),
            }
    }

    /// Are two lists of values equally long and pairwise equal?
    pub(crate) fn of_all(&mut self, left: &[Value], right: &[Value]) -> bool {
        left.len() == right.len() && left.iter().zip(right).all(|(a, b)| self.of_values(a, b))
    }

    /// Compares consecutive elements of one type.
    fn of_elements(&mut self, element: TypeId, left: &[Option<u8>], right: &[Option<u8>]) -> bool {
        let size = self.left.program.types.size(element).max(1) as usize;
        let mut pairs = left.chunks(size).zip(right.chunks(size));
        left.len() == right.len() && pairs.all(|(a, b)| self.of_bytes(Some(element), a, b))
    }

    /// Compares the results of two functions: a word that may be a pointer, or several.
    pub(crate) fn of_results(&mut self, left: &Value, right: &Value) -> bool {
        match left.bytes.len() > 8 || right.bytes.len() > 8 {
            true => self.of_bytes(left.ty, &left.bytes, &right.bytes),
            false => self.of_words(left.word(), right.word()),
        }
    }

    fn of_bytes(&mut self, ty: Option<TypeId>, left: &[Option<u8>], right: &[Option<u8>]) -> bool {
        if left.len() != right.len() {
            return false;
        }
        let program = self.left.program;
        let types = &program.types;
        let part = |at: u64, size: u64| {
            let range = (at as usize).min(left.len())..((at + size) as usize).min(left.len());
            (&left[range.clone()], &right[range])
        };
        match ty.map(|t| types.get(types.bare(t))) {
            Some(Type::Array { element, .. }) => self.of_elements(*element, left, right),
            Some(Type::Record { fields, union: false, .. }) => fields.iter().all(|field| {
                let size = field.bit_size.map_or(types.size(field.ty), |bits| u64::from(bits.div_ceil(8)));
                let (a, b) = part(field.bit_offset / 8, size);
                self.of_bytes(Some(field.ty), a, b)
            }),
            Some(Type::Pointer { .. }) | None => match (word(left), word(right)) {
                (Some(a), Some(b)) => self.of_words(a, b),
                _ => left == right,
            },
            _ => left == right,
        }
    }

    /// Compares words that are pointers or numbers. The addresses of functions and globals depend on the program, so
    /// one address may belong to different objects in the two versions.
    fn of_words(&mut self, left: u64, right: u64) -> bool {
        let placed = |machine: &mut Machine<Posix>, at: u64| {
            machine.object_at(at).is_some_and(|o| matches!(o.kind, ObjectKind::Global(_) | ObjectKind::Code))
        };
        let by_program = placed(self.left.machine, left) || placed(self.right.machine, right);
        left == right && !by_program || self.of_pointers(left, right)
    }

    /// Do two addresses point to corresponding objects, at the same offset?
    pub(crate) fn of_pointers(&mut self, left: u64, right: u64) -> bool {
        let (ours, theirs) = (self.left.machine.object_at(left), self.right.machine.object_at(right));
        let (Some(ours), Some(theirs)) = (ours, theirs) else { return left == right };
        let same_place = left.wrapping_sub(ours.start) == right.wrapping_sub(theirs.start);
        let (a, b) = (self.left.program, self.right.program);
        same_place
            && match (ours.kind, theirs.kind) {
                (ObjectKind::Heap { allocated: x, .. }, ObjectKind::Heap { allocated: y, .. }) => self.allocated(x, y),
                (ObjectKind::Global(x), ObjectKind::Global(y)) => {
                    let (x, y) = (&a.globals[x.0 as usize], &b.globals[y.0 as usize]);
                    let literals = x.constant && y.constant && x.variable.is_none() && y.variable.is_none();
                    if literals { x.init == y.init } else { (&x.name, &x.variable) == (&y.name, &y.variable) }
                }
                (
                    ObjectKind::Local { depth, function, local, .. },
                    ObjectKind::Local { depth: other_depth, function: other, local: other_local, .. },
                ) => {
                    let (f, g) = (a.function(function), b.function(other));
                    let (x, y) = (&f.locals[local.0 as usize].name, &g.locals[other_local.0 as usize].name);
                    depth == other_depth && self.counterparts.are_functions(function, other) && x == y
                }
                (ObjectKind::Dynamic { function: x }, ObjectKind::Dynamic { function: y })
                | (ObjectKind::Arguments { function: x }, ObjectKind::Arguments { function: y }) => {
                    self.counterparts.are_functions(x, y)
                }
                (ObjectKind::Code, ObjectKind::Code) => self.of_code(left, right),
                _ => left == right,
            }
    }

    /// Do the functions at two addresses correspond?
    fn of_code(&self, left: u64, right: u64) -> bool {
        match (layout::code_at(left), layout::code_at(right)) {
            (Some(Code::Function(x)), Some(Code::Function(y))) => self.counterparts.are_functions(x, y),
            (Some(Code::External(x)), Some(Code::External(y))) => {
                let name = |program: &Program, at: u32| program.externals.get(at as usize).map(|e| e.name.clone());
                name(self.left.program, x.0) == name(self.right.program, y.0)
            }
            _ => false,
        }
    }

    /// Were two heap objects allocated in executed blocks that correspond?
    fn allocated(&self, left: u64, right: u64) -> bool {
        let block = |recording: &Recording, time: u64| {
            Time::try_from(time).ok().and_then(|t| recording.position(t)).map(|p| p.block)
        };
        match (block(self.left.recording, left), block(self.right.recording, right)) {
            (Some(a), Some(b)) => self.counterparts.are_blocks(a, b),
            _ => false,
        }
    }
}

fn word(bytes: &[Option<u8>]) -> Option<u64> {
    let bytes: Vec<u8> = bytes.iter().copied().collect::<Option<_>>()?;
    bytes.try_into().ok().map(u64::from_le_bytes)
}
