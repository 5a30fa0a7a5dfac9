//! Expected outputs in files: compared with a diff, or rewritten with `BLESS=1`.

use std::fs;
use std::path::Path;

use similar::TextDiff;

/// Compares an output with the expectation in a file. With `BLESS=1` it becomes the expectation.
pub(crate) fn check(expectation: &Path, actual: &str) -> Result<(), String> {
    if std::env::var_os("BLESS").is_some() {
        return fs::write(expectation, actual).map_err(|e| format!("{}: {e}", expectation.display()));
    }
    let name = expectation.display();
    let expected = fs::read_to_string(expectation).map_err(|e| format!("{name}: {e}; BLESS=1 writes it"))?;
    if expected == actual {
        return Ok(());
    }
    let diff = TextDiff::from_lines(expected.as_str(), actual);
    let diff = diff.unified_diff().context_radius(3).header("expected", "actual").to_string();
    Err(format!("{name}; BLESS=1 accepts the change:\n{diff}"))
}
