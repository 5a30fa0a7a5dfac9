//! Source positions, scopes and variables of the C source.

use crate::{LocalId, TypeId};

/// A source file, by its index in `Program::files`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A lexical scope, by its index in `Program::scopes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(pub u32);

/// A source file as the compiler named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Name as given to the compiler, possibly relative.
    pub name: String,
    /// Directory it is relative to.
    pub directory: String,
}

impl SourceFile {
    /// The file's path: its name, under its directory unless absolute.
    pub fn path(&self) -> std::path::PathBuf {
        std::path::Path::new(&self.directory).join(&self.name)
    }
}

/// A lexical scope: a function or a block inside one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The file that contains it.
    pub file: FileId,
    /// The enclosing scope, none for a function.
    pub parent: Option<ScopeId>,
    /// First line of the scope.
    pub line: u32,
}

/// A source position; line 0 means unknown (compiler-made code).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Loc {
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1.
    pub column: u32,
    /// The scope, which determines the file.
    pub scope: Option<ScopeId>,
}

/// A named variable of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name in C.
    pub name: String,
    /// Its type.
    pub ty: Option<TypeId>,
    /// The scope that declares it.
    pub scope: Option<ScopeId>,
    /// Line of the declaration.
    pub line: u32,
    /// The local that holds it.
    pub local: LocalId,
    /// Parameter number counted from 1, or 0.
    pub parameter: u16,
    /// The local holds the variable's address, not its value (VLA, byval through pointer).
    pub indirect: bool,
}

impl Variable {
    /// Is it one of Clang's own variables for the sizes of variable-length arrays?
    pub fn is_compilers(&self) -> bool {
        self.name.starts_with("__vla_expr")
    }
}
