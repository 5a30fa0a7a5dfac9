//! Errors of loading a program, with remedies for the user.

use std::fmt;
use std::path::PathBuf;

use whydunit_program::VerifyError;

/// Why a program could not be loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// Neither an ELF file nor bitcode nor LLVM's text form.
    NotAProgram {
        /// The file.
        name: String,
    },
    /// A damaged ELF file.
    BadElf {
        /// The file.
        name: String,
        /// The damage.
        what: String,
    },
    /// An ELF file without embedded bitcode.
    NoBitcode {
        /// The file.
        name: String,
    },
    /// Bitcode without machine code, where machine code is needed.
    NotNative {
        /// The file.
        name: String,
    },
    /// Bitcode that is truncated or structurally damaged.
    Truncated {
        /// The file.
        name: String,
        /// The damage.
        what: String,
    },
    /// Bitcode that LLVM 19 rejects.
    BadModule {
        /// The file, with the number of the module.
        name: String,
        /// LLVM's message.
        what: String,
    },
    /// Bitcode of a newer LLVM.
    NewerLlvm {
        /// The file, with the number of the module.
        name: String,
        /// The compiler that wrote it ("LLVM21.1.0").
        producer: String,
    },
    /// Bitcode for a machine other than x86-64 Linux.
    Foreign {
        /// The file, with the number of the module.
        name: String,
        /// The target triple.
        triple: String,
    },
    /// The loader does not support this bitcode (`ifunc`, more functions than addresses).
    Unsupported {
        /// The file, with the number of the module.
        name: String,
        /// The unsupported construct.
        what: String,
    },
    /// The child process that checks the bitcode could not be started.
    Trial {
        /// The file.
        name: String,
        /// The system's error.
        error: std::io::Error,
    },
    /// A bug of ours: the lowered program violates a rule of the IR.
    Internal(VerifyError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const AGAIN: &str = "compile it again with `whydunit cc`";
        match self {
            LoadError::Read { path, error } => write!(f, "{}: cannot be read: {error}", path.display()),
            LoadError::NotAProgram { name } => write!(
                f,
                "{name}: is neither an executable nor LLVM bitcode; compile the program with `whydunit cc` and give \
                 the executable"
            ),
            LoadError::BadElf { name, what } => write!(f, "{name}: damaged executable ({what}); {AGAIN}"),
            LoadError::NotNative { name } => {
                write!(f, "{name}: is bitcode, not an executable; build one with `whydunit cc`, and use that")
            }
            LoadError::NoBitcode { name } => write!(
                f,
                "{name}: contains no bitcode (no section .llvmbc); compile it with `whydunit cc` instead of cc, or \
                 with CC='whydunit cc' for a project"
            ),
            LoadError::Truncated { name, what } => write!(f, "{name}: damaged bitcode ({what}); {AGAIN}"),
            LoadError::BadModule { name, what } => write!(f, "{name}: LLVM 19 rejects the bitcode ({what}); {AGAIN}"),
            LoadError::NewerLlvm { name, producer } => {
                write!(f, "{name}: bitcode written by {producer}, newer than LLVM 19; {AGAIN}, which uses clang-19")
            }
            LoadError::Foreign { name, triple } => {
                write!(f, "{name}: compiled for {triple}; only x86_64 Linux is supported: {AGAIN} for this machine")
            }
            LoadError::Unsupported { name, what } => write!(f, "{name}: {what}"),
            LoadError::Trial { name, error } => {
                write!(f, "{name}: cannot start a process to check the bitcode ({error}); raise the limit on processes")
            }
            LoadError::Internal(error) => write!(f, "bug in the loader, please report it: {error}"),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LoadError::Read { error, .. } | LoadError::Trial { error, .. } => Some(error),
            LoadError::Internal(error) => Some(error),
            _ => None,
        }
    }
}
