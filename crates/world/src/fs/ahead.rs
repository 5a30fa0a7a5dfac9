//! Operations for streams beyond the system calls: reading lines, pushing back, the position of the
//! next write. A stream never buffers bytes that were not requested, so descriptor and stream agree.

use whydunit_machine::Channel;

use super::errno::Errno;
use super::flags::O_APPEND;
use super::node::{Device, Kind};
use super::{Chunk, FileSystem};

impl FileSystem {
    /// Reads up to and including the first `stop`, at most `max` bytes; fewer only at the end.
    pub(crate) fn read_until(&mut self, fd: i32, stop: u8, max: usize) -> Result<Chunk, Errno> {
        let opened = self.opened(fd)?;
        let (node, offset, readable) = (opened.node, opened.offset, opened.readable());
        let found = match &self.node(node).kind {
            Kind::File(contents) if readable => {
                let mut step = 128;
                loop {
                    let bytes = contents.read(offset, step.min(max));
                    let stopped = bytes.contains(&stop);
                    if stopped || bytes.len() < step {
                        break Chunk { channel: Channel::File(node), offset, bytes: cut(bytes, stop) };
                    }
                    step *= 8;
                }
            }
            Kind::Device(Device::Stdin) if readable => {
                let offset = self.state.stdin_read;
                let bytes = self.case.stdin.read_until(offset, stop, max, &self.state.output);
                Chunk { channel: Channel::Stdin, offset, bytes }
            }
            _ => return self.read_slowly_until(fd, stop, max),
        };
        let count = found.bytes.len() as u64;
        match found.channel {
            Channel::Stdin => self.state_mut().stdin_read += count,
            _ => self.opened_mut(fd)?.offset += count,
        }
        Ok(found)
    }

    fn read_slowly_until(&mut self, fd: i32, stop: u8, max: usize) -> Result<Chunk, Errno> {
        let mut chunk = self.read(fd, max.min(1))?;
        while chunk.bytes.last().is_some_and(|&b| b != stop) && chunk.bytes.len() < max {
            match self.read(fd, 1)?.bytes.first() {
                Some(&byte) => chunk.bytes.push(byte),
                None => break,
            }
        }
        Ok(chunk)
    }

    /// Takes back the last byte read from `fd`.
    pub(crate) fn unread(&mut self, fd: i32, byte: u8) -> Result<(), Errno> {
        let node = self.opened(fd)?.node;
        match &self.node(node).kind {
            Kind::Device(Device::Stdin) => self.state_mut().stdin_read -= 1,
            Kind::Pipe(_) => {
                if let Kind::Pipe(pipe) = &mut self.node_mut(node).kind {
                    pipe.waiting.push_front(byte);
                    pipe.read -= 1;
                }
            }
            Kind::File(_) => self.opened_mut(fd)?.offset -= 1,
            _ => {}
        }
        Ok(())
    }

    /// Where the next bytes written to `fd` will go.
    pub(crate) fn next_write(&mut self, fd: i32) -> Result<(Channel, u64), Errno> {
        let channel = self.channel(fd)?;
        let opened = self.opened(fd)?;
        let (node, offset, append) = (opened.node, opened.offset, opened.flags & O_APPEND != 0);
        let place = match &self.node(node).kind {
            Kind::Device(Device::Stdin | Device::Stdout) => self.state.output.stream_len(1),
            Kind::Device(Device::Stderr) => self.state.output.stream_len(2),
            Kind::Pipe(pipe) => pipe.written,
            _ if append => self.size(node)?,
            _ => offset,
        };
        Ok((channel, place))
    }
}

fn cut(mut bytes: Vec<u8>, stop: u8) -> Vec<u8> {
    if let Some(at) = bytes.iter().position(|&b| b == stop) {
        bytes.truncate(at + 1);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use whydunit_machine::Channel;

    use super::super::FileSystem;
    use super::super::flags::{O_CREAT, O_RDWR, SEEK_SET};
    use crate::Case;

    fn with_input(stdin: &[u8]) -> FileSystem {
        FileSystem::new(Arc::new(Case { stdin: stdin.to_vec().into(), ..Case::default() }))
    }

    #[test]
    fn lines_come_one_at_a_time_and_go_back() {
        let mut fs = with_input(b"one\ntwo");
        assert_eq!(fs.read_until(0, b'\n', 100).unwrap().bytes, b"one\n");
        fs.unread(0, b'\n').unwrap();
        assert_eq!(fs.read_until(0, b'\n', 100).unwrap().bytes, b"\n");
        let rest = fs.read_until(0, b'\n', 100).unwrap();
        assert_eq!((rest.offset, rest.bytes), (4, b"two".to_vec()));
        assert!(fs.read_until(0, b'\n', 100).unwrap().bytes.is_empty());
    }

    #[test]
    fn long_lines_of_files_are_whole() {
        let mut fs = with_input(b"");
        let fd = fs.open(b"/tmp/whydunit-lines", O_CREAT | O_RDWR, 0o600).unwrap();
        let line = [vec![b'x'; 5000], b"\ny".to_vec()].concat();
        assert!(matches!(fs.next_write(fd), Ok((Channel::File(_), 0))));
        fs.write(fd, &line).unwrap();
        assert!(matches!(fs.next_write(fd), Ok((Channel::File(_), 5002))));
        fs.seek(fd, 0, SEEK_SET).unwrap();
        assert_eq!(fs.read_until(fd, b'\n', 10).unwrap().bytes, b"xxxxxxxxxx");
        assert_eq!(fs.read_until(fd, b'\n', 1 << 20).unwrap().bytes.len(), 4991);
        assert_eq!(fs.read_until(fd, b'\n', 1 << 20).unwrap().bytes, b"y");
    }
}
