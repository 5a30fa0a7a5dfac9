//! Reading, writing and positioning.

use whydunit_machine::{Channel, Halt, Limit};

use super::contents::Contents;
use super::errno::Errno;
use super::flags::{O_APPEND, SEEK_CUR, SEEK_DATA, SEEK_END, SEEK_HOLE, SEEK_SET};
use super::node::{Device, Kind, Node, NodeId};
use super::pipe::blocks_forever;
use super::{Chunk, FileSystem};

/// Larger host files are not read into memory.
const MAX_HOST_FILE: u64 = 1 << 30;

impl FileSystem {
    /// The channel of the file behind `fd`.
    pub(crate) fn channel(&self, fd: i32) -> Result<Channel, Errno> {
        let node = self.opened(fd)?.node;
        Ok(match self.node(node).kind {
            Kind::Device(Device::Stdin) => Channel::Stdin,
            Kind::Device(Device::Stdout) => Channel::Stdout,
            Kind::Device(Device::Stderr) => Channel::Stderr,
            _ => Channel::File(node),
        })
    }

    /// `read`: up to `max` bytes from the current offset, none at the end.
    pub(crate) fn read(&mut self, fd: i32, max: usize) -> Result<Chunk, Errno> {
        let opened = self.opened(fd)?;
        if !opened.readable() {
            return Err(Errno::EBADF);
        }
        let (node, offset) = (opened.node, opened.offset);
        let chunk = self.read_node(fd, node, offset, max)?;
        if self.node(node).is_file() {
            self.opened_mut(fd)?.offset += chunk.bytes.len() as u64;
        }
        Ok(chunk)
    }

    /// `read` of one byte, `None` at the end: streams read only the bytes they need.
    pub(crate) fn read_byte(&mut self, fd: i32) -> Result<Option<(Channel, u64, u8)>, Errno> {
        let opened = self.opened(fd)?;
        let (node, offset) = (opened.node, opened.offset);
        if opened.readable() {
            match &self.node(node).kind {
                Kind::File(contents) => {
                    let Some(byte) = contents.byte(offset) else { return Ok(None) };
                    self.opened_mut(fd)?.offset = offset + 1;
                    return Ok(Some((Channel::File(node), offset, byte)));
                }
                Kind::Device(Device::Stdin) => {
                    let offset = self.state.stdin_read;
                    let byte = self.case.stdin.byte(offset, &self.state.output);
                    let Some(byte) = byte else { return Ok(None) };
                    self.state_mut().stdin_read = offset + 1;
                    return Ok(Some((Channel::Stdin, offset, byte)));
                }
                _ => {}
            }
        }
        let chunk = self.read(fd, 1)?;
        Ok(chunk.bytes.first().map(|&byte| (chunk.channel, chunk.offset, byte)))
    }

    /// `pread`: reads at an offset without moving the current one.
    pub(crate) fn read_at(&mut self, fd: i32, offset: u64, max: usize) -> Result<Chunk, Errno> {
        let opened = self.opened(fd)?;
        let (node, readable) = (opened.node, opened.readable());
        if !self.is_seekable(node) {
            return Err(Errno::ESPIPE);
        }
        if !readable {
            return Err(Errno::EBADF);
        }
        if let Kind::Device(Device::Stdin) = self.node(node).kind {
            let before = std::mem::replace(&mut self.state_mut().stdin_read, offset);
            let chunk = self.read_stdin(max);
            self.state_mut().stdin_read = before;
            return Ok(chunk);
        }
        self.read_node(fd, node, offset, max)
    }

    fn read_node(&mut self, fd: i32, node: NodeId, offset: u64, max: usize) -> Result<Chunk, Errno> {
        let channel = self.channel(fd)?;
        let file = |bytes| Ok(Chunk { channel, offset, bytes });
        match &self.node(node).kind {
            Kind::File(contents) => file(contents.read(offset, max)),
            Kind::HostFile(_) => {
                self.load(node)?;
                self.read_node(fd, node, offset, max)
            }
            Kind::Directory(_) => Err(Errno::EISDIR),
            Kind::Device(Device::Stdin) => Ok(self.read_stdin(max)),
            Kind::Device(Device::Zero | Device::Full) => file(vec![0; max]),
            Kind::Device(Device::Random) => {
                let bytes = self.random(max);
                file(bytes)
            }
            Kind::Device(_) => file(Vec::new()),
            Kind::Pipe(_) => self.read_pipe(fd, node, max),
            Kind::Link(_) | Kind::Foreign(_) => Err(Errno::EBADF),
        }
    }

    /// Is standard input a regular file (`< file`), rather than a pipe or terminal?
    pub(super) fn stdin_is_file(&self) -> bool {
        self.case.stdin.is_file() && !self.case.tty[0]
    }

    fn read_stdin(&mut self, max: usize) -> Chunk {
        let offset = self.state.stdin_read;
        let (stdin, said) = (&self.case.stdin, &self.state.output);
        let bytes = match self.case.tty[0] && !stdin.is_terminal() {
            // A terminal delivers one line per read.
            true => stdin.read_until(offset, b'\n', max, said),
            false => stdin.read(offset, max, said),
        };
        self.state_mut().stdin_read = offset + bytes.len() as u64;
        Chunk { channel: Channel::Stdin, offset, bytes }
    }

    /// Seeded random bytes (splitmix64).
    pub(crate) fn random(&mut self, count: usize) -> Vec<u8> {
        let state = &mut self.state_mut().random;
        let mut bytes = Vec::with_capacity(count + 8);
        while bytes.len() < count {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = *state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            bytes.extend_from_slice(&(z ^ (z >> 31)).to_le_bytes());
        }
        bytes.truncate(count);
        bytes
    }

    /// Reads a host file, when its bytes are needed for the first time.
    pub(super) fn load(&mut self, node: NodeId) -> Result<(), Errno> {
        let Kind::HostFile(path) = &self.node(node).kind else { return Ok(()) };
        let path = path.clone();
        if self.host.facts(&path).is_ok_and(|f| f.size > MAX_HOST_FILE) {
            let text = format!("read: {} has more than a gigabyte; try a smaller input", path.display());
            return Err(self.stop(Halt::Unsupported(text)));
        }
        let bytes = self.host.contents(&path)?;
        self.node_mut(node).kind = Kind::File(Contents::given(bytes));
        Ok(())
    }

    /// The contents of a regular file for a change, which updates its times.
    pub(super) fn contents_mut(&mut self, node: NodeId) -> Result<&mut Contents, Errno> {
        self.load(node)?;
        let now = self.now;
        let node = self.node_mut(node);
        node.changed = true;
        node.meta.shown = None;
        (node.meta.modified, node.meta.changed) = (now, now);
        match &mut node.kind {
            Kind::File(contents) => Ok(contents),
            _ => Err(Errno::EINVAL),
        }
    }

    /// `write` of all bytes; returns their channel and offset.
    pub(crate) fn write(&mut self, fd: i32, bytes: &[u8]) -> Result<(Channel, u64), Errno> {
        let (channel, offset, count) = self.write_some(fd, bytes)?;
        if count < bytes.len() {
            return Err(self.stop(blocks_forever("write to a full pipe that only this program could empty")));
        }
        Ok((channel, offset))
    }

    /// `write`; returns channel, offset and number of bytes written.
    pub(crate) fn write_some(&mut self, fd: i32, bytes: &[u8]) -> Result<(Channel, u64, usize), Errno> {
        let opened = self.opened(fd)?;
        if !opened.writable() {
            return Err(Errno::EBADF);
        }
        let (node, flags, mut offset) = (opened.node, opened.flags, opened.offset);
        if flags & O_APPEND != 0 && self.node(node).is_file() {
            offset = self.size(node)?;
        }
        let written = self.write_node(fd, node, offset, bytes)?;
        if self.node(node).is_file() {
            self.opened_mut(fd)?.offset = offset + bytes.len() as u64;
        }
        Ok(written)
    }

    /// `pwrite`. Like Linux, appends if the file is open for appending.
    pub(crate) fn write_at(&mut self, fd: i32, offset: u64, bytes: &[u8]) -> Result<(Channel, u64, usize), Errno> {
        let opened = self.opened(fd)?;
        let (node, writable, append) = (opened.node, opened.writable(), opened.flags & O_APPEND != 0);
        if !self.is_seekable(node) {
            return Err(Errno::ESPIPE);
        }
        if !writable {
            return Err(Errno::EBADF);
        }
        let offset = if append && self.node(node).is_file() { self.size(node)? } else { offset };
        self.write_node(fd, node, offset, bytes)
    }

    fn write_node(&mut self, fd: i32, node: NodeId, offset: u64, bytes: &[u8]) -> Result<(Channel, u64, usize), Errno> {
        let whole = |channel, offset| Ok((channel, offset, bytes.len()));
        let channel = self.channel(fd)?;
        match &self.node(node).kind {
            Kind::Device(Device::Full) => return Err(Errno::ENOSPC),
            Kind::Device(Device::Null | Device::Zero | Device::Random) => return whole(channel, offset),
            Kind::Directory(_) | Kind::Link(_) | Kind::Foreign(_) => return Err(Errno::EBADF),
            Kind::Device(Device::Terminal) => return Err(Errno::EIO),
            _ => {}
        }
        let bytes = self.charge(bytes);
        match self.node(node).kind {
            // Descriptor 0 is writable only if it is a terminal.
            Kind::Device(Device::Stdin | Device::Stdout) => whole(channel, self.state_mut().output.append(1, bytes)),
            Kind::Device(_) => whole(channel, self.state_mut().output.append(2, bytes)),
            Kind::Pipe(_) => self.write_pipe(fd, node, bytes),
            _ => {
                if i64::try_from(offset.saturating_add(bytes.len() as u64)).is_err() {
                    return Err(Errno::EFBIG);
                }
                if !bytes.is_empty() {
                    self.contents_mut(node)?.write(offset, bytes);
                }
                whole(channel, offset)
            }
        }
    }

    /// Counts output and returns the part within the case's limit; beyond it the run ends after
    /// this call.
    fn charge<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let limit = self.case.output_limit;
        let left = limit - self.state.written;
        let count = (bytes.len() as u64).min(left);
        if count < bytes.len() as u64 {
            self.stop(Halt::Limit(Limit::Output(limit)));
        }
        self.state_mut().written += count;
        &bytes[..count as usize]
    }

    fn is_seekable(&self, node: NodeId) -> bool {
        match self.node(node).kind {
            Kind::Device(Device::Stdin) => self.stdin_is_file(),
            Kind::Pipe(_) | Kind::Device(Device::Stdout | Device::Stderr | Device::Terminal) => false,
            _ => true,
        }
    }

    /// Length of a regular file; 0 for anything else.
    pub(crate) fn size(&mut self, node: NodeId) -> Result<u64, Errno> {
        self.load(node)?;
        Ok(if let Kind::File(contents) = &self.node(node).kind { contents.len() } else { 0 })
    }

    /// `lseek`.
    pub(crate) fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> Result<u64, Errno> {
        let opened = self.opened(fd)?;
        let (node, current) = (opened.node, opened.offset);
        if opened.flags & super::flags::O_PATH != 0 {
            return Err(Errno::EBADF);
        }
        if !self.is_seekable(node) {
            return Err(Errno::ESPIPE);
        }
        let stdin = matches!(self.node(node).kind, Kind::Device(Device::Stdin));
        if !stdin && matches!(self.node(node).kind, Kind::Device(_)) {
            return Ok(0);
        }
        let base = match whence {
            SEEK_SET => 0,
            SEEK_CUR if stdin => self.state.stdin_read,
            SEEK_CUR => current,
            SEEK_END if stdin => self.case.stdin.len(),
            SEEK_END => self.size(node)?,
            SEEK_DATA | SEEK_HOLE => return self.seek_data(fd, node, offset, whence == SEEK_DATA),
            _ => return Err(Errno::EINVAL),
        };
        let target = base.checked_add_signed(offset).filter(|&t| i64::try_from(t).is_ok()).ok_or(Errno::EINVAL)?;
        if stdin {
            self.state_mut().stdin_read = target;
        } else {
            self.opened_mut(fd)?.offset = target;
        }
        Ok(target)
    }

    fn seek_data(&mut self, fd: i32, node: NodeId, offset: i64, data: bool) -> Result<u64, Errno> {
        self.load(node)?;
        let Kind::File(contents) = &self.node(node).kind else { return Err(Errno::EINVAL) };
        let offset = u64::try_from(offset).map_err(|_| Errno::ENXIO)?;
        let target = contents.next(offset, data).ok_or(Errno::ENXIO)?;
        self.opened_mut(fd)?.offset = target;
        Ok(target)
    }

    /// Cuts or extends a regular file.
    pub(super) fn set_len(&mut self, node: NodeId, len: u64) -> Result<(), Errno> {
        if len == 0
            && let Kind::HostFile(_) = self.node(node).kind
        {
            // Contents that are discarded need not be read.
            self.node_mut(node).kind = Kind::File(Contents::default());
        }
        self.contents_mut(node).map(|contents| contents.truncate(len))
    }

    /// Is `fd` a terminal? `ENOTTY` or `EBADF` if not.
    pub(crate) fn is_tty(&self, fd: i32) -> Result<(), Errno> {
        let node = self.opened(fd)?.node;
        if self.is_terminal(self.node(node)) { Ok(()) } else { Err(Errno::ENOTTY) }
    }

    /// Is it a standard stream that goes to a terminal?
    pub(super) fn is_terminal(&self, node: &Node) -> bool {
        match node.kind {
            Kind::Device(Device::Stdin) => self.case.tty[0],
            Kind::Device(Device::Stdout) => self.case.tty[1],
            Kind::Device(Device::Stderr) => self.case.tty[2],
            _ => false,
        }
    }
}
