//! Mutation-based ranking: mutates every line that failing tests execute, and observes which tests change.
//!
//! MUSE (Moon, Kim, Kim, Yoo: Ask the mutants, ICST 2014) and Metallaxis (Papadakis, Le Traon: Metallaxis-FL, Software
//! Testing, Verification and Reliability 2015).

pub(crate) mod mutant;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use whydunit_machine::{Limits, Machine, Nobody, Outcome, Patched};
use whydunit_trace::Observed;
use whydunit_world::Posix;

use crate::evidence::ranking::{Line, Ranking};
use crate::rerun::budget::{Budget, Effort};
use crate::rerun::judge::written;
use crate::rerun::pace::{Driven, Pace};
use crate::session::monitor::Monitor;
use crate::session::observe;

use crate::methods::finding::{Finding, StopReason};
use crate::methods::mutation::mutant::{Mutant, mutants_of};
use crate::methods::spectrum::FAMILY;
use crate::methods::spectrum::coverage::{TestRun, Tests};
use crate::methods::workspace::{NotRun, Workspace};
use crate::methods::{Method, MethodRef, Requirement};
use crate::session::Session;

pub(super) const METHODS: &[MethodRef] = &[&MutationFormula::Muse, &MutationFormula::Metallaxis];

impl Method for MutationFormula {
    fn name(&self) -> &'static str {
        MutationFormula::name(*self)
    }

    fn summary(&self) -> &'static str {
        "mutates every line that failing tests execute, and ranks lines by how the tests change"
    }

    fn requirement(&self) -> Requirement {
        Requirement::Tests
    }

    fn family(&self) -> &'static str {
        FAMILY
    }

    fn run(&self, _: &mut Session, workspace: &mut Workspace<'_>, instructions: u64) -> Result<Finding, NotRun> {
        let shared = workspace.take(|workspace| {
            let mut tests = workspace.take(|workspace| workspace.supply().tests())?;
            let mutation = mutation(&mut tests.value, instructions);
            workspace.put(tests);
            Ok(mutation)
        })?;
        let Mutation { runs, mutants, steps, .. } = &shared.value;
        let stop = if runs.len() == *mutants { StopReason::Complete } else { StopReason::Budget };
        let effort = Effort { reruns: runs.len() as u64, instructions: *steps };
        let finding = Finding { effort, stop, ..Finding::leading(shared.value.rank(*self)) };
        workspace.put(shared);
        Ok(finding)
    }
}

/// The result of the tests for one mutant.
#[derive(Clone, Debug, PartialEq)]
pub struct MutantRun {
    /// The mutant.
    pub mutant: Mutant,
    /// Failing tests that pass with it.
    pub fixed: u32,
    /// Passing tests that fail with it.
    pub broken: u32,
    /// Failing tests whose output or end differs with it.
    pub failed_killed: u32,
    /// Passing tests whose output or end differs with it.
    pub passed_killed: u32,
}

/// The executed mutants.
#[derive(Clone, Debug, Default)]
pub struct Mutation {
    /// Mutants in the order of the program text.
    pub runs: Vec<MutantRun>,
    /// Number of all mutants; more than `runs` if the budget was used up.
    pub mutants: usize,
    /// Failing tests of the program.
    pub failed: u32,
    /// Passing tests of the program.
    pub passed: u32,
    /// Instructions executed.
    pub steps: u64,
}

/// A formula for the suspiciousness of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // named as in the papers
pub enum MutationFormula {
    Muse,
    Metallaxis,
}

impl MutationFormula {
    /// Both.
    pub const ALL: [MutationFormula; 2] = [MutationFormula::Muse, MutationFormula::Metallaxis];

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            MutationFormula::Muse => "muse",
            MutationFormula::Metallaxis => "metallaxis",
        }
    }
}

/// The output of a mutant is checked this many times within the duration of the test, but not after fewer instructions
/// than the minimum.
const CHECKS_PER_RUN: u64 = 8;
const MIN_INSTRUCTIONS_PER_CHECK: u64 = 2_000;

/// Runs the mutants of all lines that a failing test executed, each test from its last snapshot before the first
/// mutated instance, until `steps` instructions were executed. Mutants take turns, one of each line at a time, so that
/// an exhausted budget affects all lines alike.
pub fn mutation(tests: &mut Tests, steps: u64) -> Mutation {
    let failing: BTreeSet<Line> = tests.lines().into_iter().filter(|(passed, _)| !passed).flat_map(|r| r.1).collect();
    let all = mutants_of(&tests.index.program, |line| failing.contains(&line));
    let passed = tests.runs.iter().filter(|r| r.passed).count() as u32;
    let failed = tests.runs.len() as u32 - passed;
    let mut found = Mutation { mutants: all.len(), failed, passed, ..Mutation::default() };
    let mut turns: BTreeMap<Line, u32> = BTreeMap::new();
    let mut order: Vec<(u32, usize)> = Vec::with_capacity(all.len());
    for (at, mutant) in all.iter().enumerate() {
        let turn = turns.entry(mutant.line).or_default();
        order.push((*turn, at));
        *turn += 1;
    }
    order.sort_unstable();
    let mut done: Vec<(usize, MutantRun)> = Vec::new();
    for (_, at) in order {
        if found.steps >= steps {
            break;
        }
        done.push((at, try_mutant(tests, all[at], &mut found.steps)));
    }
    done.sort_by_key(|d| d.0);
    found.runs = done.into_iter().map(|d| d.1).collect();
    found
}

fn try_mutant(tests: &mut Tests, mutant: Mutant, steps: &mut u64) -> MutantRun {
    let mut result = MutantRun { mutant, fixed: 0, broken: 0, failed_killed: 0, passed_killed: 0 };
    let index = tests.index.clone();
    let patched = mutant.patch.prepare(&index.program);
    for run in &mut tests.runs {
        // A test that never executes the mutated instruction ends as before.
        let Some(first) = run.first(&index, mutant.patch.site) else { continue };
        let (passes, killed) = rerun(run, &patched, first, steps);
        match run.passed {
            true => (result.broken += u32::from(!passes), result.passed_killed += u32::from(killed)),
            false => (result.fixed += u32::from(passes), result.failed_killed += u32::from(killed)),
        };
    }
    result
}

/// Does the test pass with the mutant, and does it end differently?
fn rerun(run: &mut TestRun, patched: &Patched, first: u64, steps: &mut u64) -> (bool, bool) {
    let mut machine = run.before(first);
    let start = machine.time();
    // A mutant may loop or allocate without end, so it gets little more than the test took.
    machine.set_limits(Limits {
        steps: run.steps * 2 + 10_000,
        memory: run.memory * 4 + (32 << 20),
        ..Limits::default()
    });
    machine.patch_with(patched);
    let ended = run_until_decided(&mut machine, run);
    *steps += machine.stats().steps.saturating_sub(start);
    let Some(outcome) = ended else { return (false, true) };
    let observed = observe(&machine, outcome, &run.expectation);
    let same_end = std::mem::discriminant(&observed.outcome) == std::mem::discriminant(&run.observed.outcome);
    let same_status = !matches!(observed.outcome, Outcome::Exited(_)) || observed.outcome == run.observed.outcome;
    let same_output = observed.stdout == run.observed.stdout
        && observed.stderr == run.observed.stderr
        && contents(&observed).eq(contents(&run.observed));
    let same = same_end && same_status && same_output;
    (run.expectation.met_by(&observed), !same)
}

/// Runs a mutant to its end. `None` if the machine refuses an instruction, or if the output already differs both from
/// the output of the test without the mutant and from the expected one.
fn run_until_decided(machine: &mut Machine<Posix>, run: &TestRun) -> Option<Outcome> {
    // A crash loses unflushed output, so the observed output of a test that crashed may be incomplete.
    let due = run.expectation.stdout.as_ref().filter(|_| matches!(run.observed.outcome, Outcome::Exited(_)));
    let decided = |world: &Posix| {
        let text = written(world);
        !run.observed.stdout.starts_with(&text) && due.is_some_and(|due| !due.starts_with(&text))
    };
    let unlimited = Budget { instructions: u64::MAX, deadline: None, monitor: Monitor::default() };
    let pace = Pace { interval: (run.steps / CHECKS_PER_RUN).max(MIN_INSTRUCTIONS_PER_CHECK), budget: &unlimited };
    match pace.drive(machine, &mut Nobody, decided) {
        Driven::Ended(outcome) => Some(outcome),
        // A refused mutant counts as killed, because the program itself was not refused.
        Driven::Decided | Driven::Stopped | Driven::Refused(_) => None,
    }
}

/// The contents of the files that a run wrote.
fn contents(seen: &Observed) -> impl Iterator<Item = (&PathBuf, &Vec<u8>)> {
    seen.files.iter().map(|(path, written)| (path, &written.contents))
}

impl Mutation {
    /// Ranks the lines with mutants by a formula.
    pub fn rank(&self, formula: MutationFormula) -> Ranking {
        let mut by_line: BTreeMap<Line, Vec<&MutantRun>> = BTreeMap::new();
        for run in &self.runs {
            by_line.entry(run.mutant.line).or_default().push(run);
        }
        let alpha = self.alpha();
        Ranking::scored(by_line.into_iter().map(|(line, runs)| {
            let score = match formula {
                MutationFormula::Muse => self.muse(&runs, alpha),
                MutationFormula::Metallaxis => self.metallaxis(&runs),
            };
            (line, score)
        }))
    }

    /// The weight of MUSE that balances how often tests change from failing to passing and back:
    /// f2p / (|mut(P)|·|f_P|) · (|mut(P)|·|p_P|) / p2f.
    fn alpha(&self) -> f64 {
        let f2p: u32 = self.runs.iter().map(|r| r.fixed).sum();
        let p2f: u32 = self.runs.iter().map(|r| r.broken).sum();
        if p2f == 0 || self.failed == 0 {
            return 0.0;
        }
        f64::from(f2p) / f64::from(self.failed) * f64::from(self.passed) / f64::from(p2f)
    }

    fn muse(&self, runs: &[&MutantRun], alpha: f64) -> f64 {
        let share = |part: u32, whole: u32| if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) };
        let sum: f64 = runs.iter().map(|r| share(r.fixed, self.failed) - alpha * share(r.broken, self.passed)).sum();
        sum / runs.len() as f64
    }

    /// The score of the most suspicious mutant of the line, by Ochiai over the tests that notice it.
    fn metallaxis(&self, runs: &[&MutantRun]) -> f64 {
        let score = |r: &&MutantRun| {
            let noticed = f64::from(r.failed_killed + r.passed_killed);
            if noticed == 0.0 { 0.0 } else { f64::from(r.failed_killed) / (f64::from(self.failed) * noticed).sqrt() }
        };
        runs.iter().map(score).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::MutantKind;
    use whydunit_machine::{Edit, Patch, Site};
    use whydunit_program::{FileId, FunctionId, Inst};

    fn run(line: u32, fixed: u32, broken: u32, failed_killed: u32, passed_killed: u32) -> MutantRun {
        let site = Site { function: FunctionId(0), inst: 0 };
        let patch = Patch { site, edit: Edit::Replace(Inst::Unreachable), constant: 0 };
        let line = Line { file: FileId(0), line };
        let mutant = Mutant { line, kind: MutantKind::Operator, patch };
        MutantRun { mutant, fixed, broken, failed_killed, passed_killed }
    }

    /// Two failing and four passing tests. Line 1 has two mutants, lines 2 and 3 one each.
    fn example() -> Mutation {
        let runs = vec![run(1, 2, 0, 2, 0), run(1, 0, 1, 1, 1), run(2, 0, 3, 1, 3), run(3, 0, 0, 0, 0)];
        Mutation { runs, mutants: 4, failed: 2, passed: 4, steps: 0 }
    }

    fn scores(formula: MutationFormula) -> Vec<(u32, f64)> {
        example().rank(formula).lines.iter().map(|r| (r.line.line, r.score)).collect()
    }

    #[test]
    fn muse_by_hand() {
        // f2p = 2, p2f = 4: alpha = 2/(4·2) · (4·4)/4 = 1.
        // Line 1: ((2/2 - 0) + (0 - 1/4)) / 2 = 0.375; line 2: -3/4; line 3: 0.
        assert_eq!(example().alpha(), 1.0);
        assert_eq!(scores(MutationFormula::Muse), [(1, 0.375), (3, 0.0), (2, -0.75)]);
    }

    #[test]
    fn metallaxis_by_hand() {
        // Line 1: max(2/√(2·2), 1/√(2·2)) = 1; line 2: 1/√(2·4); line 3: no test notices it.
        let expected = [(1, 1.0), (2, 1.0 / 8f64.sqrt()), (3, 0.0)];
        assert_eq!(scores(MutationFormula::Metallaxis), expected);
    }
}
