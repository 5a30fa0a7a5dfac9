//! Requests about the surrounding system, most of which is absent: device numbers, the log,
//! logged-in users, shared libraries, the call stack.

use whydunit_machine::{Guest, Reply, Run};

use crate::Posix;
use crate::model::guest_ext::{arg, pinned};
use crate::model::refusal::{minus_one, null, unsupported};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    // <sys/sysmacros.h>
    model("gnu_dev_major", major),
    model("gnu_dev_minor", minor),
    model("gnu_dev_makedev", makedev),
    // <syslog.h>: the log is discarded.
    model("closelog", nothing),
    model("openlog", nothing),
    model("setlogmask", setlogmask),
    model("syslog", nothing),
    model("__syslog_chk", nothing),
    model("vsyslog", nothing),
    // <utmp.h>, <utmpx.h>: no user is logged in.
    model("endutent", nothing),
    model("endutxent", nothing),
    model("getutent", nobody),
    model("getutid", nobody),
    model("getutline", nobody),
    model("getutxent", nobody),
    model("getutxid", nobody),
    model("getutxline", nobody),
    model("pututxline", nobody),
    model("setutent", nothing),
    model("setutxent", nothing),
    model("utmpname", nothing),
    model("utmpxname", nothing),
    // <dlfcn.h>
    model("dlclose", no_libraries),
    model("dlerror", nobody_null),
    model("dlopen", no_libraries),
    model("dlsym", no_libraries),
    // <execinfo.h>: the machine itself shows the stack.
    model("backtrace", nothing),
    model("backtrace_symbols", nobody_null),
    model("backtrace_symbols_fd", nothing),
    // <nl_types.h>: there are no message catalogues.
    model("catclose", no_catalogue),
    model("catgets", catgets),
    model("catopen", no_catalogue),
    // <sched.h>: one process with the usual policy.
    model("sched_get_priority_max", priority_max),
    model("sched_get_priority_min", priority_min),
    model("sched_getscheduler", nothing),
    // <gnu/libc-version.h>
    model("gnu_get_libc_version", libc_version),
    // <ucontext.h>
    model("getcontext", no_contexts),
    model("makecontext", no_contexts),
    model("swapcontext", no_contexts),
    // <crypt.h>
    model("crypt", no_crypt),
    model("crypt_r", no_crypt),
    // <sys/syscall.h>
    model("syscall", syscall),
];

fn nothing(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(0.into())
}

/// Splits a device number as glibc does: both parts have low and high bits.
fn major(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let device = pinned(guest, 0, "a device number")?;
    Ok((((device >> 8) & 0xfff | (device >> 32) & 0xffff_f000) as i32).into())
}

fn minor(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let device = pinned(guest, 0, "a device number")?;
    Ok(((device & 0xff | (device >> 12) & 0xffff_ff00) as i32).into())
}

fn makedev(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let major = pinned(guest, 0, "a device number")? & 0xffff_ffff;
    let minor = pinned(guest, 1, "a device number")? & 0xffff_ffff;
    let high = (major & 0xffff_f000) << 32 | (minor & 0xffff_ff00) << 12;
    Ok((high | (major & 0xfff) << 8 | minor & 0xff).into())
}

fn setlogmask(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(0xff.into())
}

fn nobody(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    null(world, guest, crate::model::refusal::ENOENT)
}

fn nobody_null(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok(0.into())
}

fn no_libraries(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    unsupported(
        guest,
        "shared libraries cannot be loaded at run time; link the code, compiled with whydunit cc, statically",
    )
}

fn no_catalogue(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    minus_one(world, guest, crate::model::refusal::ENOENT)
}

fn catgets(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(arg(guest, 3).into())
}

/// Only the real-time policies, 1 and 2, have priorities.
fn priority_max(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let policy = pinned(guest, 0, "a scheduling policy")?;
    Ok(if matches!(policy, 1 | 2) { 99 } else { 0 }.into())
}

fn priority_min(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let policy = pinned(guest, 0, "a scheduling policy")?;
    Ok(i32::from(matches!(policy, 1 | 2)).into())
}

fn libc_version(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let text = *world.libc_version.get_or_insert_with(|| guest.reserve(8, 1));
    guest.write_bytes(text.into(), b"2.36\0")?;
    Ok(text.into())
}

fn no_contexts(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    unsupported(guest, "contexts of <ucontext.h> are not supported; use setjmp and longjmp")
}

fn no_crypt(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    unsupported(guest, "hashing of passwords is not modelled; link a crypt compiled with whydunit cc")
}

fn syscall(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let number = arg(guest, 0);
    let number = guest.pin(number, "the number of a system call")?;
    unsupported(guest, &format!("system call {number} made directly; call the function of libc, or stub syscall"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Case;
    use crate::test_guest::{TestGuest, int};

    #[test]
    fn device_numbers_go_both_ways() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let mut ask = |name: &str, args: &[u64]| {
            let args: Vec<_> = args.iter().map(|&a| int(a)).collect();
            guest.call(&mut world, name, &args).unwrap().slots[0].bits
        };
        let device = ask("gnu_dev_makedev", &[0x1234_5678, 0x9abc_def0]);
        assert_eq!(device, 0x1234_59ab_cde6_78f0);
        assert_eq!(ask("gnu_dev_major", &[device]), 0x1234_5678);
        assert_eq!(ask("gnu_dev_minor", &[device]), 0x9abc_def0);
    }
}
