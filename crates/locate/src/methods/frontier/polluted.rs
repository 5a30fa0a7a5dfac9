//! Tests for pollution: an instance is polluted if the run passes with another value or outcome of it.

use whydunit_machine::{Alteration, Change};
use whydunit_program::Inst;
use whydunit_solver::Limits as SolverLimits;
use whydunit_trace::Time;

use crate::evidence::weights::solver_work;
use crate::methods::frontier::likely_values::likely_values;
use crate::methods::frontier::memory::{Memory, Solved};
use crate::rerun::budget::Effort;
use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;
use crate::rerun::witness::Witness;
use crate::session::Session;
use crate::session::copied_parts::piece;
use crate::symbolic::{Bound, Bounds, Explored, Explorer, Pinned};
use crate::templates::split_number::is_part;

/// Largest frontier for which values are solved.
const MAX_SOLVED_MEMBERS: usize = 4;
/// Largest frontier for which combinations are tried.
const MAX_COMBINED_MEMBERS: usize = 6;
/// Values tried per instance whose reruns pass with undefined behaviour.
pub(crate) const MAX_UNDEFINED_RERUNS: usize = 4;
/// Changes of one member that take part in combinations.
const MAX_COMBINED_CHANGES: usize = 4;

/// Tests whether instances are polluted: by likely values first, then by the solver.
pub(crate) struct Checker<'m> {
    explorer: Explorer,
    pub(crate) memory: &'m mut Memory,
    spent: u64,
    pub(crate) open: OpenQuestions,
    /// Upper bound of the solver's work: floating-point numbers can keep it busy forever.
    most: u64,
}

/// Instances for which no value was found although one may exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenQuestions {
    /// Values that were made concrete, by place.
    pub pinned: Vec<Pinned>,
    /// Queries that the solver gave up.
    pub unknown: u64,
    /// Searches that hit a bound on paths, queries, conditions or instructions.
    pub bounded: u64,
    /// Instances that were not tested, for lack of time.
    pub unasked: u64,
}

impl OpenQuestions {
    /// Adds the open questions of an unsuccessful exploration.
    fn add(&mut self, explored: &Explored) {
        match explored.limit_hit {
            Some(Bound::Solver | Bound::Work | Bound::Time) => self.unknown += 1,
            Some(Bound::Paths | Bound::Queries | Bound::Steps | Bound::Conditions) => self.bounded += 1,
            // `pinned` lists these.
            Some(Bound::Concrete) | None => {}
        }
        self.add_pinned(&explored.pinned);
    }

    fn add_pinned(&mut self, pinned: &[Pinned]) {
        for place in pinned {
            if !self.pinned.contains(place) {
                self.pinned.push(place.clone());
            }
        }
    }

    /// Adds the open questions of another search.
    pub(crate) fn join(&mut self, other: &OpenQuestions) {
        self.unknown += other.unknown;
        self.bounded += other.bounded;
        self.unasked += other.unasked;
        self.add_pinned(&other.pinned);
    }
}

impl<'m> Checker<'m> {
    pub(crate) fn new(session: &Session, memory: &'m mut Memory, most: u64) -> Self {
        let explorer = Explorer::logged(bounds(), session.slow_log.clone());
        Checker { explorer, memory, spent: 0, open: OpenQuestions::default(), most }
    }

    /// Asks the solver for a value that makes the run pass. Decisions are excluded: their few outcomes were all tried.
    pub(crate) fn solve(&mut self, session: &mut Session, time: Time) -> Option<Witness> {
        let decides = matches!(session.inst(time)?, Inst::Branch { .. } | Inst::Switch { .. });
        if decides || !session.may_go_on() {
            return None;
        }
        if self.spent > self.most {
            self.open.unasked += 1;
            return None;
        }
        let explored = self.explored(session, time);
        if explored.witness.as_ref().is_none_or(|w| w.verdict != Verdict::Passed || w.undefined_behaviour.is_some()) {
            self.open.add(&explored);
        }
        explored.witness.iter().for_each(|witness| self.memory.remember(&witness.alterations));
        explored.witness
    }

    /// Looks for a witness without undefined behaviour in place of one with it.
    pub(crate) fn prefer_defined(&mut self, session: &mut Session, time: Time, found: Witness) -> Witness {
        if found.undefined_behaviour.is_none() {
            return found;
        }
        let other = self
            .solve(session, time)
            .filter(|other| other.undefined_behaviour.is_none() && other.verdict >= found.verdict);
        other.unwrap_or(found)
    }

    /// Explores an instance. For a copy, its parts are explored one after the other.
    fn ask(&mut self, session: &mut Session, time: Time) -> Explored {
        let nothing = Explored { limit_hit: Some(Bound::Conditions), ..Explored::default() };
        let copies = matches!(session.inst(time), Some(Inst::MemCopy { .. } | Inst::MemSet { .. }));
        if !copies {
            let program = session.program().clone();
            let part = session.describe(time).is_some_and(|instance| is_part(&program, &instance));
            return if part {
                nothing
            } else {
                self.explorer.explore_aiming_at(session, &[time], &self.memory.flipped)
            };
        }
        let parts = session.copied_parts(time);
        // A copy without known readers cannot be explored.
        let mut best = if parts.is_empty() { nothing } else { Explored::default() };
        let settled = |e: &Explored| {
            e.witness.as_ref().is_some_and(|w| w.verdict == Verdict::Passed && w.undefined_behaviour.is_none())
        };
        for part in parts {
            if settled(&best) || !session.may_go_on() {
                break;
            }
            best.join(self.explorer.explore_piece(session, time, piece(&part), &self.memory.flipped));
        }
        best
    }

    /// The solver's answer, from memory if it is known.
    fn explored(&mut self, session: &mut Session, time: Time) -> Explored {
        if let Some(Solved { explored, effort }) = self.memory.solved(time) {
            session.effort.reruns += effort.reruns;
            session.effort.instructions += effort.instructions;
            self.spent += explored.effort.work;
            return explored;
        }
        let before = session.effort;
        let explored = self.ask(session, time);
        self.spent += explored.effort.work;
        if !session.budget.is_over() {
            let effort = Effort {
                reruns: session.effort.reruns - before.reruns,
                instructions: session.effort.instructions - before.instructions,
            };
            let solved = Solved { explored: explored.clone(), effort };
            self.memory.remember_solved(time, solved);
        }
        explored
    }
}

/// Bounds of the exploration of one member; they are tight because many members are explored. In the corpus, Z3 never
/// found values after more than 0.2 s; a longer query only takes time from the others. Only counted quantities are
/// bounded, because two runs must have the same result; the solver's default time limit is a last resort.
fn bounds() -> Bounds {
    let solver = SolverLimits { effort: 200_000, ..SolverLimits::default() };
    Bounds {
        paths: 12,
        improve: 4,
        queries: 15,
        float_queries: 2,
        steps_factor: 3,
        steps_least: 5_000,
        solver,
        work: solver_work::QUESTION,
        ..Bounds::default()
    }
}

/// The changes of the instance at `time`, the likeliest first.
fn changes(session: &mut Session, memory: &Memory, time: Time) -> Vec<Change> {
    match session.recorded.recording.other_outcomes(time) {
        Some(ways) => ways,
        None => likely_values(session, &memory.helpful, time),
    }
}

/// Tests every member alone.
pub(crate) fn test_alone(session: &mut Session, checker: &mut Checker<'_>, members: &[Time]) -> Vec<Option<Witness>> {
    let guessed: Vec<Option<Witness>> =
        members.iter().map(|&time| try_likely_values(session, checker.memory, time)).collect();
    // Solving is expensive: it is used only if guessing found nothing in the whole frontier, and the frontier is small.
    if members.len() > MAX_SOLVED_MEMBERS || guessed.iter().any(Option::is_some) {
        let preferred =
            |(&time, found): (&Time, Option<Witness>)| found.map(|w| checker.prefer_defined(session, time, w));
        return members.iter().zip(guessed).map(preferred).collect();
    }
    members.iter().map(|&time| checker.solve(session, time)).collect()
}

/// Tries likely changes.
pub(crate) fn try_likely_values(session: &mut Session, memory: &mut Memory, time: Time) -> Option<Witness> {
    if !session.may_go_on() {
        return None;
    }
    let time64 = u64::from(time);
    let mut interventions: Vec<Intervention> = changes(session, memory, time)
        .into_iter()
        .map(|change| Intervention::of(Alteration { time: time64, change }))
        .collect();
    let (mut found, mut at) = best_of(session, &interventions)?;
    // Undefined behaviour may make the run pass by chance, so look for values without it.
    for _ in 1..MAX_UNDEFINED_RERUNS {
        if found.undefined_behaviour.is_none() || found.verdict != Verdict::Passed {
            break;
        }
        interventions.drain(..=at);
        match best_of(session, &interventions) {
            Some((other, _)) if other.verdict == Verdict::Passed && other.undefined_behaviour.is_none() => {
                found = other
            }
            Some((other, next)) if other.verdict == Verdict::Passed => at = next,
            _ => break,
        }
    }
    memory.remember(&found.alterations);
    Some(found)
}

/// The witness of the best of some interventions, and its index.
fn best_of(session: &mut Session, interventions: &[Intervention]) -> Option<(Witness, usize)> {
    let (index, verdict) = session.best_of(interventions)?;
    let (undefined_behaviour, _) = session.new_undefined_behaviour(&interventions[index]);
    Some((Witness { alterations: interventions[index].alterations.clone(), verdict, undefined_behaviour }, index))
}

/// Tests pairs, then triples of members together, for a frontier without a member that is polluted alone.
pub(crate) fn test_together(session: &mut Session, memory: &Memory, members: &[Time]) -> Option<Witness> {
    if members.len() > MAX_COMBINED_MEMBERS || members.len() < 2 {
        return None;
    }
    let ways: Vec<Vec<Alteration>> = members
        .iter()
        .map(|&time| {
            let changes = changes(session, memory, time).into_iter().take(MAX_COMBINED_CHANGES);
            changes.map(|change| Alteration { time: u64::from(time), change }).collect()
        })
        .collect();
    for size in 2..=members.len().min(3) {
        let interventions: Vec<Intervention> = subsets(members.len(), size)
            .iter()
            .flat_map(|set| products(&set.iter().map(|&i| &ways[i]).collect::<Vec<_>>()))
            .map(|alterations| Intervention { alterations, patch: None })
            .collect();
        if let Some((witness, _)) = best_of(session, &interventions) {
            return Some(witness);
        }
    }
    None
}

/// All sets of `size` numbers below `count`.
fn subsets(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..size {
        found = found
            .into_iter()
            .flat_map(|set: Vec<usize>| {
                let from = set.last().map_or(0, |l| l + 1);
                (from..count).map(move |n| set.iter().copied().chain([n]).collect())
            })
            .collect();
    }
    found
}

/// All combinations with one alteration of each list.
fn products(ways: &[&Vec<Alteration>]) -> Vec<Vec<Alteration>> {
    ways.iter().fold(vec![Vec::new()], |found, choices| {
        found.iter().flat_map(|set| choices.iter().map(|c| set.iter().copied().chain([*c]).collect())).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::subsets;

    #[test]
    fn subsets_are_all_of_their_size() {
        assert_eq!(subsets(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(subsets(5, 3).len(), 10);
        assert_eq!(subsets(2, 3).len(), 0);
    }
}
