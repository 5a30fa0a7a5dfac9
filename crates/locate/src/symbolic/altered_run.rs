//! The failing run of a session with some instances altered, as something to explore.

use whydunit_machine::{Alteration, Change, Limit, Limits, Machine, Nobody, Origin, Outcome, Piece, Site, Targets};
use whydunit_program::{BlockId, Inst, Program};
use whydunit_terms::{Model, TermId};
use whydunit_trace::{CriterionKind, Observed, Recorded, Time};
use whydunit_world::Posix;

use crate::rerun::intervention::Intervention;
use crate::rerun::pace::{Driven, Pace};
use crate::rerun::placement::Placement;
use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::rerun::verdict::Verdict;
use crate::session::assertion::{Arrival, AssertionJudge};
use crate::session::{Session, observe};
use crate::symbolic::Bounds;
use crate::symbolic::execution::{Ran, Subject};
use crate::symbolic::goal::Goal;
use crate::symbolic::pointer_targets::targets;

/// A session's run from the first altered instance on: branches flipped, values symbolic.
pub struct Altered<'a> {
    session: &'a mut Session,
    /// The run just before the first altered instance.
    start: Machine<Posix>,
    alterations: Vec<Alteration>,
    /// What those that are pointers can point to.
    targets: Vec<(u64, Targets)>,
    /// Sets of decisions: to flip one of them is a goal.
    flips: Vec<Vec<Time>>,
}

impl<'a> Altered<'a> {
    /// None when an instance cannot be altered, or the run cannot be taken up before it.
    pub fn new(session: &'a mut Session, times: &[Time], bounds: &Bounds) -> Option<Self> {
        let alterations: Vec<Alteration> =
            times.iter().map(|&time| alteration(session, time)).collect::<Option<_>>()?;
        Altered::with(session, alterations, bounds)
    }

    /// Likewise, of a part of what the copy or fill at a time writes.
    pub fn of_piece(session: &'a mut Session, time: Time, piece: Piece, bounds: &Bounds) -> Option<Self> {
        let change = Change::SymbolIn(piece, time.into());
        Altered::with(session, vec![Alteration { time: time.into(), change }], bounds)
    }

    fn with(session: &'a mut Session, alterations: Vec<Alteration>, bounds: &Bounds) -> Option<Self> {
        let first = alterations.iter().map(|a| a.time).min()?;
        let mut start = session.recorded.snapshots.paused_at(first)?;
        let steps = u64::from(session.recorded.recording.duration()) * bounds.steps_factor + bounds.steps_least;
        start.set_limits(Limits { steps, ..session.rerun_limits() });
        let symbols = alterations.iter().filter(|a| matches!(a.change, Change::Symbol(_)));
        let pointers = symbols.filter_map(|a| Some((a.time, targets(session, Time::try_from(a.time).ok()?)?)));
        let targets = pointers.collect();
        Some(Altered { session, start, alterations, targets, flips: Vec::new() })
    }

    /// Makes it a goal to flip one of these sets of decisions.
    pub fn aiming_at(self, flips: &[Vec<Time>]) -> Self {
        Altered { flips: flips.to_vec(), ..self }
    }

    /// The program that is run.
    pub fn program(&self) -> &Program {
        self.session.program()
    }

    /// The alterations with concrete values; those of symbols that were never made have no effect.
    pub fn alterations(&self, values: &Model) -> Vec<Alteration> {
        let concrete = |a: &Alteration| {
            let Some(number) = a.change.symbol() else { return Some(*a) };
            let value = value_of(values, number)?;
            let change = match a.change.piece() {
                Some(piece) => Change::PutIn(piece, value),
                None => {
                    let to = Time::try_from(a.time).ok().and_then(|time| target(self.session, time, value));
                    to.map_or(Change::Put(value), Change::Goto)
                }
            };
            Some(Alteration { change, ..*a })
        };
        self.alterations.iter().filter_map(concrete).collect()
    }

    /// The alterations, symbols included, where they belong in a run with these values.
    fn placed(&mut self, values: &Model) -> Vec<Alteration> {
        if self.alterations.len() < 2 {
            return self.alterations.clone();
        }
        let limits = self.session.rerun_limits();
        let Recorded { recording, snapshots, .. } = &mut self.session.recorded;
        let mut placement = Placement::new(recording, snapshots, limits);
        let mut given = Vec::new();
        for symbol in &self.alterations {
            let change = match symbol.change {
                Change::Symbol(number) => value_of(values, number).map(Change::Put),
                other => Some(other),
            };
            // Without a value of its own the instance stays as it is, here and in what follows.
            given.extend(change.map(|change| Alteration { change, ..*symbol }));
        }
        let place = |placement: &mut Placement<'_>, symbol: &Alteration| {
            let before = given.iter().filter(|g| g.time < symbol.time).copied();
            let all: Vec<Alteration> = before.chain([*symbol]).collect();
            placement.place(&all).into_iter().find(|p| p.change == symbol.change)
        };
        let placed = self.alterations.iter().filter_map(|symbol| place(&mut placement, symbol)).collect();
        self.session.effort.instructions += placement.spent;
        self.session.refusals.join(placement.refusals);
        placed
    }

    /// Runs to the end; nothing if the budget is over or the machine refuses an instruction.
    fn finish(&mut self, machine: &mut Machine<Posix>) -> Option<Outcome> {
        let pace = Pace { stretch: STRETCH, budget: &self.session.budget };
        match pace.drive(machine, &mut Nobody, |_| false) {
            Driven::Ended(outcome) => Some(outcome),
            Driven::Decided | Driven::Stopped => None,
            Driven::Refused(refusal) => {
                self.session.refusals.add(refusal);
                None
            }
        }
    }

    /// Runs to the user's assertion and evaluates it there; the inner option is empty if the run ended before.
    fn assert(&mut self, machine: &mut Machine<Posix>) -> Option<Option<Judgement>> {
        let Some(asserted) = &self.session.asserted else { return Some(None) };
        let judge = AssertionJudge::new(asserted, &self.session.recorded.recording);
        let mut there = match judge.arrive(machine, &self.session.budget) {
            Ok(Arrival::There(there)) => there,
            Ok(Arrival::Ended) => return Some(None),
            Ok(Arrival::Stopped) => return None,
            Err(refusal) => {
                self.session.refusals.add(refusal);
                return None;
            }
        };
        let value = judge.evaluate(&mut there);
        *machine = there;
        let holds = value.as_ref().is_some_and(|v| v.holds);
        let conditions = machine.symbolic().map_or(0, |s| s.path().len());
        Some(Some(Judgement { holds, wanted: value.and_then(|v| v.condition), conditions }))
    }

    /// Did a run come to the failure point?
    fn reached(&self, observed: &Observed) -> bool {
        let failed_at = |outcome: &Outcome| match outcome {
            Outcome::Failed(failure) => failure.stack.first().copied(),
            _ => None::<Site>,
        };
        match self.session.criterion.kind {
            CriterionKind::WrongOutput { channel, offset } | CriterionKind::MissingOutput { channel, offset } => {
                let streams = self.session.expectation.streams(observed);
                streams.iter().any(|s| s.channel == channel && s.actual.len() as u64 > offset)
            }
            CriterionKind::Failure => failed_at(&observed.outcome) == failed_at(&self.session.observed.outcome),
            _ => matches!(observed.outcome, Outcome::Exited(_)),
        }
    }
}

/// What the user's assertion came to in a run.
#[derive(Clone, Copy)]
struct Judgement {
    holds: bool,
    /// The condition under which it holds, if that depends on symbols.
    wanted: Option<TermId>,
    /// How many conditions were met until then.
    conditions: usize,
}

/// How the instance at a time is altered.
fn alteration(session: &Session, time: Time) -> Option<Alteration> {
    let recording = &session.recorded.recording;
    let change = match recording.inst(recording.position(time)?) {
        Inst::Branch { .. } => Change::Flip,
        Inst::IndirectJump { .. } | Inst::Jump { .. } => return None,
        _ => Change::Symbol(time.into()),
    };
    Some(Alteration { time: time.into(), change })
}

/// The value of a symbol.
fn value_of(values: &Model, number: u64) -> Option<u64> {
    values.iter().find(|(key, _)| Origin::from_key(*key) == Some(Origin::Value { number })).map(|(_, v)| v as u64)
}

/// Where the switch at a time goes by another value.
fn target(session: &Session, time: Time, value: u64) -> Option<BlockId> {
    let recording = &session.recorded.recording;
    let position = recording.position(time)?;
    let Inst::Switch { table, .. } = recording.inst(position) else { return None };
    let table = &session.program().function(position.function).switches[table as usize];
    Some(table.cases.iter().find(|c| c.0 == value).map_or(table.default, |c| c.1))
}

/// Instructions between two checks of the budget on a path.
const STRETCH: u64 = 100_000;

impl Subject for Altered<'_> {
    fn run(&mut self, values: &Model) -> Option<Ran> {
        let alterations = self.placed(values);
        let mut machine = self.start.fork();
        machine.give(values);
        self.targets.iter().for_each(|(number, targets)| machine.point(*number, targets.clone()));
        alterations.iter().for_each(|a| machine.alter(*a));
        let asserted = match &self.session.asserted {
            Some(_) => self.assert(&mut machine)?,
            None => None,
        };
        // What comes after an assertion that does not hold does not matter.
        let outcome = match asserted {
            Some(Judgement { holds: false, .. }) => Outcome::Stopped(Limit::Steps(machine.time())),
            _ => self.finish(&mut machine)?,
        };
        let stopped = asserted.is_none_or(|a| a.holds) && matches!(outcome, Outcome::Stopped(_));
        let mut observed = observe(&machine, outcome, &self.session.expectation);
        observed.asserted = asserted.map(|a| a.holds);
        let passed = self.session.expectation.met_by(&observed);
        let reached = asserted.is_some() || self.reached(&observed);
        let mut symbolic = machine.symbolic().cloned()?;
        let mut goals = Goal::turning(&mut symbolic, &self.flips);
        let wanted = asserted.and_then(|a| a.wanted);
        let can_hold = asserted.filter(|a| a.holds || a.wanted.is_some());
        goals.extend(can_hold.map(|a| Goal::asserted(&mut symbolic, a.conditions, a.wanted)));
        let mut ends = Goal::all(&mut symbolic, &self.session.expectation, &observed, &self.session.criterion.kind);
        ends.iter_mut().for_each(|goal| goal.wanted.extend(wanted));
        goals.extend(ends);
        let steps = machine.stats().steps - self.start.stats().steps;
        Some(Ran { symbolic, outcome: observed.outcome, steps, passed, reached, stopped, goals })
    }

    fn confirm(&mut self, values: &Model) -> Verdict {
        let alterations = self.alterations(values);
        self.session.rerun(&Intervention { alterations, patch: None })
    }

    fn slip(&mut self, values: &Model) -> Option<UndefinedBehaviour> {
        let alterations = self.alterations(values);
        self.session.new_undefined_behaviour(&Intervention { alterations, patch: None }).0
    }
}
