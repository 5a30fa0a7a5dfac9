//! Variables as a person names them: `size`, `node->next->value`, `table[3].name`, `*p`.

use whydunit_machine::{FrameView, Machine};
use whydunit_program::FunctionId;
use whydunit_trace::{Formula, FormulaError, Lvalue, Time};
use whydunit_world::Posix;

use crate::inquiry::Inquiry;
use crate::inquiry::namesake::{Moment, Namesake};
use crate::session::similar_name::nearest;
use crate::session::source_line::{Point, Unknown};

/// A variable and the moment at which it is asked about.
#[derive(Clone, Debug)]
pub struct Named {
    /// What it is called, its type and where it lies.
    pub lvalue: Lvalue,
    /// The function whose variable it is; none for globals.
    pub function: Option<FunctionId>,
    /// Asked about what it was just before this time.
    pub until: Time,
    /// It has existed since.
    pub since: Time,
    /// Is that after an execution of a line?
    pub at_line: bool,
    /// Other variables of that name that the run came to, when nobody said which is meant.
    pub others: Vec<Namesake>,
}

impl Inquiry {
    /// Finds a variable: at a line if one is named, else the last that the run came to of those of that name.
    pub fn variable(&mut self, expression: &str, at: Option<&Point>) -> Result<Named, Unknown> {
        let unknown = || Unknown::Variable(expression.into(), Vec::new());
        let expression = expression.trim();
        let wrong = |error: FormulaError| Unknown::Expression(expression.into(), error);
        let formula = Formula::parse(expression).map_err(wrong)?;
        let base = formula.base().ok_or_else(|| wrong(formula.no_variable()))?;
        let Moment { time, until, site, others } = match at {
            Some(point) => {
                let visit = self.lines().visit(point)?;
                let first = visit.times.first().copied().unwrap_or_default();
                let until = visit.times.last().map_or(first, |&last| self.recorded.recording.completed_at(last));
                Moment { time: first, until, site: self.where_it_was(base, first), others: Vec::new() }
            }
            None => self.last_moment_of(base),
        };
        let mut machine = self.recorded.snapshots.paused_at(u64::from(time)).ok_or_else(unknown)?;
        let frame = machine.each_frame().find(|f| !self.trust.has(f.site.function));
        let in_scope = |f: FrameView| site.filter(|s| s.function == f.site.function).unwrap_or(f.site);
        let frame = frame.map(|f| FrameView { site: in_scope(f), ..f });
        if let (Some(_), Some(frame)) = (at, frame) {
            // What is named where the line begins is looked at when it is over, pointers and indices, too.
            machine = self.still_in(frame, until).unwrap_or(machine);
        }
        let lvalue = formula.locate(self.program(), &mut machine, frame).map_err(|error| match error.unknown {
            Some((name, mut known)) => {
                // Nobody said where: it may be a variable of any function.
                let anywhere = at.is_none() && name == base;
                known.extend(self.names().filter(|_| anywhere));
                Unknown::Variable(name.clone(), nearest(&name, known))
            }
            None => wrong(error),
        })?;
        let lvalue = lvalue.measured(self.program(), &mut machine);
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
        let since = function.map_or(Time::FIRST, |_| self.entry_of(time, function));
        let others = self.that_have(&formula, others);
        Ok(Named { lvalue, function, until, since, at_line: at.is_some(), others })
    }

    /// The run at `until` or, where a call is over then, just before it.
    fn still_in(&mut self, call: FrameView, until: Time) -> Option<Machine<Posix>> {
        let same = |f: FrameView| (f.depth, f.site.function) == (call.depth, call.site.function);
        let mut moments = [until, until.saturating_sub(1)].into_iter();
        moments.find_map(|time| {
            let machine = self.recorded.snapshots.paused_at(u64::from(time))?;
            let goes_on = machine.each_frame().any(same);
            goes_on.then_some(machine)
        })
    }

    /// The names of all variables of the program's own functions.
    fn names(&self) -> impl Iterator<Item = String> {
        let program = self.program();
        let own = (0..program.functions.len() as u32).map(FunctionId).filter(|&id| !self.trust.has(id));
        own.flat_map(|id| program.function(id).variables.iter().map(|v| v.name.clone()))
    }

    /// When the call of `function` that is in progress at `time` began.
    fn entry_of(&self, time: Time, function: Option<FunctionId>) -> Time {
        let recording = &self.recorded.recording;
        let Some(mut block) = recording.position(time).map(|p| p.block) else { return Time::FIRST };
        while Some(recording.function_of(block).0) != function {
            let Some(caller) = recording.caller_of(block) else { return Time::FIRST };
            block = caller;
        }
        recording.start_of(recording.entry_of(block))
    }
}
