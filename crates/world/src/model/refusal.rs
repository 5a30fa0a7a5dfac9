//! Failures of models: an error reported to the program, or the end of the run.

use whydunit_machine::{Guest, Halt, Reply, Run};

use crate::Posix;

pub(crate) const EPERM: i32 = 1;
pub(crate) const ENOENT: i32 = 2;
pub(crate) const ESRCH: i32 = 3;
pub(crate) const EAGAIN: i32 = 11;
pub(crate) const EBUSY: i32 = 16;
pub(crate) const EINVAL: i32 = 22;
pub(crate) const ENOSPC: i32 = 28;
pub(crate) const ERANGE: i32 = 34;
pub(crate) const EDEADLK: i32 = 35;
pub(crate) const EOVERFLOW: i32 = 75;
pub(crate) const EAFNOSUPPORT: i32 = 97;
pub(crate) const ETIMEDOUT: i32 = 110;

/// Returns -1 and sets `errno`.
pub(crate) fn minus_one(world: &mut Posix, guest: &mut dyn Guest, code: i32) -> Run<Reply> {
    world.set_errno(guest, code)?;
    Ok((-1i64).into())
}

/// Returns null and sets `errno`.
pub(crate) fn null(world: &mut Posix, guest: &mut dyn Guest, code: i32) -> Run<Reply> {
    world.set_errno(guest, code)?;
    Ok(0.into())
}

/// Ends the run, because the program needs an unsupported feature.
pub(crate) fn unsupported<T>(guest: &dyn Guest, what: &str) -> Run<T> {
    Err(Halt::Unsupported(format!("{}: {what}", guest.callee())))
}
