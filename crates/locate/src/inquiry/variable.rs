//! Variables as a person names them: `size`, `node->next->value`, `table[3].name`, `*p`.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::{FunctionId, Inst, LocalId, Program, ScopeId};
use whydunit_trace::{Formula, FormulaError, Lvalue};

use super::Inquiry;
use crate::lines::{Point, Unknown};
use crate::similar::nearest;

/// A variable and the moment at which it is asked about.
#[derive(Clone, Debug)]
pub struct Named {
    /// What it is called, its type and where it lies.
    pub lvalue: Lvalue,
    /// The function whose variable it is; none for globals.
    pub function: Option<FunctionId>,
    /// Asked about what it was just before this time.
    pub until: u32,
    /// It has existed since.
    pub since: u32,
    /// Other functions that ran and have a variable of that name, when nobody said which is meant.
    pub also_in: Vec<FunctionId>,
}

impl Inquiry {
    /// Finds a variable: at a line if one is named, else where the run ended, else in the function that
    /// was the last to have one of that name.
    pub fn variable(&mut self, expression: &str, at: Option<&Point>) -> Result<Named, Unknown> {
        let unknown = || Unknown::Variable(expression.into(), Vec::new());
        let expression = expression.trim();
        let wrong = |error: FormulaError| Unknown::Expression(expression.into(), error);
        let formula = Formula::parse(expression).map_err(wrong)?;
        let base = formula.base().ok_or_else(|| wrong(formula.no_variable()))?;
        let (time, until, also_in) = match at {
            Some(point) => {
                let visit = self.lines().visit(point)?;
                let first = visit.times.first().copied().unwrap_or(0);
                (first, visit.times.last().map_or(first, |t| t + 1), Vec::new())
            }
            None => self.last_moment_of(base),
        };
        let mut machine = self.recorded.ladder.at(u64::from(time)).map_err(|_| unknown())?;
        let frame = machine.each_frame().find(|f| !self.trust.has(f.site.function));
        let lvalue = formula.locate(self.program(), &mut machine, frame).map_err(|error| match error.unknown {
            Some((name, mut known)) => {
                // Nobody said where: it may be a variable of any function.
                let anywhere = at.is_none() && name == base;
                known.extend(self.names().filter(|_| anywhere));
                Unknown::Variable(name.clone(), nearest(&name, known))
            }
            None => wrong(error),
        })?;
        let end = lvalue.address.saturating_add(lvalue.size);
        let inside =
            machine.object_at(lvalue.address).is_some_and(|o| lvalue.address >= o.start && end <= o.start + o.size);
        if !inside && machine.inspect(end - 1, 1).is_none() {
            return Err(Unknown::Outside(expression.into()));
        }
        let own = |id: &FunctionId| self.program().function(*id).variables.iter().any(|v| v.name == base);
        let function = frame.map(|f| f.site.function).filter(own);
        // An inner variable of that name need not be the one that is in scope here.
        let of_file = Formula::parse(base).and_then(|base| base.locate(self.program(), &mut machine, frame));
        let of_file = of_file.is_ok_and(|found| self.program().global_at(found.address).is_some());
        let function = function.filter(|_| !of_file);
        let since = function.map_or(0, |_| self.entry_of(time, function));
        Ok(Named { lvalue, function, until, since, also_in })
    }

    /// The names of all variables of the program's own functions.
    fn names(&self) -> impl Iterator<Item = String> {
        let program = self.program();
        let own = (0..program.functions.len() as u32).map(FunctionId).filter(|&id| !self.trust.has(id));
        own.flat_map(|id| program.function(id).variables.iter().map(|v| v.name.clone()))
    }

    /// The last executed instruction of a function of the program's own that has a variable of that name;
    /// the end of the run if there is none. With the other functions that have one.
    fn last_moment_of(&self, name: &str) -> (u32, u32, Vec<FunctionId>) {
        let recording = &self.recorded.recording;
        let end = recording.duration();
        let program = self.program();
        let statics = scopes_of_statics(program, name);
        let has = |f: FunctionId| {
            let function = program.function(f);
            let kept = function.scope.is_some_and(|s| statics.contains(&s));
            !self.trust.has(f) && (kept || function.variables.iter().any(|v| v.name == name))
        };
        let mut last: Option<(FunctionId, u32)> = None;
        let mut others = BTreeSet::new();
        for block in (0..recording.block_count()).rev() {
            let (id, _) = recording.function_of(block);
            if has(id) && last.is_none() {
                last = Some((id, recording.end_of(block)));
            } else if has(id) {
                others.insert(id);
            }
        }
        match last {
            Some((id, time)) => {
                others.remove(&id);
                let others = others.into_iter().collect();
                match self.end_of_life(id, name) {
                    Some(end) => (end, end, others),
                    None => (time, time + 1, others),
                }
            }
            None => (end.saturating_sub(1), end, Vec::new()),
        }
    }

    /// When the last variable of that name in a function ceased to be, if it did.
    fn end_of_life(&self, id: FunctionId, name: &str) -> Option<u32> {
        let recording = &self.recorded.recording;
        let function = self.program().function(id);
        let named = |local: LocalId| function.variables.iter().any(|v| v.local == local && v.name == name);
        let mark =
            |inst: &Inst| matches!(*inst, Inst::LifetimeStart { local } | Inst::LifetimeEnd { local } if named(local));
        let marks = (0..function.insts.len() as u32).filter(|&at| mark(&function.insts[at as usize]));
        // The last of each block counts.
        let marks: BTreeMap<u32, u32> = marks.map(|at| (self.index.number(id, function.block_of(at)), at)).collect();
        let mut blocks = (0..recording.block_count()).rev();
        let (block, at) = blocks.find_map(|b| Some((b, *marks.get(&recording.number_of(b))?)))?;
        let first = function.blocks[function.block_of(at).0 as usize].first;
        let ended = matches!(function.insts[at as usize], Inst::LifetimeEnd { .. });
        ended.then(|| recording.start_of(block) + at - first)
    }

    /// When the call of `function` that is in progress at `time` began.
    fn entry_of(&self, time: u32, function: Option<FunctionId>) -> u32 {
        let recording = &self.recorded.recording;
        let Some(mut block) = recording.position(time).map(|p| p.block) else { return 0 };
        while Some(recording.function_of(block).0) != function {
            let Some(caller) = recording.caller_of(block) else { return 0 };
            block = caller;
        }
        recording.start_of(recording.entry_of(block))
    }
}

/// The scopes in which a `static` variable of a function can be named, and those around them.
fn scopes_of_statics(program: &Program, name: &str) -> BTreeSet<ScopeId> {
    let named = program.globals.iter().filter(|g| g.variable.as_deref() == Some(name));
    named.flat_map(|g| std::iter::successors(g.scope, |s| program.scopes[s.0 as usize].parent)).collect()
}
