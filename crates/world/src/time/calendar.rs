//! Conversion between times and dates of the Gregorian calendar, and C's `struct tm` in the program's memory.

use whydunit_machine::{Guest, Run, Word};

/// Seconds in a day.
pub(crate) const DAY: i64 = 86_400;

/// Offsets of the members of glibc's `struct tm`.
pub(crate) mod field {
    pub(crate) const SEC: u64 = 0;
    pub(crate) const MIN: u64 = 4;
    pub(crate) const HOUR: u64 = 8;
    pub(crate) const MDAY: u64 = 12;
    pub(crate) const MON: u64 = 16;
    pub(crate) const YEAR: u64 = 20;
    pub(crate) const WDAY: u64 = 24;
    pub(crate) const YDAY: u64 = 28;
    pub(crate) const ISDST: u64 = 32;
    pub(crate) const GMTOFF: u64 = 40;
    pub(crate) const ZONE: u64 = 48;
    pub(crate) const SIZE: u64 = 56;
}

/// A broken-down time without its zone: C's numbering (months from 0, years from 1900).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Broken {
    pub(crate) sec: i32,
    pub(crate) min: i32,
    pub(crate) hour: i32,
    pub(crate) mday: i32,
    pub(crate) mon: i32,
    pub(crate) year: i32,
    pub(crate) wday: i32,
    pub(crate) yday: i32,
    pub(crate) isdst: i32,
}

/// Days from 1970-01-01 to the first day of `month` (0–11) of the full year.
pub(crate) fn days_to_month(year: i64, month: i64) -> i64 {
    days_to_year(year) + i64::from(days_before(is_leap(year), month as usize))
}

/// Days from 1970-01-01 to January 1 of the full year.
pub(crate) fn days_to_year(year: i64) -> i64 {
    let past = year - 1;
    past * 365 + past.div_euclid(4) - past.div_euclid(100) + past.div_euclid(400) - 719_162
}

/// Is this full year a leap year?
pub(crate) fn is_leap(year: i64) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

/// Days of the year before `month` (0–12).
pub(crate) fn days_before(leap: bool, month: usize) -> i32 {
    const BEFORE: [i32; 13] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
    BEFORE[month] + i32::from(leap && month > 1)
}

/// The date and time at `time`, `offset` seconds east of Greenwich; none if the year does not
/// fit an `int`.
pub(crate) fn broken_down(time: i64, offset: i64) -> Option<Broken> {
    let local = i128::from(time) + i128::from(offset);
    let days = i64::try_from(local.div_euclid(i128::from(DAY))).ok()?;
    let rest = local.rem_euclid(i128::from(DAY)) as i32;
    let mut year = 1970 + (i128::from(days) * 400).div_euclid(146_097) as i64;
    while days_to_year(year) > days {
        year -= 1;
    }
    while days_to_year(year + 1) <= days {
        year += 1;
    }
    let yday = (days - days_to_year(year)) as i32;
    let leap = is_leap(year);
    let mon = (1..12).take_while(|&m| days_before(leap, m) <= yday).count();
    Some(Broken {
        sec: rest % 60,
        min: rest / 60 % 60,
        hour: rest / 3600,
        mday: yday - days_before(leap, mon) + 1,
        mon: mon as i32,
        year: i32::try_from(year - 1900).ok()?,
        wday: (days + 4).rem_euclid(7) as i32,
        yday,
        isdst: 0,
    })
}

/// One `int` member of a `struct tm`. Members are read only when needed, because programs leave some uninitialised.
pub(crate) fn get(guest: &mut dyn Guest, tm: Word, offset: u64) -> Run<i32> {
    let here = crate::model::guest_ext::at(guest, tm, offset);
    let word = guest.load(here, 4)?;
    Ok(guest.pin(word, "a member of struct tm")? as i32)
}

/// Stores the nine `int` members.
pub(crate) fn put(guest: &mut dyn Guest, tm: Word, t: &Broken) -> Run<()> {
    let values = [t.sec, t.min, t.hour, t.mday, t.mon, t.year, t.wday, t.yday, t.isdst];
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    guest.write_bytes(tm, &bytes)
}

/// Stores `tm_gmtoff` and `tm_zone`.
pub(crate) fn put_zone(guest: &mut dyn Guest, tm: Word, offset: i64, zone: u64) -> Run<()> {
    let here = crate::model::guest_ext::at(guest, tm, field::GMTOFF);
    guest.store(here, 8, offset.into())?;
    let here = crate::model::guest_ext::at(guest, tm, field::ZONE);
    guest.store(here, 8, zone.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_agree_over_centuries() {
        for day in (-1_000_000..1_000_000).step_by(37) {
            let t = broken_down(day * DAY + 3_723, 0).unwrap();
            assert_eq!((t.hour, t.min, t.sec), (1, 2, 3));
            let back = days_to_month(i64::from(t.year) + 1900, i64::from(t.mon)) + i64::from(t.mday) - 1;
            assert_eq!(back, day);
        }
    }

    #[test]
    fn years_beyond_int_are_refused() {
        assert_eq!(broken_down(i64::MAX, 0), None);
        assert_eq!(broken_down(67_768_036_191_676_799, 0).unwrap().year, i32::MAX);
        assert_eq!(broken_down(67_768_036_191_676_800, 0), None);
        assert_eq!(broken_down(-1, 0).unwrap().year, 69);
    }
}
