//! Condition variables: there are no other threads, so signals have no effect, and a wait never ends.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::{deadlock, nothing};
use crate::Posix;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::refusal::ETIMEDOUT;
use crate::model::{Model, model};
use crate::time::clock::NANOS;

pub(super) const MODELS: &[Model] = &[
    model("pthread_cond_init", init),
    model("pthread_cond_destroy", nothing),
    model("pthread_cond_signal", nothing),
    model("pthread_cond_broadcast", nothing),
    model("pthread_cond_wait", wait),
    model("pthread_cond_timedwait", timedwait),
    model("pthread_condattr_init", attr_init),
    model("pthread_condattr_destroy", nothing),
    model("pthread_cond_clockwait", clockwait),
    model("pthread_condattr_setclock", nothing),
    model("pthread_condattr_setpshared", nothing),
    model("cnd_init", init),
    model("cnd_destroy", nothing),
    model("cnd_signal", nothing),
    model("cnd_broadcast", nothing),
    model("cnd_wait", wait),
    model("cnd_timedwait", timedwait),
];

fn init(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let condition = arg(guest, 0);
    guest.fill(condition, Word::new(0), 48)?;
    Ok(0.into())
}

fn attr_init(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let attributes = arg(guest, 0);
    guest.fill(attributes, Word::new(0), 4)?;
    Ok(0.into())
}

fn wait(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Err(deadlock(guest, "the only thread waits for a condition that no other thread can signal"))
}

/// Waits until the deadline.
fn timedwait(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (deadline, now) = (arg(guest, 2), world.clock.now(guest));
    pass_until(world, guest, deadline, now)?;
    Ok(if guest.callee() == "cnd_timedwait" { 4 } else { ETIMEDOUT }.into())
}

/// As `timedwait`, with a clock chosen by the program.
fn clockwait(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let monotonic = pinned(guest, 2, "a clock")? == 1;
    let now = if monotonic { world.clock.elapsed(guest) } else { world.clock.now(guest) };
    let deadline = arg(guest, 3);
    pass_until(world, guest, deadline, now)?;
    Ok(ETIMEDOUT.into())
}

fn pass_until(world: &mut Posix, guest: &mut dyn Guest, deadline: Word, now: (i64, u32)) -> Run<()> {
    let seconds = guest.load(deadline, 8)?;
    let seconds = guest.pin(seconds, "a deadline")? as i64;
    let nanos = at(guest, deadline, 8);
    let nanos = guest.load(nanos, 8)?;
    let nanos = guest.pin(nanos, "a deadline")? as i64;
    let (now, now_nanos) = now;
    let left = (i128::from(seconds) - i128::from(now)) * i128::from(NANOS) + i128::from(nanos) - i128::from(now_nanos);
    world.clock.advance(u64::try_from(left.max(0)).unwrap_or(u64::MAX));
    Ok(())
}
