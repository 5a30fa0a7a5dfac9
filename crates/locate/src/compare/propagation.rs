//! How a fault propagated from a suspect to the failure: through instances that differ in a run with the fault fixed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use whydunit_machine::Limits;
use whydunit_program::Program;
use whydunit_trace::{Dependence, DependenceKind, Instance, ProgramIndex, Slice, Time, record};

use crate::compare::agreement::Agreement;
use crate::compare::reference::Reference;
use crate::evidence::Evidence;
use crate::evidence::suspect::Suspect;
use crate::rerun::intervention::Intervention;
use crate::session::Session;
use crate::session::statement::Statement;

/// One instance on the path from a suspect to the failure.
pub struct PropagationStep {
    /// The instance.
    pub time: Time,
    /// Its counterpart in a run with the fix.
    pub fixed: FixedInstance,
}

/// The counterpart of an instance in a run with the fix.
pub enum FixedInstance {
    /// No counterpart was found.
    Unknown,
    /// This one.
    Does(Box<Instance>),
    /// There is none, because a decision with another outcome omits it.
    Nothing,
}

/// The path from a suspect to the failure.
pub struct Propagation {
    /// Its steps, in order of time.
    pub steps: Vec<PropagationStep>,
    /// The instance that a run with the fix executes after the first step and the failing run omits.
    pub omitted: Option<OmittedInstance>,
}

/// An instance that only a run with the fix executes.
pub struct OmittedInstance {
    /// The changed program.
    pub program: Arc<Program>,
    /// The instance.
    pub instance: Instance,
}

/// Duration of a run above which it is not recorded again with the fix.
const MAX_DURATION: Time = Time(100_000_000);
/// Instructions for which a run with the fix is recorded, in addition to twice the duration of the failing run.
const EXTRA_INSTRUCTIONS: u64 = 1_000_000;
/// Most instances that are compared.
const MAX_COMPARED: usize = 400;
/// Most instructions that are executed to compare instances.
const MAX_INSTRUCTIONS: u64 = 200_000_000;
/// Most dependences of an instance that is compared by the values it uses.
const MAX_DEPENDENCES: usize = 64;
/// Most steps of the search.
const MAX_STEPS: usize = 50_000;
/// Cost of a step to a value.
const VALUE: u32 = 1;
/// Cost of a step to a decision.
const DECISION: u32 = 2;
/// Cost of a step to a decision that may have omitted something.
const OMISSION: u32 = 4;
/// Extra cost of an instance that cannot be compared.
const UNKNOWN: u32 = 2;
/// Extra cost of an instance that does not differ in the run with the fix.
const SAME: u32 = 1000;

impl Session {
    /// The cheapest path from a suspect to the failure, if possible only through instances that differ when the
    /// suspect is fixed.
    pub fn propagation(&mut self, slice: &Slice, suspect: &Suspect) -> Propagation {
        let fixed = suspect.best_evidence().and_then(intervention).and_then(|fix| self.fixed_run(&fix, slice));
        let every = matches!(suspect.best_evidence(), Some(Evidence::TestedPatch(_))).then_some(suspect.statement);
        let (from, known) = (suspect.instance, BTreeMap::new());
        let mut search = Search { session: self, slice, from, every, fixed, known, left: 0 };
        search.left = search.affordable();
        search.path()
    }

    /// Records a run with an intervention and aligns it with the failing one.
    fn fixed_run(&mut self, fix: &Intervention, slice: &Slice) -> Option<Reference> {
        if self.recorded.recording.duration() > MAX_DURATION || self.budget.is_over() {
            return None;
        }
        self.budget.monitor.report(|| "comparing with a run with the first suspect's change".into());
        let mut machine = self.changed(fix)?;
        // Nothing after the end of the failing run is compared, so a limit suffices.
        let enough = u64::from(self.recorded.recording.duration()) * 2 + EXTRA_INSTRUCTIONS;
        let limits = machine.limits();
        machine.set_limits(Limits { steps: limits.steps.min(enough), ..limits });
        let program = machine.program().clone();
        let index = match Arc::ptr_eq(&program, self.program()) {
            true => self.index.clone(),
            false => Arc::new(ProgramIndex::new(program.clone())),
        };
        let recorded = match record(machine, index, |_| !self.budget.is_over()) {
            Ok(recorded) => recorded,
            // The end of the budget is no refusal of the machine.
            Err(_) if self.budget.is_over() => return None,
            Err(refusal) => {
                self.refusals.add(refusal);
                return None;
            }
        };
        self.effort.instructions += u64::from(recorded.recording.duration());
        let times = slice.nodes.keys().copied().chain([self.criterion.time]);
        Some(Reference::of_changed_run(self, program, recorded, times))
    }
}

/// The intervention that evidence is about.
fn intervention(evidence: &Evidence) -> Option<Intervention> {
    match evidence {
        Evidence::TestedPatch(patch) => Some(Intervention::patched(patch.since, patch.candidate.patch)),
        Evidence::Witness(witness) => Some(Intervention { alterations: witness.alterations.clone(), patch: None }),
        _ => None,
    }
}

/// The search for a path, from the failure back.
struct Search<'a> {
    session: &'a mut Session,
    slice: &'a Slice,
    from: Time,
    /// The statement that a patch changes. The path may begin at any of its instances.
    every: Option<Statement>,
    /// The run with the fix.
    fixed: Option<Reference>,
    /// The instances compared so far.
    known: BTreeMap<Time, Agreement>,
    /// How many may still be compared.
    left: usize,
}

impl Search<'_> {
    fn affordable(&self) -> usize {
        let each =
            self.session.recorded.snapshots.distance().min(self.session.recorded.recording.duration().into()) * 4;
        MAX_COMPARED.min((MAX_INSTRUCTIONS / each.max(1)) as usize)
    }

    fn agreement(&mut self, time: Time) -> Agreement {
        if time == self.from || time == self.session.criterion.time {
            return Agreement::Different;
        }
        if let Some(known) = self.known.get(&time) {
            return *known;
        }
        let Some(fixed) = self.fixed.as_mut().filter(|_| self.left > 0) else { return Agreement::Unknown };
        self.left -= 1;
        let agreement = fixed.agreement(self.session, time);
        self.known.insert(time, agreement);
        agreement
    }

    fn path(&mut self) -> Propagation {
        let end = self.session.criterion.time;
        let (begin, effects) = self.effects();
        let begin = begin.or_else(|| self.entry(&effects));
        if begin.is_none() && self.fixed.is_none() {
            // The evidence against the suspect says nothing about a path to the failure.
            return Propagation { steps: Vec::new(), omitted: None };
        }
        let mut at = begin.unwrap_or(end);
        let mut times = if self.is_begin(at) { vec![at] } else { vec![self.from, at] };
        while at != end
            && let Some(&next) = effects.get(&at)
        {
            times.push(next);
            at = next;
        }
        let omitted = self.omitted(&times);
        let steps = times.into_iter().map(|time| PropagationStep { time, fixed: self.fixed_instance(time) }).collect();
        Propagation { steps, omitted }
    }

    /// The instance that the decision of the first step omits, if the second step depends on the first by that
    /// omission.
    fn omitted(&mut self, times: &[Time]) -> Option<OmittedInstance> {
        let [first, second, ..] = *times else { return None };
        let fixed = self.fixed.as_mut()?;
        let (definition, decision) = fixed.omitted_definition(self.session, second)?;
        let (program, instance) = fixed.own_instance(definition).filter(|_| decision == first)?;
        Some(OmittedInstance { program, instance })
    }

    /// May the fix take effect at an instance?
    fn is_begin(&self, time: Time) -> bool {
        let recording = &self.session.recorded.recording;
        let statement = || Statement::blamed(recording, time).map(|(statement, _)| statement);
        time == self.from || self.every.is_some() && statement() == self.every
    }

    /// Searches back from the failure. Returns where the cheapest path begins, and for every instance reached the
    /// next one on its path to the failure.
    fn effects(&mut self) -> (Option<Time>, BTreeMap<Time, Time>) {
        let end = self.session.criterion.time;
        let mut queue = BinaryHeap::new();
        for cause in self.causes(end) {
            queue.push((Reverse(step_cost(&cause)), cause.on, end, false));
        }
        let mut found = BTreeMap::new();
        let mut steps = 0;
        while let Some((Reverse(cost), time, effect, compared)) = queue.pop() {
            steps += 1;
            if self.fixed.is_some() && steps > MAX_STEPS {
                break;
            }
            if time < self.from || found.contains_key(&time) {
                continue;
            }
            let extra = if compared { 0 } else { extra_cost(self.agreement(time)) };
            if extra > 0 {
                // A fault does not propagate through an instance that is the same in the run with the fix.
                if extra < SAME || self.fixed.is_none() {
                    queue.push((Reverse(cost + extra), time, effect, true));
                }
                continue;
            }
            found.insert(time, effect);
            if self.is_begin(time) && self.agreement(time) == Agreement::Different {
                return (Some(time), found);
            }
            for cause in self.causes(time) {
                queue.push((Reverse(cost + step_cost(&cause)), cause.on, time, false));
            }
        }
        (None, found)
    }

    /// The dependences of an instance, without the definitions of values that are the same in the run with the fix.
    fn causes(&mut self, time: Time) -> Vec<Dependence> {
        let on = match time == self.session.criterion.time {
            true => self.session.first_causes(),
            false => self.slice.nodes.get(&time).map(|node| node.on.clone()).unwrap_or_default(),
        };
        // To compare all uses of an instance with many dependences would take as long as the whole search.
        if self.left == 0 || on.len() > MAX_DEPENDENCES {
            return on;
        }
        self.left -= 1;
        let same = self.fixed.as_mut().map(|fixed| fixed.same_uses(self.session, time));
        let same = same.unwrap_or_default();
        let defines_same = |session: &mut Session, d: &Dependence| {
            let defined = session.describe(d.on).and_then(|definition| definition.defines);
            defined.is_some_and(|defined| same.iter().any(|[ours, _]| ours.contains(&defined.address)))
        };
        let is_open = |session: &mut Session, d: &Dependence| {
            d.kind != DependenceKind::Flow || same.is_empty() || !defines_same(session, d)
        };
        let open = on.iter().filter(|d| is_open(self.session, d));
        let mut open: Vec<Dependence> = open.copied().collect();
        // The run with the fix shows which decision omitted a definition, so possible omissions are no longer needed.
        if let Some(fixed) = &mut self.fixed {
            let omitting = fixed.omitted_definition(self.session, time).map(|(_, decision)| decision);
            open.retain(|d| d.kind != DependenceKind::Omission);
            self.known.extend(omitting.map(|decision| (decision, Agreement::Different)));
            open.extend(omitting.map(|decision| Dependence::new(DependenceKind::Omission, decision)));
        }
        open
    }

    /// Where the path begins if no dependences lead from the suspect to the failure through differing instances: the
    /// first differing instance.
    fn entry(&mut self, effects: &BTreeMap<Time, Time>) -> Option<Time> {
        self.fixed.as_ref()?;
        effects.keys().copied().find(|&time| self.agreement(time) == Agreement::Different)
    }

    fn fixed_instance(&mut self, time: Time) -> FixedInstance {
        let Some(fixed) = &mut self.fixed else { return FixedInstance::Unknown };
        match fixed.counterpart_of(time) {
            Some(instance) => FixedInstance::Does(Box::new(instance)),
            None if fixed.omits(self.session, time) => FixedInstance::Nothing,
            None => FixedInstance::Unknown,
        }
    }
}

/// The cost of a step to a cause.
fn step_cost(cause: &Dependence) -> u32 {
    match cause.kind {
        DependenceKind::Flow => VALUE,
        DependenceKind::Control => DECISION,
        DependenceKind::Omission => OMISSION,
    }
}

/// The extra cost of a step through an instance.
fn extra_cost(agreement: Agreement) -> u32 {
    match agreement {
        Agreement::Different => 0,
        Agreement::Unknown => UNKNOWN,
        Agreement::Same => SAME,
    }
}
