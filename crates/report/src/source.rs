//! How places in the source are called.

use whydunit_program::{FileId, Program};

/// In place of a line whose file is not there.
pub(crate) const SOURCELESS: &str = "(source not found)";

pub use whydunit_trace::{Place, SourceText, place_of};

/// How a file is called in messages: as the user named it to the compiler.
pub(crate) fn file_name(program: &Program, file: Option<FileId>) -> &str {
    file.map_or("<unknown file>", |f| &program.files[f.0 as usize].name)
}
