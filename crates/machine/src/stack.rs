//! The call stack: frames and their slots, in segments that forks share.

use std::sync::Arc;

use whydunit_program::{BlockId, FunctionId};

/// Slots per segment: an upper bound on the copying of a fork.
const SEGMENT: usize = 4096;

/// A call in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FunctionId,
    /// The block being executed.
    pub(crate) block: BlockId,
    /// The next instruction (while a callee runs: the call itself).
    pub(crate) pc: u32,
    /// Index of its first slot in its segment.
    pub(crate) base: u32,
    /// Lowest address of its locals.
    pub(crate) locals: u64,
    /// Lowest address of its stack memory, dynamic allocas included.
    pub(crate) low: u64,
    /// The stack pointer of the caller.
    pub(crate) top: u64,
    /// Address of the register save area of a variadic call, 0 if none.
    pub(crate) varargs: u64,
    /// First variadic argument in memory.
    pub(crate) overflow: u64,
    /// Bytes of the save area taken by named parameters: general, then floating.
    pub(crate) named: [u32; 2],
    /// Unique number of this call in the run.
    pub(crate) serial: u64,
}

#[derive(Clone, Default)]
struct Segment {
    frames: Vec<Frame>,
    slots: Vec<u64>,
}

/// All frames, innermost last.
#[derive(Clone, Default)]
pub(crate) struct Stack {
    below: Vec<Arc<Segment>>,
    top: Segment,
    depth: u32,
}

impl Stack {
    /// Number of calls in progress.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Enters a call with `slots` slots, all zero. The frame's `base` is filled in.
    pub(crate) fn push(&mut self, mut frame: Frame, slots: u32) {
        if self.top.slots.len() + slots as usize > SEGMENT && !self.top.frames.is_empty() {
            self.below.push(Arc::new(std::mem::take(&mut self.top)));
        }
        frame.base = self.top.slots.len() as u32;
        self.top.slots.resize(frame.base as usize + slots as usize, 0);
        self.top.frames.push(frame);
        self.depth += 1;
    }

    /// Leaves the innermost call.
    pub(crate) fn pop(&mut self) -> Option<Frame> {
        let frame = self.top.frames.pop()?;
        self.top.slots.truncate(frame.base as usize);
        self.depth -= 1;
        if self.top.frames.is_empty()
            && let Some(segment) = self.below.pop()
        {
            self.top = Arc::try_unwrap(segment).unwrap_or_else(|shared| (*shared).clone());
        }
        Some(frame)
    }

    /// The innermost frame. One exists while the program runs.
    pub(crate) fn frame(&self) -> Option<&Frame> {
        self.top.frames.last()
    }

    /// The innermost frame and its slots.
    pub(crate) fn current(&mut self) -> Option<(&mut Frame, &mut [u64])> {
        let frame = self.top.frames.last_mut()?;
        let base = frame.base as usize;
        Some((frame, &mut self.top.slots[base..]))
    }

    /// All frames, innermost first.
    pub(crate) fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.top.frames.iter().rev().chain(self.below.iter().rev().flat_map(|s| s.frames.iter().rev()))
    }

    /// Visits every call of a function in progress, with its slots (and those of its callees in the
    /// segment).
    pub(crate) fn in_calls_of(&mut self, function: FunctionId, visit: impl Fn(&mut Frame, &mut [u64])) {
        let each = |segment: &mut Segment| {
            for frame in segment.frames.iter_mut().filter(|f| f.function == function) {
                let base = frame.base as usize;
                visit(frame, &mut segment.slots[base..]);
            }
        };
        each(&mut self.top);
        for segment in &mut self.below {
            if segment.frames.iter().any(|f| f.function == function) {
                each(Arc::make_mut(segment));
            }
        }
    }

    /// The slots of the innermost frame.
    pub(crate) fn slots(&self) -> &[u64] {
        self.top.frames.last().map_or(&[], |f| &self.top.slots[f.base as usize..])
    }
}
