//! A function into which assignments can be inserted: its targets, values and insertion points.

use std::collections::BTreeSet;

use whydunit_machine::{Edit, Inserted, Patch, Site, free_slots};
use whydunit_program::{Callee, Function, FunctionId, Inst, Program, Type, TypeId, Variable};
use whydunit_trace::Time;

use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::assignment_target::{Access, AssignedValue, AssignmentSlots, Target};
use crate::templates::candidate::Candidate;
use crate::templates::first_executions::FirstExecutions;
use crate::templates::insertion_point::{InsertionPoint, insertion_points};
use crate::templates::operand_type::{Typed, field, is_constant};
use crate::templates::proposals::same_scalar;
use crate::templates::read_locations::{Location, ReadLocations, location_of};
use crate::templates::source_change::SourceChange;

/// Other variables, or constants, that are assigned to one target.
const MAX_VALUES: usize = 4;

/// A function and its insertion points.
pub(crate) struct Assignable<'a> {
    program: &'a Program,
    id: FunctionId,
    function: &'a Function,
    read: &'a ReadLocations,
    /// The locations that the function changes.
    changed: BTreeSet<Location>,
    points: Vec<ExecutedPoint>,
}

/// An insertion point that was executed.
#[derive(Clone, Copy)]
struct ExecutedPoint {
    point: InsertionPoint,
    /// Its first execution.
    time: Time,
    executions: u32,
    slots: AssignmentSlots,
}

/// An assignment with which the run passes.
pub(crate) struct PassingAssignment {
    pub(crate) time: Time,
    pub(crate) statement: Statement,
    pub(crate) candidate: Candidate,
    pub(crate) fit: FitLevel,
    /// How often the failing run executed its place.
    pub(crate) executions: u32,
}

/// How well an assignment fits its surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FitLevel {
    /// The statements before it assign to its target anyway.
    Redundant,
    Unrelated,
    /// The function changes its target, or the object of which that is a part.
    SameFunction,
    /// The statements before it use its target, or the object of which that is a part.
    Adjacent,
}

impl<'a> Assignable<'a> {
    pub(crate) fn new(
        session: &Session,
        executions: &FirstExecutions,
        read: &'a ReadLocations,
        program: &'a Program,
        id: FunctionId,
    ) -> Self {
        let function = program.function(id);
        let executed = |point: InsertionPoint| {
            let block = session.index.number(id, function.block_of(point.at));
            let (spare, [word, address]) = (function.spare?, free_slots(function, point.at)?);
            let (time, executions) = (*executions.times.get(&block)?, *executions.counts.get(&block)?);
            Some(ExecutedPoint { point, time, executions, slots: AssignmentSlots { spare, word, address } })
        };
        let points = insertion_points(function, session.analyses.flow(id)).into_iter().filter_map(executed).collect();
        let changed = (0..).zip(&function.insts).filter_map(|(at, &inst)| {
            let changes = matches!(inst, Inst::Store { .. } | Inst::StoreLocal { .. });
            location_of(Typed { program, function, at }, id, inst).filter(|_| changes)
        });
        Assignable { program, id, function, read, changed: changed.collect(), points }
    }

    /// The ways in which this function can access a location.
    pub(crate) fn targets(&self, location: Location) -> Vec<Target> {
        let types = &self.program.types;
        let variables = self.function.variables.iter().filter(|v| !v.indirect);
        match location {
            Location::Local(id, local, 0) if id == self.id => {
                // The parameters of `main` are input.
                let is_input = |v: &Variable| v.parameter > 0 && self.program.main == Some(self.id);
                let own = variables.filter(|v| v.local == local && !is_input(v));
                own.filter_map(|v| self.target(Access::Local(local, 0), v.ty?, v.name.clone(), location)).collect()
            }
            Location::Local(..) => Vec::new(),
            Location::Member(record, offset) => {
                let Some(field) = field(self.program, record, offset) else { return Vec::new() };
                let access = |v: &Variable| match types.get(types.bare(v.ty?)) {
                    Type::Pointer { to } if types.bare(*to) == record && !is_constant(types, *to) => {
                        Some((Access::Pointee(v.local, offset), format!("{}->{}", v.name, field.name)))
                    }
                    _ if types.bare(v.ty?) == record => {
                        Some((Access::Local(v.local, offset), format!("{}.{}", v.name, field.name)))
                    }
                    _ => None,
                };
                let accesses = variables.filter_map(access);
                accesses.filter_map(|(access, name)| self.target(access, field.ty, name, location)).collect()
            }
            Location::Global(address) => self.global(address, location).into_iter().collect(),
        }
    }

    /// A global variable, or a member of one, if the function or one that it calls mentions it.
    fn global(&self, address: u64, location: Location) -> Option<Target> {
        let global = &self.program.globals[self.program.global_at(address)?.0 as usize];
        let mentions = |function: &Function| function.constants.contains(&address);
        let calls = |callee: Callee| matches!(callee, Callee::Direct(id) if mentions(self.program.function(id)));
        if global.constant
            || global.external
            || !mentions(self.function) && !self.function.calls.iter().any(|c| calls(c.callee))
        {
            return None;
        }
        let (ty, name) = (global.ty?, global.variable.clone().unwrap_or_else(|| global.name.clone()));
        let offset = (address - global.address) as u32;
        let access = Access::Global(address);
        match field(self.program, ty, offset) {
            Some(f) => self.target(access, f.ty, format!("{name}.{}", f.name), location),
            None if offset == 0 => self.target(access, ty, name, location),
            None => None,
        }
    }

    fn target(&self, access: Access, ty: TypeId, name: String, location: Location) -> Option<Target> {
        let types = &self.program.types;
        let known = matches!(
            types.get(types.bare(ty)),
            Type::Int { size: 1 | 2 | 4 | 8, .. } | Type::Enum { .. } | Type::Pointer { .. }
        );
        let constants = self.read.constants.get(&location).cloned().unwrap_or_default();
        let bytes = types.size(ty) as u8;
        (known && !is_constant(types, ty)).then_some(Target { access, bytes, ty, name, location, constants })
    }

    /// The values that may be assigned to a target, the likeliest first.
    pub(crate) fn values(&self, target: &Target) -> Vec<AssignedValue> {
        let types = &self.program.types;
        let mut found = Vec::new();
        let ty = types.get(types.bare(target.ty));
        let mut numbers: BTreeSet<i64> = target.constants.iter().copied().take(MAX_VALUES).collect();
        match ty {
            Type::Int { name, .. } => {
                numbers.insert(0);
                if name.contains("Bool") {
                    numbers.insert(1);
                } else {
                    found.extend([AssignedValue::Plus(1, 1), AssignedValue::Plus(-1, -1)]);
                }
            }
            Type::Pointer { to } => {
                numbers = BTreeSet::from([0]);
                let size = types.size(*to) as i32;
                if matches!(target.access, Access::Local(..)) && size > 0 {
                    found.extend([AssignedValue::Plus(1, size), AssignedValue::Plus(-1, -size)]);
                }
            }
            _ => {}
        }
        found.extend(numbers.into_iter().map(AssignedValue::Number));
        // A location that outlives the call rarely gets the value of just any variable.
        let Access::Local(own, 0) = target.access else { return found };
        let others = self.function.variables.iter().filter(|v| !v.indirect && v.local != own);
        let same = others.filter(|v| same_scalar(types, v.ty, Some(target.ty))).take(MAX_VALUES);
        found.extend(same.clone().map(|v| AssignedValue::Variable(v.local, v.name.clone())));
        if matches!(ty, Type::Int { .. }) {
            found.extend(same.map(|v| AssignedValue::PlusVariable(v.local, v.name.clone())));
        }
        found
    }

    /// Tries values at all points, until the run passes with one of them. `left` is the number of reruns that are left.
    pub(crate) fn try_values(
        &self,
        session: &mut Session,
        target: &Target,
        values: &[AssignedValue],
        left: &mut usize,
    ) -> Vec<PassingAssignment> {
        for value in values {
            let tried = self.points.iter().filter_map(|point| Some((point, self.patch(target, value, point)?)));
            let tried: Vec<(&ExecutedPoint, Patch)> = tried.take(*left).collect();
            let reruns: Vec<Intervention> =
                tried.iter().map(|(point, patch)| Intervention::patched(point.time, *patch)).collect();
            let verdicts = session.rerun_all(&reruns, |_| false);
            *left -= reruns.len();
            let passing = tried.into_iter().zip(verdicts).filter(|(_, verdict)| *verdict == Verdict::Passed);
            let passing: Vec<PassingAssignment> =
                passing.map(|((point, patch), _)| self.passing(target, value, point, patch)).collect();
            if !passing.is_empty() || *left == 0 {
                return passing;
            }
        }
        Vec::new()
    }

    /// How well an assignment fits the statements before a point.
    fn fit(&self, target: &Target, point: InsertionPoint) -> FitLevel {
        let mut found = if self.changes(target.location) { FitLevel::SameFunction } else { FitLevel::Unrelated };
        for at in point.since..point.at {
            let inst = self.function.insts[at as usize];
            let typed = Typed { program: self.program, function: self.function, at };
            let stores = matches!(inst, Inst::Store { .. } | Inst::StoreLocal { .. });
            if stores && location_of(typed, self.id, inst) == Some(target.location) {
                return FitLevel::Redundant;
            }
            if self.uses(target, inst) {
                found = FitLevel::Adjacent;
            }
        }
        found
    }

    /// Does an instruction access a target, or the variable through which that is accessed?
    fn uses(&self, target: &Target, inst: Inst) -> bool {
        match (target.access, inst) {
            (
                Access::Local(own, _) | Access::Pointee(own, _),
                Inst::LoadLocal { local, .. } | Inst::StoreLocal { local, .. },
            ) => own == local,
            (Access::Global(address), Inst::Load { addr, .. } | Inst::Store { addr, .. }) => {
                self.function.constants.get(addr as usize) == Some(&address)
            }
            _ => false,
        }
    }

    /// Does the function change a location, or the record of which it is a part, or has it a pointer parameter to that
    /// record?
    pub(crate) fn changes(&self, location: Location) -> bool {
        let types = &self.program.types;
        let has_parameter = |record: TypeId| {
            let pointed = |v: &Variable| match types.get(types.bare(v.ty?)) {
                Type::Pointer { to } if !is_constant(types, *to) => Some(types.bare(*to)),
                _ => None,
            };
            self.function.variables.iter().any(|v| v.parameter > 0 && pointed(v) == Some(record))
        };
        match location {
            Location::Local(..) => true,
            Location::Global(_) => self.changed.contains(&location),
            Location::Member(record, _) => {
                let member = |other: &Location| matches!(other, Location::Member(own, _) if *own == record);
                has_parameter(record) || self.changed.iter().any(member)
            }
        }
    }

    fn patch(&self, target: &Target, value: &AssignedValue, point: &ExecutedPoint) -> Option<Patch> {
        let (insts, constant) = point.slots.assign(target, value)?;
        let site = Site { function: self.id, inst: point.point.at };
        Some(Patch { site, edit: Edit::Insert(Inserted::new(&insts)?), constant })
    }

    fn passing(
        &self,
        target: &Target,
        value: &AssignedValue,
        executed: &ExecutedPoint,
        patch: Patch,
    ) -> PassingAssignment {
        let ExecutedPoint { point, time, executions, .. } = *executed;
        let (text, fit) = (target.text(&self.program.types, value), self.fit(target, point));
        let change = SourceChange::NewAssignment { text, place: point.place, adjacent: fit == FitLevel::Adjacent };
        let statement = Statement { function: self.id, line: point.place.line() };
        PassingAssignment { time, statement, candidate: Candidate { patch, change }, fit, executions }
    }
}
