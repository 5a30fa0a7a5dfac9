//! The nodes of a file system: files, directories, links, devices, pipes.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use super::contents::Contents;

/// The number of a node. It depends on the path at which the node was first seen, so that runs of
/// the same case agree on it.
pub(crate) type NodeId = u64;

/// Seconds since the epoch and nanoseconds.
pub(crate) type Time = (i64, u32);

/// A file of any kind.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) meta: Meta,
    /// Did the run change contents or permissions?
    pub(crate) changed: bool,
}

/// The result of `stat`, except for properties of the kind.
#[derive(Clone, Debug)]
pub(crate) struct Meta {
    /// Permission bits, with set-uid and the like.
    pub(crate) mode: u32,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    pub(crate) links: u64,
    pub(crate) dev: u64,
    pub(crate) ino: u64,
    pub(crate) rdev: u64,
    pub(crate) accessed: Time,
    pub(crate) modified: Time,
    pub(crate) changed: Time,
    pub(crate) born: Time,
    /// Size and number of 512-byte blocks on the host, until the run changes the file.
    pub(crate) shown: Option<(u64, u64)>,
}

/// Kinds of nodes, with their data.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A regular file with its contents.
    File(Contents),
    /// A regular file of the host that has not been read.
    HostFile(PathBuf),
    /// A directory.
    Directory(Directory),
    /// A symbolic link.
    Link(Vec<u8>),
    /// A character device.
    Device(Device),
    /// A pipe, with or without a name.
    Pipe(Pipe),
    /// A device, socket or pipe of the host, with its type bits: it has attributes, but cannot be opened.
    Foreign(u32),
}

/// The supported devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Device {
    /// The case's standard input.
    Stdin,
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// `/dev/null`
    Null,
    /// `/dev/zero`
    Zero,
    /// `/dev/full`
    Full,
    /// `/dev/random`, `/dev/urandom`
    Random,
    /// `/dev/tty`: opening it fails, because there is no controlling terminal.
    Terminal,
}

/// A directory: the host's entries, overlaid with cached and changed ones.
#[derive(Clone, Debug)]
pub(crate) struct Directory {
    /// The parent directory; `None` if it was removed. The root is its own parent.
    pub(crate) parent: Option<NodeId>,
    pub(crate) name: Vec<u8>,
    /// The underlying directory of the host, if any.
    pub(crate) host: Option<PathBuf>,
    /// Entries that were looked up or changed; they hide the host's.
    pub(crate) entries: Arc<BTreeMap<Vec<u8>, Entry>>,
    /// Is this `/proc/self/fd`?
    pub(crate) descriptors: bool,
}

/// A name in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The node, or `None` if the name was removed.
    pub(crate) node: Option<NodeId>,
    /// Is it unchanged since the run began?
    pub(crate) original: bool,
    /// Did the name exist when the run began?
    pub(crate) existed: bool,
}

impl Entry {
    /// A name from before the run.
    pub(crate) fn original(node: NodeId) -> Entry {
        Entry { node: Some(node), original: true, existed: true }
    }
}

/// A pipe and the bytes in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pipe {
    pub(crate) waiting: VecDeque<u8>,
    pub(crate) readers: u32,
    pub(crate) writers: u32,
    /// Bytes read and written so far: the offsets of its channel.
    pub(crate) read: u64,
    pub(crate) written: u64,
    /// Does it have a name in the file system?
    pub(crate) named: bool,
}

impl Directory {
    /// An empty directory.
    pub(crate) fn new(parent: Option<NodeId>, name: Vec<u8>, host: Option<PathBuf>) -> Self {
        Directory { parent, name, host, entries: Arc::default(), descriptors: false }
    }
}

impl Node {
    pub(crate) fn directory(&self) -> Option<&Directory> {
        match &self.kind {
            Kind::Directory(directory) => Some(directory),
            _ => None,
        }
    }

    pub(crate) fn directory_mut(&mut self) -> Option<&mut Directory> {
        match &mut self.kind {
            Kind::Directory(directory) => Some(directory),
            _ => None,
        }
    }

    /// Is it a regular file?
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.kind, Kind::File(_) | Kind::HostFile(_))
    }
}
