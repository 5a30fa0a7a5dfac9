//! The user's own assertion: where it fails in the recorded run, what it depends on, and whether it holds in reruns.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use whydunit_machine::{Machine, Nobody, Outcome, Stop, Unsupported};
use whydunit_program::Program;
use whydunit_trace::{
    Assertion, Beginning, Evaluated, Follower, Formula, FormulaError, Read, Recorded, Recording, Value,
};
use whydunit_world::Posix;

use crate::rerun::budget::Budget;
use crate::session::source_line::{Lines, Point, Unknown};

/// An assertion that does not hold in the recorded run.
#[derive(Clone, Debug)]
pub struct CheckedAssertion {
    /// What should hold.
    pub formula: Formula,
    /// Where the execution of the line begins at which it does not, and where that is looked at.
    pub begins: Beginning,
    /// Which execution of the line that is, counted from 1.
    pub visit: u32,
    /// How many executions there are.
    pub count: u32,
    /// What was read to see it, with the values.
    pub values: Vec<Value>,
    /// Why it has no value at all, if that is so.
    pub trouble: Option<String>,
    /// Where those values come from.
    pub reads: Vec<Read>,
}

/// Why an assertion is no failure of a run.
#[derive(Clone, Debug)]
pub enum NoAssertionFailure {
    /// Its line is not there, or was not executed.
    Unknown(Unknown),
    /// It cannot be understood there.
    Formula(Box<(Formula, FormulaError)>),
    /// It holds: at the execution that is meant, or at all of so many.
    Holds(u32),
}

impl CheckedAssertion {
    /// Finds the execution at which an assertion does not hold.
    pub(crate) fn find(
        recorded: &mut Recorded<Posix>,
        assertion: &Assertion,
    ) -> Result<CheckedAssertion, NoAssertionFailure> {
        let Assertion { formula, file, line, visit } = assertion;
        let point = Point { file: file.clone(), line: *line, visit: *visit };
        let visits = Lines::new(&recorded.recording).beginnings(&point).map_err(NoAssertionFailure::Unknown)?;
        CheckedAssertion::among(recorded, formula, &visits, *visit)
    }

    /// The first of these executions of a line at which a formula does not hold, or whether it does at the one meant.
    pub(crate) fn among(
        recorded: &mut Recorded<Posix>,
        formula: &Formula,
        visits: &[Beginning],
        visit: Option<u32>,
    ) -> Result<CheckedAssertion, NoAssertionFailure> {
        let count = visits.len() as u32;
        let program = recorded.recording.index.program.clone();
        let mut machine = recorded.snapshots.before(0);
        for (number, &begins) in (1..).zip(visits).filter(|(number, _)| visit.is_none_or(|v| v == *number)) {
            let Ok(next) = recorded.snapshots.move_to(machine, u64::from(begins.look)) else { break };
            machine = next;
            let trouble = match evaluate(&program, formula, &mut machine) {
                Ok(value) if value.holds => continue,
                Ok(_) => None,
                Err(error) if error.of_the_moment => Some(error.message),
                Err(error) => return Err(NoAssertionFailure::Formula((formula.clone(), error).into())),
            };
            let (values, reads) = reads(formula, recorded, &program, machine);
            return Ok(CheckedAssertion {
                formula: formula.clone(),
                begins,
                visit: number,
                count,
                values,
                trouble,
                reads,
            });
        }
        Err(NoAssertionFailure::Holds(if visit.is_some() { 1 } else { count }))
    }
}

/// What is read for a formula where a run is paused: the values, and where they come from.
fn reads(
    formula: &Formula,
    recorded: &mut Recorded<Posix>,
    program: &Program,
    mut machine: Machine<Posix>,
) -> (Vec<Value>, Vec<Read>) {
    let frame = machine.innermost();
    let (mut values, mut reads) = (Vec::new(), Vec::new());
    for lvalue in formula.evaluate(program, &mut machine, frame).1 {
        let value = Value::read(program, &mut machine, lvalue);
        let bytes = (value.address, value.bytes.len() as u64);
        reads.push(Read::new(&recorded.recording, &mut recorded.snapshots, &mut machine, bytes));
        values.push(value);
    }
    (values, reads)
}

/// What a formula comes to where a run is paused.
fn evaluate(program: &Program, formula: &Formula, machine: &mut Machine<Posix>) -> Result<Evaluated, FormulaError> {
    let frame = machine.innermost();
    formula.evaluate(program, machine, frame).0
}

/// Instructions between two checks whether a rerun has reached the assertion; it is repeated from the last check.
const STRETCH: u64 = 20_000;

/// How a rerun came to the failure point of an assertion, with `T` taken there.
pub(crate) enum Arrival<T> {
    /// It executed the failure point.
    There(T),
    /// It ended without executing it.
    Ended,
    /// The budget was over first.
    Stopped,
}

/// Judges an assertion in reruns.
pub(crate) struct AssertionJudge<'a> {
    asserted: &'a CheckedAssertion,
    recording: &'a Recording,
    /// By the time at which reruns leave the recorded run.
    followers: Mutex<BTreeMap<u64, Follower<'a>>>,
}

impl<'a> AssertionJudge<'a> {
    pub(crate) fn new(asserted: &'a CheckedAssertion, recording: &'a Recording) -> Self {
        AssertionJudge { asserted, recording, followers: Mutex::default() }
    }

    /// Runs past the instance that has the failure point's execution index. Does the assertion hold there?
    pub(crate) fn judge(&self, machine: &mut Machine<Posix>, budget: &Budget) -> Result<Arrival<bool>, Unsupported> {
        Ok(match self.arrive(machine, budget)? {
            Arrival::There(mut there) => Arrival::There(self.evaluate(&mut there).is_some_and(|value| value.holds)),
            Arrival::Ended => Arrival::Ended,
            Arrival::Stopped => Arrival::Stopped,
        })
    }

    /// The value of the assertion at the failure point; none if it cannot be evaluated there.
    pub(crate) fn evaluate(&self, there: &mut Machine<Posix>) -> Option<Evaluated> {
        evaluate(&self.recording.index.program, &self.asserted.formula, there).ok()
    }

    /// Runs past the failure point; gives a fork that is paused there.
    pub(crate) fn arrive(
        &self,
        machine: &mut Machine<Posix>,
        budget: &Budget,
    ) -> Result<Arrival<Machine<Posix>>, Unsupported> {
        let mut follower = self.follower(machine.time());
        let Beginning { time: begin, look } = self.asserted.begins;
        follower.look_for(begin);
        loop {
            let mut before = machine.fork();
            let stop = machine.run_until(machine.stats().steps + STRETCH, &mut follower)?;
            if let Some(found) = follower.found() {
                let look = found + u64::from(look) - u64::from(begin);
                let there = before.run_until(look, &mut Nobody)?;
                let reached = !matches!(there, Stop::Ended(Outcome::Exited(_) | Outcome::Failed(_)));
                return Ok(if reached { Arrival::There(before) } else { Arrival::Ended });
            }
            match stop {
                Stop::Ended(_) => return Ok(Arrival::Ended),
                Stop::Paused if budget.is_over() => return Ok(Arrival::Stopped),
                Stop::Paused => {}
            }
        }
    }

    fn follower(&self, time: u64) -> Follower<'a> {
        // A poisoned lock means that a worker panicked; the map itself is still whole.
        let mut known = self.followers.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(time).or_insert_with(|| Follower::new(self.recording, time)).clone()
    }
}
