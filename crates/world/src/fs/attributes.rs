//! File attributes: size, owner, permissions, times.

use super::FileSystem;
use super::errno::Errno;
use super::flags::{AT_EMPTY_PATH, AT_FDCWD, AT_SYMLINK_NOFOLLOW, S_IFCHR, S_IFDIR, S_IFIFO, S_IFLNK, S_IFREG};
use super::node::{Device, Kind, Node, NodeId, Time};
use super::tree::Last;

/// The result of `stat`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    pub(crate) dev: u64,
    pub(crate) ino: u64,
    /// Type and permission bits.
    pub(crate) mode: u32,
    pub(crate) links: u64,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    pub(crate) rdev: u64,
    pub(crate) size: u64,
    pub(crate) block_size: u64,
    /// Blocks of 512 bytes.
    pub(crate) blocks: u64,
    pub(crate) accessed: Time,
    pub(crate) modified: Time,
    pub(crate) changed: Time,
    pub(crate) born: Time,
}

/// A time argument of `utimensat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewTime {
    /// The virtual clock's time.
    Now,
    /// Leave it.
    Keep,
    /// This time.
    At(Time),
}

impl FileSystem {
    /// The node an `…at` call with these flags means.
    pub(crate) fn find(&mut self, dir_fd: i32, path: &[u8], flags: i32) -> Result<NodeId, Errno> {
        if path.is_empty() && flags & AT_EMPTY_PATH != 0 {
            return if dir_fd == AT_FDCWD { Ok(self.state.cwd) } else { Ok(self.opened(dir_fd)?.node) };
        }
        let start = self.start(dir_fd, path)?;
        let place = self.resolve(start, path, Last::followed(flags & AT_SYMLINK_NOFOLLOW == 0))?;
        place.node.ok_or(Errno::ENOENT)
    }

    /// The node behind a descriptor.
    pub(crate) fn node_of(&self, fd: i32) -> Result<NodeId, Errno> {
        Ok(self.opened(fd)?.node)
    }

    /// Type bits of a node's `st_mode`.
    pub(super) fn type_bits(&self, node: &Node) -> u32 {
        match &node.kind {
            Kind::File(_) | Kind::HostFile(_) => S_IFREG,
            Kind::Directory(_) => S_IFDIR,
            Kind::Link(_) => S_IFLNK,
            Kind::Device(Device::Stdin) if self.stdin_is_file() => S_IFREG,
            Kind::Device(Device::Stdin | Device::Stdout | Device::Stderr) if !self.is_terminal(node) => S_IFIFO,
            Kind::Device(_) => S_IFCHR,
            Kind::Pipe(_) => S_IFIFO,
            Kind::Foreign(bits) => *bits,
        }
    }

    /// `stat` of a node.
    pub(crate) fn stat(&self, id: NodeId) -> Stat {
        let node = self.node(id);
        let meta = &node.meta;
        let (size, blocks) = meta.shown.unwrap_or_else(|| match &node.kind {
            Kind::File(contents) => (contents.len(), contents.allocated() / 512),
            Kind::Directory(_) => (4096, 8),
            Kind::Device(Device::Stdin) if self.stdin_is_file() => {
                let size = self.case.stdin.len();
                (size, size.div_ceil(4096) * 8)
            }
            Kind::Link(target) => (target.len() as u64, 0),
            _ => (0, 0),
        });
        let tty = matches!(node.kind, Kind::Device(_)) && meta.rdev == 0x8800;
        Stat {
            dev: meta.dev,
            ino: meta.ino,
            mode: self.type_bits(node) | meta.mode,
            links: meta.links,
            uid: meta.uid,
            gid: meta.gid,
            rdev: meta.rdev,
            size,
            block_size: if tty { 1024 } else { 4096 },
            blocks,
            accessed: meta.accessed,
            modified: meta.modified,
            changed: meta.changed,
            born: meta.born,
        }
    }

    /// `access`: may the user do this (4 read, 2 write, 1 execute)?
    pub(crate) fn access(&self, id: NodeId, want: u32) -> Result<(), Errno> {
        let node = self.node(id);
        // Root may read and write anything, but execute a file only if anybody may.
        if self.permits(node, want) { Ok(()) } else { Err(Errno::EACCES) }
    }

    fn owns(&self, id: NodeId) -> bool {
        self.user.uid == 0 || self.node(id).meta.uid == self.user.uid
    }

    /// `chmod`.
    pub(crate) fn set_mode(&mut self, id: NodeId, mode: u32) -> Result<(), Errno> {
        if !self.owns(id) {
            return Err(Errno::EPERM);
        }
        if let Kind::Link(_) = self.node(id).kind {
            return Err(Errno::EOPNOTSUPP);
        }
        let now = self.now;
        let node = self.node_mut(id);
        node.meta.mode = mode & 0o7777;
        node.meta.changed = now;
        node.changed = true;
        Ok(())
    }

    /// `chown`; `u32::MAX` leaves an id as it is.
    pub(crate) fn set_owner(&mut self, id: NodeId, uid: u32, gid: u32) -> Result<(), Errno> {
        let user = &self.user;
        let meta = &self.node(id).meta;
        let keeps_owner = uid == u32::MAX || uid == meta.uid;
        let own_group = gid == u32::MAX || gid == user.gid || user.groups.contains(&gid);
        if user.uid != 0 && !(meta.uid == user.uid && keeps_owner && own_group) {
            return Err(Errno::EPERM);
        }
        let now = self.now;
        let file = self.node(id).is_file();
        let node = self.node_mut(id);
        if uid != u32::MAX {
            node.meta.uid = uid;
        }
        if gid != u32::MAX {
            node.meta.gid = gid;
        }
        if file && node.meta.mode & 0o111 != 0 {
            // A change of the owner clears set-user-ID.
            node.meta.mode &= !0o4000;
            if node.meta.mode & 0o010 != 0 {
                node.meta.mode &= !0o2000;
            }
        }
        node.meta.changed = now;
        node.changed = true;
        Ok(())
    }

    /// `utimensat`.
    pub(crate) fn set_times(&mut self, id: NodeId, accessed: NewTime, modified: NewTime) -> Result<(), Errno> {
        let both_now = accessed == NewTime::Now && modified == NewTime::Now;
        if (accessed, modified) == (NewTime::Keep, NewTime::Keep) {
            return Ok(());
        }
        let allowed = self.owns(id) || (both_now && self.permits(self.node(id), 2));
        if !allowed {
            return Err(if both_now { Errno::EACCES } else { Errno::EPERM });
        }
        let now = self.now;
        let node = self.node_mut(id);
        let set = |slot: &mut Time, new| match new {
            NewTime::Now => *slot = now,
            NewTime::Keep => {}
            NewTime::At(time) => *slot = time,
        };
        set(&mut node.meta.accessed, accessed);
        set(&mut node.meta.modified, modified);
        node.meta.changed = now;
        node.changed = true;
        Ok(())
    }

    /// `truncate`.
    pub(crate) fn truncate(&mut self, id: NodeId, len: i64) -> Result<(), Errno> {
        let len = u64::try_from(len).map_err(|_| Errno::EINVAL)?;
        let node = self.node(id);
        match node.kind {
            Kind::Directory(_) => return Err(Errno::EISDIR),
            Kind::File(_) | Kind::HostFile(_) => {}
            _ => return Err(Errno::EINVAL),
        }
        if !self.permits(node, 2) {
            return Err(Errno::EACCES);
        }
        self.set_len(id, len)
    }

    /// `ftruncate`.
    pub(crate) fn truncate_opened(&mut self, fd: i32, len: i64) -> Result<(), Errno> {
        let len = u64::try_from(len).map_err(|_| Errno::EINVAL)?;
        let opened = self.opened(fd)?;
        let node = opened.node;
        if !opened.writable() || !self.node(node).is_file() {
            return Err(Errno::EINVAL);
        }
        self.set_len(node, len)
    }

    /// `fallocate` (mode 0, keep size, punch a hole).
    pub(crate) fn allocate(&mut self, fd: i32, mode: i32, offset: i64, len: i64) -> Result<(), Errno> {
        const KEEP_SIZE: i32 = 1;
        const PUNCH_HOLE: i32 = 2;
        let opened = self.opened(fd)?;
        let (node, writable) = (opened.node, opened.writable());
        let start = u64::try_from(offset).map_err(|_| Errno::EINVAL)?;
        let len = u64::try_from(len).ok().filter(|&l| l > 0).ok_or(Errno::EINVAL)?;
        if !writable {
            return Err(Errno::EBADF);
        }
        match self.node(node).kind {
            Kind::Pipe(_) => return Err(Errno::ESPIPE),
            Kind::File(_) | Kind::HostFile(_) => {}
            _ => return Err(Errno::ENODEV),
        }
        let end = start.checked_add(len).filter(|&e| i64::try_from(e).is_ok()).ok_or(Errno::EFBIG)?;
        let size = self.size(node)?;
        match mode {
            0 if end > size => self.set_len(node, end),
            0 | KEEP_SIZE => Ok(()),
            m if m == KEEP_SIZE | PUNCH_HOLE => self.contents_mut(node).map(|c| c.punch(start, end)),
            _ => Err(Errno::EOPNOTSUPP),
        }
    }
}
