//! The changes that a run made to its file system.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use whydunit_machine::Channel;

use super::FileSystem;
use super::node::{Entry, Kind, NodeId};

/// A file that the run created, changed or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFile {
    /// Absolute path.
    pub path: PathBuf,
    /// The change.
    pub change: Change,
    /// The channel of writes to its contents.
    pub channel: Channel,
    /// Permission bits; 0 if it was removed.
    pub mode: u32,
    /// Time of the last modification: seconds since the epoch and nanoseconds.
    pub modified: (i64, u32),
}

/// A change of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Removed.
    Removed,
    /// A regular file with these bytes.
    File(Vec<u8>),
    /// A new directory.
    Directory,
    /// A symbolic link with this target.
    Link(Vec<u8>),
    /// A named pipe or device.
    Special,
}

impl FileSystem {
    /// All differences from the beginning of the run, by path.
    pub(crate) fn written(&self) -> Vec<WrittenFile> {
        // Listing a moved directory of the host caches its entries, which the run must not see.
        let mut view = self.clone();
        let mut found = Vec::new();
        view.collect_dir(self.state.root, Path::new("/"), false, &mut found);
        found
    }

    fn collect_dir(&mut self, dir: NodeId, path: &Path, fresh: bool, found: &mut Vec<WrittenFile>) {
        if fresh {
            // In a new directory, everything is new.
            for name in self.names(dir).unwrap_or_default() {
                let _ = self.child(dir, &name);
            }
        }
        let Some(directory) = self.node(dir).directory() else { return };
        if directory.descriptors {
            return;
        }
        for (name, entry) in directory.entries.clone().iter() {
            self.collect(*entry, &path.join(std::ffi::OsStr::from_bytes(name)), fresh, found);
        }
    }

    fn collect(&mut self, entry: Entry, path: &Path, fresh: bool, found: &mut Vec<WrittenFile>) {
        let Some(id) = entry.node else {
            // A name without a file at the beginning was not removed.
            if !fresh && !entry.original {
                let (path, channel) = (path.to_owned(), Channel::Surroundings);
                found.push(WrittenFile { path, change: Change::Removed, channel, mode: 0, modified: (0, 0) });
            }
            return;
        };
        let fresh = fresh || !entry.original;
        if fresh || self.node(id).changed {
            let _ = self.load(id);
            let node = self.node(id);
            let change = match &node.kind {
                Kind::File(contents) => Change::File(contents.to_vec()),
                Kind::Directory(_) => Change::Directory,
                Kind::Link(target) => Change::Link(target.clone()),
                _ => Change::Special,
            };
            found.push(WrittenFile {
                path: path.to_owned(),
                change,
                channel: Channel::File(id),
                mode: node.meta.mode,
                modified: node.meta.modified,
            });
        }
        if self.node(id).directory().is_some() {
            self.collect_dir(id, path, fresh, found);
        }
    }
}
