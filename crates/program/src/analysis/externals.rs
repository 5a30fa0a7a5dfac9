//! Tables of the functions that a program only declares: how their calls end, which memory they
//! write, where their pointer arguments flow. A function that is not in the tables may have any
//! effect on memory reachable from its arguments.

mod memory;
mod plain;

use std::collections::HashMap;
use std::sync::LazyLock;

/// How a call of an external ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It returns.
    Returns,
    /// It never returns.
    Never,
    /// It never returns when its first argument is not zero (`error`).
    UnlessStatus,
    /// It returns from another call (`longjmp`).
    Jumps,
    /// It may return a second time (`setjmp`).
    Twice,
}

/// How a call of the external `name` ends.
#[rustfmt::skip]
pub(super) fn way_of(name: &str) -> Way {
    match name {
        "exit" | "_exit" | "_Exit" | "quick_exit" | "abort" | "pthread_exit" | "thrd_exit"
        | "__assert_fail" | "__assert_perror_fail" | "__assert" | "__assert_rtn"
        | "err" | "errx" | "verr" | "verrx"
        | "__stack_chk_fail" | "__chk_fail" | "__fortify_fail" => Way::Never,
        "error" | "error_at_line" => Way::UnlessStatus,
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => Way::Jumps,
        "setjmp" | "_setjmp" | "__setjmp" | "sigsetjmp" | "__sigsetjmp" | "vfork" | "getcontext" => Way::Twice,
        _ => Way::Returns,
    }
}

/// The source of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// The pointer is this argument.
    Arg(u8),
    /// It points somewhere into the target of this argument.
    Inside(u8),
    /// It is stored in the memory that the argument points to.
    Pointees(u8),
    /// It points somewhere into the target of a pointer stored there.
    Within(u8),
    /// It points to memory allocated by this call.
    Fresh,
    /// It points to memory of the world.
    World,
    /// The world has retained it.
    Kept,
}

/// The destination of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// It is returned.
    Result,
    /// It is stored at the target of this argument.
    At(u8),
    /// It is stored somewhere in the struct that this argument points to.
    Somewhere(u8),
    /// The world retains it.
    World,
    /// It is stored in a global of this name.
    Global(&'static str),
}

/// The extent of a write to the target of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// This many bytes.
    Bytes(u32),
    /// The number of bytes given by another argument.
    Arg(u8),
    /// Up to the end of the object.
    Rest,
    /// The targets of the pointers stored there, instead of the memory itself.
    Pointees,
}

/// In [`Effect::copies`]: the memory that this call allocates.
pub(super) const FRESH: u8 = u8::MAX;

/// The effect of an external on the program's memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    pub(super) name: &'static str,
    /// Pointers with their destinations.
    pub(super) flows: &'static [(To, From)],
    /// Memory copied including its pointers: destination (or [`FRESH`]) and source arguments.
    pub(super) copies: &'static [(u8, u8)],
    /// Memory written.
    pub(super) writes: &'static [(u8, Extent)],
    /// From this argument on, the targets of all arguments are written (`scanf`).
    pub(super) writes_from: Option<u8>,
    /// External variables that are written.
    pub(super) sets: &'static [&'static str],
    /// Functions of the program called, with their arguments.
    pub(super) calls: &'static [(From, &'static [From])],
}

impl Effect {
    const fn new(name: &'static str) -> Effect {
        Effect { name, flows: &[], copies: &[], writes: &[], writes_from: None, sets: &[], calls: &[] }
    }

    const fn flows(mut self, flows: &'static [(To, From)]) -> Effect {
        self.flows = flows;
        self
    }

    const fn copies(mut self, copies: &'static [(u8, u8)]) -> Effect {
        self.copies = copies;
        self
    }

    const fn writes(mut self, writes: &'static [(u8, Extent)]) -> Effect {
        self.writes = writes;
        self
    }

    const fn writes_from(mut self, first: u8) -> Effect {
        self.writes_from = Some(first);
        self
    }

    const fn sets(mut self, sets: &'static [&'static str]) -> Effect {
        self.sets = sets;
        self
    }

    const fn calls(mut self, calls: &'static [(From, &'static [From])]) -> Effect {
        self.calls = calls;
        self
    }

    /// Does it return memory that it allocates?
    pub(super) fn allocates(&self) -> bool {
        self.flows.contains(&(To::Result, From::Fresh))
    }

    /// Does argument `arg` flow anywhere except into the result?
    pub(super) fn keeps(&self, arg: u8) -> bool {
        let from = |from: &From| matches!(from, From::Arg(a) | From::Inside(a) if *a == arg);
        self.flows.iter().any(|(to, source)| *to != To::Result && from(source))
            || self.calls.iter().any(|(_, args)| args.iter().any(from))
    }

    /// Is the target of argument `arg` written without being read first?
    pub(super) fn only_writes(&self, arg: usize) -> bool {
        let stored = self.writes_from.is_some_and(|first| arg >= usize::from(first));
        stored || arg == 0 && OVERWRITING.contains(&self.name) || arg == 1 && self.name == "read"
    }

    /// Does argument `arg` flow into the result?
    pub(super) fn gives_back(&self, arg: u8) -> bool {
        self.flows.iter().any(|&(to, from)| to == To::Result && [From::Arg(arg), From::Inside(arg)].contains(&from))
    }
}

/// Functions that write the target of their first argument without reading it.
#[rustfmt::skip]
const OVERWRITING: &[&str] = &[
    "strcpy", "strncpy", "stpcpy", "stpncpy", "strlcpy", "memcpy", "memmove", "mempcpy", "memset", "bzero",
    "__strcpy_chk", "__strncpy_chk", "__stpcpy_chk", "__memcpy_chk", "__memmove_chk", "__memset_chk",
    "sprintf", "snprintf", "vsprintf", "vsnprintf", "__sprintf_chk", "__snprintf_chk", "__vsprintf_chk", "__vsnprintf_chk",
    "fgets", "fgets_unlocked", "gets", "fread", "fread_unlocked", "strftime", "getcwd", "time",
];

static PLAIN: Effect = Effect::new("");
static WORLDLY: Effect = Effect::new("").flows(&[(To::Result, From::World)]);

static BY_NAME: LazyLock<HashMap<&'static str, &'static Effect>> = LazyLock::new(|| {
    let mut all: HashMap<_, _> = memory::TABLE.iter().map(|row| (row.name, row)).collect();
    all.extend(plain::PLAIN.iter().map(|&name| (name, &PLAIN)));
    all.extend(plain::WORLDLY.iter().map(|&name| (name, &WORLDLY)));
    all
});

/// The known effect of the external `name`.
pub(super) fn effect_of(name: &str) -> Option<&'static Effect> {
    BY_NAME.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_one_row() {
        let rows = memory::TABLE.iter().map(|row| row.name);
        let mut names: Vec<_> = rows.chain(plain::PLAIN.iter().chain(plain::WORLDLY).copied()).collect();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|w| w[0] == w[1]).map(|w| w[0]).collect();
        assert!(twice.is_empty(), "described twice: {twice:?}");
    }

    #[test]
    fn pointers_that_stay_and_pointers_that_go() {
        let effect = |name| effect_of(name).unwrap_or_else(|| panic!("{name}"));
        assert!(effect("malloc").allocates() && !effect("free").allocates());
        assert!(effect("strchr").gives_back(0) && !effect("strchr").keeps(0));
        assert!(effect("putenv").keeps(0) && effect("qsort").keeps(0));
        assert!(effect_of("frobnicate").is_none());
    }
}
