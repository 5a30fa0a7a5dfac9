//! Building the programs of a case: copies the sources, applies the patch, compiles.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::entry::Entry;

/// How C is compiled: a command and its first arguments, such as `whydunit cc`.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// The command and its first arguments.
    pub command: Vec<OsString>,
}

/// The reason why a build failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A file could not be read or written.
    File(String),
    /// The patch does not fit the sources.
    Patch(String),
    /// The compiler rejected the program: its messages.
    Compiler(String),
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BuildError::File(what) => write!(f, "{what}"),
            BuildError::Patch(what) => write!(f, "the patch does not apply: {what}"),
            BuildError::Compiler(what) => write!(f, "does not compile: {what}"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Builds the faulty version of a case in `work`, which is created if necessary; returns the executable.
pub fn build(entry: &Entry, compiler: &Compiler, work: &Path) -> Result<PathBuf, BuildError> {
    let file = |path: &Path, e: std::io::Error| BuildError::File(format!("{}: {e}", path.display()));
    std::fs::create_dir_all(work).map_err(|e| file(work, e))?;
    let work = std::fs::canonicalize(work).map_err(|e| file(work, e))?;
    let home = std::fs::canonicalize(entry.directory()).map_err(|e| file(entry.directory(), e))?;
    let executable = work.join("program");
    let from = match &entry.patch {
        None => home.clone(),
        Some(patch) => {
            copy(&entry.sources, &home, &work)?;
            let text = std::fs::read(home.join(patch)).map_err(|e| file(&home.join(patch), e))?;
            apply(&text, &home, &work)?;
            work.clone()
        }
    };
    let mut command = compiler.of(&entry.sources, &entry.flags, &from);
    // Included headers stay in place; a patched copy is found first because it lies beside its source.
    command.args(directories(&entry.sources, &home));
    compile(command, executable)
}

/// Builds the correct version of a case in the existing directory `work`; returns the executable.
pub fn build_reference(entry: &Entry, compiler: &Compiler, work: &Path) -> Result<PathBuf, BuildError> {
    let executable = reference_of(&work.join("program"));
    compile(compiler.of(&entry.reference, &entry.flags, entry.directory()), executable)
}

/// The path of the correct version's executable, next to the faulty one.
pub(crate) fn reference_of(executable: &Path) -> PathBuf {
    executable.with_file_name("reference")
}

impl Compiler {
    fn of(&self, sources: &[String], flags: &[String], directory: &Path) -> Command {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).current_dir(directory).args(sources).args(flags);
        command
    }
}

fn compile(mut command: Command, executable: PathBuf) -> Result<PathBuf, BuildError> {
    let output = command.arg("-w").arg("-o").arg(&executable).output();
    let output = output.map_err(|e| BuildError::Compiler(e.to_string()))?;
    match output.status.success() {
        true => Ok(executable),
        false => Err(BuildError::Compiler(first_lines(&output.stderr))),
    }
}

fn first_lines(text: &[u8]) -> String {
    String::from_utf8_lossy(text).lines().take(4).collect::<Vec<_>>().join("; ")
}

fn directories(sources: &[String], home: &Path) -> Vec<OsString> {
    let mut found: Vec<PathBuf> = sources.iter().filter_map(|s| Some(home.join(s).parent()?.to_path_buf())).collect();
    found.sort();
    found.dedup();
    found.into_iter().flat_map(|d| [OsString::from("-I"), d.into_os_string()]).collect()
}

fn copy(paths: &[String], from: &Path, to: &Path) -> Result<(), BuildError> {
    for path in paths {
        if Path::new(path).is_absolute() || path.contains("..") {
            return Err(BuildError::File(format!("{path}: a patched source must lie beside or below its manifest")));
        }
        let target = to.join(path);
        let made = target.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::copy(from.join(path), &target))
            .map_err(|e| BuildError::File(format!("{path}: {e}")))?;
    }
    Ok(())
}

/// Applies a diff of one or more files to the copies in `work`; files not copied yet are copied first. A diff
/// without changes is an error: the program would be the correct one.
fn apply(diff: &[u8], home: &Path, work: &Path) -> Result<(), BuildError> {
    let parts = parts(diff);
    if parts.is_empty() {
        return Err(BuildError::Patch("not a unified diff: no `---` and `+++` lines".into()));
    }
    for part in parts {
        let patch = diffy::Patch::from_bytes(part).map_err(|e| BuildError::Patch(e.to_string()))?;
        let name = patch.original().or(patch.modified()).map(|n| String::from_utf8_lossy(n).into_owned());
        let name = name.ok_or_else(|| BuildError::Patch("a header names no file".into()))?;
        let path = resolve(&name, home).ok_or_else(|| BuildError::Patch(format!("{name}: no such file")))?;
        if patch.hunks().is_empty() {
            return Err(BuildError::Patch(format!("{path}: it has no hunks")));
        }
        if !work.join(&path).is_file() {
            copy(std::slice::from_ref(&path), home, work)?;
        }
        let text = std::fs::read(work.join(&path)).map_err(|e| BuildError::File(format!("{path}: {e}")))?;
        let text = diffy::apply_bytes(&text, &patch).map_err(|e| BuildError::Patch(format!("{path}: {e}")))?;
        std::fs::write(work.join(&path), text).map_err(|e| BuildError::File(format!("{path}: {e}")))?;
    }
    Ok(())
}

/// A path from a diff header, without as many leading directories as necessary (`a/`, `b/`).
fn resolve(name: &str, home: &Path) -> Option<String> {
    let name = name.split('\t').next().unwrap_or(name);
    let mut rest = Some(name);
    while let Some(path) = rest {
        if !path.starts_with('/') && home.join(path).is_file() {
            return Some(path.to_string());
        }
        rest = path.split_once('/').map(|(_, tail)| tail);
    }
    None
}

/// The parts of a diff, one per file.
fn parts(diff: &[u8]) -> Vec<&[u8]> {
    let mut starts = Vec::new();
    let mut at = 0;
    let mut before: Option<(usize, bool)> = None;
    for line in diff.split_inclusive(|b| *b == b'\n') {
        // A header is `--- ` followed by `+++ `; `--- ` alone may be a removed line.
        if line.starts_with(b"+++ ")
            && let Some((start, true)) = before
        {
            starts.push(start);
        }
        before = Some((at, line.starts_with(b"--- ")));
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([diff.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &diff[start..end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIFF: &str = "--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n int x;\n-int y;\n+int z;\n\
                        --- sub/y.h\n+++ sub/y.h\n@@ -1 +1 @@\n-1\n+2\n";

    #[test]
    fn patches_every_file_of_a_diff() {
        let (home, work) = (tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("a directory"));
        std::fs::create_dir(home.path().join("sub")).expect("a directory");
        std::fs::write(home.path().join("x.c"), "int x;\nint y;\n").expect("a file");
        std::fs::write(home.path().join("sub/y.h"), "1\n").expect("a file");
        apply(DIFF.as_bytes(), home.path(), work.path()).expect("a patch that fits");
        let read = |name: &str| std::fs::read_to_string(work.path().join(name)).expect("a patched file");
        assert_eq!((read("x.c").as_str(), read("sub/y.h").as_str()), ("int x;\nint z;\n", "2\n"));
        assert_eq!(std::fs::read_to_string(home.path().join("x.c")).expect("a file"), "int x;\nint y;\n");
    }

    #[test]
    fn a_patch_that_does_not_fit_is_an_error() {
        let (home, work) = (tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("a directory"));
        std::fs::write(home.path().join("x.c"), "something else\n").expect("a file");
        let error = apply(DIFF.as_bytes(), home.path(), work.path()).expect_err("no fit");
        assert!(matches!(error, BuildError::Patch(_)), "{error}");
    }

    #[test]
    fn a_patch_that_changes_nothing_is_an_error() {
        let (home, work) = (tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("a directory"));
        std::fs::write(home.path().join("x.c"), "int x;\n").expect("a file");
        for (diff, due) in
            [("", "not a unified diff"), ("just words\n", "not a unified diff"), ("--- x.c\n+++ x.c\n", "hunks")]
        {
            let error = apply(diff.as_bytes(), home.path(), work.path()).expect_err(diff);
            assert!(matches!(&error, BuildError::Patch(what) if what.contains(due)), "{diff:?}: {error}");
        }
    }
}
