//! Finds the object that a bad address belongs to.

use whydunit_program::{GlobalId, LocalId, layout};

use crate::memory::ADDRESSABLE;
use crate::stack::Frame;
use crate::{FailureKind, Machine, MemoryError, ObjectKind, ObjectNote, World};

impl<W: World> Machine<W> {
    /// Adds the object concerned to a memory failure.
    pub(crate) fn explain_memory(&mut self, kind: FailureKind) -> FailureKind {
        match kind {
            FailureKind::Memory(MemoryError { access, address, bytes, .. }) => {
                // The first inaccessible byte identifies the object better than the first byte of
                // the access.
                let bad = self.first_bad(address, bytes, access == crate::AccessKind::Write);
                let object = self.object_at(bad).or_else(|| self.object_at(address));
                FailureKind::Memory(MemoryError { access, address, bytes, object })
            }
            FailureKind::InvalidFree { address, object: None, twice } => {
                FailureKind::InvalidFree { address, object: self.object_at(address), twice }
            }
            other => other,
        }
    }

    /// The message for an access to a variable that neither program nor world defines.
    pub(crate) fn missing_variable(&self, kind: &FailureKind) -> Option<String> {
        let FailureKind::Memory(MemoryError { object: Some(note), .. }) = kind else { return None };
        let ObjectKind::Global(id) = note.kind else { return None };
        let global = &self.program.globals[id.0 as usize];
        let missing = global.external && !self.world.has_variable(&global.name);
        missing.then(|| {
            format!(
                "the variable `{}` is used, which is declared but defined nowhere; link bitcode that defines it \
                 (compile its source with `whydunit cc`)",
                global.name
            )
        })
    }

    fn first_bad(&mut self, address: u64, bytes: u64, write: bool) -> u64 {
        let memory = &mut self.core.memory;
        let checked = if write { memory.writable(address, bytes) } else { memory.readable(address, bytes) };
        match checked {
            Err(crate::memory::Trouble::Forbidden(at)) => at,
            _ => address,
        }
    }

    /// The object at or just before an address.
    pub fn object_at(&mut self, address: u64) -> Option<ObjectNote> {
        match address {
            0..layout::NULL_END => None,
            layout::FUNCTIONS..layout::READ_ONLY => {
                Some(ObjectNote { kind: ObjectKind::Code, start: address, size: 0 })
            }
            layout::READ_ONLY..layout::RESERVED => self.global_near(address),
            layout::RESERVED..layout::HEAP => self.process_object_near(address),
            layout::HEAP..layout::LABELS => self.core.heap.object_near(&mut self.core.memory, address),
            _ if address < layout::STACK_TOP && address >= layout::STACK_TOP - self.core.limits.stack => {
                self.local_near(address)
            }
            _ => None,
        }
    }

    fn global_near(&self, address: u64) -> Option<ObjectNote> {
        let globals = &self.program.globals;
        let index = globals.partition_point(|g| g.address <= address).checked_sub(1)?;
        let global = &globals[index];
        let end = global.address + global.size + layout::gap_after(global.size);
        let kind = ObjectKind::Global(GlobalId(index as u32));
        (address < end).then_some(ObjectNote { kind, start: global.address, size: global.size })
    }

    /// The string of `argv` or of the environment before an address, or the array of them. Each has been reserved with a
    /// gap behind it.
    fn process_object_near(&mut self, address: u64) -> Option<ObjectNote> {
        const FAR: u64 = 64;
        let live = |machine: &mut Self, at: u64| machine.core.memory.state(at) & ADDRESSABLE != 0;
        let last = (address.saturating_sub(FAR)..=address).rev().find(|&at| live(self, at))?;
        let start = (layout::RESERVED..=last).rev().take_while(|&at| live(self, at)).last()?;
        let end = (last..layout::HEAP).take_while(|&at| live(self, at)).last()? + 1;
        Some(ObjectNote { kind: self.process_object(start)?, start, size: end - start })
    }

    /// What lies at an address that was reserved before `main`.
    fn process_object(&mut self, start: u64) -> Option<ObjectKind> {
        let [argc, argv, envp] = self.main_args;
        if start == argv || start == envp {
            return Some(ObjectKind::ProcessArray { name: if start == argv { "argv" } else { "environ" } });
        }
        let mut pointer = |at: u64| {
            let bytes: Option<Vec<u8>> = self.inspect(at, 8)?.into_iter().collect();
            Some(u64::from_le_bytes(bytes?.try_into().ok()?))
        };
        if let Some(index) = (0..argc).find(|index| pointer(argv + 8 * index) == Some(start)) {
            return Some(ObjectKind::Argument { index: index as u32 });
        }
        let variables = (0..).map_while(|index| pointer(envp + 8 * index).filter(|&at| at != 0));
        variables.into_iter().find(|&at| at == start)?;
        let text = (start..).map_while(|at| self.inspect(at, 1)?.first().copied().flatten());
        let name: Vec<u8> = text.take_while(|&byte| byte != b'=' && byte != 0).collect();
        Some(ObjectKind::EnvironmentVariable { name: String::from_utf8_lossy(&name).into_owned() })
    }

    fn local_near(&mut self, address: u64) -> Option<ObjectNote> {
        let depth = self.core.stack.depth();
        let below = self.core.stack.frame().is_none_or(|f| address < f.low);
        if below {
            return Some(ObjectNote { kind: ObjectKind::DeadStack, start: address, size: 0 });
        }
        let (index, frame) = self.core.stack.frames().enumerate().find(|(_, f)| (f.low..f.top).contains(&address))?;
        let (frame, depth) = (*frame, depth - 1 - index as u32);
        let function = self.program.function(frame.function);
        let Some(offset) = address.checked_sub(frame.locals) else {
            return self.dynamic_near(&frame, address);
        };
        if function.variadic && offset >= u64::from(function.frame_size) {
            let start = frame.locals + u64::from(function.frame_size);
            let kind = ObjectKind::Arguments { function: frame.function };
            return Some(ObjectNote { kind, start, size: frame.top - start });
        }
        let mut best: Option<(usize, u64)> = None;
        for (id, local) in function.locals.iter().enumerate() {
            let start = u64::from(local.offset);
            let end = start + u64::from(local.size);
            // An address inside has distance 0; the gap after an object belongs to the object.
            let distance = if offset < start { start - offset } else { offset.saturating_sub(end.saturating_sub(1)) };
            if best.is_none_or(|(_, d)| distance < d) {
                best = Some((id, distance));
            }
        }
        let (id, distance) = best?;
        let local = &function.locals[id];
        let start = frame.locals + u64::from(local.offset);
        let ended = distance == 0 && self.core.memory.state(address) & ADDRESSABLE == 0;
        let kind = ObjectKind::Local { depth, function: frame.function, local: LocalId(id as u32), ended };
        Some(ObjectNote { kind, start, size: u64::from(local.size) })
    }

    /// The variable-length array or `alloca` block around or just below an address outside the
    /// fixed locals, found by the state of the bytes.
    fn dynamic_near(&mut self, frame: &Frame, address: u64) -> Option<ObjectNote> {
        const FAR: usize = 4096;
        let memory = &mut self.core.memory;
        let mut live = |a: u64| memory.state(a) & ADDRESSABLE != 0;
        let below = (frame.low..=address).rev().take(FAR).find(|&a| live(a));
        let inside = below.or_else(|| (address..frame.locals).take(FAR).find(|&a| live(a)))?;
        let start = (frame.low..=inside).rev().take_while(|&a| live(a)).last()?;
        let end = (inside..frame.locals).take_while(|&a| live(a)).last()? + 1;
        Some(ObjectNote { kind: ObjectKind::Dynamic { function: frame.function }, start, size: end - start })
    }
}
