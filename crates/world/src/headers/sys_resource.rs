//! `<sys/resource.h>`, `<sys/utsname.h>`, `<sys/sysinfo.h>`, `gethostname`: the machine and its limits.

use whydunit_machine::{Guest, Word};

use crate::Posix;
use crate::fs::{Errno, MAX_DESCRIPTORS};
use crate::headers::unistd::limits::{FREE_PAGES, PAGES};
use crate::model::Model;
use crate::model::guest_ext::arg;
use crate::model::syscall::{Record, Sys, int_arg, int_call, size_arg};
use crate::time::clock::split;

pub(crate) const MODELS: &[Model] = &[
    int_call!("getrlimit", getrlimit),
    int_call!("getrlimit64", getrlimit),
    int_call!("setrlimit", setrlimit),
    int_call!("setrlimit64", setrlimit),
    int_call!("prlimit", prlimit),
    int_call!("prlimit64", prlimit),
    int_call!("getrusage", getrusage),
    int_call!("getpriority", |_, _| Ok(0)),
    int_call!("setpriority", |_, _| Ok(0)),
    int_call!("uname", uname),
    int_call!("gethostname", gethostname),
    int_call!("getdomainname", getdomainname),
    int_call!("sethostname", |_, _| Err(Errno::EPERM.into())),
    int_call!("setdomainname", |_, _| Err(Errno::EPERM.into())),
    int_call!("sysinfo", sysinfo),
    int_call!("gethostid", |_, _| Ok(0)),
];

const HOST: &[u8] = b"whydunit";
const UNLIMITED: u64 = u64::MAX;

/// The soft and the hard limit of a resource.
fn limits(resource: i32) -> Option<(u64, u64)> {
    const STACK: i32 = 3;
    const CORE: i32 = 4;
    const PROCESSES: i32 = 6;
    const FILES: i32 = 7;
    const LOCKED: i32 = 8;
    Some(match resource {
        STACK => (8 << 20, UNLIMITED),
        CORE => (0, UNLIMITED),
        PROCESSES | 11 => (96_349, 96_349),
        FILES => (MAX_DESCRIPTORS as u64, MAX_DESCRIPTORS as u64),
        LOCKED => (8 << 20, 8 << 20),
        12 => (819_200, 819_200),
        13 | 14 => (0, 0),
        0..=15 => (UNLIMITED, UNLIMITED),
        _ => return None,
    })
}

fn report_limit(guest: &mut dyn Guest, resource: i32, target: Word) -> Sys<i32> {
    let (soft, hard) = limits(resource).ok_or(Errno::EINVAL)?;
    Record::new(16).put(0, 8, soft).put(8, 8, hard).store(guest, target)?;
    Ok(0)
}

fn getrlimit(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (resource, target) = (int_arg(guest, 0)?, arg(guest, 1));
    report_limit(guest, resource, target)
}

/// Accepted without effect: the machine has budgets of its own.
fn setrlimit(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    limits(int_arg(guest, 0)?).ok_or(Errno::EINVAL)?;
    Ok(0)
}

fn prlimit(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (resource, old) = (int_arg(guest, 1)?, arg(guest, 3));
    if guest.pin(old, "pointer to limits")? != 0 {
        report_limit(guest, resource, old)?;
    }
    limits(resource).map(|_| 0).ok_or_else(|| Errno::EINVAL.into())
}

/// Processor time comes from the virtual clock; everything else is zero.
fn getrusage(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let (who, target) = (int_arg(guest, 0)?, arg(guest, 1));
    if !(-1..=1).contains(&who) {
        return Err(Errno::EINVAL.into());
    }
    // There are no children, so they use no time.
    let (seconds, nanos) = split(if who == -1 { 0 } else { world.clock.used(guest) });
    Record::new(144).put(0, 8, seconds as u64).put(8, 8, u64::from(nanos / 1000)).store(guest, target)?;
    Ok(0)
}

fn uname(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    const FIELD: usize = 65;
    let fields: [&[u8]; 6] = [b"Linux", HOST, b"6.1.0", b"#1 SMP Debian 6.1.0", b"x86_64", b"(none)"];
    let record = fields.into_iter().enumerate();
    let record = record.fold(Record::new(6 * FIELD), |record, (i, text)| record.bytes(i * FIELD, text));
    let target = arg(guest, 0);
    record.store(guest, target)?;
    Ok(0)
}

fn name_into(guest: &mut dyn Guest, name: &[u8], too_long: Errno) -> Sys<i32> {
    let (target, size) = (arg(guest, 0), size_arg(guest, 1)? as usize);
    let text = [name, b"\0"].concat();
    guest.write_bytes(target, &text[..text.len().min(size)])?;
    if size < text.len() { Err(too_long.into()) } else { Ok(0) }
}

fn gethostname(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    name_into(guest, HOST, Errno::ENAMETOOLONG)
}

fn getdomainname(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    name_into(guest, b"(none)", Errno::EINVAL)
}

/// `struct sysinfo`: up for an hour before the run, one process, no load.
fn sysinfo(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let up = 3600 + world.clock.elapsed(guest).0 as u64;
    let target = arg(guest, 0);
    Record::new(112)
        .put(0, 8, up)
        .put(32, 8, PAGES * 4096)
        .put(40, 8, FREE_PAGES * 4096)
        .put(80, 2, 1)
        .put(104, 4, 1)
        .store(guest, target)?;
    Ok(0)
}
