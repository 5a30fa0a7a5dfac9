//! Read-write locks, spin locks and barriers.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::{deadlock, load_int, nothing, store_int};
use crate::Posix;
use crate::model::guest_ext::{arg, pinned};
use crate::model::refusal::{EBUSY, EDEADLK};
use crate::model::{Model, model};

pub(super) const MODELS: &[Model] = &[
    model("pthread_rwlock_init", init),
    model("pthread_rwlock_destroy", nothing),
    model("pthread_rwlock_rdlock", rdlock),
    model("pthread_rwlock_timedrdlock", rdlock),
    model("pthread_rwlock_tryrdlock", tryrdlock),
    model("pthread_rwlock_wrlock", wrlock),
    model("pthread_rwlock_timedwrlock", wrlock),
    model("pthread_rwlock_trywrlock", trywrlock),
    model("pthread_rwlock_unlock", unlock),
    model("pthread_rwlockattr_init", attr_init),
    model("pthread_rwlockattr_destroy", nothing),
    model("pthread_rwlockattr_setpshared", nothing),
    model("pthread_rwlockattr_setkind_np", nothing),
    model("pthread_spin_init", spin_init),
    model("pthread_spin_destroy", nothing),
    model("pthread_spin_lock", spin_lock),
    model("pthread_spin_trylock", spin_trylock),
    model("pthread_spin_unlock", spin_unlock),
    model("pthread_barrier_init", barrier_init),
    model("pthread_barrier_destroy", nothing),
    model("pthread_barrier_wait", barrier_wait),
    model("pthread_barrierattr_init", attr_init),
    model("pthread_barrierattr_destroy", nothing),
    model("pthread_barrierattr_setpshared", nothing),
];

/// Offsets in a read-write lock: the number of readers, and whether there is a writer.
const READERS: u64 = 0;
const WRITER: u64 = 24;
const SIZE: u64 = 56;

fn init(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let lock = arg(guest, 0);
    guest.fill(lock, Word::new(0), SIZE)?;
    Ok(0.into())
}

fn attr_init(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let attributes = arg(guest, 0);
    guest.fill(attributes, Word::new(0), 8)?;
    Ok(0.into())
}

fn rdlock(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    read(guest, EDEADLK)
}

fn tryrdlock(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    read(guest, EBUSY)
}

fn read(guest: &mut dyn Guest, written: i32) -> Run<Reply> {
    let lock = arg(guest, 0);
    if load_int(guest, lock, WRITER)? != 0 {
        return Ok(written.into());
    }
    let readers = load_int(guest, lock, READERS)?;
    store_int(guest, lock, READERS, readers + 1)?;
    Ok(0.into())
}

fn wrlock(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let lock = arg(guest, 0);
    if load_int(guest, lock, WRITER)? != 0 {
        return Ok(EDEADLK.into());
    }
    if load_int(guest, lock, READERS)? != 0 {
        return Err(deadlock(guest, "the only thread holds this lock for reading and waits for itself to write"));
    }
    store_int(guest, lock, WRITER, 1)?;
    Ok(0.into())
}

fn trywrlock(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let lock = arg(guest, 0);
    if load_int(guest, lock, WRITER)? != 0 || load_int(guest, lock, READERS)? != 0 {
        return Ok(EBUSY.into());
    }
    store_int(guest, lock, WRITER, 1)?;
    Ok(0.into())
}

fn unlock(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let lock = arg(guest, 0);
    if load_int(guest, lock, WRITER)? != 0 {
        store_int(guest, lock, WRITER, 0)?;
    } else {
        let readers = load_int(guest, lock, READERS)?;
        store_int(guest, lock, READERS, (readers - 1).max(0))?;
    }
    Ok(0.into())
}

fn spin_init(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let lock = arg(guest, 0);
    store_int(guest, lock, 0, 1)?;
    Ok(0.into())
}

/// In glibc a free spin lock holds 1.
fn spin_lock(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let lock = arg(guest, 0);
    if load_int(guest, lock, 0)? != 1 {
        return Err(deadlock(guest, "the only thread holds this spin lock already and waits for itself"));
    }
    store_int(guest, lock, 0, 0)?;
    Ok(0.into())
}

fn spin_trylock(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let lock = arg(guest, 0);
    if load_int(guest, lock, 0)? != 1 {
        return Ok(EBUSY.into());
    }
    store_int(guest, lock, 0, 0)?;
    Ok(0.into())
}

fn spin_unlock(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let lock = arg(guest, 0);
    store_int(guest, lock, 0, 1)?;
    Ok(0.into())
}

fn barrier_init(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let count = pinned(guest, 2, "the count of a barrier")? as i32;
    if count <= 0 {
        return Ok(crate::model::refusal::EINVAL.into());
    }
    let barrier = arg(guest, 0);
    guest.fill(barrier, Word::new(0), 32)?;
    store_int(guest, barrier, 8, count)?;
    Ok(0.into())
}

/// A barrier for one thread opens at once, and that thread gets the special return value.
fn barrier_wait(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let barrier = arg(guest, 0);
    if load_int(guest, barrier, 8)? > 1 {
        return Err(deadlock(guest, "the only thread waits for others at this barrier"));
    }
    Ok((-1).into())
}
