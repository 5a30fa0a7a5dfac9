//! The static analyses against real runs: for every C program below `tests/c/pass`, the alias analysis, the
//! table of externals, the mod/ref summaries and the may-define sets must have foreseen all reads, writes and
//! calls, and all writes under a decision.

#[allow(dead_code)] // how programs are run natively is for others
mod directives;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use directives::{Directives, find};
use libtest_mimic::{Arguments, Failed, Trial};
use whydunit_machine::{Limits, Machine, Observer};
use whydunit_program::analysis::{Analyses, BranchId, Bytes, Location, LocationSet, Object, Outcome, UseSite};
use whydunit_program::{BlockId, FunctionId, LocalId};
use whydunit_world::{Case, Posix};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/pass");
    let mut programs = Vec::new();
    find(&root, &mut programs);
    programs.sort();
    let trials = programs.into_iter().map(|program| {
        let name = program.strip_prefix(&root).unwrap_or(&program).display().to_string();
        Trial::test(name, move || foreseen(&program))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn foreseen(source: &Path) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("prog");
    let mut command = Command::new(env!("CARGO_BIN_EXE_whydunit"));
    command.args(["cc", "-w", "-o"]).arg(&exe).arg(source).current_dir(source.parent().unwrap_or(source));
    let Directives { args, stdin, env, flags, with, archive, .. } = Directives::read(source);
    let output = command.args([flags, with, archive].concat()).arg("-lm").output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let program = Arc::new(whydunit_bitcode::load(&exe, whydunit_world::RUNTIME)?);
    let case = Case {
        args: std::iter::once("prog".into()).chain(args).map(String::into_bytes).collect(),
        env: env.into_iter().map(|(name, value)| (name.into_bytes(), value.into_bytes())).collect(),
        stdin: stdin.into(),
        cwd: dir.path().into(),
        ..Case::default()
    };
    let limits = Limits { steps: 50_000, ..Limits::default() };
    let mut machine = Machine::new(program.clone(), Posix::new(case), limits)?;
    let analyses = Analyses::new(program);
    let mut witness = Witness {
        analyses: &analyses,
        frames: Vec::new(),
        heap: BTreeMap::new(),
        clock: 0,
        asked: HashSet::new(),
        sets: HashMap::new(),
        surprises: Vec::new(),
    };
    // The machine entered the first function before the observer was attached.
    for view in machine.frames().iter().rev() {
        witness.enter(view.site.function, view.locals);
    }
    // The outcome of the run does not matter here.
    let _ = machine.run(&mut witness);
    match witness.surprises.as_slice() {
        [] => Ok(()),
        all => Err(format!("{} surprises, the first:\n{}", all.len(), all[..all.len().min(5)].join("\n")).into()),
    }
}

struct Frame {
    function: FunctionId,
    base: u64,
    block: Option<BlockId>,
    entered: u64,
    live: Vec<Live>,
}

/// A decision whose join has not been reached.
struct Live {
    branch: BranchId,
    /// An outcome other than its own.
    other: Outcome,
    join: BlockId,
    time: u64,
}

struct Witness<'a> {
    analyses: &'a Analyses,
    frames: Vec<Frame>,
    heap: BTreeMap<u64, (u64, Option<Object>, u64)>,
    clock: u64,
    asked: HashSet<(UseSite, u32, Location)>,
    sets: HashMap<(UseSite, u32), LocationSet>,
    surprises: Vec<String>,
}

const ENOUGH: u64 = 1_000_000;
const READ: u32 = u32::MAX;
const WRITE: u32 = u32::MAX - 1;

impl Witness<'_> {
    fn site(&self, inst: u32) -> Option<UseSite> {
        self.frames.last().map(|frame| UseSite { function: frame.function, inst })
    }

    /// The call instruction a frame is executing.
    fn calling(&self, frame: &Frame) -> Option<(FunctionId, u32)> {
        let block = self.analyses.program().function(frame.function).blocks[frame.block?.0 as usize];
        Some((frame.function, block.first + block.len - 1))
    }

    /// The object at an address, and the time of its creation; none for memory of the world.
    fn locate(&self, addr: u64, len: u64) -> Option<(Location, u64)> {
        let program = self.analyses.program();
        let at = |object, start: u64| Location::In(object, Bytes::at((addr - start) as u32, len as u32));
        if let Some(id) = program.global_at(addr) {
            // Globals shared by the world and our runtime do not belong to the program.
            if program.globals[id.0 as usize].name.starts_with("__whydunit") {
                return None;
            }
            return Some((at(Object::Global(id), program.globals[id.0 as usize].address), 0));
        }
        if let Some((&start, &(size, object, born))) = self.heap.range(..=addr).next_back()
            && addr < start + size
        {
            return Some((at(object?, start), born));
        }
        for frame in &self.frames {
            let function = program.function(frame.function);
            for (l, local) in function.locals.iter().enumerate() {
                let start = frame.base + u64::from(local.offset);
                if (start..start + u64::from(local.size)).contains(&addr) {
                    return Some((at(Object::Local(frame.function, LocalId(l as u32)), start), frame.entered));
                }
            }
        }
        None
    }

    fn accessed(&mut self, inst: u32, addr: u64, len: u64, kind: u32) {
        self.clock += 1;
        // By then a program that copies files byte by byte shows nothing new.
        if self.clock > ENOUGH || len == 0 {
            return;
        }
        let (Some(site), Some((location, born))) = (self.site(inst), self.locate(addr, len)) else { return };
        if self.asked.insert((site, kind, location)) {
            let set = self.sets.entry((site, kind)).or_insert_with(|| match kind {
                READ => self.analyses.read_at(site),
                _ => self.analyses.written_at(site),
            });
            let constant = matches!(location, Location::In(Object::Global(g), _) if self.analyses.program().globals[g.0 as usize].constant);
            let harmless = kind == READ && constant;
            if !harmless && !self.analyses.may_touch(set, &location) {
                self.surprise(site, if kind == READ { "reads" } else { "writes" }, location);
            }
        }
        if kind == WRITE {
            self.decided(location, born);
        }
    }

    /// Checks a write under the live decisions: some outcome of each must be foreseen to define that location.
    fn decided(&mut self, location: Location, born: u64) {
        let mut wrong = Vec::new();
        for live in self.frames.iter().flat_map(|frame| &frame.live).filter(|live| born < live.time) {
            let site = UseSite { function: live.branch.function, inst: live.branch.block.0 };
            if self.asked.insert((site, live.other.0, location))
                && !self.analyses.may_touch(&self.analyses.may_define(live.branch, live.other), &location)
            {
                wrong.push(live.branch);
            }
        }
        for branch in wrong {
            let block = self.analyses.program().function(branch.function).blocks[branch.block.0 as usize];
            let site = UseSite { function: branch.function, inst: block.first + block.len - 1 };
            self.surprise(site, "decides about", location);
        }
    }

    fn surprise(&mut self, site: UseSite, what: &str, location: Location) {
        let function = self.analyses.program().function(site.function);
        let line = function.locs[site.inst as usize].line;
        let place = match location {
            Location::In(Object::Global(g), bytes) => {
                format!("global {} {bytes:?}", self.analyses.program().globals[g.0 as usize].name)
            }
            Location::In(Object::Local(f, l), bytes) => {
                let function = self.analyses.program().function(f);
                format!("{}.{} {bytes:?}", function.name, function.locals[l.0 as usize].name)
            }
            other => format!("{other:?}"),
        };
        let inst = function.insts[site.inst as usize];
        self.surprises.push(format!("{}:{line} {inst:?} {what} {place}", function.name));
    }
}

impl Observer for Witness<'_> {
    fn block(&mut self, function: FunctionId, block: BlockId, _time: u64) {
        self.clock += 1;
        let (clock, analyses) = (self.clock, self.analyses);
        let Some(frame) = self.frames.last_mut().filter(|frame| frame.function == function) else { return };
        let flow = analyses.flow(function);
        if let Some(before) = frame.block.replace(block)
            && flow.control.decides(before)
            && let (Some(taken), Some(join)) = (flow.cfg.outcome(before, block), flow.join(before))
        {
            let other = Outcome(u32::from(taken.0 == 0));
            let branch = BranchId { function, block: before };
            // Each round of a loop makes the same decision again: check it once.
            frame.live.retain(|live| (live.branch, live.other) != (branch, other));
            frame.live.push(Live { branch, other, join, time: clock });
        }
        while frame.live.pop_if(|live| live.join == block).is_some() {}
    }

    fn load(&mut self, inst: u32, addr: u64, bytes: u64) {
        self.accessed(inst, addr, bytes, READ);
    }

    fn store(&mut self, inst: u32, addr: u64, bytes: u64, _value: u64) {
        self.accessed(inst, addr, bytes, WRITE);
    }

    fn copy(&mut self, inst: u32, dst: u64, src: u64, len: u64) {
        self.accessed(inst, src, len, READ);
        self.accessed(inst, dst, len, WRITE);
    }

    fn enter(&mut self, function: FunctionId, frame: u64) {
        self.clock += 1;
        if let Some((caller, inst)) = self.frames.last().and_then(|caller| self.calling(caller)) {
            let known = self.analyses.aliasing().callees(caller, inst).any(|f| f == function);
            // The world calls signal handlers and destructors at any time.
            let registered = !self.analyses.aliasing().callees(caller, inst).any(|_| true)
                || self.analyses.program().destructors.contains(&function);
            if !known && !registered {
                let name = &self.analyses.program().function(function).name;
                self.surprises.push(format!("{} is called from {caller:?} {inst}", name));
            }
        }
        self.frames.push(Frame { function, base: frame, block: None, entered: self.clock, live: Vec::new() });
    }

    fn leave(&mut self) {
        self.frames.pop();
    }

    fn jump(&mut self, _frames: u32) {
        // Decisions before a longjmp have no meaningful join.
        self.frames.iter_mut().for_each(|frame| frame.live.clear());
    }

    fn heap(&mut self, inst: u32, addr: u64, size: Option<u64>) {
        self.clock += 1;
        match size {
            None => _ = self.heap.remove(&addr),
            Some(size) => {
                let here = self.frames.last().map(|frame| (frame.function, inst));
                let callers = self.frames.iter().rev().skip(1).filter_map(|frame| self.calling(frame));
                let object =
                    self.analyses.aliasing().allocated_at(self.analyses.program(), here.into_iter().chain(callers));
                self.heap.insert(addr, (size, object, self.clock));
            }
        }
    }
}
