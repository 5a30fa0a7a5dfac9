//! `utimensat` of `<sys/stat.h>`, `<utime.h>`, `utimes` of `<sys/time.h>`: times of files.

use whydunit_machine::{Guest, Run, Word};

use crate::Posix;
use crate::fs::flags::{AT_FDCWD, AT_SYMLINK_NOFOLLOW};
use crate::fs::{Errno, NewTime};
use crate::model::Model;
use crate::model::guest_ext::{arg, at};
use crate::model::syscall::{Sys, int_arg, int_call, path_arg, size_arg};

pub(crate) const MODELS: &[Model] = &[
    int_call!("utimensat", utimensat),
    int_call!("futimens", futimens),
    int_call!("utimes", utimes),
    int_call!("lutimes", lutimes),
    int_call!("futimes", futimes),
    int_call!("futimesat", futimesat),
    int_call!("utime", utime),
];

/// The format of a time in two numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// `struct timespec`, with two special values.
    Nanos,
    /// `struct timeval`.
    Micros,
    /// Seconds alone.
    Seconds,
}

fn number(guest: &mut dyn Guest, base: Word, offset: u64) -> Run<i64> {
    let here = at(guest, base, offset);
    let word = guest.load(here, 8)?;
    Ok(guest.pin(word, "a time stamp")? as i64)
}

/// Access and modification time at a pointer; null means now.
fn new_times(guest: &mut dyn Guest, index: usize, unit: Unit) -> Sys<(NewTime, NewTime)> {
    let base = arg(guest, index);
    if guest.pin(base, "pointer to times")? == 0 {
        return Ok((NewTime::Now, NewTime::Now));
    }
    if unit == Unit::Seconds {
        let (accessed, modified) = (number(guest, base, 0)?, number(guest, base, 8)?);
        return Ok((NewTime::At((accessed, 0)), NewTime::At((modified, 0))));
    }
    let second = at(guest, base, 16);
    Ok((new_time(guest, base, unit)?, new_time(guest, second, unit)?))
}

fn new_time(guest: &mut dyn Guest, base: Word, unit: Unit) -> Sys<NewTime> {
    const UTIME_NOW: i64 = (1 << 30) - 1;
    const UTIME_OMIT: i64 = (1 << 30) - 2;
    // Unused seconds may be uninitialised.
    let fraction = number(guest, base, 8)?;
    match (unit, fraction) {
        (Unit::Nanos, UTIME_NOW) => Ok(NewTime::Now),
        (Unit::Nanos, UTIME_OMIT) => Ok(NewTime::Keep),
        (Unit::Nanos, 0..=999_999_999) => Ok(NewTime::At((number(guest, base, 0)?, fraction as u32))),
        (Unit::Micros, 0..=999_999) => Ok(NewTime::At((number(guest, base, 0)?, fraction as u32 * 1000))),
        _ => Err(Errno::EINVAL.into()),
    }
}

fn utimensat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (dir, flags) = (int_arg(guest, 0)?, int_arg(guest, 3)?);
    let (accessed, modified) = new_times(guest, 2, Unit::Nanos)?;
    // Unlike the function, the system call accepts a null path for the descriptor itself.
    let node = if size_arg(guest, 1)? == 0 {
        return Err(Errno::EINVAL.into());
    } else {
        let path = path_arg(guest, 1)?;
        world.fs.find(dir, &path, flags)?
    };
    world.fs.set_times(node, accessed, modified)?;
    Ok(0)
}

fn futimens(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    set_fd(world, guest, Unit::Nanos)
}

fn futimes(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    set_fd(world, guest, Unit::Micros)
}

fn set_fd(world: &mut Posix, guest: &mut dyn Guest, unit: Unit) -> Sys<i32> {
    let fd = int_arg(guest, 0)?;
    let (accessed, modified) = new_times(guest, 1, unit)?;
    let node = world.fs.node_of(fd)?;
    world.fs.set_times(node, accessed, modified)?;
    Ok(0)
}

fn set_path(world: &mut Posix, guest: &mut dyn Guest, unit: Unit, flags: i32) -> Sys<i32> {
    let path = path_arg(guest, 0)?;
    let (accessed, modified) = new_times(guest, 1, unit)?;
    let node = world.fs.find(AT_FDCWD, &path, flags)?;
    world.fs.set_times(node, accessed, modified)?;
    Ok(0)
}

fn utimes(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    set_path(world, guest, Unit::Micros, 0)
}

fn lutimes(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    set_path(world, guest, Unit::Micros, AT_SYMLINK_NOFOLLOW)
}

fn utime(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    set_path(world, guest, Unit::Seconds, 0)
}

fn futimesat(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let dir = int_arg(guest, 0)?;
    let (accessed, modified) = new_times(guest, 2, Unit::Micros)?;
    let node = if size_arg(guest, 1)? == 0 {
        world.fs.node_of(dir)?
    } else {
        let path = path_arg(guest, 1)?;
        world.fs.find(dir, &path, 0)?
    };
    world.fs.set_times(node, accessed, modified)?;
    Ok(0)
}
