//! Opening and closing streams.

use whydunit_machine::{Guest, Halt, Reply, Run, Word};

use crate::Posix;
use crate::fs::Errno;
use crate::fs::flags::{AT_FDCWD, O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_RDWR};
use crate::headers::allocate;
use crate::model::guest_ext::{arg, c_bytes, pinned};
use crate::model::{Model, model};
use crate::streams::{Backing, Fixed, Growing, Memory, Mode, Streams, file_argument};

pub(crate) const MODELS: &[Model] = &[
    model("fopen", fopen),
    model("fopen64", fopen),
    model("freopen", freopen),
    model("freopen64", freopen),
    model("fdopen", fdopen),
    model("fclose", fclose),
    model("fcloseall", fcloseall),
    model("tmpfile", tmpfile),
    model("tmpfile64", tmpfile),
    model("tmpnam", tmpnam),
    model("tmpnam_r", tmpnam),
    model("tempnam", tempnam),
    model("fmemopen", fmemopen),
    model("open_memstream", |w, g| open_memstream(w, g, 1)),
    model("open_wmemstream", |w, g| open_memstream(w, g, 4)),
    model("fopencookie", refuse_cookie),
];

/// Prefix of the names of temporary files.
const TEMPORARY: &[u8] = b"/tmp/file";

/// Returns null and sets `errno`.
fn null(world: &mut Posix, guest: &mut dyn Guest, error: Errno) -> Run<Reply> {
    world.set_errno(guest, error.0)?;
    Ok(0u64.into())
}

fn mode_argument(guest: &mut dyn Guest, index: usize) -> Run<Option<Mode>> {
    let text = arg(guest, index);
    Ok(Mode::parse(&c_bytes(guest, text, "mode of a stream")?))
}

fn fopen(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let path = arg(guest, 0);
    let path = c_bytes(guest, path, "path of a file")?;
    let Some(mode) = mode_argument(guest, 1)? else { return null(world, guest, Errno::EINVAL) };
    match Streams::open(world, guest, &path, mode)? {
        Ok(file) => Ok(file.into()),
        Err(error) => null(world, guest, error),
    }
}

fn freopen(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 2)?;
    let path = arg(guest, 0);
    let path = match path == Word::new(0) {
        true => None,
        false => Some(c_bytes(guest, path, "path of a file")?),
    };
    let Some(mode) = mode_argument(guest, 1)? else { return null(world, guest, Errno::EINVAL) };
    match Streams::reopen(world, guest, file, path.as_deref(), mode)? {
        Ok(()) => Ok(file.into()),
        Err(error) => null(world, guest, error),
    }
}

fn fdopen(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let fd = pinned(guest, 0, "descriptor for fdopen")? as i32;
    let Some(mode) = mode_argument(guest, 1)? else { return null(world, guest, Errno::EINVAL) };
    let flags = match world.fs.opened(fd) {
        Ok(opened) => opened.flags,
        Err(error) => return null(world, guest, error),
    };
    if !mode.fits(flags) {
        return null(world, guest, Errno::EINVAL);
    }
    if mode.append
        && let Ok(opened) = world.fs.opened_mut(fd)
    {
        opened.flags |= O_APPEND;
    }
    Ok(Streams::create(world, guest, Backing::Descriptor(fd), mode)?.into())
}

fn fclose(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let file = file_argument(guest, 0)?;
    let done = Streams::close(world, guest, file)?;
    Ok(if done { 0i32 } else { -1 }.into())
}

fn fcloseall(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    for file in world.streams.all() {
        Streams::flush(world, guest, file)?;
    }
    Ok(0i32.into())
}

/// A free name with this prefix.
fn free_name(world: &mut Posix, start: &[u8]) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ab";
    loop {
        let random = world.fs.random(6);
        let mut path = start.to_vec();
        path.extend(random.iter().map(|b| LETTERS[usize::from(b % 64)]));
        if world.fs.open(&path, 0, 0).map(|fd| world.fs.close(fd)).is_err() {
            return path;
        }
    }
}

fn tmpfile(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let path = free_name(world, TEMPORARY);
    let fd = match world.fs.open(&path, O_RDWR | O_CREAT | O_EXCL, 0o600) {
        Ok(fd) => fd,
        Err(error) => return null(world, guest, error),
    };
    if let Err(error) = world.fs.unlink(AT_FDCWD, &path, 0) {
        return null(world, guest, error);
    }
    Ok(Streams::create(world, guest, Backing::Descriptor(fd), Mode::UPDATE)?.into())
}

fn tmpnam(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let mut path = free_name(world, TEMPORARY);
    let target = arg(guest, 0);
    if target == Word::new(0) {
        if guest.callee() == "tmpnam_r" {
            return Ok(0u64.into());
        }
        return Ok(world.constants.string(guest, &path)?.into());
    }
    path.push(0);
    guest.write_bytes(target, &path)?;
    Ok(target.into())
}

fn is_directory(world: &mut Posix, path: &[u8]) -> bool {
    world.fs.open(path, O_DIRECTORY, 0).map(|fd| world.fs.close(fd)).is_ok()
}

/// A name in allocated memory, in the directory of the user or the program, if it exists.
fn tempnam(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (directory, prefix) = (arg(guest, 0), arg(guest, 1));
    let mut wanted = world.variable(guest, b"TMPDIR")?.filter(|dir| is_directory(world, dir));
    if wanted.is_none() && directory != Word::new(0) {
        let dir = c_bytes(guest, directory, "directory of a temporary file")?;
        wanted = Some(dir).filter(|dir| is_directory(world, dir));
    }
    let mut start = wanted.unwrap_or_else(|| b"/tmp".to_vec());
    start.push(b'/');
    if prefix != Word::new(0) {
        start.extend(c_bytes(guest, prefix, "prefix of a temporary file")?.into_iter().take(5));
    } else {
        start.extend_from_slice(b"file");
    }
    let mut path = free_name(world, &start);
    path.push(0);
    let address = allocate(world, guest, path.len() as u64)?;
    if address != 0 {
        guest.write_bytes(address.into(), &path)?;
    }
    Ok(address.into())
}

fn fmemopen(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, size) = (pinned(guest, 0, "buffer for fmemopen")?, pinned(guest, 1, "size for fmemopen")?);
    let Some(mode) = mode_argument(guest, 2)? else { return null(world, guest, Errno::EINVAL) };
    let fixed = Fixed::new(guest, start, size, mode)?;
    Ok(Streams::create(world, guest, Backing::Memory(Memory::Fixed(fixed)), mode)?.into())
}

fn open_memstream(world: &mut Posix, guest: &mut dyn Guest, unit: u8) -> Run<Reply> {
    let (pointer, length) = (pinned(guest, 0, "pointer for open_memstream")?, pinned(guest, 1, "its length")?);
    let growing = Memory::Growing(Growing::new(pointer, length, unit));
    Ok(Streams::create(world, guest, Backing::Memory(growing), Mode::WRITE)?.into())
}

fn refuse_cookie(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Err(Halt::Unsupported("fopencookie: streams served by the program's own functions are not supported".into()))
}
