//! Goals: conditions on output, exit status or the user's assertion under which a path passes.

use std::collections::BTreeSet;

use whydunit_machine::{Channel, Constraint, ConstraintKind, Outcome, Symbolic};
use whydunit_terms::{Store, TermId};
use whydunit_trace::{CriterionKind, Expectation, Observed, Time};

use crate::rerun::verdict::end_of_word;
use crate::symbolic::expected_output::output_conditions;

/// Conditions under which a path passes, or at least its failure point is corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Conditions of the path that must be kept.
    pub path: Vec<TermId>,
    /// Conditions to achieve at its end.
    pub wanted: Vec<TermId>,
    /// Conditions under which that part of the path is free of undefined behaviour.
    pub defined: Vec<TermId>,
}

impl Goal {
    /// Keeps the first `conditions` conditions of a path, without the `freed` ones.
    fn of(symbolic: &mut Symbolic, conditions: usize, freed: &BTreeSet<TermId>, wanted: Vec<TermId>) -> Goal {
        let path: Vec<Constraint> = symbolic.path()[..conditions].to_vec();
        let kept = path.iter().filter(|c| c.kind.is_path() && !freed.contains(&c.term)).map(|c| c.term);
        Goal { path: kept.collect(), wanted, defined: defined(&mut symbolic.store, &path) }
    }

    /// Goals to flip decisions of the failing run, all decisions of a set together. Sets that are not completely on the
    /// path are skipped.
    pub fn turning(symbolic: &mut Symbolic, sets: &[Vec<Time>]) -> Vec<Goal> {
        let place = |symbolic: &Symbolic, time: Time| {
            symbolic.path().iter().position(|c| c.kind.is_choice() && c.at.time == u64::from(time))
        };
        let mut goals = Vec::new();
        for set in sets {
            let Some(places) = set.iter().map(|&t| place(symbolic, t)).collect::<Option<BTreeSet<usize>>>() else {
                continue;
            };
            let Some(&last) = places.last() else { continue };
            let turned: Vec<TermId> = places.iter().map(|&at| symbolic.path()[at].term).collect();
            let freed = turned.iter().copied().collect();
            let wanted = turned.into_iter().map(|term| symbolic.store.not(term)).collect();
            goals.push(Goal::of(symbolic, last, &freed, wanted));
        }
        goals
    }

    /// The user's assertion holds after the first `conditions` conditions of the path. `wanted` is empty if it holds
    /// for all values.
    pub fn asserted(symbolic: &mut Symbolic, conditions: usize, wanted: Option<TermId>) -> Goal {
        Goal::of(symbolic, conditions, &BTreeSet::new(), wanted.into_iter().collect())
    }

    /// The goals of a path that ended: the cheapest one first, then the strongest.
    pub fn all(
        symbolic: &mut Symbolic,
        expectation: &Expectation,
        observed: &Observed,
        criterion: &CriterionKind,
    ) -> Vec<Goal> {
        let whole = whole_run(symbolic, expectation, observed);
        let mut goals: Vec<Goal> = match *criterion {
            CriterionKind::WrongOutput { channel, offset } | CriterionKind::MissingOutput { channel, offset } => {
                let text = expectation.due(channel, observed).unwrap_or(&[]);
                let offset = (offset as usize).min(text.len());
                let line = text[offset..].iter().position(|&b| b == b'\n').map_or(text.len(), |i| offset + i + 1);
                let mut ends = vec![end_of_word(text, offset), line];
                ends.dedup();
                ends.into_iter().filter_map(|end| up_to(symbolic, expectation, observed, channel, end)).collect()
            }
            _ => Vec::new(),
        };
        goals.splice(goals.len().min(1)..goals.len().min(1), whole);
        goals
    }
}

/// The whole expectation is met on this path.
fn whole_run(symbolic: &mut Symbolic, expectation: &Expectation, observed: &Observed) -> Option<Goal> {
    let Outcome::Exited(status) = observed.outcome else { return None };
    if expectation.missing_file(observed).is_some() {
        return None;
    }
    let (mut wanted, mut freed) = (Vec::new(), BTreeSet::new());
    for stream in expectation.streams(observed) {
        let output = output_conditions(symbolic, stream.channel, (stream.expected, stream.actual), None)?;
        wanted.extend(output.wanted);
        freed.extend(output.freed);
    }
    if let Some(expected) = expectation.exit {
        match symbolic.exit() {
            Some(term) => {
                let low = symbolic.store.trunc(term, 8);
                let value = symbolic.store.constant(8, expected as u128 & 0xff);
                wanted.push(symbolic.store.eq(low, value));
                // Exiting made the status concrete; that condition must be dropped to change it.
                let last = symbolic.path().last().filter(|c| is_pinned(c.kind)).map(|c| c.at.time);
                let ending = symbolic.path().iter().filter(|c| is_pinned(c.kind) && Some(c.at.time) == last);
                freed.extend(ending.map(|c| c.term));
            }
            None if expected != status => return None,
            None => {}
        }
    }
    Some(Goal::of(symbolic, symbolic.path().len(), &freed, wanted))
}

fn is_pinned(kind: ConstraintKind) -> bool {
    matches!(kind, ConstraintKind::Pinned { .. })
}

/// A stream is as expected up to an offset. The rest of the run is unconstrained.
fn up_to(
    symbolic: &mut Symbolic,
    expectation: &Expectation,
    observed: &Observed,
    channel: Channel,
    end: usize,
) -> Option<Goal> {
    let stream = expectation.streams(observed).into_iter().find(|s| s.channel == channel)?;
    let output = output_conditions(symbolic, channel, (stream.expected, stream.actual), Some(end))?;
    let written = symbolic.emitted().iter().find(|e| e.channel == channel && e.end >= output.written);
    let conditions = written.map_or(0, |e| e.conditions);
    Some(Goal::of(symbolic, conditions, &output.freed, output.wanted))
}

/// Conditions under which a path is free of undefined behaviour.
fn defined(store: &mut Store, path: &[Constraint]) -> Vec<TermId> {
    let hazards = path.iter().filter(|c| matches!(c.kind, ConstraintKind::Hazard(_)));
    hazards.map(|c| if c.holds { c.term } else { store.not(c.term) }).collect()
}
