//! State of streams: flags, flushing, buffering, locks, messages about errors.

use whydunit_machine::{Guest, OutByte, Reply, Run, Word};

use crate::Posix;
use crate::fs::Errno;
use crate::model::guest_ext::{arg, c_words, pinned};
use crate::model::{Model, model};
use crate::streams::{Buffering, Flag, Streams, file_argument};
use crate::text::error_text::error_text;

pub(crate) const MODELS: &[Model] = &[
    model("feof", feof),
    model("feof_unlocked", feof),
    model("_IO_feof", feof),
    model("ferror", ferror),
    model("ferror_unlocked", ferror),
    model("_IO_ferror", ferror),
    model("clearerr", clearerr),
    model("clearerr_unlocked", clearerr),
    model("fileno", fileno),
    model("fileno_unlocked", fileno),
    model("fflush", fflush),
    model("fflush_unlocked", fflush),
    model("__whydunit_flush", flush_at_exit),
    model("setvbuf", setvbuf),
    model("setbuf", setbuf),
    model("setbuffer", setbuffer),
    model("setlinebuf", setlinebuf),
    model("flockfile", lock),
    model("funlockfile", lock),
    model("ftrylockfile", try_lock),
    model("perror", perror),
];

/// A bit of the flags in the program's memory, so that the result depends on the writer of the flag.
fn flag(guest: &mut dyn Guest, world: &mut Posix, flag: Flag) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    world.streams.find(guest, file)?;
    Ok(i32::from(Streams::flag(guest, file, flag)?).into())
}

fn feof(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    flag(guest, world, Flag::END)
}

fn ferror(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    flag(guest, world, Flag::ERROR)
}

fn clearerr(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    Streams::set_flag(world, guest, file, Flag::END, false)?;
    Streams::set_flag(world, guest, file, Flag::ERROR, false)?;
    Ok(().into())
}

fn fileno(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    match world.streams.find(guest, file)?.descriptor() {
        Some(fd) => Ok(fd.into()),
        None => {
            world.set_errno(guest, Errno::EBADF.0)?;
            Ok((-1i32).into())
        }
    }
}

fn fflush(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    if file == 0 {
        let done = Streams::flush_all(world, guest)?;
        return Ok(if done { 0i32 } else { -1 }.into());
    }
    let done = Streams::flush(world, guest, file)?;
    Streams::forget_pushed(world, guest, file)?;
    Ok(if done { 0i32 } else { -1 }.into())
}

/// Flushes the streams at the end of `exit`.
fn flush_at_exit(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Streams::flush_all(world, guest)?;
    Ok(().into())
}

fn setvbuf(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    let buffer = pinned(guest, 1, "buffer for setvbuf")?;
    let size = pinned(guest, 3, "size for setvbuf")?;
    let kind = match pinned(guest, 2, "mode of setvbuf")? as i32 {
        0 => Buffering::Full,
        1 => Buffering::Line,
        2 => Buffering::None,
        _ => return Ok((-1i32).into()),
    };
    // Like glibc: a size without a buffer is ignored.
    let size = (buffer != 0).then_some(size as usize);
    Streams::set_buffering(world, guest, file, kind, size)?;
    Ok(0i32.into())
}

fn set_whole_buffer(world: &mut Posix, guest: &mut dyn Guest, size: u64) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    let buffer = pinned(guest, 1, "buffer for setbuf")?;
    let kind = if buffer == 0 { Buffering::None } else { Buffering::Full };
    Streams::set_buffering(world, guest, file, kind, (buffer != 0).then_some(size as usize))?;
    Ok(().into())
}

fn setbuf(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    set_whole_buffer(world, guest, 8192)
}

fn setbuffer(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let size = pinned(guest, 2, "size for setbuffer")?;
    set_whole_buffer(world, guest, size)
}

fn setlinebuf(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    Streams::set_buffering(world, guest, file, Buffering::Line, None)?;
    Ok(().into())
}

/// A single thread needs no lock.
fn lock(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    world.streams.find(guest, file)?;
    Ok(().into())
}

fn try_lock(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    lock(world, guest)?;
    Ok(0i32.into())
}

fn perror(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let address = world.errno_address(guest);
    let errno = guest.load(address.into(), 4)?;
    let errno = guest.pin(errno, "errno")? as i32;
    let mut bytes = Vec::new();
    let prefix = arg(guest, 0);
    if prefix != Word::new(0) {
        bytes.extend(c_words(guest, prefix)?.into_iter().map(|word| OutByte { word, arg: 0 }));
    }
    let separator = if bytes.is_empty() { "" } else { ": " };
    let text = format!("{separator}{}\n", error_text(errno));
    bytes.extend(text.bytes().map(|b| OutByte { word: b.into(), arg: OutByte::LITERAL }));
    let file = Streams::current(world, guest, 2)?;
    // A stream that has not been used stays undecided between bytes and wide characters: glibc writes through a
    // copy of it, open in both directions. If the descriptor does not allow that, `errno` shows it.
    let unused = Streams::orientation(world, guest, file)? == 0;
    let one_way = unused && world.streams.find(guest, file)?.descriptor().is_some_and(|fd| !both_ways(world, fd));
    Streams::put(world, guest, file, &bytes)?;
    if one_way {
        world.set_errno(guest, Errno::EINVAL.0)?;
    }
    Ok(().into())
}

fn both_ways(world: &Posix, fd: i32) -> bool {
    world.fs.opened(fd).is_ok_and(|opened| opened.readable() && opened.writable())
}
