//! The function names in a program's source files, including those of functions without callers, which the compiler
//! drops.

use std::collections::BTreeSet;

use whydunit_program::Program;

use crate::naming::source_text::SourceText;

/// The current source files of a program's functions.
pub(crate) struct SourceMentions {
    /// Names followed by `(`.
    names: BTreeSet<String>,
}

impl SourceMentions {
    pub(crate) fn new(program: &Program) -> SourceMentions {
        let scopes = program.functions.iter().filter_map(|f| f.scope);
        let files: BTreeSet<_> = scopes.map(|scope| program.scopes[scope.0 as usize].file).collect();
        let (mut names, mut sources) = (BTreeSet::new(), SourceText::default());
        for file in files {
            names.extend(sources.get(program, file).into_iter().flat_map(called));
        }
        SourceMentions { names }
    }

    /// Do the files contain a function of this name? None if they lack `own`, a function that the program has: they are
    /// missing or have changed.
    pub(crate) fn has(&self, name: &str, own: &str) -> Option<bool> {
        self.names.contains(own).then(|| self.names.contains(name))
    }
}

/// The names in a text that are followed by `(`.
fn called(text: &str) -> impl Iterator<Item = String> + '_ {
    text.match_indices('(').filter_map(|(at, _)| {
        let before = text[..at].trim_end();
        let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
        before.get(start..).filter(|name| !name.is_empty()).map(str::to_owned)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_before_parentheses_are_found() {
        let found: BTreeSet<String> = called("static int f (int x) { return g(h[x]) + (x); }").collect();
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), ["f", "g"]);
    }
}
