//! Directives in C test programs: how to compile and run them.
//!
//! Directives, as comments at the top of a program:
//! `// args: a b 'c d'`, `// stdin: line\n` (or a file `NAME.stdin` beside it), `// env: NAME=VALUE`,
//! `// flags: -DX` (for the compiler), `// options: --stack 1M` (for `whydunit run`),
//! `// with: parts/a.c parts/b.c` (compiled and linked with it), `// archive: parts/c.c` (linked with it as a
//! library). Files below a folder `parts` are not test programs themselves.

use std::fs;
use std::path::{Path, PathBuf};

/// All programs below a folder.
pub(crate) fn find(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "parts") {
            find(&path, found);
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
}

/// The directives of a program.
#[derive(Default)]
pub(crate) struct Directives {
    pub(crate) args: Vec<String>,
    pub(crate) stdin: Vec<u8>,
    pub(crate) env: Vec<(String, String)>,
    pub(crate) flags: Vec<String>,
    pub(crate) options: Vec<String>,
    pub(crate) with: Vec<String>,
    pub(crate) archive: Vec<String>,
}

impl Directives {
    /// Reads the directives of a program.
    pub(crate) fn read(program: &Path) -> Self {
        let text = fs::read_to_string(program).expect("readable test program");
        let mut found = Directives::default();
        for line in text.lines().take_while(|l| l.starts_with("//")) {
            let Some((key, value)) = line[2..].trim().split_once(": ") else { continue };
            match key {
                "args" => found.args = words(value),
                "stdin" => found.stdin = unescape(value),
                "env" => found
                    .env
                    .extend(words(value).iter().filter_map(|w| w.split_once('=').map(|(k, v)| (k.into(), v.into())))),
                "flags" => found.flags = words(value),
                "options" => found.options = words(value),
                "with" => found.with = words(value),
                "archive" => found.archive = words(value),
                _ => {}
            }
        }
        if let Ok(bytes) = fs::read(program.with_extension("stdin")) {
            found.stdin = bytes;
        }
        found
    }
}

/// Splits at spaces; single quotes keep words together.
pub(crate) fn words(text: &str) -> Vec<String> {
    let (mut found, mut word, mut quoted, mut any) = (Vec::new(), String::new(), false, false);
    for c in text.chars() {
        match c {
            '\'' => (quoted, any) = (!quoted, true),
            ' ' if !quoted => {
                if any || !word.is_empty() {
                    found.push(std::mem::take(&mut word));
                }
                any = false;
            }
            c => word.push(c),
        }
    }
    if any || !word.is_empty() {
        found.push(word);
    }
    found
}

fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(b) = bytes.next() {
        match b {
            b'\\' => match bytes.next() {
                Some(b'n') => out.push(b'\n'),
                Some(b't') => out.push(b'\t'),
                Some(b'0') => out.push(0),
                Some(other) => out.push(other),
                None => {}
            },
            b => out.push(b),
        }
    }
    out
}
