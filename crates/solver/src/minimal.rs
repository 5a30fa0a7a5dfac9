//! Minimal cores: a smallest explanation of a contradiction, checked member by member.

use whydunit_terms::TermId;

use crate::answer::{Answer, Reason};
use crate::query::{Query, Solver};

/// A contradiction among a query's constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalCore {
    /// The members, by index, ascending.
    pub members: Vec<usize>,
    /// Members that could not be shown to be needed, and why. Empty: without any one member the
    /// rest is satisfiable.
    pub doubtful: Vec<(usize, Reason)>,
}

/// Decides a query and, when it is unsatisfiable, makes the core minimal: every member is left out
/// in turn, the latest first (so that of two explanations the one with earlier constraints stays);
/// if the rest still contradicts itself the member was not needed.
///
/// # Errors
///
/// The answer itself, when it is not Unsat.
pub fn minimal_core(solver: &mut dyn Solver, query: &Query<'_>) -> Result<MinimalCore, Answer> {
    let mut members = match solver.check(query) {
        Answer::Unsat(core) => core,
        other => return Err(other),
    };
    let mut doubtful = Vec::new();
    let mut needed = Vec::new();
    while let Some(&candidate) = members.iter().rev().find(|i| !needed.contains(*i)) {
        let rest: Vec<usize> = members.iter().copied().filter(|&i| i != candidate).collect();
        let constraints: Vec<TermId> = rest.iter().map(|&i| query.constraints[i]).collect();
        match solver.check(&Query { constraints: &constraints, ..*query }) {
            Answer::Unsat(smaller) => members = smaller.into_iter().map(|i| rest[i]).collect(),
            Answer::Sat(_) => needed.push(candidate),
            Answer::Unknown(reason) => {
                needed.push(candidate);
                doubtful.push((candidate, reason));
            }
        }
    }
    doubtful.retain(|(i, _)| members.contains(i));
    doubtful.sort_by_key(|(i, _)| *i);
    Ok(MinimalCore { members, doubtful })
}
