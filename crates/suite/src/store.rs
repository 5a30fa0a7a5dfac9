//! Results in files, one per case and method, so that an interrupted run can be resumed. Times are in separate
//! files, because they differ between runs.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::result::CaseResult;

/// A result with its time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timed {
    /// The result.
    pub result: CaseResult,
    /// Its processor seconds.
    pub seconds: f64,
}

/// The directory of results.
pub(crate) struct Store {
    results: PathBuf,
    times: PathBuf,
}

impl Store {
    pub(crate) fn new(out: &Path) -> Self {
        Store { results: out.join("results"), times: out.join("times") }
    }

    /// The result under this key, if there is one.
    pub(crate) fn find(&self, case: &str, method: &str, key: &str) -> Option<Timed> {
        let name = file_name(case, method);
        let text = std::fs::read_to_string(self.results.join(&name)).ok()?;
        let result: CaseResult = serde_json::from_str(&text).ok()?;
        let seconds = std::fs::read_to_string(self.times.join(&name)).ok()?.trim().parse().ok()?;
        (result.key == key).then_some(Timed { result, seconds })
    }

    /// Stores a result. The time is written first, so that an existing result is always complete.
    pub(crate) fn keep(&self, timed: &Timed) -> std::io::Result<()> {
        let name = file_name(&timed.result.case, &timed.result.method);
        let text = serde_json::to_string_pretty(&timed.result).map_err(std::io::Error::other)?;
        for (directory, text) in [(&self.times, format!("{:.3}\n", timed.seconds)), (&self.results, text + "\n")] {
            let path = directory.join(&name);
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            let beside = path.with_extension("part");
            std::fs::write(&beside, text)?;
            std::fs::rename(beside, path)?;
        }
        Ok(())
    }
}

/// The file of a case and a method, different for each pair: unusual characters are percent-encoded, also dots, so
/// that no component is `..` and no directory has the name of a file.
fn file_name(case: &str, method: &str) -> PathBuf {
    let byte = |b: u8| match b {
        b if b.is_ascii_alphanumeric() || b"-_+".contains(&b) => char::from(b).to_string(),
        other => format!("%{other:02X}"),
    };
    let part = |part: &str| if part.is_empty() { "%".into() } else { part.bytes().map(byte).collect::<String>() };
    case.split('/').map(part).collect::<PathBuf>().join(format!("{method}.json"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::{CaseFacts, Status};

    #[test]
    fn a_result_is_found_under_its_key_only() {
        let directory = tempfile::tempdir().expect("a directory");
        let store = Store::new(directory.path());
        let result = CaseResult {
            case: "../a b/x1".into(),
            method: "ochiai".into(),
            key: "77".into(),
            status: Status::Unsupported,
            why: Some("fork".into()),
            case_facts: CaseFacts::default(),
            found: None,
        };
        let timed = Timed { result, seconds: 0.25 };
        store.keep(&timed).expect("a place to write");
        assert_eq!(store.find("../a b/x1", "ochiai", "77"), Some(timed));
        assert_eq!(store.find("../a b/x1", "ochiai", "78"), None);
        assert!(directory.path().join("results/%2E%2E/a%20b/x1/ochiai.json").is_file());
    }

    #[test]
    fn cases_have_files_of_their_own() {
        let ids = ["a b", "a.b", "a%20b", "a/b", "a//b", "/a/b", "a/b/", "a/./b", "ä", "a/ochiai.json"];
        let files: std::collections::BTreeSet<PathBuf> = ids.iter().map(|id| file_name(id, "ochiai")).collect();
        assert_eq!(files.len(), ids.len(), "{files:?}");
        assert!(files.iter().all(|f| f.is_relative()));
    }
}
