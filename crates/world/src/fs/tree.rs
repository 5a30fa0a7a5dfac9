//! Path resolution, and the paths of nodes.

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use super::FileSystem;
use super::errno::Errno;
use super::flags::AT_FDCWD;
use super::node::{Entry, Kind, Node, NodeId};

/// Most symbolic links on one path.
const MAX_LINKS: u32 = 40;
const PATH_MAX: usize = 4096;
const NAME_MAX: usize = 255;

/// The result of resolving a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The directory of the last name.
    pub(crate) dir: NodeId,
    /// The last name: empty for the root; it may be `.` or `..`.
    pub(crate) name: Vec<u8>,
    /// The node at this place.
    pub(crate) node: Option<NodeId>,
    /// Did the path end with a slash? Then only a directory is valid.
    pub(crate) slash: bool,
}

impl Place {
    /// Is it the root, or does the path end with `.` or `..`?
    pub(crate) fn is_special(&self) -> bool {
        matches!(self.name.as_slice(), b"" | b"." | b"..")
    }
}

/// The treatment of the last component of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    /// Follow a symbolic link.
    Follow,
    /// As `Follow`, where a file may be created, so that a trailing slash is an error.
    Create,
    /// Follow a symbolic link only before a slash.
    Stay,
    /// Resolve to the name itself, to be created or removed.
    Name,
}

impl Last {
    /// `Follow` or `Stay`.
    pub(crate) fn followed(follow: bool) -> Last {
        if follow { Last::Follow } else { Last::Stay }
    }
}

/// The remaining components of a path, the last first.
struct Walk {
    here: NodeId,
    todo: Vec<Vec<u8>>,
    slash: bool,
    links: u32,
}

impl Walk {
    fn push(&mut self, path: &[u8], root: NodeId) {
        if path.starts_with(b"/") {
            self.here = root;
        }
        self.slash |= path.ends_with(b"/");
        self.todo.extend(path.split(|&b| b == b'/').rev().filter(|c| !c.is_empty()).map(<[u8]>::to_vec));
    }
}

impl FileSystem {
    /// The start directory for relative paths of an `…at` call.
    pub(crate) fn start(&self, dir_fd: i32, path: &[u8]) -> Result<NodeId, Errno> {
        if dir_fd == AT_FDCWD || path.starts_with(b"/") {
            return Ok(self.state.cwd);
        }
        let node = self.opened(dir_fd)?.node;
        if self.node(node).directory().is_none() { Err(Errno::ENOTDIR) } else { Ok(node) }
    }

    /// Resolves `path`, starting at directory `start`.
    pub(crate) fn resolve(&mut self, start: NodeId, path: &[u8], end: Last) -> Result<Place, Errno> {
        if path.is_empty() {
            return Err(Errno::ENOENT);
        }
        if path.len() >= PATH_MAX {
            return Err(Errno::ENAMETOOLONG);
        }
        let root = self.state.root;
        let mut walk = Walk { here: start, todo: Vec::new(), slash: false, links: 0 };
        walk.push(path, root);
        while let Some(name) = walk.todo.pop() {
            if let Some(place) = self.step(&mut walk, name, end)? {
                return Ok(place);
            }
        }
        Ok(Place { dir: root, name: Vec::new(), node: Some(root), slash: true })
    }

    /// Resolves one component; returns the place if it was the last.
    fn step(&mut self, walk: &mut Walk, name: Vec<u8>, end: Last) -> Result<Option<Place>, Errno> {
        let (here, last) = (walk.here, walk.todo.is_empty());
        let node = self.node(here);
        let directory = node.directory().ok_or(Errno::ENOTDIR)?;
        if !self.permits(node, 1) {
            return Err(Errno::EACCES);
        }
        if name == b"." || name == b".." {
            walk.here = if name == b"." { here } else { directory.parent.ok_or(Errno::ENOENT)? };
            return Ok(last.then_some(Place { dir: here, name, node: Some(walk.here), slash: true }));
        }
        if last && walk.slash && end == Last::Create {
            return Err(Errno::EISDIR);
        }
        if name.len() > NAME_MAX {
            return Err(Errno::ENAMETOOLONG);
        }
        let Some(mut child) = self.child(here, &name)? else {
            return if last {
                Ok(Some(Place { dir: here, name, node: None, slash: walk.slash }))
            } else {
                Err(Errno::ENOENT)
            };
        };
        if let Kind::Link(target) = &self.node(child).kind
            && (!last || matches!(end, Last::Follow | Last::Create) || (end == Last::Stay && walk.slash))
        {
            if self.node(here).directory().is_some_and(|d| d.descriptors) {
                // A link of /proc/self/fd leads to the open file itself, even if its name has changed.
                child = self.opened(fd_of(&name)?)?.node;
            } else {
                let target = target.clone();
                return self.follow(walk, &target).map(|()| None);
            }
        }
        walk.here = child;
        if last && walk.slash && end != Last::Name && self.node(child).directory().is_none() {
            return Err(Errno::ENOTDIR);
        }
        Ok(last.then_some(Place { dir: here, name, node: Some(child), slash: walk.slash }))
    }

    fn follow(&self, walk: &mut Walk, target: &[u8]) -> Result<(), Errno> {
        walk.links += 1;
        if walk.links > MAX_LINKS {
            return Err(Errno::ELOOP);
        }
        if target.is_empty() {
            return Err(Errno::ENOENT);
        }
        // As last component, only the link's own trailing slash counts.
        let slash = walk.slash;
        let last = walk.todo.is_empty();
        walk.push(target, self.state.root);
        walk.slash = slash || (last && walk.slash);
        if walk.todo.is_empty() {
            walk.todo.push(b".".to_vec());
        }
        Ok(())
    }

    /// The node with `name` in directory `dir`.
    pub(super) fn child(&mut self, dir: NodeId, name: &[u8]) -> Result<Option<NodeId>, Errno> {
        let directory = self.node(dir).directory().ok_or(Errno::ENOTDIR)?;
        if directory.descriptors {
            return Ok(self.descriptor_link(name));
        }
        if let Some(entry) = directory.entries.get(name) {
            return Ok(entry.node);
        }
        let Some(host) = &directory.host else { return Ok(None) };
        // Other processes are invisible, because they differ from run to run.
        if host == Path::new("/proc") && name.iter().all(u8::is_ascii_digit) {
            return Ok(None);
        }
        let path = host.join(std::ffi::OsStr::from_bytes(name));
        match self.host.facts(&path) {
            Ok(facts) => {
                let id = self.import(Some(dir), name, path, &facts);
                self.set_entry(dir, name, Entry::original(id));
                Ok(Some(id))
            }
            Err(Errno::ENOENT | Errno::ENOTDIR) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A link of `/proc/self/fd`.
    fn descriptor_link(&mut self, name: &[u8]) -> Option<NodeId> {
        let node = self.opened(fd_of(name).ok()?).ok()?.node;
        let text = self.path_of(node).unwrap_or_else(|| {
            let kind =
                if matches!(self.node(node).kind, Kind::Directory(_) | Kind::File(_)) { "deleted" } else { "pipe" };
            format!("{kind}:[{}]", self.node(node).meta.ino).into_bytes()
        });
        Some(self.make(&[b"/proc/self/fd/", name].concat(), Kind::Link(text), 0o700))
    }

    /// Changes an entry of a directory.
    pub(super) fn set_entry(&mut self, dir: NodeId, name: &[u8], entry: Entry) {
        if let Some(directory) = self.node_mut(dir).directory_mut() {
            Arc::make_mut(&mut directory.entries).insert(name.to_vec(), entry);
        }
    }

    /// The names in a directory, sorted, without `.` and `..`.
    pub(crate) fn names(&mut self, dir: NodeId) -> Result<Vec<Vec<u8>>, Errno> {
        let directory = self.node(dir).directory().ok_or(Errno::ENOTDIR)?;
        if directory.descriptors {
            let open = self.state.descriptors.iter().enumerate().filter(|(_, d)| d.is_some());
            return Ok(open.map(|(fd, _)| fd.to_string().into_bytes()).collect());
        }
        let mut names = BTreeSet::new();
        if let Some(host) = &directory.host {
            let in_proc = host == Path::new("/proc");
            let seen = self.host.names(host)?;
            names.extend(seen.iter().filter(|n| !in_proc || !n.iter().all(u8::is_ascii_digit)).cloned());
        }
        for (name, entry) in directory.entries.iter() {
            match entry.node {
                Some(_) => names.insert(name.clone()),
                None => names.remove(name),
            };
        }
        Ok(names.into_iter().collect())
    }

    /// The absolute path of a node, if it still has one: of a directory exactly, of any other node
    /// by search through the cached directories.
    pub(crate) fn path_of(&self, node: NodeId) -> Option<Vec<u8>> {
        if node == self.state.root {
            return Some(b"/".to_vec());
        }
        let (parent, name) = match &self.node(node).kind {
            Kind::Directory(directory) => (directory.parent?, directory.name.clone()),
            _ => self.state.nodes.iter().find_map(|(&id, dir)| Some((id, name_in(dir, node)?)))?,
        };
        let mut path = self.path_of(parent)?;
        if path != b"/" {
            path.push(b'/');
        }
        path.extend_from_slice(&name);
        Some(path)
    }

    /// Does the program's user have this permission (4 read, 2 write, 1 execute or search)?
    pub(crate) fn permits(&self, node: &Node, want: u32) -> bool {
        let mode = node.meta.mode;
        if self.user.uid == 0 {
            return want & 1 == 0 || mode & 0o111 != 0 || node.directory().is_some();
        }
        let shift = if node.meta.uid == self.user.uid {
            6
        } else if node.meta.gid == self.user.gid || self.user.groups.contains(&node.meta.gid) {
            3
        } else {
            0
        };
        (mode >> shift) & want == want
    }
}

fn name_in(dir: &Node, node: NodeId) -> Option<Vec<u8>> {
    let entries = &dir.directory()?.entries;
    entries.iter().find(|(_, entry)| entry.node == Some(node)).map(|(name, _)| name.clone())
}

fn fd_of(name: &[u8]) -> Result<i32, Errno> {
    let text = std::str::from_utf8(name).map_err(|_| Errno::ENOENT)?;
    text.parse().map_err(|_| Errno::ENOENT)
}
