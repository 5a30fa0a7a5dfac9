//! `<unistd.h>`, `<sys/uio.h>`, `<sys/sendfile.h>`: reading, writing, duplicating, positioning.

use whydunit_machine::{Channel, Guest, Word};

use crate::Posix;
use crate::fs::flags::{O_CLOEXEC, O_DIRECT, O_NONBLOCK};
use crate::fs::{Chunk, Errno};
use crate::model::Model;
use crate::model::guest_ext::{arg, at};
use crate::model::syscall::{Record, Sys, collect, deliver, int_arg, int_call, long_arg, long_call, size_arg};
use crate::streams::Streams;

pub(crate) const MODELS: &[Model] = &[
    int_call!("close", close),
    int_call!("closefrom", close_from),
    int_call!("close_range", close_range),
    long_call!("copy_file_range", copy_file_range),
    int_call!("dup", dup),
    int_call!("dup2", dup2),
    int_call!("dup3", dup3),
    int_call!("fdatasync", synced),
    int_call!("fsync", synced),
    int_call!("ftruncate", ftruncate),
    int_call!("ftruncate64", ftruncate),
    int_call!("isatty", isatty),
    long_call!("lseek", lseek),
    long_call!("lseek64", lseek),
    int_call!("pipe", pipe),
    int_call!("pipe2", pipe2),
    long_call!("pread", pread),
    long_call!("pread64", pread),
    long_call!("preadv", preadv),
    long_call!("preadv64", preadv),
    long_call!("pwrite", pwrite),
    long_call!("pwrite64", pwrite),
    long_call!("pwritev", pwritev),
    long_call!("pwritev64", pwritev),
    long_call!("read", read),
    long_call!("__read_chk", read),
    long_call!("readv", readv),
    long_call!("sendfile", sendfile),
    long_call!("sendfile64", sendfile),
    long_call!("splice", splice),
    long_call!("tee", splice),
    long_call!("vmsplice", splice),
    int_call!("sync", nothing),
    int_call!("syncfs", synced),
    int_call!("sync_file_range", synced),
    int_call!("truncate", truncate),
    int_call!("truncate64", truncate),
    long_call!("write", write),
    long_call!("writev", writev),
];

/// Limit of the kernel for one transfer.
const MAX_TRANSFER: u64 = 0x7fff_f000;

fn close(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let fd = int_arg(guest, 0)?;
    world.fs.close(fd)?;
    Ok(0)
}

fn close_from(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let first = int_arg(guest, 0)?.max(0);
    for fd in first..crate::fs::MAX_DESCRIPTORS as i32 {
        let _ = world.fs.close(fd);
    }
    Ok(0)
}

fn close_range(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    const CLOSE_RANGE_CLOEXEC: i32 = 4;
    let (first, last, flags) = (int_arg(guest, 0)? as u32, int_arg(guest, 1)? as u32, int_arg(guest, 2)?);
    if first > last || flags & !(CLOSE_RANGE_CLOEXEC | 2) != 0 {
        return Err(Errno::EINVAL.into());
    }
    for fd in first..=last.min(crate::fs::MAX_DESCRIPTORS as u32 - 1) {
        // Descriptors that are not open are no error here.
        let _ = if flags & CLOSE_RANGE_CLOEXEC != 0 {
            world.fs.set_cloexec(fd as i32, true)
        } else {
            world.fs.close(fd as i32)
        };
    }
    Ok(0)
}

fn dup(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let fd = int_arg(guest, 0)?;
    Ok(world.fs.dup(fd, 0, false)?)
}

fn dup2(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (old, new) = (int_arg(guest, 0)?, int_arg(guest, 1)?);
    Ok(world.fs.dup_to(old, new, false)?)
}

fn dup3(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (old, new, flags) = (int_arg(guest, 0)?, int_arg(guest, 1)?, int_arg(guest, 2)?);
    if flags & !O_CLOEXEC != 0 || old == new {
        return Err(Errno::EINVAL.into());
    }
    Ok(world.fs.dup_to(old, new, flags & O_CLOEXEC != 0)?)
}

/// `fsync` and similar: writes take effect at once, so it suffices that the descriptor is open.
fn synced(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let fd = int_arg(guest, 0)?;
    if world.fs.is_pipe(fd)? { Err(Errno::EINVAL.into()) } else { Ok(0) }
}

fn nothing(_: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Ok(0)
}

fn ftruncate(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (fd, len) = (int_arg(guest, 0)?, long_arg(guest, 1)?);
    world.fs.truncate_opened(fd, len)?;
    Ok(0)
}

fn truncate(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (path, len) = (crate::model::syscall::path_arg(guest, 0)?, long_arg(guest, 1)?);
    if len < 0 {
        return Err(Errno::EINVAL.into());
    }
    let node = world.fs.find(crate::fs::flags::AT_FDCWD, &path, 0)?;
    world.fs.truncate(node, len)?;
    Ok(0)
}

/// Returns 1, or 0 with `errno`, instead of 0 or -1.
fn isatty(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let fd = int_arg(guest, 0)?;
    if let Err(Errno(code)) = world.fs.is_tty(fd) {
        world.set_errno(guest, code)?;
        return Ok(0);
    }
    Ok(1)
}

fn lseek(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (fd, offset, whence) = (int_arg(guest, 0)?, long_arg(guest, 1)?, int_arg(guest, 2)?);
    Ok(world.fs.seek(fd, offset, whence)? as i64)
}

fn pipe(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    make_pipe(world, guest, 0)
}

fn pipe2(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let flags = int_arg(guest, 1)?;
    if flags & !(O_CLOEXEC | O_NONBLOCK | O_DIRECT) != 0 {
        return Err(Errno::EINVAL.into());
    }
    make_pipe(world, guest, flags)
}

fn make_pipe(world: &mut Posix, guest: &mut dyn Guest, flags: i32) -> Sys<i32> {
    let (read, write) = world.fs.pipe(flags)?;
    let target = arg(guest, 0);
    Record::new(8).put(0, 4, read as u64).put(4, 4, write as u64).store(guest, target)?;
    Ok(0)
}

fn read(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (fd, max) = (int_arg(guest, 0)?, size_arg(guest, 2)?);
    let chunk = world.fs.read(fd, max.min(MAX_TRANSFER) as usize)?;
    let target = arg(guest, 1);
    if chunk.bytes.is_empty() {
        guest.leave_alone(target, max);
    }
    deliver(guest, target, &chunk)?;
    Ok(chunk.bytes.len() as i64)
}

fn pread(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (fd, max, offset) = (int_arg(guest, 0)?, size_arg(guest, 2)?, long_arg(guest, 3)?);
    let offset = u64::try_from(offset).map_err(|_| Errno::EINVAL)?;
    let chunk = world.fs.read_at(fd, offset, max.min(MAX_TRANSFER) as usize)?;
    let target = arg(guest, 1);
    if chunk.bytes.is_empty() {
        guest.leave_alone(target, max);
    }
    deliver(guest, target, &chunk)?;
    Ok(chunk.bytes.len() as i64)
}

/// The pieces of memory in a `struct iovec` array.
fn vector(guest: &mut dyn Guest) -> Sys<Vec<(Word, u64)>> {
    const IOV_MAX: i32 = 1024;
    let (array, count) = (arg(guest, 1), int_arg(guest, 2)?);
    if !(0..=IOV_MAX).contains(&count) {
        return Err(Errno::EINVAL.into());
    }
    let mut pieces = Vec::new();
    for i in 0..count as u64 {
        let (base, len) = (at(guest, array, i * 16), at(guest, array, i * 16 + 8));
        let base = guest.load(base, 8)?;
        let len = guest.load(len, 8)?;
        pieces.push((base, guest.pin(len, "length of an iovec")?));
    }
    if pieces.iter().try_fold(0u64, |sum, (_, len)| sum.checked_add(*len)).is_none_or(|sum| sum > i64::MAX as u64) {
        return Err(Errno::EINVAL.into());
    }
    Ok(pieces)
}

fn scatter(guest: &mut dyn Guest, pieces: &[(Word, u64)], chunk: &Chunk) -> Sys<i64> {
    let mut done = 0;
    for &(base, len) in pieces {
        let count = (chunk.bytes.len() - done).min(len as usize);
        let bytes = chunk.bytes[done..done + count].to_vec();
        deliver(guest, base, &Chunk { channel: chunk.channel, offset: chunk.offset + done as u64, bytes })?;
        done += count;
    }
    Ok(done as i64)
}

fn readv(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let fd = int_arg(guest, 0)?;
    let pieces = vector(guest)?;
    let total: u64 = pieces.iter().map(|p| p.1).sum();
    let chunk = world.fs.read(fd, total.min(MAX_TRANSFER) as usize)?;
    scatter(guest, &pieces, &chunk)
}

fn preadv(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (fd, offset) = (int_arg(guest, 0)?, long_arg(guest, 3)?);
    let offset = u64::try_from(offset).map_err(|_| Errno::EINVAL)?;
    let pieces = vector(guest)?;
    let total: u64 = pieces.iter().map(|p| p.1).sum();
    let chunk = world.fs.read_at(fd, offset, total.min(MAX_TRANSFER) as usize)?;
    scatter(guest, &pieces, &chunk)
}

/// Writes pieces of memory as one; at an offset, or at the current position.
fn put(world: &mut Posix, guest: &mut dyn Guest, pieces: &[(Word, u64)], offset: Option<i64>) -> Sys<i64> {
    let fd = int_arg(guest, 0)?;
    let channel = world.fs.channel(fd)?;
    if !world.fs.opened(fd)?.writable() {
        return Err(Errno::EBADF.into());
    }
    let mut bytes = Vec::new();
    for &(base, len) in pieces {
        bytes.extend(collect(guest, channel, base, len.min(MAX_TRANSFER), 1)?);
    }
    let plain: Vec<u8> = bytes.iter().map(|b| b.word.bits as u8).collect();
    if matches!(channel, Channel::Stdout | Channel::Stderr) {
        // Report the reads first: hidden data must then not be written.
        let (_, place) = world.fs.next_write(fd)?;
        Streams::overtake(world, guest, channel, bytes.len() as u64);
        guest.emit(channel, place, &bytes)?;
        let (_, _, count) = world.fs.write_some(fd, &plain)?;
        return Ok(count as i64);
    }
    let (channel, offset, count) = match offset {
        Some(offset) => world.fs.write_at(fd, u64::try_from(offset).map_err(|_| Errno::EINVAL)?, &plain)?,
        None => world.fs.write_some(fd, &plain)?,
    };
    guest.emit(channel, offset, &bytes[..count])?;
    Ok(count as i64)
}

fn write(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let len = size_arg(guest, 2)?;
    let target = arg(guest, 1);
    put(world, guest, &[(target, len)], None)
}

fn pwrite(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (len, offset) = (size_arg(guest, 2)?, long_arg(guest, 3)?);
    let target = arg(guest, 1);
    put(world, guest, &[(target, len)], Some(offset))
}

fn writev(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let pieces = vector(guest)?;
    put(world, guest, &pieces, None)
}

fn pwritev(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let offset = long_arg(guest, 3)?;
    let pieces = vector(guest)?;
    put(world, guest, &pieces, Some(offset))
}

/// The offset at a pointer argument, if it is not null.
fn offset_at(guest: &mut dyn Guest, index: usize) -> Sys<Option<(Word, u64)>> {
    let pointer = arg(guest, index);
    if guest.pin(pointer, "pointer to an offset")? == 0 {
        return Ok(None);
    }
    let offset = guest.load(pointer, 8)?;
    let offset = guest.pin(offset, "an offset")? as i64;
    Ok(Some((pointer, u64::try_from(offset).map_err(|_| Errno::EINVAL)?)))
}

/// Copies between files inside the world, without the program's memory.
fn transfer(
    world: &mut Posix,
    guest: &mut dyn Guest,
    from: (i32, Option<(Word, u64)>),
    to: (i32, Option<(Word, u64)>),
    max: u64,
) -> Sys<i64> {
    let max = max.min(MAX_TRANSFER) as usize;
    if !world.fs.opened(to.0)?.writable() {
        return Err(Errno::EBADF.into());
    }
    let chunk = match from.1 {
        Some((_, offset)) => world.fs.read_at(from.0, offset, max)?,
        None => world.fs.read(from.0, max)?,
    };
    let mut words = Vec::new();
    guest.consume(chunk.channel, chunk.offset, &chunk.bytes, &mut words);
    let (channel, offset, count) = match to.1 {
        Some((_, offset)) => world.fs.write_at(to.0, offset, &chunk.bytes)?,
        None => world.fs.write_some(to.0, &chunk.bytes)?,
    };
    let bytes: Vec<_> = words
        .into_iter()
        .map(|word| whydunit_machine::OutByte { word, arg: whydunit_machine::OutByte::LITERAL })
        .collect();
    guest.emit(channel, offset, &bytes[..count])?;
    for (pointer, offset) in [from.1, to.1].into_iter().flatten() {
        guest.store(pointer, 8, (offset + count as u64).into())?;
    }
    Ok(count as i64)
}

fn copy_file_range(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (input, output) = (int_arg(guest, 0)?, int_arg(guest, 2)?);
    let (from, to) = (offset_at(guest, 1)?, offset_at(guest, 3)?);
    let (len, flags) = (size_arg(guest, 4)?, int_arg(guest, 5)?);
    let (source, target) = (world.fs.node_of(input)?, world.fs.node_of(output)?);
    if flags != 0 {
        return Err(Errno::EINVAL.into());
    }
    if !world.fs.opened(input)?.readable() || !world.fs.opened(output)?.writable() {
        return Err(Errno::EBADF.into());
    }
    for node in [source, target] {
        match world.fs.stat(node).mode & crate::fs::flags::S_IFMT {
            crate::fs::flags::S_IFREG => {}
            crate::fs::flags::S_IFDIR => return Err(Errno::EISDIR.into()),
            _ => return Err(Errno::EINVAL.into()),
        }
    }
    transfer(world, guest, (input, from), (output, to), len)
}

fn sendfile(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (output, input) = (int_arg(guest, 0)?, int_arg(guest, 1)?);
    let (from, len) = (offset_at(guest, 2)?, size_arg(guest, 3)?);
    transfer(world, guest, (input, from), (output, None), len)
}

/// Fails, so that callers fall back to reading and writing.
fn splice(_: &mut Posix, _: &mut dyn Guest) -> Sys<i64> {
    Err(Errno::EINVAL.into())
}
