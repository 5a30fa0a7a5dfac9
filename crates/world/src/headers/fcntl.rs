//! `<fcntl.h>`, `<sys/file.h>`: opening files and properties of descriptors.

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::fs::Errno;
use crate::fs::flags::{
    AT_FDCWD, O_APPEND, O_ASYNC, O_CREAT, O_DIRECT, O_LARGEFILE, O_NOATIME, O_NONBLOCK, O_TRUNC, O_WRONLY,
};
use crate::model::guest_ext::arg;
use crate::model::syscall::{Fault, Sys, int_arg, int_call, long_arg, path_arg};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    int_call!("open", open),
    int_call!("open64", open),
    int_call!("__open_2", open),
    int_call!("__open64_2", open),
    int_call!("openat", openat),
    int_call!("openat64", openat),
    int_call!("__openat_2", openat),
    int_call!("__openat64_2", openat),
    int_call!("creat", creat),
    int_call!("creat64", creat),
    int_call!("fcntl", fcntl),
    int_call!("fcntl64", fcntl),
    int_call!("fallocate", fallocate),
    int_call!("fallocate64", fallocate),
    model("posix_fallocate", posix_fallocate),
    model("posix_fallocate64", posix_fallocate),
    model("posix_fadvise", posix_fadvise),
    model("posix_fadvise64", posix_fadvise),
    int_call!("readahead", on_descriptor),
    int_call!("flock", on_descriptor),
    int_call!("lockf", on_descriptor),
    int_call!("lockf64", on_descriptor),
];

fn open(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (path, flags, mode) = (path_arg(guest, 0)?, int_arg(guest, 1)?, mode_arg(guest, 1)?);
    Ok(world.fs.open_at(AT_FDCWD, &path, flags, mode)?)
}

fn openat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (dir, path) = (int_arg(guest, 0)?, path_arg(guest, 1)?);
    let (flags, mode) = (int_arg(guest, 2)?, mode_arg(guest, 2)?);
    Ok(world.fs.open_at(dir, &path, flags, mode)?)
}

/// The mode after the flags at `index`: it is present only if a file may be created.
fn mode_arg(guest: &mut dyn Guest, index: usize) -> Run<u32> {
    let flags = int_arg(guest, index)?;
    let tmpfile = crate::fs::flags::O_TMPFILE;
    let creates = flags & O_CREAT != 0 || flags & tmpfile == tmpfile;
    if creates { Ok(int_arg(guest, index + 1)? as u32) } else { Ok(0) }
}

fn creat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (path, mode) = (path_arg(guest, 0)?, int_arg(guest, 1)?);
    Ok(world.fs.open(&path, O_CREAT | O_WRONLY | O_TRUNC, mode as u32)?)
}

fn fcntl(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    const F_DUPFD: i32 = 0;
    const F_GETFD: i32 = 1;
    const F_SETFD: i32 = 2;
    const F_GETFL: i32 = 3;
    const F_SETFL: i32 = 4;
    const F_GETLK: i32 = 5;
    const F_SETLK: i32 = 6;
    const F_SETLKW: i32 = 7;
    const F_SETOWN: i32 = 8;
    const F_GETOWN: i32 = 9;
    const F_OFD_GETLK: i32 = 36;
    const F_OFD_SETLKW: i32 = 38;
    const F_DUPFD_CLOEXEC: i32 = 1030;
    const F_SETPIPE_SZ: i32 = 1031;
    const F_GETPIPE_SZ: i32 = 1032;
    let (fd, command) = (int_arg(guest, 0)?, int_arg(guest, 1)?);
    let descriptor = world.fs.descriptor(fd)?;
    Ok(match command {
        F_DUPFD | F_DUPFD_CLOEXEC => {
            let lowest = int_arg(guest, 2)?;
            world.fs.dup(fd, lowest, command == F_DUPFD_CLOEXEC)?
        }
        F_GETFD => i32::from(descriptor.cloexec),
        F_SETFD => {
            let flags = int_arg(guest, 2)?;
            world.fs.set_cloexec(fd, flags & 1 != 0)?;
            0
        }
        F_GETFL => {
            let opened = world.fs.opened(fd)?;
            let large = if world.fs.is_file(fd)? { O_LARGEFILE } else { 0 };
            opened.flags | large
        }
        F_SETFL => set_status(world, guest, fd)?,
        F_GETLK | F_OFD_GETLK => no_lock(guest)?,
        F_SETLK | F_SETLKW | 37 | F_OFD_SETLKW => set_lock(world, guest, fd)?,
        F_SETOWN => 0,
        F_GETOWN => 0,
        F_SETPIPE_SZ | F_GETPIPE_SZ if world.fs.is_pipe(fd)? => 65536,
        F_SETPIPE_SZ | F_GETPIPE_SZ => return Err(Errno::EBADF.into()),
        _ => return Err(Errno::EINVAL.into()),
    })
}

fn set_status(world: &mut Posix, guest: &mut dyn Guest, fd: i32) -> Sys<i32> {
    const SETTABLE: i32 = O_APPEND | O_ASYNC | O_DIRECT | O_NOATIME | O_NONBLOCK;
    let flags = int_arg(guest, 2)?;
    let opened = world.fs.opened_mut(fd)?;
    opened.flags = (opened.flags & !SETTABLE) | (flags & SETTABLE);
    Ok(0)
}

/// No other process holds a lock.
fn no_lock(guest: &mut dyn Guest) -> Sys<i32> {
    const F_UNLCK: u32 = 2;
    guest.store(arg(guest, 2), 2, F_UNLCK.into())?;
    Ok(0)
}

/// Locks succeed, because the program is alone, if the file is open in a mode that permits them.
fn set_lock(world: &mut Posix, guest: &mut dyn Guest, fd: i32) -> Sys<i32> {
    let lock = arg(guest, 2);
    let kind = guest.load(lock, 2)?;
    let opened = world.fs.opened(fd)?;
    match guest.pin(kind, "kind of lock")? {
        0 if !opened.readable() => Err(Errno::EBADF.into()),
        1 if !opened.writable() => Err(Errno::EBADF.into()),
        0..=2 => Ok(0),
        _ => Err(Errno::EINVAL.into()),
    }
}

fn fallocate(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (fd, mode) = (int_arg(guest, 0)?, int_arg(guest, 1)?);
    let (offset, len) = (long_arg(guest, 2)?, long_arg(guest, 3)?);
    world.fs.allocate(fd, mode, offset, len)?;
    Ok(0)
}

/// Returns the error number and leaves `errno` alone.
fn posix_fallocate(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (fd, offset, len) = (int_arg(guest, 0)?, long_arg(guest, 1)?, long_arg(guest, 2)?);
    Ok(world.fs.allocate(fd, 0, offset, len).err().map_or(0, |Errno(code)| code).into())
}

fn posix_fadvise(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (fd, advice) = (int_arg(guest, 0)?, int_arg(guest, 3)?);
    let code = match world.fs.is_pipe(fd) {
        Err(Errno(code)) => code,
        Ok(true) => Errno::ESPIPE.0,
        Ok(false) if !(0..=5).contains(&advice) => Errno::EINVAL.0,
        Ok(false) => 0,
    };
    Ok(code.into())
}

/// Succeeds on any open descriptor.
fn on_descriptor(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let fd = int_arg(guest, 0)?;
    world.fs.descriptor(fd).map(|_| 0).map_err(Fault::from)
}
