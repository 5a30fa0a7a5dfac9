//! `open`: from a path to a descriptor.

use whydunit_machine::Halt;

use super::FileSystem;
use super::contents::Contents;
use super::errno::Errno;
use super::flags::{
    AT_FDCWD, O_ACCMODE, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_PATH, O_RDONLY, O_RDWR, O_TMPFILE,
    O_TRUNC, O_WRONLY,
};
use super::node::{Device, Entry, Kind, NodeId};
use super::tree::{Last, Place};

impl FileSystem {
    /// `open`, with Linux's flags.
    pub(crate) fn open(&mut self, path: &[u8], flags: i32, mode: u32) -> Result<i32, Errno> {
        self.open_at(AT_FDCWD, path, flags, mode)
    }

    /// `openat`.
    pub(crate) fn open_at(&mut self, dir_fd: i32, path: &[u8], flags: i32, mode: u32) -> Result<i32, Errno> {
        let start = self.start(dir_fd, path)?;
        if flags & O_TMPFILE == O_TMPFILE {
            return self.open_nameless(start, path, flags, mode);
        }
        let exclusive = flags & (O_CREAT | O_EXCL) == O_CREAT | O_EXCL;
        let follow = flags & O_NOFOLLOW == 0 && !exclusive;
        let slash = path.ends_with(b"/") && flags & O_CREAT != 0;
        let end = if slash || (flags & O_CREAT != 0 && follow) { Last::Create } else { Last::followed(follow) };
        let place = self.resolve(start, path, end)?;
        let node = match place.node {
            Some(_) if exclusive => return Err(Errno::EEXIST),
            Some(node) => {
                self.check_open(node, flags)?;
                node
            }
            None if flags & O_CREAT == 0 => return Err(Errno::ENOENT),
            None => self.create(&place, mode)?,
        };
        let created = place.node.is_none();
        if flags & O_TRUNC != 0 && !created && self.node(node).is_file() && flags & O_PATH == 0 {
            self.set_len(node, 0)?;
        }
        self.install(node, flags & !(O_CREAT | O_EXCL | O_TRUNC), 0)
    }

    /// Creates an empty file at a free place.
    fn create(&mut self, place: &Place, mode: u32) -> Result<NodeId, Errno> {
        if place.slash {
            return Err(Errno::EISDIR);
        }
        self.add(place, Kind::File(Contents::default()), mode & !self.state.umask & 0o7777)
    }

    /// Creates a node of `kind` at `place`.
    pub(super) fn add(&mut self, place: &Place, kind: Kind, mode: u32) -> Result<NodeId, Errno> {
        self.check_writable_dir(place.dir)?;
        let mut path = self.path_of(place.dir).ok_or(Errno::ENOENT)?;
        path.push(b'/');
        path.extend_from_slice(&place.name);
        let dev = self.node(place.dir).meta.dev;
        let node = self.make(&path, kind, mode);
        self.node_mut(node).meta.dev = dev;
        self.enter(place, node);
        Ok(node)
    }

    /// Enters an existing node at `place`.
    pub(super) fn enter(&mut self, place: &Place, node: NodeId) {
        let before = self.node(place.dir).directory().and_then(|d| d.entries.get(&place.name));
        let existed = before.is_some_and(|e| e.existed);
        self.set_entry(place.dir, &place.name, Entry { node: Some(node), original: false, existed });
        self.touch_dir(place.dir);
    }

    /// Updates the times of a directory after a change of its entries.
    pub(super) fn touch_dir(&mut self, dir: NodeId) {
        let now = self.now;
        let meta = &mut self.node_mut(dir).meta;
        (meta.modified, meta.changed) = (now, now);
    }

    /// May names be added to and removed from a directory?
    pub(super) fn check_writable_dir(&self, dir: NodeId) -> Result<(), Errno> {
        let node = self.node(dir);
        let directory = node.directory().ok_or(Errno::ENOTDIR)?;
        if directory.parent.is_none() {
            return Err(Errno::ENOENT);
        }
        let closed = directory.descriptors || directory.host.as_deref().is_some_and(|h| h.starts_with("/proc"));
        if self.permits(node, 3) && !closed { Ok(()) } else { Err(Errno::EACCES) }
    }

    /// `O_TMPFILE`: a file without a name.
    fn open_nameless(&mut self, start: NodeId, path: &[u8], flags: i32, mode: u32) -> Result<i32, Errno> {
        let dir = self.resolve(start, path, Last::Follow)?.node.ok_or(Errno::ENOENT)?;
        if flags & O_ACCMODE == O_RDONLY {
            return Err(Errno::EINVAL);
        }
        self.check_writable_dir(dir)?;
        let node = self.make(b"(temporary)", Kind::File(Contents::default()), mode & !self.state.umask & 0o7777);
        self.node_mut(node).meta.links = 0;
        self.install(node, flags & !(O_CREAT | O_EXCL | O_TMPFILE), 0)
    }

    /// May this existing node be opened with these flags?
    fn check_open(&mut self, node: NodeId, flags: i32) -> Result<(), Errno> {
        let access = flags & O_ACCMODE;
        let writes = access != O_RDONLY || flags & O_TRUNC != 0;
        let found = self.node(node);
        if flags & O_DIRECTORY != 0 && found.directory().is_none() {
            let link = flags & O_PATH == 0 && matches!(found.kind, Kind::Link(_));
            return Err(if link { Errno::ELOOP } else { Errno::ENOTDIR });
        }
        if flags & O_PATH != 0 {
            return Ok(());
        }
        let want = match access {
            O_WRONLY => 2,
            O_RDWR => 6,
            _ => 4,
        } | if writes { 2 } else { 0 };
        match &found.kind {
            Kind::Link(_) => return Err(Errno::ELOOP),
            Kind::Directory(_) if writes || flags & O_CREAT != 0 => return Err(Errno::EISDIR),
            Kind::Device(Device::Terminal) => return Err(Errno::ENXIO),
            Kind::Foreign(_) => return Err(self.refuse_device(node)),
            _ if !self.permits(found, want) => return Err(Errno::EACCES),
            _ => {}
        }
        match &found.kind {
            Kind::HostFile(path) if want & 4 != 0 => self.host.readable(path),
            Kind::Directory(directory) => directory.host.as_deref().map_or(Ok(()), |h| self.host.names(h).map(drop)),
            Kind::Pipe(pipe) if pipe.named && access != O_RDWR => {
                let alone = if access == O_RDONLY { pipe.writers == 0 } else { pipe.readers == 0 };
                self.open_fifo(alone, flags)
            }
            _ => Ok(()),
        }
    }

    /// Opening a FIFO blocks until the other end is open, which only this program could do.
    fn open_fifo(&mut self, alone: bool, flags: i32) -> Result<(), Errno> {
        match (alone, flags & O_NONBLOCK != 0, flags & O_ACCMODE) {
            (false, ..) | (_, true, O_RDONLY) => Ok(()),
            (_, true, _) => Err(Errno::ENXIO),
            _ => Err(self.stop(super::pipe::blocks_forever("open: no process has the other end of the FIFO open"))),
        }
    }

    fn refuse_device(&mut self, node: NodeId) -> Errno {
        let path = self.path_of(node).unwrap_or_default();
        let path = String::from_utf8_lossy(&path).into_owned();
        self.stop(Halt::Unsupported(format!(
            "open: {path} is a device, FIFO or socket of the host, which the program cannot reach; \
             give its contents with --file {path}=FILE"
        )))
    }
}
