//! Reads LLVM 19 bitcode, from ELF executables, `.bc` and `.ll` files, into a [`Program`].
//!
//! A file is split into modules (`container`, `bitstream`), each is parsed by LLVM (`llvm`) and
//! lowered to plain data (`lower`, `part`), and the parts are linked (`link`). A child process
//! tries every module first (`trial`), because LLVM crashes on some damaged ones. No other crate
//! uses LLVM.

mod bitstream;
mod container;
mod error;
mod library;
mod link;
mod llvm;
mod lower;
mod native;
mod part;
mod trial;

use std::path::Path;

pub use error::LoadError;
pub use native::native_code;
use whydunit_program::{Program, verify};

use container::Source;
use llvm::Module;
use part::Part;
use trial::Trial;

/// Loads a program from a file: an ELF executable with embedded bitcode, `.bc` or `.ll`,
/// distinguished by their contents. From the bitcode modules `libraries`, takes only the functions
/// that the program declares but does not define, and their dependencies.
pub fn load(path: &Path, libraries: &[&[u8]]) -> Result<Program, LoadError> {
    let bytes = std::fs::read(path).map_err(|error| LoadError::Read { path: path.into(), error })?;
    load_bytes(&path.display().to_string(), &bytes, libraries)
}

/// Loads a program from memory; `name` is used in messages.
pub fn load_bytes(name: &str, bytes: &[u8], libraries: &[&[u8]]) -> Result<Program, LoadError> {
    let sources = container::open(name, bytes)?;
    let mut trial = Trial::start(sources.len(), bytes.len(), |index| drop(read(&sources[index])))
        .map_err(|error| LoadError::Trial { name: name.into(), error })?;
    let mut parts = Vec::with_capacity(sources.len());
    for source in &sources {
        if !trial.survived_next() {
            let what = "LLVM crashes on it".into();
            return Err(LoadError::BadModule { name: source.name.clone(), what });
        }
        parts.push(read(source)?);
    }
    drop(trial);
    let first_library = parts.len();
    library::add_needed(&mut parts, libraries)?;
    let program =
        link::build(parts, first_library).map_err(|what| LoadError::Unsupported { name: name.into(), what })?;
    verify(&program).map_err(LoadError::Internal)?;
    Ok(program)
}

/// Parses and lowers one module.
fn read(source: &Source<'_>) -> Result<Part, LoadError> {
    let _guard = trial::LLVM_AT_WORK.read().unwrap_or_else(|poisoned| poisoned.into_inner());
    let name = &source.name;
    let module = Module::parse(name, source.bytes, source.form).map_err(|what| rejected(name, what))?;
    let triple = module.triple();
    if !(triple.starts_with("x86_64") && triple.contains("linux")) {
        return Err(LoadError::Foreign { name: name.clone(), triple });
    }
    lower::lower(name, &module).map_err(|what| LoadError::Unsupported { name: name.clone(), what })
}

/// LLVM reports the producer of bitcode that it does not understand.
fn rejected(name: &str, what: String) -> LoadError {
    let name = name.to_owned();
    let producer =
        what.split_once("Producer: '").and_then(|(_, rest)| rest.split_once('\'')).map(|(p, _)| p.to_owned());
    let major = |p: &String| p.strip_prefix("LLVM")?.split('.').next()?.parse::<u32>().ok();
    match producer {
        Some(producer) if major(&producer).is_some_and(|version| version > 19) => {
            LoadError::NewerLlvm { name, producer }
        }
        _ => LoadError::BadModule { name, what },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitcode_of_a_newer_llvm_is_distinguished_from_damaged_bitcode() {
        let newer =
            rejected("a.bc", "Unknown attribute kind (91) (Producer: 'LLVM21.1.0' Reader: 'LLVM 19.1.7')".into());
        assert!(newer.to_string().contains("written by LLVM21.1.0, newer than LLVM 19"), "{newer}");
        let damaged = rejected("a.bc", "Invalid record (Producer: 'LLVM19.1.7' Reader: 'LLVM 19.1.7')".into());
        assert!(matches!(damaged, LoadError::BadModule { .. }));
        assert!(matches!(rejected("a.bc", "file too small".into()), LoadError::BadModule { .. }));
    }
}
