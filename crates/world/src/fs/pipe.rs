//! Pipes and blocking.
//!
//! The program runs alone, so an operation that would wait for another process blocks forever.

use whydunit_machine::{Channel, FailureKind, Halt};

use super::errno::Errno;
use super::flags::O_NONBLOCK;
use super::node::{Device, Kind, NodeId, Pipe};
use super::{Chunk, FileSystem};

/// Capacity of a pipe in bytes.
pub(crate) const PIPE_SIZE: usize = 65536;
/// Writes up to this size are atomic.
const PIPE_BUF: usize = 4096;

/// Ends a run in which the program waits for an event that only it could cause.
pub(super) fn blocks_forever(why: &str) -> Halt {
    Halt::Failed(FailureKind::Misuse(format!("blocks forever: {why}")))
}

impl FileSystem {
    /// `pipe2`: the read end and the write end.
    pub(crate) fn pipe(&mut self, flags: i32) -> Result<(i32, i32), Errno> {
        let node = self.make(b"(pipe)", Kind::Pipe(Pipe::default()), 0o600);
        let read = self.install(node, flags, 0)?;
        match self.install(node, flags | super::flags::O_WRONLY, 0) {
            Ok(write) => Ok((read, write)),
            Err(error) => {
                self.close(read)?;
                Err(error)
            }
        }
    }

    pub(super) fn read_pipe(&mut self, fd: i32, node: NodeId, max: usize) -> Result<Chunk, Errno> {
        let nonblocking = self.opened(fd)?.flags & O_NONBLOCK != 0;
        let pipe = self.pipe_mut(node);
        if pipe.waiting.is_empty() && pipe.writers > 0 && max > 0 {
            return Err(if nonblocking {
                Errno::EAGAIN
            } else {
                self.stop(blocks_forever("read from an empty pipe that only this program could fill"))
            });
        }
        let count = pipe.waiting.len().min(max);
        let offset = pipe.read;
        pipe.read += count as u64;
        let bytes = pipe.waiting.drain(..count).collect();
        Ok(Chunk { channel: Channel::File(node), offset, bytes })
    }

    fn pipe_mut(&mut self, node: NodeId) -> &mut Pipe {
        match &mut self.node_mut(node).kind {
            Kind::Pipe(pipe) => pipe,
            _ => unreachable!("asked for a pipe"),
        }
    }

    pub(super) fn write_pipe(&mut self, fd: i32, node: NodeId, bytes: &[u8]) -> Result<(Channel, u64, usize), Errno> {
        let nonblocking = self.opened(fd)?.flags & O_NONBLOCK != 0;
        let pipe = self.pipe_mut(node);
        if pipe.readers == 0 {
            self.broken_pipe = true;
            return Err(Errno::EPIPE);
        }
        let room = PIPE_SIZE - pipe.waiting.len().min(PIPE_SIZE);
        if bytes.len() > room && !nonblocking {
            return Err(self.stop(blocks_forever("write to a full pipe that only this program could empty")));
        }
        if bytes.len() > room && (bytes.len() <= PIPE_BUF || room == 0) {
            return Err(Errno::EAGAIN);
        }
        let count = bytes.len().min(room);
        let offset = pipe.written;
        pipe.written += count as u64;
        pipe.waiting.extend(&bytes[..count]);
        Ok((Channel::File(node), offset, count))
    }

    /// The state of `fd`: readable, writable, reader closed, writer closed.
    pub(crate) fn readiness(&self, fd: i32) -> Result<(bool, bool, bool, bool), Errno> {
        let opened = self.opened(fd)?;
        let Kind::Pipe(pipe) = &self.node(opened.node).kind else { return Ok((true, true, false, false)) };
        let (reads, writes) = (opened.readable(), opened.writable());
        let hung = reads && pipe.writers == 0;
        let broken = writes && pipe.readers == 0;
        let room = PIPE_SIZE - pipe.waiting.len().min(PIPE_SIZE) >= PIPE_BUF;
        Ok((reads && !pipe.waiting.is_empty(), writes && room, broken, hung))
    }

    /// The number of bytes that can be read from `fd` (`FIONREAD`).
    pub(crate) fn waiting(&mut self, fd: i32) -> Result<u64, Errno> {
        let (node, offset) = (self.opened(fd)?.node, self.opened(fd)?.offset);
        match &self.node(node).kind {
            Kind::Pipe(pipe) => Ok(pipe.waiting.len() as u64),
            Kind::Device(Device::Stdin) => Ok(self.case.stdin.len().saturating_sub(self.state.stdin_read)),
            Kind::File(_) | Kind::HostFile(_) => Ok(self.size(node)?.saturating_sub(offset)),
            _ => Err(Errno::ENOTTY),
        }
    }
}
