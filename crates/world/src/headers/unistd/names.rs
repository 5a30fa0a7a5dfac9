//! `<unistd.h>`, `<stdio.h>`, `<stdlib.h>`: names of files, the working directory, owners.

use whydunit_machine::{Guest, Word};

use crate::Posix;
use crate::fs::Errno;
use crate::fs::flags::{AT_FDCWD, AT_REMOVEDIR, AT_SYMLINK_NOFOLLOW};
use crate::model::Model;
use crate::model::guest_ext::arg;
use crate::model::syscall::{Sys, int_arg, int_call, long_call, path_arg, pointer_call, size_arg};

pub(crate) const MODELS: &[Model] = &[
    int_call!("access", access),
    int_call!("eaccess", access),
    int_call!("euidaccess", access),
    int_call!("faccessat", faccessat),
    pointer_call!("canonicalize_file_name", canonicalize_file_name),
    int_call!("chdir", chdir),
    int_call!("chown", chown),
    int_call!("chroot", chroot),
    int_call!("fchdir", fchdir),
    int_call!("fchown", fchown),
    int_call!("fchownat", fchownat),
    pointer_call!("get_current_dir_name", get_current_dir_name),
    pointer_call!("getcwd", getcwd),
    pointer_call!("__getcwd_chk", getcwd),
    int_call!("lchown", lchown),
    int_call!("link", link),
    int_call!("linkat", linkat),
    long_call!("readlink", readlink),
    long_call!("__readlink_chk", readlink),
    long_call!("readlinkat", readlinkat),
    pointer_call!("realpath", realpath),
    pointer_call!("__realpath_chk", realpath),
    int_call!("remove", remove),
    int_call!("rename", rename),
    int_call!("renameat", renameat),
    int_call!("renameat2", renameat2),
    int_call!("rmdir", rmdir),
    int_call!("symlink", symlink),
    int_call!("symlinkat", symlinkat),
    int_call!("unlink", unlink),
    int_call!("unlinkat", unlinkat),
];

fn check_access(world: &mut Posix, dir: i32, path: &[u8], mode: i32, flags: i32) -> Sys<i32> {
    if mode & !7 != 0 {
        return Err(Errno::EINVAL.into());
    }
    let node = world.fs.find(dir, path, flags)?;
    world.fs.access(node, mode as u32)?;
    Ok(0)
}

fn access(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (path, mode) = (path_arg(guest, 0)?, int_arg(guest, 1)?);
    check_access(world, AT_FDCWD, &path, mode, 0)
}

fn faccessat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (dir, path) = (int_arg(guest, 0)?, path_arg(guest, 1)?);
    let (mode, flags) = (int_arg(guest, 2)?, int_arg(guest, 3)?);
    check_access(world, dir, &path, mode, flags)
}

fn chdir(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let path = path_arg(guest, 0)?;
    world.fs.change_dir(&path)?;
    Ok(0)
}

fn fchdir(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let fd = int_arg(guest, 0)?;
    world.fs.change_dir_to(fd)?;
    Ok(0)
}

/// Refused to all: only the superuser may, and it would change the root of the world.
fn chroot(_: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Err(Errno::EPERM.into())
}

fn owner(world: &mut Posix, guest: &mut dyn Guest, dir: i32, path: &[u8], first: usize, flags: i32) -> Sys<i32> {
    let (uid, gid) = (int_arg(guest, first)? as u32, int_arg(guest, first + 1)? as u32);
    let node = world.fs.find(dir, path, flags)?;
    world.fs.set_owner(node, uid, gid)?;
    Ok(0)
}

fn chown(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let path = path_arg(guest, 0)?;
    owner(world, guest, AT_FDCWD, &path, 1, 0)
}

fn lchown(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let path = path_arg(guest, 0)?;
    owner(world, guest, AT_FDCWD, &path, 1, AT_SYMLINK_NOFOLLOW)
}

fn fchownat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (dir, path, flags) = (int_arg(guest, 0)?, path_arg(guest, 1)?, int_arg(guest, 4)?);
    owner(world, guest, dir, &path, 2, flags)
}

fn fchown(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (fd, uid, gid) = (int_arg(guest, 0)?, int_arg(guest, 1)? as u32, int_arg(guest, 2)? as u32);
    let node = world.fs.node_of(fd)?;
    world.fs.set_owner(node, uid, gid)?;
    Ok(0)
}

/// Stores a C string in new heap memory, which the program will free.
fn heap_string(guest: &mut dyn Guest, text: &[u8], room: u64) -> Sys<u64> {
    let size = room.max(text.len() as u64 + 1);
    let address = guest.allocate(size, 16)?;
    if address == 0 {
        return Err(Errno::ENOMEM.into());
    }
    guest.write_bytes(address.into(), &[text, b"\0"].concat())?;
    Ok(address)
}

fn getcwd(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    let (buffer, size) = (size_arg(guest, 0)?, size_arg(guest, 1)?);
    if buffer != 0 && size == 0 {
        return Err(Errno::EINVAL.into());
    }
    let path = world.fs.cwd()?;
    if size != 0 && path.len() as u64 >= size {
        return Err(Errno::ERANGE.into());
    }
    if buffer == 0 {
        return heap_string(guest, &path, size);
    }
    guest.write_bytes(arg(guest, 0), &[&path[..], b"\0"].concat())?;
    Ok(buffer)
}

/// `$PWD` if it is correct, otherwise the physical path.
fn get_current_dir_name(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    let path = world.fs.cwd()?;
    if let Some(pwd) = world.variable(guest, b"PWD")?
        && let Ok(named) = world.fs.find(AT_FDCWD, &pwd, 0)
        && let Ok(here) = world.fs.find(AT_FDCWD, b".", 0)
        && named == here
    {
        return heap_string(guest, &pwd, 0);
    }
    heap_string(guest, &path, 0)
}

fn link(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (old, new) = (path_arg(guest, 0)?, path_arg(guest, 1)?);
    world.fs.link((AT_FDCWD, &old), (AT_FDCWD, &new), 0)?;
    Ok(0)
}

fn linkat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (old_dir, old) = (int_arg(guest, 0)?, path_arg(guest, 1)?);
    let (new_dir, new, flags) = (int_arg(guest, 2)?, path_arg(guest, 3)?, int_arg(guest, 4)?);
    world.fs.link((old_dir, &old), (new_dir, &new), flags)?;
    Ok(0)
}

fn symlink(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (target, path) = (path_arg(guest, 0)?, path_arg(guest, 1)?);
    world.fs.make_link(&target, AT_FDCWD, &path)?;
    Ok(0)
}

fn symlinkat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (target, dir, path) = (path_arg(guest, 0)?, int_arg(guest, 1)?, path_arg(guest, 2)?);
    world.fs.make_link(&target, dir, &path)?;
    Ok(0)
}

fn unlink(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let path = path_arg(guest, 0)?;
    world.fs.unlink(AT_FDCWD, &path, 0)?;
    Ok(0)
}

fn unlinkat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (dir, path, flags) = (int_arg(guest, 0)?, path_arg(guest, 1)?, int_arg(guest, 2)?);
    world.fs.unlink(dir, &path, flags)?;
    Ok(0)
}

fn rmdir(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let path = path_arg(guest, 0)?;
    world.fs.unlink(AT_FDCWD, &path, AT_REMOVEDIR)?;
    Ok(0)
}

/// Removes a file or an empty directory.
fn remove(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let path = path_arg(guest, 0)?;
    match world.fs.unlink(AT_FDCWD, &path, 0) {
        Err(Errno::EISDIR) => world.fs.unlink(AT_FDCWD, &path, AT_REMOVEDIR)?,
        other => other?,
    }
    Ok(0)
}

fn rename(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (old, new) = (path_arg(guest, 0)?, path_arg(guest, 1)?);
    world.fs.rename((AT_FDCWD, &old), (AT_FDCWD, &new), 0)?;
    Ok(0)
}

fn renameat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    move_at(world, guest, 0)
}

fn renameat2(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let flags = int_arg(guest, 4)? as u32;
    move_at(world, guest, flags)
}

fn move_at(world: &mut Posix, guest: &mut dyn Guest, flags: u32) -> Sys<i32> {
    let (old_dir, old) = (int_arg(guest, 0)?, path_arg(guest, 1)?);
    let (new_dir, new) = (int_arg(guest, 2)?, path_arg(guest, 3)?);
    world.fs.rename((old_dir, &old), (new_dir, &new), flags)?;
    Ok(0)
}

fn link_text(guest: &mut dyn Guest, target: &[u8], buffer: Word, size: u64) -> Sys<i64> {
    if size == 0 {
        return Err(Errno::EINVAL.into());
    }
    let count = target.len().min(size as usize);
    guest.write_bytes(buffer, &target[..count])?;
    Ok(count as i64)
}

fn readlink(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (path, size) = (path_arg(guest, 0)?, size_arg(guest, 2)?);
    let text = world.fs.read_link(AT_FDCWD, &path)?;
    let target = arg(guest, 1);
    link_text(guest, &text, target, size)
}

fn readlinkat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (dir, path, size) = (int_arg(guest, 0)?, path_arg(guest, 1)?, size_arg(guest, 3)?);
    let text = world.fs.read_link(dir, &path)?;
    let target = arg(guest, 2);
    link_text(guest, &text, target, size)
}

fn realpath(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    if size_arg(guest, 0)? == 0 {
        return Err(Errno::EINVAL.into());
    }
    let (path, buffer) = (path_arg(guest, 0)?, size_arg(guest, 1)?);
    let real = world.fs.real_path(&path)?;
    if buffer == 0 {
        return heap_string(guest, &real, 0);
    }
    guest.write_bytes(arg(guest, 1), &[&real[..], b"\0"].concat())?;
    Ok(buffer)
}

fn canonicalize_file_name(world: &mut Posix, guest: &mut dyn Guest) -> Sys<u64> {
    if size_arg(guest, 0)? == 0 {
        return Err(Errno::EINVAL.into());
    }
    let path = path_arg(guest, 0)?;
    let real = world.fs.real_path(&path)?;
    heap_string(guest, &real, 0)
}
