//! The outcome of a run. Failures of the program under test are values.

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
    /// The program failed.
    Failed(Box<Failure>),
    /// A limit was exceeded.
    Stopped(Limit),
}

/// An exceeded limit.
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
    /// The kind of failure.
    pub kind: FailureKind,
    /// Call stack, innermost first; the first entry is the failure point.
    pub stack: Vec<Site>,
    /// Time of the failure.
    pub step: u64,
    /// The libc function that was executing, if any.
    pub callee: Option<String>,
}

/// Kinds of failure.
#[derive(Clone, Debug, PartialEq)]
pub enum FailureKind {
    /// A bad access to memory.
    Memory(MemoryError),
    /// `free` or `realloc` of an address where no live heap object starts.
    InvalidFree {
        /// The address.
        address: u64,
        /// The object at the address.
        object: Option<ObjectNote>,
        /// Is it a double free?
        twice: bool,
    },
    /// Integer division by zero.
    DivisionByZero,
    /// The most negative integer divided by -1.
    DivisionOverflow,
    /// A branch, or a decision inside a libc function, on an uninitialised value.
    UninitialisedBranch,
    /// A byte of output that is uninitialised.
    UninitialisedOutput,
    /// An exit status that is uninitialised.
    UninitialisedStatus,
    /// An address computed from an uninitialised value.
    UninitialisedAddress,
    /// Stack overflow.
    StackOverflow,
    /// `abort`, or another signal that the program sent itself.
    Signal(i32),
    /// A failed `assert`.
    Assertion {
        /// The expression.
        text: String,
    },
    /// Code that the compiler considers unreachable, including the end of a non-void function.
    Unreachable,
    /// A call through a pointer to something other than a function, or with incompatible arguments.
    BadCall {
        /// The address called.
        address: u64,
    },
    /// `memcpy` and similar functions on overlapping objects.
    Overlap,
    /// Any other misuse that a libc model rejects, in words ("bad format directive").
    Misuse(String),
}

/// A bad access to memory.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryError {
    /// Read or write.
    pub access: AccessKind,
    /// The address.
    pub address: u64,
    /// Number of bytes.
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

/// A description of an object in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectNote {
    /// The kind of object.
    pub kind: ObjectKind,
    /// Its first address.
    pub start: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// Kinds of object.
#[derive(Clone, Debug, PartialEq)]
pub enum ObjectKind {
    /// A heap object. The times identify the instances; a rerun shows their sites.
    Heap {
        /// Time of its allocation.
        allocated: u64,
        /// Time at which it was freed, if it was.
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
    /// A block of `alloca` or a variable-length array in a live frame.
    Dynamic {
        /// The function.
        function: FunctionId,
    },
    /// The variadic arguments of a live frame.
    Arguments {
        /// The function.
        function: FunctionId,
    },
    /// Stack below the live frames: a local of a function that has returned.
    DeadStack,
    /// An identified local of a function that has returned.
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

/// Why execution cannot continue at an instruction; the error type of models and steps.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    /// The program ended itself.
    Exit(i32),
    /// The program failed.
    Failed(FailureKind),
    /// A limit is exceeded.
    Limit(Limit),
    /// The program needs an unsupported feature; the message names it and a remedy.
    Unsupported(String),
}
