//! `<stdlib.h>`: names of temporary files, derived from the case's seed.

use whydunit_machine::{Guest, Word};

use crate::Posix;
use crate::fs::Errno;
use crate::fs::flags::{AT_FDCWD, AT_SYMLINK_NOFOLLOW, O_CREAT, O_EXCL, O_RDWR};
use crate::model::Model;
use crate::model::guest_ext::arg;
use crate::model::syscall::{Sys, int_arg, int_call, path_arg, pointer_call, size_arg};

pub(crate) const MODELS: &[Model] = &[
    pointer_call!("mkdtemp", mkdtemp),
    int_call!("mkostemp", mkostemp),
    int_call!("mkostemp64", mkostemp),
    int_call!("mkostemps", mkostemps),
    int_call!("mkstemp", mkstemp),
    int_call!("mkstemp64", mkstemp),
    int_call!("mkstemps", mkstemps),
    pointer_call!("mktemp", mktemp),
];

/// Replaces the six `X` of a template until `make` succeeds with the name.
fn temporary<T>(
    world: &mut Posix,
    guest: &mut dyn Guest,
    suffix: usize,
    mut make: impl FnMut(&mut Posix, &[u8]) -> Result<T, Errno>,
) -> Sys<T> {
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const ATTEMPTS: usize = 62 * 62 * 62;
    let mut path = path_arg(guest, 0)?;
    let start = path.len().checked_sub(suffix + 6).ok_or(Errno::EINVAL)?;
    if path[start..start + 6] != *b"XXXXXX" {
        return Err(Errno::EINVAL.into());
    }
    for _ in 0..ATTEMPTS {
        let random = world.fs.random(6);
        for (slot, byte) in path[start..start + 6].iter_mut().zip(random) {
            *slot = LETTERS[usize::from(byte) % LETTERS.len()];
        }
        match make(world, &path) {
            Err(Errno::EEXIST) => {}
            Err(error) => return Err(error.into()),
            Ok(made) => {
                let target = arg(guest, 0);
                let address = crate::model::guest_ext::at(guest, target, start as u64);
                guest.write_bytes(address, &path[start..start + 6])?;
                return Ok(made);
            }
        }
    }
    Err(Errno::EEXIST.into())
}

fn temporary_file(world: &mut Posix, guest: &mut dyn Guest, suffix: i32, flags: i32) -> Sys<i32> {
    let suffix = usize::try_from(suffix).map_err(|_| Errno::EINVAL)?;
    let flags = (flags & !crate::fs::flags::O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL;
    temporary(world, guest, suffix, |world, path| world.fs.open(path, flags, 0o600))
}

fn mkstemp(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    temporary_file(world, guest, 0, 0)
}

fn mkostemp(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let flags = int_arg(guest, 1)?;
    temporary_file(world, guest, 0, flags)
}

fn mkstemps(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let suffix = int_arg(guest, 1)?;
    temporary_file(world, guest, suffix, 0)
}

fn mkostemps(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (suffix, flags) = (int_arg(guest, 1)?, int_arg(guest, 2)?);
    temporary_file(world, guest, suffix, flags)
}

fn mkdtemp(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    temporary(world, guest, 0, |world, path| world.fs.make_dir(AT_FDCWD, path, 0o700))?;
    Ok(size_arg(guest, 0)?)
}

/// On failure the template becomes empty, but the pointer is returned nevertheless.
fn mktemp(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    let free = |world: &mut Posix, path: &[u8]| match world.fs.find(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW) {
        Ok(_) => Err(Errno::EEXIST),
        Err(Errno::ENOENT) => Ok(()),
        Err(error) => Err(error),
    };
    if let Err(crate::model::syscall::Fault::Errno(Errno(code))) = temporary(world, guest, 0, free) {
        world.set_errno(guest, code)?;
        guest.store(arg(guest, 0), 1, Word::new(0))?;
    }
    Ok(size_arg(guest, 0)?)
}
