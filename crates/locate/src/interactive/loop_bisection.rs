//! Executions of a statement each of which an earlier one led to, as in a loop that counts or sums up, also if that
//! begins anew now and then because of what it came to. Going back
//! by one at a time would take for ever: the search goes through them by halves, also through those that are too far
//! away to be looked at with all that led to them.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use whydunit_machine::Site;
use whydunit_trace::{Dependences, Recording, Time};

use crate::interactive::answer::Answer;
use crate::interactive::breakpoint::{Item, Quality};
use crate::interactive::debugger::Debugger;
use crate::interactive::similar_rounds::UNKNOWN;

/// With so many executions to go back one need not go step by step.
const FAR: usize = 4;
/// So many instances are passed at most on the way to the next earlier execution, and on all ways.
const ROUND: usize = 1_000;
const ALL: usize = 5_000_000;

/// Executions of a statement, each made from the next: the latest first.
pub(crate) struct Row {
    pub(crate) times: Vec<Time>,
}

/// A row that the search came to.
#[derive(Clone)]
pub(crate) struct Met {
    pub(crate) row: Arc<Row>,
    /// How many rounds there were before.
    pub(crate) since: usize,
}

/// The place of an execution in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InRow {
    /// What is looked at and was made from it.
    pub(crate) through: Time,
    /// How many of the row were in question that are earlier, and later or itself.
    pub(crate) earlier: usize,
    pub(crate) later: usize,
}

impl InRow {
    pub(crate) fn size(&self) -> usize {
        self.earlier + self.later
    }

    pub(crate) fn quality(&self) -> Quality {
        Quality::new(1.0, 1, self.size(), (self.later, self.earlier))
    }
}

impl Row {
    /// All that lead to an execution, as far back as is looked.
    fn new(recording: &Recording, from: Time) -> Row {
        let mut row = Row { times: vec![from] };
        let mut dependences = Dependences::new(recording);
        let mut left = ALL;
        let mut last = from;
        while let Some(earlier) = earlier(recording, &mut dependences, last, &mut left) {
            row.times.push(earlier);
            last = earlier;
        }
        row
    }

    fn has(&self, time: Time) -> bool {
        self.times.binary_search_by(|t| time.cmp(t)).is_ok()
    }
}

/// The nearest earlier execution of its statement that led to an instance.
fn earlier(recording: &Recording, dependences: &mut Dependences<'_>, of: Time, left: &mut usize) -> Option<Time> {
    let site = |time: Time| recording.position(time).map(|p| p.site());
    let (wanted, mut todo, mut seen) = (site(of)?, VecDeque::from([of]), BTreeSet::new());
    while let Some(time) = todo.pop_front().filter(|_| seen.len() < ROUND && *left > 0) {
        *left -= 1;
        for cause in dependences.of(time) {
            if site(cause.on) == Some(wanted) {
                return Some(cause.on);
            }
            if seen.insert(cause.on) {
                todo.push_back(cause.on);
            }
        }
    }
    None
}

impl Debugger {
    /// When what is wrong was made from an earlier execution of a statement that was wrong already: the one half way
    /// back to the last one that was right.
    pub(crate) fn leap(&mut self, members: &[Time]) -> Option<Vec<Time>> {
        let recording = &self.session.recorded.recording;
        let site = |time: Time| recording.position(time).map(|p| p.site());
        let wrong: BTreeSet<Site> = self.path().into_iter().filter_map(site).collect();
        let (member, again) =
            members.iter().filter_map(|&m| Some((m, site(m)?))).find(|(_, site)| wrong.contains(site))?;
        if self.is_cut() {
            let known = self.rows.iter().rev().find(|met| met.row.has(member)).map(|met| met.row.clone());
            let row = known.unwrap_or_else(|| Arc::new(Row::new(recording, member)));
            if self.row().is_none_or(|now| !Arc::ptr_eq(now, &row)) {
                self.rows.push(Met { row, since: self.rounds.len() });
            }
        }
        if let Some(far) = self.along_row() {
            return Some(vec![far]);
        }
        let recording = &self.session.recorded.recording;
        let site = |time: Time| recording.position(time).map(|p| p.site());
        let right = self.rounds.iter().flat_map(|r| r.with(Answer::Right)).filter(|&t| site(t) == Some(again)).max();
        let (unknown, known) = (self.unknown(), self.path());
        let behind = |t: &Time| right.is_none_or(|right| right < *t) && !unknown.contains(t) && !known.contains(t);
        let earlier: Vec<Time> = self.domain().into_iter().filter(|t| behind(t) && site(*t) == Some(again)).collect();
        (earlier.len() >= FAR).then(|| vec![earlier[earlier.len() / 2]])
    }

    /// The execution half way through what is in question of a row, if that goes farther back than is looked.
    pub(crate) fn along_row(&mut self) -> Option<Time> {
        let open = self.open_in_row();
        let far = open.last().is_some_and(|&time| !self.domain.has(time));
        let middle = open.get(open.len() / 2).filter(|_| far && open.len() >= FAR)?;
        Item::at(&mut self.session, *middle).map(|_| *middle)
    }

    /// The row that the search is in.
    fn row(&self) -> Option<&Arc<Row>> {
        self.rows.last().map(|met| &met.row)
    }

    /// The executions of a row between the last that was right and the first that was wrong, the latest first.
    fn open_in_row(&self) -> Vec<Time> {
        let Some(row) = self.row() else { return Vec::new() };
        let (first, last) = (row.times[row.times.len() - 1], row.times[0]);
        let judged = |answer: Answer| self.rounds.iter().flat_map(move |r| r.with(answer));
        let belongs = |time: &Time| row.has(*time);
        let wrong = judged(Answer::Wrong).filter(belongs).min().unwrap_or(last + 1);
        // What was right in another row bounds this one, too: a value goes round through several statements.
        let rows = self.rounds.iter().filter(|r| r.breakpoint.in_row.is_some()).flat_map(|r| r.with(Answer::Right));
        let right = judged(Answer::Right).filter(belongs).chain(rows).filter(|time| *time < wrong).max();
        let unknown: BTreeSet<Time> = judged(Answer::DontKnow).filter(|time| (first..wrong).contains(time)).collect();
        if unknown.iter().filter(|time| belongs(time)).count() >= UNKNOWN {
            return Vec::new();
        }
        let open = |time: &Time| *time < wrong && right.is_none_or(|right| right < *time) && !unknown.contains(time);
        row.times.iter().copied().filter(open).collect()
    }

    /// The place of what is to be asked about in a row, if it is not looked at.
    pub(crate) fn in_row(&self, members: &[Time]) -> Option<InRow> {
        let &[time] = members else { return None };
        if self.domain.has(time) {
            return None;
        }
        let (row, open) = (self.row()?, self.open_in_row());
        let earlier = open.iter().filter(|&&t| t < time).count();
        let through = *row.times.iter().rev().find(|t| self.domain.has(**t))?;
        Some(InRow { through, earlier, later: open.len() - earlier })
    }

    /// What a round of a row found wrong that is not looked at, and what it led to.
    pub(crate) fn beyond(&self, round: usize) -> Option<(Vec<Time>, Time)> {
        let round = &self.rounds[round];
        let wrong = round.with(Answer::Wrong);
        let through = round.breakpoint.in_row.as_ref()?.through;
        wrong.iter().any(|&time| !self.domain.has(time)).then_some((wrong, through))
    }
}
