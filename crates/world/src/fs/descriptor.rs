//! File descriptors and the open files they refer to.

use super::FileSystem;
use super::errno::Errno;
use super::flags::{O_ACCMODE, O_CLOEXEC, O_PATH, O_RDONLY, O_WRONLY};
use super::node::{Kind, NodeId};

/// Most descriptors at a time, as `RLIMIT_NOFILE` says.
pub(crate) const MAX_DESCRIPTORS: usize = 1024;

/// A descriptor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Descriptor {
    /// Index of the opened file.
    pub(crate) opened: usize,
    /// Is it closed on `exec`?
    pub(crate) cloexec: bool,
}

/// An open file, shared by duplicated descriptors.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) node: NodeId,
    /// Access mode and status flags.
    pub(crate) flags: i32,
    pub(crate) offset: u64,
    /// Number of descriptors that share it.
    pub(crate) count: u32,
}

impl Opened {
    pub(crate) fn readable(&self) -> bool {
        self.flags & O_PATH == 0 && self.flags & O_ACCMODE != O_WRONLY
    }

    pub(crate) fn writable(&self) -> bool {
        self.flags & O_PATH == 0 && self.flags & O_ACCMODE != O_RDONLY
    }
}

impl FileSystem {
    /// The entry of descriptor `fd`.
    pub(crate) fn descriptor(&self, fd: i32) -> Result<Descriptor, Errno> {
        let index = usize::try_from(fd).map_err(|_| Errno::EBADF)?;
        self.state.descriptors.get(index).copied().flatten().ok_or(Errno::EBADF)
    }

    /// The opened file behind `fd`.
    pub(crate) fn opened(&self, fd: i32) -> Result<&Opened, Errno> {
        let index = self.descriptor(fd)?.opened;
        self.state.opened[index].as_ref().ok_or(Errno::EBADF)
    }

    /// As `opened`, to change it.
    pub(crate) fn opened_mut(&mut self, fd: i32) -> Result<&mut Opened, Errno> {
        let index = self.descriptor(fd)?.opened;
        self.state_mut().opened[index].as_mut().ok_or(Errno::EBADF)
    }

    /// Opens `node` at the lowest free descriptor from `lowest` on.
    pub(super) fn install(&mut self, node: NodeId, flags: i32, lowest: usize) -> Result<i32, Errno> {
        let fd = self.free_descriptor(lowest)?;
        let opened = Opened { node, flags: flags & !O_CLOEXEC, offset: 0, count: 1 };
        self.count_pipe_ends(&opened, 1);
        let state = self.state_mut();
        let index = state.opened.iter().position(Option::is_none).unwrap_or(state.opened.len());
        if index == state.opened.len() {
            state.opened.push(None);
        }
        state.opened[index] = Some(opened);
        self.set_descriptor(fd, Some(Descriptor { opened: index, cloexec: flags & O_CLOEXEC != 0 }));
        Ok(fd as i32)
    }

    fn free_descriptor(&self, lowest: usize) -> Result<usize, Errno> {
        let taken = |fd: &usize| self.state.descriptors.get(*fd).is_some_and(Option::is_some);
        (lowest..MAX_DESCRIPTORS).find(|fd| !taken(fd)).ok_or(Errno::EMFILE)
    }

    fn set_descriptor(&mut self, fd: usize, value: Option<Descriptor>) {
        let table = &mut self.state_mut().descriptors;
        if table.len() <= fd {
            table.resize(fd + 1, None);
        }
        table[fd] = value;
    }

    /// `close`.
    pub(crate) fn close(&mut self, fd: i32) -> Result<(), Errno> {
        let index = self.descriptor(fd)?.opened;
        self.set_descriptor(fd as usize, None);
        let slot = &mut self.state_mut().opened[index];
        let opened = slot.as_mut().ok_or(Errno::EBADF)?;
        opened.count -= 1;
        if opened.count == 0 {
            let opened = opened.clone();
            *slot = None;
            self.count_pipe_ends(&opened, -1);
            self.forget_if_unused(opened.node);
        }
        Ok(())
    }

    /// `dup` and `fcntl(F_DUPFD)`: a second descriptor for the same opened file.
    pub(crate) fn dup(&mut self, fd: i32, lowest: i32, cloexec: bool) -> Result<i32, Errno> {
        let opened = self.descriptor(fd)?.opened;
        let lowest = usize::try_from(lowest).ok().filter(|&l| l < MAX_DESCRIPTORS).ok_or(Errno::EINVAL)?;
        let new = self.free_descriptor(lowest)?;
        self.opened_mut(fd)?.count += 1;
        self.set_descriptor(new, Some(Descriptor { opened, cloexec }));
        Ok(new as i32)
    }

    /// `dup2` and `dup3`: makes `new` refer to the open file of `old`.
    pub(crate) fn dup_to(&mut self, old: i32, new: i32, cloexec: bool) -> Result<i32, Errno> {
        let opened = self.descriptor(old)?.opened;
        let target = usize::try_from(new).ok().filter(|&n| n < MAX_DESCRIPTORS).ok_or(Errno::EBADF)?;
        if old == new {
            return Ok(new);
        }
        // An open target is closed silently; a closed one is fine.
        let _ = self.close(new);
        self.opened_mut(old)?.count += 1;
        self.set_descriptor(target, Some(Descriptor { opened, cloexec }));
        Ok(new)
    }

    /// Sets or clears the close-on-exec flag.
    pub(crate) fn set_cloexec(&mut self, fd: i32, cloexec: bool) -> Result<(), Errno> {
        let old = self.descriptor(fd)?;
        self.set_descriptor(fd as usize, Some(Descriptor { cloexec, ..old }));
        Ok(())
    }

    /// Adjusts the number of open ends of a pipe.
    fn count_pipe_ends(&mut self, opened: &Opened, by: i32) {
        if let Kind::Pipe(_) = self.node(opened.node).kind
            && let Kind::Pipe(pipe) = &mut self.node_mut(opened.node).kind
        {
            if opened.readable() {
                pipe.readers = pipe.readers.saturating_add_signed(by);
            }
            if opened.writable() {
                pipe.writers = pipe.writers.saturating_add_signed(by);
            }
        }
    }

    /// Drops a node that has neither a name nor an open descriptor.
    pub(super) fn forget_if_unused(&mut self, node: NodeId) {
        let anonymous = matches!(&self.node(node).kind, Kind::Pipe(pipe) if !pipe.named);
        let nameless = anonymous || self.node(node).meta.links == 0;
        let in_use = node == self.state.cwd || self.state.opened.iter().flatten().any(|o| o.node == node);
        if nameless && !in_use {
            self.state_mut().nodes.remove(&node);
        }
    }
}

impl FileSystem {
    /// Is it a pipe, or a standard stream that looks like one?
    pub(crate) fn is_pipe(&self, fd: i32) -> Result<bool, Errno> {
        let node = self.node(self.opened(fd)?.node);
        Ok(self.type_bits(node) == super::flags::S_IFIFO)
    }

    /// Is it a regular file or a directory?
    pub(crate) fn is_file(&self, fd: i32) -> Result<bool, Errno> {
        let node = self.node(self.opened(fd)?.node);
        Ok(node.is_file() || node.directory().is_some())
    }
}
