//! A variable that gets a first value and never another one: a counter or flag whose update is missing.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::{Function, FunctionId, Inst, LocalId, Program, Slot, Variable};
use whydunit_trace::{Instance, Time};

use crate::rerun::intervention::Intervention;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::candidate::Candidate;
use crate::templates::proposals::same_scalar;
use crate::templates::search::{Search, functions_of};
use crate::templates::source_change::SourceChange;

/// Updates that are tried in one function.
const MAX_UPDATES: usize = 96;

/// A variable that only one instruction defines.
struct FixedVariable<'a> {
    variable: &'a Variable,
    bytes: u8,
    /// Its value.
    first: i64,
    /// The instruction that defines it, and its line.
    definition: u32,
    line: u32,
}

/// Updates variables that nothing changes, after the other assignments of their functions.
pub(crate) fn propose(search: &mut Search, statements: &[Statement]) {
    let program = search.program.clone();
    for id in functions_of(statements) {
        let mut groups: BTreeMap<Statement, Vec<(Time, Candidate)>> = BTreeMap::new();
        let flags = flags_to_update(search, id);
        for (line, candidate) in updates(&program, id, &flags).into_iter().take(MAX_UPDATES) {
            if let Some(time) = search.executions.of_inst(search.session, id, candidate.patch.site.inst) {
                groups.entry(Statement { function: id, line }).or_default().push((time, candidate));
            }
        }
        for (statement, group) in groups {
            if search.session.may_go_on() {
                search.try_group(statement, group);
            }
        }
    }
}

/// Variables that may be flags. If another first value also makes the run pass, no update is missing.
fn flags_to_update(search: &mut Search, id: FunctionId) -> BTreeSet<LocalId> {
    let program = search.program.clone();
    let function = program.function(id);
    let mut found = BTreeSet::new();
    for fixed in fixed_variables(&program, function) {
        let Some(patch) = fixed.other_first_value(id, function) else { continue };
        let Some(time) = search.executions.of_inst(search.session, id, fixed.definition) else { continue };
        if search.session.best_of(&[Intervention::patched(time, patch)]).is_none() {
            found.insert(fixed.variable.local);
        }
    }
    found
}

impl Session {
    /// A variable that an instance defines or uses, and that only one line ever defines: its name and the line.
    pub fn never_changed(&self, instance: &Instance) -> Option<(String, u32)> {
        let program = self.program();
        let named = |name: &str| {
            let names = || instance.defines.iter().chain(&instance.uses);
            names().any(|value| value.name == name)
        };
        let mut fixed = fixed_variables(program, program.function(instance.site.function)).into_iter();
        fixed.find(|f| named(&f.variable.name)).map(|f| (f.variable.name.clone(), f.line))
    }
}

/// The variables of a function that begin with a value typical of counters and flags, and keep it.
fn fixed_variables<'a>(program: &Program, function: &'a Function) -> Vec<FixedVariable<'a>> {
    let variables = function.variables.iter().filter(|v| v.parameter == 0 && !v.indirect);
    variables.filter_map(|variable| FixedVariable::new(program, function, variable)).collect()
}

impl<'a> FixedVariable<'a> {
    fn new(program: &Program, function: &'a Function, variable: &'a Variable) -> Option<Self> {
        let own = |l: LocalId| l == variable.local;
        let mut stores = (0..function.insts.len()).filter_map(|at| match function.insts[at] {
            Inst::StoreLocal { bytes, val, local, offset: 0 } if own(local) => Some((at, bytes, val)),
            _ => None,
        });
        let (at, bytes, val) = stores.next().filter(|_| stores.next().is_none())?;
        // It may be changed through its address.
        let is_shared = |inst: &Inst| matches!(*inst, Inst::LocalAddr { local, .. } if own(local));
        let reads = |inst: &Inst| matches!(*inst, Inst::LoadLocal { local, .. } if own(local));
        let value = *function.constants.get(val as usize)?;
        let known = same_scalar(&program.types, variable.ty, variable.ty) && matches!(bytes, 1 | 2 | 4 | 8);
        let unused = 64 - 8 * u32::from(bytes.min(8));
        let first = ((value << unused) as i64) >> unused;
        let fits = known
            && (-1..=1).contains(&first)
            && !function.insts.iter().any(is_shared)
            && function.insts.iter().any(reads);
        let (definition, line) = (at as u32, function.locs[at].line);
        fits.then_some(FixedVariable { variable, bytes, first, definition, line })
    }
}

impl FixedVariable<'_> {
    /// The opposite value of a flag.
    fn flipped(&self) -> u64 {
        u64::from(self.first == 0)
    }

    /// Initialises a flag with the opposite value.
    fn other_first_value(&self, id: FunctionId, function: &Function) -> Option<Patch> {
        let (site, local) = (Site { function: id, inst: self.definition }, self.variable.local);
        let edit = Edit::Replace(Inst::StoreLocal { bytes: self.bytes, val: function.spare?, local, offset: 0 });
        (self.first >= 0).then(|| Patch { site, edit, constant: self.flipped() })
    }
}

/// Assignments of other variables, and for flags of the opposite value, with the line after which they are inserted.
fn updates(program: &Program, id: FunctionId, flags: &BTreeSet<LocalId>) -> Vec<(u32, Candidate)> {
    let function = program.function(id);
    let Some(spare) = function.spare else { return Vec::new() };
    let mut found = Vec::new();
    for fixed in fixed_variables(program, function) {
        let local = fixed.variable.local;
        for (inst, line) in assignments(function).into_iter().filter(|(_, line)| *line != fixed.line) {
            let site = Site { function: id, inst };
            let mut add = |val: Slot, constant: u64, to: String| {
                let edit = Edit::Behind(Inst::StoreLocal { bytes: fixed.bytes, val, local, offset: 0 });
                let change = SourceChange::VariableUpdate { name: fixed.variable.name.clone(), to, after: line };
                found.push((line, Candidate { patch: Patch { site, edit, constant }, change }));
            };
            for (slot, variable) in read_before(function, inst) {
                if same_scalar(&program.types, variable.ty, fixed.variable.ty) && variable.local != local {
                    add(slot, 0, variable.name.clone());
                }
            }
            if flags.contains(&local) {
                let other = fixed.flipped();
                add(spare, other, other.to_string());
            }
        }
    }
    found
}

/// The assignments of a function, as instructions with their lines.
fn assignments(function: &Function) -> Vec<(u32, u32)> {
    let assigns = |inst: &Inst| match inst {
        Inst::StoreLocal { val, .. } => !function.is_parameter(*val),
        Inst::Store { .. } => true,
        _ => false,
    };
    let all = function.insts.iter().zip(&function.locs).zip(0..);
    all.filter(|((inst, loc), _)| assigns(inst) && loc.line != 0).map(|((_, loc), at)| (at, loc.line)).collect()
}

/// The variables that were read in the same block before an instruction, and the slots with their values.
fn read_before(function: &Function, inst: u32) -> Vec<(Slot, &Variable)> {
    let block = function.blocks[function.block_of(inst).0 as usize];
    let read = |at: u32| match function.insts[at as usize] {
        Inst::LoadLocal { dst, local, offset: 0, .. } => {
            let variable = function.variables.iter().find(|v| v.local == local && !v.indirect)?;
            Some((dst, variable))
        }
        _ => None,
    };
    let mut seen = BTreeSet::new();
    (block.first..inst).filter_map(read).filter(|(_, v)| seen.insert(v.local)).collect()
}
