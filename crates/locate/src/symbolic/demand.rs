//! Demands of C on the values of a path: nonzero divisors, addresses inside of objects, lengths that fit, shifts by
//! less than the width.

use whydunit_machine::{Constraint, Moment};
use whydunit_solver::{Answer, Solver};
use whydunit_terms::Model;

use crate::symbolic::execution::ExecutedPath;

/// A demand that other values violate: undefined behaviour can occur.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The time and place.
    pub at: Moment,
    /// Values with which the program reaches this place on the same path and violates the demand.
    pub values: Model,
}

/// The demands on a path that other values can violate, in order, and the number of queries that the solver left open.
pub fn violations(ran: &mut ExecutedPath, solver: &mut dyn Solver) -> (Vec<Violation>, u64) {
    let path: Vec<Constraint> = ran.symbolic.path().to_vec();
    let (mut found, mut unknown) = (Vec::new(), 0);
    let mut before = Vec::new();
    for condition in path {
        if condition.kind.is_demand() {
            // A demand that this run itself violates is satisfied by the run's own values.
            let violated = if condition.holds { ran.symbolic.store.not(condition.term) } else { condition.term };
            before.push(violated);
            match ran.ask(solver, &before) {
                Answer::Sat(values) => found.push(Violation { at: condition.at, values }),
                Answer::Unsat(_) => {}
                Answer::Unknown(_) => unknown += 1,
            }
            before.pop();
        }
        if condition.kind.is_path() {
            before.push(condition.term);
        }
    }
    (found, unknown)
}
