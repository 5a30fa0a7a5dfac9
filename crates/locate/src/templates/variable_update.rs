//! Variables that get a first value and, as the text stands, never another: whoever counts or searches with them has
//! forgotten to say so.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::{Function, FunctionId, Inst, LocalId, Program, Slot, Variable};
use whydunit_trace::Instance;

use crate::rerun::intervention::Intervention;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::expression::{Candidate, same_scalar};
use crate::templates::rewrite::SourceChange;
use crate::templates::tested::{FirstTimes, TestedPatch};

/// In one function so many updates are tried.
const TRIED: usize = 96;

/// A variable that only one instruction gives a value.
struct Fixed<'a> {
    variable: &'a Variable,
    bytes: u8,
    /// The value.
    first: i64,
    /// The instruction that gives it, and its line.
    giver: u32,
    line: u32,
}

/// Tries to change variables that nothing ever changes, behind the statements of their functions.
pub(crate) fn updates(session: &mut Session, statements: &[Statement], first: &FirstTimes) -> Vec<TestedPatch> {
    let program = session.program().clone();
    let functions: BTreeSet<FunctionId> = statements.iter().map(|s| s.function).collect();
    let mut found = Vec::new();
    for id in functions {
        let mut tried: BTreeMap<Statement, Vec<(u32, Candidate)>> = BTreeMap::new();
        let mut numbers = BTreeSet::new();
        let begins = |session: &Session, inst: u32| {
            let block = program.function(id).block_of(inst);
            first.times.get(&session.index.number(id, block)).copied()
        };
        for fixed in fixed(&program, program.function(id)) {
            // Whoever could as well begin with another number has forgotten nothing.
            let number = fixed.other_number(id, program.function(id)).filter(|patch| {
                let time = begins(session, fixed.giver);
                time.is_some_and(|time| session.best_of(&[Intervention::patched(time, *patch)]).is_none())
            });
            numbers.extend(number.map(|_| fixed.variable.local));
        }
        for (line, mutant) in mutants(&program, id, &numbers).into_iter().take(TRIED) {
            let Some(time) = begins(session, mutant.patch.site.inst) else { continue };
            tried.entry(Statement { function: id, line }).or_default().push((time, mutant));
        }
        for (statement, mut mutants) in tried {
            let trials: Vec<Intervention> =
                mutants.iter().map(|(time, m)| Intervention::patched(*time, m.patch)).collect();
            if session.may_go_on()
                && let Some((index, verdict)) = session.best_of(&trials)
            {
                found.push(TestedPatch::new(session, statement, mutants.swap_remove(index), verdict));
            }
        }
    }
    found
}

impl Session {
    /// A variable that an instance gives a value or uses, and that no other statement than that of a line ever gives
    /// one: its name and the line.
    pub fn never_changed(&self, instance: &Instance) -> Option<(String, u32)> {
        let program = self.program();
        let named = |name: &str| {
            let names = || instance.defines.iter().chain(&instance.uses);
            names().any(|value| value.name == name)
        };
        let mut fixed = fixed(program, program.function(instance.site.function)).into_iter();
        fixed.find(|f| named(&f.variable.name)).map(|f| (f.variable.name.clone(), f.line))
    }
}

/// The variables of a function that begin as people let counters, flags and places begin, and stay like that.
fn fixed<'a>(program: &Program, function: &'a Function) -> Vec<Fixed<'a>> {
    let candidates = function.variables.iter().filter(|v| v.parameter == 0 && !v.indirect);
    candidates.filter_map(|variable| Fixed::of(program, function, variable)).collect()
}

impl<'a> Fixed<'a> {
    fn of(program: &Program, function: &'a Function, variable: &'a Variable) -> Option<Self> {
        let own = |l: LocalId| l == variable.local;
        let mut stores = (0..function.insts.len()).filter_map(|at| match function.insts[at] {
            Inst::StoreLocal { bytes, val, local, offset: 0 } if own(local) => Some((at, bytes, val)),
            _ => None,
        });
        let (at, bytes, val) = stores.next().filter(|_| stores.next().is_none())?;
        // Whoever has its address may change it.
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
        fits.then(|| Fixed { variable, bytes, first, giver: at as u32, line: function.locs[at].line })
    }
}

impl Fixed<'_> {
    /// What a flag that is not as at first is.
    fn raised(&self) -> u64 {
        u64::from(self.first == 0)
    }

    /// Has a flag begin the other way.
    fn other_number(&self, function: FunctionId, text: &Function) -> Option<Patch> {
        let (site, local) = (Site { function, inst: self.giver }, self.variable.local);
        let edit = Edit::Replace(Inst::StoreLocal { bytes: self.bytes, val: text.spare?, local, offset: 0 });
        (self.first >= 0).then(|| Patch { site, edit, constant: self.raised() })
    }
}

/// What may be assigned to such variables, to some also a number, by the line behind which it is.
fn mutants(program: &Program, id: FunctionId, numbers: &BTreeSet<LocalId>) -> Vec<(u32, Candidate)> {
    let function = program.function(id);
    let Some(spare) = function.spare else { return Vec::new() };
    let mut found = Vec::new();
    for fixed in fixed(program, function) {
        let local = fixed.variable.local;
        for (inst, line) in places(function).into_iter().filter(|place| place.1 != fixed.line) {
            let site = Site { function: id, inst };
            let mut add = |val: Slot, constant: u64, to: String| {
                let edit = Edit::Behind(Inst::StoreLocal { bytes: fixed.bytes, val, local, offset: 0 });
                let rewrite = SourceChange::Update { name: fixed.variable.name.clone(), to, behind: line };
                found.push((line, Candidate { patch: Patch { site, edit, constant }, rewrite }));
            };
            for (slot, variable) in read_before(function, inst) {
                if same_scalar(&program.types, variable.ty, fixed.variable.ty) && variable.local != local {
                    add(slot, 0, variable.name.clone());
                }
            }
            // A flag is raised or lowered.
            if numbers.contains(&local) {
                let other = fixed.raised();
                add(spare, other, other.to_string());
            }
        }
    }
    found
}

/// The assignments of a function: behind them there is room for another.
fn places(function: &Function) -> Vec<(u32, u32)> {
    let assigns = |inst: &Inst| match inst {
        Inst::StoreLocal { val, .. } => !function.is_parameter(*val),
        Inst::Store { .. } => true,
        _ => false,
    };
    let all = function.insts.iter().zip(&function.locs).zip(0..);
    all.filter(|((inst, loc), _)| assigns(inst) && loc.line != 0).map(|((_, loc), at)| (at, loc.line)).collect()
}

/// The variables that were read in the same block before an instruction, and the slots that have their values.
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
