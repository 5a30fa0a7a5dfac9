//! Source files as they are on disk, for snippets.

use std::collections::BTreeMap;

use whydunit_program::{FileId, Program};

/// In place of a line whose file is not there.
pub(crate) const SOURCELESS: &str = "(source not found)";
pub use whydunit_trace::{Place, place_of};

/// The texts of a program's source files, read when first needed.
#[derive(Default)]
pub struct SourceText {
    texts: BTreeMap<FileId, Option<String>>,
}

impl SourceText {
    /// The text of a file, if it can be read where the compiler saw it.
    pub fn get(&mut self, program: &Program, file: FileId) -> Option<&str> {
        let read = || {
            let bytes = std::fs::read(program.files[file.0 as usize].path()).ok()?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        };
        self.texts.entry(file).or_insert_with(read).as_deref()
    }

    /// One line of a file, without its end.
    pub fn line(&mut self, program: &Program, file: FileId, line: u32) -> Option<&str> {
        self.get(program, file)?.lines().nth(line.checked_sub(1)? as usize)
    }
}

/// How a file is called in messages: as the user named it to the compiler.
pub(crate) fn file_name(program: &Program, file: Option<FileId>) -> &str {
    file.map_or("<unknown file>", |f| &program.files[f.0 as usize].name)
}
