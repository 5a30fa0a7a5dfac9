//! Minimal cores: irreducible explanations of a contradiction, checked member by member.

use whydunit_terms::TermId;

use crate::answer::{Answer, Reason};
use crate::query::{Query, Solver};

/// A contradiction among a query's constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalCore {
    /// The members, by index, ascending.
    pub members: Vec<usize>,
    /// Members that could not be proved necessary, with the reason. If empty, removing any one
    /// member makes the rest satisfiable.
    pub doubtful: Vec<(usize, Reason)>,
}

/// Decides a query and, when it is unsatisfiable, minimises the core. It leaves out every member in
/// turn, the latest first (so that of two explanations the one with earlier constraints stays). If
/// the rest is still contradictory, the member is dropped.
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
