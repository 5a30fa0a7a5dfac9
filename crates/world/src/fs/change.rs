//! Creating, removing and moving names.

use std::sync::Arc;

use super::FileSystem;
use super::contents::Contents;
use super::errno::Errno;
use super::flags::{AT_EMPTY_PATH, AT_REMOVEDIR, AT_SYMLINK_FOLLOW, S_IFIFO, S_IFMT, S_IFREG};
use super::node::{Directory, Entry, Kind, NodeId, Pipe};
use super::tree::{Last, Place};

const RENAME_NOREPLACE: u32 = 1;
const RENAME_EXCHANGE: u32 = 2;

impl FileSystem {
    /// A free place for a new name.
    fn free_place(&mut self, dir_fd: i32, path: &[u8]) -> Result<Place, Errno> {
        let start = self.start(dir_fd, path)?;
        let place = self.resolve(start, path, Last::Name)?;
        if place.node.is_some() { Err(Errno::EEXIST) } else { Ok(place) }
    }

    /// `mkdirat`.
    pub(crate) fn make_dir(&mut self, dir_fd: i32, path: &[u8], mode: u32) -> Result<(), Errno> {
        let place = self.free_place(dir_fd, path)?;
        let kind = Kind::Directory(Directory::new(Some(place.dir), place.name.clone(), None));
        self.add(&place, kind, mode & !self.state.umask & 0o1777)?;
        self.count_links(place.dir, 1);
        Ok(())
    }

    /// `mknodat`: files and pipes; devices can be created but not opened.
    pub(crate) fn make_node(&mut self, dir_fd: i32, path: &[u8], mode: u32, rdev: u64) -> Result<(), Errno> {
        let kind = match mode & S_IFMT {
            0 | S_IFREG => Kind::File(Contents::default()),
            S_IFIFO => Kind::Pipe(Pipe { named: true, ..Pipe::default() }),
            super::flags::S_IFDIR => return Err(Errno::EPERM),
            other if self.user.uid == 0 || other == super::flags::S_IFSOCK => Kind::Foreign(other),
            _ => return Err(Errno::EPERM),
        };
        let place = self.free_place(dir_fd, path)?;
        if place.slash {
            return Err(Errno::ENOENT);
        }
        let node = self.add(&place, kind, mode & !self.state.umask & 0o7777)?;
        self.node_mut(node).meta.rdev = rdev;
        Ok(())
    }

    /// `symlinkat`.
    pub(crate) fn make_link(&mut self, target: &[u8], dir_fd: i32, path: &[u8]) -> Result<(), Errno> {
        if target.is_empty() {
            return Err(Errno::ENOENT);
        }
        let place = self.free_place(dir_fd, path)?;
        if place.slash {
            return Err(Errno::ENOENT);
        }
        self.add(&place, Kind::Link(target.to_vec()), 0o777).map(drop)
    }

    /// `linkat`.
    pub(crate) fn link(&mut self, old: (i32, &[u8]), new: (i32, &[u8]), flags: i32) -> Result<(), Errno> {
        let node = if flags & AT_EMPTY_PATH != 0 && old.1.is_empty() {
            self.opened(old.0)?.node
        } else {
            let start = self.start(old.0, old.1)?;
            self.resolve(start, old.1, Last::followed(flags & AT_SYMLINK_FOLLOW != 0))?.node.ok_or(Errno::ENOENT)?
        };
        let place = self.free_place(new.0, new.1)?;
        if place.slash {
            return Err(Errno::ENOENT);
        }
        if self.node(node).directory().is_some() {
            return Err(Errno::EPERM);
        }
        self.check_writable_dir(place.dir)?;
        self.enter(&place, node);
        self.count_links(node, 1);
        Ok(())
    }

    /// `unlinkat`.
    pub(crate) fn unlink(&mut self, dir_fd: i32, path: &[u8], flags: i32) -> Result<(), Errno> {
        if flags & !AT_REMOVEDIR != 0 {
            return Err(Errno::EINVAL);
        }
        let start = self.start(dir_fd, path)?;
        let place = self.resolve(start, path, Last::Name)?;
        if flags & AT_REMOVEDIR != 0 {
            return self.remove_dir(&place);
        }
        if place.is_special() {
            return Err(Errno::EISDIR);
        }
        let node = place.node.ok_or(Errno::ENOENT)?;
        let is_dir = self.node(node).directory().is_some();
        if place.slash {
            return Err(if is_dir { Errno::EISDIR } else { Errno::ENOTDIR });
        }
        self.check_removable(&place, node)?;
        if is_dir {
            return Err(Errno::EISDIR);
        }
        self.take_out(&place);
        self.count_links(node, -1);
        self.forget_if_unused(node);
        Ok(())
    }

    fn remove_dir(&mut self, place: &Place) -> Result<(), Errno> {
        let node = place.node.ok_or(Errno::ENOENT)?;
        match place.name.as_slice() {
            b"" => return Err(Errno::EBUSY),
            b"." => return Err(Errno::EINVAL),
            b".." => return Err(Errno::ENOTEMPTY),
            _ => {}
        }
        if self.node(node).directory().is_none() {
            return Err(Errno::ENOTDIR);
        }
        self.check_removable(place, node)?;
        self.drop_empty_dir(node)?;
        self.take_out(place);
        self.count_links(place.dir, -1);
        self.forget_if_unused(node);
        Ok(())
    }

    /// Detaches an empty directory.
    fn drop_empty_dir(&mut self, node: NodeId) -> Result<(), Errno> {
        if !self.names(node)?.is_empty() {
            return Err(Errno::ENOTEMPTY);
        }
        let dir = self.node_mut(node);
        dir.meta.links = 0;
        if let Some(directory) = dir.directory_mut() {
            directory.parent = None;
        }
        Ok(())
    }

    /// May the name be removed? In a sticky directory only by an owner.
    fn check_removable(&self, place: &Place, node: NodeId) -> Result<(), Errno> {
        self.check_writable_dir(place.dir)?;
        let (dir, uid) = (&self.node(place.dir).meta, self.user.uid);
        let sticky = dir.mode & 0o1000 != 0 && uid != 0 && dir.uid != uid && self.node(node).meta.uid != uid;
        if sticky { Err(Errno::EPERM) } else { Ok(()) }
    }

    /// Removes a name.
    fn take_out(&mut self, place: &Place) {
        if let Some(directory) = self.node_mut(place.dir).directory_mut() {
            let entries = Arc::make_mut(&mut directory.entries);
            if entries.get(&place.name).is_some_and(|e| e.existed) {
                entries.insert(place.name.clone(), Entry { node: None, original: false, existed: true });
            } else {
                entries.remove(&place.name);
            }
        }
        self.touch_dir(place.dir);
    }

    fn count_links(&mut self, node: NodeId, by: i64) {
        let now = self.now;
        let meta = &mut self.node_mut(node).meta;
        meta.links = meta.links.saturating_add_signed(by);
        meta.changed = now;
    }

    /// `renameat2`.
    pub(crate) fn rename(&mut self, old: (i32, &[u8]), new: (i32, &[u8]), flags: u32) -> Result<(), Errno> {
        if flags & !(RENAME_NOREPLACE | RENAME_EXCHANGE) != 0 || flags == RENAME_NOREPLACE | RENAME_EXCHANGE {
            return Err(Errno::EINVAL);
        }
        let start = self.start(old.0, old.1)?;
        let from = self.resolve(start, old.1, Last::Name)?;
        let start = self.start(new.0, new.1)?;
        let to = self.resolve(start, new.1, Last::Name)?;
        if self.node(from.dir).meta.dev != self.node(to.dir).meta.dev {
            return Err(Errno::EXDEV);
        }
        if from.is_special() {
            return Err(Errno::EBUSY);
        }
        if to.is_special() {
            return Err(if flags & RENAME_NOREPLACE != 0 { Errno::EEXIST } else { Errno::EBUSY });
        }
        let node = from.node.ok_or(Errno::ENOENT)?;
        if flags & RENAME_NOREPLACE != 0 && to.node.is_some() {
            return Err(Errno::EEXIST);
        }
        let is_dir = self.node(node).directory().is_some();
        if (from.slash || to.slash) && !is_dir {
            return Err(Errno::ENOTDIR);
        }
        if is_dir && self.hangs_in(to.dir, node) {
            return Err(Errno::EINVAL);
        }
        if to.node.is_some_and(|target| self.hangs_in(from.dir, target)) {
            return Err(Errno::ENOTEMPTY);
        }
        self.check_removable(&from, node)?;
        self.check_writable_dir(to.dir)?;
        if flags & RENAME_EXCHANGE != 0 {
            return self.exchange(&from, &to);
        }
        if let Some(target) = to.node {
            if target == node {
                return Ok(());
            }
            self.replace(&to, target, is_dir)?;
        }
        self.take_out(&from);
        self.settle(&to, from.dir, node);
        Ok(())
    }

    /// Removes an existing target of a rename.
    fn replace(&mut self, place: &Place, target: NodeId, with_dir: bool) -> Result<(), Errno> {
        self.check_removable(place, target)?;
        match (with_dir, self.node(target).directory().is_some()) {
            (true, false) => return Err(Errno::ENOTDIR),
            (false, true) => return Err(Errno::EISDIR),
            (true, true) => {
                self.drop_empty_dir(target)?;
                self.count_links(place.dir, -1);
            }
            (false, false) => self.count_links(target, -1),
        }
        self.take_out(place);
        self.forget_if_unused(target);
        Ok(())
    }

    /// Moves a node from directory `before` to its new place.
    fn settle(&mut self, place: &Place, before: NodeId, node: NodeId) {
        self.enter(place, node);
        self.count_links(node, 0);
        if let Some(directory) = self.node_mut(node).directory_mut() {
            directory.parent = Some(place.dir);
            directory.name = place.name.clone();
            self.count_links(before, -1);
            self.count_links(place.dir, 1);
        }
    }

    fn exchange(&mut self, a: &Place, b: &Place) -> Result<(), Errno> {
        let (x, y) = (a.node.ok_or(Errno::ENOENT)?, b.node.ok_or(Errno::ENOENT)?);
        if self.hangs_in(a.dir, y) {
            return Err(Errno::EINVAL);
        }
        self.settle(b, a.dir, x);
        self.settle(a, b.dir, y);
        Ok(())
    }

    /// Is directory `dir` equal to or below directory `top`?
    fn hangs_in(&self, dir: NodeId, top: NodeId) -> bool {
        let mut here = dir;
        loop {
            if here == top {
                return true;
            }
            match self.node(here).directory().and_then(|d| d.parent) {
                Some(parent) if parent != here => here = parent,
                _ => return false,
            }
        }
    }

    /// `readlinkat`.
    pub(crate) fn read_link(&mut self, dir_fd: i32, path: &[u8]) -> Result<Vec<u8>, Errno> {
        let node = if path.is_empty() {
            self.opened(dir_fd).map_err(|_| Errno::ENOENT)?.node
        } else {
            let start = self.start(dir_fd, path)?;
            self.resolve(start, path, Last::Stay)?.node.ok_or(Errno::ENOENT)?
        };
        match &self.node(node).kind {
            Kind::Link(target) => Ok(target.clone()),
            _ => Err(if path.is_empty() { Errno::ENOENT } else { Errno::EINVAL }),
        }
    }

    /// `realpath`: the absolute path without links, dots and double slashes.
    pub(crate) fn real_path(&mut self, path: &[u8]) -> Result<Vec<u8>, Errno> {
        let cwd = self.state.cwd;
        let place = self.resolve(cwd, path, Last::Follow)?;
        let node = place.node.ok_or(Errno::ENOENT)?;
        if self.node(node).directory().is_some() {
            return self.path_of(node).ok_or(Errno::ENOENT);
        }
        let mut real = self.path_of(place.dir).ok_or(Errno::ENOENT)?;
        if real != b"/" {
            real.push(b'/');
        }
        real.extend_from_slice(&place.name);
        Ok(real)
    }

    /// `chdir`.
    pub(crate) fn change_dir(&mut self, path: &[u8]) -> Result<(), Errno> {
        let cwd = self.state.cwd;
        let node = self.resolve(cwd, path, Last::Follow)?.node.ok_or(Errno::ENOENT)?;
        self.enter_dir(node)
    }

    /// `fchdir`.
    pub(crate) fn change_dir_to(&mut self, fd: i32) -> Result<(), Errno> {
        let node = self.opened(fd)?.node;
        self.enter_dir(node)
    }

    fn enter_dir(&mut self, node: NodeId) -> Result<(), Errno> {
        let found = self.node(node);
        if found.directory().is_none() {
            return Err(Errno::ENOTDIR);
        }
        if !self.permits(found, 1) {
            return Err(Errno::EACCES);
        }
        self.state_mut().cwd = node;
        Ok(())
    }

    /// The working directory; `ENOENT` if it was removed.
    pub(crate) fn cwd(&self) -> Result<Vec<u8>, Errno> {
        self.path_of(self.state.cwd).ok_or(Errno::ENOENT)
    }

    /// `umask`: sets the mask and returns the old one.
    pub(crate) fn set_umask(&mut self, mask: u32) -> u32 {
        std::mem::replace(&mut self.state_mut().umask, mask & 0o777)
    }
}
