//! `<sys/statfs.h>`, `<sys/statvfs.h>`, `<sys/xattr.h>`, `<sys/mount.h>`: file systems as a whole.
//!
//! All files are on one ext4 file system of fixed size; extended attributes do not exist.

use whydunit_machine::{Guest, Word};

use crate::Posix;
use crate::fs::Errno;
use crate::fs::flags::AT_FDCWD;
use crate::model::Model;
use crate::model::guest_ext::arg;
use crate::model::syscall::{Record, Sys, int_arg, int_call, long_call, path_arg};

pub(crate) const MODELS: &[Model] = &[
    int_call!("statfs", statfs),
    int_call!("statfs64", statfs),
    int_call!("fstatfs", fstatfs),
    int_call!("fstatfs64", fstatfs),
    int_call!("statvfs", statvfs),
    int_call!("statvfs64", statvfs),
    int_call!("fstatvfs", fstatvfs),
    int_call!("fstatvfs64", fstatvfs),
    long_call!("getxattr", attribute),
    long_call!("lgetxattr", attribute),
    long_call!("fgetxattr", attribute_fd),
    long_call!("listxattr", list),
    long_call!("llistxattr", list),
    long_call!("flistxattr", list_fd),
    int_call!("setxattr", set),
    int_call!("lsetxattr", set),
    int_call!("fsetxattr", set),
    int_call!("removexattr", set),
    int_call!("lremovexattr", set),
    int_call!("fremovexattr", set),
    int_call!("mount", |_, _| Err(Errno::EPERM.into())),
    int_call!("umount", |_, _| Err(Errno::EPERM.into())),
    int_call!("umount2", |_, _| Err(Errno::EPERM.into())),
    int_call!("swapon", |_, _| Err(Errno::EPERM.into())),
    int_call!("swapoff", |_, _| Err(Errno::EPERM.into())),
];

const EXT4: u64 = 0xef53;
const BLOCK: u64 = 4096;
/// Blocks: total, free, free for users; files: total, free.
const BLOCKS: [u64; 3] = [1 << 24, 1 << 23, 1 << 22];
const FILES: [u64; 2] = [1 << 22, 1 << 21];
const RELATIME: u64 = 4096;

fn report_statfs(guest: &mut dyn Guest, target: Word) -> Sys<i32> {
    let [blocks, free, available] = BLOCKS;
    Record::new(120)
        .put(0, 8, EXT4)
        .put(8, 8, BLOCK)
        .put(16, 8, blocks)
        .put(24, 8, free)
        .put(32, 8, available)
        .put(40, 8, FILES[0])
        .put(48, 8, FILES[1])
        .put(64, 8, 255)
        .put(72, 8, BLOCK)
        .put(80, 8, RELATIME | 0x20)
        .store(guest, target)?;
    Ok(0)
}

fn report_statvfs(guest: &mut dyn Guest, target: Word) -> Sys<i32> {
    let [blocks, free, available] = BLOCKS;
    Record::new(112)
        .put(0, 8, BLOCK)
        .put(8, 8, BLOCK)
        .put(16, 8, blocks)
        .put(24, 8, free)
        .put(32, 8, available)
        .put(40, 8, FILES[0])
        .put(48, 8, FILES[1])
        .put(56, 8, FILES[1])
        .put(72, 8, RELATIME)
        .put(80, 8, 255)
        .store(guest, target)?;
    Ok(0)
}

/// The path of argument 0 must exist.
fn check_path(world: &mut Posix, guest: &mut dyn Guest) -> Sys<()> {
    let path = path_arg(guest, 0)?;
    world.fs.find(AT_FDCWD, &path, 0)?;
    Ok(())
}

fn check_fd(world: &mut Posix, guest: &mut dyn Guest) -> Sys<()> {
    let fd = int_arg(guest, 0)?;
    world.fs.descriptor(fd)?;
    Ok(())
}

fn statfs(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    check_path(world, guest)?;
    let target = arg(guest, 1);
    report_statfs(guest, target)
}

fn fstatfs(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    check_fd(world, guest)?;
    let target = arg(guest, 1);
    report_statfs(guest, target)
}

fn statvfs(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    check_path(world, guest)?;
    let target = arg(guest, 1);
    report_statvfs(guest, target)
}

fn fstatvfs(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    check_fd(world, guest)?;
    let target = arg(guest, 1);
    report_statvfs(guest, target)
}

fn attribute(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    check_path(world, guest)?;
    Err(Errno::EOPNOTSUPP.into())
}

fn attribute_fd(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    check_fd(world, guest)?;
    Err(Errno::EOPNOTSUPP.into())
}

fn list(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    check_path(world, guest)?;
    Ok(0)
}

fn list_fd(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    check_fd(world, guest)?;
    Ok(0)
}

fn set(_: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Err(Errno::EOPNOTSUPP.into())
}
