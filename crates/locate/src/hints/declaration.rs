//! A declaration with a fault. It has no instances of its own: declarations are not executed.

use whydunit_program::{FileId, FunctionId, LocalId, Program};

/// A variable as it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// The file.
    pub file: FileId,
    /// The line.
    pub line: u32,
    /// The fault.
    pub reason: Reason,
}

/// Why a declaration is suspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// An access was outside of the object.
    TooSmall,
    /// A value does not fit the type.
    TooNarrow,
    /// The variable was read before it was initialised.
    Uninitialised,
}

impl Declaration {
    /// The declaration of a local variable.
    pub(crate) fn of_local(program: &Program, function: FunctionId, local: LocalId, reason: Reason) -> Option<Self> {
        let variable = program.function(function).variables.iter().find(|v| v.local == local)?;
        let file = program.scopes[variable.scope?.0 as usize].file;
        (variable.line > 0).then(|| Declaration { name: variable.name.clone(), file, line: variable.line, reason })
    }
}
