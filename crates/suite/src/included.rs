//! The files that the sources of a program include.
//!
//! They are found in the text, without the compiler, because earlier results are looked up before anything is built.
//! Conditions are not evaluated and macros not expanded: every file name in a directive counts.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Flags that name a search directory for headers, and those that name a file to include.
const SEARCHED: [&str; 4] = ["-I", "-iquote", "-isystem", "-idirafter"];
const INCLUDED: [&str; 2] = ["-include", "-imacros"];

/// Files with all that they include, by path relative to `home`, with their contents. Files elsewhere (the system's
/// headers) are left out unless a flag or a directive leads to them.
pub(crate) fn with_included<'a>(
    home: &Path,
    files: impl Iterator<Item = &'a String>,
    flags: &[String],
) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut left: Vec<PathBuf> = files.map(PathBuf::from).collect();
    // The compiler runs in `home`, and searches the directory of each source.
    let mut places: Vec<PathBuf> = left.iter().filter_map(|f| Some(f.parent()?.to_path_buf())).collect();
    places.push(PathBuf::new());
    places.extend(values(flags, &SEARCHED).map(PathBuf::from));
    left.extend(values(flags, &INCLUDED).map(PathBuf::from));
    let defined = flags.iter().filter(|f| f.starts_with("-D")).flat_map(|f| names(f));
    for name in defined {
        left.extend(places.iter().map(|place| place.join(name)));
    }
    let mut found = BTreeMap::new();
    while let Some(path) = left.pop() {
        let path = plain(&path);
        if found.contains_key(&path) {
            continue;
        }
        let Ok(bytes) = std::fs::read(home.join(&path)) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let beside = path.parent().map(Path::to_path_buf);
        for name in text.lines().filter_map(directive).flat_map(names) {
            left.extend(beside.iter().chain(&places).map(|place| place.join(name)));
        }
        found.insert(path, bytes);
    }
    found
}

/// The values of some flags, in the same argument or in the next.
fn values<'a>(flags: &'a [String], wanted: &'a [&str]) -> impl Iterator<Item = &'a str> {
    flags.iter().enumerate().filter_map(move |(at, flag)| {
        let rest = wanted.iter().find_map(|w| flag.strip_prefix(w))?;
        if rest.is_empty() { flags.get(at + 1).map(String::as_str) } else { Some(rest) }
    })
}

/// The text after the `#` of a directive, in a source or in a line that a patch adds.
fn directive(line: &str) -> Option<&str> {
    line.strip_prefix('+').unwrap_or(line).trim_start().strip_prefix('#')
}

/// The file names in quotes or angle brackets.
fn names(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '<']) {
        let close = if rest[at..].starts_with('"') { '"' } else { '>' };
        let Some(end) = rest[at + 1..].find(close) else { break };
        found.push(rest[at + 1..at + 1 + end].trim_end_matches('\\'));
        rest = &rest[at + end + 2..];
    }
    found.retain(|name| !name.is_empty());
    found
}

/// A path without `.` and `name/..`, so that each file is read once.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files found for `src/a.c` in a directory that contains `files`.
    fn found(files: &[(&str, &str)], flags: &[&str]) -> Vec<String> {
        let home = tempfile::tempdir().expect("a directory");
        for (path, text) in files {
            let path = home.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            std::fs::write(path, text).expect("a file");
        }
        let flags: Vec<String> = flags.iter().map(|f| f.to_string()).collect();
        let found = with_included(home.path(), [&"src/a.c".to_string()].into_iter(), &flags);
        found.keys().map(|p| p.display().to_string()).collect()
    }

    #[test]
    fn headers_of_headers_count() {
        let files = [
            ("src/a.c", "#include <stdio.h>\n  #  include \"x.h\"\n"),
            ("src/x.h", "#include \"../include/y.h\"\n#include \"x.h\"\n"),
            ("include/y.h", "int y;\n"),
            ("include/z.h", "int z;\n"),
        ];
        assert_eq!(found(&files, &[]), ["include/y.h", "src/a.c", "src/x.h"]);
    }

    #[test]
    fn flags_lead_to_headers() {
        let files = [
            ("src/a.c", "#include <y.h>\n#include WHICH\n"),
            ("include/y.h", "#define TABLE \"table.def\"\n#include TABLE\n"),
            ("include/table.def", "1,\n"),
            ("include/which.h", ""),
            ("first.h", ""),
        ];
        let all = ["first.h", "include/table.def", "include/which.h", "include/y.h", "src/a.c"];
        assert_eq!(found(&files, &["-I", "include", "-DWHICH=\"which.h\"", "-include", "first.h"]), all);
        assert_eq!(found(&files, &["-Iinclude"]), ["include/table.def", "include/y.h", "src/a.c"]);
    }
}
