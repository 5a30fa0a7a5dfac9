//! The origin of a memory error: where its object was allocated and freed, where an uninitialised value was declared,
//! and the calls up to the failure.

use whydunit_locate::{ExplanationFacts, FailureOrigin, Origin};
use whydunit_machine::Site;
use whydunit_program::Program;

use crate::libc_frames::{is_libc, visible};
use crate::source::{file_name, place_of};

/// An earlier event that a memory error refers to, or the failure itself, with its calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginNote {
    /// "allocated", "freed", "declared", "set" or "failed".
    pub event: &'static str,
    /// The variable, member or element, if the event concerns one.
    pub name: Option<String>,
    /// The calls, innermost first.
    pub stack: Vec<StackFrame>,
}

/// A call in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// The function; empty for a declaration outside of every function.
    pub function: String,
    /// The file, as the compiler was given it; empty for the C library.
    pub file: String,
    /// The line.
    pub line: u32,
}

/// The events behind a memory error, the oldest first, and the calls at the failure.
pub(super) fn origins(program: &Program, facts: &ExplanationFacts) -> Vec<OriginNote> {
    let mut origins: Vec<OriginNote> = facts.origins.iter().map(|origin| note(program, origin)).collect();
    let stack = frames(program, &facts.failure.stack);
    if stack.len() > 1 {
        origins.push(OriginNote { event: "failed", name: None, stack });
    }
    origins
}

fn note(program: &Program, origin: &FailureOrigin) -> OriginNote {
    match origin {
        FailureOrigin::Heap(Origin { what, stack }) => {
            OriginNote { event: what, name: None, stack: frames(program, stack) }
        }
        FailureOrigin::Declared { function, declaration } => {
            let frame = StackFrame {
                function: program.function(*function).name.clone(),
                file: file_name(program, Some(declaration.file)).to_string(),
                line: declaration.line,
            };
            OriginNote { event: "declared", name: Some(declaration.name.clone()), stack: vec![frame] }
        }
        FailureOrigin::PartlySet { name, site } => {
            OriginNote { event: "set", name: Some(name.clone()), stack: frames(program, &[*site]) }
        }
    }
}

fn frames(program: &Program, stack: &[Site]) -> Vec<StackFrame> {
    let frame = |site: &Site| {
        let place = place_of(program, *site);
        let file = if is_libc(program, site) { "" } else { file_name(program, place.file) };
        StackFrame { function: program.function(site.function).name.clone(), file: file.into(), line: place.line }
    };
    visible(program, stack).iter().map(frame).collect()
}
