//! The search for values that make a run pass. It negates one condition at a time. Paths with fewer negated conditions
//! come first, paths that miss the failure point last.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Instant;

use whydunit_machine::{Constraint, ConstraintKind, Site};
use whydunit_program::ExternalId;
use whydunit_solver::{Answer, Solver};
use whydunit_terms::{Evaluator, Model, TermId};

use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::rerun::verdict::Verdict;
use crate::symbolic::execution::{ExecutedPath, Subject};
use crate::symbolic::goal::Goal;
use crate::symbolic::{Bound, Bounds, Effort};

/// Work per condition of a query, in solver steps, before the solver starts.
const WORK_PER_CONDITION: u64 = 10;
/// Instructions equivalent to one solver step.
const STEPS_PER_WORK: u64 = 32;

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Confirmed values that make the run pass or correct its failure point, as the verdict says.
    pub values: Option<(Model, Verdict)>,
    /// Undefined behaviour of the run with these values; no values without it were found.
    pub undefined_behaviour: Option<UndefinedBehaviour>,
    /// The work done.
    pub effort: Effort,
    /// A bound that was hit.
    pub limit_hit: Option<Bound>,
    /// Places, libc functions and reasons of values that were made concrete. The effect of other values was not
    /// explored.
    pub pinned: BTreeSet<(Site, Option<ExternalId>, &'static str)>,
}

/// A path whose conditions from `next` on are still to be negated.
struct Open {
    ran: ExecutedPath,
    next: usize,
    /// By the index of a condition that made a value concrete: conditions that exclude the values tried so far.
    taken: BTreeMap<usize, Vec<TermId>>,
    /// All conditions were negated once. From now on only concrete values are replaced again.
    again: bool,
}

impl Open {
    fn from(ran: ExecutedPath, next: usize) -> Self {
        Open { ran, next, taken: BTreeMap::new(), again: false }
    }

    /// Excludes a value that was tried at a place where one was made concrete.
    fn take(&mut self, at: usize, value: TermId, values: &Model) {
        let store = &mut self.ran.symbolic.store;
        let taken = Evaluator::new(store, values).eval(value);
        let taken = store.constant(store.width(value), taken);
        let other = store.ne(value, taken);
        self.taken.entry(at).or_default().push(other);
    }
}

struct Search<'a> {
    subject: &'a mut dyn Subject,
    solver: &'a mut dyn Solver,
    bounds: Bounds,
    found: Found,
    seen: BTreeSet<u128>,
    /// Negated conditions per place.
    tries: BTreeMap<Site, u32>,
    /// Queries about floats that the solver gave up.
    hard_floats: u64,
    /// Upper bound of the number of paths. It is lowered once the failure point is corrected.
    paths: u64,
    deadline: Instant,
}

/// Looks for values that make the subject's run pass.
pub fn search(subject: &mut dyn Subject, solver: &mut dyn Solver, bounds: &Bounds) -> Found {
    let mut search = Search {
        subject,
        solver,
        bounds: *bounds,
        found: Found::default(),
        seen: BTreeSet::new(),
        tries: BTreeMap::new(),
        hard_floats: 0,
        paths: bounds.paths,
        deadline: Instant::now() + bounds.time,
    };
    search.run();
    search.found
}

impl Search<'_> {
    fn run(&mut self) {
        let Some(first) = self.execute(&Model::new()) else { return };
        let mut open = VecDeque::from([Open::from(first, 0)]);
        let mut deferred: VecDeque<Open> = VecDeque::new();
        while !self.is_over() {
            let Some(top) = open.front_mut() else {
                let Some(put_off) = deferred.pop_front() else { return };
                open.push_back(put_off);
                continue;
            };
            let at = top.next;
            top.next += 1;
            let condition = top.ran.path().nth(at).copied();
            let Some(condition) = condition.filter(|_| at < self.bounds.conditions) else {
                if condition.is_some() {
                    self.hit(Bound::Conditions);
                }
                // A single alternative value proves little, so concrete values are replaced again.
                let done = open.pop_front().filter(|done| !done.taken.is_empty());
                open.extend(done.map(|done| Open { next: 0, again: true, ..done }));
                continue;
            };
            if top.again && !top.taken.contains_key(&at) {
                continue;
            }
            if !condition.kind.is_choice() && !self.may_replace(&condition) {
                top.taken.remove(&at);
                continue;
            }
            let Some((values, rest_kept)) = self.negate(top, at) else {
                top.taken.remove(&at);
                continue;
            };
            *self.tries.entry(condition.at.site).or_default() += 1;
            if let ConstraintKind::Pinned { value, .. } = condition.kind {
                top.take(at, value, &values);
            }
            let Some(ran) = self.execute(&values) else { continue };
            if !ran.follows(&top.ran, at) {
                self.found.effort.strayed += 1;
            }
            // The values meet all other conditions of the parent and yet miss the failure point. It depends on this
            // condition, so paths from here will miss it, too.
            if !ran.reached && rest_kept {
                self.found.effort.deferred += 1;
                deferred.push_back(Open::from(ran, at + 1));
            } else {
                open.push_back(Open::from(ran, at + 1));
            }
        }
    }

    fn is_over(&self) -> bool {
        let passed =
            matches!(self.found.values, Some((_, Verdict::Passed))) && self.found.undefined_behaviour.is_none();
        passed || matches!(self.found.limit_hit, Some(Bound::Paths | Bound::Queries | Bound::Work | Bound::Time))
    }

    fn hit(&mut self, bound: Bound) {
        let last = matches!(bound, Bound::Paths | Bound::Queries | Bound::Work | Bound::Time);
        if last || self.found.limit_hit.is_none() {
            self.found.limit_hit = Some(bound);
        }
    }

    /// May a value that was made concrete here be replaced, or an address point elsewhere? The number of tries per
    /// place is limited, because there can be endlessly many values.
    fn may_replace(&self, condition: &Constraint) -> bool {
        let tried = self.tries.get(&condition.at.site).copied().unwrap_or(0);
        matches!(condition.kind, ConstraintKind::Pinned { .. } | ConstraintKind::Address) && tried < self.bounds.tries
    }

    /// Values that violate condition `at`. They keep all other conditions; or else the conditions before it; or else
    /// those without the conditions that made values concrete. The flag says whether all others are kept.
    fn negate(&mut self, open: &mut Open, at: usize) -> Option<(Model, bool)> {
        let Open { ran, taken, .. } = open;
        let mut terms = ran.terms();
        let own = ran.symbolic.store.not(terms[at]);
        let last = terms.split_off(at);
        let wanted: Vec<TermId> = taken.get(&at).into_iter().flatten().copied().chain([own]).collect();
        if let Some(values) = self.ask(ran, &[&terms[..], &wanted, &last[1..]].concat()) {
            return Some((values, true));
        }
        if last.len() > 1
            && let Some(values) = self.ask(ran, &[&terms[..], &wanted].concat())
        {
            return Some((values, false));
        }
        let relaxed = relaxed(ran, &terms)?;
        let values = self.ask(ran, &[relaxed, wanted].concat())?;
        Some((values, false))
    }

    /// Values that meet conditions, preferably without undefined behaviour.
    fn ask_preferring_defined(
        &mut self,
        ran: &ExecutedPath,
        conditions: &[TermId],
        defined: &[TermId],
    ) -> Option<Model> {
        let has_float = |t: &TermId| ran.symbolic.store.has_float(*t);
        // Integer queries are not burdened with float conditions; the rerun checks the result.
        let floats = conditions.iter().any(has_float);
        let defined = defined.iter().copied().filter(|t| floats || !has_float(t));
        let all: Vec<TermId> = conditions.iter().copied().chain(defined).collect();
        let answer = self.answer(ran, &all)?;
        match &answer {
            Answer::Unsat(core) if core.iter().all(|&at| at < conditions.len()) => None,
            Answer::Sat(_) => self.values_of(answer),
            _ if all.len() == conditions.len() => self.values_of(answer),
            _ => self.ask(ran, conditions),
        }
    }

    fn ask(&mut self, ran: &ExecutedPath, conditions: &[TermId]) -> Option<Model> {
        let answer = self.answer(ran, conditions)?;
        self.values_of(answer)
    }

    /// The solver's answer, unless a bound is hit.
    fn answer(&mut self, ran: &ExecutedPath, conditions: &[TermId]) -> Option<Answer> {
        if self.found.effort.queries >= self.bounds.queries {
            self.hit(Bound::Queries);
            return None;
        }
        if self.found.effort.work >= self.bounds.work {
            self.hit(Bound::Work);
            return None;
        }
        if Instant::now() > self.deadline {
            self.hit(Bound::Time);
            return None;
        }
        let floats = conditions.iter().any(|&c| ran.symbolic.store.has_float(c));
        if floats && self.hard_floats >= self.bounds.float_queries {
            self.hit(Bound::Solver);
            return None;
        }
        self.found.effort.floats += u64::from(floats);
        self.found.effort.queries += 1;
        let before = self.solver.statistics().effort;
        let answer = ran.ask(self.solver, conditions);
        self.found.effort.work +=
            self.solver.statistics().effort - before + WORK_PER_CONDITION * conditions.len() as u64;
        // Many float queries are easy; only those that the solver gives up count, because they take the full time
        // limit.
        self.hard_floats += u64::from(floats && matches!(answer, Answer::Unknown(_)));
        Some(answer)
    }

    fn values_of(&mut self, answer: Answer) -> Option<Model> {
        match answer {
            Answer::Sat(values) => {
                self.found.effort.sat += 1;
                Some(values)
            }
            Answer::Unsat(_) => None,
            Answer::Unknown(_) => {
                self.hit(Bound::Solver);
                None
            }
        }
    }

    /// Runs a new path and tries to reach its goals.
    fn execute(&mut self, values: &Model) -> Option<ExecutedPath> {
        if self.found.effort.paths >= self.paths {
            self.hit(Bound::Paths);
            return None;
        }
        self.found.effort.paths += 1;
        let Some(ran) = self.subject.run(values) else {
            self.hit(Bound::Steps);
            return None;
        };
        self.found.effort.work += ran.symbolic.store.len() as u64 + ran.steps / STEPS_PER_WORK;
        if ran.stopped {
            self.hit(Bound::Steps);
        }
        // Runs that exceed their budget are dropped, except for the failing run itself, which may be a hang.
        if !self.seen.insert(ran.signature()) || ran.stopped && self.found.effort.paths > 1 {
            return None;
        }
        // Printing a float makes it concrete, but the expected output provides its value, so this does not narrow the
        // search.
        let made = ran.symbolic.shown().iter().flat_map(|s| &ran.symbolic.path()[s.conditions.0..s.conditions.1]);
        let shown: BTreeSet<TermId> = made.map(|c| c.term).collect();
        for condition in ran.path().filter(|c| !shown.contains(&c.term)) {
            if let ConstraintKind::Pinned { why, .. } = condition.kind {
                self.found.pinned.insert((condition.at.site, condition.at.callee, why));
            }
        }
        // Values with undefined behaviour are a last resort.
        let clean = ran.is_defined();
        if ran.passed && clean && self.confirm(ran.symbolic.values()) {
            return None;
        }
        for goal in &ran.goals {
            if self.values_for(&ran, goal).is_some_and(|values| self.confirm(&values)) {
                return None;
            }
        }
        if ran.passed && !clean {
            self.confirm(ran.symbolic.values());
        }
        Some(ran)
    }

    /// Values that reach a goal of a path.
    fn values_for(&mut self, ran: &ExecutedPath, goal: &Goal) -> Option<Model> {
        let conditions = [&goal.path[..], &goal.wanted].concat();
        if let Some(values) = self.ask_preferring_defined(ran, &conditions, &goal.defined) {
            return Some(values);
        }
        // Replacing a concrete value may lead elsewhere; the rerun checks the result.
        let relaxed = relaxed(ran, &conditions);
        if let Some(values) =
            relaxed.and_then(|conditions| self.ask_preferring_defined(ran, &conditions, &goal.defined))
        {
            return Some(values);
        }
        // Another path may reach the goal, too; the rerun checks the result.
        (!goal.path.is_empty() && !goal.wanted.is_empty()).then(|| self.ask(ran, &goal.wanted)).flatten()
    }

    /// Do these values make the run pass without undefined behaviour? Keeps them if they are the best so far.
    fn confirm(&mut self, values: &Model) -> bool {
        let verdict = self.subject.confirm(values);
        let best = self.found.values.as_ref().map_or(Verdict::Undecided, |v| v.1);
        let cleaner = verdict == best && self.found.undefined_behaviour.is_some();
        if verdict <= best && !cleaner {
            return false;
        }
        let undefined_behaviour = self.subject.undefined_behaviour(values);
        if verdict == best && undefined_behaviour.is_some() {
            return false;
        }
        self.found.values = Some((values.clone(), verdict));
        let clean = undefined_behaviour.is_none();
        self.found.undefined_behaviour = undefined_behaviour;
        self.paths = self.bounds.paths.min(self.found.effort.paths + self.bounds.improve);
        verdict == Verdict::Passed && clean
    }
}

/// The conditions without those that made a value concrete; `None` if there are none of these.
pub(crate) fn relaxed(ran: &ExecutedPath, conditions: &[TermId]) -> Option<Vec<TermId>> {
    let pinned: BTreeSet<TermId> =
        ran.path().filter(|c| matches!(c.kind, ConstraintKind::Pinned { .. })).map(|c| c.term).collect();
    let kept: Vec<TermId> = conditions.iter().copied().filter(|t| !pinned.contains(t)).collect();
    (kept.len() < conditions.len()).then_some(kept)
}
