//! A whole program: functions, globals, source map.

use std::sync::Arc;

use crate::{Function, Scope, ScopeId, SourceFile, TypeId, Types};

/// A defined function, by its index in `Program::functions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// A declared function, by its index in `Program::externals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExternalId(pub u32);

/// A global variable, by its index in `Program::globals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// A program ready to run: all modules resolved into one, all addresses fixed. A copy with another function
/// in it is cheap: whoever tries many small changes of the text makes thousands.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Defined functions.
    pub functions: Vec<Arc<Function>>,
    /// Functions that are only declared; the world models them.
    pub externals: Arc<Vec<External>>,
    /// Global variables, placed.
    pub globals: Arc<Vec<Global>>,
    /// `main`, if there is one.
    pub main: Option<FunctionId>,
    /// Constructors in the order they run before `main`.
    pub constructors: Vec<FunctionId>,
    /// Destructors in the order they run at exit.
    pub destructors: Vec<FunctionId>,
    /// C types of the debug information.
    pub types: Arc<Types>,
    /// Source files.
    pub files: Arc<Vec<SourceFile>>,
    /// Lexical scopes.
    pub scopes: Arc<Vec<Scope>>,
    /// What the user should know about how it was compiled ("compiled with optimisation").
    pub warnings: Vec<String>,
}

/// A function the program declares and does not define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// Its name.
    pub name: String,
}

/// A global variable.
#[derive(Clone, Debug, Default)]
pub struct Global {
    /// Symbol name.
    pub name: String,
    /// Where it lies, see [`crate::layout`].
    pub address: u64,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// In read-only memory?
    pub constant: bool,
    /// Initial contents with all addresses resolved; shorter than `size` means zero-filled.
    pub init: Vec<u8>,
    /// Declared but not defined (`stdin`, `optarg`, `environ`): the world fills it in.
    pub external: bool,
    /// C type, when known.
    pub ty: Option<TypeId>,
    /// C name when it differs from the symbol (`static` locals), or none for string literals.
    pub variable: Option<String>,
    /// Where it is declared.
    pub scope: Option<ScopeId>,
    /// Line of the declaration, 0 when unknown.
    pub line: u32,
}

/// Where the sources of our own C library code are said to be.
pub const RUNTIME_DIRECTORY: &str = "<whydunit runtime>";

impl Program {
    /// The function `id`.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The file a function is written in.
    pub fn file_of(&self, function: &Function) -> Option<&SourceFile> {
        let scope = self.scopes.get(function.scope?.0 as usize)?;
        self.files.get(scope.file.0 as usize)
    }

    /// Does a function belong to the library that we bring along, not to the program?
    pub fn is_runtime(&self, function: &Function) -> bool {
        self.file_of(function).is_some_and(|f| f.directory == RUNTIME_DIRECTORY)
    }

    /// The first function of that name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|f| f.name == name).map(|i| FunctionId(i as u32))
    }

    /// The global that contains `address` (its trailing gap not included).
    pub fn global_at(&self, address: u64) -> Option<GlobalId> {
        let index = self.globals.partition_point(|g| g.address <= address).checked_sub(1)?;
        let global = &self.globals[index];
        (address < global.address + global.size.max(1)).then_some(GlobalId(index as u32))
    }
}
