//! The lines that a unified diff changes, in the numbering of the changed file.

use std::collections::BTreeMap;

use crate::manifest::{Case, FaultLine};

/// Largest distance of a fault line from the patch: for missing code the enclosing condition counts as fault line.
const NEAR: usize = 12;

/// A range of changed lines; for pure deletions, the lines around the gap.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Region {
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// The number of changed lines: it may hold two adjacent faults.
    pub(crate) size: usize,
}

impl Region {
    fn extended(self, line: usize) -> Self {
        Self { last: line, size: self.size + 1, ..self }
    }
}

/// The changed regions of every file of a unified diff.
pub(crate) fn regions(diff: &str) -> Result<BTreeMap<String, Vec<Region>>, String> {
    let mut found: BTreeMap<String, Vec<Region>> = BTreeMap::new();
    let (mut file, mut line) = (None::<String>, 0);
    let mut open: Option<Region> = None;
    for text in diff.lines() {
        if let Some(name) = text.strip_prefix("+++ ") {
            let name = name.split('\t').next().unwrap_or(name);
            file = Some(name.split_once('/').map_or(name, |(_, rest)| rest).to_string());
            continue;
        }
        let changed = match text.as_bytes().first() {
            Some(b'@') => {
                line = hunk_start(text)?;
                false
            }
            Some(b'+') => {
                open = Some(open.map_or(Region { first: line, last: line, size: 1 }, |r| r.extended(line)));
                line += 1;
                true
            }
            Some(b'-') if !text.starts_with("--- ") => {
                open = open.or(Some(Region { first: line.saturating_sub(1), last: line, size: 0 }));
                true
            }
            Some(b' ') | None => {
                line += 1;
                false
            }
            _ => false,
        };
        if !changed && let Some(region) = open.take() {
            let name = file.clone().ok_or("a hunk without a file")?;
            found.entry(name).or_default().push(region);
        }
    }
    if let Some(region) = open {
        found.entry(file.ok_or("a hunk without a file")?).or_default().push(region);
    }
    Ok(found)
}

fn hunk_start(header: &str) -> Result<usize, String> {
    header
        .split('+')
        .nth(1)
        .and_then(|rest| rest.split([',', ' ']).next())
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| format!("not a hunk header: {header}"))
}

/// Reports fault lines away from the patch, and changes without a fault line.
pub(crate) fn complaints(case: &Case, diff: &str) -> Result<Vec<String>, String> {
    let regions = regions(diff)?;
    let mut complaints = Vec::new();
    for fault in &case.fault_lines {
        if !regions.get(&fault.file).is_some_and(|all| all.iter().any(|r| is_near(fault, *r))) {
            complaints.push(format!("{}:{} is not near anything that the patch changes", fault.file, fault.line));
        }
    }
    for (file, all) in &regions {
        for region in all {
            if !case.fault_lines.iter().any(|f| f.file == *file && is_near(f, *region)) {
                complaints.push(format!("no fault line for the change at {file}:{}", region.first));
            }
        }
    }
    let places: usize = regions.values().flatten().map(|r| r.size.max(1)).sum();
    if places < case.faults {
        complaints.push(format!("{} faults declared, the patch changes {places} lines", case.faults));
    }
    Ok(complaints)
}

fn is_near(fault: &FaultLine, region: Region) -> bool {
    fault.line + NEAR >= region.first && fault.line <= region.last + NEAR
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIFF: &str = "--- a/x.c\n+++ b/x.c\n@@ -8,7 +8,7 @@\n a\n b\n c\n-old\n+new\n d\n e\n f\n@@ -30,7 +30,6 @@\n a\n b\n c\n-gone\n d\n e\n f\n";

    #[test]
    fn replaced_and_deleted_lines_are_found() {
        let found = regions(DIFF).expect("a diff");
        let region = |first, last, size| Region { first, last, size };
        assert_eq!(found["x.c"], [region(10, 11, 1), region(32, 33, 0)]);
    }

    #[test]
    fn a_header_that_is_none_is_an_error() {
        assert!(regions("+++ b/x.c\n@@ nothing @@\n").is_err());
    }
}
