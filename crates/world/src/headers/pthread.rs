//! `<pthread.h>`, `<threads.h>`, `<semaphore.h>` for single-threaded programs: locks work as long as
//! no thread would have to wait; creating a second thread is refused.

mod attribute;
mod condition;
mod local;
mod lock;
mod mutex;
mod semaphore;

use whydunit_machine::{FailureKind, Guest, Halt, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::refusal::{ESRCH, unsupported};
use crate::model::{Model, model};

pub(crate) use local::ThreadLocals;

/// The tables of these headers.
pub(crate) const TABLES: [&[Model]; 7] =
    [MODELS, attribute::MODELS, condition::MODELS, local::MODELS, lock::MODELS, mutex::MODELS, semaphore::MODELS];

const MODELS: &[Model] = &[
    model("pthread_self", current),
    model("thrd_current", current),
    model("pthread_equal", equal),
    model("thrd_equal", equal),
    model("pthread_create", create),
    model("thrd_create", create),
    model("pthread_join", join),
    model("pthread_tryjoin_np", join),
    model("pthread_detach", join),
    model("pthread_cancel", join),
    model("pthread_kill", kill),
    model("thrd_join", thrd_join),
    model("thrd_detach", thrd_join),
    model("thrd_yield", nothing),
    model("pthread_yield", nothing),
    model("pthread_testcancel", nothing),
    model("pthread_setcancelstate", set_cancel),
    model("pthread_setcanceltype", set_cancel),
    model("pthread_atfork", nothing),
    model("pthread_setname_np", nothing),
    model("pthread_getname_np", getname),
    model("pthread_setconcurrency", nothing),
    model("pthread_setschedparam", nothing),
    model("pthread_timedjoin_np", join),
    model("pthread_getconcurrency", nothing),
    model("__pthread_register_cancel", nothing),
    model("__pthread_unregister_cancel", nothing),
];

/// The id of the only thread; in glibc, too, it looks like an address.
const SELF: u64 = 0x7fff_f7d8_a740;

fn current(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(SELF.into())
}

fn equal(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let same = pinned(guest, 0, "a thread")? == pinned(guest, 1, "a thread")?;
    Ok(i32::from(same).into())
}

fn create(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    unsupported(
        guest,
        "threads are not supported yet; run the program with one thread (many have an option such as --threads=1 or \
         --parallel=1)",
    )
}

/// There is no other thread.
fn join(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let own = pinned(guest, 0, "a thread")? == SELF;
    if own && guest.callee() == "pthread_join" {
        return Ok(crate::model::refusal::EDEADLK.into());
    }
    Ok(if own { 0 } else { ESRCH }.into())
}

fn thrd_join(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(2.into())
}

fn kill(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let signal = pinned(guest, 1, "a signal")? as i32;
    if pinned(guest, 0, "a thread")? != SELF {
        return Ok(ESRCH.into());
    }
    if signal == 0 { Ok(0.into()) } else { unsupported(guest, "signals to a thread; use raise") }
}

fn nothing(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(0.into())
}

/// No other thread can cancel this one, in any cancellation state.
fn set_cancel(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let old = arg(guest, 1);
    if guest.pin(old, "where to store the old state")? != 0 {
        guest.store(old, 4, 0.into())?;
    }
    Ok(0.into())
}

fn getname(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let size = pinned(guest, 2, "the size of a buffer")?;
    if size < 16 {
        return Ok(crate::model::refusal::ERANGE.into());
    }
    let path = world.case.args.first().cloned().unwrap_or_default();
    let mut name = path.rsplit(|&b| b == b'/').next().unwrap_or_default().to_vec();
    name.truncate(15);
    name.push(0);
    let out = arg(guest, 1);
    guest.write_bytes(out, &name)?;
    Ok(0.into())
}

/// Ends a run in which the only thread would wait forever.
fn deadlock(guest: &dyn Guest, why: &str) -> Halt {
    guest.fail(FailureKind::Misuse(format!("deadlock: {why}")))
}

/// An `int` inside a lock.
fn load_int(guest: &mut dyn Guest, base: Word, offset: u64) -> Run<i32> {
    let here = at(guest, base, offset);
    let word = guest.load(here, 4)?;
    Ok(guest.pin(word, "the state of a lock")? as i32)
}

/// Sets an `int` inside a lock.
fn store_int(guest: &mut dyn Guest, base: Word, offset: u64, value: i32) -> Run<()> {
    let here = at(guest, base, offset);
    guest.store(here, 4, value.into())
}
