//! The locations that the statements of a failure read: variables, members and globals rather than addresses.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::{Function, FunctionId, Inst, LocalId, Program, TypeId};

use crate::evidence::ranking::is_own;
use crate::session::statement::Statement;
use crate::templates::operand_type::{Typed, field};

/// Instructions of a function; longer ones are left out.
pub(crate) const MAX_FUNCTION: usize = 5000;

/// Locations that statements read, and the constants that the program assigns to locations.
pub(crate) struct ReadLocations {
    /// The nearest first.
    pub(crate) read: Vec<Location>,
    pub(crate) constants: BTreeMap<Location, BTreeSet<i64>>,
}

/// A variable or member, in whichever function it is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Location {
    Local(FunctionId, LocalId, u32),
    Member(TypeId, u32),
    Global(u64),
}

/// The locations that are read by statements, with the rank of the first such statement.
struct Collected {
    ranks: BTreeMap<Location, usize>,
    constants: BTreeMap<Location, BTreeSet<i64>>,
}

impl ReadLocations {
    pub(crate) fn new(program: &Program, statements: &[Statement]) -> Self {
        let mut collected = Collected { ranks: BTreeMap::new(), constants: BTreeMap::new() };
        let ranks: BTreeMap<Statement, usize> = statements.iter().copied().zip(0..).collect();
        for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
            if is_own(program, function) && function.insts.len() <= MAX_FUNCTION {
                collected.add(program, (id, function), &ranks);
            }
        }
        let mut read: Vec<(usize, Location)> =
            collected.ranks.into_iter().map(|(location, rank)| (rank, location)).collect();
        read.sort_unstable();
        let read = read.into_iter().map(|(_, location)| location).collect();
        ReadLocations { read, constants: collected.constants }
    }
}

impl Collected {
    fn add(&mut self, program: &Program, (id, function): (FunctionId, &Function), ranks: &BTreeMap<Statement, usize>) {
        for (at, &inst) in (0..).zip(&function.insts) {
            let line = function.locs[at as usize].line;
            let location = || location_of(Typed { program, function, at }, id, inst);
            match inst {
                Inst::Load { .. } | Inst::LoadLocal { .. } => {
                    if let Some(&rank) = ranks.get(&Statement { function: id, line })
                        && let Some(location) = location()
                    {
                        let known = self.ranks.entry(location).or_insert(rank);
                        *known = rank.min(*known);
                    }
                }
                Inst::Store { val, bytes, .. } | Inst::StoreLocal { val, bytes, .. } => {
                    if let Some(&value) = function.constants.get(val as usize)
                        && let Some(location) = location()
                    {
                        let unused = 64 - 8 * u32::from(bytes.min(8));
                        self.constants.entry(location).or_default().insert(((value << unused) as i64) >> unused);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The location that a load or store accesses.
pub(crate) fn location_of(typed: Typed, id: FunctionId, inst: Inst) -> Option<Location> {
    match inst {
        Inst::LoadLocal { local, offset, .. } | Inst::StoreLocal { local, offset, .. } => {
            let ty = typed.program.types.bare(typed.variable(local)?);
            match field(typed.program, ty, offset) {
                Some(_) => Some(Location::Member(ty, offset)),
                None => Some(Location::Local(id, local, offset)),
            }
        }
        Inst::Load { addr, .. } | Inst::Store { addr, .. } => match typed.function.constants.get(addr as usize) {
            Some(&address) => typed.program.global_at(address).map(|_| Location::Global(address)),
            None => typed.member(addr).map(|(record, offset)| Location::Member(record, offset)),
        },
        _ => None,
    }
}
