//! What a run may use and what it has used.

/// Budgets of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions of our IR.
    pub steps: u64,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of stack.
    pub stack: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: u64::MAX, memory: 4 << 30, stack: 8 << 20 }
    }
}

/// Figures about a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Instructions of our IR executed: the time.
    pub steps: u64,
    /// LLVM instructions they stand for.
    pub llvm: u64,
    /// Bytes of mapped memory.
    pub memory: u64,
    /// Bytes in live heap objects.
    pub heap: u64,
    /// Copies made of it and of the runs it is a copy of.
    pub snapshots: u64,
}
