//! `<time.h>`, `<sys/time.h>`, `<sys/times.h>`: clocks and calendars.

mod complete;
mod format;
mod make;
#[cfg(test)]
mod native_tests;
mod parse;
mod wide;

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::refusal::{EINVAL, EOVERFLOW, EPERM, minus_one, null};
use crate::model::{Model, model};
use crate::time::calendar::{self, field};
use crate::time::clock::{NANOS, split};

pub(crate) const MODELS: &[Model] = &[
    model("adjtime", clock_settime),
    model("asctime", asctime),
    model("asctime_r", asctime_r),
    model("clock", clock),
    model("clock_getcpuclockid", clock_getcpuclockid),
    model("clock_getres", clock_getres),
    model("clock_gettime", clock_gettime),
    model("clock_settime", clock_settime),
    model("ctime", ctime),
    model("ctime_r", ctime_r),
    model("difftime", difftime),
    model("ftime", ftime),
    model("getitimer", getitimer),
    model("gettimeofday", gettimeofday),
    model("gmtime", gmtime),
    model("gmtime_r", gmtime_r),
    model("localtime", localtime),
    model("localtime_r", localtime_r),
    model("mktime", make::mktime),
    model("setitimer", setitimer),
    model("settimeofday", clock_settime),
    model("stime", clock_settime),
    model("strftime", format::strftime),
    model("strftime_l", format::strftime),
    model("strptime", parse::strptime),
    model("strptime_l", parse::strptime),
    model("time", time),
    model("timegm", make::timegm),
    model("timelocal", make::mktime),
    model("thrd_sleep", thrd_sleep),
    model("times", times),
    model("timespec_get", timespec_get),
    model("tzset", tzset),
    model("wcsftime", wide::wcsftime),
    model("wcsftime_l", wide::wcsftime),
];

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn time(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (secs, _) = world.clock.now(guest);
    let out = arg(guest, 0);
    if guest.pin(out, "the address given to time")? != 0 {
        guest.store(out, 8, secs.into())?;
    }
    Ok(secs.into())
}

/// Stores a pair of longs: `struct timespec`, `struct timeval`.
fn store_pair(guest: &mut dyn Guest, addr: Word, pair: (i64, i64)) -> Run<()> {
    guest.store(addr, 8, pair.0.into())?;
    let second = at(guest, addr, 8);
    guest.store(second, 8, pair.1.into())
}

fn gettimeofday(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (secs, nanos) = world.clock.now(guest);
    let (time, zone) = (arg(guest, 0), arg(guest, 1));
    if guest.pin(time, "the address given to gettimeofday")? != 0 {
        store_pair(guest, time, (secs, i64::from(nanos / 1000)))?;
    }
    if guest.pin(zone, "the address given to gettimeofday")? != 0 {
        guest.store(zone, 8, Word::new(0))?;
    }
    Ok(0.into())
}

/// `struct timeb`: seconds, then milliseconds and two members about zones that are always zero.
fn ftime(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (secs, nanos) = world.clock.now(guest);
    let out = arg(guest, 0);
    guest.store(out, 8, secs.into())?;
    let rest = at(guest, out, 8);
    guest.store(rest, 8, u64::from(nanos / 1_000_000).into())?;
    Ok(0.into())
}

/// C11's sleep, which advances the virtual clock.
fn thrd_sleep(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let span = arg(guest, 0);
    let (secs, nanos) = (guest.load(span, 8)?, at(guest, span, 8));
    let nanos = guest.load(nanos, 8)?;
    let (secs, nanos) = (guest.pin(secs, "a span of time")? as i64, guest.pin(nanos, "a span of time")?);
    if secs < 0 || nanos >= NANOS {
        return Ok((-2).into());
    }
    world.clock.advance((secs as u64).saturating_mul(NANOS).saturating_add(nanos));
    Ok(0.into())
}

/// The time of a clock; none for an unknown clock id.
fn read_clock(world: &Posix, guest: &dyn Guest, id: i32) -> Option<(i64, u32)> {
    match id {
        0 | 5 | 8 | 11 => Some(world.clock.now(guest)),
        1 | 4 | 6 | 7 | 9 => Some(world.clock.elapsed(guest)),
        2 | 3 => Some(split(world.clock.used(guest))),
        // The process's own processor clock, as numbered by clock_getcpuclockid.
        -6 => Some(split(world.clock.used(guest))),
        _ => None,
    }
}

fn clock_gettime(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let id = pinned(guest, 0, "the clock of clock_gettime")? as i32;
    let Some((secs, nanos)) = read_clock(world, guest, id) else { return minus_one(world, guest, EINVAL) };
    let out = arg(guest, 1);
    store_pair(guest, out, (secs, i64::from(nanos)))?;
    Ok(0.into())
}

fn clock_getres(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let id = pinned(guest, 0, "the clock of clock_getres")? as i32;
    if read_clock(world, guest, id).is_none() {
        return minus_one(world, guest, EINVAL);
    }
    let out = arg(guest, 1);
    if guest.pin(out, "the address given to clock_getres")? != 0 {
        let coarse = matches!(id, 5 | 6);
        store_pair(guest, out, (0, if coarse { 4_000_000 } else { 1 }))?;
    }
    Ok(0.into())
}

/// Only the case sets the virtual clock.
fn clock_settime(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    minus_one(world, guest, EPERM)
}

fn clock_getcpuclockid(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let pid = pinned(guest, 0, "the process of clock_getcpuclockid")? as u32;
    if pid != 0 && pid != world.case.pid {
        return Ok(3.into());
    }
    let out = arg(guest, 1);
    guest.store(out, 4, (-6).into())?;
    Ok(0.into())
}

fn clock(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(((world.clock.used(guest) / 1000) as i64).into())
}

/// `times`: all processor time is the program's own, in hundredths of seconds.
fn times(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let tick = NANOS / 100;
    let used = world.clock.used(guest) / tick;
    let out = arg(guest, 0);
    if guest.pin(out, "the address given to times")? != 0 {
        store_pair(guest, out, (used as i64, 0))?;
        let children = at(guest, out, 16);
        store_pair(guest, children, (0, 0))?;
    }
    let (secs, nanos) = world.clock.elapsed(guest);
    Ok((secs * 100 + i64::from(nanos) / tick as i64).into())
}

fn timespec_get(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let base = pinned(guest, 1, "the base of timespec_get")? as i32;
    if base != 1 {
        return Ok(0.into());
    }
    let (secs, nanos) = world.clock.now(guest);
    let out = arg(guest, 0);
    store_pair(guest, out, (secs, i64::from(nanos)))?;
    Ok(base.into())
}

/// Interval timers never expire: signals would arrive at times that the program cannot rely on.
fn setitimer(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    if pinned(guest, 0, "the timer of setitimer")? > 2 {
        return minus_one(world, guest, EINVAL);
    }
    store_idle_timer(guest, 2)
}

fn getitimer(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    if pinned(guest, 0, "the timer of getitimer")? > 2 {
        return minus_one(world, guest, EINVAL);
    }
    store_idle_timer(guest, 1)
}

fn store_idle_timer(guest: &mut dyn Guest, index: usize) -> Run<Reply> {
    let out = arg(guest, index);
    if guest.pin(out, "the address of a timer")? != 0 {
        guest.fill(out, Word::new(0), 32)?;
    }
    Ok(0.into())
}

fn difftime(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (end, start) = (pinned(guest, 0, "a time")? as i64, pinned(guest, 1, "a time")? as i64);
    Ok(((i128::from(end) - i128::from(start)) as f64).into())
}

fn tzset(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    world.take_zone(guest)?;
    Ok(().into())
}

/// The time that a `time_t *` argument points to.
fn pointed_time(guest: &mut dyn Guest) -> Run<i64> {
    let addr = arg(guest, 0);
    let word = guest.load(addr, 8)?;
    Ok(guest.pin(word, "a time")? as i64)
}

fn gmtime(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let tm = world.local.shared_tm(guest);
    universal(world, guest, tm.into())
}

fn gmtime_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let tm = arg(guest, 1);
    universal(world, guest, tm)
}

fn universal(world: &mut Posix, guest: &mut dyn Guest, tm: Word) -> Run<Reply> {
    let time = pointed_time(guest)?;
    let fits = world.store_universal(guest, time, tm)?;
    tm_or_overflow(world, guest, fits, tm)
}

fn localtime(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let tm = world.local.shared_tm(guest);
    let zone = world.take_zone(guest)?;
    let time = pointed_time(guest)?;
    let fits = world.store_local(guest, &zone, time, tm.into())?;
    tm_or_overflow(world, guest, fits, tm.into())
}

fn localtime_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let tm = arg(guest, 1);
    let zone = world.current_zone(guest)?;
    let time = pointed_time(guest)?;
    let fits = world.store_local(guest, &zone, time, tm)?;
    tm_or_overflow(world, guest, fits, tm)
}

fn tm_or_overflow(world: &mut Posix, guest: &mut dyn Guest, fits: bool, tm: Word) -> Run<Reply> {
    if fits {
        return Ok(tm.into());
    }
    world.set_errno(guest, EOVERFLOW)?;
    Ok(0.into())
}

fn ctime(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let text = world.local.shared_text(guest);
    local_text(world, guest, text.into())
}

fn ctime_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let text = arg(guest, 1);
    local_text(world, guest, text)
}

fn local_text(world: &mut Posix, guest: &mut dyn Guest, text: Word) -> Run<Reply> {
    let tm = world.local.shared_tm(guest);
    if localtime(world, guest)?.slots[0].bits == 0 {
        return Ok(0.into());
    }
    text_of(guest, tm.into(), text)
}

fn asctime(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (tm, text) = (arg(guest, 0), world.local.shared_text(guest));
    asctime_into(world, guest, tm, text.into())
}

fn asctime_r(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (tm, text) = (arg(guest, 0), arg(guest, 1));
    asctime_into(world, guest, tm, text)
}

fn asctime_into(world: &mut Posix, guest: &mut dyn Guest, tm: Word, text: Word) -> Run<Reply> {
    if guest.pin(tm, "the time given to asctime")? == 0 {
        return null(world, guest, EINVAL);
    }
    if calendar::get(guest, tm, field::YEAR)? > i32::MAX - 1900 {
        return null(world, guest, EOVERFLOW);
    }
    text_of(guest, tm, text)
}

/// "Sun Sep 16 01:03:52 1973\n", with question marks for an invalid day or month.
fn text_of(guest: &mut dyn Guest, tm: Word, text: Word) -> Run<Reply> {
    let mut get = |offset| calendar::get(guest, tm, offset);
    let (wday, mon) = (get(field::WDAY)?, get(field::MON)?);
    let short = |names: &[&'static str], index: i32| {
        usize::try_from(index).ok().and_then(|i| names.get(i)).map_or("???", |name| &name[..3])
    };
    let line = format!(
        "{} {}{:3} {:02}:{:02}:{:02} {}\n\0",
        short(&DAYS, wday),
        short(&MONTHS, mon),
        get(field::MDAY)?,
        get(field::HOUR)?,
        get(field::MIN)?,
        get(field::SEC)?,
        i64::from(get(field::YEAR)?) + 1900
    );
    guest.write_bytes(text, line.as_bytes())?;
    Ok(text.into())
}
