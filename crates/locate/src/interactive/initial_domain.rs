//! The domain at the start: what leads to a failure, by how far-fetched it is.

use std::collections::BTreeMap;

use whydunit_trace::{Dependence, DependenceKind, Dependences, Slice, Time};

use crate::evidence::collection::failed_assertion;
use crate::interactive::answerable::{Silent, is_check, is_given, is_input};
use crate::interactive::callback::{Callbacks, with_written};
use crate::interactive::chosen_callee::add_choices;
use crate::interactive::passed_value::PassedValues;
use crate::methods::frontier::domain::{Depth, Domain};
use crate::session::Session;

/// All that a failure depends on.
pub(crate) struct Grounds {
    /// With every omission.
    pub(crate) all: Slice,
    /// Without those that are no news as long as nobody answered.
    pub(crate) plain: Slice,
    /// The calls of which nothing can be shown.
    pub(crate) silent: Silent,
    /// The calls that call back.
    pub(crate) callbacks: Callbacks,
}

impl Grounds {
    /// Of what the failure depends on directly; about the `most` instances nearest to it.
    pub(crate) fn new(session: &mut Session, first: &[Dependence], most: usize) -> Grounds {
        let first = &with_written(session, first)[..];
        let mut all = Slice::with_detours(session.dependences(), first, most);
        let silent = Silent::new(session, &all);
        let callbacks = Callbacks::new(session, &all, session.criterion.time, first);
        let mut plain = all.clone().without_detours(first);
        for slice in [&mut plain, &mut all] {
            callbacks.fold(slice);
            add_choices(&session.recorded.recording, slice);
        }
        Grounds { plain, all, silent, callbacks }
    }

    /// Takes in what else the failure may come from, unless what it depends on directly is too much already: the
    /// far-fetched comes last. What the failure then depends on.
    pub(crate) fn widen(&mut self, session: &mut Session, direct: Vec<Dependence>, most: usize) -> Vec<Dependence> {
        let wider = if self.all.nodes.len() >= most { Vec::new() } else { session.wider_causes() };
        if wider.is_empty() {
            return direct;
        }
        let first = [direct, wider].concat();
        *self = Grounds::new(session, &first, most);
        first
    }

    /// Is an omission of an instance no news?
    fn is_detour(&self, time: Time, omission: &Dependence) -> bool {
        self.plain.nodes.get(&time).is_some_and(|node| !node.on.contains(omission))
    }
}

/// The domain of what happened at `end`, which depends on `causes` directly.
pub(crate) fn domain_of(session: &Session, grounds: &Grounds, end: Time, causes: &[Dependence]) -> Domain {
    domain_but(session, grounds, end, causes, |_| false)
}

/// Likewise, without asking about some.
pub(crate) fn domain_but(
    session: &Session,
    grounds: &Grounds,
    end: Time,
    causes: &[Dependence],
    but: impl Fn(Time) -> bool,
) -> Domain {
    let check = failed_assertion(session);
    let fixed = |time| is_given(session, &grounds.silent, time) || is_check(session, check, time) || but(time);
    let dependences = Dependences::of_values(&session.recorded.recording);
    let mut values = Values { dependences, callbacks: &grounds.callbacks, of: None };
    let causes = &grounds.callbacks.outside(end, causes)[..];
    let wider = if end == session.criterion.time { Dependence::whole(session.wider_causes()) } else { Vec::new() };
    let mut copies = PassedValues::new(&session.recorded.recording);
    // Of each copy, and of the failure, the values that it has from elsewhere.
    let mut sources: BTreeMap<Time, Vec<Time>> = BTreeMap::new();
    let domain = Domain::by_depth(&grounds.all, end, causes, fixed, |time, cause| match cause.kind {
        _ if time == end && wider.contains(cause) => Depth::Detour,
        DependenceKind::Omission if grounds.is_detour(time, cause) => Depth::Detour,
        DependenceKind::Omission => Depth::Omission,
        DependenceKind::Control => Depth::Plain,
        DependenceKind::Flow if grounds.callbacks.leaves(time, cause.on) => Depth::Plain,
        DependenceKind::Flow if values.give(time, cause.on) => {
            if time == end || copies.has(time) {
                sources.entry(time).or_default().push(cause.on);
            }
            Depth::Plain
        }
        DependenceKind::Flow => Depth::Address,
    });
    let source = |time: Time| match sources.get(&time).map(Vec::as_slice) {
        Some(&[one]) => Some(one),
        _ => None,
    };
    domain.from_input(|time| is_input(session, time)).passing(source)
}

/// Tells values that were used from those that only say where another lies.
struct Values<'a> {
    dependences: Dependences<'a>,
    callbacks: &'a Callbacks,
    /// The instance asked about last and its values.
    of: Option<(Time, Vec<Dependence>)>,
}

impl Values<'_> {
    /// Does the instance at `time` use the value of the one at `on`?
    fn give(&mut self, time: Time, on: Time) -> bool {
        if self.of.as_ref().is_none_or(|of| of.0 != time) {
            self.of = Some((time, self.callbacks.outside(time, &self.dependences.of(time))));
        }
        self.of.as_ref().is_some_and(|of| of.1.iter().any(|d| d.on == on))
    }
}
