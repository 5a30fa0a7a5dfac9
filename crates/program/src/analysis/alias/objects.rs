//! Abstract objects: the possible targets of pointers.

use std::collections::HashMap;

use crate::{ExternalId, FunctionId, GlobalId, LocalId, Program, Type, TypeId};

/// An abstract object, by its number in [`Objects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// An abstract object represents all concrete ones of its kind: a local in every frame, all heap
/// objects allocated by one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    /// A local.
    Local(FunctionId, LocalId),
    /// A global.
    Global(GlobalId),
    /// All read-only globals without pointers (string literals, tables): they never change, so they
    /// need not be distinguished.
    Literals,
    /// Memory allocated by a call (or a dynamic `alloca`), identified by its instruction.
    Heap(FunctionId, u32),
    /// A function.
    Function(FunctionId),
    /// A declared function.
    External(ExternalId),
    /// The variable arguments of a function.
    VarArgs(FunctionId),
    /// Memory of the world: `FILE`s, the environment, the result of `localtime`. Includes all
    /// memory of unknown functions.
    World,
    /// The contents of one memory copy.
    Transfer(u32),
}

/// All objects of a program.
#[derive(Clone, Debug, Default)]
pub(in crate::analysis) struct Objects {
    all: Vec<Object>,
    numbers: HashMap<Object, ObjectId>,
    facts: Vec<Facts>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    size: Option<u32>,
    ty: Option<TypeId>,
    /// The function that allocates it on behalf of its callers.
    allocator: Option<FunctionId>,
}

impl Objects {
    /// The number of an object, created on first use.
    pub(in crate::analysis) fn number(&mut self, program: &Program, object: Object) -> ObjectId {
        if let Some(&id) = self.numbers.get(&object) {
            return id;
        }
        let id = ObjectId(self.all.len() as u32);
        self.all.push(object);
        self.numbers.insert(object, id);
        self.facts.push(match object {
            Object::Local(f, l) => {
                let local = &program.function(f).locals[l.0 as usize];
                Facts { size: Some(local.size), ty: local.ty, allocator: None }
            }
            Object::Global(g) => {
                let global = &program.globals[g.0 as usize];
                Facts { size: u32::try_from(global.size).ok(), ty: global.ty, allocator: None }
            }
            _ => Facts::default(),
        });
        id
    }

    /// The number of an object, if it exists.
    pub(in crate::analysis) fn find(&self, object: Object) -> Option<ObjectId> {
        self.numbers.get(&object).copied()
    }

    pub(in crate::analysis) fn get(&self, id: ObjectId) -> Object {
        self.all[id.0 as usize]
    }

    pub(in crate::analysis) fn is_code(&self, id: ObjectId) -> bool {
        matches!(self.get(id), Object::Function(_) | Object::External(_))
    }

    pub(in crate::analysis) fn len(&self) -> usize {
        self.all.len()
    }

    pub(in crate::analysis) fn size(&self, id: ObjectId) -> Option<u32> {
        self.facts[id.0 as usize].size
    }

    pub(in crate::analysis) fn set_size(&mut self, id: ObjectId, size: u32) {
        self.facts[id.0 as usize].size = Some(size);
    }

    pub(in crate::analysis) fn allocator(&self, id: ObjectId) -> Option<FunctionId> {
        self.facts[id.0 as usize].allocator
    }

    /// The objects that an allocating function allocates.
    pub(in crate::analysis) fn allocated_by(&self, function: FunctionId) -> impl Iterator<Item = ObjectId> + '_ {
        let all = self.facts.iter().enumerate().filter(move |(_, facts)| facts.allocator == Some(function));
        all.map(|(at, _)| ObjectId(at as u32))
    }

    pub(in crate::analysis) fn set_allocator(&mut self, id: ObjectId, function: FunctionId) {
        self.facts[id.0 as usize].allocator = Some(function);
    }

    /// The bounds of the innermost array around `offset` that can be indexed in steps of `scale`
    /// bytes. An array of several dimensions counts as one array, because programs iterate over all
    /// rows at once.
    pub(in crate::analysis) fn array_around(
        &self,
        program: &Program,
        id: ObjectId,
        offset: u32,
        scale: u32,
    ) -> Option<(u32, u32)> {
        let mut at = u64::from(offset);
        let mut start = 0u64;
        let facts = self.facts[id.0 as usize];
        let mut ty = facts.ty?;
        let types = &program.types;
        // A module may know only a part of a common symbol.
        if facts.size.is_some_and(|size| types.size(ty) != u64::from(size)) {
            return None;
        }
        let mut found = None;
        let mut whole = None;
        // Types nest, but not deeply; the limit makes a corrupt one harmless.
        for _ in 0..64 {
            match types.get(types.bare(ty)) {
                Type::Array { element, count } => {
                    let size = types.size(*element);
                    if size == 0 || *count == 0 {
                        break;
                    }
                    let bounds = *whole.get_or_insert((start, start + size * count));
                    if u64::from(scale) % size == 0 {
                        found = Some(bounds);
                    }
                    start += at / size * size;
                    at %= size;
                    ty = *element;
                }
                Type::Record { fields, union: false, .. } => {
                    let inside = fields.iter().filter(|f| f.bit_size.is_none()).find(|f| {
                        let begin = f.bit_offset / 8;
                        begin <= at && at < begin + types.size(f.ty)
                    });
                    let Some(field) = inside else { break };
                    whole = None;
                    start += field.bit_offset / 8;
                    at -= field.bit_offset / 8;
                    ty = field.ty;
                }
                _ => break,
            }
        }
        found.and_then(|(from, to)| Some((u32::try_from(from).ok()?, u32::try_from(to).ok()?)))
    }
}
