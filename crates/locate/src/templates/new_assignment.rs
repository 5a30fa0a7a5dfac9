//! An assignment that the function does not have elsewhere. A variable or member on which the failure depends is counted up
//! or down, reset, or given the value of another one, at each point of a function in turn.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use whydunit_machine::{FailureKind, Outcome};
use whydunit_program::FunctionId;

use crate::evidence::ranking::is_own;
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::assignable::{Assignable, FitLevel, PassingAssignment};
use crate::templates::assignment_target::AssignedValue;
use crate::templates::read_locations::{Location, MAX_FUNCTION, ReadLocations};
use crate::templates::search::Search;
use crate::templates::tested_patch::TestedPatch;

/// Reruns in all.
const MAX_RERUNS: usize = 3000;
/// Reruns for one location.
const MAX_RERUNS_PER_LOCATION: usize = 500;
/// Places reported for one location.
const MAX_PLACES: usize = 2;

/// Assigns to the locations that statements read, in the order given, in every function that can access them.
pub(crate) fn propose(search: &mut Search, statements: &[Statement]) {
    let program = search.program.clone();
    let read = ReadLocations::new(&program, statements);
    let functions = own_functions(search).into_iter();
    let functions: Vec<Assignable> =
        functions.map(|id| Assignable::new(search.session, &search.executions, &read, &program, id)).collect();
    let mut left = MAX_RERUNS;
    for (done, &location) in read.read.iter().enumerate() {
        if left == 0 || !search.session.may_go_on() {
            break;
        }
        search.report(done, read.read.len());
        let mut passing = passing_assignments(search.session, &functions, location, &mut left);
        // The less a change does, the better.
        passing.sort_by_key(|found| {
            let PassingAssignment { fit, executions, time, .. } = *found;
            (Reverse(fit.min(FitLevel::SameFunction)), executions, Reverse((fit, time)))
        });
        for PassingAssignment { time, statement, candidate, .. } in passing.into_iter().take(MAX_PLACES) {
            let patch = TestedPatch::new(search.session, statement, (time, candidate), Verdict::Passed);
            search.found.push(patch);
        }
    }
}

/// The executed functions of the program that are not trusted.
fn own_functions(search: &Search) -> Vec<FunctionId> {
    let Search { session, program, executions, .. } = search;
    let executed = executions.times.keys().map(|&number| session.index.block(number).0).collect::<BTreeSet<_>>();
    let own = |id: &FunctionId| {
        let function = program.function(*id);
        is_own(program, function) && !session.trust.has(*id) && function.insts.len() <= MAX_FUNCTION
    };
    executed.into_iter().filter(own).collect()
}

/// The assignments to a location with which the run passes. Functions that change it anyway are tried first.
fn passing_assignments(
    session: &mut Session,
    functions: &[Assignable],
    location: Location,
    left: &mut usize,
) -> Vec<PassingAssignment> {
    let only_numbers = expects_no_crash_only(session);
    let mut own = MAX_RERUNS_PER_LOCATION.min(*left);
    *left -= own;
    let mut found = Vec::new();
    let (changing, others): (Vec<&Assignable>, Vec<&Assignable>) = functions.iter().partition(|f| f.changes(location));
    for function in changing.into_iter().chain(others) {
        for target in function.targets(location) {
            let mut values = function.values(&target);
            values.retain(|value| !only_numbers || matches!(value, AssignedValue::Number(_)));
            found.extend(function.try_values(session, &target, &values, &mut own));
        }
    }
    *left += own;
    found
}

/// Is nothing expected but that the program does not crash? Then it is not counted up or down: the run would take other
/// paths, and most of them do not lead to the crash.
fn expects_no_crash_only(session: &Session) -> bool {
    let asserts =
        matches!(&session.observed.outcome, Outcome::Failed(f) if matches!(f.kind, FailureKind::Assertion { .. }));
    session.expects_only_an_end() && session.assertion.is_none() && !asserts
}
