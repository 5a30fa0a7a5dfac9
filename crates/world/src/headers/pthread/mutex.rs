//! Mutexes of POSIX and of C11, in glibc's layout: lock, count, owner, users, kind.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::{deadlock, load_int, nothing, store_int};
use crate::Posix;
use crate::model::guest_ext::{arg, pinned};
use crate::model::refusal::{EBUSY, EDEADLK, EINVAL, EPERM};
use crate::model::{Model, model};

pub(super) const MODELS: &[Model] = &[
    model("pthread_mutex_init", init),
    model("pthread_mutex_destroy", destroy),
    model("pthread_mutex_lock", lock),
    model("pthread_mutex_timedlock", lock),
    model("pthread_mutex_clocklock", lock),
    model("pthread_mutex_trylock", trylock),
    model("pthread_mutex_unlock", unlock),
    model("pthread_mutex_consistent", nothing),
    model("pthread_mutexattr_init", attr_init),
    model("pthread_mutexattr_destroy", nothing),
    model("pthread_mutexattr_settype", attr_settype),
    model("pthread_mutexattr_setkind_np", attr_settype),
    model("pthread_mutexattr_gettype", attr_gettype),
    model("pthread_mutexattr_getkind_np", attr_gettype),
    model("pthread_mutexattr_getpshared", zero_out),
    model("pthread_mutexattr_getrobust", zero_out),
    model("pthread_mutexattr_setpshared", nothing),
    model("pthread_mutexattr_setrobust", nothing),
    model("pthread_mutexattr_setprotocol", nothing),
    model("mtx_init", mtx_init),
    model("mtx_destroy", destroy),
    model("mtx_lock", mtx_lock),
    model("mtx_timedlock", mtx_lock),
    model("mtx_trylock", mtx_trylock),
    model("mtx_unlock", unlock),
];

const LOCK: u64 = 0;
const COUNT: u64 = 4;
const OWNER: u64 = 8;
const KIND: u64 = 16;
const SIZE: u64 = 40;

const RECURSIVE: i32 = 1;
const ERRORCHECK: i32 = 2;

fn init(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (mutex, attributes) = (arg(guest, 0), arg(guest, 1));
    let kind =
        if guest.pin(attributes, "attributes of a mutex")? == 0 { 0 } else { load_int(guest, attributes, 0)? & 3 };
    make(guest, mutex, kind)
}

fn make(guest: &mut dyn Guest, mutex: Word, kind: i32) -> Run<Reply> {
    guest.fill(mutex, Word::new(0), SIZE)?;
    store_int(guest, mutex, KIND, kind)?;
    Ok(0.into())
}

fn mtx_init(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let kind = pinned(guest, 1, "the kind of a mutex")? as i32 & RECURSIVE;
    let mutex = arg(guest, 0);
    make(guest, mutex, kind)
}

fn destroy(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let mutex = arg(guest, 0);
    Ok(if load_int(guest, mutex, LOCK)? != 0 { EBUSY } else { 0 }.into())
}

/// The result of locking.
enum Locked {
    Now,
    Again,
    Held,
}

fn take(world: &Posix, guest: &mut dyn Guest) -> Run<Locked> {
    let mutex = arg(guest, 0);
    if load_int(guest, mutex, LOCK)? == 0 {
        store_int(guest, mutex, LOCK, 1)?;
        store_int(guest, mutex, OWNER, world.case.pid as i32)?;
        store_int(guest, mutex, COUNT, 1)?;
        return Ok(Locked::Now);
    }
    if load_int(guest, mutex, KIND)? == RECURSIVE {
        let count = load_int(guest, mutex, COUNT)?;
        store_int(guest, mutex, COUNT, count + 1)?;
        return Ok(Locked::Again);
    }
    Ok(Locked::Held)
}

fn lock(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    match take(world, guest)? {
        Locked::Now | Locked::Again => Ok(0.into()),
        Locked::Held => {
            let mutex = arg(guest, 0);
            if load_int(guest, mutex, KIND)? == ERRORCHECK {
                return Ok(EDEADLK.into());
            }
            Err(deadlock(guest, "the only thread holds this mutex already and waits for itself"))
        }
    }
}

fn trylock(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(if let Locked::Held = take(world, guest)? { EBUSY } else { 0 }.into())
}

fn mtx_lock(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    match take(world, guest)? {
        Locked::Held => Err(deadlock(guest, "the only thread holds this mutex already and waits for itself")),
        _ => Ok(0.into()),
    }
}

fn mtx_trylock(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(if let Locked::Held = take(world, guest)? { 1 } else { 0 }.into())
}

fn unlock(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let mutex = arg(guest, 0);
    let kind = load_int(guest, mutex, KIND)?;
    if load_int(guest, mutex, LOCK)? == 0 {
        return Ok(if kind == RECURSIVE || kind == ERRORCHECK { EPERM } else { 0 }.into());
    }
    let count = load_int(guest, mutex, COUNT)? - 1;
    store_int(guest, mutex, COUNT, count.max(0))?;
    if kind != RECURSIVE || count <= 0 {
        store_int(guest, mutex, LOCK, 0)?;
        store_int(guest, mutex, OWNER, 0)?;
    }
    Ok(0.into())
}

fn attr_init(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let attributes = arg(guest, 0);
    store_int(guest, attributes, 0, 0)?;
    Ok(0.into())
}

fn attr_settype(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let kind = pinned(guest, 1, "the kind of a mutex")? as i32;
    if !(0..=3).contains(&kind) {
        return Ok(EINVAL.into());
    }
    let attributes = arg(guest, 0);
    store_int(guest, attributes, 0, kind)?;
    Ok(0.into())
}

/// A property with only one possible value.
fn zero_out(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let out = arg(guest, 1);
    store_int(guest, out, 0, 0)?;
    Ok(0.into())
}

fn attr_gettype(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (attributes, out) = (arg(guest, 0), arg(guest, 1));
    let kind = load_int(guest, attributes, 0)?;
    store_int(guest, out, 0, kind)?;
    Ok(0.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Case;
    use crate::test_guest::{TestGuest, int};

    #[test]
    fn locking_twice_depends_on_the_kind() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let (mutex, attributes) = (guest.reserve(40, 8), guest.reserve(4, 4));
        let mut call = |guest: &mut TestGuest, name: &str, args: &[u64]| {
            let args: Vec<_> = args.iter().map(|&a| int(a)).collect();
            guest.call(&mut world, name, &args).map(|r| r.slots[0].bits)
        };
        assert_eq!(call(&mut guest, "pthread_mutex_lock", &[mutex]), Ok(0));
        assert_eq!(call(&mut guest, "pthread_mutex_trylock", &[mutex]), Ok(16));
        assert!(call(&mut guest, "pthread_mutex_lock", &[mutex]).is_err());
        assert_eq!(call(&mut guest, "pthread_mutex_unlock", &[mutex]), Ok(0));
        assert_eq!(call(&mut guest, "pthread_mutex_lock", &[mutex]), Ok(0));
        for (kind, again) in [(1, 0), (2, 35)] {
            call(&mut guest, "pthread_mutexattr_settype", &[attributes, kind]).unwrap();
            call(&mut guest, "pthread_mutex_init", &[mutex, attributes]).unwrap();
            assert_eq!(call(&mut guest, "pthread_mutex_lock", &[mutex]), Ok(0));
            assert_eq!(call(&mut guest, "pthread_mutex_lock", &[mutex]), Ok(again));
        }
        call(&mut guest, "pthread_mutex_unlock", &[mutex]).unwrap();
        assert_eq!(call(&mut guest, "pthread_mutex_unlock", &[mutex]), Ok(1));
    }
}
