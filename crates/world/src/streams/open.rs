//! Opening and closing streams.

use whydunit_machine::{Guest, Run, Word};

use super::layout::{DESCRIPTOR, FLAGS, Flag, MAGIC, ORIENTATION, SIZE};
use super::{Backing, Buffering, Stream, Streams};
use crate::Posix;
use crate::fs::Errno;
use crate::fs::flags::{
    O_ACCMODE, O_APPEND, O_CLOEXEC, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY, SEEK_END,
};

/// Number of closed streams remembered, to distinguish them from wild pointers.
const MAX_CLOSED: usize = 64;

/// The second argument of `fopen`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mode {
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) append: bool,
    pub(crate) truncates: bool,
    exclusive: bool,
    close_on_exec: bool,
}

impl Mode {
    /// `r`
    pub(crate) const READ: Mode =
        Mode { reads: true, writes: false, append: false, truncates: false, exclusive: false, close_on_exec: false };
    /// `w`
    pub(crate) const WRITE: Mode = Mode { reads: false, writes: true, truncates: true, ..Mode::READ };
    /// `w+`
    pub(crate) const UPDATE: Mode = Mode { reads: true, ..Mode::WRITE };

    /// Parses the text of a mode; none for one that glibc rejects.
    pub(crate) fn parse(text: &[u8]) -> Option<Mode> {
        let mut mode = match text.first()? {
            b'r' => Mode::READ,
            b'w' => Mode::WRITE,
            b'a' => Mode { append: true, truncates: false, ..Mode::WRITE },
            _ => return None,
        };
        for letter in text[1..].iter().take(6) {
            match letter {
                b'+' => (mode.reads, mode.writes) = (true, true),
                b'x' => mode.exclusive = true,
                b'e' => mode.close_on_exec = true,
                b',' => break,
                _ => {}
            }
        }
        Some(mode)
    }

    /// The flags of `open`.
    pub(crate) fn open_flags(self) -> i32 {
        let access = match (self.reads, self.writes) {
            (true, true) => O_RDWR,
            (_, true) => O_WRONLY,
            _ => O_RDONLY,
        };
        let creates = self.append || self.truncates;
        let mut flags = access;
        for (set, flag) in [
            (creates, O_CREAT),
            (self.append, O_APPEND),
            (self.truncates, O_TRUNC),
            (self.exclusive, O_EXCL),
            (self.close_on_exec, O_CLOEXEC),
        ] {
            if set {
                flags |= flag;
            }
        }
        flags
    }

    /// Does a descriptor opened with these flags allow this mode?
    pub(crate) fn fits(self, flags: i32) -> bool {
        match flags & O_ACCMODE {
            O_RDONLY => !self.writes,
            O_WRONLY => !self.reads,
            _ => true,
        }
    }
}

impl Streams {
    /// Creates a `FILE` for an open file or memory.
    pub(crate) fn create(world: &mut Posix, guest: &mut dyn Guest, backing: Backing, mode: Mode) -> Run<u64> {
        // One pointer more than the struct, as in glibc, which stores its method table there.
        let file = guest.reserve(SIZE + 8, 16);
        Streams::fill(world, guest, file, backing, mode)?;
        Ok(file)
    }

    /// Initialises the `FILE` at `file` as a new stream.
    pub(crate) fn fill(world: &mut Posix, guest: &mut dyn Guest, file: u64, backing: Backing, mode: Mode) -> Run<()> {
        let tty = matches!(backing, Backing::Descriptor(fd) if world.fs.is_tty(fd).is_ok());
        let buffering = if tty { Buffering::Line } else { Buffering::Full };
        let stream = Stream::new(backing, mode, buffering);
        let mut flags = MAGIC | Flag::LINKED.0 | Flag::FILEBUF.0;
        for (set, flag) in [
            (!mode.reads, Flag::NO_READS),
            (!mode.writes, Flag::NO_WRITES),
            (mode.append, Flag::APPENDING),
            (tty, Flag::LINE_BUFFERED),
        ] {
            if set {
                flags |= flag.0;
            }
        }
        guest.fill(Word::new(file), Word::new(0), SIZE)?;
        guest.store(Word::new(file + FLAGS), 4, Word::from(flags))?;
        let fd = stream.descriptor().unwrap_or(-1);
        guest.store(Word::new(file + DESCRIPTOR), 4, Word::from(fd))?;
        world.streams.open.insert(file, stream);
        Ok(())
    }

    /// `fopen`: the new stream, or the error.
    pub(crate) fn open(world: &mut Posix, guest: &mut dyn Guest, path: &[u8], mode: Mode) -> Run<Result<u64, Errno>> {
        Ok(match Streams::open_descriptor(world, path, mode) {
            Ok(fd) => Ok(Streams::create(world, guest, Backing::Descriptor(fd), mode)?),
            Err(error) => Err(error),
        })
    }

    fn open_descriptor(world: &mut Posix, path: &[u8], mode: Mode) -> Result<i32, Errno> {
        let fd = world.fs.open(path, mode.open_flags(), 0o666)?;
        if mode.append && !mode.reads {
            // Fails harmlessly on a pipe, which has no position.
            let _ = world.fs.seek(fd, 0, SEEK_END);
        }
        Ok(fd)
    }

    /// `freopen`: uses the `FILE` for another file, or for the same one in another mode.
    pub(crate) fn reopen(
        world: &mut Posix,
        guest: &mut dyn Guest,
        file: u64,
        path: Option<&[u8]>,
        mode: Mode,
    ) -> Run<Result<(), Errno>> {
        Streams::end_put(world, guest, file)?;
        let old = world.streams.find(guest, file)?.descriptor();
        let same = path.is_none().then(|| old.and_then(|fd| path_of(world, fd))).flatten();
        let opened = match (path.or(same.as_deref()), old) {
            (Some(path), _) => Streams::open_descriptor(world, path, mode),
            // A pipe or a terminal has no path to reopen: only the stream's mode changes.
            (None, Some(old)) => world.fs.descriptor(old).map(|_| old),
            (None, None) => Err(Errno::EBADF),
        };
        let moved = match (opened, old) {
            // The stream keeps its descriptor number if possible.
            (Ok(new), Some(old)) if new != old => world.fs.dup_to(new, old, false).inspect(|_| {
                let _ = world.fs.close(new);
            }),
            (Ok(new), _) => Ok(new),
            (Err(error), old) => {
                if let Some(old) = old {
                    let _ = world.fs.close(old);
                }
                Err(error)
            }
        };
        match moved {
            Ok(fd) => Ok(Ok(Streams::fill(world, guest, file, Backing::Descriptor(fd), mode)?)),
            Err(error) => {
                // As in glibc the object stays, without a file: reads find the end. Programs that
                // redirect their input from a missing file, and continue, rely on it.
                world.streams.find(guest, file)?.backing = Backing::Descriptor(-1);
                Ok(Err(error))
            }
        }
    }

    /// `fclose`: false if pending output could not be written or the descriptor not closed.
    pub(crate) fn close(world: &mut Posix, guest: &mut dyn Guest, file: u64) -> Run<bool> {
        let mut done = true;
        if Streams::pushed(world, guest, file)? > 0 {
            Streams::forget_pushed(world, guest, file)?;
        }
        let stream = world.streams.find(guest, file)?;
        let growing = matches!(stream.backing, Backing::Memory(_));
        if stream.putting || growing {
            done = Streams::flush(world, guest, file)?;
        }
        let Some(mut stream) = world.streams.open.remove(&file) else { return Ok(false) };
        world.streams.closed.truncate(MAX_CLOSED - 1);
        world.streams.closed.insert(0, file);
        match &mut stream.backing {
            Backing::Descriptor(fd) => {
                if let Err(error) = world.fs.close(*fd) {
                    world.set_errno(guest, error.0)?;
                    done = false;
                }
            }
            Backing::Memory(memory) => memory.close(guest)?,
        }
        // A closed FILE looks neither readable nor writable to the program.
        let dead = MAGIC | Flag::NO_READS.0 | Flag::NO_WRITES.0;
        guest.store(Word::new(file + FLAGS), 4, Word::from(dead))?;
        guest.store(Word::new(file + DESCRIPTOR), 4, Word::from(-1i32))?;
        Ok(done)
    }

    /// Determines whether a stream has bytes or wide characters. False if it has the other kind.
    pub(crate) fn orient(world: &mut Posix, guest: &mut dyn Guest, file: u64, wide: bool) -> Run<bool> {
        let stream = world.streams.find(guest, file)?;
        if stream.orientation == 0 {
            stream.orientation = if wide { 1 } else { -1 };
            let value = Word::from(stream.orientation);
            guest.store(Word::new(file + ORIENTATION), 4, value)?;
            return Ok(true);
        }
        Ok((stream.orientation > 0) == wide)
    }

    /// The orientation: negative for bytes, positive for wide characters, zero if undetermined.
    pub(crate) fn orientation(world: &mut Posix, guest: &dyn Guest, file: u64) -> Run<i32> {
        Ok(world.streams.find(guest, file)?.orientation)
    }
}

/// The path of the file behind a descriptor.
fn path_of(world: &Posix, fd: i32) -> Option<Vec<u8>> {
    let node = world.fs.opened(fd).ok()?.node;
    world.fs.path_of(node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_become_flags() {
        for (text, flags) in [
            ("r", O_RDONLY),
            ("rb+", O_RDWR),
            ("w", O_WRONLY | O_CREAT | O_TRUNC),
            ("w+x", O_RDWR | O_CREAT | O_TRUNC | O_EXCL),
            ("ae", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC),
            ("a+", O_RDWR | O_CREAT | O_APPEND),
        ] {
            assert_eq!(Mode::parse(text.as_bytes()).unwrap().open_flags(), flags, "{text}");
        }
        assert_eq!(Mode::parse(b"q"), None);
        assert_eq!(Mode::parse(b""), None);
    }
}
