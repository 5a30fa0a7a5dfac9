//! Structural rules that no compiler checks: crate dependencies, module docs, places of `unsafe`.

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
