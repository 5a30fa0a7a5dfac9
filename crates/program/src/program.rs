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

/// A program ready to run: all modules linked into one, all addresses fixed. Copies with one
/// replaced function are cheap, because reruns with static changes need thousands of them.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Defined functions.
    pub functions: Vec<Arc<Function>>,
    /// Functions that are only declared; the world models them.
    pub externals: Arc<Vec<External>>,
    /// Global variables, with addresses.
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
    /// Warnings about how the program was compiled ("compiled with optimisation").
    pub warnings: Vec<String>,
}

/// A function that the program declares and does not define.
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
    /// Its address, see [`crate::layout`].
    pub address: u64,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Is it in read-only memory?
    pub constant: bool,
    /// Initial contents with all addresses resolved; shorter than `size` means zero-filled.
    pub init: Vec<u8>,
    /// Declared but not defined (`stdin`, `optarg`, `environ`): the world initialises it.
    pub external: bool,
    /// C type, when known.
    pub ty: Option<TypeId>,
    /// C name when it differs from the symbol (`static` locals), or none for string literals.
    pub variable: Option<String>,
    /// The scope that declares it.
    pub scope: Option<ScopeId>,
    /// Line of the declaration, 0 when unknown.
    pub line: u32,
}

/// The nominal directory of the sources of our C library.
pub const RUNTIME_DIRECTORY: &str = "<whydunit runtime>";

impl Program {
    /// The function `id`.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The file that contains a function.
    pub fn file_of(&self, function: &Function) -> Option<&SourceFile> {
        let scope = self.scopes.get(function.scope?.0 as usize)?;
        self.files.get(scope.file.0 as usize)
    }

    /// Does the function belong to our bundled C library and not to the program?
    pub fn is_runtime(&self, function: &Function) -> bool {
        self.file_of(function).is_some_and(|f| f.directory == RUNTIME_DIRECTORY)
    }

    /// The first function with this name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|f| f.name == name).map(|i| FunctionId(i as u32))
    }

    /// The global that contains `address` (without its trailing gap).
    pub fn global_at(&self, address: u64) -> Option<GlobalId> {
        let index = self.globals.partition_point(|g| g.address <= address).checked_sub(1)?;
        let global = &self.globals[index];
        (address < global.address + global.size.max(1)).then_some(GlobalId(index as u32))
    }
}
