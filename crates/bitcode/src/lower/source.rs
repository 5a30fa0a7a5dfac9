//! The source map: files, scopes and positions.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use whydunit_program::{FileId, Loc, Scope, ScopeId, SourceFile, TypeId, Types};

use crate::llvm::{Metadata, Value};

use super::types::TypeTable;

/// DWARF's tags of scopes.
const LEXICAL_BLOCK: u32 = 0x0b;
const SUBPROGRAM: u32 = 0x2e;

/// The source map of a module, built on demand.
#[derive(Default)]
pub(super) struct SourceMap<'m> {
    files: Vec<SourceFile>,
    file_ids: HashMap<Option<Metadata<'m>>, FileId>,
    scopes: Vec<Scope>,
    scope_ids: HashMap<Option<Metadata<'m>>, ScopeId>,
    types: TypeTable<'m>,
}

impl<'m> SourceMap<'m> {
    /// The position of an instruction.
    pub(super) fn loc(&mut self, inst: Value<'m>) -> Loc {
        inst.location().map_or_else(Loc::default, |(line, column, scope)| Loc {
            line,
            column,
            scope: scope.map(|scope| self.scope(scope)),
        })
    }

    /// The return type of a function; none for `void`.
    pub(super) fn result_of(&mut self, subprogram: Metadata<'m>) -> Option<TypeId> {
        let types = subprogram.operand(4)?.operand(3)?;
        types.operand(0).map(|ty| self.type_of(ty))
    }

    /// The id of a type.
    pub(super) fn type_of(&mut self, md: Metadata<'m>) -> TypeId {
        self.types.id(Some(md))
    }

    /// The id of a function's or block's scope; for other scopes, that of the file.
    pub(super) fn scope(&mut self, md: Metadata<'m>) -> ScopeId {
        if let Some(&id) = self.scope_ids.get(&Some(md)) {
            return id;
        }
        let parent = match md.tag() {
            SUBPROGRAM => None,
            LEXICAL_BLOCK => md.operand(1).map(|parent| self.scope(parent)),
            _ => return self.file_scope(md.file()),
        };
        let file = self.file(md.file());
        // A block that only changes the file has no line.
        let line = match (md.line(), parent) {
            (0, Some(parent)) => self.scopes[parent.0 as usize].line,
            (line, _) => line,
        };
        self.add_scope(Some(md), Scope { file, parent, line })
    }

    /// The scope of a global variable's declaration: in a function (`static` locals) or a file.
    pub(super) fn scope_of_variable(&mut self, variable: Metadata<'m>) -> Option<ScopeId> {
        match variable.operand(0) {
            Some(scope) if matches!(scope.tag(), SUBPROGRAM | LEXICAL_BLOCK) => Some(self.scope(scope)),
            _ => variable.operand(2).map(|file| self.file_scope(Some(file))),
        }
    }

    fn file_scope(&mut self, file: Option<Metadata<'m>>) -> ScopeId {
        if let Some(&id) = self.scope_ids.get(&file) {
            return id;
        }
        let scope = Scope { file: self.file(file), parent: None, line: 0 };
        self.add_scope(file, scope)
    }

    fn add_scope(&mut self, key: Option<Metadata<'m>>, scope: Scope) -> ScopeId {
        let id = ScopeId(self.scopes.len() as u32);
        self.scopes.push(scope);
        self.scope_ids.insert(key, id);
        id
    }

    fn file(&mut self, md: Option<Metadata<'m>>) -> FileId {
        let files = &mut self.files;
        *self.file_ids.entry(md).or_insert_with(|| {
            let text = |index| md.map_or_else(String::new, |md| md.string(index));
            let directory = text(1);
            files.push(SourceFile { name: direct(&text(0), Path::new(&directory)), directory });
            FileId(files.len() as u32 - 1)
        })
    }

    /// The collected source map.
    pub(super) fn finish(self) -> (Vec<SourceFile>, Vec<Scope>, Types) {
        (self.files, self.scopes, self.types.finish())
    }
}

/// Normalises a file name, so that `#include "../common.h"` in two directories yields the same
/// file: `a/../common.h` becomes `common.h`, unless `a` is a symbolic link.
fn direct(name: &str, directory: &Path) -> String {
    let mut found = PathBuf::new();
    for part in Path::new(name).components() {
        let into = matches!(found.components().next_back(), Some(Component::Normal(_)));
        if part == Component::ParentDir && into && !directory.join(&found).is_symlink() {
            found.pop();
        } else {
            found.push(part);
        }
    }
    found.into_os_string().into_string().unwrap_or_else(|_| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_go_straight_to_them() {
        let here = Path::new("/nowhere");
        assert_eq!(direct("a/../common.h", here), "common.h");
        assert_eq!(direct("a/b/../../x/./common.h", here), "x/common.h");
        assert_eq!(direct("../common.h", here), "../common.h");
        assert_eq!(direct("../../a/../common.h", here), "../../common.h");
        assert_eq!(direct("/usr/../include/stdio.h", here), "/include/stdio.h");
        assert_eq!(direct("main.c", here), "main.c");
    }

    #[test]
    fn links_are_followed() {
        let directory = tempfile::tempdir().unwrap();
        let base = directory.path();
        std::fs::create_dir_all(base.join("far/away")).unwrap();
        std::os::unix::fs::symlink("far/away", base.join("link")).unwrap();
        let name = direct("link/../common.h", base);
        assert_eq!(name, "link/../common.h");
    }
}
