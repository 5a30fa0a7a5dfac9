//! Collects suspects from the slice and from the frontiers that narrowed it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{FailureKind, Outcome};
use whydunit_trace::{CriterionKind, Slice, Time};

use crate::evidence::Evidence;
use crate::evidence::suspect::Suspect;
use crate::methods::frontier::Narrowing;
use crate::session::Session;
use crate::session::statement::{Statement, is_parameter};

/// All statements that may be at fault, in the order in which narrowing suspects them: the last polluted ones, the rest
/// of the domain, the earlier polluted ones, and then the rest of the slice by distance.
pub(crate) fn collect_suspects(session: &Session, slice: &Slice, narrowing: &Narrowing) -> Vec<Suspect> {
    let mut collection = Collection::new(session, slice);
    for polluted in narrowing.suspects() {
        collection.add(polluted.time, Evidence::Witness(polluted.witness.clone()));
    }
    let near = nearness(slice, narrowing);
    // If no frontier found anything, the rest of the domain has no meaning.
    let is_reliable = narrowing.probed.is_empty() || narrowing.steps.iter().any(|s| !s.polluted.is_empty());
    let mut rest: Vec<Time> = if is_reliable { narrowing.rest.clone() } else { near.keys().copied().collect() };
    rest.sort_by_key(|t| (near.get(t).copied().unwrap_or(u32::MAX), Reverse(*t)));
    rest.into_iter().for_each(|time| collection.add(time, Evidence::Proximity));
    for polluted in narrowing.path() {
        collection.add(polluted.time, Evidence::Witness(polluted.witness.clone()));
    }
    for polluted in &narrowing.probed {
        collection.add(polluted.time, Evidence::Witness(polluted.witness.clone()));
    }
    // The place of a user's assertion is chosen by the user; the program does nothing there.
    if session.assertion.is_none() {
        collection.add(session.criterion.time, Evidence::Proximity);
    }
    let mut others: Vec<(u32, Time)> = slice.nodes.iter().map(|(&t, n)| (n.distance, t)).collect();
    others.sort_by_key(|(distance, time)| (*distance, Reverse(*time)));
    others.into_iter().for_each(|(_, time)| collection.add(time, Evidence::Proximity));
    collection.suspects
}

/// Suspects in order of arrival, each statement once.
struct Collection<'a> {
    session: &'a Session,
    slice: &'a Slice,
    /// The statement of the program's `assert` that failed.
    assertion: Option<Statement>,
    suspects: Vec<Suspect>,
    /// Indices of statements in `suspects`.
    places: BTreeMap<Statement, usize>,
}

impl<'a> Collection<'a> {
    fn new(session: &'a Session, slice: &'a Slice) -> Self {
        let assertion = failed_assertion(session);
        Collection { session, slice, assertion, suspects: Vec::new(), places: BTreeMap::new() }
    }

    /// Adds evidence against the statement of an instance.
    fn add(&mut self, time: Time, evidence: Evidence) {
        let recording = &self.session.recorded.recording;
        let Some((statement, shown)) = Statement::blamed(recording, time) else { return };
        // The parameters of `main` are input; an assertion is an expectation.
        let passes = |time| recording.position(time).is_some_and(|p| is_parameter(self.session.program(), p.site()));
        let is_input = shown == time && passes(time);
        if is_input || self.assertion == Some(statement) {
            return;
        }
        if statement.line == 0 || self.session.trust.has(statement.function) {
            return;
        }
        match self.places.get(&statement) {
            Some(&place) => {
                let known = &mut self.suspects[place].evidence;
                if evidence != Evidence::Proximity && *known == [Evidence::Proximity] {
                    *known = vec![evidence];
                }
            }
            None => {
                self.places.insert(statement, self.suspects.len());
                let distance = self.slice.nodes.get(&time).map_or(0, |n| n.distance);
                let evidence = vec![evidence];
                self.suspects.push(Suspect { statement, time: shown, instance: time, distance, evidence });
            }
        }
    }
}

/// The statement of the program's `assert` that failed, if one did.
pub(crate) fn failed_assertion(session: &Session) -> Option<Statement> {
    let Outcome::Failed(failure) = &session.observed.outcome else { return None };
    let failed =
        matches!(failure.kind, FailureKind::Assertion { .. }) && session.criterion.kind == CriterionKind::Failure;
    let position = session.recorded.recording.position(session.criterion.time)?;
    failed.then(|| Statement::of(session.program(), position.site()))
}

/// The number of dependences from the last polluted instances to each of their causes.
fn nearness(slice: &Slice, narrowing: &Narrowing) -> BTreeMap<Time, u32> {
    let mut level: Vec<Time> = narrowing.suspects().iter().map(|p| p.time).collect();
    let mut seen: BTreeSet<Time> = level.iter().copied().collect();
    let mut found = BTreeMap::new();
    for depth in 0.. {
        if level.is_empty() {
            break;
        }
        found.extend(level.iter().map(|&t| (t, depth)));
        let causes = level.iter().filter_map(|t| slice.nodes.get(t)).flat_map(|n| &n.on).map(|d| d.on);
        level = causes.collect::<BTreeSet<_>>().into_iter().filter(|t| seen.insert(*t)).collect();
    }
    found
}
