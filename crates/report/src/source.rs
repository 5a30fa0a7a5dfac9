//! Names of places in the source.

use whydunit_program::{FileId, Program};

/// Replaces a line whose file is missing.
pub(crate) const SOURCELESS: &str = "(source not found)";

pub use whydunit_trace::{Place, SourceText, place_of};

/// The name of a file in messages, as the user passed it to the compiler.
pub(crate) fn file_name(program: &Program, file: Option<FileId>) -> &str {
    file.map_or("<unknown file>", |f| &program.files[f.0 as usize].name)
}
