//! Calls and returns, of the program's own functions and of models.

use whydunit_program::layout::{self, Code};
use whydunit_program::{ArgClass, CallArg, Callee, ExternalId, Function, FunctionId, Inst, Program, Slot};

use crate::alteration::Change;
use crate::careful::changed;
use crate::constraint::Moment;
use crate::event::fault;
use crate::machine::Core;
use crate::memory::ADDRESSABLE;
use crate::plan::{Binding, Plan};
use crate::shadow::Note;
use crate::stack::Frame;
use crate::varargs::{Saved, variadic_size};
use crate::visit::Visit;
use crate::{
    AccessKind, Arg, FailureKind, Guest, Halt, Machine, Nobody, Observer, Reply, Run, Site, Word, World, width,
};

/// The bits of the return value of `main` that form the exit status.
const STATUS: u64 = 0xff;

impl<W: World> Machine<W> {
    /// Executes the call the current frame is at.
    pub(crate) fn call<O: Observer>(&mut self, observer: &mut O) -> Run<()> {
        let Some(frame) = self.core.stack.frame() else { return Err(Halt::Exit(0)) };
        let function = self.program.function(frame.function);
        let Inst::Call { site } = function.insts[frame.pc as usize] else {
            return Err(Halt::Unsupported("internal: not a call instruction".into()));
        };
        let site = &function.calls[site as usize];
        let code = match site.callee {
            Callee::Direct(id) => Code::Function(id),
            Callee::External(id) => Code::External(id),
            Callee::Indirect(slot) => self.indirect(slot, &site.args)?,
        };
        let mut args = std::mem::take(&mut self.args);
        self.core.arguments(&site.args, &mut args);
        if let Callee::Indirect(slot) = site.callee {
            let word = self.core.shadow.word(self.core.stack.depth(), slot, self.core.stack.slots());
            self.pin(word, "function to call");
        }
        for arg in args.iter().filter(|a| matches!(a.class, ArgClass::ByVal { .. })) {
            self.pin(arg.word, "address of a struct that is passed by value");
        }
        let change = self.core.take_change();
        let result = match code {
            Code::Function(_) if change.is_some() => {
                Err(Halt::Unsupported("a value can be put at a function's return, not at its call".into()))
            }
            Code::Function(id) => self.core.enter(&self.program, &self.plan, id, &args, observer),
            Code::External(id) => self.external(id, &mut args, change, observer),
        };
        self.args = args;
        result
    }

    /// Makes a word concrete, because the effect of the call is known only for this value.
    fn pin(&mut self, word: Word, why: &'static str) {
        if word.term != 0
            && let Some((symbolic, at)) = self.symbolic_here()
        {
            symbolic.pin(word, why, at);
        }
    }

    /// Resolves the target of an indirect call. A function that takes other arguments does not
    /// qualify: its parameters would hold arbitrary register contents.
    fn indirect(&self, slot: Slot, args: &[CallArg]) -> Run<Code> {
        let word = self.core.shadow.word(self.core.stack.depth(), slot, self.core.stack.slots());
        if word.undef != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedAddress));
        }
        let address = word.bits;
        let exists = |code: &Code| match code {
            Code::Function(id) => self.program.functions.get(id.0 as usize).is_some_and(|f| f.takes(args)),
            Code::External(id) => (id.0 as usize) < self.program.externals.len(),
        };
        layout::code_at(address).filter(exists).ok_or(Halt::Failed(FailureKind::BadCall { address }))
    }

    /// Enters the first function of a phase.
    pub(crate) fn enter_bottom(&mut self, id: FunctionId, args: &[Word]) -> Run<()> {
        let args: Vec<Arg> =
            args.iter().map(|&word| Arg { class: ArgClass::Int, word, high: Word::default() }).collect();
        self.core.enter(&self.program, &self.plan, id, &args, &mut Nobody)
    }

    /// Returns from the innermost function.
    pub(crate) fn leave<O: Observer>(&mut self, first: Slot, count: u8, observer: &mut O) -> Run<()> {
        let depth = self.core.stack.depth();
        // A caller that expects more slots than the function returns reads arbitrary register
        // contents.
        let mut reply = Reply { slots: [Word { undef: u64::MAX, ..Word::default() }; 2] };
        let mut more = Vec::new();
        let slots = self.core.stack.slots();
        for i in 0..u32::from(count) {
            let word = self.core.shadow.word(depth, first + i, slots);
            match reply.slots.get_mut(i as usize) {
                Some(slot) => *slot = word,
                None => more.push(word),
            }
        }
        if count > 0 && self.in_main() && reply.slots[0].undef & STATUS != 0 {
            return Err(Halt::Failed(FailureKind::UninitialisedStatus));
        }
        self.core.drop_frame(observer);
        if self.core.stack.depth() == 0 {
            return self.next_phase(Word { undef: 0, ..reply.slots[0] });
        }
        self.core.resume(&self.program, reply, &more);
        Ok(())
    }

    /// Calls a function that the program does not define.
    fn external<O: Observer>(
        &mut self,
        id: ExternalId,
        args: &mut Vec<Arg>,
        change: Option<Change>,
        observer: &mut O,
    ) -> Run<()> {
        match self.plan.bindings[id.0 as usize] {
            Binding::Model(number) => {
                let inst = self.core.stack.frame().map_or(0, |f| f.pc);
                observer.model(inst, id);
                let name = &self.program.externals[id.0 as usize].name;
                let at = Moment { callee: Some(id), ..self.moment() };
                let taken = std::mem::take(args);
                let mut visit = Visit { core: &mut self.core, plan: &self.plan, observer, args: taken, name, at };
                let reply = self.world.call(number, &mut visit);
                *args = visit.args;
                if let (Err(Halt::Exit(_)), Some(symbolic)) = (&reply, &mut self.core.symbolic) {
                    symbolic.set_exit(args.first().map_or(Word::default(), |a| a.word));
                }
                let mut reply = reply?;
                if let Some(change) = change {
                    let width = self.result_width(at.site);
                    reply.slots[0] = changed(&mut self.core.symbolic, change, reply.slots[0], width, at);
                }
                observer.model_done(inst, reply.slots.map(|w| w.bits));
                self.core.resume(&self.program, reply, &[]);
                Ok(())
            }
            Binding::SetJump => {
                observer.model(self.core.stack.frame().map_or(0, |f| f.pc), id);
                self.set_jump(args, observer)
            }
            Binding::LongJump => {
                observer.model(self.core.stack.frame().map_or(0, |f| f.pc), id);
                self.long_jump(args, observer)
            }
            Binding::Missing => {
                let name = &self.program.externals[id.0 as usize].name;
                Err(Halt::Unsupported(format!(
                    "`{name}` is called, which has neither code nor a model; link bitcode for it \
                     (compile its source with `whydunit cc`, a library as a static one) or answer it with `--stub {name}=VALUE`"
                )))
            }
        }
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
            at: Moment { time: 0, site: Site { function: FunctionId(0), inst: 0 }, callee: None },
        };
        let guest: &mut dyn Guest = &mut visit;
        self.world.start(guest)
    }

    /// Where the run is.
    pub(crate) fn moment(&self) -> Moment {
        let frame = self.core.stack.frame();
        let site =
            frame.map_or(Site { function: FunctionId(0), inst: 0 }, |f| Site { function: f.function, inst: f.pc });
        Moment { time: self.time(), site, callee: None }
    }

    /// The width of a call's result.
    fn result_width(&self, site: Site) -> u8 {
        let function = self.program.function(site.function);
        match function.insts[site.inst as usize] {
            Inst::Call { site } => width::of_slot(function, function.calls[site as usize].dst),
            _ => 64,
        }
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
    /// Takes the change that the loop left for the current call.
    fn take_change(&mut self) -> Option<Change> {
        let change = self.alterations.last().filter(|a| a.time == 0)?.change;
        self.alterations.pop();
        Some(change)
    }

    /// Collects the argument words from the caller's slots.
    fn arguments(&self, args: &[CallArg], words: &mut Vec<Arg>) {
        let slots = self.stack.slots();
        let depth = self.stack.depth();
        let plain = self.shadow.is_empty(depth);
        let word = |slot: Slot| match plain {
            true => Word::new(slots[slot as usize]),
            false => self.shadow.word(depth, slot, slots),
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
        let (top, call) = self.stack.frame().map_or((layout::STACK_TOP, 0), |f| (f.low, f.pc));
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
            observer.fresh(locals + u64::from(offset), u64::from(len));
        }
        if function.variadic {
            let area = locals + u64::from(function.frame_size);
            self.save_arguments(function, args, area, &mut frame, |to, from, len| match from {
                Saved::Word(value, which) => observer.argument(call, to, value, which),
                Saved::Struct(from) => observer.copy(call, to, from, len),
            });
        }
        self.stack.push(frame, function.slots);
        self.entering = true;
        let copied = self.pass(function, args, locals, |dst, src, len| observer.copy(call, dst, src, len));
        observer.enter(id, locals);
        copied
    }

    /// Fills the new frame's constants and parameters.
    /// Calls `copied` with destination, source and length of every struct that the call copies.
    fn pass(
        &mut self,
        function: &Function,
        args: &[Arg],
        locals: u64,
        mut copied: impl FnMut(u64, u64, u64),
    ) -> Run<()> {
        let depth = self.stack.depth();
        let Some((_, slots)) = self.stack.current() else { return Ok(()) };
        slots[..function.constants.len()].copy_from_slice(&function.constants);
        for (index, param) in function.params.iter().enumerate() {
            let at = param.slot as usize;
            let Some(arg) = args.get(index).filter(|arg| arg.class.is_like(param.class)) else {
                // The function is declared without a prototype and called with other arguments, so
                // the register contents are arbitrary.
                (0..param.class.slots())
                    .for_each(|i| self.shadow.set(depth, param.slot + i, Note { undef: u64::MAX, term: 0 }));
                continue;
            };
            slots[at] = arg.word.bits;
            if param.class.slots() == 2 {
                slots[at + 1] = arg.high.bits;
            }
            if !arg.word.is_plain() || !arg.high.is_plain() {
                self.shadow.set(depth, param.slot, Note::of(arg.word));
                if param.class.slots() == 2 {
                    self.shadow.set(depth, param.slot + 1, Note::of(arg.high));
                }
            }
            if let (Some(local), ArgClass::ByVal { .. }) = (param.copy, arg.class) {
                let local = &function.locals[local.0 as usize];
                let (dst, len) = (locals + u64::from(local.offset), u64::from(local.size));
                if self.memory.readable(arg.word.bits, len).is_err() {
                    return Err(fault(AccessKind::Read, arg.word.bits, len));
                }
                self.memory.copy(dst, arg.word.bits, len);
                copied(dst, arg.word.bits, len);
                slots[at] = dst;
                self.shadow.set(depth, param.slot, Note::default());
            }
        }
        Ok(())
    }

    /// Removes the innermost frame and its locals.
    pub(crate) fn drop_frame<O: Observer>(&mut self, observer: &mut O) {
        let depth = self.stack.depth();
        if let Some(frame) = self.stack.pop() {
            self.memory.set_state(frame.low, frame.top - frame.low, 0);
        }
        self.shadow.leave(depth);
        observer.leave();
    }

    /// Stores the result of the call in the current frame, which is at that call, and continues
    /// after it.
    pub(crate) fn resume(&mut self, program: &Program, reply: Reply, more: &[Word]) {
        let depth = self.stack.depth();
        let Some((frame, slots)) = self.stack.current() else { return };
        let function = program.function(frame.function);
        let Inst::Call { site } = function.insts[frame.pc as usize] else { return };
        let site = &function.calls[site as usize];
        let words = reply.slots.iter().chain(more);
        for (i, word) in words.take(usize::from(site.returns)).enumerate() {
            slots[site.dst as usize + i] = word.bits;
            if !word.is_plain() || !self.shadow.is_empty(depth) {
                self.shadow.set(depth, site.dst + i as u32, Note::of(*word));
            }
        }
        frame.block = site.next;
        frame.pc = function.blocks[site.next.0 as usize].first;
        self.entering = true;
    }
}
