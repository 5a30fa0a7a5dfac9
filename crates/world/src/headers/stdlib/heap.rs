//! The heap: `malloc` and related functions.

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, pinned};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("malloc", malloc),
    model("calloc", calloc),
    model("realloc", realloc),
    model("reallocarray", reallocarray),
    model("free", free),
    model("cfree", free),
    model("aligned_alloc", memalign),
    model("memalign", memalign),
    model("posix_memalign", posix_memalign),
    model("valloc", valloc),
    model("pvalloc", pvalloc),
    model("malloc_usable_size", malloc_usable_size),
    model("malloc_trim", malloc_trim),
    model("mallopt", mallopt),
];

const ENOMEM: i32 = 12;
const EINVAL: i32 = 22;
const ALIGNMENT: u64 = 16;
const PAGE: u64 = 4096;
const SIZE: &str = "size of an allocation";

/// Allocates with the usual alignment; returns 0 and sets `errno` if memory is exhausted.
pub(crate) fn allocate(world: &mut Posix, guest: &mut dyn Guest, size: u64) -> Run<u64> {
    allocate_aligned(world, guest, size, ALIGNMENT)
}

fn allocate_aligned(world: &mut Posix, guest: &mut dyn Guest, size: u64, align: u64) -> Run<u64> {
    // As in glibc, no object is larger than the largest pointer difference.
    let address = if size > i64::MAX as u64 { 0 } else { guest.allocate(size, align.max(ALIGNMENT))? };
    if address == 0 {
        world.set_errno(guest, ENOMEM)?;
    }
    Ok(address)
}

fn malloc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let size = pinned(guest, 0, SIZE)?;
    Ok(allocate(world, guest, size)?.into())
}

/// The product of two arguments; an overflow gives the largest size.
fn product(guest: &mut dyn Guest, first: usize) -> Run<u64> {
    let (count, size) = (pinned(guest, first, SIZE)?, pinned(guest, first + 1, SIZE)?);
    Ok(count.saturating_mul(size))
}

fn calloc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let size = product(guest, 0)?;
    let address = allocate(world, guest, size)?;
    if address != 0 && size > 0 {
        guest.fill(address.into(), Word::new(0), size)?;
    }
    Ok(address.into())
}

/// Always moves the object, so that stale pointers to the old one are found.
fn resize(world: &mut Posix, guest: &mut dyn Guest, old: u64, size: u64) -> Run<Reply> {
    if old == 0 {
        return Ok(allocate(world, guest, size)?.into());
    }
    let before = guest.allocated_size(old)?;
    if size == 0 {
        guest.release(old)?;
        return Ok(0u64.into());
    }
    let new = allocate(world, guest, size)?;
    if new == 0 {
        return Ok(0u64.into());
    }
    let kept = before.min(size);
    if kept > 0 {
        guest.copy(new.into(), old.into(), kept)?;
    }
    guest.release(old)?;
    Ok(new.into())
}

fn realloc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (old, size) = (pinned(guest, 0, "pointer of realloc")?, pinned(guest, 1, SIZE)?);
    resize(world, guest, old, size)
}

fn reallocarray(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (old, size) = (pinned(guest, 0, "pointer of reallocarray")?, product(guest, 1)?);
    resize(world, guest, old, size)
}

fn free(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let address = pinned(guest, 0, "pointer of free")?;
    if address != 0 {
        guest.release(address)?;
    }
    Ok(().into())
}

fn memalign(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (align, size) = (pinned(guest, 0, "alignment")?, pinned(guest, 1, SIZE)?);
    let Some(align) = align.checked_next_power_of_two() else {
        world.set_errno(guest, EINVAL)?;
        return Ok(0u64.into());
    };
    Ok(allocate_aligned(world, guest, size, align)?.into())
}

fn posix_memalign(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (place, align, size) = (arg(guest, 0), pinned(guest, 1, "alignment")?, pinned(guest, 2, SIZE)?);
    if !align.is_power_of_two() || align < 8 {
        return Ok(EINVAL.into());
    }
    let address = if size > i64::MAX as u64 { 0 } else { guest.allocate(size, align.max(ALIGNMENT))? };
    if address == 0 {
        return Ok(ENOMEM.into());
    }
    guest.store(place, 8, address.into())?;
    Ok(0i32.into())
}

fn valloc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let size = pinned(guest, 0, SIZE)?;
    Ok(allocate_aligned(world, guest, size, PAGE)?.into())
}

fn pvalloc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let size = pinned(guest, 0, SIZE)?;
    let size = size.checked_next_multiple_of(PAGE).unwrap_or(u64::MAX);
    Ok(allocate_aligned(world, guest, size, PAGE)?.into())
}

/// The requested size: the program must not use the slack that glibc would report.
fn malloc_usable_size(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let address = pinned(guest, 0, "pointer of malloc_usable_size")?;
    Ok(if address == 0 { 0 } else { guest.allocated_size(address)? }.into())
}

fn malloc_trim(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(0i32.into())
}

fn mallopt(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(1i32.into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    fn run(world: &mut Posix, guest: &mut TestGuest, name: &str, args: &[u64]) -> u64 {
        let args: Vec<_> = args.iter().map(|&a| int(a)).collect();
        guest.call(world, name, &args).unwrap().slots[0].bits
    }

    #[test]
    fn realloc_keeps_contents() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let first = run(&mut world, &mut guest, "calloc", &[4, 4]);
        guest.write_bytes(first.into(), b"abcd").unwrap();
        let second = run(&mut world, &mut guest, "realloc", &[first, 3]);
        guest.write_bytes((second + 3).into(), &[0]).unwrap();
        assert_eq!(guest.text(second), "abc");
        assert_eq!(run(&mut world, &mut guest, "malloc_usable_size", &[second]), 3);
        assert_eq!(run(&mut world, &mut guest, "realloc", &[second, 0]), 0);
        assert!(guest.call(&mut world, "free", &[int(first)]).is_err());
    }

    #[test]
    fn absurd_sizes_set_errno() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        for (name, args) in
            [("malloc", vec![u64::MAX]), ("calloc", vec![1 << 33, 1 << 33]), ("reallocarray", vec![0, 1 << 62, 9])]
        {
            assert_eq!(run(&mut world, &mut guest, name, &args), 0, "{name}");
            let errno = world.errno_address(&mut guest);
            assert_eq!(guest.load(errno.into(), 4).unwrap().bits, 12, "{name}");
        }
        assert_ne!(run(&mut world, &mut guest, "malloc", &[0]), 0);
    }

    #[test]
    fn alignments() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        assert_eq!(run(&mut world, &mut guest, "aligned_alloc", &[256, 10]) % 256, 0);
        let place = guest.reserve(8, 8);
        assert_eq!(run(&mut world, &mut guest, "posix_memalign", &[place, 24, 10]), 22);
        assert_eq!(run(&mut world, &mut guest, "posix_memalign", &[place, 64, 10]), 0);
        assert_eq!(guest.load(place.into(), 8).unwrap().bits % 64, 0);
    }
}
