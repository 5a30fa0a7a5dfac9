//! The file system of one run: the host's files, read-only, under an overlay of the run's changes;
//! and the program's open descriptors.
//!
//! Invariants. Nothing here writes to the host. Cloning is cheap: a fork shares all large data
//! and copies what it changes. A lookup asks the overlay first (which starts with the files of the
//! case), then the host, and caches the answer. All answers follow from the case and the host's
//! files; directories are sorted by name, where a native run shows the host's order.

mod ahead;
mod attributes;
mod change;
mod contents;
mod descriptor;
mod errno;
pub(crate) mod flags;
mod host;
mod import;
mod io;
mod listing;
mod node;
mod open;
mod output;
mod pipe;
mod revise;
#[cfg(test)]
mod tests;
mod tree;
mod written;

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::{Channel, Halt};

pub(crate) use attributes::{NewTime, Stat};
pub(crate) use descriptor::{Descriptor, MAX_DESCRIPTORS, Opened};
pub(crate) use errno::Errno;
pub(crate) use host::User;
pub(crate) use listing::Listed;
pub(crate) use node::{NodeId, Time};
pub use output::Output;
pub use written::{Change, WrittenFile};

use crate::Case;
use host::Host;
use node::Node;

/// Files and descriptors. Cloning is cheap.
#[derive(Clone, Debug)]
pub(crate) struct FileSystem {
    state: Arc<State>,
    host: Host,
    case: Arc<Case>,
    user: Arc<User>,
    /// The timestamp of changes made now.
    now: Time,
    /// Did the call being served write to a pipe without readers? That raises `SIGPIPE`.
    broken_pipe: bool,
    /// The reason to end the run after the call being served.
    halt: Option<Box<Halt>>,
}

/// The part that a run changes.
#[derive(Clone, Debug)]
struct State {
    nodes: BTreeMap<NodeId, Arc<Node>>,
    root: NodeId,
    cwd: NodeId,
    umask: u32,
    /// Descriptors by number; several may share an open file.
    descriptors: Vec<Option<Descriptor>>,
    opened: Vec<Option<Opened>>,
    /// Bytes of standard input read so far.
    stdin_read: u64,
    output: Output,
    /// Bytes written to files, pipes and streams in total.
    written: u64,
    /// Number of nodes created at each path: distinguishes a file from its predecessor of the same name.
    made: BTreeMap<u64, u64>,
    random: u64,
}

/// Bytes read, with their origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// The source.
    pub(crate) channel: Channel,
    /// Where in it the bytes start.
    pub(crate) offset: u64,
    /// The bytes; none at the end of the file.
    pub(crate) bytes: Vec<u8>,
}

impl FileSystem {
    /// The files of a case, with descriptors 0, 1, 2 open.
    pub(crate) fn new(case: Arc<Case>) -> Self {
        let state = State {
            nodes: BTreeMap::new(),
            root: 0,
            cwd: 0,
            umask: 0o022,
            descriptors: Vec::new(),
            opened: Vec::new(),
            stdin_read: 0,
            output: Output::default(),
            written: 0,
            made: BTreeMap::new(),
            random: case.seed,
        };
        let now = (case.time, 0);
        let user = Arc::new(User::of_host());
        let mut files = FileSystem {
            state: Arc::new(state),
            host: Host::default(),
            case,
            user,
            now,
            broken_pipe: false,
            halt: None,
        };
        files.plant();
        files.open_standard();
        files
    }

    /// Sets the timestamp of later changes.
    pub(crate) fn tick(&mut self, now: Time) {
        self.now = now;
    }

    /// The reason to end the run after the call just served, if there is one.
    pub(crate) fn take_halt(&mut self) -> Option<Halt> {
        self.halt.take().map(|h| *h)
    }

    /// Did the call just served write to a pipe without readers?
    pub(crate) fn take_broken_pipe(&mut self) -> bool {
        std::mem::take(&mut self.broken_pipe)
    }

    /// Stops the run, because a request would need the host, or would block forever.
    fn stop(&mut self, halt: Halt) -> Errno {
        self.halt.get_or_insert_with(|| Box::new(halt));
        Errno::EIO
    }

    /// The user the program runs as.
    pub(crate) fn user(&self) -> &User {
        &self.user
    }

    /// As `user`, to change it.
    pub(crate) fn user_mut(&mut self) -> &mut User {
        Arc::make_mut(&mut self.user)
    }

    /// The output on the standard streams.
    pub(crate) fn output(&self) -> &Output {
        &self.state.output
    }

    fn state_mut(&mut self) -> &mut State {
        Arc::make_mut(&mut self.state)
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.state.nodes[&id]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let node = self.state_mut().nodes.get_mut(&id).expect("nodes are never dropped while named or open");
        Arc::make_mut(node)
    }
}
