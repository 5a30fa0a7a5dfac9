//! Source files as they are on disk, for snippets.

use std::collections::BTreeMap;

use whydunit_machine::Site;
use whydunit_program::{FileId, FunctionId, Loc, Program};

/// A position in the source, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, when known.
    pub file: Option<FileId>,
    /// Line from 1, 0 when unknown.
    pub line: u32,
    /// Column from 1, 0 when unknown.
    pub column: u32,
    /// The function.
    pub function: FunctionId,
}

/// Where an instruction comes from. One without a line (compiler-made) borrows the nearest before it.
pub fn place_of(program: &Program, site: Site) -> Place {
    let function = program.function(site.function);
    let upto = &function.locs[..(site.inst as usize + 1).min(function.locs.len())];
    let loc: Loc = upto.iter().rev().find(|l| l.line != 0).copied().unwrap_or_default();
    let scope = loc.scope.or(function.scope);
    let file = scope.map(|s| program.scopes[s.0 as usize].file);
    let line = if loc.line == 0 { function.line } else { loc.line };
    Place { file, line, column: loc.column, function: site.function }
}

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
