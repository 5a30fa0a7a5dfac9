//! Reruns with something changed: from the nearest snapshot, on all cores, judged by the oracle.

pub(crate) mod batch;
pub(crate) mod cache;
pub(crate) mod placement;
mod rerun_output;
pub(crate) mod undefined_behaviour;
pub(crate) mod verdict;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use whydunit_machine::{Alteration, Limits, Machine, Nobody, Observer, Outcome, Patch, Stop, UndefinedBehaviourWatch};
use whydunit_trace::{CriterionKind, Expectation, Observed, Recorded};
use whydunit_world::Posix;

use crate::rerun::placement::Placement;
use crate::rerun::undefined_behaviour::{Seen, UndefinedBehaviour};
use crate::rerun::verdict::{Verdict, goes_further, is_decided, judge};
use crate::session::assertion::AssertionJudge;
use crate::session::{Budget, Session, observe};

/// What to change in a rerun.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Intervention {
    /// Single instances to change, by their times in the failing run.
    pub alterations: Vec<Alteration>,
    /// A change of the program text, with the time of its first execution.
    pub patch: Option<(u32, Patch)>,
}

impl Intervention {
    /// One instance changed.
    pub fn of(alteration: Alteration) -> Self {
        Intervention { alterations: vec![alteration], patch: None }
    }

    /// The program text changed; `first` is the time at which it was executed first.
    pub fn patched(first: u32, patch: Patch) -> Self {
        Intervention { alterations: Vec::new(), patch: Some((first, patch)) }
    }

    /// The first instant that may be different.
    fn begin(&self) -> u64 {
        let altered = self.alterations.iter().map(|a| a.time);
        altered.chain(self.patch.map(|p| u64::from(p.0))).min().unwrap_or(0)
    }
}

/// Reruns look whether they should stop, and whether they are decided, so often in the time that the failing run
/// took, but not after fewer or more instructions than these.
const LOOKS: u64 = 16;
const STRETCH: std::ops::RangeInclusive<u64> = 2_000..=100_000;
/// How a rerun ends that need not go on: it does not matter.
const DECIDED: Outcome = Outcome::Exited(0);

impl Session {
    /// Runs one trial.
    pub fn rerun(&mut self, trial: &Intervention) -> Verdict {
        self.rerun_all(std::slice::from_ref(trial), |_| false).pop().unwrap_or(Verdict::Undecided)
    }

    /// The first of some trials with the best verdict, if any is better than `Undecided`. A trial that
    /// passes ends the search.
    pub fn best_of(&mut self, trials: &[Intervention]) -> Option<(usize, Verdict)> {
        let verdicts = self.rerun_all(trials, |v| v == Verdict::Passed);
        let best = verdicts.iter().enumerate().max_by_key(|(index, v)| (**v, std::cmp::Reverse(*index)))?;
        (*best.1 > Verdict::Undecided).then_some((best.0, *best.1))
    }

    /// Runs trials on all cores, in order up to the first that `enough` accepts; the verdicts up to that
    /// one. What is left when the budget is used up is `Undecided`.
    pub fn rerun_all(&mut self, trials: &[Intervention], enough: impl Fn(Verdict) -> bool + Sync) -> Vec<Verdict> {
        let limits = self.rerun_limits();
        let stretch = self.stretch();
        let known: Vec<Option<(Verdict, u64)>> = trials.iter().map(|trial| self.tried.rerun(trial)).collect();
        let asked = trials;
        let trials = &self.placed(trials, limits)[..];
        let shared = Shared {
            next: AtomicUsize::new(0),
            end: AtomicUsize::new(trials.len()),
            spent: AtomicU64::new(self.effort.instructions),
            done: Mutex::new(vec![Done::default(); trials.len()]),
        };
        let fresh = known.iter().filter(|known| known.is_none()).count();
        let workers = thread::available_parallelism().map_or(1, |n| n.get()).min(fresh);
        let (expectation, criterion) = (&self.expectation, &self.criterion);
        let (outside, budget) = (&self.judge, &self.budget);
        // Without any other expectation what was written before a crash is taken to be right.
        let only = self.expects_only_an_end() && criterion.kind == CriterionKind::Failure;
        let before = if only { said(&self.recorded.last.world) } else { Vec::new() };
        let own = &self.observed.outcome;
        // Where nothing is due on standard output nobody need look at what may be very long.
        let speaks = expectation.stdout.is_some();
        let right_before = right_bytes(expectation, &said(&self.recorded.last.world));
        let Recorded { recording, ladder, .. } = &mut self.recorded;
        let judged = self.asserted.as_ref().map(|asserted| AssertionJudge::new(asserted, recording));
        let ladder = Mutex::new(ladder);
        let work = || {
            while let Some(index) = shared.take(budget) {
                if let Some((verdict, steps)) = known[index] {
                    shared.put(index, Done { verdict, steps, ended: true }, enough(verdict));
                    continue;
                }
                let trial = &trials[index];
                let Ok(mut machine) = ladder.lock().map(|mut l| l.before(trial.begin())) else { return };
                let start = machine.stats().steps;
                prepare(&mut machine, trial, limits);
                let asserted = judged.as_ref().map_or(Some(None), |j| j.run(&mut machine, budget));
                let decided = |world: &Posix| speaks && is_decided(expectation, criterion, &said(world));
                let pace = Pace { stretch, budget };
                let ended = asserted.and_then(|held| Some((held, pace.run(&mut machine, &mut Nobody, decided)?)));
                let (steps, came_to_end) = (machine.stats().steps.saturating_sub(start), ended.is_some());
                let verdict = ended.map_or(Verdict::Undecided, |(asserted, ended)| {
                    let seen = match ended {
                        Some(outcome) => observe(&machine, outcome, expectation),
                        // It need not go on, so what it said counts, whether it was flushed or not.
                        None => Observed { stdout: said(&machine.world), ..observe(&machine, DECIDED, expectation) },
                    };
                    let seen = Observed { asserted, ..seen };
                    match (judge(expectation, criterion, &seen), outside) {
                        (Verdict::Passed, None) if !seen.stdout.starts_with(&before) => Verdict::PartlyFixed,
                        // What was right before a crash must not be lost.
                        (Verdict::PartlyFixed, _)
                            if matches!(criterion.kind, CriterionKind::Failure | CriterionKind::Hang)
                                && right_bytes(expectation, &seen.stdout) < right_before =>
                        {
                            Verdict::Failed
                        }
                        (Verdict::Failed, None)
                            if only && goes_further(own, &seen.outcome, &said(&machine.world), &before) =>
                        {
                            Verdict::PartlyFixed
                        }
                        (Verdict::Passed, Some(outside)) => match outside(&seen) {
                            Some(true) => Verdict::Passed,
                            Some(false) => Verdict::Failed,
                            None => Verdict::Undecided,
                        },
                        (verdict, _) => verdict,
                    }
                });
                shared.put(index, Done { verdict, steps, ended: came_to_end }, enough(verdict));
            }
        };
        match workers {
            0 | 1 => work(),
            _ => thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work)))),
        }
        let end = shared.end.load(Ordering::SeqCst);
        let mut done = shared.done.into_inner().unwrap_or_default();
        // UnmatchedCode what had to be run counts: what other cores began in vain depends on luck.
        let end = match affordable(&done[..end], self.budget.instructions.saturating_sub(self.effort.instructions)) {
            affordable if affordable < end => {
                done[affordable..].fill(Done::default());
                done.len()
            }
            _ => end,
        };
        self.effort.reruns += done[..end].iter().filter(|d| d.steps > 0).count() as u64;
        self.effort.instructions += done[..end].iter().map(|d| d.steps).sum::<u64>();
        for (trial, done) in asked.iter().zip(&done).filter(|(_, done)| done.ended) {
            self.tried.remember(trial, done.verdict, done.steps);
        }
        done[..end].iter().map(|d| d.verdict).collect()
    }

    /// What a trial does that C leaves undefined, and whether it goes out of the failure's way: does not come to where
    /// the run crashed, or writes something else though only the exit status is wrong.
    pub(crate) fn undefined_behaviour_of(&mut self, trial: &Intervention) -> (Vec<UndefinedBehaviour>, bool) {
        let limits = self.rerun_limits();
        let placed = self.placed(std::slice::from_ref(trial), limits);
        let Some(trial) = placed.first() else { return (Vec::new(), false) };
        let mut machine = self.recorded.ladder.before(trial.begin());
        let (start, wanted) = (machine.stats().steps, self.crashed_in(trial.begin()));
        let mut seen = Seen { slips: UndefinedBehaviourWatch::default(), wanted, entered: false };
        prepare(&mut machine, trial, limits);
        let pace = Pace { stretch: self.stretch(), budget: &self.budget };
        let speaks = self.expectation.stdout.is_some();
        let decided = |world: &Posix| speaks && is_decided(&self.expectation, &self.criterion, &said(world));
        // However it ends: what it did until then counts.
        let _ = pace.run(&mut machine, &mut seen, decided);
        self.effort.instructions += machine.stats().steps.saturating_sub(start);
        let avoids = wanted.is_some() && !seen.entered || self.speaks_otherwise(&machine.world);
        (UndefinedBehaviour::all(&seen.slips, &machine), avoids)
    }

    /// Who only minds the exit status takes what was written to be right.
    fn speaks_otherwise(&self, world: &Posix) -> bool {
        let only_status = self.criterion.kind == CriterionKind::Status && self.expectation.stdout.is_none();
        only_status && (world.stdout() != self.observed.stdout || world.stderr() != self.observed.stderr)
    }

    /// The machine at the beginning of a run with a trial's changes.
    pub(crate) fn changed(&mut self, trial: &Intervention) -> Option<Machine<Posix>> {
        let limits = self.rerun_limits();
        let trial = self.placed(std::slice::from_ref(trial), limits).pop()?;
        let mut machine = self.recorded.ladder.before(0);
        prepare(&mut machine, &trial, limits);
        Some(machine)
    }

    fn stretch(&self) -> u64 {
        (u64::from(self.recorded.recording.duration()) / LOOKS).clamp(*STRETCH.start(), *STRETCH.end())
    }

    /// Trials with their alterations where they belong in the rerun.
    fn placed(&mut self, trials: &[Intervention], limits: Limits) -> Vec<Intervention> {
        let Recorded { recording, ladder, .. } = &mut self.recorded;
        let mut placement = Placement::new(recording, ladder, limits);
        let place = |trial: &Intervention| match trial.alterations.len() {
            // What is left when the budget is used up will not be run.
            2.. if !self.budget.is_over() && self.effort.instructions + placement.spent < self.budget.instructions => {
                Intervention { alterations: placement.place(&trial.alterations), patch: trial.patch }
            }
            _ => trial.clone(),
        };
        let placed = trials.iter().map(place).collect();
        self.effort.instructions += placement.spent;
        placed
    }

    pub(crate) fn rerun_limits(&self) -> Limits {
        let steps = u64::from(self.recorded.recording.duration());
        // A run that goes astray may take all there is: a few times what the failing run took must do.
        let memory = self.recorded.last.stats().memory * 4 + (32 << 20);
        let (factor, more) = match (&self.recorded.outcome, &self.criterion.kind) {
            // What was recorded of a run that does not end is more than it should have taken.
            (Outcome::Stopped(_), _) => (2, 100_000),
            // One that came to its end was about as long as it should have been, unless something is missing.
            (Outcome::Exited(_), CriterionKind::MissingOutput { .. }) => (5, 100_000),
            (Outcome::Exited(_), _) => (3, 50_000),
            _ => (10, 200_000),
        };
        Limits { steps: steps * factor + more, memory, ..self.recorded.last.limits() }
    }
}

/// What a program wrote to standard output, or is about to.
pub(crate) fn said(world: &Posix) -> Vec<u8> {
    let mut bytes = world.stdout();
    world.unflushed().into_iter().filter(|(number, _)| *number == 1).for_each(|(_, waiting)| bytes.extend(waiting));
    bytes
}

/// How much of what is due on standard output is there.
fn right_bytes(expectation: &Expectation, stdout: &[u8]) -> usize {
    let due = expectation.stdout.as_deref().unwrap_or_default();
    due.iter().zip(stdout).take_while(|(a, b)| a == b).count()
}

/// What the workers share.
struct Shared {
    next: AtomicUsize,
    /// Trials from here on need not be run.
    end: AtomicUsize,
    spent: AtomicU64,
    done: Mutex<Vec<Done>>,
}

/// What came of a trial.
#[derive(Clone, Copy)]
struct Done {
    verdict: Verdict,
    /// Instructions that it took; 0 if it was not run.
    steps: u64,
    /// Was it run until it could be judged?
    ended: bool,
}

impl Default for Done {
    fn default() -> Self {
        Done { verdict: Verdict::Undecided, steps: 0, ended: false }
    }
}

impl Shared {
    fn take(&self, budget: &Budget) -> Option<usize> {
        if budget.is_over() || self.spent.load(Ordering::SeqCst) >= budget.instructions {
            return None;
        }
        let index = self.next.fetch_add(1, Ordering::SeqCst);
        (index < self.end.load(Ordering::SeqCst)).then_some(index)
    }

    fn put(&self, index: usize, came: Done, enough: bool) {
        self.spent.fetch_add(came.steps, Ordering::SeqCst);
        if let Ok(mut done) = self.done.lock() {
            done[index] = came;
        }
        if enough {
            self.end.fetch_min(index + 1, Ordering::SeqCst);
        }
    }
}

/// How many trials begin within so many instructions, one after the other.
fn affordable(done: &[Done], instructions: u64) -> usize {
    let begins = done.iter().scan(0, |spent, done| Some(std::mem::replace(spent, *spent + done.steps)));
    begins.take_while(|&begin| begin < instructions).count()
}

/// Gives a machine a trial's changes.
fn prepare(machine: &mut Machine<Posix>, trial: &Intervention, limits: Limits) {
    machine.set_limits(limits);
    trial.alterations.iter().for_each(|a| machine.alter(*a));
    if let Some((_, patch)) = &trial.patch {
        machine.patch(patch);
    }
}

/// How a rerun goes: in stretches, as long as it may.
struct Pace<'a> {
    stretch: u64,
    budget: &'a Budget,
}

impl Pace<'_> {
    /// Runs a machine to its end and gives that, or until it is decided how to judge it; nothing at all when it was
    /// stopped or cannot go on.
    fn run<O: Observer>(
        &self,
        machine: &mut Machine<Posix>,
        observer: &mut O,
        decided: impl Fn(&Posix) -> bool,
    ) -> Option<Option<Outcome>> {
        loop {
            let next = machine.stats().steps + self.stretch;
            match machine.run_until(next, observer).ok()? {
                Stop::Ended(outcome) => return Some(Some(outcome)),
                Stop::Paused if self.budget.is_over() => return None,
                Stop::Paused if decided(&machine.world) => return Some(None),
                Stop::Paused => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_afforded_does_not_depend_on_who_was_faster() {
        let ran = |steps| Done { verdict: Verdict::Failed, steps, ended: true };
        assert_eq!(affordable(&[ran(10), ran(10), ran(10)], 20), 2);
        assert_eq!(affordable(&[ran(10), ran(10), ran(10)], 21), 3);
        assert_eq!(affordable(&[ran(10)], 0), 0);
    }
}
