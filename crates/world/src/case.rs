//! The input of a run: arguments, environment, standard input, files, virtual time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::Stdin;

/// The input of one run. Everything the program can learn from outside is in here or in the
/// host files below it, which are read-only.
#[derive(Clone, Debug)]
pub struct Case {
    /// `argv`, program name first.
    pub args: Vec<Vec<u8>>,
    /// Environment, in order.
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    /// Bytes of standard input.
    pub stdin: Stdin,
    /// Working directory, absolute.
    pub cwd: PathBuf,
    /// Files that exist for this run only, by absolute path; they hide the host's.
    pub files: BTreeMap<PathBuf, Arc<Vec<u8>>>,
    /// Paths hidden from the program, whatever the host has there.
    pub absent: BTreeSet<PathBuf>,
    /// Return values of functions that have no model, by name.
    pub stubs: BTreeMap<String, u64>,
    /// Seconds since the epoch when the run starts.
    pub time: i64,
    /// Process id.
    pub pid: u32,
    /// Seed of `getrandom` and the like.
    pub seed: u64,
    /// Limit of bytes written to all files and streams together.
    pub output_limit: u64,
    /// Are standard input, output and error terminals for the program?
    pub tty: [bool; 3],
}

impl Default for Case {
    fn default() -> Self {
        Case {
            args: vec![b"program".to_vec()],
            env: Vec::new(),
            stdin: Stdin::default(),
            cwd: PathBuf::from("/"),
            files: BTreeMap::new(),
            absent: BTreeSet::new(),
            stubs: BTreeMap::new(),
            time: 1_700_000_000,
            pid: 4242,
            seed: 1,
            output_limit: 1 << 30,
            tty: [false; 3],
        }
    }
}
