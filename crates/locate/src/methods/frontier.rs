//! Minimum debugging frontier sets: narrow the domain by asking of its smallest frontiers whether
//! changing them would have made the run right.

pub mod cut;
pub(crate) mod domain;
pub(crate) mod likely_values;
pub(crate) mod memory;
mod method;
pub(crate) mod polluted;
pub(crate) mod probe;
pub(crate) mod strategy;

pub(super) use crate::methods::frontier::method::METHODS;

use std::collections::BTreeSet;

use whydunit_machine::{Alteration, Change};
use whydunit_program::Inst;
use whydunit_trace::{Dependence, Slice, SliceKind, Time};

use crate::evidence::weights::solver_work;
use crate::methods::frontier::domain::Domain;
use crate::methods::frontier::memory::Memory;
use crate::methods::frontier::polluted::{Checker, OpenQuestions, combined, singles};
use crate::methods::frontier::strategy::Strategy;
use crate::rerun::witness::Witness;
use crate::session::Session;
use crate::session::statement::Statement;

/// A member of a frontier that, changed, makes the run right.
#[derive(Clone, Debug, PartialEq)]
pub struct Polluted {
    /// The instance.
    pub time: Time,
    /// The rerun that shows it.
    pub witness: Witness,
}

/// One frontier and what was learnt from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What was asked about.
    pub members: Vec<Time>,
    /// Which of them were polluted.
    pub polluted: Vec<Polluted>,
    /// Instances in the domain when it was asked.
    pub domain: usize,
}

/// What narrowing came to.
#[derive(Clone, Debug, Default)]
pub struct Narrowing {
    /// The frontiers in the order they were asked.
    pub steps: Vec<Step>,
    /// When no frontier was: single instances that were polluted, root causes first.
    pub probed: Vec<Polluted>,
    /// What remained of the domain, by time.
    pub rest: Vec<Time>,
    /// It ended because the budget was used up.
    pub cut_short: bool,
    /// Where solving found no value although there may be one.
    pub open: OpenQuestions,
}

impl Narrowing {
    /// The polluted members of the last frontier that had any: the suspected root causes.
    pub fn suspects(&self) -> &[Polluted] {
        self.steps.iter().rev().find(|s| !s.polluted.is_empty()).map_or(&self.probed, |s| &s.polluted)
    }

    /// The polluted members of earlier frontiers, nearest to the suspects first: how the fault travelled.
    pub fn path(&self) -> impl Iterator<Item = &Polluted> {
        self.steps.iter().rev().filter(|s| !s.polluted.is_empty()).skip(1).flat_map(|s| &s.polluted)
    }
}

/// What the user knows about instances.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// These are right.
    pub right: Vec<Time>,
    /// These are wrong.
    pub wrong: Vec<Time>,
    /// All executions of these are right: they are not suspected.
    pub statements: BTreeSet<Statement>,
}

/// How long narrowing goes on at most, in frontiers.
const STEPS: usize = 400;

/// So many instances, the nearest to the failure, are looked at: a slice of a long run may hold millions.
pub const NEAREST: usize = 200_000;

/// The relevant slice of a session's failure, as far as [`NEAREST`] goes.
pub fn relevant_slice(session: &Session) -> Slice {
    let first = session.first_causes();
    Slice::nearest(session.dependences(), &first, SliceKind::Relevant, NEAREST)
}

/// Narrows the domain of a session's failure until it cannot shrink.
pub(crate) fn narrow(
    session: &mut Session,
    memory: &mut Memory,
    slice: &Slice,
    strategy: &mut Strategy,
    known: &Knowledge,
) -> Narrowing {
    let direct = Dependence::whole(session.first_causes());
    let mut domain = Domain::new(slice, session.criterion.time, &direct, |time| is_fixed(session, time));
    domain.after(&known.right);
    if !known.wrong.is_empty() {
        domain.before(&known.wrong);
    }
    let mut narrowing = Narrowing::default();
    memory.begin();
    let mut checker = Checker::new(session, memory, solver_work::NARROWING);
    while narrowing.steps.len() < STEPS
        && let Some(members) = domain.frontier(strategy)
    {
        if !session.may_go_on() {
            narrowing.cut_short = true;
            break;
        }
        let size = domain.size();
        session.budget.monitor.tell(|| format!("narrowing the search, {size} executed statements left"));
        let polluted = ask(session, &mut checker, &members);
        if polluted.is_empty() {
            domain.after(&members);
        } else {
            domain.before(&polluted.iter().map(|p| p.time).collect::<Vec<_>>());
            if let Some(flipped) = flipped(&polluted) {
                checker.memory.flipped = flipped;
            }
        }
        narrowing.steps.push(Step { members, polluted, domain: size });
    }
    narrowing.open = checker.open;
    narrowing.rest = domain.interior();
    narrowing
}

/// When all that is polluted are decisions: the sets of them that must come out the other way. Whatever brings one of
/// these about is wrong, too, and that is asked more easily than what the output should be.
fn flipped(polluted: &[Polluted]) -> Option<Vec<Vec<Time>>> {
    let flips = |p: &Polluted| -> Option<Vec<Time>> {
        let one = |a: &Alteration| matches!(a.change, Change::Flip).then(|| Time::try_from(a.time).ok()).flatten();
        p.witness.alterations.iter().map(one).collect()
    };
    let mut sets: Vec<Vec<Time>> = polluted.iter().map(flips).collect::<Option<_>>()?;
    sets.dedup();
    Some(sets)
}

/// Which members of a frontier are polluted, alone or, when none is, together.
fn ask(session: &mut Session, checker: &mut Checker<'_>, members: &[Time]) -> Vec<Polluted> {
    let alone = singles(session, checker, members);
    let polluted: Vec<Polluted> = members
        .iter()
        .zip(alone)
        .filter_map(|(&time, witness)| witness.map(|witness| Polluted { time, witness }))
        .collect();
    if !polluted.is_empty() {
        return polluted;
    }
    let Some(witness) = combined(session, checker.memory, members) else { return Vec::new() };
    let times: Vec<Time> = witness.alterations.iter().filter_map(|a| Time::try_from(a.time).ok()).collect();
    times.into_iter().map(|time| Polluted { time, witness: witness.clone() }).collect()
}

/// Input is taken to be right, and trusted code cannot be at fault.
pub(crate) fn is_fixed(session: &Session, time: Time) -> bool {
    let recording = &session.recorded.recording;
    let Some(position) = recording.position(time) else { return true };
    session.trust.has(position.function) || matches!(recording.inst(position), Inst::Call { .. })
}
