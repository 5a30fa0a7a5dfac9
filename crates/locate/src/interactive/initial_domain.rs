//! The domain at the start: the causes of the failure, ordered by how far-fetched they are.

use std::collections::BTreeMap;

use whydunit_trace::{Dependence, DependenceKind, Dependences, Slice, Time};

use crate::evidence::collection::failed_assertion;
use crate::interactive::answerable::{SilentCalls, is_check, is_input, is_no_question};
use crate::interactive::callback::{Callbacks, with_written};
use crate::interactive::chosen_callee::add_choices;
use crate::interactive::passed_value::PassedValues;
use crate::methods::frontier::domain::{Depth, Domain};
use crate::session::Session;

/// The slice of a failure, in two forms.
pub(crate) struct Slices {
    /// With every possible omission.
    pub(crate) all: Slice,
    /// Without the omissions that are also reached by other dependences.
    pub(crate) plain: Slice,
    /// The library calls that have nothing to show.
    pub(crate) silent: SilentCalls,
    /// The library calls that call back.
    pub(crate) callbacks: Callbacks,
}

impl Slices {
    /// The nearest causes of a failure that directly depends on `first`, about `most` of them.
    pub(crate) fn new(session: &mut Session, first: &[Dependence], most: usize) -> Slices {
        let first = &with_written(session, first)[..];
        let mut all = Slice::with_detours(session.dependences(), first, most);
        let silent = SilentCalls::new(session, &all);
        let callbacks = Callbacks::new(session, &all, session.criterion.time, first);
        let mut plain = all.clone().without_detours(first);
        for slice in [&mut plain, &mut all] {
            callbacks.fold(slice);
            add_choices(&session.recorded.recording, slice);
        }
        Slices { plain, all, silent, callbacks }
    }

    /// Adds far-fetched causes of the failure, unless there are too many causes already. Returns the direct
    /// dependences of the failure, with those that were added last.
    pub(crate) fn widen(&mut self, session: &mut Session, direct: Vec<Dependence>, most: usize) -> Vec<Dependence> {
        let wider = if self.all.nodes.len() >= most { Vec::new() } else { session.wider_causes() };
        if wider.is_empty() {
            return direct;
        }
        let first = [direct, wider].concat();
        *self = Slices::new(session, &first, most);
        first
    }

    /// Is a possible omission also reached by other dependences?
    fn is_detour(&self, time: Time, omission: &Dependence) -> bool {
        self.plain.nodes.get(&time).is_some_and(|node| !node.on.contains(omission))
    }
}

/// The domain of the failure at `end`, which directly depends on `causes`.
pub(crate) fn domain_of(session: &Session, slices: &Slices, end: Time, causes: &[Dependence]) -> Domain {
    domain_without(session, slices, end, causes, |_| false)
}

/// As [`domain_of`], without questions about the instances in `excluded`.
pub(crate) fn domain_without(
    session: &Session,
    slices: &Slices,
    end: Time,
    causes: &[Dependence],
    excluded: impl Fn(Time) -> bool,
) -> Domain {
    let check = failed_assertion(session);
    let fixed =
        |time| is_no_question(session, &slices.silent, time) || is_check(session, check, time) || excluded(time);
    let dependences = Dependences::of_values(&session.recorded.recording);
    let mut values = Values { dependences, callbacks: &slices.callbacks, of: None };
    let causes = &slices.callbacks.outside(end, causes)[..];
    let wider = if end == session.criterion.time { Dependence::whole(session.wider_causes()) } else { Vec::new() };
    let mut copies = PassedValues::new(&session.recorded.recording);
    // By copy, and for the failure: the definitions of the values that it uses.
    let mut sources: BTreeMap<Time, Vec<Time>> = BTreeMap::new();
    let domain = Domain::by_depth(&slices.all, end, causes, fixed, |time, cause| match cause.kind {
        _ if time == end && wider.contains(cause) => Depth::Detour,
        DependenceKind::Omission if slices.is_detour(time, cause) => Depth::Detour,
        DependenceKind::Omission => Depth::Omission,
        DependenceKind::Control => Depth::Plain,
        DependenceKind::Flow if slices.callbacks.belongs_to_call(time, cause.on) => Depth::Plain,
        DependenceKind::Flow if values.are_used(time, cause.on) => {
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

/// Distinguishes values that are used from those that are only part of an address.
struct Values<'a> {
    dependences: Dependences<'a>,
    callbacks: &'a Callbacks,
    /// The last instance looked up, with the dependences of its values.
    of: Option<(Time, Vec<Dependence>)>,
}

impl Values<'_> {
    /// Does the instance at `time` use the value of the one at `on`?
    fn are_used(&mut self, time: Time, on: Time) -> bool {
        if self.of.as_ref().is_none_or(|of| of.0 != time) {
            self.of = Some((time, self.callbacks.outside(time, &self.dependences.of(time))));
        }
        self.of.as_ref().is_some_and(|of| of.1.iter().any(|d| d.on == on))
    }
}
