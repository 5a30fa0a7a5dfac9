//! How a fault travelled from a suspect to the failure: through what comes out otherwise when the fault is mended.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use whydunit_machine::Limits;
use whydunit_program::Program;
use whydunit_trace::{Dependence, DependenceKind, Instance, ProgramIndex, Slice, Time, record};

use crate::evidence::Evidence;
use crate::evidence::suspect::Suspect;
use crate::interactive::{Answer, Reference};
use crate::rerun::intervention::Intervention;
use crate::session::Session;
use crate::session::statement::Statement;

/// A step of the way.
pub struct Link {
    /// The instance.
    pub time: Time,
    /// What a run with the change does in its place.
    pub mended: PartlyFixed,
}

/// What a run with the change does in place of an instance.
pub enum PartlyFixed {
    /// Nobody knows.
    Unknown,
    /// This.
    Does(Box<Instance>),
    /// Nothing.
    Nothing,
}

/// The way from a suspect to the failure.
pub struct Propagation {
    /// Its steps, in order of time.
    pub links: Vec<Link>,
    /// What a run with the change does behind the first step and the failing one leaves out.
    pub undone: Option<Undone>,
}

/// What only a run with the change does.
pub struct Undone {
    /// The changed program.
    pub program: Arc<Program>,
    /// What it does.
    pub instance: Instance,
}

/// Longer runs are not recorded again with the change.
const LONGEST: Time = Time(100_000_000);
/// With the change a run is recorded for twice as long, and so many instructions more.
const MORE: u64 = 1_000_000;
/// So many instances are compared, and so many instructions are executed for that.
const COMPARED: usize = 400;
const INSTRUCTIONS: u64 = 200_000_000;
/// Of what depends on more than so many others none is compared, and so many steps are made.
const MANY: usize = 64;
const STEPS: usize = 50_000;
/// What a step costs: by a value, by a decision, by what a decision may have left undone.
const VALUE: u32 = 1;
const DECISION: u32 = 2;
const OMISSION: u32 = 4;
/// What it costs more through something of which nobody knows whether it is wrong, or that is right.
const UNKNOWN: u32 = 2;
const RIGHT: u32 = 1000;

impl Session {
    /// The shortest way from a suspect to the failure, if possible only through what is different when the suspect is
    /// mended.
    pub fn travelled(&mut self, slice: &Slice, suspect: &Suspect) -> Propagation {
        let mended = suspect.told().and_then(trial).and_then(|trial| self.mended(&trial, slice));
        let every = matches!(suspect.told(), Some(Evidence::TestedPatch(_))).then_some(suspect.statement);
        let (from, known) = (suspect.instance, BTreeMap::new());
        let mut search = Search { session: self, slice, from, every, mended, known, left: 0 };
        search.left = search.affordable();
        search.way()
    }

    /// A recorded run with a change, beside the failing one.
    fn mended(&mut self, trial: &Intervention, slice: &Slice) -> Option<Reference> {
        if self.recorded.recording.duration() > LONGEST || self.budget.is_over() {
            return None;
        }
        self.budget.monitor.tell(|| "comparing with a run with the first suspect's change".into());
        let mut machine = self.changed(trial)?;
        // What it does long after the failing run ended is not compared with anything.
        let enough = u64::from(self.recorded.recording.duration()) * 2 + MORE;
        let limits = machine.limits();
        machine.set_limits(Limits { steps: limits.steps.min(enough), ..limits });
        let program = machine.program().clone();
        let index = match Arc::ptr_eq(&program, self.program()) {
            true => self.index.clone(),
            false => Arc::new(ProgramIndex::new(program.clone())),
        };
        let recorded = match record(machine, index, |_| !self.budget.is_over()) {
            Ok(recorded) => recorded,
            // A recording that the budget ended is no refusal.
            Err(_) if self.budget.is_over() => return None,
            Err(refusal) => {
                self.refusals.add(refusal);
                return None;
            }
        };
        self.effort.instructions += u64::from(recorded.recording.duration());
        let times = slice.nodes.keys().copied().chain([self.criterion.time]);
        Some(Reference::beside(self, program, recorded, times))
    }
}

/// The change that evidence tells of.
fn trial(evidence: &Evidence) -> Option<Intervention> {
    match evidence {
        Evidence::TestedPatch(repair) => Some(Intervention::patched(repair.since, repair.mutant.patch)),
        Evidence::Witness(witness) => Some(Intervention { alterations: witness.alterations.clone(), patch: None }),
        _ => None,
    }
}

/// The search for a way, from the failure back.
struct Search<'a> {
    session: &'a mut Session,
    slice: &'a Slice,
    from: Time,
    /// A change of the text changes every execution of this statement: any may be where it begins.
    every: Option<Statement>,
    mended: Option<Reference>,
    /// What was found out about instances.
    known: BTreeMap<Time, Answer>,
    /// So many may still be compared.
    left: usize,
}

impl Search<'_> {
    fn affordable(&self) -> usize {
        let each =
            self.session.recorded.snapshots.distance().min(self.session.recorded.recording.duration().into()) * 4;
        COMPARED.min((INSTRUCTIONS / each.max(1)) as usize)
    }

    fn judge(&mut self, time: Time) -> Answer {
        if time == self.from || time == self.session.criterion.time {
            return Answer::Wrong;
        }
        if let Some(known) = self.known.get(&time) {
            return *known;
        }
        let Some(mended) = self.mended.as_mut().filter(|_| self.left > 0) else { return Answer::DontKnow };
        self.left -= 1;
        let answer = mended.judge(self.session, time);
        self.known.insert(time, answer);
        answer
    }

    fn way(&mut self) -> Propagation {
        let end = self.session.criterion.time;
        let (begin, effects) = self.effects();
        let begin = begin.or_else(|| self.entry(&effects));
        if begin.is_none() && self.mended.is_none() {
            // What speaks against it is not how it got to the failure.
            return Propagation { links: Vec::new(), undone: None };
        }
        let mut at = begin.unwrap_or(end);
        let mut times = if self.is_begin(at) { vec![at] } else { vec![self.from, at] };
        while at != end
            && let Some(&next) = effects.get(&at)
        {
            times.push(next);
            at = next;
        }
        let undone = self.undone(&times);
        let links = times.into_iter().map(|time| Link { time, mended: self.instead(time) }).collect();
        Propagation { links, undone }
    }

    /// What the first step left undone, if that is how it led to the second.
    fn undone(&mut self, times: &[Time]) -> Option<Undone> {
        let [first, second, ..] = *times else { return None };
        let mended = self.mended.as_mut()?;
        let (giver, decision) = mended.left_undone(self.session, second)?;
        let (program, instance) = mended.done(giver).filter(|_| decision == first)?;
        Some(Undone { program, instance })
    }

    /// May it be where the change begins to matter?
    fn is_begin(&self, time: Time) -> bool {
        let recording = &self.session.recorded.recording;
        let statement = || Statement::blamed(recording, time).map(|(statement, _)| statement);
        time == self.from || self.every.is_some() && statement() == self.every
    }

    /// Where the best way to the failure begins, and by instance the next one on it, for all that the suspect may have
    /// led to.
    fn effects(&mut self) -> (Option<Time>, BTreeMap<Time, Time>) {
        let end = self.session.criterion.time;
        let mut queue = BinaryHeap::new();
        for cause in self.causes(end) {
            queue.push((Reverse(step(&cause)), cause.on, end, false));
        }
        let mut found = BTreeMap::new();
        let mut steps = 0;
        while let Some((Reverse(cost), time, effect, judged)) = queue.pop() {
            steps += 1;
            if self.mended.is_some() && steps > STEPS {
                break;
            }
            if time < self.from || found.contains_key(&time) {
                continue;
            }
            let more = if judged { 0 } else { extra(self.judge(time)) };
            if more > 0 {
                // What is right is no way for a fault, unless it was not compared with anything.
                if more < RIGHT || self.mended.is_none() {
                    queue.push((Reverse(cost + more), time, effect, true));
                }
                continue;
            }
            found.insert(time, effect);
            if self.is_begin(time) && self.judge(time) == Answer::Wrong {
                return (Some(time), found);
            }
            for cause in self.causes(time) {
                queue.push((Reverse(cost + step(&cause)), cause.on, time, false));
            }
        }
        (None, found)
    }

    /// What an instance depends on, without those that gave it what a run with the change has there, too.
    fn causes(&mut self, time: Time) -> Vec<Dependence> {
        let on = match time == self.session.criterion.time {
            true => self.session.first_causes(),
            false => self.slice.nodes.get(&time).map(|node| node.on.clone()).unwrap_or_default(),
        };
        // Who depends on very much is not compared with anything: that would take as long as the search before.
        if self.left == 0 || on.len() > MANY {
            return on;
        }
        self.left -= 1;
        let same = self.mended.as_mut().map(|m| m.same_uses(self.session, time));
        let same = same.unwrap_or_default();
        let gave = |session: &mut Session, d: &Dependence| {
            let made = session.describe(d.on).and_then(|giver| giver.defines);
            made.is_some_and(|made| same.iter().any(|[there, _]| there.contains(&made.address)))
        };
        let open = on.iter().filter(|d| d.kind != DependenceKind::Flow || same.is_empty() || !gave(self.session, d));
        let mut open: Vec<Dependence> = open.copied().collect();
        // What was left undone, and because of which decision, a run that does it knows.
        if let Some(mended) = &mut self.mended {
            let undone = mended.left_undone(self.session, time).map(|(_, decision)| decision);
            open.retain(|d| d.kind != DependenceKind::Omission);
            self.known.extend(undone.map(|decision| (decision, Answer::Wrong)));
            open.extend(undone.map(|decision| Dependence::new(DependenceKind::Omission, decision)));
        }
        open
    }

    /// Where the fault comes in when no dependence leads from the suspect to the failure through what is different: the
    /// first that is wrong though nothing that it depends on is.
    fn entry(&mut self, effects: &BTreeMap<Time, Time>) -> Option<Time> {
        self.mended.as_ref()?;
        effects.keys().copied().find(|&time| self.judge(time) == Answer::Wrong)
    }

    fn instead(&mut self, time: Time) -> PartlyFixed {
        let Some(mended) = &mut self.mended else { return PartlyFixed::Unknown };
        match mended.in_place_of(time) {
            Some(instance) => PartlyFixed::Does(Box::new(instance)),
            None if mended.skips(self.session, time) => PartlyFixed::Nothing,
            None => PartlyFixed::Unknown,
        }
    }
}

/// What a step to a cause costs.
fn step(cause: &Dependence) -> u32 {
    match cause.kind {
        DependenceKind::Flow => VALUE,
        DependenceKind::Control => DECISION,
        DependenceKind::Omission => OMISSION,
    }
}

/// What a step through an instance costs more than one that is wrong.
fn extra(answer: Answer) -> u32 {
    match answer {
        Answer::Wrong => 0,
        Answer::DontKnow => UNKNOWN,
        Answer::Right => RIGHT,
    }
}
