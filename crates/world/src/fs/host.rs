//! Read-only access to the host's files, cached.
//!
//! A cached answer stays valid for all forks and re-executions of a case, even if the
//! host changes. A run's view depends on paths only, never on the order of lookups.

use std::collections::BTreeMap;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::errno::Errno;
use super::node::Time;

/// Shared by all clones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Host {
    seen: Arc<Mutex<Seen>>,
}

type Answer<T> = Result<T, Errno>;

#[derive(Debug, Default)]
struct Seen {
    facts: BTreeMap<PathBuf, Answer<Arc<Facts>>>,
    contents: BTreeMap<PathBuf, Answer<Arc<Vec<u8>>>>,
    names: BTreeMap<PathBuf, Answer<Arc<Vec<Vec<u8>>>>>,
    readable: BTreeMap<PathBuf, Answer<()>>,
}

/// The result of the host's `lstat`.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) mode: u32,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    pub(crate) links: u64,
    pub(crate) dev: u64,
    pub(crate) ino: u64,
    pub(crate) rdev: u64,
    pub(crate) size: u64,
    pub(crate) blocks: u64,
    pub(crate) accessed: Time,
    pub(crate) modified: Time,
    pub(crate) changed: Time,
    /// The target of a symbolic link.
    pub(crate) target: Vec<u8>,
}

impl Host {
    /// `lstat`.
    pub(crate) fn facts(&self, path: &Path) -> Answer<Arc<Facts>> {
        self.once(path, |seen| &mut seen.facts, |p| look(p).map(Arc::new))
    }

    /// The bytes of a regular file.
    pub(crate) fn contents(&self, path: &Path) -> Answer<Arc<Vec<u8>>> {
        self.once(path, |seen| &mut seen.contents, |p| std::fs::read(p).map(Arc::new).map_err(|e| Errno::of_host(&e)))
    }

    /// The regular files read so far, with their bytes, by path.
    pub(crate) fn files_read(&self) -> Vec<(PathBuf, Arc<Vec<u8>>)> {
        let seen = self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let read = seen.contents.iter();
        read.filter_map(|(path, bytes)| Some((path.clone(), bytes.as_ref().ok()?.clone()))).collect()
    }

    /// The names in a directory, sorted, without `.` and `..`.
    pub(crate) fn names(&self, path: &Path) -> Answer<Arc<Vec<Vec<u8>>>> {
        self.once(path, |seen| &mut seen.names, |p| list(p).map(Arc::new).map_err(|e| Errno::of_host(&e)))
    }

    /// May the file be opened for reading? Asks the host, which may have more rules than permission bits.
    pub(crate) fn readable(&self, path: &Path) -> Answer<()> {
        let check = |p: &Path| std::fs::File::open(p).map(drop).map_err(|e| Errno::of_host(&e));
        self.once(path, |seen| &mut seen.readable, check)
    }

    fn once<T: Clone>(
        &self,
        path: &Path,
        table: fn(&mut Seen) -> &mut BTreeMap<PathBuf, Answer<T>>,
        ask: impl FnOnce(&Path) -> Answer<T>,
    ) -> Answer<T> {
        let mut seen = self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let table = table(&mut seen);
        if let Some(known) = table.get(path) {
            return known.clone();
        }
        let answer = ask(path);
        table.insert(path.to_owned(), answer.clone());
        answer
    }
}

fn look(path: &Path) -> Answer<Facts> {
    let m = std::fs::symlink_metadata(path).map_err(|e| Errno::of_host(&e))?;
    let target = if m.is_symlink() {
        std::fs::read_link(path).map_err(|e| Errno::of_host(&e))?.into_os_string().into_vec()
    } else {
        Vec::new()
    };
    Ok(Facts {
        mode: m.mode(),
        uid: m.uid(),
        gid: m.gid(),
        links: m.nlink(),
        dev: m.dev(),
        ino: m.ino(),
        rdev: m.rdev(),
        size: m.size(),
        blocks: m.blocks(),
        accessed: (m.atime(), m.atime_nsec() as u32),
        modified: (m.mtime(), m.mtime_nsec() as u32),
        changed: (m.ctime(), m.ctime_nsec() as u32),
        target,
    })
}

fn list(path: &Path) -> std::io::Result<Vec<Vec<u8>>> {
    let mut names = std::fs::read_dir(path)?
        .map(|e| Ok(e?.file_name().as_bytes().to_vec()))
        .collect::<std::io::Result<Vec<_>>>()?;
    names.sort_unstable();
    Ok(names)
}

/// The user of the program: the one who runs Whydunit.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    pub(crate) groups: Vec<u32>,
}

impl User {
    /// Our own user, from the kernel.
    pub(crate) fn of_host() -> User {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let numbers = |key: &str| -> Vec<u32> {
            let line = status.lines().find_map(|l| l.strip_prefix(key)).unwrap_or_default();
            line.split_whitespace().filter_map(|n| n.parse().ok()).collect()
        };
        // The second number is the effective one.
        let second = |key: &str| numbers(key).get(1).copied().unwrap_or(0);
        User { uid: second("Uid:"), gid: second("Gid:"), groups: numbers("Groups:") }
    }
}
