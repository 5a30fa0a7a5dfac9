//! `<poll.h>`, `<sys/select.h>`: waiting for descriptors. Files and standard streams are always
//! ready; a pipe is ready if it holds bytes or its other end is closed. A timeout advances the virtual clock.

use whydunit_machine::{FailureKind, Guest, Halt, Run, Word};

use crate::Posix;
use crate::fs::Errno;
use crate::model::Model;
use crate::model::guest_ext::{arg, at};
use crate::model::syscall::{Sys, int_arg, int_call, size_arg};
use crate::time::clock::NANOS;

pub(crate) const MODELS: &[Model] = &[
    int_call!("poll", poll),
    int_call!("__poll_chk", poll),
    int_call!("ppoll", ppoll),
    int_call!("select", select),
    int_call!("pselect", pselect),
    int_call!("epoll_create", refused),
    int_call!("epoll_create1", refused),
    int_call!("eventfd", refused),
    int_call!("signalfd", refused),
    int_call!("timerfd_create", refused),
    int_call!("inotify_init", refused),
    int_call!("inotify_init1", refused),
    int_call!("inotify_add_watch", refused),
    int_call!("inotify_rm_watch", refused),
];

const POLLIN: u16 = 1;
const POLLOUT: u16 = 4;
const POLLERR: u16 = 8;
const POLLHUP: u16 = 16;
const POLLNVAL: u16 = 32;
const POLLRDNORM: u16 = 64;
const POLLWRNORM: u16 = 256;

/// Unsupported kernel services fail as on a kernel built without them.
fn refused(_: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Err(Errno::ENOSYS.into())
}

/// The requested events that are ready now.
fn ready(world: &Posix, fd: i32, asked: u16) -> u16 {
    let Ok((readable, writable, broken, hung)) = world.fs.readiness(fd) else { return POLLNVAL };
    let mut events = 0;
    if readable {
        events |= POLLIN | POLLRDNORM;
    }
    if writable {
        events |= POLLOUT | POLLWRNORM;
    }
    events &= asked;
    events | if broken { POLLERR } else { 0 } | if hung { POLLHUP } else { 0 }
}

/// Waits until the time limit; without a limit the program blocks forever.
fn wait(world: &mut Posix, nanos: Option<u64>) -> Sys<()> {
    match nanos {
        Some(nanos) => world.clock.advance(nanos),
        None => {
            let text = "blocks forever: nothing but the program itself could make these descriptors ready";
            return Err(Halt::Failed(FailureKind::Misuse(text.into())).into());
        }
    }
    Ok(())
}

fn poll_until(world: &mut Posix, guest: &mut dyn Guest, nanos: Option<u64>) -> Sys<i32> {
    let (array, count) = (arg(guest, 0), size_arg(guest, 1)?);
    if count > crate::fs::MAX_DESCRIPTORS as u64 {
        return Err(Errno::EINVAL.into());
    }
    let mut found = 0;
    for i in 0..count {
        let (fd_at, asked_at, told_at) =
            (at(guest, array, i * 8), at(guest, array, i * 8 + 4), at(guest, array, i * 8 + 6));
        let (fd, asked) = (guest.load(fd_at, 4)?, guest.load(asked_at, 2)?);
        let (fd, asked) = (guest.pin(fd, "descriptor to poll")? as i32, guest.pin(asked, "events to poll")? as u16);
        let events = if fd < 0 { 0 } else { ready(world, fd, asked) };
        guest.store(told_at, 2, Word::new(events.into()))?;
        found += i32::from(events != 0);
    }
    if found == 0 {
        wait(world, nanos)?;
    }
    Ok(found)
}

fn poll(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let millis = int_arg(guest, 2)?;
    poll_until(world, guest, u64::try_from(millis).ok().map(|m| m * 1_000_000))
}

fn ppoll(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let limit = limit(guest, 2, 1)?;
    poll_until(world, guest, limit)
}

/// The time limit at a pointer, in seconds and a fraction in units of `unit` nanoseconds; null means none.
fn limit(guest: &mut dyn Guest, index: usize, unit: u64) -> Sys<Option<u64>> {
    let pointer = arg(guest, index);
    if guest.pin(pointer, "pointer to a time limit")? == 0 {
        return Ok(None);
    }
    let second = at(guest, pointer, 8);
    let (seconds, fraction) = (guest.load(pointer, 8)?, guest.load(second, 8)?);
    let (seconds, fraction) = (guest.pin(seconds, "a time limit")? as i64, guest.pin(fraction, "a time limit")?);
    if seconds < 0 || fraction.saturating_mul(unit) >= NANOS {
        return Err(Errno::EINVAL.into());
    }
    Ok(Some((seconds as u64).saturating_mul(NANOS).saturating_add(fraction * unit)))
}

fn select(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let limit = limit(guest, 4, 1000)?;
    select_until(world, guest, limit)
}

fn pselect(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let limit = limit(guest, 4, 1)?;
    select_until(world, guest, limit)
}

/// A bit set in the program's memory, one bit per descriptor; empty for a null pointer.
fn read_set(guest: &mut dyn Guest, index: usize, bytes: usize) -> Run<Vec<u8>> {
    let pointer = arg(guest, index);
    let mut set = vec![0; bytes];
    if guest.pin(pointer, "set of descriptors")? != 0 {
        guest.read_bytes(pointer, &mut set, false)?;
    }
    Ok(set)
}

fn select_until(world: &mut Posix, guest: &mut dyn Guest, nanos: Option<u64>) -> Sys<i32> {
    let count = int_arg(guest, 0)?;
    if !(0..=1024).contains(&count) {
        return Err(Errno::EINVAL.into());
    }
    let bytes = (count as usize).div_ceil(64) * 8;
    let mut found = 0;
    let mut results = Vec::new();
    for (index, mask) in [(1, POLLIN | POLLHUP), (2, POLLOUT | POLLERR), (3, 0)] {
        let asked = read_set(guest, index, bytes)?;
        let mut told = vec![0; bytes];
        for fd in (0..count as usize).filter(|fd| asked[fd / 8] & (1 << (fd % 8)) != 0) {
            let events = ready(world, fd as i32, mask);
            if events & POLLNVAL != 0 {
                return Err(Errno::EBADF.into());
            }
            if events & mask != 0 {
                told[fd / 8] |= 1 << (fd % 8);
                found += 1;
            }
        }
        results.push((index, told));
    }
    if found == 0 {
        wait(world, nanos)?;
    }
    for (index, told) in results {
        let pointer = arg(guest, index);
        if pointer.bits != 0 {
            guest.write_bytes(pointer, &told)?;
        }
    }
    Ok(found)
}
