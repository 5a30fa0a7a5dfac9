//! Decorator: writes slow queries to files as SMT-LIB, for replay.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use whydunit_terms::smtlib::Script;

use crate::answer::Answer;
use crate::query::{Query, Solver};
use crate::statistics::Statistics;

/// Configuration of the log of slow queries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowLog {
    /// The directory, created with the first file.
    pub directory: PathBuf,
    /// The time from which a query is slow.
    pub threshold: Duration,
}

/// Writes every query that took longer than the threshold to a file of its own.
pub(crate) struct Logged<S> {
    inner: S,
    log: SlowLog,
    counts: Statistics,
}

impl<S> Logged<S> {
    pub(crate) fn new(inner: S, log: SlowLog) -> Self {
        Logged { inner, log, counts: Statistics::default() }
    }

    fn write(&mut self, query: &Query<'_>, answer: &Answer, took: Duration) {
        let verdict = match answer {
            Answer::Sat(_) => "sat".to_string(),
            Answer::Unsat(core) => format!("unsat, core {core:?}"),
            Answer::Unknown(reason) => format!("unknown: {reason}"),
        };
        let text = Script::new(query.store, query.constraints).to_file();
        let text = format!("; {:.3} s, {verdict}\n{text}", took.as_secs_f64());
        let hashes: Vec<_> = query.constraints.iter().map(|&c| query.store.hash(c)).collect();
        let name = format!("{:032x}.smt2", whydunit_terms::ContentHash::of_list(&hashes).0);
        // A failure to write must not change the answer; the query is just not counted.
        if write_file(&self.log.directory, &name, &text).is_ok() {
            self.counts.slow += 1;
        }
    }
}

fn write_file(directory: &Path, name: &str, text: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(directory)?;
    std::fs::write(directory.join(name), text)
}

impl<S: Solver> Solver for Logged<S> {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        let start = Instant::now();
        let answer = self.inner.check(query);
        let took = start.elapsed();
        if took >= self.log.threshold {
            self.write(query, &answer, took);
        }
        answer
    }

    fn count(&self, into: &mut Statistics) {
        into.add(&self.counts);
        self.inner.count(into);
    }
}
