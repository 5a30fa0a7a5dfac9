//! `mktime` and `timegm`: conversion of a broken-down time to seconds since the epoch.

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::arg;
use crate::model::refusal::{EOVERFLOW, minus_one};
use crate::time::calendar::{self, Broken, broken_down, days_to_month, field};
use crate::time::zone::Zone;

/// Step and range of the search of `mktime` for the other kind of time (summer or standard).
const STRIDE: i64 = 601_200;
const REACH: i64 = 457_243_209 / 2 + STRIDE;

pub(super) fn mktime(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let tm = arg(guest, 0);
    let zone = world.take_zone(guest)?;
    let wish = Wish::load(guest, tm)?;
    let mut guess = world.local.guess;
    let found = wish.moment(Some(&zone), &mut guess);
    world.local.guess = guess;
    match found {
        Some(time) if world.store_local(guest, &zone, time, tm)? => Ok(time.into()),
        _ => minus_one(world, guest, EOVERFLOW),
    }
}

pub(super) fn timegm(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let tm = arg(guest, 0);
    let mut wish = Wish::load(guest, tm)?;
    wish.isdst = 0;
    match wish.moment(None, &mut 0) {
        Some(time) if world.store_universal(guest, time, tm)? => Ok(time.into()),
        _ => minus_one(world, guest, EOVERFLOW),
    }
}

/// The time for a broken-down local time, which stays unchanged; -1 if there is none.
pub(super) fn moment(world: &mut Posix, guest: &mut dyn Guest, tm: Word) -> Run<i64> {
    let zone = world.take_zone(guest)?;
    let mut guess = world.local.guess;
    let found = Wish::load(guest, tm)?.moment(Some(&zone), &mut guess);
    world.local.guess = guess;
    Ok(found.unwrap_or(-1))
}

/// The request: a date with unnormalised numbers, the second, and whether summer time is meant.
struct Wish {
    /// Seconds since the epoch for the date in universal time with its second in range.
    face: i128,
    second: i64,
    asked: i64,
    isdst: i32,
}

impl Wish {
    fn load(guest: &mut dyn Guest, tm: Word) -> Run<Self> {
        let mut get = |offset| calendar::get(guest, tm, offset).map(i64::from);
        let (year, mon, mday) = (get(field::YEAR)?, get(field::MON)?, get(field::MDAY)?);
        let (hour, min, sec) = (get(field::HOUR)?, get(field::MIN)?, get(field::SEC)?);
        let isdst = get(field::ISDST)? as i32;
        let days = days_to_month(year + 1900 + mon.div_euclid(12), mon.rem_euclid(12)) + mday - 1;
        let second = sec.clamp(0, 59);
        let face = i128::from(days) * 86_400 + i128::from(hour * 3600 + min * 60 + second);
        Ok(Wish { face, second, asked: sec, isdst })
    }

    /// The time whose local time is the wanted one, searched as in glibc: `guess` is the
    /// difference found last time. The search starts from it, and it selects one of two
    /// times with the same local time.
    fn moment(&self, zone: Option<&Zone>, guess: &mut i64) -> Option<i64> {
        let start = self.face - i128::from(*guess);
        let mut time = i64::try_from(start).ok()?;
        let (mut before, mut last) = (time, time);
        let mut last_dst = false;
        for _ in 0..6 {
            let (gap, dst) = self.gap(zone, time)?;
            if gap == 0 {
                time = self.prefer(zone, time, dst)?;
                break;
            }
            let oscillates = time == before && time != last;
            if oscillates && (if self.isdst < 0 { last_dst <= dst } else { (self.isdst != 0) != dst }) {
                break;
            }
            (before, last, last_dst) = (last, time, dst);
            time = time.checked_add(gap)?;
        }
        *guess = i64::try_from(self.face - i128::from(time)).ok()?;
        let exact = time.checked_add(self.asked - self.second)?;
        shown(zone, exact)?;
        Some(exact)
    }

    /// Seconds from the local time at `time` to the wanted one, and whether `time` has summer time.
    fn gap(&self, zone: Option<&Zone>, time: i64) -> Option<(i64, bool)> {
        let (broken, offset) = shown(zone, time)?;
        let face = i128::from(time) + i128::from(offset);
        Some((i64::try_from(self.face - face).ok()?, broken.isdst != 0))
    }

    /// `time` has the wanted local time; if it is of the other kind (summer or standard) than requested, uses
    /// the offset of the nearest time of that kind.
    fn prefer(&self, zone: Option<&Zone>, time: i64, dst: bool) -> Option<i64> {
        if self.isdst < 0 || (self.isdst != 0) == dst {
            return Some(time);
        }
        for distance in (STRIDE..REACH).step_by(STRIDE as usize) {
            for other in [time.checked_sub(distance)?, time.checked_add(distance)?] {
                let (gap, dst) = self.gap(zone, other)?;
                if dst == (self.isdst != 0) {
                    return other.checked_add(gap);
                }
            }
        }
        // The zone never has the other kind: assume that summer time is an hour ahead.
        time.checked_add(if dst { 3600 } else { -3600 })
    }
}

/// The local time (universal without a zone) and its offset at `time`.
fn shown(zone: Option<&Zone>, time: i64) -> Option<(Broken, i64)> {
    let Some(zone) = zone else { return broken_down(time, 0).map(|b| (b, 0)) };
    let kind = zone.at(time);
    let mut broken = broken_down(time, kind.offset)?;
    broken.isdst = i32::from(kind.dst);
    Some((broken, kind.offset))
}
