//! The way back from a definition to those that gave it its value. Where a loop or a recursion gave it, the executions
//! of a statement are followed together: whatever gave any of them its value is shown.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::{FunctionId, GlobalId, Inst};
use whydunit_trace::{Definition, DependenceKind, Dependences, ExecutedBlock, Part, Time};

use crate::inquiry::Inquiry;
use crate::inquiry::history::{DefinitionMap, PARTS, Source};
use crate::inquiry::slice_view::TOLD;

/// Executions of one statement that are shown together, before they are described.
pub(crate) struct Step {
    /// The latest of them.
    pub(crate) time: Time,
    pub(crate) depth: u32,
    /// Of parameters: the calls that passed the arguments, the latest of each statement, latest first.
    pub(crate) calls: Vec<Time>,
    /// How many of them another of them came from.
    pub(crate) rounds: u32,
    /// The others, latest first.
    pub(crate) others: Vec<Time>,
    /// Variables whose value, as declared, the first or the last of them used.
    pub(crate) declared: BTreeSet<GlobalId>,
    pub(crate) source: Source,
    pub(crate) left_alone: bool,
    pub(crate) shown_before: bool,
    pub(crate) cut: bool,
}

/// The way back.
pub(crate) struct Ancestry<'a> {
    pub(crate) inquiry: &'a Inquiry,
    /// So many steps.
    pub(crate) most: u32,
    /// Also to what values were found by?
    pub(crate) places: bool,
    pub(crate) steps: Vec<Step>,
    /// What was left out, for there was too much.
    pub(crate) cut: bool,
    seen: BTreeSet<Definition>,
    looked: usize,
}

/// Executions of one statement with what gave them their values.
#[derive(Default)]
struct Generation {
    members: DefinitionMap,
    /// Those of them that gave another one its value.
    elders: BTreeSet<Time>,
    causes: DefinitionMap,
    source: Option<Source>,
}

/// Definitions shown at most.
const MOST: usize = 40;
/// Executions looked at on all ways.
const LOOKED: usize = 1_000_000;
/// Inside one call of a trusted function: definitions looked at.
const INSIDE: usize = 10_000;
/// Calls told that passed an argument.
const CALLS: usize = 4;

impl<'a> Ancestry<'a> {
    pub(crate) fn new(inquiry: &'a Inquiry, most: u32, places: bool) -> Self {
        let (steps, seen) = (Vec::new(), BTreeSet::new());
        Ancestry { inquiry, most, places, steps, cut: false, seen, looked: 0 }
    }

    /// Goes back from executions of one statement.
    pub(crate) fn go(&mut self, root: DefinitionMap) {
        let mut todo = vec![(root, 0)];
        while let Some((group, depth)) = todo.pop() {
            let Some(time) = group.keys().last().copied() else { continue };
            if self.steps.len() >= MOST {
                self.cut = true;
                return;
            }
            let left_alone = group.values().flatten().all(|giver| giver.part == Part::LeftAlone);
            let known = group.values().flatten().all(|giver| self.seen.contains(giver));
            let family = if known { self.only(time, &group[&time]) } else { self.family(group) };
            let leaf = family.causes.is_empty();
            let reads = family.source.unwrap_or_else(|| self.inquiry.source_of(time)) == Source::Input;
            let source = match (leaf, family.source) {
                _ if reads => Source::Input,
                (false, _) => Source::Earlier,
                (true, Some(source)) => source,
                (true, None) => self.inquiry.source_of(time),
            };
            let (shown_before, cut) = (known && !leaf, depth >= self.most && !leaf && !known);
            let others = family.members.keys().rev().filter(|t| **t != time && !family.elders.contains(t));
            let (others, rounds) = (others.copied().collect(), family.elders.len() as u32);
            let calls = self.calls(&family.members);
            let ends = [family.members.keys().next(), family.members.keys().last()].into_iter().flatten();
            let declared = ends.filter(|_| !shown_before && !cut).flat_map(|&end| self.inquiry.declared(end)).collect();
            self.steps.push(Step {
                time,
                depth,
                calls,
                rounds,
                others,
                declared,
                source,
                left_alone,
                shown_before,
                cut,
            });
            if !shown_before && !cut {
                self.seen.extend(family.members.values().flatten());
                // Latest first: what is pushed last comes next.
                todo.extend(self.groups(family).into_iter().map(|group| (group, depth + 1)));
            }
        }
    }

    /// An execution alone.
    fn only(&self, time: Time, inner: &BTreeSet<Definition>) -> Generation {
        let (causes, source, _) = self.inquiry.givers(time, inner, self.places);
        Generation { members: DefinitionMap::from([(time, inner.clone())]), elders: BTreeSet::new(), causes, source }
    }

    /// Executions of one statement. One that came from another is a round of a loop (`sum += i`) or of a recursion: with
    /// all that those came from.
    fn family(&mut self, group: DefinitionMap) -> Generation {
        let mut todo: Vec<Time> = group.keys().copied().collect();
        let mut family = Generation { members: group, ..Generation::default() };
        while let Some(time) = todo.pop() {
            self.looked += 1;
            if self.looked > LOOKED {
                self.cut = true;
                break;
            }
            if self.looked.is_multiple_of(TOLD) {
                self.inquiry.watch.tell(|| format!("going back, {} executions", self.looked));
            }
            let (givers, source, all) = self.inquiry.givers(time, &family.members[&time], self.places);
            self.cut |= !all;
            family.source = family.source.or(source);
            for (giver, inner) in givers {
                let kind = self.inquiry.kind_of(giver, &inner);
                let same =
                    self.inquiry.may_go_round(giver) && kind == self.inquiry.kind_of(time, &family.members[&time]);
                if !(giver < time && same) {
                    family.causes.entry(giver).or_default().extend(inner);
                    continue;
                }
                family.elders.insert(giver);
                let known = family.members.entry(giver).or_default();
                let before = known.len();
                known.extend(inner);
                if known.len() > before {
                    todo.push(giver);
                }
            }
        }
        family
    }

    /// The causes of one execution are shown one by one, those of several by their statements.
    fn groups(&self, family: Generation) -> Vec<DefinitionMap> {
        let together = family.members.len() > 1 || family.causes.len() > PARTS;
        together_by(family.causes, |time, inner| together.then(|| self.inquiry.kind_of(time, inner)))
    }

    /// The calls that passed the arguments that parameters are.
    fn calls(&self, members: &DefinitionMap) -> Vec<Time> {
        let recording = &self.inquiry.recorded.recording;
        let mut told = BTreeSet::new();
        let parameters = members.keys().rev().filter(|time| self.inquiry.is_argument(**time));
        let calls = parameters.filter_map(|&time| self.inquiry.fold(recording.call_of(time)?));
        calls.filter(|&call| told.insert(self.inquiry.statement(call))).take(CALLS).collect()
    }
}

/// What tells statements apart that are shown apart.
pub(crate) type Kind = (Option<(FunctionId, u32)>, bool);

/// Puts definitions of one kind together, the group with the latest last; those without a kind stay alone.
pub(crate) fn together_by(
    all: DefinitionMap,
    kind: impl Fn(Time, &BTreeSet<Definition>) -> Option<Kind>,
) -> Vec<DefinitionMap> {
    let (mut alone, mut groups) = (Vec::new(), BTreeMap::<Kind, DefinitionMap>::new());
    for (time, inner) in all {
        match kind(time, &inner) {
            Some(kind) => _ = groups.entry(kind).or_default().insert(time, inner),
            None => alone.push(DefinitionMap::from([(time, inner)])),
        }
    }
    alone.extend(groups.into_values());
    alone.sort_by_key(|group| group.keys().last().copied());
    alone
}

impl Inquiry {
    /// The statement of a definition, and whether that only left things as they were.
    pub(crate) fn kind_of(&self, time: Time, inner: &BTreeSet<Definition>) -> Kind {
        (self.statement(time), inner.iter().all(|giver| giver.part == Part::LeftAlone))
    }

    fn statement(&self, time: Time) -> Option<(FunctionId, u32)> {
        self.recorded.recording.position(time).map(|p| (p.function, p.inst))
    }

    /// Does a loop or a recursion repeat the statement of a definition, as it repeats `sum += i` or `s = realloc(s, n)`?
    fn may_go_round(&self, time: Time) -> bool {
        let recording = &self.recorded.recording;
        let inst = recording.position(time).map(|p| recording.inst(p));
        matches!(inst, Some(Inst::StoreLocal { .. } | Inst::Store { .. } | Inst::Call { .. }))
    }

    /// Is an earlier call part of the same execution of a line?
    fn is_part(&self, call: Time, time: Time) -> bool {
        let recording = &self.recorded.recording;
        let (Some(at), Some(now)) = (recording.position(call), recording.position(time)) else { return false };
        let line = |t: Time| self.place(t).map(|p| (p.file, p.line));
        let number = recording.call_number(now.block);
        if !matches!(recording.inst(at), Inst::Call { .. }) || line(call) != line(time) {
            return false;
        }
        let again = |b: ExecutedBlock| {
            recording.number_of(b) == recording.number_of(at.block) && recording.call_number(b) == number
        };
        // Not one of an earlier round.
        recording.call_number(at.block) == number && !(at.block + 1).through(now.block).any(again)
    }

    /// Who gave an instance its values. A call in the same execution of the line is part of it: then who gave that, and
    /// what the call was. Is that all?
    fn givers(&self, time: Time, inner: &BTreeSet<Definition>, places: bool) -> (DefinitionMap, Option<Source>, bool) {
        let (mut found, mut source) = (DefinitionMap::new(), None);
        let (causes, mut all) = self.values_of(time, inner, places);
        for (cause, inner) in causes {
            let part = self.is_part(cause, time).then(|| self.values_of(cause, &inner, places));
            // A call that used what it gave in an earlier round has a history of its own.
            let goes_round =
                |causes: &DefinitionMap| causes.keys().any(|&other| self.statement(other) == self.statement(cause));
            match part.filter(|(causes, _)| !goes_round(causes)) {
                Some((causes, whole)) => {
                    source = source.filter(|s| *s == Source::Input).or(Some(self.source_of(cause)));
                    all &= whole;
                    for (cause, inner) in causes {
                        found.entry(cause).or_default().extend(inner);
                    }
                }
                None => found.entry(cause).or_default().extend(inner),
            }
        }
        found.remove(&time);
        (found, source, all)
    }

    /// The definitions whose values an instance used, folded; `inner` are those that it stands for. Are those all?
    pub(crate) fn values_of(&self, time: Time, inner: &BTreeSet<Definition>, places: bool) -> (DefinitionMap, bool) {
        let recording = &self.recorded.recording;
        let mut dependences =
            if places { Dependences::of_uses(recording) } else { Dependences::of_values(recording) }.with_left_alone();
        let (mut found, mut all) = (DefinitionMap::new(), true);
        let mut seen = inner.clone();
        let mut todo: Vec<Definition> = inner.iter().copied().collect();
        while let Some(at) = todo.pop() {
            for cause in dependences.of_definition(at) {
                let giver = cause.definition();
                match self.fold(cause.on) {
                    _ if cause.kind != DependenceKind::Flow && giver.part != Part::LeftAlone => {}
                    // Inside the same trusted call: what that used in turn.
                    Some(folded) if folded == time => {
                        all &= seen.len() < INSIDE;
                        if all && seen.insert(giver) {
                            todo.push(giver);
                        }
                    }
                    Some(folded) if !self.finds_classes(folded) => {
                        found.entry(folded).or_default().insert(giver);
                    }
                    _ => {}
                }
            }
        }
        (found, all)
    }
}
