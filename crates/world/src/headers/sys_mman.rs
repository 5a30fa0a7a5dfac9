//! `<sys/mman.h>`: maps of memory and files.
//!
//! A map is heap memory of whole pages: anonymous and private maps work in full, a shared map of a
//! file only for reading. Protection is not enforced. A part of a map can be unmapped, but the
//! memory is freed only with the last part.

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::{Guest, Halt, Word};

use crate::Posix;
use crate::fs::Errno;
use crate::model::Model;
use crate::model::guest_ext::arg;
use crate::model::syscall::{Sys, deliver, int_arg, int_call, long_arg, size_arg};

/// A row for a function that returns an address (`MAP_FAILED` when it fails).
macro_rules! map_call {
    ($name:literal, $run:expr) => {
        $crate::model::model($name, |world, guest| {
            let run: $crate::model::syscall::SysFn<u64> = $run;
            let result = run(world, guest);
            $crate::model::syscall::finish(world, guest, result, Word::new(u64::MAX))
        })
    };
}

pub(crate) const MODELS: &[Model] = &[
    map_call!("mmap", mmap),
    map_call!("mmap64", mmap),
    map_call!("mremap", mremap),
    int_call!("munmap", munmap),
    int_call!("mprotect", on_map),
    int_call!("madvise", on_map),
    int_call!("posix_madvise", on_map),
    int_call!("msync", on_map),
    int_call!("mlock", locked),
    int_call!("munlock", locked),
    int_call!("mlockall", locked),
    int_call!("munlockall", locked),
    int_call!("mincore", mincore),
    int_call!("shm_open", shm_open),
    int_call!("shm_unlink", shm_open),
    int_call!("memfd_create", shm_open),
];

const PAGE: u64 = 4096;
const PROT_WRITE: i32 = 2;
const MAP_SHARED: i32 = 1;
const MAP_PRIVATE: i32 = 2;
const MAP_SHARED_VALIDATE: i32 = 3;
const MAP_FIXED: i32 = 0x10;
const MAP_ANONYMOUS: i32 = 0x20;
const MAP_FIXED_NOREPLACE: i32 = 0x10_0000;

/// The current maps by address: their sizes, and the number of unmapped bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Maps {
    live: Arc<BTreeMap<u64, Map>>,
}

#[derive(Clone, Copy, Debug)]
struct Map {
    size: u64,
    returned: u64,
}

impl Maps {
    /// The map that contains all of `len` bytes at `address`.
    fn holding(&self, address: u64, len: u64) -> Option<(u64, Map)> {
        let (&start, &map) = self.live.range(..=address).next_back()?;
        (address + len <= start + map.size).then_some((start, map))
    }
}

fn unsupported(what: &str) -> Halt {
    Halt::Unsupported(format!("mmap: {what}; the program may have an option not to map files"))
}

fn mmap(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    let (len, protection, flags) = (size_arg(guest, 1)?, int_arg(guest, 2)?, int_arg(guest, 3)?);
    let (fd, offset) = (int_arg(guest, 4)?, long_arg(guest, 5)?);
    let kind = flags & 0xf;
    if len == 0 || offset < 0 || !(offset as u64).is_multiple_of(PAGE) {
        return Err(Errno::EINVAL.into());
    }
    if ![MAP_SHARED, MAP_PRIVATE, MAP_SHARED_VALIDATE].contains(&kind) {
        return Err(Errno::EINVAL.into());
    }
    if flags & (MAP_FIXED | MAP_FIXED_NOREPLACE) != 0 {
        return Err(unsupported("a map at an address of the program's choice").into());
    }
    let size = len.checked_next_multiple_of(PAGE).filter(|&s| s < 1 << 46).ok_or(Errno::ENOMEM)?;
    if flags & MAP_ANONYMOUS != 0 {
        return place(world, guest, size);
    }
    let opened = world.fs.opened(fd)?;
    if !opened.readable() || (kind != MAP_PRIVATE && protection & PROT_WRITE != 0 && !opened.writable()) {
        return Err(Errno::EACCES.into());
    }
    if !world.fs.is_file(fd)? {
        return Err(Errno::ENODEV.into());
    }
    if kind != MAP_PRIVATE && protection & PROT_WRITE != 0 {
        return Err(unsupported("a shared map of a file for writing").into());
    }
    let chunk = world.fs.read_at(fd, offset as u64, len as usize)?;
    let address = place(world, guest, size)?;
    deliver(guest, address.into(), &chunk)?;
    Ok(address)
}

/// A new map, filled with zeros.
fn place(world: &mut Posix, guest: &mut dyn Guest, size: u64) -> Sys<u64> {
    let address = guest.allocate(size, PAGE)?;
    if address == 0 {
        return Err(Errno::ENOMEM.into());
    }
    guest.fill(address.into(), Word::new(0), size)?;
    Arc::make_mut(&mut world.maps.live).insert(address, Map { size, returned: 0 });
    Ok(address)
}

fn munmap(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (address, len) = (size_arg(guest, 0)?, size_arg(guest, 1)?);
    if len == 0 || !address.is_multiple_of(PAGE) {
        return Err(Errno::EINVAL.into());
    }
    let size = len.next_multiple_of(PAGE);
    // Unmapping a range without a map is no error.
    let Some((start, map)) = world.maps.holding(address, size) else { return Ok(0) };
    let live = Arc::make_mut(&mut world.maps.live);
    if map.returned + size < map.size {
        live.insert(start, Map { returned: map.returned + size, ..map });
        return Ok(0);
    }
    live.remove(&start);
    guest.release(start)?;
    Ok(0)
}

fn mremap(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    const MREMAP_MAYMOVE: i32 = 1;
    let (address, old, new, flags) =
        (size_arg(guest, 0)?, size_arg(guest, 1)?, size_arg(guest, 2)?, int_arg(guest, 3)?);
    if flags & !MREMAP_MAYMOVE != 0 || new == 0 || !address.is_multiple_of(PAGE) {
        return Err(Errno::EINVAL.into());
    }
    let (old, new) = (old.next_multiple_of(PAGE), new.checked_next_multiple_of(PAGE).ok_or(Errno::ENOMEM)?);
    let Some((start, map)) = world.maps.holding(address, old) else { return Err(Errno::EFAULT.into()) };
    if new <= old {
        return Ok(address);
    }
    if flags & MREMAP_MAYMOVE == 0 {
        return Err(Errno::ENOMEM.into());
    }
    if start != address || map.size != old {
        return Err(Halt::Unsupported("mremap: growing a part of a map; map anew instead".into()).into());
    }
    let moved = place(world, guest, new)?;
    guest.copy(moved.into(), address.into(), old)?;
    Arc::make_mut(&mut world.maps.live).remove(&start);
    guest.release(start)?;
    Ok(moved)
}

/// Succeeds for mapped pages; advice, protection and synchronisation have no effect.
fn on_map(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let address = size_arg(guest, 0)?;
    if address.is_multiple_of(PAGE) { Ok(0) } else { Err(Errno::EINVAL.into()) }
}

fn locked(_: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Ok(0)
}

/// Mapped pages are in memory; for others fails with `ENOMEM`.
fn mincore(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (address, len, vector) = (size_arg(guest, 0)?, size_arg(guest, 1)?, arg(guest, 2));
    if !address.is_multiple_of(PAGE) {
        return Err(Errno::EINVAL.into());
    }
    let size = len.next_multiple_of(PAGE);
    if world.maps.holding(address, size).is_none() {
        return Err(Errno::ENOMEM.into());
    }
    guest.fill(vector, Word::new(1), size / PAGE)?;
    Ok(0)
}

fn shm_open(_: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Err(Errno::ENOSYS.into())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use whydunit_machine::{Guest, Halt};

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    fn map(guest: &mut TestGuest, world: &mut Posix, len: u64, protection: u64, flags: u64, fd: i32) -> u64 {
        let args = [int(0), int(len), int(protection), int(flags), int(fd as u32 as u64), int(0)];
        guest.call(world, "mmap", &args).unwrap().slots[0].bits
    }

    #[test]
    fn a_private_map_shows_the_file_and_zeros_after_it() {
        let mut case = Case::default();
        case.files.insert(PathBuf::from("/given"), Arc::new(b"hello".to_vec()));
        let (mut world, mut guest) = (Posix::new(case), TestGuest::default());
        let fd = world.fs.open(b"/given", 0, 0).unwrap();
        let address = map(&mut guest, &mut world, 5, 1, 2, fd);
        assert_eq!((address % 4096, guest.text(address).as_str()), (0, "hello"));
        assert_eq!(guest.load((address + 4095).into(), 1).unwrap().bits, 0);
        assert_eq!(guest.call(&mut world, "munmap", &[int(address), int(5)]).unwrap().slots[0].bits, 0);
        assert!(guest.allocated_size_known(address).is_none());
    }

    #[test]
    fn an_anonymous_map_grows() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let address = map(&mut guest, &mut world, 4096, 3, 0x22, -1);
        guest.store((address + 7).into(), 1, 9u8.into()).unwrap();
        let moved =
            guest.call(&mut world, "mremap", &[int(address), int(4096), int(9000), int(1)]).unwrap().slots[0].bits;
        assert_eq!(guest.load((moved + 7).into(), 1).unwrap().bits, 9);
        assert_eq!(guest.call(&mut world, "munmap", &[int(moved), int(4096)]).unwrap().slots[0].bits, 0);
        assert!(guest.allocated_size_known(moved).is_some());
        guest.call(&mut world, "munmap", &[int(moved + 4096), int(8192)]).unwrap();
        assert!(guest.allocated_size_known(moved).is_none());
    }

    #[test]
    fn writing_through_a_shared_map_is_refused_clearly() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let fd = world.fs.open(b"/tmp/new", 0o102, 0o600).unwrap();
        let args = [int(0), int(10), int(3), int(1), int(fd as u64), int(0)];
        let refused = guest.call(&mut world, "mmap", &args);
        assert!(matches!(refused, Err(Halt::Unsupported(text)) if text.contains("shared map")));
    }
}
