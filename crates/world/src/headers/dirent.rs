//! `<dirent.h>`: reading directories. Entries are sorted by name after `.` and `..`, where a native
//! run shows the order of the host's directory.
//!
//! A `DIR` is heap memory that holds the last entry read, as in glibc: its use after `closedir` is
//! caught like any use after free. The list of entries is fixed at the first read.

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::{Channel, FailureKind, Guest, Halt};

use crate::Posix;
use crate::fs::flags::{AT_FDCWD, O_CLOEXEC, O_DIRECTORY, O_NONBLOCK};
use crate::fs::{Chunk, Errno, Listed};
use crate::model::Model;
use crate::model::guest_ext::arg;
use crate::model::syscall::{
    Fault, Record, Sys, deliver, int_arg, int_call, long_arg, long_call, path_arg, pointer_call, size_arg,
};

pub(crate) const MODELS: &[Model] = &[
    pointer_call!("opendir", opendir),
    pointer_call!("fdopendir", fdopendir),
    int_call!("closedir", closedir),
    pointer_call!("readdir", readdir),
    pointer_call!("readdir64", readdir),
    int_call!("readdir_r", readdir_r),
    int_call!("readdir64_r", readdir_r),
    int_call!("rewinddir", rewinddir),
    int_call!("seekdir", seekdir),
    long_call!("telldir", telldir),
    int_call!("dirfd", dirfd),
];

/// `sizeof (struct dirent)`.
const ENTRY: u64 = 280;

/// The directories the program is reading, by the address of their `DIR`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Directories {
    open: Arc<BTreeMap<u64, Stream>>,
}

/// A directory being read.
#[derive(Clone, Debug)]
struct Stream {
    fd: i32,
    /// Its entries; none before the first read.
    list: Option<Arc<Vec<Listed>>>,
    position: usize,
}

fn stream<'a>(world: &'a mut Posix, guest: &mut dyn Guest) -> Sys<(u64, &'a mut Stream)> {
    let address = size_arg(guest, 0)?;
    // A load reports null, freed and wild pointers with the usual messages.
    guest.load(address.into(), 8)?;
    let found = Arc::make_mut(&mut world.directories.open).get_mut(&address);
    let found = found.ok_or_else(|| Halt::Failed(FailureKind::Misuse("not an open directory (DIR *)".into())))?;
    Ok((address, found))
}

/// A `DIR` for an open descriptor.
fn attach(world: &mut Posix, guest: &mut dyn Guest, fd: i32) -> Sys<u64> {
    let address = guest.allocate(ENTRY, 16)?;
    if address == 0 {
        return Err(Errno::ENOMEM.into());
    }
    guest.fill(address.into(), 0u64.into(), ENTRY)?;
    Arc::make_mut(&mut world.directories.open).insert(address, Stream { fd, list: None, position: 0 });
    Ok(address)
}

fn opendir(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    let path = path_arg(guest, 0)?;
    let fd = world.fs.open_at(AT_FDCWD, &path, O_DIRECTORY | O_CLOEXEC | O_NONBLOCK, 0)?;
    attach(world, guest, fd)
}

fn fdopendir(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    let fd = int_arg(guest, 0)?;
    let node = world.fs.node_of(fd)?;
    if !world.fs.is_directory(node) {
        return Err(Errno::ENOTDIR.into());
    }
    if !world.fs.opened(fd)?.readable() {
        return Err(Errno::EBADF.into());
    }
    world.fs.set_cloexec(fd, true)?;
    attach(world, guest, fd)
}

fn closedir(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    if size_arg(guest, 0)? == 0 {
        return Err(Errno::EINVAL.into());
    }
    let (address, stream) = stream(world, guest)?;
    let fd = stream.fd;
    Arc::make_mut(&mut world.directories.open).remove(&address);
    guest.release(address)?;
    world.fs.close(fd)?;
    Ok(0)
}

/// Stores the next entry at `target`; false at the end.
fn next(world: &mut Posix, guest: &mut dyn Guest, target: u64) -> Sys<bool> {
    let (address, stream) = stream(world, guest)?;
    let (fd, position) = (stream.fd, stream.position);
    let list = match &stream.list {
        Some(list) => list.clone(),
        None => Arc::new(world.fs.list(fd)?),
    };
    let (_, stream) = self::stream(world, guest)?;
    stream.list = Some(list.clone());
    let Some(entry) = list.get(position) else { return Ok(false) };
    stream.position += 1;
    let record = (19 + entry.name.len() + 1).next_multiple_of(8);
    let target = if target == 0 { address } else { target };
    Record::new(ENTRY as usize)
        .put(0, 8, entry.ino)
        .put(8, 8, position as u64 + 1)
        .put(16, 2, record as u64)
        .put(18, 1, entry.kind.into())
        .store(guest, target.into())?;
    let name = Chunk { channel: Channel::Surroundings, offset: 0, bytes: entry.name.clone() };
    deliver(guest, (target + 19).into(), &name)?;
    Ok(true)
}

fn readdir(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    Ok(if next(world, guest, 0)? { size_arg(guest, 0)? } else { 0 })
}

/// Returns the error number; at the end, stores a null result.
fn readdir_r(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (entry, result) = (size_arg(guest, 1)?, arg(guest, 2));
    let (value, code) = match next(world, guest, entry) {
        Ok(true) => (entry, 0),
        Ok(false) => (0, 0),
        Err(Fault::Errno(Errno(code))) => (0, code),
        Err(halt) => return Err(halt),
    };
    guest.store(result, 8, value.into())?;
    Ok(code)
}

fn rewinddir(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (_, stream) = stream(world, guest)?;
    (stream.position, stream.list) = (0, None);
    Ok(0)
}

fn seekdir(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let position = long_arg(guest, 1)?;
    let (_, stream) = stream(world, guest)?;
    stream.position = usize::try_from(position).unwrap_or(0);
    Ok(0)
}

fn telldir(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    Ok(stream(world, guest)?.1.position as i64)
}

fn dirfd(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    Ok(stream(world, guest)?.1.fd)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use whydunit_machine::{Guest, Halt};

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    fn world() -> Posix {
        let mut case = Case { cwd: PathBuf::from("/nowhere"), ..Case::default() };
        for name in ["b", "a", "sub/c"] {
            case.files.insert(PathBuf::from("/nowhere").join(name), Arc::default());
        }
        Posix::new(case)
    }

    #[test]
    fn a_directory_lists_sorted() {
        let (mut world, mut guest) = (world(), TestGuest::default());
        let path = guest.string(".");
        let dir = guest.call(&mut world, "opendir", &[int(path)]).unwrap().slots[0].bits;
        let mut names = Vec::new();
        loop {
            let entry = guest.call(&mut world, "readdir", &[int(dir)]).unwrap().slots[0].bits;
            if entry == 0 {
                break;
            }
            let kind = guest.load((entry + 18).into(), 1).unwrap().bits;
            names.push((guest.text(entry + 19), kind));
        }
        let expected = [(".", 4), ("..", 4), ("a", 8), ("b", 8), ("sub", 4)];
        assert_eq!(names, expected.map(|(n, k)| (n.to_owned(), k)));
        assert_eq!(guest.call(&mut world, "closedir", &[int(dir)]).unwrap().slots[0].bits, 0);
        assert!(matches!(guest.call(&mut world, "readdir", &[int(dir)]), Err(Halt::Failed(_))));
    }

    #[test]
    fn a_file_is_no_directory() {
        let (mut world, mut guest) = (world(), TestGuest::default());
        let path = guest.string("a");
        assert_eq!(guest.call(&mut world, "opendir", &[int(path)]).unwrap().slots[0].bits, 0);
        let errno = world.errno_address(&mut guest);
        assert_eq!(guest.load(errno.into(), 4).unwrap().bits, 20);
    }
}
