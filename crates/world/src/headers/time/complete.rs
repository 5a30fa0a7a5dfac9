//! Derived parts of a date that `strptime` read: weekday, day of the year, month.

use std::collections::BTreeMap;

use whydunit_machine::{Guest, Run, Word};

use crate::model::guest_ext::at;
use crate::time::calendar::{days_before, days_to_month, field, is_leap};

/// The parts of a date in the text, from which the others are computed.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) twelve: bool,
    pub(super) afternoon: bool,
    pub(super) century: Option<i64>,
    pub(super) short_year: bool,
    pub(super) day_wanted: bool,
    pub(super) wday: bool,
    pub(super) yday: bool,
    pub(super) mon: bool,
    pub(super) mday: bool,
    /// Week of the year, and whether weeks start on Sunday (0) or Monday (1).
    pub(super) week: Option<(i64, i64)>,
}

/// The `struct tm`: the parts read, over its old contents.
pub(super) struct Fields<'a> {
    pub(super) guest: &'a mut dyn Guest,
    pub(super) tm: Word,
    pub(super) set: BTreeMap<u64, i64>,
}

impl Fields<'_> {
    /// A member, new or old; an uninitialised one counts as -1.
    fn get(&mut self, offset: u64) -> Run<i64> {
        if let Some(&value) = self.set.get(&offset) {
            return Ok(value);
        }
        let here = at(self.guest, self.tm, offset);
        let word = self.guest.load(here, 4)?;
        if word.undef != 0 {
            return Ok(-1);
        }
        Ok(i64::from(self.guest.pin(word, "a member of struct tm")? as i32))
    }

    fn put(&mut self, offset: u64, value: i64) {
        self.set.insert(offset, value);
    }

    pub(super) fn store(self) -> Run<()> {
        for (&offset, &value) in &self.set {
            let here = at(self.guest, self.tm, offset);
            if offset == field::GMTOFF {
                self.guest.store(here, 8, value.into())?;
            } else {
                self.guest.store(here, 4, (value as i32).into())?;
            }
        }
        Ok(())
    }

    fn full_year(&mut self) -> Run<i64> {
        Ok(self.get(field::YEAR)? + 1900)
    }

    /// Sets month and day of the month from the day of the year, if they were not read.
    fn date_by_yday(&mut self, mon: bool, mday: bool) -> Run<()> {
        let leap = is_leap(self.full_year()?);
        let yday = self.get(field::YDAY)?;
        let month = (1..12).take_while(|&m| i64::from(days_before(leap, m)) <= yday).count();
        if !mon {
            self.put(field::MON, month as i64);
        }
        if !mday {
            self.put(field::MDAY, yday - i64::from(days_before(leap, month)) + 1);
        }
        Ok(())
    }

    /// The weekday of a date of this year.
    fn weekday(&mut self, month: i64, mday: i64) -> Run<i64> {
        let year = self.full_year()?;
        Ok((days_to_month(year, month.clamp(0, 11)) + mday - 1 + 4).rem_euclid(7))
    }
}

impl Seen {
    /// Computes the parts that follow from those read.
    pub(super) fn complete(mut self, fields: &mut Fields) -> Run<()> {
        if self.twelve && self.afternoon {
            let hour = fields.get(field::HOUR)?;
            fields.put(field::HOUR, hour + 12);
        }
        if let Some(century) = self.century {
            let within = if self.short_year { fields.get(field::YEAR)? % 100 } else { 0 };
            fields.put(field::YEAR, within + (century - 19) * 100);
        }
        if self.day_wanted {
            self.complete_days(fields)?;
        }
        match self.week {
            Some((week, first)) if self.wday => self.complete_week(fields, week, first),
            _ => Ok(()),
        }
    }

    fn complete_days(&mut self, fields: &mut Fields) -> Run<()> {
        let dated = self.wday || self.mon && self.mday;
        if !dated && self.yday {
            fields.date_by_yday(self.mon, self.mday)?;
            (self.mon, self.mday) = (true, true);
        }
        let month = fields.get(field::MON)?;
        if !self.mon && !(0..12).contains(&month) {
            return Ok(());
        }
        let mday = fields.get(field::MDAY)?;
        if !self.wday {
            let wday = fields.weekday(month, mday)?;
            fields.put(field::WDAY, wday);
        }
        if !self.yday {
            let leap = is_leap(fields.full_year()?);
            fields.put(field::YDAY, i64::from(days_before(leap, month as usize)) + mday - 1);
        }
        Ok(())
    }

    fn complete_week(&self, fields: &mut Fields, week: i64, first: i64) -> Run<()> {
        let wday = fields.get(field::WDAY)?;
        let new_year = fields.weekday(0, 1)?;
        if !self.yday {
            let yday = (7 - (new_year - first)) % 7 + (week - 1) * 7 + (wday - first + 7) % 7;
            fields.put(field::YDAY, yday);
        }
        if !self.mday || !self.mon {
            fields.date_by_yday(self.mon, self.mday)?;
        }
        Ok(())
    }
}
