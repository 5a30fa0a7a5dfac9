//! Test execution in the machine, with the first execution time of every block, and the outcome.

use std::collections::BTreeSet;
use std::sync::Arc;

use whydunit_machine::{Limits, Machine, Observer, Site, Stop};
use whydunit_program::{BlockId, FunctionId, Program};
use whydunit_trace::{BlockNumber, Expectation, Observed, ProgramIndex};
use whydunit_world::{Case, Posix};

use crate::evidence::ranking::{Line, line_of};
use crate::session::observe;

/// A test: a run and its expectation.
#[derive(Clone, Debug)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// Its input.
    pub case: Case,
    /// Its expectation.
    pub expectation: Expectation,
}

/// An executed test.
pub struct TestRun {
    /// Its name.
    pub name: String,
    /// Was the expectation met?
    pub passed: bool,
    /// Its outcome, output and files.
    pub observed: Observed,
    /// Its expectation.
    pub expectation: Expectation,
    /// Instructions executed.
    pub steps: u64,
    /// Bytes of memory mapped at its end.
    pub memory: u64,
    /// By block of the program: the time of its first execution, or `NEVER`.
    first: Vec<u64>,
    /// Snapshots by time, the first one at the start.
    snapshots: Vec<Machine<Posix>>,
}

const NEVER: u64 = u64::MAX;
/// Snapshots kept per test.
const MAX_SNAPSHOTS: usize = 16;

/// Observes the first execution of each block.
struct FirstTimes<'a> {
    index: &'a ProgramIndex,
    first: Vec<u64>,
}

impl Observer for FirstTimes<'_> {
    #[inline(always)]
    fn block(&mut self, function: FunctionId, block: BlockId, time: u64) {
        let entry = &mut self.first[self.index.number(function, block).index()];
        if *entry == NEVER {
            *entry = time;
        }
    }
}

/// The executed tests of a program.
pub struct Tests {
    /// The program.
    pub index: Arc<ProgramIndex>,
    /// Tests that could be executed.
    pub runs: Vec<TestRun>,
    /// Names of tests that the machine refused, with the reason.
    pub unsupported: Vec<(String, String)>,
}

impl Tests {
    /// Executes tests. A test that uses up its budget fails.
    pub fn run(program: Arc<Program>, tests: Vec<Test>, limits: Limits) -> Self {
        let index = Arc::new(ProgramIndex::new(program));
        let mut all = Tests { index: index.clone(), runs: Vec::new(), unsupported: Vec::new() };
        for test in tests {
            let name = test.name.clone();
            match TestRun::new(&index, test, limits) {
                Ok(run) => all.runs.push(run),
                Err(what) => all.unsupported.push((name, what)),
            }
        }
        all
    }

    /// The lines that each test executed, with whether it passed.
    pub fn lines(&self) -> Vec<(bool, BTreeSet<Line>)> {
        self.runs.iter().map(|run| (run.passed, run.lines(&self.index))).collect()
    }
}

impl TestRun {
    fn new(index: &ProgramIndex, test: Test, limits: Limits) -> Result<Self, String> {
        let blocks: usize = index.program.functions.iter().map(|f| f.blocks.len()).sum();
        let mut observer = FirstTimes { index, first: vec![NEVER; blocks] };
        let mut machine =
            Machine::new(index.program.clone(), Posix::new(test.case), limits).map_err(|e| e.to_string())?;
        let mut snapshots = vec![machine.fork()];
        let mut distance = 1 << 14;
        let outcome = loop {
            match machine.run_until(machine.time() + distance, &mut observer).map_err(|e| e.to_string())? {
                Stop::Ended(outcome) => break outcome,
                Stop::Paused => snapshots.push(machine.fork()),
            }
            if snapshots.len() > MAX_SNAPSHOTS {
                let mut keep = false;
                snapshots.retain(|_| {
                    keep = !keep;
                    keep
                });
                distance *= 2;
            }
        };
        let observed = observe(&machine, outcome, &test.expectation);
        let passed = test.expectation.met_by(&observed);
        let (steps, memory) = (machine.stats().steps, machine.stats().memory);
        Ok(TestRun {
            name: test.name,
            passed,
            observed,
            expectation: test.expectation,
            steps,
            memory,
            first: observer.first,
            snapshots,
        })
    }

    /// The first execution time of an instruction's block, if it was executed.
    pub(crate) fn first(&self, index: &ProgramIndex, site: Site) -> Option<u64> {
        let block = index.program.function(site.function).block_of(site.inst);
        Some(self.first[index.number(site.function, block).index()]).filter(|t| *t != NEVER)
    }

    /// The last snapshot at or before an instant.
    pub(crate) fn before(&mut self, time: u64) -> Machine<Posix> {
        let at = self.snapshots.partition_point(|m| m.time() <= time).max(1) - 1;
        self.snapshots[at].fork()
    }

    /// The lines it executed.
    pub fn lines(&self, index: &ProgramIndex) -> BTreeSet<Line> {
        let executed = (0..self.first.len() as u32).filter(|n| self.first[*n as usize] != NEVER);
        let program = &index.program;
        let sites = executed.flat_map(|number| {
            let (function, block) = index.block(BlockNumber(number));
            let facts = program.function(function).blocks[block.0 as usize];
            (facts.first..facts.first + facts.len).map(move |inst| Site { function, inst })
        });
        sites.filter_map(|site| line_of(program, site)).collect()
    }
}
