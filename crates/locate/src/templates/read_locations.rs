//! What the statements of a failure read, by what it is rather than where it lies.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::{FunctionId, Inst, LocalId, Program, TypeId};

use crate::evidence::ranking::is_own;
use crate::session::statement::Statement;
use crate::templates::operand_type::{Typed, field};

/// What statements read, and which constants the program gives it.
pub(crate) struct Used {
    /// The nearest first.
    pub(crate) read: Vec<Key>,
    pub(crate) given: BTreeMap<Key, BTreeSet<i64>>,
}

/// What can be assigned to, whoever does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    Local(FunctionId, LocalId, u32),
    Member(TypeId, u32),
    Global(u64),
}

impl Used {
    pub(crate) fn new(program: &Program, statements: &[Statement]) -> Self {
        let mut near: BTreeMap<Key, usize> = BTreeMap::new();
        let mut given: BTreeMap<Key, BTreeSet<i64>> = BTreeMap::new();
        let places: BTreeMap<Statement, usize> = statements.iter().copied().zip(0..).collect();
        for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
            if !is_own(program, function) || function.insts.len() > crate::templates::new_assignment::LONGEST {
                continue;
            }
            for (at, &inst) in (0..).zip(&function.insts) {
                let line = function.locs[at as usize].line;
                let key = || key(Typed { program, function, at }, id, inst);
                match inst {
                    Inst::Load { .. } | Inst::LoadLocal { .. } => {
                        if let Some(&place) = places.get(&Statement { function: id, line })
                            && let Some(key) = key()
                        {
                            let known = near.entry(key).or_insert(place);
                            *known = place.min(*known);
                        }
                    }
                    Inst::Store { val, bytes, .. } | Inst::StoreLocal { val, bytes, .. } => {
                        if let Some(&value) = function.constants.get(val as usize)
                            && let Some(key) = key()
                        {
                            let unused = 64 - 8 * u32::from(bytes.min(8));
                            given.entry(key).or_default().insert(((value << unused) as i64) >> unused);
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut read: Vec<(usize, Key)> = near.into_iter().map(|(key, place)| (place, key)).collect();
        read.sort_unstable();
        Used { read: read.into_iter().map(|(_, key)| key).collect(), given }
    }
}

/// What a load or store is about.
pub(crate) fn key(typed: Typed, id: FunctionId, inst: Inst) -> Option<Key> {
    match inst {
        Inst::LoadLocal { local, offset, .. } | Inst::StoreLocal { local, offset, .. } => {
            let ty = typed.program.types.bare(typed.variable(local)?);
            match field(typed.program, ty, offset) {
                Some(_) => Some(Key::Member(ty, offset)),
                None => Some(Key::Local(id, local, offset)),
            }
        }
        Inst::Load { addr, .. } | Inst::Store { addr, .. } => match typed.function.constants.get(addr as usize) {
            Some(&address) => typed.program.global_at(address).map(|_| Key::Global(address)),
            None => typed.member(addr).map(|(record, offset)| Key::Member(record, offset)),
        },
        _ => None,
    }
}
