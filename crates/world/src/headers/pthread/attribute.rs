//! Thread attributes: stored as the program sets them, for threads that are never created.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::nothing;
use crate::Posix;
use crate::model::guest_ext::{arg, at};
use crate::model::refusal::unsupported;
use crate::model::{Model, model};

pub(super) const MODELS: &[Model] = &[
    model("pthread_attr_init", init),
    model("pthread_attr_destroy", nothing),
    model("pthread_attr_setdetachstate", |_, guest| set(guest, DETACH, 4)),
    model("pthread_attr_getdetachstate", |_, guest| get(guest, DETACH, 4)),
    model("pthread_attr_setstacksize", |_, guest| set(guest, STACK_SIZE, 8)),
    model("pthread_attr_getstacksize", |_, guest| get(guest, STACK_SIZE, 8)),
    model("pthread_attr_setguardsize", |_, guest| set(guest, GUARD_SIZE, 8)),
    model("pthread_attr_getguardsize", |_, guest| get(guest, GUARD_SIZE, 8)),
    model("pthread_attr_setscope", |_, guest| set(guest, SCOPE, 4)),
    model("pthread_attr_getscope", |_, guest| get(guest, SCOPE, 4)),
    model("pthread_attr_setinheritsched", |_, guest| set(guest, INHERIT, 4)),
    model("pthread_attr_getinheritsched", |_, guest| get(guest, INHERIT, 4)),
    model("pthread_attr_setschedpolicy", |_, guest| set(guest, POLICY, 4)),
    model("pthread_attr_getschedpolicy", |_, guest| get(guest, POLICY, 4)),
    model("pthread_getattr_np", getattr_np),
];

/// Offsets of the members in `pthread_attr_t`, whose layout is private to libc.
const DETACH: u64 = 0;
const SCOPE: u64 = 4;
const STACK_SIZE: u64 = 8;
const GUARD_SIZE: u64 = 16;
const INHERIT: u64 = 24;
const POLICY: u64 = 28;
const SIZE: u64 = 56;

fn init(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let attributes = arg(guest, 0);
    guest.fill(attributes, Word::new(0), SIZE)?;
    for (offset, value) in [(STACK_SIZE, 8u64 << 20), (GUARD_SIZE, 4096)] {
        let here = at(guest, attributes, offset);
        guest.store(here, 8, value.into())?;
    }
    Ok(0.into())
}

fn set(guest: &mut dyn Guest, offset: u64, bytes: u8) -> Run<Reply> {
    let (attributes, value) = (arg(guest, 0), arg(guest, 1));
    let here = at(guest, attributes, offset);
    guest.store(here, bytes, value)?;
    Ok(0.into())
}

fn get(guest: &mut dyn Guest, offset: u64, bytes: u8) -> Run<Reply> {
    let (attributes, out) = (arg(guest, 0), arg(guest, 1));
    let here = at(guest, attributes, offset);
    let value = guest.load(here, bytes)?;
    guest.store(out, bytes, value)?;
    Ok(0.into())
}

fn getattr_np(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    unsupported(guest, "the location of the stack is private to the machine; stub it with --stub pthread_getattr_np=38")
}
