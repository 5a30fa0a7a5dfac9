//! Minimum debugging frontier sets: narrows the domain by testing whether changes of its smallest frontiers make the
//! run pass.

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
use crate::methods::frontier::polluted::{Checker, OpenQuestions, test_alone, test_together};
use crate::methods::frontier::strategy::Strategy;
use crate::rerun::witness::Witness;
use crate::session::Session;
use crate::session::statement::Statement;

/// A member of a frontier whose change makes the run pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Polluted {
    /// The instance.
    pub time: Time,
    /// The witness.
    pub witness: Witness,
}

/// One tested frontier and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The frontier.
    pub members: Vec<Time>,
    /// Its polluted members.
    pub polluted: Vec<Polluted>,
    /// Instances in the domain when it was tested.
    pub domain: usize,
}

/// The result of narrowing.
#[derive(Clone, Debug, Default)]
pub struct Narrowing {
    /// The frontiers in the order in which they were tested.
    pub steps: Vec<Step>,
    /// If no frontier was polluted: single instances that were, root causes first.
    pub probed: Vec<Polluted>,
    /// The remaining domain, by time.
    pub rest: Vec<Time>,
    /// It ended because the budget was used up.
    pub cut_short: bool,
    /// Cases in which solving found no value although one may exist.
    pub open: OpenQuestions,
}

impl Narrowing {
    /// The polluted members of the last frontier that had any: the suspected root causes.
    pub fn suspects(&self) -> &[Polluted] {
        self.steps.iter().rev().find(|s| !s.polluted.is_empty()).map_or(&self.probed, |s| &s.polluted)
    }

    /// The polluted members of earlier frontiers, nearest to the suspects first: the path of the fault to the failure.
    pub fn path(&self) -> impl Iterator<Item = &Polluted> {
        self.steps.iter().rev().filter(|s| !s.polluted.is_empty()).skip(1).flat_map(|s| &s.polluted)
    }
}

/// The user's knowledge about instances.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// Instances known to be correct.
    pub right: Vec<Time>,
    /// Instances known to be wrong.
    pub wrong: Vec<Time>,
    /// Statements whose executions are all correct. They are never suspects.
    pub statements: BTreeSet<Statement>,
}

/// Frontiers tested.
const MAX_FRONTIERS: usize = 400;

/// Instances considered, the nearest to the failure. The slice of a long run may hold millions.
pub const MAX_SLICE_INSTANCES: usize = 200_000;

/// The relevant slice of a session's failure, limited to the [`MAX_SLICE_INSTANCES`] instances.
pub fn relevant_slice(session: &Session) -> Slice {
    let first = session.first_causes();
    Slice::nearest(session.dependences(), &first, SliceKind::Relevant, MAX_SLICE_INSTANCES)
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
    domain.mark_correct(&known.right);
    if !known.wrong.is_empty() {
        domain.mark_wrong(&known.wrong);
    }
    let mut narrowing = Narrowing::default();
    memory.begin();
    let mut checker = Checker::new(session, memory, solver_work::NARROWING);
    while narrowing.steps.len() < MAX_FRONTIERS
        && let Some(members) = domain.frontier(strategy)
    {
        if !session.may_go_on() {
            narrowing.cut_short = true;
            break;
        }
        let size = domain.size();
        session.budget.monitor.report(|| format!("narrowing the search, {size} executed statements left"));
        let polluted = ask(session, &mut checker, &members);
        if polluted.is_empty() {
            domain.mark_correct(&members);
        } else {
            domain.mark_wrong(&polluted.iter().map(|p| p.time).collect::<Vec<_>>());
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

/// If all polluted members are decisions: the sets of decisions that must be flipped. Anything that flips one of these
/// sets is wrong, too, and that is easier to solve for than the expected output.
fn flipped(polluted: &[Polluted]) -> Option<Vec<Vec<Time>>> {
    let flips = |p: &Polluted| -> Option<Vec<Time>> {
        let one = |a: &Alteration| matches!(a.change, Change::Flip).then(|| Time::try_from(a.time).ok()).flatten();
        p.witness.alterations.iter().map(one).collect()
    };
    let mut sets: Vec<Vec<Time>> = polluted.iter().map(flips).collect::<Option<_>>()?;
    sets.dedup();
    Some(sets)
}

/// The polluted members of a frontier: alone or, if none is, together.
fn ask(session: &mut Session, checker: &mut Checker<'_>, members: &[Time]) -> Vec<Polluted> {
    let alone = test_alone(session, checker, members);
    let polluted: Vec<Polluted> = members
        .iter()
        .zip(alone)
        .filter_map(|(&time, witness)| witness.map(|witness| Polluted { time, witness }))
        .collect();
    if !polluted.is_empty() {
        return polluted;
    }
    let Some(witness) = test_together(session, checker.memory, members) else { return Vec::new() };
    let times: Vec<Time> = witness.alterations.iter().filter_map(|a| Time::try_from(a.time).ok()).collect();
    times.into_iter().map(|time| Polluted { time, witness: witness.clone() }).collect()
}

/// Input is assumed correct, and trusted code cannot be at fault.
pub(crate) fn is_fixed(session: &Session, time: Time) -> bool {
    let recording = &session.recorded.recording;
    let Some(position) = recording.position(time) else { return true };
    session.trust.has(position.function) || matches!(recording.inst(position), Inst::Call { .. })
}
