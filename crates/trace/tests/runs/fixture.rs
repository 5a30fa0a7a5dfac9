//! Recorded runs of C texts, with lines and executions found by text.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;

use whydunit_machine::{Alteration, Change, Limits, Machine};
use whydunit_program::{FunctionId, Inst, Program};
use whydunit_trace::{ProgramIndex, Recorded, Recording, Time, record};
use whydunit_world::{Case, Posix};

/// A compiled, executed and recorded program.
pub(crate) struct Fixture {
    pub(crate) source: String,
    pub(crate) index: Arc<ProgramIndex>,
    pub(crate) recorded: Recorded<Posix>,
}

/// Compiles C text as `whydunit cc` does.
pub(crate) fn compile(source: &str) -> Arc<Program> {
    let dir = tempfile::tempdir().expect("a directory");
    let (input, output) = (dir.path().join("prog.c"), dir.path().join("prog.bc"));
    std::fs::write(&input, source).expect("a writable directory");
    let ours = ["-O0", "-g", "-w", "-fno-discard-value-names", "-Xclang", "-fsanitize-address-use-after-scope"];
    let mut clang = Command::new("clang-19");
    let compiled = clang.args(ours).args(["-c", "-emit-llvm", "-o"]).arg(&output).arg(&input).output();
    let compiled = compiled.expect("clang-19 is installed");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    Arc::new(whydunit_bitcode::load(&output, whydunit_world::RUNTIME).expect("loadable bitcode"))
}

impl Fixture {
    pub(crate) fn new(source: &str) -> Self {
        Fixture::with_input(source, "")
    }

    pub(crate) fn with_input(source: &str, stdin: &str) -> Self {
        Fixture::of(source, compile(source), stdin)
    }

    /// Another run of a compiled program.
    pub(crate) fn of(source: &str, program: Arc<Program>, stdin: &str) -> Self {
        let index = Arc::new(ProgramIndex::new(program.clone()));
        let case = Case { stdin: stdin.as_bytes().to_vec().into(), ..Case::default() };
        let limits = Limits { steps: 100_000, ..Limits::default() };
        let machine = Machine::new(program, Posix::new(case), limits).expect("a run");
        let recorded = record(machine, index.clone(), |_| true).expect("a recordable run");
        Fixture { source: source.into(), index, recorded }
    }

    /// The same run with one decision flipped, recorded.
    pub(crate) fn flipped(&mut self, time: Time) -> Recording {
        let mut machine = self.recorded.snapshots.before(0);
        machine.alter(Alteration { time: u64::from(time), change: Change::Flip });
        record(machine, self.index.clone(), |_| true).expect("a recordable run").recording
    }

    pub(crate) fn recording(&self) -> &Recording {
        &self.recorded.recording
    }

    /// The line that contains a text, from 1.
    pub(crate) fn line(&self, text: &str) -> u32 {
        let found = self.source.lines().position(|l| l.contains(text));
        found.unwrap_or_else(|| panic!("no line with {text:?}")) as u32 + 1
    }

    /// The times of the last assignment, decision, return or call of each execution of a line.
    pub(crate) fn executions(&self, line: u32) -> Vec<Time> {
        self.executions_of(line, |_| true)
    }

    /// The times of the last decision of each execution of a line.
    pub(crate) fn decisions(&self, line: u32) -> Vec<Time> {
        self.executions_of(line, Inst::decides)
    }

    /// The times of the calls on a line.
    pub(crate) fn calls(&self, line: u32) -> Vec<Time> {
        self.executions_of(line, |inst| matches!(inst, Inst::Call { .. }))
    }

    fn executions_of(&self, line: u32, wanted: impl Fn(&Inst) -> bool) -> Vec<Time> {
        let (function, inst) = self.instance_on(line, wanted).unwrap_or_else(|| panic!("nothing on line {line}"));
        let recording = self.recording();
        Time::FIRST
            .until(recording.duration())
            .filter(|&time| recording.position(time).is_some_and(|p| p.function == function && p.inst == inst))
            .collect()
    }

    fn instance_on(&self, line: u32, wanted: impl Fn(&Inst) -> bool) -> Option<(FunctionId, u32)> {
        let own = self.index.program.functions.iter().enumerate().filter(|(_, f)| !self.index.program.is_runtime(f));
        let mut found = BTreeMap::new();
        for (id, function) in own {
            for (at, inst) in function.insts.iter().enumerate() {
                if function.locs[at].line == line && (inst.defines_or_decides() || passes_on(inst)) && wanted(inst) {
                    found.insert(id, at as u32);
                }
            }
        }
        found.into_iter().next().map(|(id, at)| (FunctionId(id as u32), at))
    }
}

fn passes_on(inst: &Inst) -> bool {
    matches!(inst, Inst::Call { .. } | Inst::Return { .. })
}
