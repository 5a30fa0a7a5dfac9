//! A breakpoint: a place to stop, and the items to look at there.

use whydunit_trace::{Instance, Place, Time, place_of};

use crate::compare::instance_description::instance;
use crate::interactive::answered_round::share;
use crate::interactive::continuation::Continuation;
use crate::interactive::loop_bisection::Bisection;
use crate::session::Session;
use crate::session::statement::Statement;

/// An execution of a source line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The executed instruction.
    pub time: Time,
    /// Its place in the source.
    pub place: Place,
    /// The number of the execution of the line, from 1, as in `slice` and `trace`.
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

/// An executed statement to be judged.
#[derive(Clone, Debug)]
pub struct Item {
    /// The instance.
    pub time: Time,
    /// Its place: for a parameter the call that passes its value.
    pub spot: Spot,
    /// Its expression and value, and the values it used.
    pub instance: Instance,
}

impl Item {
    /// Describes an instance; none if it cannot be described.
    pub fn at(session: &mut Session, time: Time) -> Option<Item> {
        let (_, shown) = Statement::blamed(&session.recorded.recording, time)?;
        let spot = Spot::at(session, shown)?;
        Some(Item { time, spot, instance: instance(&session.program().clone(), &mut session.recorded, time)? })
    }
}

/// The quality of a breakpoint, by the three measures of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Share of the items that the failure depends on.
    pub relevance: f64,
    /// The number of items: few are easy to judge.
    pub items: usize,
    /// Share of the domain that is removed when all items are right.
    pub if_right: f64,
    /// Share of the domain that is removed when all items are wrong.
    pub if_wrong: f64,
    /// How many instances are left when all items are right, and when all are wrong. These may be more than before, if
    /// instances judged right are asked about again.
    pub left: (usize, usize),
}

impl Quality {
    /// The quality of a breakpoint with `items` items in a domain of `before` instances.
    pub(crate) fn new(relevance: f64, items: usize, before: usize, left: (usize, usize)) -> Quality {
        Quality { relevance, items, if_right: share(before, left.0), if_wrong: share(before, left.1), left }
    }

    /// The share of the domain that an answer removes in the worse case.
    pub fn convergence(&self) -> f64 {
        self.if_right.min(self.if_wrong)
    }
}

/// A place to stop, and the items to look at there.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// The last executed item.
    pub spot: Spot,
    /// The items, in order of execution.
    pub items: Vec<Item>,
    /// The instance that computed the wrong value, if it was only passed on since: the effect of the items.
    pub led_to: Option<Item>,
    /// The instances to be explained: those known to be wrong, or the failure.
    pub explains: Vec<Time>,
    /// Its quality.
    pub quality: Quality,
    /// Instances in the domain when it was chosen, or in the chain if it bisects one.
    pub domain: usize,
    /// If the domain is only a window: the number of instances of the whole run.
    pub whole: Option<usize>,
    /// Its place in the bisection of a chain, if it is outside the window.
    pub bisection: Option<Bisection>,
    /// Is it about possible omissions?
    pub(crate) far_fetched: bool,
    /// Why the search continued, if it had ended before.
    pub continuation: Option<Continuation>,
}

impl Breakpoint {
    /// The instances of its items.
    pub fn times(&self) -> Vec<Time> {
        self.items.iter().map(|i| i.time).collect()
    }
}
