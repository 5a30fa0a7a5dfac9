//! The source files of a program as they are on disk: the one place that reads them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use whydunit_program::{FileId, Program};

/// The texts of source files, each read when it is first needed.
#[derive(Default)]
pub struct SourceText {
    texts: BTreeMap<PathBuf, Option<String>>,
}

impl SourceText {
    /// The text of a file, if it can be read where the compiler saw it.
    pub fn get(&mut self, program: &Program, file: FileId) -> Option<&str> {
        self.at(&program.files[file.0 as usize].path())
    }

    /// The text of the file at a path, if it can be read. Bytes that are not UTF-8 are replaced.
    pub fn at(&mut self, path: &Path) -> Option<&str> {
        if !self.texts.contains_key(path) {
            let text = std::fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            self.texts.insert(path.to_path_buf(), text);
        }
        self.texts.get(path)?.as_deref()
    }

    /// One line of a file, without its end.
    pub fn line(&mut self, program: &Program, file: FileId, line: u32) -> Option<&str> {
        self.get(program, file)?.lines().nth(line.checked_sub(1)? as usize)
    }
}
