//! Describes a failure in one line: the event and its object.

use whydunit_machine::{AccessKind, Failure, FailureKind, MemoryError, ObjectKind, ObjectNote};
use whydunit_program::layout::{self, Code};
use whydunit_program::{ArgClass, Function, Inst, LocalId, Program};

use crate::libc_frames::libc_function;

/// The headline of a failure.
pub fn describe_failure(program: &Program, failure: &Failure) -> String {
    // glibc's headers rename some functions.
    let callee = libc_function(program, &failure.stack)
        .or(failure.callee.as_deref())
        .map(|name| name.trim_start_matches("__isoc99_"));
    let what = match &failure.kind {
        FailureKind::Memory(error) => describe_access(program, error),
        FailureKind::InvalidFree { twice: true, .. } if callee == Some("realloc") => {
            "use after free: memory that was freed is reallocated".into()
        }
        FailureKind::InvalidFree { twice: true, .. } => "double free".into(),
        FailureKind::InvalidFree { address, object, .. } => describe_free(program, *address, object.as_ref()),
        FailureKind::DivisionByZero => "division by zero".into(),
        FailureKind::DivisionOverflow => "division overflow: the smallest integer divided by -1".into(),
        FailureKind::UninitialisedBranch => "a decision depends on an uninitialised value".into(),
        FailureKind::UninitialisedOutput => "an uninitialised value is written as output".into(),
        FailureKind::UninitialisedAddress => "an address or size depends on an uninitialised value".into(),
        FailureKind::StackOverflow => "stack overflow".into(),
        FailureKind::Signal(6) => "the program aborted".into(),
        FailureKind::Signal(n) => format!("the program was ended by signal {n}{}", signal_name(*n)),
        FailureKind::Assertion { text } => return format!("assertion `{text}` failed"),
        FailureKind::Unreachable => {
            "unreachable code was reached: `__builtin_unreachable`, or behind a call that must not return".into()
        }
        FailureKind::UninitialisedStatus => "the exit status is uninitialised".into(),
        FailureKind::BadCall { address: 0 } => "call of a null function pointer".into(),
        FailureKind::BadCall { address } => describe_call(program, failure, *address),
        FailureKind::Overlap => "source and destination of a copy overlap".into(),
        FailureKind::Misuse(what) => what.clone(),
    };
    match callee {
        Some(name) if !what.contains(name) => format!("{what} (in `{name}`)"),
        _ => what,
    }
}

/// A call through a pointer to something that is not a suitable function.
fn describe_call(program: &Program, failure: &Failure, address: u64) -> String {
    let function = match layout::code_at(address) {
        Some(Code::Function(id)) => program.functions.get(id.0 as usize),
        _ => None,
    };
    let site = failure.stack.first().and_then(|site| {
        let caller = program.function(site.function);
        match caller.insts.get(site.inst as usize) {
            Some(Inst::Call { site }) => caller.calls.get(*site as usize),
            _ => None,
        }
    });
    let (Some(function), Some(site)) = (function, site) else {
        return format!("call of {address:#x}, which is no function");
    };
    let takes: Vec<ArgClass> = function.params.iter().map(|p| p.class).collect();
    let gets: Vec<ArgClass> = site.args.iter().map(|a| a.class).collect();
    let name = &function.name;
    format!("call of `{name}` through a pointer of another type: it takes {}, but gets {}", list(&takes), list(&gets))
}

/// Lists parameters or arguments as C types.
fn list(classes: &[ArgClass]) -> String {
    let word = |class: &ArgClass| match class {
        ArgClass::Int => "integer or pointer",
        ArgClass::Int128 => "__int128",
        ArgClass::Float => "float or double",
        ArgClass::FloatPair => "struct of two floats",
        ArgClass::X87 => "long double",
        ArgClass::ByVal { .. } => "struct",
    };
    let words: Vec<&str> = classes.iter().map(word).collect();
    if words.is_empty() { "nothing".into() } else { format!("({})", words.join(", ")) }
}

fn signal_name(number: i32) -> &'static str {
    match number {
        1 => ", SIGHUP",
        2 => ", SIGINT",
        3 => ", SIGQUIT",
        4 => ", SIGILL",
        5 => ", SIGTRAP",
        7 => ", SIGBUS",
        8 => ", SIGFPE",
        9 => ", SIGKILL",
        10 => ", SIGUSR1",
        11 => ", SIGSEGV",
        12 => ", SIGUSR2",
        13 => ", SIGPIPE",
        14 => ", SIGALRM",
        15 => ", SIGTERM",
        _ => "",
    }
}

fn count(bytes: u64) -> String {
    match bytes {
        1 => "1 byte".into(),
        // No object is that large: a negative number was used as a size.
        n if n > i64::MAX as u64 => format!("{n} bytes (as a signed number {})", n as i64),
        n => format!("{n} bytes"),
    }
}

fn describe_free(program: &Program, address: u64, object: Option<&ObjectNote>) -> String {
    let Some(object) = object else { return format!("free of {address:#x}, where no object is") };
    let name = object_name(program, object);
    match address.checked_sub(object.start) {
        Some(0) => format!("free of what was not allocated: {name}"),
        _ => format!("free of a pointer that malloc did not return, {}", position(program, object, address)),
    }
}

fn describe_access(program: &Program, error: &MemoryError) -> String {
    let access = match error.access {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    };
    let size = count(error.bytes);
    if error.address < layout::NULL_END {
        let offset = if error.address == 0 { String::new() } else { format!(" at offset {}", error.address) };
        return format!("null pointer dereference: {access} of {size}{offset}");
    }
    let Some(object) = &error.object else {
        return format!("wild pointer: {access} of {size} at {:#x}, where no object is", error.address);
    };
    let place = position(program, object, error.address);
    let (end, last) = (object.start + object.size, error.address.saturating_add(error.bytes));
    let inside = error.address >= object.start && last <= end;
    match object.kind {
        ObjectKind::Heap { freed: Some(_), .. } => format!("use after free: {access} of {size} {place}"),
        ObjectKind::DeadStack => {
            format!("use after return: {access} of {size} in a local of a function that has returned")
        }
        ObjectKind::Returned { function, local } => {
            let function = program.function(function);
            let name = local_name(function, local);
            format!("use after return: {access} of {size} in {name} of `{}`, which has returned", function.name)
        }
        ObjectKind::Local { ended: true, .. } => format!("use after scope: {access} of {size} {place}"),
        ObjectKind::Code => format!("{access} of {size} in the code of a function"),
        ObjectKind::Arguments { function } => {
            format!("{access} of an argument that was not passed to `{}`", program.function(function).name)
        }
        ObjectKind::Global(id) if inside && program.globals[id.0 as usize].constant => {
            format!("write of {size} to read-only memory, {place}")
        }
        _ => {
            let starts_inside = (object.start..end).contains(&error.address);
            let over = last.saturating_sub(end);
            let excess =
                if starts_inside && over < 1 << 40 { format!(": {} too many", count(over)) } else { String::new() };
            format!("out-of-bounds {access} of {size}, {place}{excess}")
        }
    }
}

/// The position of an address relative to its object.
fn position(program: &Program, object: &ObjectNote, address: u64) -> String {
    let name = object_name(program, object);
    let end = object.start + object.size;
    if address < object.start {
        format!("{} before {name}", count(object.start - address))
    } else if address < end {
        format!("at offset {} of {name}", address - object.start)
    } else if address == end {
        format!("just past the end of {name}")
    } else {
        format!("{} past the end of {name}", count(address - end))
    }
}

fn object_name(program: &Program, object: &ObjectNote) -> String {
    let size = count(object.size);
    let of = |function| &program.function(function).name;
    match object.kind {
        ObjectKind::Heap { freed: Some(_), .. } => format!("a freed heap object of {size}"),
        ObjectKind::Heap { .. } => format!("a heap object of {size}"),
        ObjectKind::Global(id) => {
            let global = &program.globals[id.0 as usize];
            match &global.variable {
                Some(name) => format!("`{name}` ({size})"),
                None if global.name.starts_with(".str") => format!("a string literal of {size}"),
                None => format!("global `{}` ({size})", global.name),
            }
        }
        ObjectKind::Local { function, local, .. } => {
            format!("{} of `{}` ({size})", local_name(program.function(function), local), of(function))
        }
        ObjectKind::Dynamic { function } => format!("a variable-length array or alloca of `{}` ({size})", of(function)),
        ObjectKind::Arguments { function } => format!("the arguments of `{}`", of(function)),
        ObjectKind::DeadStack | ObjectKind::Returned { .. } => "a local of a function that has returned".into(),
        ObjectKind::Argument { index } => format!("`argv[{index}]` ({size})"),
        ObjectKind::EnvironmentVariable { ref name } => {
            format!("the environment variable `{name}` ({size})")
        }
        ObjectKind::ProcessArray { name } => format!("`{name}` ({} pointers)", object.size / 8),
        ObjectKind::Code => "a function".into(),
    }
}

fn local_name(function: &Function, local: LocalId) -> String {
    let named = function.variables.iter().find(|v| v.local == local).map(|v| v.name.as_str());
    match named.unwrap_or(&function.locals[local.0 as usize].name) {
        // Memory of an `alloca` with a constant size has no name.
        "" => "an unnamed object".into(),
        name => format!("`{name}`"),
    }
}
