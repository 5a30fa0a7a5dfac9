//! Incremental use: a path condition that grows and shrinks, and queries about it.

use whydunit_terms::{Store, TermId};

use crate::answer::Answer;
use crate::query::{Query, Solver};

/// Constraints in the order of their execution, with marks to return to.
///
/// It holds no solver: the backend recognises known constraints and only re-enables them, so one
/// solver can serve many paths and a path many solvers.
#[derive(Clone, Debug, Default)]
pub struct Path {
    constraints: Vec<TermId>,
    marks: Vec<usize>,
}

impl Path {
    /// The empty path.
    pub fn new() -> Self {
        Path::default()
    }

    /// The constraints so far.
    pub fn constraints(&self) -> &[TermId] {
        &self.constraints
    }

    /// Adds a constraint.
    pub fn assume(&mut self, constraint: TermId) {
        self.constraints.push(constraint);
    }

    /// Marks the current end of the path.
    pub fn push(&mut self) {
        self.marks.push(self.constraints.len());
    }

    /// Returns to the last mark, or to the beginning if there is none.
    pub fn pop(&mut self) {
        let length = self.marks.pop().unwrap_or(0);
        self.constraints.truncate(length);
    }

    /// Is the path satisfiable?
    pub fn check(&self, solver: &mut dyn Solver, store: &Store) -> Answer {
        solver.check(&Query::new(store, &self.constraints))
    }

    /// Is the path satisfiable together with these? Cores number them after the path's own
    /// constraints.
    pub fn check_assuming(&self, solver: &mut dyn Solver, store: &Store, assumptions: &[TermId]) -> Answer {
        let all: Vec<TermId> = self.constraints.iter().chain(assumptions).copied().collect();
        solver.check(&Query::new(store, &all))
    }
}
