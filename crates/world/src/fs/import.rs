//! Creation of nodes: from the host, from the case, or by the program.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::FileSystem;
use super::contents::Contents;
use super::flags::{S_IFCHR, S_IFDIR, S_IFLNK, S_IFMT, S_IFREG};
use super::host::Facts;
use super::node::{Device, Directory, Entry, Kind, Meta, Node, NodeId};
use super::tree::Last;

/// First inode number of nodes created in the run: far from the host's.
const FIRST_INODE: u64 = 0x1000_0000;
/// Device number of nodes unknown to the host.
const DEVICE: u64 = 0x30;
/// Device number of anonymous pipes and of the standard streams.
const PIPE_DEVICE: u64 = 0xe;

/// A 64-bit number for a sequence of bytes (FNV-1a).
fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

impl FileSystem {
    /// Sets up the root, the case's files, `/proc/self` and the working directory.
    pub(super) fn plant(&mut self) {
        let root = match self.host.facts(Path::new("/")) {
            Ok(facts) => self.import(None, b"", PathBuf::from("/"), &facts),
            Err(_) => self.make(b"/", Kind::Directory(Directory::new(None, Vec::new(), None)), 0o755),
        };
        self.state_mut().root = root;
        self.node_mut(root).directory_mut().expect("the root is a directory").parent = Some(root);
        self.plant_proc();
        for (path, bytes) in self.case.clone().files.iter() {
            self.plant_file(path, Kind::File(Contents::given(bytes.clone())));
        }
        for path in &self.case.clone().absent {
            self.plant_gap(path);
        }
        let cwd = self.case.cwd.clone();
        self.state_mut().cwd = root;
        let cwd = self.plant_directory(&cwd);
        self.state_mut().cwd = cwd;
    }

    /// `/proc/self` of the program: on the host it would be ours.
    fn plant_proc(&mut self) {
        let name = self.case.args.first().cloned().unwrap_or_default();
        let exe = self.case.cwd.join(Path::new(std::ffi::OsStr::from_bytes(&name)));
        let cmdline = self.case.args.iter().flat_map(|a| a.iter().copied().chain([0])).collect::<Vec<u8>>();
        let text = |(name, value): &(Vec<u8>, Vec<u8>)| [&name[..], b"=", value, b"\0"].concat();
        let environ = self.case.env.iter().flat_map(text).collect::<Vec<u8>>();
        // The kernel truncates names to 15 bytes.
        let short = exe.file_name().unwrap_or_default().as_bytes();
        let comm = [&short[..short.len().min(15)], b"\n"].concat();
        let proc = self.plant_directory(Path::new("/proc"));
        self.plant_new_directory(proc, Path::new("/proc/self"));
        self.plant_file(Path::new("/proc/self/exe"), Kind::Link(exe.as_os_str().as_bytes().to_vec()));
        for (name, bytes) in [("cmdline", cmdline), ("environ", environ), ("comm", comm)] {
            self.plant_file(&Path::new("/proc/self").join(name), Kind::File(Contents::given(Arc::new(bytes))));
        }
        for table in ["mounts", "mountinfo"] {
            let path = Path::new("/proc/self").join(table);
            self.plant_file(&path, Kind::HostFile(path.clone()));
        }
        let fd = self.plant_directory(Path::new("/proc/self/fd"));
        self.node_mut(fd).directory_mut().expect("just made").descriptors = true;
    }

    /// Adds a node at `path` as part of the initial state.
    fn plant_file(&mut self, path: &Path, kind: Kind) {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return };
        let dir = self.plant_directory(parent);
        let mode = if matches!(kind, Kind::Link(_)) { 0o777 } else { 0o644 };
        let node = self.make(path.as_os_str().as_bytes(), kind, mode);
        self.node_mut(node).changed = false;
        self.set_entry(dir, name.as_bytes(), Entry::original(node));
    }

    /// Hides the host's file at `path` from the initial state.
    fn plant_gap(&mut self, path: &Path) {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return };
        let dir = self.plant_directory(parent);
        self.set_entry(dir, name.as_bytes(), Entry { node: None, original: true, existed: false });
    }

    /// The directory at `path`, created with its parents if the host has none.
    fn plant_directory(&mut self, path: &Path) -> NodeId {
        let root = self.state.root;
        if let Ok(place) = self.resolve(root, path.as_os_str().as_bytes(), Last::Follow)
            && let Some(node) = place.node
            && self.node(node).directory().is_some()
        {
            return node;
        }
        let Some(parent) = path.parent() else { return root };
        let dir = self.plant_directory(parent);
        self.plant_new_directory(dir, path)
    }

    /// Creates an empty directory at `path` in directory `dir`; it hides the host's.
    fn plant_new_directory(&mut self, dir: NodeId, path: &Path) -> NodeId {
        let name = path.file_name().unwrap_or_default().as_bytes();
        let kind = Kind::Directory(Directory::new(Some(dir), name.to_vec(), None));
        let node = self.make(path.as_os_str().as_bytes(), kind, 0o755);
        self.node_mut(node).changed = false;
        self.node_mut(dir).meta.links += 1;
        self.set_entry(dir, name, Entry::original(node));
        node
    }

    /// Descriptors 0, 1 and 2.
    pub(super) fn open_standard(&mut self) {
        for (fd, device) in [Device::Stdin, Device::Stdout, Device::Stderr].into_iter().enumerate() {
            let node = self.make(format!("standard {fd}").as_bytes(), Kind::Device(device), 0o600);
            let (tty, file) = (self.case.tty[fd], self.stdin_is_file());
            let meta = &mut self.node_mut(node).meta;
            (meta.dev, meta.rdev) = match device {
                _ if tty => (0x18, 0x8800),
                Device::Stdin if file => (DEVICE, 0),
                _ => (PIPE_DEVICE, 0),
            };
            if tty {
                meta.mode = 0o620;
            }
            // A terminal is one open file, readable and writable, for all three descriptors.
            let flags = if tty { super::flags::O_RDWR } else { i32::from(fd != 0) };
            let _ = self.install(node, flags, 0);
        }
    }

    /// The node of a host file, created at its first lookup.
    pub(super) fn import(&mut self, parent: Option<NodeId>, name: &[u8], path: PathBuf, facts: &Facts) -> NodeId {
        let shared = facts.links > 1 && facts.mode & S_IFMT == S_IFREG;
        // Hard links to one file must lead to one node, in any order of lookups.
        let id = if shared {
            hash(facts.dev.to_le_bytes().into_iter().chain(facts.ino.to_le_bytes()))
        } else {
            hash(path.as_os_str().as_bytes().iter().copied())
        };
        if !self.state.nodes.contains_key(&id) {
            let kind = kind_of(parent, name, path, facts);
            let node = Node { kind, meta: meta_of(facts), changed: false };
            self.state_mut().nodes.insert(id, Arc::new(node));
        }
        id
    }

    /// A new node. `path` only determines its number.
    pub(super) fn make(&mut self, path: &[u8], kind: Kind, mode: u32) -> NodeId {
        let (now, user) = (self.now, self.user.clone());
        let state = self.state_mut();
        let count = state.made.entry(hash(path.iter().copied())).or_default();
        *count += 1;
        let count = *count;
        let id = hash(path.iter().copied().chain([0]).chain(count.to_le_bytes()));
        let pipe = matches!(kind, Kind::Pipe(_));
        let meta = Meta {
            mode,
            uid: user.uid,
            gid: user.gid,
            links: if matches!(kind, Kind::Directory(_)) { 2 } else { 1 },
            dev: if pipe { PIPE_DEVICE } else { DEVICE },
            ino: FIRST_INODE + state.nodes.len() as u64 + state.made.len() as u64,
            rdev: 0,
            accessed: now,
            modified: now,
            changed: now,
            born: now,
            shown: None,
        };
        state.nodes.insert(id, Arc::new(Node { kind, meta, changed: true }));
        id
    }
}

fn kind_of(parent: Option<NodeId>, name: &[u8], path: PathBuf, facts: &Facts) -> Kind {
    match facts.mode & S_IFMT {
        S_IFREG => Kind::HostFile(path),
        S_IFDIR => Kind::Directory(Directory::new(parent, name.to_vec(), Some(path))),
        S_IFLNK => Kind::Link(facts.target.clone()),
        S_IFCHR => match facts.rdev {
            0x103 => Kind::Device(Device::Null),
            0x105 => Kind::Device(Device::Zero),
            0x107 => Kind::Device(Device::Full),
            0x108 | 0x109 => Kind::Device(Device::Random),
            0x500 => Kind::Device(Device::Terminal),
            _ => Kind::Foreign(S_IFCHR),
        },
        other => Kind::Foreign(other),
    }
}

fn meta_of(facts: &Facts) -> Meta {
    Meta {
        mode: facts.mode & 0o7777,
        uid: facts.uid,
        gid: facts.gid,
        links: facts.links,
        dev: facts.dev,
        ino: facts.ino,
        rdev: facts.rdev,
        accessed: facts.accessed,
        modified: facts.modified,
        changed: facts.changed,
        born: facts.changed.min(facts.modified),
        shown: Some((facts.size, facts.blocks)),
    }
}
