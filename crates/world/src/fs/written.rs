//! What a run left behind in its file system.

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
    /// What is there now.
    pub change: Change,
    /// What its contents are called when they are written.
    pub channel: Channel,
    /// Permission bits; 0 if it was removed.
    pub mode: u32,
    /// When it was last modified: seconds since the epoch and nanoseconds.
    pub modified: (i64, u32),
}

/// What became of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is gone.
    Removed,
    /// A regular file with these bytes.
    File(Vec<u8>),
    /// A new directory.
    Directory,
    /// A symbolic link to there.
    Link(Vec<u8>),
    /// A pipe or device with a name.
    Special,
}

impl FileSystem {
    /// Everything that differs from the beginning of the run, by path.
    pub(crate) fn written(&self) -> Vec<WrittenFile> {
        // Listing what hangs below a moved directory of the host looks it up; the run must not see that.
        let mut view = self.clone();
        let mut found = Vec::new();
        view.collect_dir(self.state.root, Path::new("/"), false, &mut found);
        found
    }

    fn collect_dir(&mut self, dir: NodeId, path: &Path, fresh: bool, found: &mut Vec<WrittenFile>) {
        if fresh {
            // Of a directory that is new here, everything is.
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
            // What was never there was not removed.
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
