//! Symbolic input or values do not change the observable run, and values that negate a condition really make the run
//! take the other outcome.
//!
//! With symbolic input, every condition of a bounded run is negated; with symbolic values inside a run, a few per
//! program. With `CONCOLIC=all` the bounds are larger, and up to a hundred conditions per program are negated over
//! values.

use std::collections::BTreeMap;
use std::time::Duration;

use whydunit_locate::Verdict;
use whydunit_locate::symbolic::{ExecutedPath, Input, Subject as _, Symbols};
use whydunit_machine::{
    Alteration, Change, Constraint, ConstraintKind, Machine, Nobody, Observer, Origin, Outcome, Site, Stop,
};
use whydunit_program::{BlockId, FunctionId};
use whydunit_solver::{Answer, Config, Solver, chain};
use whydunit_terms::{Evaluator, Model};
use whydunit_world::Posix;

use crate::subjects::{SUBJECTS, Subject, everything, limits};

/// The observable facts about a run.
#[derive(Debug, PartialEq)]
struct Seen {
    outcome: Option<Outcome>,
    stdout: String,
    stderr: String,
    time: u64,
}

fn finish(machine: &mut Machine<Posix>) -> Seen {
    let outcome = machine.run(&mut Nobody).ok();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Seen { outcome, stdout: text(machine.world.stdout()), stderr: text(machine.world.stderr()), time: machine.time() }
}

#[test]
fn symbols_change_nothing() {
    let (mut compared, mut different) = (0, Vec::new());
    for subject in SUBJECTS.iter() {
        let Some(mut machine) = subject.start(subject.case.clone()) else { continue };
        let plain = finish(&mut machine.fork());
        // An unsupported feature ends a run without an outcome.
        if plain.outcome.is_none() {
            continue;
        }
        compared += 1;
        if subject.has_input() {
            let mut symbolic = machine.fork();
            let all = subject.all_input(&mut symbolic);
            symbolic.make_symbolic(all, &Model::new()).expect("readable arguments");
            let symbolic = finish(&mut symbolic);
            if symbolic != plain {
                different.push(format!("{} with symbolic input: {symbolic:?} instead of {plain:?}", subject.name));
            }
        }
        // A symbol in place of an uninitialised value would initialise it.
        if matches!(plain.outcome, Some(Outcome::Failed(_))) {
            continue;
        }
        let mut altered = machine.fork();
        for &time in subject.instants() {
            altered.alter(Alteration { time, change: Change::Symbol(time) });
        }
        let altered = finish(&mut altered);
        if altered != plain {
            different.push(format!("{} with symbolic values: {altered:?} instead of {plain:?}", subject.name));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(compared > 450, "only {compared} programs were compared");
}

/// A run that can be repeated with other values for its symbols.
trait Repeatable {
    /// With symbols, at least for the first `until` instructions.
    fn symbolic(&mut self, values: &Model, until: u64) -> Option<ExecutedPath>;

    /// Without symbols, before its first instruction.
    fn plain(&mut self, values: &Model) -> Option<Machine<Posix>>;
}

/// Makes the input of a subject symbolic.
pub(crate) struct OtherInput<'a> {
    subject: &'a Subject,
    input: Input,
}

impl<'a> OtherInput<'a> {
    pub(crate) fn new(subject: &'a Subject) -> Option<Self> {
        let symbols = Symbols { stdin: true, arguments: true, files: subject.reads_file() };
        let oracle = Box::new(|_: &_| Verdict::Failed);
        let input = Input::new(subject.program.clone(), subject.case.clone(), limits(), symbols, oracle);
        Some(OtherInput { subject, input: input.ok()? })
    }

    pub(crate) fn plain(&self, values: &Model) -> Option<Machine<Posix>> {
        self.subject.start(self.input.case_with(values))
    }
}

impl Repeatable for OtherInput<'_> {
    fn symbolic(&mut self, values: &Model, _: u64) -> Option<ExecutedPath> {
        self.input.run(values)
    }

    fn plain(&mut self, values: &Model) -> Option<Machine<Posix>> {
        OtherInput::plain(self, values)
    }
}

/// Makes the values at some instants of a run symbolic.
struct OtherValues {
    start: Machine<Posix>,
    times: Vec<u64>,
}

impl Repeatable for OtherValues {
    fn symbolic(&mut self, values: &Model, until: u64) -> Option<ExecutedPath> {
        let mut machine = self.start.fork();
        machine.give(values);
        self.times.iter().for_each(|&time| machine.alter(Alteration { time, change: Change::Symbol(time) }));
        let outcome = match machine.run_until(until, &mut Nobody).ok()? {
            Stop::Ended(outcome) => outcome,
            Stop::Paused => Outcome::Stopped(whydunit_machine::Limit::Steps(until)),
        };
        let symbolic = machine.symbolic().cloned()?;
        Some(ExecutedPath {
            symbolic,
            outcome,
            steps: 0,
            passed: false,
            reached: false,
            stopped: false,
            goals: Vec::new(),
        })
    }

    fn plain(&mut self, values: &Model) -> Option<Machine<Posix>> {
        let mut machine = self.start.fork();
        for (key, value) in values.iter() {
            if let Some(Origin::Value { number: time }) = Origin::from_key(key) {
                machine.alter(Alteration { time, change: Change::Put(value as u64) });
            }
        }
        Some(machine)
    }
}

/// The results of negating conditions.
#[derive(Debug, Default)]
struct Tally {
    programs: u32,
    /// Conditions that can be negated, over all paths.
    conditions: usize,
    /// Values that were made concrete.
    concrete: usize,
    sat: u32,
    unsat: u32,
    unknown: u32,
    wrong: Vec<String>,
}

/// The conditions of a path to negate.
#[derive(Clone, Copy)]
struct Choice {
    /// At most this many of each decision and outcome, spread over the path.
    of_each: usize,
    /// At most this many in total, spread over the path.
    most: usize,
    /// Only conditions with at most this many before them: questions about long paths are hard.
    depth: usize,
}

impl Choice {
    const ALL: Choice = Choice { of_each: usize::MAX, most: usize::MAX, depth: usize::MAX };

    fn among(self, ran: &ExecutedPath) -> Vec<usize> {
        let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, c) in ran.path().enumerate().take(self.depth).filter(|(_, c)| c.kind.is_turn()) {
            groups.entry((c.at.site, c.at.callee, c.kind.is_choice(), c.holds)).or_default().push(index);
        }
        let mut chosen: Vec<usize> = groups.into_values().flat_map(|all| spread(&all, self.of_each)).collect();
        chosen.sort_unstable();
        spread(&chosen, self.most)
    }
}

/// At most `most` elements, at equal distances.
fn spread(all: &[usize], most: usize) -> Vec<usize> {
    let count = most.min(all.len());
    (0..count).map(|i| all[i * all.len() / count]).collect()
}

impl Tally {
    /// Negates conditions of a run, each together with the conditions before it.
    fn negate(&mut self, name: &str, runs: &mut dyn Repeatable, solver: &mut dyn Solver, choice: Choice) {
        let Some(mut ran) = runs.symbolic(&Model::new(), u64::MAX) else { return };
        let path: Vec<Constraint> = ran.path().copied().collect();
        self.programs += u32::from(!path.is_empty());
        self.conditions += path.iter().filter(|c| c.kind.is_turn()).count();
        self.concrete += path.iter().filter(|c| matches!(c.kind, ConstraintKind::Pinned { .. })).count();
        let mut evaluator = Evaluator::new(&ran.symbolic.store, ran.symbolic.values());
        for c in path.iter().filter(|c| evaluator.eval(c.term) != 1) {
            self.wrong.push(format!("{name}: not so in the run itself: {c:?}"));
        }
        let mut terms = ran.terms();
        for at in choice.among(&ran) {
            let own = terms[at];
            terms[at] = ran.symbolic.store.not(own);
            match ran.ask(solver, &terms[..=at]) {
                Answer::Sat(values) => {
                    self.sat += 1;
                    if let Err(what) = goes_elsewhere(runs, &ran, at, &values) {
                        self.wrong.push(format!("{name}: condition {at}, {:?}: {what}", path[at]));
                    }
                }
                Answer::Unsat(_) => self.unsat += 1,
                Answer::Unknown(_) => self.unknown += 1,
            }
            terms[at] = own;
        }
    }
}

/// Does the run with these values take the same path up to a condition, and then the other outcome?
fn goes_elsewhere(runs: &mut dyn Repeatable, ran: &ExecutedPath, at: usize, values: &Model) -> Result<(), String> {
    let condition = *ran.path().nth(at).ok_or("no such condition")?;
    let time = condition.at.time;
    let own = Step::of(runs.plain(ran.symbolic.values()), time).ok_or("no run")?;
    let other = Step::of(runs.plain(values), time).ok_or("no run")?;
    if other.way != own.way || other.before != Some(condition.at.site) {
        return Err(format!("another path before it: {other:?} instead of {own:?}"));
    }
    // A decision inside a libc function or an operation shows later, or not at all.
    if condition.kind == ConstraintKind::Branch && other.after == own.after {
        return Err(format!("the same way, {other:?}"));
    }
    let repeated = runs.symbolic(values, time + 1).ok_or("no run")?;
    // A changed pointer changes the terms of everything that is read through it.
    let pointers = ran.path().take(at + 1).any(|c| c.kind == ConstraintKind::Address);
    if !repeated.follows(ran, at) {
        return if pointers { Ok(()) } else { Err("other conditions before it".into()) };
    }
    match repeated.path().nth(at) {
        Some(c)
            if c.at == condition.at
                && repeated.symbolic.store.hash(c.term) == ran.symbolic.store.hash(condition.term) =>
        {
            Err(format!("the same condition, {c:?}"))
        }
        None if !pointers => Err("no such condition".into()),
        _ => Ok(()),
    }
}

/// The state of a plain run at a time.
#[derive(Debug)]
struct Step {
    /// The blocks executed before.
    way: Blocks,
    /// The site then, and after one instruction; none once the run has ended.
    before: Option<Site>,
    after: Option<Site>,
}

impl Step {
    fn of(machine: Option<Machine<Posix>>, time: u64) -> Option<Step> {
        let (mut machine, mut way) = (machine?, Blocks::default());
        let mut at = |time, way: &mut Blocks| match machine.run_until(time, way) {
            Ok(Stop::Paused) => machine.frames().first().map(|f| f.site),
            _ => None,
        };
        let before = at(time, &mut way);
        Some(Step { way, before, after: at(time + 1, &mut Blocks::default()) })
    }
}

/// A hash of the blocks of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Blocks(u64);

impl Observer for Blocks {
    fn block(&mut self, function: FunctionId, block: BlockId, _: u64) {
        let word = u64::from(function.0) << 32 | u64::from(block.0);
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

/// The memory use of this process, as reported by the system.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or("VmRSS: ?").to_string()
}

/// A solver with a time limit.
fn solver(milliseconds: u64) -> Box<dyn Solver> {
    let time = Duration::from_millis(milliseconds);
    let limits = whydunit_solver::Limits { time, ..whydunit_solver::Limits::default() };
    chain(&Config { limits, float_limits: limits, ..Config::default() })
}

#[test]
fn negated_conditions_lead_elsewhere() {
    let (on_input, on_values) = match everything() {
        true => (Choice::ALL, Choice { of_each: 3, most: 100, depth: 1000 }),
        false => (Choice::ALL, Choice { of_each: 1, most: 6, depth: 100 }),
    };
    let (mut input, mut files, mut values) = (Tally::default(), Tally::default(), Tally::default());
    for subject in SUBJECTS.iter() {
        if let Some(mut runs) = OtherInput::new(subject).filter(|_| subject.has_input()) {
            let tally = if subject.reads_file() { &mut files } else { &mut input };
            tally.negate(&subject.name, &mut runs, &mut *solver(10_000), on_input);
        }
        if let Some(start) = subject.start(subject.case.clone()) {
            let times = subject.instants().to_vec();
            // Arithmetic on values of all kinds is hard.
            let mut solver = solver(if everything() { 2000 } else { 100 });
            values.negate(&subject.name, &mut OtherValues { start, times }, &mut *solver, on_values);
        }
        if everything() {
            let settled = |tally: &Tally| tally.sat + tally.unsat;
            println!("{}: {} and {} settled, {}", subject.name, settled(&input), settled(&values), memory());
        }
    }
    println!("input: {input:?}\nfiles: {files:?}\nvalues: {values:?}");
    for tally in [&input, &files] {
        assert_eq!(tally.sat + tally.unsat + tally.unknown, tally.conditions as u32, "not every condition was negated");
        assert!(tally.unknown <= 2, "{} questions about input were left open", tally.unknown);
    }
    let sat = [input.sat, files.sat, values.sat];
    let wrong: Vec<String> = [input.wrong, files.wrong, values.wrong].concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(sat[0] > 1400 && sat[1] > 200 && sat[2] > 1000, "only {sat:?} conditions were negated");
}
