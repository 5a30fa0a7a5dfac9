//! `<semaphore.h>`: a count that the only thread raises and lowers.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::{deadlock, load_int, nothing, store_int};
use crate::Posix;
use crate::model::guest_ext::{arg, pinned};
use crate::model::refusal::{EAGAIN, EINVAL, EOVERFLOW, minus_one, unsupported};
use crate::model::{Model, model};

pub(super) const MODELS: &[Model] = &[
    model("sem_init", init),
    model("sem_destroy", nothing),
    model("sem_post", post),
    model("sem_wait", wait),
    model("sem_timedwait", wait),
    model("sem_trywait", trywait),
    model("sem_getvalue", getvalue),
    model("sem_open", open),
    model("sem_close", nothing),
    model("sem_unlink", nothing),
];

fn init(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let value = pinned(guest, 2, "the value of a semaphore")? as u32;
    if value > i32::MAX as u32 {
        return minus_one(world, guest, EINVAL);
    }
    let semaphore = arg(guest, 0);
    guest.fill(semaphore, Word::new(0), 32)?;
    store_int(guest, semaphore, 0, value as i32)?;
    Ok(0.into())
}

fn post(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let semaphore = arg(guest, 0);
    let value = load_int(guest, semaphore, 0)?;
    if value == i32::MAX {
        return minus_one(world, guest, EOVERFLOW);
    }
    store_int(guest, semaphore, 0, value + 1)?;
    Ok(0.into())
}

/// Lowers the count if it is not zero.
fn lower(guest: &mut dyn Guest) -> Run<bool> {
    let semaphore = arg(guest, 0);
    let value = load_int(guest, semaphore, 0)?;
    if value > 0 {
        store_int(guest, semaphore, 0, value - 1)?;
    }
    Ok(value > 0)
}

fn wait(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    if lower(guest)? {
        return Ok(0.into());
    }
    Err(deadlock(guest, "the only thread waits for a semaphore that no other thread can post"))
}

fn trywait(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    if lower(guest)? { Ok(0.into()) } else { minus_one(world, guest, EAGAIN) }
}

fn getvalue(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (semaphore, out) = (arg(guest, 0), arg(guest, 1));
    let value = load_int(guest, semaphore, 0)?;
    store_int(guest, out, 0, value)?;
    Ok(0.into())
}

fn open(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    unsupported(guest, "named semaphores are shared between processes, of which there is one; use sem_init")
}
