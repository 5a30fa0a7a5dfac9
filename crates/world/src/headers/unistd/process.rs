//! `<unistd.h>`, `<sys/wait.h>`, `<spawn.h>`, `<sched.h>`: the process itself, sleeping, and other
//! processes, which do not exist.

use whydunit_machine::{EXIT_STATUS, FailureKind, Guest, Halt, Reply, Run, Word};

use crate::Posix;
use crate::fs::Errno;
use crate::fs::flags::AT_FDCWD;
use crate::model::guest_ext::{arg, at};
use crate::model::syscall::{Record, Sys, int_arg, int_call, long_arg, long_call, path_arg, size_arg};
use crate::model::{Model, model};
use crate::time::clock::NANOS;

pub(crate) const MODELS: &[Model] = &[
    model("_exit", exit_now),
    model("_Exit", exit_now),
    model("exit_group", exit_now),
    int_call!("getpid", getpid),
    int_call!("gettid", getpid),
    int_call!("getppid", getppid),
    int_call!("getpgrp", getpgrp),
    int_call!("getpgid", getpgrp),
    int_call!("getsid", getpgrp),
    int_call!("setsid", |_, _| Err(Errno::EPERM.into())),
    int_call!("setpgid", |_, _| Ok(0)),
    int_call!("tcgetpgrp", tcgetpgrp),
    int_call!("tcsetpgrp", tcgetpgrp),
    int_call!("nice", nice),
    int_call!("sleep", sleep),
    int_call!("usleep", usleep),
    int_call!("nanosleep", nanosleep),
    model("clock_nanosleep", clock_nanosleep),
    int_call!("alarm", alarm),
    int_call!("ualarm", alarm),
    int_call!("pause", pause),
    int_call!("fork", process),
    int_call!("vfork", process),
    int_call!("_Fork", process),
    int_call!("clone", process),
    int_call!("daemon", process),
    int_call!("execl", execute),
    int_call!("execle", execute),
    int_call!("execlp", execute_searched),
    int_call!("execv", execute),
    int_call!("execve", execute),
    int_call!("execvp", execute_searched),
    int_call!("execvpe", execute_searched),
    int_call!("execveat", process),
    int_call!("fexecve", process),
    int_call!("posix_spawn", process),
    int_call!("posix_spawnp", process),
    int_call!("popen", process),
    int_call!("pclose", process),
    int_call!("system", system),
    int_call!("wait", no_child),
    int_call!("wait3", no_child),
    int_call!("wait4", no_child),
    int_call!("waitid", no_child),
    int_call!("waitpid", no_child),
    int_call!("sched_getaffinity", sched_getaffinity),
    int_call!("sched_setaffinity", |_, _| Ok(0)),
    int_call!("sched_getcpu", |_, _| Ok(0)),
    int_call!("sched_yield", |_, _| Ok(0)),
    int_call!("__sched_cpucount", cpu_count),
    long_call!("getrandom", getrandom),
    int_call!("getentropy", getentropy),
    int_call!("prctl", prctl),
    int_call!("acct", |_, _| Err(Errno::EPERM.into())),
    int_call!("reboot", |_, _| Err(Errno::EPERM.into())),
];

/// Exits without flushing and without handlers.
fn exit_now(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let status = arg(guest, 0);
    if status.undef & 0xff != 0 {
        return Err(guest.fail(FailureKind::UninitialisedStatus));
    }
    let status = guest.pin(Word { undef: 0, ..status }, EXIT_STATUS)?;
    Err(Halt::Exit(status as i32 & 0xff))
}

fn getpid(world: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Ok(world.case.pid as i32)
}

fn getppid(world: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Ok(world.case.pid.saturating_sub(1).max(1) as i32)
}

/// The program is no group leader: natively the shell that starts it is one.
fn getpgrp(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    getppid(world, guest)
}

fn tcgetpgrp(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let fd = int_arg(guest, 0)?;
    world.fs.is_tty(fd)?;
    getppid(world, guest)
}

fn nice(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    Ok(int_arg(guest, 0)?.clamp(0, 19))
}

fn sleep(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let seconds = int_arg(guest, 0)? as u32;
    world.clock.advance(u64::from(seconds) * NANOS);
    Ok(0)
}

fn usleep(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let micros = int_arg(guest, 0)? as u32;
    world.clock.advance(u64::from(micros) * 1000);
    Ok(0)
}

/// The duration in a `struct timespec`.
fn duration(guest: &mut dyn Guest, index: usize) -> Sys<u64> {
    let pointer = arg(guest, index);
    let nanos = at(guest, pointer, 8);
    let (seconds, nanos) = (guest.load(pointer, 8)?, guest.load(nanos, 8)?);
    let (seconds, nanos) = (guest.pin(seconds, "a duration")? as i64, guest.pin(nanos, "a duration")?);
    if seconds < 0 || nanos >= NANOS {
        return Err(Errno::EINVAL.into());
    }
    Ok((seconds as u64).saturating_mul(NANOS).saturating_add(nanos))
}

fn nanosleep(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let nanos = duration(guest, 0)?;
    world.clock.advance(nanos);
    Ok(0)
}

/// Returns the error instead of setting `errno`.
fn clock_nanosleep(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    const TIMER_ABSTIME: i32 = 1;
    const CLOCK_REALTIME: i32 = 0;
    let (clock, flags) = (int_arg(guest, 0)?, int_arg(guest, 1)?);
    let nanos = match duration(guest, 2) {
        Ok(nanos) => nanos,
        Err(crate::model::syscall::Fault::Halt(halt)) => return Err(halt),
        Err(crate::model::syscall::Fault::Errno(Errno(code))) => return Ok(code.into()),
    };
    if flags & TIMER_ABSTIME == 0 {
        world.clock.advance(nanos);
        return Ok(0i32.into());
    }
    let (seconds, fraction) = if clock == CLOCK_REALTIME { world.clock.now(guest) } else { world.clock.elapsed(guest) };
    let now = (seconds.max(0) as u64).saturating_mul(NANOS).saturating_add(fraction.into());
    world.clock.advance(nanos.saturating_sub(now));
    Ok(0i32.into())
}

/// An alarm would arrive at a time of the wall clock; programs use it as a watchdog. Ours never expires.
fn alarm(_: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Ok(0)
}

fn pause(_: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    let text = "blocks forever: no process can send this program a signal";
    Err(Halt::Failed(FailureKind::Misuse(text.into())).into())
}

/// Refuses operations that need a second process.
fn process(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let name = guest.callee().to_owned();
    let text = format!(
        "{name}: the program runs alone in its machine and cannot start processes; \
         choose an input that needs none, or answer the call with --stub {name}=-1"
    );
    Err(Halt::Unsupported(text).into())
}

/// Refuses to replace this program by another one, after the usual checks of its file.
fn execute(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let path = path_arg(guest, 0)?;
    runnable(world, &path)?;
    process(world, guest)
}

/// May this file be executed?
fn runnable(world: &mut Posix, path: &[u8]) -> Result<(), Errno> {
    let node = world.fs.find(AT_FDCWD, path, 0)?;
    if world.fs.is_directory(node) { Err(Errno::EACCES) } else { world.fs.access(node, 1) }
}

/// As `execute`, searching `$PATH` if the name has no slash.
fn execute_searched(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let name = path_arg(guest, 0)?;
    if name.is_empty() {
        return Err(Errno::ENOENT.into());
    }
    if name.contains(&b'/') {
        return execute(world, guest);
    }
    let path = world.variable(guest, b"PATH")?.unwrap_or_else(|| b"/bin:/usr/bin".to_vec());
    let mut error = Errno::ENOENT;
    for dir in path.split(|&b| b == b':') {
        let file = if dir.is_empty() { name.clone() } else { [dir, b"/", &name].concat() };
        match runnable(world, &file) {
            Ok(()) => return process(world, guest),
            // Remember this error while the search continues.
            Err(Errno::EACCES) => error = Errno::EACCES,
            Err(Errno::ENOENT | Errno::ENOTDIR) => {}
            Err(other) => return Err(other.into()),
        }
    }
    Err(error.into())
}

/// `system(NULL)` asks whether there is a shell: there is none.
fn system(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    if size_arg(guest, 0)? == 0 { Ok(0) } else { process(world, guest) }
}

fn no_child(_: &mut Posix, _: &mut dyn Guest) -> Sys<i32> {
    Err(Errno::ECHILD.into())
}

/// One processor, number 0.
fn sched_getaffinity(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let size = size_arg(guest, 1)?;
    if size == 0 || !size.is_multiple_of(8) {
        return Err(Errno::EINVAL.into());
    }
    let target = arg(guest, 2);
    Record::new(size.min(128) as usize).put(0, 1, 1).store(guest, target)?;
    Ok(0)
}

fn cpu_count(_: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let mut set = vec![0; size_arg(guest, 0)?.min(8192) as usize];
    guest.read_bytes(arg(guest, 1), &mut set, false)?;
    Ok(set.iter().map(|b| b.count_ones() as i32).sum())
}

/// Stores random bytes derived from the case's seed.
fn fill_random(world: &mut Posix, guest: &mut dyn Guest, count: u64) -> Sys<()> {
    let bytes = world.fs.random(count as usize);
    let chunk = crate::fs::Chunk { channel: whydunit_machine::Channel::Surroundings, offset: 0, bytes };
    let target = arg(guest, 0);
    crate::model::syscall::deliver(guest, target, &chunk)?;
    Ok(())
}

fn getrandom(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i64> {
    let (count, flags) = (size_arg(guest, 1)?.min(0x1ff_ffff), int_arg(guest, 2)?);
    if flags & !7 != 0 {
        return Err(Errno::EINVAL.into());
    }
    fill_random(world, guest, count)?;
    Ok(count as i64)
}

fn getentropy(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    let count = size_arg(guest, 1)?;
    if count > 256 {
        return Err(Errno::EIO.into());
    }
    fill_random(world, guest, count)?;
    Ok(0)
}

/// Supports only the name of the process.
fn prctl(world: &mut Posix, guest: &mut dyn Guest) -> Sys<i32> {
    const PR_SET_NAME: i64 = 15;
    const PR_GET_NAME: i64 = 16;
    match long_arg(guest, 0)? {
        PR_SET_NAME => Ok(0),
        PR_GET_NAME => {
            let name = world.case.args.first().cloned().unwrap_or_default();
            let short = name.rsplit(|&b| b == b'/').next().unwrap_or_default();
            let short = &short[..short.len().min(15)];
            let target = arg(guest, 1);
            Record::new(16).bytes(0, short).store(guest, target)?;
            Ok(0)
        }
        _ => Err(Errno::EINVAL.into()),
    }
}
