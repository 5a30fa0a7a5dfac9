//! Reads the source files of a program from disk. No other module does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use whydunit_program::{FileId, Program};

/// The texts of source files, read on first use.
#[derive(Default)]
pub struct SourceText {
    texts: BTreeMap<PathBuf, Option<String>>,
}

impl SourceText {
    /// The text of a file, if it is readable at the path known to the compiler.
    pub fn get(&mut self, program: &Program, file: FileId) -> Option<&str> {
        self.at(&program.files[file.0 as usize].path())
    }

    /// The text of the file at a path, if readable. Invalid UTF-8 is replaced.
    pub fn at(&mut self, path: &Path) -> Option<&str> {
        if !self.texts.contains_key(path) {
            let text = std::fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            self.texts.insert(path.to_path_buf(), text);
        }
        self.texts.get(path)?.as_deref()
    }

    /// A line of a file, without its line end.
    pub fn line(&mut self, program: &Program, file: FileId, line: u32) -> Option<&str> {
        self.get(program, file)?.lines().nth(line.checked_sub(1)? as usize)
    }
}
