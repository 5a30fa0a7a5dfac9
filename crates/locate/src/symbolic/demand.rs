//! What C demands of the values on a path: divisors that are not zero, addresses inside of objects, lengths
//! that fit, shifts by less than the width.

use whydunit_machine::{Constraint, Moment};
use whydunit_solver::{Answer, Solver};
use whydunit_terms::Model;

use crate::symbolic::execution::Ran;

/// Something that C leaves undefined can happen.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// Where.
    pub at: Moment,
    /// Values with which the program comes to this place by the same path, and it happens.
    pub values: Model,
}

/// The demands on a path that other values can violate, in order, and how many questions the solver left open.
pub fn violations(ran: &mut Ran, solver: &mut dyn Solver) -> (Vec<Violation>, u64) {
    let path: Vec<Constraint> = ran.symbolic.path().to_vec();
    let (mut found, mut unknown) = (Vec::new(), 0);
    let mut before = Vec::new();
    for condition in path {
        if condition.kind.is_demand() {
            // A demand that this run violates already needs no other values.
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
