//! `<sys/stat.h>`: attributes of files.

use whydunit_machine::{Guest, Run, Word};

use crate::Posix;
use crate::fs::flags::{AT_EMPTY_PATH, AT_FDCWD, AT_SYMLINK_NOFOLLOW, S_IFIFO};
use crate::fs::{Errno, NodeId, Stat};
use crate::model::Model;
use crate::model::guest_ext::arg;
use crate::model::syscall::{Record, Sys, int_arg, int_call, path_arg, size_arg};

pub(crate) const MODELS: &[Model] = &[
    int_call!("stat", stat),
    int_call!("stat64", stat),
    int_call!("lstat", lstat),
    int_call!("lstat64", lstat),
    int_call!("fstat", fstat),
    int_call!("fstat64", fstat),
    int_call!("fstatat", fstatat),
    int_call!("fstatat64", fstatat),
    // The names in old glibc, with a version number as first argument.
    int_call!("__xstat", xstat),
    int_call!("__xstat64", xstat),
    int_call!("__lxstat", lxstat),
    int_call!("__lxstat64", lxstat),
    int_call!("__fxstat", fxstat),
    int_call!("__fxstat64", fxstat),
    int_call!("__fxstatat", fxstatat),
    int_call!("__fxstatat64", fxstatat),
    int_call!("statx", statx),
    int_call!("chmod", chmod),
    int_call!("lchmod", lchmod),
    int_call!("fchmod", fchmod),
    int_call!("fchmodat", fchmodat),
    int_call!("umask", umask),
    int_call!("mkdir", mkdir),
    int_call!("mkdirat", mkdirat),
    int_call!("mkfifo", mkfifo),
    int_call!("mkfifoat", mkfifoat),
    int_call!("mknod", mknod),
    int_call!("mknodat", mknodat),
    int_call!("__xmknod", xmknod),
    int_call!("__xmknodat", xmknodat),
];

/// glibc's `struct stat` on x86-64.
fn stat_record(s: &Stat) -> Record {
    let record = Record::new(144)
        .put(0, 8, s.dev)
        .put(8, 8, s.ino)
        .put(16, 8, s.links)
        .put(24, 4, s.mode.into())
        .put(28, 4, s.uid.into())
        .put(32, 4, s.gid.into())
        .put(40, 8, s.rdev)
        .put(48, 8, s.size)
        .put(56, 8, s.block_size)
        .put(64, 8, s.blocks);
    [(72, s.accessed), (88, s.modified), (104, s.changed)]
        .into_iter()
        .fold(record, |record, (offset, time)| record.put(offset, 8, time.0 as u64).put(offset + 8, 8, time.1.into()))
}

fn report(world: &mut Posix, guest: &mut dyn Guest, node: NodeId, buffer: Word) -> Sys<i32> {
    stat_record(&world.fs.stat(node)).store(guest, buffer)?;
    Ok(0)
}

/// `stat` of the path at argument `index`, into the buffer after it.
fn stat_path(world: &mut Posix, guest: &mut dyn Guest, index: usize, flags: i32) -> Sys<i32> {
    let path = path_arg(guest, index)?;
    let node = world.fs.find(AT_FDCWD, &path, flags)?;
    let target = arg(guest, index + 1);
    report(world, guest, node, target)
}

fn stat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    stat_path(world, guest, 0, 0)
}

fn lstat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    stat_path(world, guest, 0, AT_SYMLINK_NOFOLLOW)
}

fn xstat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    stat_path(world, guest, 1, 0)
}

fn lxstat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    stat_path(world, guest, 1, AT_SYMLINK_NOFOLLOW)
}

fn stat_fd(world: &mut Posix, guest: &mut dyn Guest, index: usize) -> Sys<i32> {
    let fd = int_arg(guest, index)?;
    let node = world.fs.node_of(fd)?;
    let target = arg(guest, index + 1);
    report(world, guest, node, target)
}

fn fstat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    stat_fd(world, guest, 0)
}

fn fxstat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    stat_fd(world, guest, 1)
}

fn stat_at(world: &mut Posix, guest: &mut dyn Guest, index: usize) -> Sys<i32> {
    let (dir, path, flags) = (int_arg(guest, index)?, path_arg(guest, index + 1)?, int_arg(guest, index + 3)?);
    let node = world.fs.find(dir, &path, flags)?;
    let target = arg(guest, index + 2);
    report(world, guest, node, target)
}

fn fstatat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    stat_at(world, guest, 0)
}

fn fxstatat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    stat_at(world, guest, 1)
}

fn statx(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    /// The mask of all attributes of `stat`, and the time of birth.
    const MASK: u64 = 0xfff;
    let (dir, path, flags) = (int_arg(guest, 0)?, path_arg(guest, 1)?, int_arg(guest, 2)?);
    let node = world.fs.find(dir, &path, flags)?;
    let s = world.fs.stat(node);
    let (major, minor) = (|dev: u64| (dev >> 8) & 0xfff, |dev: u64| (dev & 0xff) | ((dev >> 12) & 0xfff00));
    let record = Record::new(256)
        .put(0, 4, MASK)
        .put(4, 4, s.block_size)
        .put(16, 4, s.links)
        .put(20, 4, s.uid.into())
        .put(24, 4, s.gid.into())
        .put(28, 2, s.mode.into())
        .put(32, 8, s.ino)
        .put(40, 8, s.size)
        .put(48, 8, s.blocks)
        .put(128, 4, major(s.rdev))
        .put(132, 4, minor(s.rdev))
        .put(136, 4, major(s.dev))
        .put(140, 4, minor(s.dev));
    let times = [(64, s.accessed), (80, s.born), (96, s.changed), (112, s.modified)];
    let record = times
        .into_iter()
        .fold(record, |record, (offset, time)| record.put(offset, 8, time.0 as u64).put(offset + 8, 4, time.1.into()));
    let target = arg(guest, 4);
    record.store(guest, target)?;
    Ok(0)
}

fn chmod(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (path, mode) = (path_arg(guest, 0)?, int_arg(guest, 1)?);
    let node = world.fs.find(AT_FDCWD, &path, 0)?;
    world.fs.set_mode(node, mode as u32)?;
    Ok(0)
}

fn lchmod(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (path, mode) = (path_arg(guest, 0)?, int_arg(guest, 1)?);
    let node = world.fs.find(AT_FDCWD, &path, AT_SYMLINK_NOFOLLOW)?;
    world.fs.set_mode(node, mode as u32)?;
    Ok(0)
}

fn fchmod(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (fd, mode) = (int_arg(guest, 0)?, int_arg(guest, 1)?);
    let node = world.fs.node_of(fd)?;
    world.fs.set_mode(node, mode as u32)?;
    Ok(0)
}

fn fchmodat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (dir, path) = (int_arg(guest, 0)?, path_arg(guest, 1)?);
    let (mode, flags) = (int_arg(guest, 2)?, int_arg(guest, 3)?);
    if flags & !(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) != 0 {
        return Err(Errno::EINVAL.into());
    }
    let node = world.fs.find(dir, &path, flags)?;
    world.fs.set_mode(node, mode as u32)?;
    Ok(0)
}

fn umask(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let mask = int_arg(guest, 0)?;
    Ok(world.fs.set_umask(mask as u32) as i32)
}

fn mkdir(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (path, mode) = (path_arg(guest, 0)?, int_arg(guest, 1)?);
    world.fs.make_dir(AT_FDCWD, &path, mode as u32)?;
    Ok(0)
}

fn mkdirat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (dir, path, mode) = (int_arg(guest, 0)?, path_arg(guest, 1)?, int_arg(guest, 2)?);
    world.fs.make_dir(dir, &path, mode as u32)?;
    Ok(0)
}

fn mkfifo(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (path, mode) = (path_arg(guest, 0)?, int_arg(guest, 1)?);
    world.fs.make_node(AT_FDCWD, &path, S_IFIFO | (mode as u32 & 0o7777), 0)?;
    Ok(0)
}

fn mkfifoat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (dir, path, mode) = (int_arg(guest, 0)?, path_arg(guest, 1)?, int_arg(guest, 2)?);
    world.fs.make_node(dir, &path, S_IFIFO | (mode as u32 & 0o7777), 0)?;
    Ok(0)
}

fn mknod(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (path, mode, dev) = (path_arg(guest, 0)?, int_arg(guest, 1)?, size_arg(guest, 2)?);
    world.fs.make_node(AT_FDCWD, &path, mode as u32, dev)?;
    Ok(0)
}

fn mknodat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (dir, path) = (int_arg(guest, 0)?, path_arg(guest, 1)?);
    let (mode, dev) = (int_arg(guest, 2)?, size_arg(guest, 3)?);
    world.fs.make_node(dir, &path, mode as u32, dev)?;
    Ok(0)
}

/// The device number at a pointer argument.
fn dev_at(guest: &mut dyn Guest, index: usize) -> Run<u64> {
    let dev = guest.load(arg(guest, index), 8)?;
    guest.pin(dev, "a device number")
}

fn xmknod(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (path, mode, dev) = (path_arg(guest, 1)?, int_arg(guest, 2)?, dev_at(guest, 3)?);
    world.fs.make_node(AT_FDCWD, &path, mode as u32, dev)?;
    Ok(0)
}

fn xmknodat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (dir, path) = (int_arg(guest, 1)?, path_arg(guest, 2)?);
    let (mode, dev) = (int_arg(guest, 3)?, dev_at(guest, 4)?);
    world.fs.make_node(dir, &path, mode as u32, dev)?;
    Ok(0)
}
