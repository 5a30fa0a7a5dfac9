//! A failure as a diagnostic: what, where in the source, on which object, with which values.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use whydunit_machine::{
    AccessKind, Failure, FailureKind, FrameView, MemoryError, ObjectKind, ObjectNote, Site, Unsupported,
};
use whydunit_program::{LocalId, Program, layout};

use crate::libc_frames::{inside_libc, is_libc, libc_function, visible};
use crate::source::{Place, SourceText, file_name, place_of};
use crate::value::{MemoryView, render_value};

/// Everything a failure diagnostic shows.
pub struct FailureView<'a> {
    /// The program.
    pub program: &'a Program,
    /// The failure.
    pub failure: &'a Failure,
    /// The frames at that moment, innermost first.
    pub frames: &'a [FrameView],
    /// Where the object was allocated or freed.
    pub origins: &'a [Origin],
    /// Print colours?
    pub colour: bool,
}

/// Something that happened earlier to the object.
pub struct Origin {
    /// "allocated" or "freed".
    pub what: &'static str,
    /// The call stack then, innermost first.
    pub stack: Vec<Site>,
}

/// The headline of a failure, for one line.
pub fn describe_failure(program: &Program, failure: &Failure) -> String {
    let callee = libc_function(program, &failure.stack).or(failure.callee.as_deref());
    let inside = callee.map_or(String::new(), |name| format!(" in `{name}`"));
    let what = match &failure.kind {
        FailureKind::Memory(error) => describe_access(program, error),
        FailureKind::InvalidFree { twice: true, .. } => "double free".into(),
        FailureKind::InvalidFree { address, object, .. } => {
            format!(
                "free of {}",
                object.as_ref().map_or(format!("{address:#x}, which is no object"), |o| inner(program, o, *address))
            )
        }
        FailureKind::DivisionByZero => "division by zero".into(),
        FailureKind::DivisionOverflow => "division overflow: the smallest integer divided by -1".into(),
        FailureKind::UninitialisedBranch => "a decision depends on uninitialised memory".into(),
        FailureKind::UninitialisedOutput => "uninitialised memory is written as output".into(),
        FailureKind::UninitialisedAddress => "an address or size depends on uninitialised memory".into(),
        FailureKind::StackOverflow => "stack overflow".into(),
        FailureKind::Signal(6) => "the program aborted".into(),
        FailureKind::Signal(n) => format!("the program was ended by signal {n}"),
        FailureKind::Assertion { text } => format!("assertion `{text}` failed"),
        FailureKind::Unreachable => {
            "the end of a function that must return a value was reached, or code the compiler holds for unreachable"
                .into()
        }
        FailureKind::BadCall { address: 0 } => "call of a null function pointer".into(),
        FailureKind::BadCall { address } => format!("call of {address:#x}, which is no function"),
        FailureKind::Overlap => "source and destination of a copy overlap".into(),
        FailureKind::Misuse(what) => what.clone(),
    };
    what + &inside
}

fn describe_access(program: &Program, error: &MemoryError) -> String {
    let access = match error.access {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    };
    let size = if error.bytes == 1 { "1 byte".into() } else { format!("{} bytes", error.bytes) };
    if error.address < layout::NULL_END {
        let offset = if error.address == 0 { String::new() } else { format!(" (at offset {})", error.address) };
        return format!("null pointer dereference: {access} of {size}{offset}");
    }
    let Some(object) = &error.object else {
        return format!("wild pointer: {access} of {size} at {:#x}, where no object is", error.address);
    };
    let where_ = inner(program, object, error.address);
    match object.kind {
        ObjectKind::Heap { freed: Some(_), .. } => format!("use after free: {access} of {size} {where_}"),
        ObjectKind::DeadStack => {
            format!("use after return: {access} of {size} in a local of a function that has returned")
        }
        ObjectKind::Local { ended: true, .. } => format!("use after scope: {access} of {size} {where_}"),
        ObjectKind::Code => format!("{access} of {size} in the code of a function"),
        ObjectKind::Global(id)
            if error.access == AccessKind::Write
                && program.globals[id.0 as usize].constant
                && error.address + error.bytes <= object.start + object.size =>
        {
            format!("write of {size} to read-only memory, {where_}")
        }
        _ => format!("out-of-bounds {access} of {size}, {where_}"),
    }
}

/// Where an address lies in relation to its object.
fn inner(program: &Program, object: &ObjectNote, address: u64) -> String {
    let name = object_name(program, object);
    let end = object.start + object.size;
    if address < object.start {
        format!("{} bytes before {name}", object.start - address)
    } else if address < end {
        format!("at offset {} of {name}", address - object.start)
    } else {
        let past = address - end;
        if past == 0 { format!("just past the end of {name}") } else { format!("{past} bytes past the end of {name}") }
    }
}

fn object_name(program: &Program, object: &ObjectNote) -> String {
    let size = object.size;
    match object.kind {
        ObjectKind::Heap { .. } => format!("a heap object of {size} bytes"),
        ObjectKind::Global(id) => {
            let global = &program.globals[id.0 as usize];
            match (&global.variable, global.constant) {
                (Some(name), _) => format!("global `{name}` ({size} bytes)"),
                (None, true) => format!("a string literal of {size} bytes"),
                (None, false) => format!("global `{}` ({size} bytes)", global.name),
            }
        }
        ObjectKind::Local { function, local, .. } => {
            let f = program.function(function);
            format!("`{}` of `{}` ({size} bytes)", local_name(program, f, local), f.name)
        }
        ObjectKind::Dynamic { function } => {
            format!("a variable-length array of `{}` ({size} bytes)", program.function(function).name)
        }
        ObjectKind::DeadStack => "a dead stack frame".into(),
        ObjectKind::Code => "a function".into(),
    }
}

fn local_name(_program: &Program, function: &whydunit_program::Function, local: LocalId) -> String {
    let named = function.variables.iter().find(|v| v.local == local).map(|v| v.name.clone());
    named.unwrap_or_else(|| function.locals[local.0 as usize].name.clone())
}

/// The whole diagnostic.
pub fn render_failure(view: &FailureView<'_>, memory: &mut dyn MemoryView, sources: &mut SourceText) -> String {
    let title = describe_failure(view.program, view.failure);
    let depth = inside_libc(view.program, &view.failure.stack);
    let mut text = match view.failure.stack.get(depth) {
        Some(site) => snippet(view.program, sources, *site, &title, view.colour),
        None => format!("error: {title}\n"),
    };
    if let Some(frame) = view.frames.get(depth) {
        let values = frame_values(view.program, frame, memory);
        if !values.is_empty() {
            text += &format!("  values: {}\n", values.join(", "));
        }
    }
    for origin in view.origins {
        text += &format!("  {} by:\n{}", origin.what, stack_lines(view.program, &origin.stack));
    }
    text + "  call stack:\n" + &stack_lines(view.program, &view.failure.stack)
}

/// Something we do not support, with where the program asked for it.
pub fn render_unsupported(program: &Program, error: &Unsupported, sources: &mut SourceText, colour: bool) -> String {
    let mut text = match error.stack.get(inside_libc(program, &error.stack)) {
        Some(site) => snippet(program, sources, *site, &format!("unsupported: {}", error.what), colour),
        None => format!("error: unsupported: {}\n", error.what),
    };
    if !error.stack.is_empty() {
        text += "  call stack:\n";
        text += &stack_lines(program, &error.stack);
    }
    text
}

fn snippet(program: &Program, sources: &mut SourceText, site: Site, title: &str, colour: bool) -> String {
    let place = place_of(program, site);
    let name = file_name(program, place.file).to_string();
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let source = place.file.and_then(|f| sources.get(program, f));
    let Some((source, span)) = source.and_then(|s| span(s, &place).map(|span| (s, span))) else {
        return format!("error: {title}\n  --> {name}:{}:{}\n", place.line, place.column);
    };
    let report = [Group::with_title(Level::ERROR.primary_title(title))
        .element(Snippet::source(source).path(name).annotation(AnnotationKind::Primary.span(span)))];
    renderer.render(&report) + "\n"
}

/// The bytes of the source that a place names: the word or the operator at its column.
fn span(source: &str, place: &Place) -> Option<std::ops::Range<usize>> {
    let line_start =
        source.split_inclusive('\n').take(place.line.checked_sub(1)? as usize).map(str::len).sum::<usize>();
    let line = source.get(line_start..)?.lines().next()?;
    let column = (place.column.max(1) as usize - 1).min(line.len());
    let rest = line.get(column..)?;
    let word = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    let start = line_start + column;
    Some(start..(start + word.max(1)).min(source.len()))
}

fn stack_lines(program: &Program, stack: &[Site]) -> String {
    const SHOWN: usize = 12;
    let stack = visible(program, stack);
    let mut text = String::new();
    let line = |(i, site): (usize, &Site)| {
        let place = place_of(program, *site);
        let name = &program.function(site.function).name;
        if is_libc(program, site) {
            return format!("    {i}: {name} (libc)\n");
        }
        format!("    {i}: {name} at {}:{}\n", file_name(program, place.file), place.line)
    };
    if stack.len() <= SHOWN {
        text.extend(stack.iter().enumerate().map(line));
    } else {
        text.extend(stack.iter().enumerate().take(SHOWN / 2).map(line));
        text += &format!("    ... {} more calls ...\n", stack.len() - SHOWN);
        text.extend(stack.iter().enumerate().skip(stack.len() - SHOWN / 2).map(line));
    }
    text
}

/// The named variables of a frame that are in scope at its position, as "name = value".
fn frame_values(program: &Program, frame: &FrameView, memory: &mut dyn MemoryView) -> Vec<String> {
    let function = program.function(frame.site.function);
    let scope =
        function.locs[..=(frame.site.inst as usize).min(function.locs.len() - 1)].iter().rev().find_map(|l| l.scope);
    let visible = |variable: &whydunit_program::Variable| {
        let mut at = scope;
        while let Some(s) = at {
            if variable.scope == Some(s) {
                return true;
            }
            at = program.scopes[s.0 as usize].parent;
        }
        variable.scope.is_none()
    };
    function
        .variables
        .iter()
        .filter(|v| visible(v))
        .filter_map(|v| {
            let ty = v.ty?;
            let mut address = frame.locals + u64::from(function.locals[v.local.0 as usize].offset);
            if v.indirect {
                let bytes = memory.bytes(address, 8)?;
                let bytes: Option<Vec<u8>> = bytes.into_iter().collect();
                address = u64::from_le_bytes(bytes?.try_into().ok()?);
            }
            Some(format!("{} = {}", v.name, render_value(&program.types, ty, memory, address)))
        })
        .collect()
}
