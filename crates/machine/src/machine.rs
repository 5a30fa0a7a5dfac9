//! A run in progress and its driver: start, run until, fork.

use std::sync::Arc;

use whydunit_program::{FunctionId, Global, Program, layout};

use crate::alteration::Alteration;
use crate::event::Event;
use crate::heap::Heap;
use crate::memory::{ADDRESSABLE, DEFINED, Memory};
use crate::plan::Plan;
use crate::shadow::Shadow;
use crate::stack::Stack;
use crate::symbolic::Symbolic;
use crate::{Arg, Failure, FailureKind, Halt, Limit, Limits, Observer, Outcome, Site, Stats, Word, World};

/// Why [`Machine::run_until`] returned.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The run is over.
    Ended(Outcome),
    /// The requested time is reached.
    Paused,
}

/// Something the machine cannot do; not the program's fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsupported {
    /// The unsupported operation, and a remedy.
    pub what: String,
    /// Call stack, innermost first.
    pub stack: Vec<Site>,
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Unsupported {}

/// The state of the machine without its world.
pub(crate) struct Core {
    pub(crate) memory: Memory,
    pub(crate) heap: Heap,
    pub(crate) stack: Stack,
    pub(crate) shadow: Shadow,
    /// Terms and constraints, once the run has symbols.
    pub(crate) symbolic: Option<Box<Symbolic>>,
    /// Time of the end of the current block.
    pub(crate) time: u64,
    /// LLVM instructions up to the end of the current block.
    pub(crate) llvm: u64,
    /// The current frame's block is not yet accounted for.
    pub(crate) entering: bool,
    /// The quick loop may not enter a block that ends after this time.
    pub(crate) quick_until: u64,
    /// The careful loop stops at this time.
    pub(crate) until: u64,
    /// Pending alterations, latest first.
    pub(crate) alterations: Vec<Alteration>,
    pub(crate) limits: Limits,
    pub(crate) serial: u64,
    pub(crate) reserved: u64,
    snapshots: u64,
    phase: Phase,
}

/// The current phase of the run, executed by the bottom-most frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// This many destructors are registered with `atexit`, the last to run first.
    Destructors(usize),
    /// This many constructors were started.
    Constructors(usize),
    Main,
    Exit,
}

/// A run in progress. The cost of a fork is proportional to the memory written later.
pub struct Machine<W> {
    pub(crate) program: Arc<Program>,
    pub(crate) plan: Arc<Plan>,
    /// The world that serves this run.
    pub world: W,
    pub(crate) core: Core,
    pub(crate) main_args: [u64; 3],
    outcome: Option<Outcome>,
    /// Buffer for the arguments of a call; kept to reuse its allocation.
    pub(crate) args: Vec<Arg>,
}

impl<W: World> Machine<W> {
    /// A run before its first instruction.
    pub fn new(program: Arc<Program>, world: W, limits: Limits) -> Result<Self, Unsupported> {
        let no_main = || Unsupported { what: "the program has no `main`".into(), stack: Vec::new() };
        program.main.ok_or_else(no_main)?;
        let plan = Arc::new(Plan::new(&program, &world));
        let core = Core {
            memory: Memory::new(limits.memory),
            heap: Heap::new(),
            stack: Stack::default(),
            shadow: Shadow::default(),
            symbolic: None,
            time: 0,
            llvm: 0,
            entering: false,
            quick_until: 0,
            until: u64::MAX,
            alterations: Vec::new(),
            limits,
            serial: 0,
            reserved: layout::RESERVED,
            snapshots: 0,
            phase: Phase::Destructors(0),
        };
        let mut machine = Machine { program, plan, world, core, main_args: [0; 3], outcome: None, args: Vec::new() };
        machine.load_globals();
        let start = machine.start_world();
        match start {
            Ok(words) => machine.main_args = words.map(|w| w.bits),
            Err(Halt::Unsupported(what)) => return Err(Unsupported { what, stack: Vec::new() }),
            Err(other) => {
                return Err(Unsupported { what: format!("the run cannot start: {other:?}"), stack: Vec::new() });
            }
        }
        // The frame of `main` may exceed the stack limit.
        if let Err(halt) = machine.next_phase(Word::default()) {
            machine.outcome = Some(machine.judge(halt)?);
        }
        Ok(machine)
    }

    fn load_globals(&mut self) {
        let memory = &mut self.core.memory;
        let nowhere = |g: &Global| g.external && !self.world.has_variable(&g.name);
        for global in self.program.globals.iter().filter(|g| !nowhere(g)) {
            memory.set_state(global.address, global.size, ADDRESSABLE | DEFINED);
            if global.init.iter().any(|b| *b != 0) {
                memory.put_bytes(global.address, &global.init);
            }
        }
        for global in self.program.globals.iter().filter(|g| g.constant) {
            memory.protect(global.address, global.size);
        }
    }

    /// Forks the run: the copy then proceeds independently.
    pub fn fork(&mut self) -> Self {
        self.core.snapshots += 1;
        let core = Core {
            memory: self.core.memory.fork(),
            heap: self.core.heap.clone(),
            stack: self.core.stack.clone(),
            shadow: self.core.shadow.clone(),
            symbolic: self.core.symbolic.clone(),
            alterations: self.core.alterations.clone(),
            ..self.core
        };
        Machine {
            program: self.program.clone(),
            plan: self.plan.clone(),
            world: self.world.clone(),
            core,
            main_args: self.main_args,
            outcome: self.outcome.clone(),
            args: Vec::new(),
        }
    }

    /// The current time: instructions executed so far.
    pub fn time(&self) -> u64 {
        let Some(frame) = self.core.stack.frame() else { return self.core.time };
        if self.core.entering {
            return self.core.time;
        }
        let block = self.program.function(frame.function).blocks[frame.block.0 as usize];
        self.core.time - u64::from(block.first + block.len - frame.pc)
    }

    /// Statistics so far.
    pub fn stats(&self) -> Stats {
        let core = &self.core;
        Stats {
            steps: core.time,
            llvm: core.llvm,
            memory: core.memory.mapped(),
            heap: core.heap.live,
            snapshots: core.snapshots,
        }
    }

    /// The limits of the run.
    pub fn limits(&self) -> Limits {
        self.core.limits
    }

    /// Replaces the limits of the run.
    pub fn set_limits(&mut self, limits: Limits) {
        self.core.limits = limits;
        self.core.memory.limit = limits.memory;
    }

    /// Adds an alteration at a time not yet reached.
    pub fn alter(&mut self, alteration: Alteration) {
        let list = &mut self.core.alterations;
        let at = list.partition_point(|a| a.time > alteration.time);
        list.insert(at, alteration);
    }

    /// The program being run.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Runs to the end.
    pub fn run<O: Observer>(&mut self, observer: &mut O) -> Result<Outcome, Unsupported> {
        match self.run_until(u64::MAX, observer)? {
            Stop::Ended(outcome) => Ok(outcome),
            Stop::Paused => Ok(Outcome::Stopped(Limit::Steps(u64::MAX))),
        }
    }

    /// Runs until just before the instruction at `time`, or to the end.
    pub fn run_until<O: Observer>(&mut self, time: u64, observer: &mut O) -> Result<Stop, Unsupported> {
        if let Some(outcome) = &self.outcome {
            return Ok(Stop::Ended(outcome.clone()));
        }
        let mut careful = false;
        loop {
            self.core.until = time.min(self.core.limits.steps);
            let next_change = self.core.alterations.last().map_or(u64::MAX, |a| a.time);
            self.core.quick_until = time.min(next_change).min(self.core.limits.steps);
            let event = match self.is_quick() && !careful {
                true => self.execute::<O, false>(observer),
                false => self.execute::<O, true>(observer),
            };
            careful = matches!(event, Event::Careful);
            let result = match event {
                Event::Limit | Event::Quick | Event::Careful => Ok(()),
                Event::Paused if time >= self.core.limits.steps => {
                    Err(Halt::Limit(Limit::Steps(self.core.limits.steps)))
                }
                Event::Paused => return Ok(Stop::Paused),
                Event::Call => self.call(observer),
                Event::Return { first, count } => self.leave(first, count, observer),
                Event::Halt(halt) => Err(halt),
            };
            let result = result.and_then(|()| self.core.check_memory());
            if let Err(halt) = result {
                let outcome = self.judge(halt)?;
                self.world.stopped();
                self.outcome = Some(outcome.clone());
                return Ok(Stop::Ended(outcome));
            }
        }
    }

    /// May the rest of this block, or the next block, be executed in the quick loop?
    fn is_quick(&self) -> bool {
        let core = &self.core;
        let Some(frame) = core.stack.frame() else { return true };
        let block = self.program.function(frame.function).blocks[frame.block.0 as usize];
        let end = core.time + if core.entering { u64::from(block.len) } else { 0 };
        core.shadow.is_empty(core.stack.depth()) && end <= core.quick_until
    }

    fn judge(&mut self, halt: Halt) -> Result<Outcome, Unsupported> {
        match halt {
            Halt::Exit(status) => Ok(Outcome::Exited(status & 0xff)),
            Halt::Limit(limit) => Ok(Outcome::Stopped(limit)),
            Halt::Unsupported(what) => Err(Unsupported { what, stack: self.call_stack() }),
            Halt::Failed(kind) => {
                let kind = self.explain_memory(kind);
                if let Some(what) = self.missing_variable(&kind) {
                    return Err(Unsupported { what, stack: self.call_stack() });
                }
                let callee = self.current_external();
                let failure = Failure { kind, stack: self.call_stack(), step: self.time(), callee };
                Ok(Outcome::Failed(Box::new(failure)))
            }
        }
    }

    /// The call stack, innermost first.
    pub fn call_stack(&self) -> Vec<Site> {
        self.core.stack.frames().map(|f| Site { function: f.function, inst: f.pc }).collect()
    }

    /// Is the bottom-most frame that of `main`?
    pub(crate) fn in_main(&self) -> bool {
        self.core.phase == Phase::Main && self.core.stack.depth() == 1
    }

    /// Starts the next phase after the bottom-most function has returned `value`.
    pub(crate) fn next_phase(&mut self, value: Word) -> Result<(), Halt> {
        let [argc, argv, envp] = self.main_args.map(Word::new);
        let destructors = if self.plan.atexit.is_some() { self.program.destructors.len() } else { 0 };
        if self.core.phase == Phase::Destructors(destructors) {
            self.core.phase = Phase::Constructors(0);
        }
        let (phase, function, args) = match self.core.phase {
            Phase::Destructors(n) => {
                let Some(atexit) = self.plan.atexit else { return Err(Halt::Exit(0)) };
                let destructor = self.program.destructors[destructors - 1 - n];
                (Phase::Destructors(n + 1), atexit, vec![layout::function_address(destructor).into()])
            }
            Phase::Constructors(n) if n < self.program.constructors.len() => {
                (Phase::Constructors(n + 1), self.program.constructors[n], vec![argc, argv, envp])
            }
            Phase::Constructors(_) => {
                let Some(main) = self.program.main else { return Err(Halt::Exit(0)) };
                (Phase::Main, main, vec![argc, argv, envp])
            }
            Phase::Main => {
                // A program without our runtime library ends here; otherwise `exit` flushes the
                // streams.
                let Some(exit) = self.plan.exit else { return Err(Halt::Exit(value.bits as i32)) };
                (Phase::Exit, exit, vec![value])
            }
            Phase::Exit => return Err(Halt::Exit(value.bits as i32)),
        };
        self.core.phase = phase;
        self.enter_bottom(function, &args)
    }

    /// The name of the function `id` of the program.
    pub fn function_name(&self, id: FunctionId) -> &str {
        &self.program.function(id).name
    }
}

impl Core {
    /// Fails when globals, stack and heap together exceed the memory limit.
    pub(crate) fn check_memory(&self) -> Result<(), Halt> {
        match self.memory.mapped() > self.limits.memory {
            true => Err(Halt::Limit(Limit::Memory(self.limits.memory))),
            false => Ok(()),
        }
    }

    /// Fails when a frame would exceed the stack limit.
    pub(crate) fn check_stack(&self, low: u64) -> Result<(), Halt> {
        if layout::STACK_TOP - low > self.limits.stack {
            return Err(Halt::Failed(FailureKind::StackOverflow));
        }
        Ok(())
    }
}
