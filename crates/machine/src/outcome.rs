//! How a run ends. Failures of the program under test are values.

use whydunit_program::{FunctionId, GlobalId, LocalId};

/// A place in the program: a function and the index of one of its instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// The function.
    pub function: FunctionId,
    /// Index into its `insts`.
    pub inst: u32,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// `exit` or a return from `main`, with the status (0–255).
    Exited(i32),
    /// The program did something wrong.
    Failed(Box<Failure>),
    /// A budget was used up.
    Stopped(Limit),
}

/// A budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Executed instructions.
    Steps(u64),
    /// Bytes of memory.
    Memory(u64),
    /// Bytes of output.
    Output(u64),
}

/// A failure of the program under test.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// What happened.
    pub kind: FailureKind,
    /// Call stack, innermost first; the first is where it happened.
    pub stack: Vec<Site>,
    /// Instructions executed before it.
    pub step: u64,
    /// The libc function in which it happened, if any.
    pub callee: Option<String>,
}

/// What can go wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum FailureKind {
    /// A bad access to memory.
    Memory(MemoryError),
    /// `free` or `realloc` of something that is no live heap object.
    InvalidFree {
        /// The address.
        address: u64,
        /// What lies there.
        object: Option<ObjectNote>,
        /// Freed before?
        twice: bool,
    },
    /// Integer division by zero.
    DivisionByZero,
    /// The most negative integer divided by -1.
    DivisionOverflow,
    /// A branch, or a decision inside a libc function, on uninitialised memory.
    UninitialisedBranch,
    /// A byte of output that is uninitialised.
    UninitialisedOutput,
    /// An exit status that is uninitialised.
    UninitialisedStatus,
    /// An address computed from uninitialised memory.
    UninitialisedAddress,
    /// No stack left.
    StackOverflow,
    /// `abort`, or another signal the program sent itself.
    Signal(i32),
    /// A failed `assert`.
    Assertion {
        /// The expression.
        text: String,
    },
    /// Code that the compiler holds for unreachable (also: end of a non-void function).
    Unreachable,
    /// A call through a pointer that is no function, or with incompatible arguments.
    BadCall {
        /// The address called.
        address: u64,
    },
    /// `memcpy` and the like on overlapping objects.
    Overlap,
    /// Anything else a libc model rejects, in words ("bad format directive").
    Misuse(String),
}

/// A bad access to memory.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryError {
    /// Read or write.
    pub access: AccessKind,
    /// The address.
    pub address: u64,
    /// How many bytes.
    pub bytes: u64,
    /// The nearest object, if any.
    pub object: Option<ObjectNote>,
}

/// Kinds of access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// A read.
    Read,
    /// A write.
    Write,
}

/// What is known about an object in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectNote {
    /// What it is.
    pub kind: ObjectKind,
    /// Its first address.
    pub start: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// Kinds of object.
#[derive(Clone, Debug, PartialEq)]
pub enum ObjectKind {
    /// A heap object; the instants say when, a re-execution shows where.
    Heap {
        /// Step at which it was allocated.
        allocated: u64,
        /// Step at which it was freed, if it was.
        freed: Option<u64>,
    },
    /// A global variable.
    Global(GlobalId),
    /// A local of a live frame.
    Local {
        /// Depth of the frame, 0 is `main`'s.
        depth: u32,
        /// The function.
        function: FunctionId,
        /// The local.
        local: LocalId,
        /// Is it out of scope?
        ended: bool,
    },
    /// What `alloca` or a variable-length array took in a live frame.
    Dynamic {
        /// The function.
        function: FunctionId,
    },
    /// Where the variadic arguments of a live frame lie.
    Arguments {
        /// The function.
        function: FunctionId,
    },
    /// Stack below the live frames: a local of a function that has returned.
    DeadStack,
    /// A local of a function that has returned, when it is known which.
    Returned {
        /// The function.
        function: FunctionId,
        /// The local.
        local: LocalId,
    },
    /// A string of `argv`.
    Argument {
        /// Its index in `argv`.
        index: u32,
    },
    /// A string of the environment.
    EnvironmentVariable {
        /// What comes before its `=`.
        name: String,
    },
    /// The array `argv`, or the one that `environ` points to at the start.
    ProcessArray {
        /// Its name in C.
        name: &'static str,
    },
    /// A function.
    Code,
}

/// Why execution cannot go on at an instruction: what a model or a step returns by `?`.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    /// The program ended itself.
    Exit(i32),
    /// The program failed.
    Failed(FailureKind),
    /// A budget is used up.
    Limit(Limit),
    /// We cannot do what the program asks; says what, and what to do.
    Unsupported(String),
}
