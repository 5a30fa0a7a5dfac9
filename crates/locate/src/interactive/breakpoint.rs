//! A breakpoint: where to stop, and what to look at there.

use whydunit_program::Program;
use whydunit_trace::{Instance, InstanceKind, Place, Recorded, Time, place_of};
use whydunit_world::Posix;

use crate::interactive::answered_round::share;
use crate::interactive::continuation::Continuation;
use crate::interactive::loop_bisection::InRow;
use crate::session::Session;
use crate::session::statement::Statement;

/// A source line at one of its executions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The executed instruction.
    pub time: Time,
    /// Where it is.
    pub place: Place,
    /// Which execution of the line it belongs to, counted from 1 as `slice` and `trace` count.
    pub visit: u32,
    /// How often the line was executed.
    pub visits: u32,
}

impl Spot {
    /// The spot of an executed instruction.
    pub fn at(session: &Session, time: Time) -> Option<Spot> {
        let recording = &session.recorded.recording;
        let position = recording.position(time)?;
        let place = place_of(session.program(), position.site());
        let (visit, visits) = session.visit_of(time);
        Some(Spot { time, place, visit, visits })
    }
}

/// One thing to look at.
#[derive(Clone, Debug)]
pub struct Item {
    /// The instance that is asked about.
    pub time: Time,
    /// Where it is: for a parameter the call that gives it its value.
    pub spot: Spot,
    /// What it did: expression and value, and the values it used.
    pub instance: Instance,
}

impl Item {
    /// Describes an instance.
    pub fn at(session: &mut Session, time: Time) -> Option<Item> {
        let (_, shown) = Statement::blamed(&session.recorded.recording, time)?;
        let spot = Spot::at(session, shown)?;
        Some(Item { time, spot, instance: instance(&session.program().clone(), &mut session.recorded, time)? })
    }
}

/// An executed statement; of a call of the library with what it wrote.
pub(crate) fn instance(program: &Program, recorded: &mut Recorded<Posix>, time: Time) -> Option<Instance> {
    if let Some(call) = recorded.recording.ended_call(time) {
        return recorded.completed_call(program, call, time);
    }
    let mut machine = recorded.snapshots.paused_at(u64::from(time))?;
    let mut instance = Instance::at(program, &mut machine, time)?;
    let effect = recorded.recording.effect(time);
    if matches!(instance.kind, InstanceKind::Call { .. }) && effect.makes() {
        let mut after = recorded.snapshots.paused_at(u64::from(time) + 1)?;
        instance.see_written(program, &mut machine, &mut after, effect);
    }
    Some(instance)
}

/// How good a breakpoint is, by the three measures of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Share of the items that the failure depends on.
    pub relevance: f64,
    /// How many items there are to look at: few are easy.
    pub items: usize,
    /// Share of the domain that goes when all items are right.
    pub if_right: f64,
    /// Share of the domain that goes when all items are wrong.
    pub if_wrong: f64,
    /// How many are left when all items are right, and when all are wrong: more than before where what was right is asked
    /// about again.
    pub left: (usize, usize),
}

impl Quality {
    /// Of so many items in a domain of `before` instances, of which so many are left.
    pub(crate) fn new(relevance: f64, items: usize, before: usize, left: (usize, usize)) -> Quality {
        Quality { relevance, items, if_right: share(before, left.0), if_wrong: share(before, left.1), left }
    }

    /// The share of the domain that an answer removes in the worse case.
    pub fn convergence(&self) -> f64 {
        self.if_right.min(self.if_wrong)
    }
}

/// Where to stop, and what to look at there.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// The last executed item.
    pub spot: Spot,
    /// What to look at, in order of execution.
    pub items: Vec<Item>,
    /// Where the value was first that was passed on until it was seen to be wrong: what the items led to.
    pub led_to: Option<Item>,
    /// What is to be explained: what is known wrong, or the failure.
    pub explains: Vec<Time>,
    /// How good it is.
    pub quality: Quality,
    /// Instances in the domain when it was chosen; of an execution in a row, how many of the row may hold the fault.
    pub domain: usize,
    /// If these are only what is nearest to the failure, or to what is wrong: how many the whole run has.
    pub whole: Option<usize>,
    /// Of an execution that is too far away to be looked at with all that led to it: its place in a row.
    pub in_row: Option<InRow>,
    /// Is it about decisions that may have left something undone?
    pub(crate) far_fetched: bool,
    /// Why the search went on, if it had come to an end before.
    pub onward: Option<Continuation>,
}

impl Breakpoint {
    /// The instances of its items.
    pub fn times(&self) -> Vec<Time> {
        self.items.iter().map(|i| i.time).collect()
    }
}
