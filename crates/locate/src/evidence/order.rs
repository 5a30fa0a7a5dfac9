//! The order of suspects: by the score of their best evidence, see [`weights`].

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use whydunit_trace::{CriterionKind, Slice, Time};

use crate::evidence::confirmed_output::Confirmed;
use crate::evidence::suspect::Suspect;
use crate::evidence::{Evidence, weights};
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::tested_patch::{TestedPatch, best_of_each};

/// Adds the best patch of each statement to its suspect. Statements outside the slice become suspects: code may be missing
/// where nothing leads to the failure.
pub(crate) fn add_patches(
    session: &mut Session,
    slice: &Slice,
    suspects: &mut Vec<Suspect>,
    patches: Vec<TestedPatch>,
) {
    let mut by_statement = best_of_each(patches);
    for suspect in suspects.iter_mut() {
        if let Some(patch) = by_statement.remove(&suspect.statement) {
            suspect.evidence.retain(|e| *e != Evidence::Proximity);
            suspect.evidence.insert(0, Evidence::TestedPatch(patch));
            suspect.show_divergence(session, slice);
        }
    }
    for (statement, patch) in by_statement {
        let mut suspect = Suspect::with_patch(session, statement, patch);
        suspect.show_divergence(session, slice);
        suspects.push(suspect);
    }
}

/// Sorts suspects by score. Those without evidence are at the end, ordered by the output that they helped to write.
pub(crate) fn order_suspects(session: &Session, mut suspects: Vec<Suspect>) -> Vec<Suspect> {
    let scores = Scores::new(session);
    suspects.sort_by_key(|suspect| Reverse(scores.best(suspect)));
    let proved = suspects.iter().take_while(|s| s.evidence != [Evidence::Proximity]).count();
    let near = suspects.split_off(proved);
    suspects.extend(Confirmed::new(session).alternated(near));
    suspects
}

/// The facts about a failing run on which scores depend.
struct Scores {
    /// The statement at the failure point.
    failure_point: Option<Statement>,
    /// In a hang: the statements that repeat.
    repeating: Option<BTreeSet<Statement>>,
    /// Is nothing expected but that the program does not crash?
    expects_only_an_end: bool,
}

impl Scores {
    fn new(session: &Session) -> Self {
        let at = Statement::blamed(&session.recorded.recording, session.criterion.time);
        Scores {
            failure_point: at.map(|(statement, _)| statement),
            repeating: repeating_statements(session),
            expects_only_an_end: session.expects_only_an_end(),
        }
    }

    /// The score of the best evidence against a suspect.
    fn best(&self, suspect: &Suspect) -> u32 {
        let penalty = self.penalty(suspect);
        let undefined = |e: &Evidence| match e.undefined_behaviour() {
            Some(_) => weights::UNDEFINED_BEHAVIOUR,
            None => 0,
        };
        suspect.evidence.iter().map(|e| self.score(e, penalty) - undefined(e)).max().unwrap_or(0)
    }

    /// The penalty for patches of a suspect.
    fn penalty(&self, suspect: &Suspect) -> u32 {
        let mut penalty = if self.failure_point == Some(suspect.statement) { weights::FAILURE_POINT } else { 0 };
        let avoids = |e: &Evidence| matches!(e, Evidence::TestedPatch(patch) if patch.avoids_failure);
        let is_outside = self.repeating.as_ref().is_some_and(|repeating| !repeating.contains(&suspect.statement));
        if is_outside || suspect.evidence.iter().any(avoids) {
            penalty += weights::AVOIDS;
        }
        penalty
    }

    fn score(&self, evidence: &Evidence, penalty: u32) -> u32 {
        match evidence {
            Evidence::TestedPatch(patch) => weights::patch(patch.verdict, patch.strength()) - penalty,
            Evidence::Witness(witness) => weights::witness(witness.verdict),
            Evidence::Overflow(_) => weights::OVERFLOW,
            Evidence::FaultyDeclaration(declaration) => weights::declaration(declaration.reason),
            Evidence::PartlyUninitialised(part) if part.element => weights::TOO_NARROW,
            Evidence::PartlyUninitialised(_) => weights::UNINITIALISED,
            Evidence::DeadStore(_) => weights::DEAD_STORE,
            Evidence::UseAfterFree if self.expects_only_an_end => weights::FREE_BEFORE_CRASH,
            Evidence::UseAfterFree => weights::FREE,
            Evidence::Undersized(_) => weights::TOO_SMALL,
            Evidence::Proximity => 0,
        }
    }
}

/// For a run that does not end: the statements in the last quarter of its blocks.
fn repeating_statements(session: &Session) -> Option<BTreeSet<Statement>> {
    if session.criterion.kind != CriterionKind::Hang {
        return None;
    }
    let recording = &session.recorded.recording;
    let (count, mut blocks) = (recording.block_count(), BTreeSet::new());
    let late = recording.executed_blocks().skip(count - count / 4);
    let statements = late.filter(|&b| blocks.insert(recording.number_of(b))).flat_map(|b| {
        let (start, end) = (recording.start_of(b), recording.end_of(b));
        start.through(end).filter_map(|time| Statement::blamed(recording, time)).map(|(statement, _)| statement)
    });
    Some(statements.collect())
}

/// Moves the statements of instances that the user called wrong, and of their causes, to the front: first those with
/// evidence or called wrong themselves.
pub(crate) fn prefer_wrong(session: &Session, slice: &Slice, suspects: &mut [Suspect], wrong: &[Time]) {
    if wrong.is_empty() {
        return;
    }
    let causes = causes_of(session, slice, wrong);
    suspects.sort_by_key(|suspect| match causes.get(&suspect.statement) {
        Some(&is_wrong) if is_wrong || suspect.evidence != [Evidence::Proximity] => 0,
        Some(_) => 1,
        None => 2,
    });
}

/// The statements of instances and of their causes. True for statements of the instances themselves.
fn causes_of(session: &Session, slice: &Slice, wrong: &[Time]) -> BTreeMap<Statement, bool> {
    let (mut todo, mut seen) = (wrong.to_vec(), BTreeSet::new());
    let mut found = BTreeMap::new();
    while let Some(time) = todo.pop() {
        if !seen.insert(time) {
            continue;
        }
        if let Some((statement, _)) = Statement::blamed(&session.recorded.recording, time) {
            *found.entry(statement).or_default() |= wrong.contains(&time);
        }
        todo.extend(slice.nodes.get(&time).into_iter().flat_map(|node| &node.on).map(|d| d.on));
    }
    found
}
