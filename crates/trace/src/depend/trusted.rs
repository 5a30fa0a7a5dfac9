//! Functions assumed correct, whose instances are folded into the calls of them.
//!
//! A call of a trusted function depends on everything that the callee read from outside, and stands for everything that
//! the callee wrote. A callback from a trusted function into the program (`qsort`) is not folded; it depends on the
//! call.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use whydunit_program::{Function, Inst, Program};

use crate::depend::Dependences;
use crate::depend::dependence::Dependence;
use crate::numbers::{ExecutedBlock, Time};
use crate::record::recording::{Position, Recording};

/// The trusted functions, by name, file or directory. By default those of our own C library code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trusted {
    names: BTreeSet<String>,
    paths: Vec<PathBuf>,
    runtime: bool,
}

impl Default for Trusted {
    fn default() -> Self {
        Trusted { names: BTreeSet::new(), paths: Vec::new(), runtime: true }
    }
}

impl Trusted {
    /// Trusts no function, not even those of the library.
    pub fn nothing() -> Self {
        Trusted { runtime: false, ..Trusted::default() }
    }

    /// Also trusts the functions of this name.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.names.insert(name.into());
        self
    }

    /// Also trusts the functions in this file, or in files below this directory. A relative path matches the end of a
    /// file's path, or a directory in the middle of it.
    pub fn path(mut self, path: impl Into<PathBuf>) -> Self {
        self.paths.push(path.into());
        self
    }

    /// Is the function trusted?
    pub fn covers(&self, program: &Program, function: &Function) -> bool {
        if self.runtime && program.is_runtime(function) || self.names.contains(&function.name) {
            return true;
        }
        let Some(file) = program.file_of(function) else { return false };
        let path = file.path();
        self.paths.iter().any(|wanted| path.starts_with(wanted) || holds(&path, wanted))
    }
}

/// Does a relative path denote the file or a directory above it?
fn holds(path: &Path, wanted: &Path) -> bool {
    wanted.is_relative() && path.ancestors().any(|above| above.ends_with(wanted))
}

/// The trusted functions of one program.
pub(crate) struct Folding {
    functions: Vec<bool>,
    /// Dependences of calls already computed, by executed block.
    calls: HashMap<ExecutedBlock, Vec<Dependence>>,
}

impl Folding {
    pub(crate) fn new(trusted: &Trusted, program: &Program) -> Self {
        let functions = program.functions.iter().map(|f| trusted.covers(program, f)).collect();
        Folding { functions, calls: HashMap::new() }
    }

    fn covers(&self, recording: &Recording, block: ExecutedBlock) -> bool {
        self.functions[recording.static_block(block).0.0 as usize]
    }

    /// The instance that represents the one at `time`: itself, or the outermost call into trusted code around it.
    pub(crate) fn outside(&self, recording: &Recording, time: Time) -> Time {
        let Some(mut block) = recording.position(time).map(|p| p.block) else { return time };
        let mut outside = time;
        while self.covers(recording, block) {
            // Code without a caller, such as the end of the run, represents itself.
            let Some(caller) = recording.caller_of(block) else { return time };
            outside = recording.end_of(caller);
            block = caller;
        }
        outside
    }
}

impl<'a> Dependences<'a> {
    /// Folds what happens in trusted functions into their calls.
    pub fn trusting(mut self, trusted: &Trusted) -> Self {
        self.folding = Some(Folding::new(trusted, &self.recording.index.program));
        self
    }

    /// The instance that represents the one at `time` when trusted functions are folded.
    pub fn folded(&self, time: Time) -> Time {
        self.folding.as_ref().map_or(time, |f| f.outside(self.recording, time))
    }

    /// Adds the dependences that a call of a trusted function has through its callee.
    pub(crate) fn callee_dependences(&mut self, call: Position) {
        let recording = self.recording;
        let entered = call.block + 1;
        let Some(folding) = &self.folding else { return };
        let is_call = matches!(recording.inst(call), Inst::Call { .. }) && entered < recording.block_end();
        if !is_call || recording.caller_of(entered) != Some(call.block) || !folding.covers(recording, entered) {
            return;
        }
        if let Some(known) = folding.calls.get(&call.block) {
            self.found.extend(known);
            return;
        }
        let first = recording.structure.call_of(entered);
        let blocks = entered.until(recording.block_end()).take_while(|&b| recording.structure.call_of(b) >= first);
        let blocks: Vec<ExecutedBlock> = blocks.filter(|&b| folding.covers(recording, b)).collect();
        let mut most = 1 << 12;
        for block in blocks {
            self.whole_block(block);
            if self.found.len() > most {
                self.tidy();
                most = most.max(2 * self.found.len());
            }
        }
        self.settle();
        self.tidy();
        let known = self.found.clone();
        if let Some(folding) = &mut self.folding {
            folding.calls.insert(call.block, known);
        }
    }

    /// Adds all dependences of the instances of one executed block.
    fn whole_block(&mut self, block: ExecutedBlock) {
        let recording = self.recording;
        let (id, function) = recording.function_of(block);
        let (_, at) = recording.static_block(block);
        let (facts, start) = (function.blocks[at.0 as usize], recording.start_of(block));
        for inst in facts.first..facts.first + facts.len {
            if function.insts[inst as usize].defs().is_none() {
                let position = Position { block, start, function: id, inst };
                self.uses(position, None);
                self.read(position, |_| true);
            }
        }
        self.control(block);
    }
}
