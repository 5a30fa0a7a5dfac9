//! What a program is compiled from besides its sources: the files that they include.
//!
//! Read from the text, not asked of the compiler: results of last time are looked up before anything is built.
//! Conditions are not evaluated and macros not expanded: every name of a file in a directive counts.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Flags that name a directory to look for files in, and one that names a file.
const SEARCHED: [&str; 4] = ["-I", "-iquote", "-isystem", "-idirafter"];
const INCLUDED: [&str; 2] = ["-include", "-imacros"];

/// Files and all that they include, by path relative to `home`, with their contents. Paths from elsewhere (the
/// system's headers) are left out unless a flag or a directive leads to them.
pub(crate) fn with_included<'a>(
    home: &Path,
    files: impl Iterator<Item = &'a String>,
    flags: &[String],
) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut left: Vec<PathBuf> = files.map(PathBuf::from).collect();
    // The compiler is started in `home`, and finds headers beside any of the sources.
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

/// The values of some flags: in one word with the flag, or in the next.
fn values<'a>(flags: &'a [String], wanted: &'a [&str]) -> impl Iterator<Item = &'a str> {
    flags.iter().enumerate().filter_map(move |(at, flag)| {
        let rest = wanted.iter().find_map(|w| flag.strip_prefix(w))?;
        if rest.is_empty() { flags.get(at + 1).map(String::as_str) } else { Some(rest) }
    })
}

/// What follows the `#` of a directive, in a source or in a line that a patch adds to one.
fn directive(line: &str) -> Option<&str> {
    line.strip_prefix('+').unwrap_or(line).trim_start().strip_prefix('#')
}

/// What is in quotes or angle brackets.
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

/// A path without `.` and `name/..`, so that a file is read once.
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

    /// The files that count for `src/a.c` in a directory with these.
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
