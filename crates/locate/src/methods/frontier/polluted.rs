//! Is an instance polluted: would the run have been right, had it come out otherwise?

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

/// Values are only solved for in frontiers up to this size.
const SOLVED: usize = 4;
/// Combinations are only tried in frontiers up to this size.
const COMBINED: usize = 6;
/// So many values that make the run right by luck are passed over.
pub(crate) const SLIPS: usize = 4;
/// Of one member's changes only so many take part in combinations.
const SHARE: usize = 4;

/// Asks whether instances are polluted: by likely values first, then by the solver.
pub(crate) struct Checker<'m> {
    explorer: Explorer,
    pub(crate) memory: &'m mut Memory,
    spent: u64,
    pub(crate) open: OpenQuestions,
    /// So much work it may do: floating-point numbers can keep it busy for ever.
    most: u64,
}

/// Where no value was found although there may be one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenQuestions {
    /// Values that were made concrete on the way, by place.
    pub pinned: Vec<Pinned>,
    /// Questions that the solver gave up.
    pub unknown: u64,
    /// Values for which there were more paths, questions or conditions, or longer runs, than the search may try.
    pub bounded: u64,
    /// Instances that were not asked about, for lack of time.
    pub unasked: u64,
}

impl OpenQuestions {
    /// What an exploration that did not find what was sought leaves open.
    fn add(&mut self, explored: &Explored) {
        match explored.limit_hit {
            Some(Bound::Solver | Bound::Work | Bound::Time) => self.unknown += 1,
            Some(Bound::Paths | Bound::Queries | Bound::Steps | Bound::Conditions) => self.bounded += 1,
            // What was made concrete is named.
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

    /// What another search left open, too.
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

    /// Asks the solver for a value that makes the run right. A branch has only two ways, which were tried.
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
        if explored.witness.as_ref().is_none_or(|w| w.verdict != Verdict::Passed || w.slip.is_some()) {
            self.open.add(&explored);
        }
        explored.witness.iter().for_each(|witness| self.memory.remember(&witness.alterations));
        explored.witness
    }

    /// Another value, where the one that was found does what C leaves undefined.
    pub(crate) fn sane(&mut self, session: &mut Session, time: Time, found: Witness) -> Witness {
        if found.slip.is_none() {
            return found;
        }
        let other = self.solve(session, time).filter(|other| other.slip.is_none() && other.verdict >= found.verdict);
        other.unwrap_or(found)
    }

    /// Of a copy the parts are asked about one after the other.
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
        let parts = session.pieces(time);
        // What nobody is seen to read a part of is not asked about.
        let mut best = if parts.is_empty() { nothing } else { Explored::default() };
        let settled =
            |e: &Explored| e.witness.as_ref().is_some_and(|w| w.verdict == Verdict::Passed && w.slip.is_none());
        for part in parts {
            if settled(&best) || !session.may_go_on() {
                break;
            }
            best.join(self.explorer.explore_piece(session, time, piece(&part), &self.memory.flipped));
        }
        best
    }

    /// What the solver says now, or said before.
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

/// Bounds of the exploration of one member: many are asked. Of the corpus' questions to Z3 none was answered with
/// values after more than 0.2 s; a question that takes longer only takes the time of the others. Only what is counted
/// is bounded, since two runs must come to the same; the time that the solver has by default is the last resort.
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

/// The ways in which the instance at `time` could have come out otherwise, likeliest first.
fn changes(session: &mut Session, memory: &Memory, time: Time) -> Vec<Change> {
    match session.recorded.recording.other_outcomes(time) {
        Some(ways) => ways,
        None => likely_values(session, &memory.helpful, time),
    }
}

/// Asks of every member alone whether it is polluted.
pub(crate) fn singles(session: &mut Session, checker: &mut Checker<'_>, members: &[Time]) -> Vec<Option<Witness>> {
    let guessed: Vec<Option<Witness>> = members.iter().map(|&time| guess(session, checker.memory, time)).collect();
    // Solving is dear: only where guessing found nothing in the whole frontier, and the frontier is small.
    if members.len() > SOLVED || guessed.iter().any(Option::is_some) {
        let sane = |(&time, found): (&Time, Option<Witness>)| found.map(|w| checker.sane(session, time, w));
        return members.iter().zip(guessed).map(sane).collect();
    }
    members.iter().map(|&time| checker.solve(session, time)).collect()
}

/// Tries the changes that are likeliest.
pub(crate) fn guess(session: &mut Session, memory: &mut Memory, time: Time) -> Option<Witness> {
    if !session.may_go_on() {
        return None;
    }
    let time64 = u64::from(time);
    let mut trials: Vec<Intervention> = changes(session, memory, time)
        .into_iter()
        .map(|change| Intervention::of(Alteration { time: time64, change }))
        .collect();
    let (mut found, mut at) = best_of(session, &trials)?;
    // What C leaves undefined may come out right by luck: others may do so without.
    for _ in 1..SLIPS {
        if found.slip.is_none() || found.verdict != Verdict::Passed {
            break;
        }
        trials.drain(..=at);
        match best_of(session, &trials) {
            Some((other, _)) if other.verdict == Verdict::Passed && other.slip.is_none() => found = other,
            Some((other, next)) if other.verdict == Verdict::Passed => at = next,
            _ => break,
        }
    }
    memory.remember(&found.alterations);
    Some(found)
}

/// What the best of some trials shows, and which it was.
fn best_of(session: &mut Session, trials: &[Intervention]) -> Option<(Witness, usize)> {
    let (index, verdict) = session.best_of(trials)?;
    let (slip, _) = session.new_undefined_behaviour(&trials[index]);
    Some((Witness { alterations: trials[index].alterations.clone(), verdict, slip }, index))
}

/// Asks of pairs, then of triples of members whether they are polluted together, when none is alone.
pub(crate) fn combined(session: &mut Session, memory: &Memory, members: &[Time]) -> Option<Witness> {
    if members.len() > COMBINED || members.len() < 2 {
        return None;
    }
    let ways: Vec<Vec<Alteration>> = members
        .iter()
        .map(|&time| {
            let changes = changes(session, memory, time).into_iter().take(SHARE);
            changes.map(|change| Alteration { time: u64::from(time), change }).collect()
        })
        .collect();
    for size in 2..=members.len().min(3) {
        let trials: Vec<Intervention> = subsets(members.len(), size)
            .iter()
            .flat_map(|set| products(&set.iter().map(|&i| &ways[i]).collect::<Vec<_>>()))
            .map(|alterations| Intervention { alterations, patch: None })
            .collect();
        if let Some((witness, _)) = best_of(session, &trials) {
            return Some(witness);
        }
    }
    None
}

/// All sets of `size` of the numbers below `count`.
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

/// One of each, in every way.
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
