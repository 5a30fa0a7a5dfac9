//! Calls and returns, of the program's own functions and of models; `setjmp` and `longjmp`.

use whydunit_program::layout::{self, Code};
use whydunit_program::{ArgClass, CallArg, Callee, ExternalId, Function, FunctionId, Inst, Program, Slot};

use crate::alteration::Change;
use crate::execute::fault;
use crate::machine::Core;
use crate::memory::ADDRESSABLE;
use crate::plan::{Binding, Plan};
use crate::stack::Frame;
use crate::visit::Visit;
use crate::{AccessKind, Arg, FailureKind, Guest, Halt, Machine, Nobody, Observer, Reply, Run, Word, World};

/// What marks a `jmp_buf` that our `setjmp` filled in.
const JUMP_MAGIC: u64 = 0x6a75_6d70_6275_6621;

/// Size of the register save area of variadic functions.
const SAVE_AREA: u64 = 176;
const SAVED_GENERAL: u32 = 48;

impl<W: World> Machine<W> {
    /// Executes the call the current frame is at.
    pub(crate) fn call<O: Observer>(&mut self, observer: &mut O) -> Run<()> {
        let Some(frame) = self.core.stack.frame() else { return Err(Halt::Exit(0)) };
        let function = self.program.function(frame.function);
        let Inst::Call { site } = function.insts[frame.pc as usize] else {
            return Err(Halt::Unsupported("internal: a call that is none".into()));
        };
        let site = &function.calls[site as usize];
        let code = match site.callee {
            Callee::Direct(id) => Code::Function(id),
            Callee::External(id) => Code::External(id),
            Callee::Indirect(slot) => self.indirect(slot)?,
        };
        let mut args = std::mem::take(&mut self.args);
        self.core.arguments(&site.args, &mut args);
        let put = self.core.take_put();
        let result = match code {
            Code::Function(_) if put.is_some() => {
                Err(Halt::Unsupported("a value can be put at a function's return, not at its call".into()))
            }
            Code::Function(id) => self.core.enter(&self.program, &self.plan, id, &args, observer),
            Code::External(id) => self.external(id, &mut args, put, observer),
        };
        self.args = args;
        result
    }

    fn indirect(&self, slot: Slot) -> Run<Code> {
        let depth = self.core.stack.depth();
        if self.core.shadow.get(depth, slot) != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedAddress));
        }
        let address = self.core.stack.slots()[slot as usize];
        let exists = |code: &Code| match code {
            Code::Function(id) => (id.0 as usize) < self.program.functions.len(),
            Code::External(id) => (id.0 as usize) < self.program.externals.len(),
        };
        layout::code_at(address).filter(exists).ok_or(Halt::Failed(FailureKind::BadCall { address }))
    }

    /// Enters the first function of a phase.
    pub(crate) fn enter_bottom(&mut self, id: FunctionId, args: &[u64]) -> Run<()> {
        let args: Vec<Arg> =
            args.iter().map(|&a| Arg { class: ArgClass::Int, word: a.into(), high: Word::default() }).collect();
        self.core.enter(&self.program, &self.plan, id, &args, &mut Nobody)
    }

    /// Returns from the innermost function.
    pub(crate) fn leave<O: Observer>(&mut self, first: Slot, count: u8, observer: &mut O) -> Run<()> {
        let depth = self.core.stack.depth();
        let mut reply = Reply::default();
        let mut more = Vec::new();
        let slots = self.core.stack.slots();
        for i in 0..u32::from(count) {
            let undef = if self.core.shadow.is_empty() { 0 } else { self.core.shadow.get(depth, first + i) };
            let word = Word { bits: slots[(first + i) as usize], undef, term: 0 };
            match reply.slots.get_mut(i as usize) {
                Some(slot) => *slot = word,
                None => more.push(word),
            }
        }
        self.core.drop_frame(observer);
        if self.core.stack.depth() == 0 {
            return self.next_phase(reply.slots[0].bits);
        }
        self.core.resume(&self.program, reply, &more);
        Ok(())
    }

    /// Calls a function that the program does not define.
    fn external<O: Observer>(
        &mut self,
        id: ExternalId,
        args: &mut Vec<Arg>,
        put: Option<u64>,
        observer: &mut O,
    ) -> Run<()> {
        match self.plan.bindings[id.0 as usize] {
            Binding::Model(number) => {
                let inst = self.core.stack.frame().map_or(0, |f| f.pc);
                observer.model(inst, id);
                let name = &self.program.externals[id.0 as usize].name;
                let time = self.time();
                let taken = std::mem::take(args);
                let mut visit =
                    Visit { core: &mut self.core, plan: &self.plan, observer, args: taken, name, inst, time };
                let reply = self.world.call(number, &mut visit);
                *args = visit.args;
                let mut reply = reply?;
                if let Some(value) = put {
                    reply.slots[0] = value.into();
                }
                observer.model_done(inst, reply.slots.map(|w| w.bits));
                self.core.resume(&self.program, reply, &[]);
                Ok(())
            }
            Binding::SetJump => self.set_jump(args),
            Binding::LongJump => self.long_jump(args, observer),
            Binding::Missing => {
                let name = &self.program.externals[id.0 as usize].name;
                Err(Halt::Unsupported(format!(
                    "`{name}` is called, which has neither code nor a model; link bitcode for it \
                     (compile its source with `whydunit cc`) or answer it with `--stub {name}=VALUE`"
                )))
            }
        }
    }

    fn set_jump(&mut self, args: &[Arg]) -> Run<()> {
        let buffer = args.first().map_or(0, |a| a.word.bits);
        let (serial, pc) = self.core.stack.frame().map_or((0, 0), |f| (f.serial, f.pc));
        // `sigsetjmp` also keeps the blocked signals, which libc has in a variable of its own.
        let mask = args.get(1).filter(|saves| saves.word.bits as u32 != 0).and_then(|_| self.signal_mask());
        let mask_saved = u64::from(mask.is_some());
        let kept = [JUMP_MAGIC, serial, u64::from(pc), mask_saved, mask.map_or(0, |(_, value)| value)];
        for (i, value) in kept.into_iter().enumerate() {
            let at = buffer.wrapping_add(8 * i as u64);
            self.core.memory.write(at, 8, value, 0).map_err(|_| fault(AccessKind::Write, at, 8))?;
        }
        self.core.resume(&self.program, Reply::default(), &[]);
        Ok(())
    }

    /// Where libc keeps the blocked signals, and which they are; none when the program has no signals.
    fn signal_mask(&mut self) -> Option<(u64, u64)> {
        let (address, _) = *self.plan.globals.get("__whydunit_signal_mask")?;
        let (value, _) = self.core.memory.read_masked(address, 8).ok()?;
        Some((address, value))
    }

    fn long_jump<O: Observer>(&mut self, args: &[Arg], observer: &mut O) -> Run<()> {
        let buffer = args.first().map_or(0, |a| a.word.bits);
        let value = args.get(1).map_or(0, |a| a.word.bits);
        let misuse = |what: &str| Halt::Failed(FailureKind::Misuse(what.into()));
        let mut read = |i: u64| {
            let at = buffer.wrapping_add(8 * i);
            self.core.memory.read_masked(at, 8).map(|r| r.0).map_err(|_| fault(AccessKind::Read, at, 8))
        };
        let (magic, serial, pc, mask_saved, mask) = (read(0)?, read(1)?, read(2)?, read(3)?, read(4)?);
        if magic != JUMP_MAGIC {
            return Err(misuse("longjmp to a jmp_buf that setjmp did not fill in"));
        }
        if !self.core.stack.frames().any(|f| f.serial == serial) {
            return Err(misuse("longjmp into a function that has returned"));
        }
        if let Some((address, _)) = self.signal_mask().filter(|_| mask_saved == 1) {
            self.core.memory.write(address, 8, mask, 0).map_err(|_| fault(AccessKind::Write, address, 8))?;
        }
        let mut frames = 0;
        while self.core.stack.frame().is_some_and(|f| f.serial != serial) {
            self.core.drop_frame(observer);
            frames += 1;
        }
        observer.jump(frames);
        if let Some((frame, _)) = self.core.stack.current() {
            frame.pc = pc as u32;
        }
        self.core.resume(&self.program, Reply::from(if value as u32 == 0 { 1 } else { value }), &[]);
        Ok(())
    }

    /// Lets the world prepare memory before the first instruction.
    pub(crate) fn start_world(&mut self) -> Run<[Word; 3]> {
        let mut observer = Nobody;
        let mut visit = Visit {
            core: &mut self.core,
            plan: &self.plan,
            observer: &mut observer,
            args: Vec::new(),
            name: "start",
            inst: 0,
            time: 0,
        };
        let guest: &mut dyn Guest = &mut visit;
        self.world.start(guest)
    }

    /// The name of the external function the innermost frame is calling.
    pub(crate) fn current_external(&self) -> Option<String> {
        let frame = self.core.stack.frame()?;
        let function = self.program.function(frame.function);
        let Inst::Call { site } = *function.insts.get(frame.pc as usize)? else { return None };
        let id = match function.calls[site as usize].callee {
            Callee::External(id) => id,
            Callee::Indirect(slot) => match layout::code_at(*self.core.stack.slots().get(slot as usize)?)? {
                Code::External(id) => id,
                Code::Function(_) => return None,
            },
            Callee::Direct(_) => return None,
        };
        Some(self.program.externals.get(id.0 as usize)?.name.clone())
    }
}

impl Core {
    fn take_put(&mut self) -> Option<u64> {
        let list = &mut self.alterations;
        match list.last()?.change {
            Change::Put(value) if list.last()?.time == 0 => {
                list.pop();
                Some(value)
            }
            _ => None,
        }
    }

    /// The argument words, from the caller's slots.
    fn arguments(&self, args: &[CallArg], words: &mut Vec<Arg>) {
        let slots = self.stack.slots();
        let depth = self.stack.depth();
        let plain = self.shadow.is_empty();
        let word = |slot: Slot| {
            let undef = if plain { 0 } else { self.shadow.get(depth, slot) };
            Word { bits: slots[slot as usize], undef, term: 0 }
        };
        words.clear();
        words.extend(args.iter().map(|a| Arg {
            class: a.class,
            word: word(a.slot),
            high: if a.class.slots() == 2 { word(a.slot + 1) } else { Word::default() },
        }));
    }

    /// Enters a function of the program.
    pub(crate) fn enter<O: Observer>(
        &mut self,
        program: &Program,
        plan: &Plan,
        id: FunctionId,
        args: &[Arg],
        observer: &mut O,
    ) -> Run<()> {
        let function = program.function(id);
        let top = self.stack.frame().map_or(layout::STACK_TOP, |f| f.low);
        let extra = if function.variadic { variadic_size(args) } else { 0 };
        let locals = (top - extra - u64::from(function.frame_size)) & !15;
        self.check_stack(locals)?;
        self.serial += 1;
        let mut frame = Frame {
            function: id,
            block: whydunit_program::BlockId(0),
            pc: 0,
            base: 0,
            locals,
            low: locals,
            top,
            varargs: 0,
            overflow: 0,
            named: [0, 0],
            serial: self.serial,
        };
        let memory = &mut self.memory;
        for &(offset, len) in &plan.live[id.0 as usize] {
            memory.set_state(locals + u64::from(offset), u64::from(len), ADDRESSABLE);
        }
        if function.variadic {
            self.save_arguments(function, args, locals + u64::from(function.frame_size), &mut frame);
        }
        self.stack.push(frame, function.slots);
        self.entering = true;
        observer.enter(id, locals);
        self.pass(function, args, locals)
    }

    /// Fills the new frame's constants and parameters.
    fn pass(&mut self, function: &Function, args: &[Arg], locals: u64) -> Run<()> {
        let depth = self.stack.depth();
        let Some((_, slots)) = self.stack.current() else { return Ok(()) };
        slots[..function.constants.len()].copy_from_slice(&function.constants);
        for (param, arg) in function.params.iter().zip(args) {
            let at = param.slot as usize;
            slots[at] = arg.word.bits;
            if param.class.slots() == 2 {
                slots[at + 1] = arg.high.bits;
            }
            if arg.word.undef | arg.high.undef != 0 {
                self.shadow.set(depth, param.slot, arg.word.undef);
                if param.class.slots() == 2 {
                    self.shadow.set(depth, param.slot + 1, arg.high.undef);
                }
            }
            if let (Some(local), ArgClass::ByVal { .. }) = (param.copy, arg.class) {
                let local = &function.locals[local.0 as usize];
                let (dst, len) = (locals + u64::from(local.offset), u64::from(local.size));
                if self.memory.readable(arg.word.bits, len).is_err() {
                    return Err(fault(AccessKind::Read, arg.word.bits, len));
                }
                self.memory.copy(dst, arg.word.bits, len);
                slots[at] = dst;
            }
        }
        Ok(())
    }

    /// Lays out the arguments of a variadic call as the System V ABI does: registers in a save area,
    /// the rest in memory behind it. Bytes no argument fills may not be read.
    fn save_arguments(&mut self, function: &Function, args: &[Arg], area: u64, frame: &mut Frame) {
        let memory = &mut self.memory;
        let (mut general, mut floating, mut overflow) = (0u32, SAVED_GENERAL, area + SAVE_AREA);
        frame.varargs = area;
        for (index, arg) in args.iter().enumerate() {
            if index == function.params.len() {
                (frame.named, frame.overflow) = ([general, floating], overflow);
            }
            let words = [arg.word, arg.high];
            let mut put = |addr: u64, words: &[Word]| {
                for (i, word) in words.iter().enumerate() {
                    let here = addr + 8 * i as u64;
                    memory.set_state(here, 8, ADDRESSABLE);
                    let _ = memory.write(here, 8, word.bits, word.undef);
                }
            };
            match arg.class {
                ArgClass::Int if general < SAVED_GENERAL => {
                    put(area + u64::from(general), &words[..1]);
                    general += 8;
                }
                ArgClass::Int128 if general + 8 < SAVED_GENERAL => {
                    put(area + u64::from(general), &words);
                    general += 16;
                }
                ArgClass::Float if u64::from(floating) < SAVE_AREA => {
                    put(area + u64::from(floating), &words[..1]);
                    floating += 16;
                }
                ArgClass::FloatPair if u64::from(floating) < SAVE_AREA => {
                    put(area + u64::from(floating), &[Word::new(words[0].bits & 0xffff_ffff | words[1].bits << 32)]);
                    floating += 16;
                }
                ArgClass::Int | ArgClass::Float | ArgClass::FloatPair => {
                    put(overflow, &words[..1]);
                    overflow += 8;
                }
                ArgClass::Int128 | ArgClass::X87 => {
                    overflow = overflow.next_multiple_of(16);
                    put(overflow, &words);
                    overflow += 16;
                }
                ArgClass::ByVal { size, align } => {
                    overflow = overflow.next_multiple_of(u64::from(align.max(8)));
                    memory.set_state(overflow, u64::from(size), ADDRESSABLE);
                    memory.copy(overflow, arg.word.bits, u64::from(size));
                    overflow += u64::from(size).next_multiple_of(8);
                }
            }
        }
        if args.len() <= function.params.len() {
            (frame.named, frame.overflow) = ([general, floating], overflow);
        }
    }

    /// Removes the innermost frame and its locals.
    fn drop_frame<O: Observer>(&mut self, observer: &mut O) {
        let depth = self.stack.depth();
        if let Some(frame) = self.stack.pop() {
            self.memory.set_state(frame.low, frame.top - frame.low, 0);
        }
        self.shadow.leave(depth);
        observer.leave();
    }

    /// Gives the current frame, which is at a call, the call's result and goes on behind it.
    fn resume(&mut self, program: &Program, reply: Reply, more: &[Word]) {
        let depth = self.stack.depth();
        let Some((frame, slots)) = self.stack.current() else { return };
        let function = program.function(frame.function);
        let Inst::Call { site } = function.insts[frame.pc as usize] else { return };
        let site = &function.calls[site as usize];
        let words = reply.slots.iter().chain(more);
        for (i, word) in words.take(usize::from(site.returns)).enumerate() {
            slots[site.dst as usize + i] = word.bits;
            if word.undef != 0 || !self.shadow.is_empty() {
                self.shadow.set(depth, site.dst + i as u32, word.undef);
            }
        }
        frame.block = site.next;
        frame.pc = function.blocks[site.next.0 as usize].first;
        self.entering = true;
    }
}

/// Bytes of stack that the arguments of a variadic call need.
fn variadic_size(args: &[Arg]) -> u64 {
    let memory: u64 = args
        .iter()
        .map(|a| match a.class {
            ArgClass::ByVal { size, align } => u64::from(size).next_multiple_of(8) + u64::from(align),
            _ => 32,
        })
        .sum();
    (SAVE_AREA + memory).next_multiple_of(16)
}
