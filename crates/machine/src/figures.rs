//! Limits and statistics of a run.

/// Limits of a run.
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

/// Statistics of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Instructions of our IR executed: the time.
    pub steps: u64,
    /// LLVM instructions that they were lowered from.
    pub llvm: u64,
    /// Bytes of mapped memory.
    pub memory: u64,
    /// Bytes in live heap objects.
    pub heap: u64,
    /// Forks made of this run and its ancestors.
    pub snapshots: u64,
}
