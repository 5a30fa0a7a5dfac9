//! Structure that no compiler checks: order of crates and folders, module docs, sizes, language, places of `unsafe`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates in dependency order: each may use only earlier ones.
const ORDER: &[&str] =
    &["program", "bitcode", "terms", "solver", "machine", "world", "trace", "locate", "suite", "report", "cli"];

/// Where `unsafe` is allowed.
const UNSAFE: &[&str] = &["crates/bitcode/", "crates/machine/src/memory/page_cache.rs", "crates/solver/"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("readable directory").flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|n| n != "target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn all_sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    sources(&root().join("crates"), &mut found);
    assert!(found.len() > 50, "the sources were not found");
    let name = |p: &Path| p.strip_prefix(root()).unwrap_or(p).display().to_string();
    found.iter().map(|p| (name(p), fs::read_to_string(p).expect("readable source"))).collect()
}

#[test]
fn crates_only_use_those_above_them() {
    for entry in fs::read_dir(root().join("crates")).expect("crates").flatten() {
        let name = entry.file_name().into_string().expect("a plain name");
        let rank =
            ORDER.iter().position(|c| *c == name).unwrap_or_else(|| panic!("crate {name} has no place in the order"));
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).expect("a manifest");
        let used = manifest.split("[dependencies]").nth(1).unwrap_or("").split("\n[").next().unwrap_or("");
        for (other_rank, other) in ORDER.iter().enumerate() {
            let uses = used
                .lines()
                .any(|l| l.starts_with(&format!("whydunit-{other}.")) || l.starts_with(&format!("whydunit-{other} ")));
            assert!(!uses || other_rank < rank, "{name} uses {other}, which comes after it");
        }
    }
}

#[test]
fn every_file_has_module_docs() {
    let silent: Vec<String> = all_sources()
        .into_iter()
        .filter(|(_, text)| !text.trim_start().starts_with("//!"))
        .map(|(name, _)| name)
        .collect();
    assert!(silent.is_empty(), "no module documentation in {silent:?}");
}

#[test]
fn unsafe_code_is_where_it_may_be() {
    let word = concat!("uns", "afe ");
    let bad: Vec<String> = all_sources()
        .into_iter()
        .filter(|(name, _)| !UNSAFE.iter().any(|u| name.starts_with(u)))
        .filter(|(_, text)| text.lines().any(|l| !l.trim_start().starts_with("//") && l.contains(word)))
        .map(|(name, _)| name)
        .collect();
    assert!(bad.is_empty(), "{bad:?}");
}

#[test]
fn names_are_nouns_with_a_meaning() {
    let banned = ["util", "utils", "common", "helper", "helpers", "manager", "misc"];
    for (name, _) in all_sources() {
        let stem = Path::new(&name).file_stem().and_then(|s| s.to_str()).unwrap_or("").to_string();
        assert!(!banned.contains(&stem.as_str()), "{name}: what is it about?");
    }
}

/// Files per folder, unless its files are the handlers of one table.
const FILES_PER_FOLDER: usize = 25;
const HANDLER_TABLES: &[&str] = &["crates/world/src/headers", "crates/locate/src/templates"];

#[test]
fn folders_are_small_enough_to_read() {
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for (name, _) in all_sources() {
        let folder = Path::new(&name).parent().map(|p| p.display().to_string()).unwrap_or_default();
        *folders.entry(folder).or_default() += 1;
    }
    folders.retain(|folder, count| *count > FILES_PER_FOLDER && !HANDLER_TABLES.contains(&folder.as_str()));
    assert!(folders.is_empty(), "folders with more than {FILES_PER_FOLDER} files: {folders:?}");
}

#[test]
fn paragraphs_are_short() {
    let pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|page| root().join(page));
    let guide = fs::read_dir(root().join("docs/guide")).expect("the guide").flatten().map(|entry| entry.path());
    for page in pages.into_iter().chain(guide) {
        let text = fs::read_to_string(&page).expect("a readable page");
        // Items of a list count one by one; tables and code do not count.
        let text = text.replace("\n- ", "\n\n- ");
        let text = (1..=20).fold(text, |text, n| text.replace(&format!("\n{n}. "), &format!("\n\n{n}. ")));
        for paragraph in text.split("\n\n").filter(|p| !p.trim_start().starts_with(['|', '`'])) {
            let words = paragraph.split_whitespace().count();
            let start: String = paragraph.chars().take(60).collect();
            assert!(words < 130, "{}: a paragraph of {words} words: {start}…", page.display());
        }
    }
}

/// The text of comments and doc comments, one line each.
fn comment_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim_start();
        let text = line.strip_prefix("//")?;
        Some(text.trim_start_matches(['/', '!']).trim())
    })
}

#[test]
fn comments_are_plain_english() {
    let sources = all_sources();
    let (mut lines, mut with_what) = (0, 0);
    for (name, text) in sources.iter().filter(|(name, _)| !name.ends_with("tests/tidy.rs")) {
        for line in comment_lines(text) {
            lines += 1;
            let mut words = line.split(|c: char| !c.is_alphanumeric());
            with_what += usize::from(words.any(|word| word.eq_ignore_ascii_case("what")));
            assert!(!line.starts_with("Likewise"), "{name}: name the things that are alike: {line}");
            let lower = line.to_ascii_lowercase();
            let vague = ["so many", "so much"].iter().any(|words| lower.contains(words));
            assert!(!vague, "{name}: name the number or the limit: {line}");
        }
    }
    assert!(with_what * 1000 < lines * 20, "{with_what} of {lines} comment lines have the word \"what\"");
}

#[test]
fn reports_render_finished_data() {
    for (name, text) in all_sources().iter().filter(|(name, _)| name.starts_with("crates/report/src")) {
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let executes =
                ["Session", ".snapshots.", "run_until", "&mut Inquiry"].iter().any(|word| line.contains(word));
            assert!(!executes, "{name} must not execute anything: {line}");
        }
    }
}

/// The modules of `locate` that a file imports, as paths below `crate::`.
fn imports(text: &str) -> Vec<String> {
    let uses = text.lines().filter_map(|line| line.trim().strip_prefix("use crate::"));
    uses.map(|path| path.trim_end_matches(';').to_string()).collect()
}

/// All of `locate` builds on the session, so the session must not import it.
#[test]
fn nothing_below_the_session_imports_it() {
    let sources = all_sources();
    let of = |module: &str| {
        let path = format!("crates/locate/src/{}.rs", module.replace("::", "/"));
        sources.iter().find(|(name, _)| *name == path)
    };
    let is_session = |name: &str| name == "crates/locate/src/session.rs";
    let (_, session) = sources.iter().find(|(name, _)| is_session(name)).expect("the session");
    let mut todo: Vec<String> = imports(session).into_iter().filter(|path| !path.starts_with("session")).collect();
    let mut seen = BTreeSet::new();
    while let Some(path) = todo.pop() {
        // The module is the longest part of the path that is a file.
        let mut module = path.split("::{").next().unwrap_or_default();
        while of(module).is_none() && module.contains("::") {
            module = module.rsplit_once("::").map_or("", |(module, _)| module);
        }
        let Some((name, text)) = of(module).filter(|(name, _)| seen.insert(name.clone())) else { continue };
        let above = imports(text).into_iter().find(|path| path.contains("Session") && !path.contains("SessionError"));
        assert!(above.is_none(), "session.rs depends on {name}, which imports {above:?}");
        todo.extend(imports(text));
    }
}

#[test]
fn every_method_is_documented() {
    let page = fs::read_to_string(root().join("docs/methods.md")).expect("the page of methods");
    for method in whydunit_locate::methods::all() {
        assert!(page.contains(&format!("`{}`", method.name())), "docs/methods.md does not name {}", method.name());
    }
}
