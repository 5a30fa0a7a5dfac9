//! Ancestries: the definitions that a definition used, and so on. If a loop or a recursion computed a value, the
//! executions of a statement are followed together, and the definitions used by any of them are shown.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::{FunctionId, GlobalId, Inst};
use whydunit_trace::{Definition, DependenceKind, Dependences, ExecutedBlock, Part, Time};

use crate::inquiry::Inquiry;
use crate::inquiry::history::{DefinitionMap, MAX_PARTS, Source};
use crate::inquiry::slice_view::INSTANCES_PER_MESSAGE;

/// Executions of one statement that are shown together, before they are described.
pub(crate) struct Step {
    /// The latest of them.
    pub(crate) time: Time,
    pub(crate) depth: u32,
    /// For parameters: the calls that passed the arguments, the latest of each statement, latest first.
    pub(crate) calls: Vec<Time>,
    /// The number of executions whose value another one used.
    pub(crate) rounds: u32,
    /// The others, latest first.
    pub(crate) others: Vec<Time>,
    /// Variables that the first or the last of them used with the value of their declaration.
    pub(crate) declared: BTreeSet<GlobalId>,
    pub(crate) source: Source,
    pub(crate) left_alone: bool,
    pub(crate) shown_before: bool,
    pub(crate) cut: bool,
}

/// The search for ancestors.
pub(crate) struct Ancestry<'a> {
    pub(crate) inquiry: &'a Inquiry,
    /// Maximum depth.
    pub(crate) most: u32,
    /// Also follow the indices and pointers by which values were found?
    pub(crate) places: bool,
    pub(crate) steps: Vec<Step>,
    /// Something was left out because of a limit.
    pub(crate) cut: bool,
    seen: BTreeSet<Definition>,
    looked: usize,
}

/// Executions of one statement with the definitions that they used.
#[derive(Default)]
struct Generation {
    members: DefinitionMap,
    /// The members whose value another member used.
    earlier_rounds: BTreeSet<Time>,
    causes: DefinitionMap,
    source: Option<Source>,
}

/// Definitions shown.
const MAX_STEPS: usize = 40;
/// Executions examined in total.
const MAX_EXECUTIONS: usize = 1_000_000;
/// Definitions examined inside of one call of a trusted function.
const MAX_INNER_DEFINITIONS: usize = 10_000;
/// Calls shown that passed an argument.
const MAX_CALLS: usize = 4;

impl<'a> Ancestry<'a> {
    pub(crate) fn new(inquiry: &'a Inquiry, most: u32, places: bool) -> Self {
        let (steps, seen) = (Vec::new(), BTreeSet::new());
        Ancestry { inquiry, most, places, steps, cut: false, seen, looked: 0 }
    }

    /// Follows executions of one statement back.
    pub(crate) fn follow(&mut self, root: DefinitionMap) {
        let mut todo = vec![(root, 0)];
        while let Some((group, depth)) = todo.pop() {
            let Some(time) = group.keys().last().copied() else { continue };
            if self.steps.len() >= MAX_STEPS {
                self.cut = true;
                return;
            }
            let left_alone = group.values().flatten().all(|definition| definition.part == Part::LeftAlone);
            let known = group.values().flatten().all(|definition| self.seen.contains(definition));
            let family = if known { self.single(time, &group[&time]) } else { self.family(group) };
            let leaf = family.causes.is_empty();
            let reads = family.source.unwrap_or_else(|| self.inquiry.source_of(time)) == Source::Input;
            let source = match (leaf, family.source) {
                _ if reads => Source::Input,
                (false, _) => Source::Earlier,
                (true, Some(source)) => source,
                (true, None) => self.inquiry.source_of(time),
            };
            let (shown_before, cut) = (known && !leaf, depth >= self.most && !leaf && !known);
            let others = family.members.keys().rev().filter(|t| **t != time && !family.earlier_rounds.contains(t));
            let (others, rounds) = (others.copied().collect(), family.earlier_rounds.len() as u32);
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
                // The groups are sorted, so the latest is popped first.
                todo.extend(self.groups(family).into_iter().map(|group| (group, depth + 1)));
            }
        }
    }

    /// A single execution.
    fn single(&self, time: Time, inner: &BTreeSet<Definition>) -> Generation {
        let (causes, source, _) = self.inquiry.definitions_for(time, inner, self.places);
        Generation {
            members: DefinitionMap::from([(time, inner.clone())]),
            earlier_rounds: BTreeSet::new(),
            causes,
            source,
        }
    }

    /// Executions of one statement. One that used the value of another is a round of a loop (`sum += i`) or of a
    /// recursion; the group then includes all earlier rounds.
    fn family(&mut self, group: DefinitionMap) -> Generation {
        let mut todo: Vec<Time> = group.keys().copied().collect();
        let mut family = Generation { members: group, ..Generation::default() };
        while let Some(time) = todo.pop() {
            self.looked += 1;
            if self.looked > MAX_EXECUTIONS {
                self.cut = true;
                break;
            }
            if self.looked.is_multiple_of(INSTANCES_PER_MESSAGE) {
                self.inquiry.monitor.report(|| format!("going back, {} executions", self.looked));
            }
            let (definitions, source, all) = self.inquiry.definitions_for(time, &family.members[&time], self.places);
            self.cut |= !all;
            family.source = family.source.or(source);
            for (definition, inner) in definitions {
                let kind = self.inquiry.kind_of(definition, &inner);
                let same =
                    self.inquiry.may_repeat(definition) && kind == self.inquiry.kind_of(time, &family.members[&time]);
                if !(definition < time && same) {
                    family.causes.entry(definition).or_default().extend(inner);
                    continue;
                }
                family.earlier_rounds.insert(definition);
                let known = family.members.entry(definition).or_default();
                let before = known.len();
                known.extend(inner);
                if known.len() > before {
                    todo.push(definition);
                }
            }
        }
        family
    }

    /// The definitions that one execution used are shown separately, those of several are grouped by statement.
    fn groups(&self, family: Generation) -> Vec<DefinitionMap> {
        let together = family.members.len() > 1 || family.causes.len() > MAX_PARTS;
        group_by_kind(family.causes, |time, inner| together.then(|| self.inquiry.kind_of(time, inner)))
    }

    /// The calls that passed the arguments of parameters.
    fn calls(&self, members: &DefinitionMap) -> Vec<Time> {
        let recording = &self.inquiry.recorded.recording;
        let mut shown = BTreeSet::new();
        let parameters = members.keys().rev().filter(|time| self.inquiry.is_argument(**time));
        let calls = parameters.filter_map(|&time| self.inquiry.fold(recording.call_of(time)?));
        calls.filter(|&call| shown.insert(self.inquiry.statement(call))).take(MAX_CALLS).collect()
    }
}

/// The identity of a statement that is shown separately.
pub(crate) type Kind = (Option<(FunctionId, u32)>, bool);

/// Groups definitions of one kind, the group with the latest last. Those without a kind stay alone.
pub(crate) fn group_by_kind(
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
    /// The statement of a definition, and whether it only left values unchanged.
    pub(crate) fn kind_of(&self, time: Time, inner: &BTreeSet<Definition>) -> Kind {
        (self.statement(time), inner.iter().all(|definition| definition.part == Part::LeftAlone))
    }

    fn statement(&self, time: Time) -> Option<(FunctionId, u32)> {
        self.recorded.recording.position(time).map(|p| (p.function, p.inst))
    }

    /// Can a loop or a recursion repeat the statement of a definition, as it repeats `sum += i` or `s = realloc(s, n)`?
    fn may_repeat(&self, time: Time) -> bool {
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
        // A call in an earlier round does not count.
        recording.call_number(at.block) == number && !(at.block + 1).through(now.block).any(again)
    }

    /// The definitions of the values that an instance used. A call in the same execution of the line counts as part of
    /// it, so the definitions that the call used are returned instead, with the source of the call's own value. The
    /// flag says whether these are all.
    fn definitions_for(
        &self,
        time: Time,
        inner: &BTreeSet<Definition>,
        places: bool,
    ) -> (DefinitionMap, Option<Source>, bool) {
        let (mut found, mut source) = (DefinitionMap::new(), None);
        let (causes, mut all) = self.values_of(time, inner, places);
        for (cause, inner) in causes {
            let part = self.is_part(cause, time).then(|| self.values_of(cause, &inner, places));
            // A call that used its own result of an earlier round has a history of its own.
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

    /// The definitions whose values an instance used, folded; `inner` are those that it represents. The flag says
    /// whether these are all.
    pub(crate) fn values_of(&self, time: Time, inner: &BTreeSet<Definition>, places: bool) -> (DefinitionMap, bool) {
        let recording = &self.recorded.recording;
        let mut dependences =
            if places { Dependences::of_uses(recording) } else { Dependences::of_values(recording) }.with_left_alone();
        let (mut found, mut all) = (DefinitionMap::new(), true);
        let mut seen = inner.clone();
        let mut todo: Vec<Definition> = inner.iter().copied().collect();
        while let Some(at) = todo.pop() {
            for cause in dependences.of_definition(at) {
                let definition = cause.definition();
                match self.fold(cause.on) {
                    _ if cause.kind != DependenceKind::Flow && definition.part != Part::LeftAlone => {}
                    // Inside the same trusted call: follow the values that it used in turn.
                    Some(folded) if folded == time => {
                        all &= seen.len() < MAX_INNER_DEFINITIONS;
                        if all && seen.insert(definition) {
                            todo.push(definition);
                        }
                    }
                    Some(folded) if !self.finds_classes(folded) => {
                        found.entry(folded).or_default().insert(definition);
                    }
                    _ => {}
                }
            }
        }
        (found, all)
    }
}
