//! `setjmp` and `longjmp`: a `jmp_buf` names a frame and the call in it.

use whydunit_terms::TermId;

use crate::constraint::ConstraintKind;
use crate::event::fault;
use crate::{AccessKind, Arg, FailureKind, Halt, Machine, Observer, Reply, Run, Word, World};

/// Marks a `jmp_buf` that our `setjmp` filled in.
const JUMP_MAGIC: u64 = 0x6a75_6d70_6275_6621;

impl<W: World> Machine<W> {
    /// Fills a `jmp_buf` and returns 0.
    pub(crate) fn set_jump<O: Observer>(&mut self, args: &[Arg], observer: &mut O) -> Run<()> {
        let buffer = self.buffer(args);
        let (serial, pc) = self.core.stack.frame().map_or((0, 0), |f| (f.serial, f.pc));
        // `sigsetjmp` also saves the blocked signals, which our libc keeps in a variable of its
        // own.
        let mask = args.get(1).filter(|saves| saves.word.bits as u32 != 0).and_then(|_| self.signal_mask());
        let mask_saved = u64::from(mask.is_some());
        let kept = [JUMP_MAGIC, serial, u64::from(pc), mask_saved, mask.map_or(0, |(_, value)| value)];
        for (i, value) in kept.into_iter().enumerate() {
            let at = buffer.wrapping_add(8 * i as u64);
            self.core.memory.write(at, 8, value, 0).map_err(|_| fault(AccessKind::Write, at, 8))?;
            observer.store(pc, at, 8, value);
        }
        observer.model_done(pc, [0; 2]);
        self.core.resume(&self.program, Reply::default(), &[]);
        Ok(())
    }

    /// The address of the `jmp_buf`.
    fn buffer(&mut self, args: &[Arg]) -> u64 {
        let address = args.first().map_or(Word::default(), |a| a.word);
        if let Some((symbolic, at)) = self.symbolic_here() {
            symbolic.pin(address, "address of a jmp_buf", at);
        }
        address.bits
    }

    /// Address and value of libc's variable for the blocked signals; none when the program uses no
    /// signals.
    fn signal_mask(&mut self) -> Option<(u64, u64)> {
        let (address, _) = *self.plan.globals.get("__whydunit_signal_mask")?;
        let (value, _) = self.core.memory.read_masked(address, 8).ok()?;
        Some((address, value))
    }

    /// Returns again from the call of `setjmp` that filled the buffer.
    pub(crate) fn long_jump<O: Observer>(&mut self, args: &[Arg], observer: &mut O) -> Run<()> {
        let buffer = self.buffer(args);
        let mut value = args.get(1).map_or(Word::default(), |a| a.word);
        let misuse = |what: &str| Halt::Failed(FailureKind::Misuse(what.into()));
        let here = self.core.stack.frame().map_or(0, |f| f.pc);
        let mut read = |i: u64| {
            let at = buffer.wrapping_add(8 * i);
            let word = self.core.memory.read_masked(at, 8).map_err(|_| fault(AccessKind::Read, at, 8))?;
            observer.load(here, at, 8);
            Ok(word.0)
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
        observer.model_done(here, [value.bits, 0]);
        // The second return value of `setjmp` is never zero.
        if self.is_zero(value) {
            value = Word::new(1);
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
        self.core.resume(&self.program, Reply::from(value), &[]);
        Ok(())
    }

    /// Is an `int` zero? For a symbolic value, this is a decision.
    fn is_zero(&mut self, value: Word) -> bool {
        let zero = value.bits as u32 == 0;
        if let Some((term, (symbolic, at))) = TermId::from_raw(value.term).zip(self.symbolic_here()) {
            let low = symbolic.fit(term, 32);
            let truth = symbolic.truth(low);
            symbolic.decided(truth, !zero, ConstraintKind::Decision, at);
        }
        zero
    }
}
