//! The search for the best change of each statement.

use std::cmp::Reverse;

use whydunit_trace::Time;

use crate::evidence::weights::{BLUNT, likelihood};
use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::candidate::Candidate;
use crate::templates::first_executions::FirstExecutions;
use crate::templates::proposals::{Proposals, Propose};
use crate::templates::source_change::SourceChange;
use crate::templates::split_number::computes_with_split_numbers;
use crate::templates::tested_patch::TestedPatch;

/// Statements per group when the budget cannot cover all candidates. The likeliest candidates of a whole group are
/// tried before the others.
const GROUP: usize = 24;
/// Passing candidates of a statement whose undefined behaviour is compared.
const MAX_PASSING: usize = 4;
/// The number of candidates of each statement that are tried after each round, when the budget is short.
const ROUNDS: &[usize] = &[1, 3, 8, usize::MAX];

/// Tries the candidates of statements, in the order given, as long as the budget lasts.
pub(crate) fn try_expressions(
    session: &mut Session,
    executions: &FirstExecutions,
    statements: &[Statement],
    templates: &[Propose],
) -> Vec<TestedPatch> {
    let search = |&s| StatementSearch::new(session, executions, s, templates);
    let mut searches: Vec<StatementSearch> = statements.iter().map(search).collect();
    let count: u64 = searches.iter().map(|s| s.candidates.len() as u64).sum();
    let left = session.budget.instructions.saturating_sub(session.effort.instructions);
    let is_short = count.saturating_mul(u64::from(session.recorded.recording.duration())) > left;
    let rounds: &[usize] = if is_short { ROUNDS } else { &[usize::MAX] };
    let mut done = 0;
    for group in searches.chunks_mut(GROUP) {
        for &end in rounds {
            for (at, search) in group.iter_mut().enumerate() {
                let monitor = &session.budget.monitor;
                monitor.report(|| format!("trying changes, statement {} of {}", done + at + 1, statements.len()));
                if !session.may_go_on() {
                    break;
                }
                search.advance(session, end);
            }
        }
        done += group.len();
    }
    searches.iter().filter_map(|search| search.result(session)).collect()
}

/// The candidates of a statement, and the best of those that were tried.
struct StatementSearch {
    statement: Statement,
    /// The candidates with the time from which they are in force, the likeliest first.
    candidates: Vec<(Time, Candidate)>,
    /// How many of them were tried.
    done: usize,
    best: Option<(usize, Verdict)>,
}

impl StatementSearch {
    fn new(session: &Session, executions: &FirstExecutions, statement: Statement, templates: &[Propose]) -> Self {
        let program = session.program();
        let split = computes_with_split_numbers(program, program.function(statement.function), statement.line);
        let mut candidates: Vec<(Time, Candidate)> = Vec::new();
        for (time, site) in executions.sites(session, statement).into_iter().filter(|_| !split) {
            let mut proposals = Proposals::new(program, site);
            let inst = proposals.function.insts[site.inst as usize];
            templates.iter().for_each(|propose| propose(&mut proposals, inst));
            candidates.extend(proposals.candidates.into_iter().map(|candidate| (time, candidate)));
        }
        candidates.sort_by_key(|(_, candidate)| Reverse(likelihood(&candidate.change)));
        StatementSearch { statement, candidates, done: 0, best: None }
    }

    fn intervention(&self, index: usize) -> Intervention {
        let (time, candidate) = &self.candidates[index];
        Intervention::patched(*time, candidate.patch)
    }

    /// Tries the candidates up to `end`, unless an earlier one made the run pass.
    fn advance(&mut self, session: &mut Session, end: usize) {
        let (from, end) = (self.done, end.min(self.candidates.len()));
        if from >= end || self.best.is_some_and(|(_, verdict)| verdict == Verdict::Passed) {
            return;
        }
        let reruns: Vec<Intervention> = (from..end).map(|index| self.intervention(index)).collect();
        let found = session.best_of(&reruns).map(|(index, verdict)| (from + index, verdict));
        self.best = match (self.best, found) {
            (Some(known), Some(new)) if new.1 <= known.1 => Some(known),
            (known, new) => new.or(known),
        };
        self.done = end;
    }

    /// The best candidate, or a better one in place of one that is blunt or has undefined behaviour.
    fn result(&self, session: &mut Session) -> Option<TestedPatch> {
        let (index, verdict) = self.best?;
        let mut best = self.tested(session, index, verdict);
        if verdict != Verdict::Passed {
            return Some(best);
        }
        best.blunt = self.is_blunt(session, &best.candidate);
        if best.blunt {
            best = self.sharper(session, index).unwrap_or(best);
        }
        Some(self.without_undefined_behaviour(session, index, best))
    }

    fn tested(&self, session: &mut Session, index: usize, verdict: Verdict) -> TestedPatch {
        TestedPatch::new(session, self.statement, self.candidates[index].clone(), verdict)
    }

    /// A less likely candidate that does not change a condition, since that would be as blunt.
    fn sharper(&self, session: &mut Session, index: usize) -> Option<TestedPatch> {
        let is_sharper = |candidate: &Candidate| {
            let change = &candidate.change;
            !can_be_blunt(change) && likelihood(change) > BLUNT && *change != SourceChange::Negated
        };
        let (index, verdict) = self.next_passing(session, index, is_sharper)?;
        Some(self.tested(session, index, verdict))
    }

    /// The patch, or a less likely one that passes without undefined behaviour.
    fn without_undefined_behaviour(&self, session: &mut Session, index: usize, patch: TestedPatch) -> TestedPatch {
        let mut best = patch;
        let mut at = index;
        for _ in 1..MAX_PASSING {
            if best.undefined_behaviour.is_none() {
                break;
            }
            let Some((next, verdict)) = self.next_passing(session, at, |_| true) else { break };
            let other = self.tested(session, next, verdict);
            if other.undefined_behaviour.is_none() {
                best = other;
            }
            at = next;
        }
        best
    }

    /// The first wanted candidate after `index` with which the run passes.
    fn next_passing(
        &self,
        session: &mut Session,
        index: usize,
        wanted: impl Fn(&Candidate) -> bool,
    ) -> Option<(usize, Verdict)> {
        let others: Vec<usize> =
            (index + 1..self.candidates.len()).filter(|&i| wanted(&self.candidates[i].1)).collect();
        let reruns: Vec<Intervention> = others.iter().map(|&index| self.intervention(index)).collect();
        let (index, verdict) = session.best_of(&reruns)?;
        (verdict == Verdict::Passed).then_some((others[index], verdict))
    }

    /// Does the run also pass if a condition of the statement is always true, or always false?
    fn is_blunt(&self, session: &mut Session, best: &Candidate) -> bool {
        if !can_be_blunt(&best.change) {
            return false;
        }
        // A condition that was evaluated once has only one outcome.
        let site = best.patch.site;
        let block = session.program().function(site.function).block_of(site.inst);
        if session.recorded.recording.runs_of(session.index.number(site.function, block)).len() < 2 {
            return false;
        }
        let is_constant = |index: &usize| matches!(self.candidates[*index].1.change, SourceChange::Always(_));
        let constant: Vec<Intervention> =
            (0..self.candidates.len()).filter(is_constant).map(|index| self.intervention(index)).collect();
        session.best_of(&constant).is_some_and(|(_, verdict)| verdict == Verdict::Passed)
    }
}

/// Does it change the operands or the relation of a condition?
fn can_be_blunt(change: &SourceChange) -> bool {
    matches!(change, SourceChange::Relation(_) | SourceChange::Constant { .. } | SourceChange::Variable { .. })
}
