//! Time zone rules in the notation of POSIX: names, offsets, and the days on which they change.

use std::sync::Arc;

use super::{LocalType, Published};
use crate::time::calendar::{DAY, broken_down, days_before, days_to_month, days_to_year, is_leap};

/// A rule: standard time, and optionally summer time with its first and last moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    standard: LocalType,
    summer: LocalType,
    changes: Option<[Change; 2]>,
}

/// The date of a change within a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    day: Day,
    /// Seconds after midnight, local time before the change.
    time: i64,
}

/// The day of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Day {
    /// 1–365, without February 29.
    Julian(i64),
    /// 0–365.
    Zero(i64),
    /// Month 1–12, week 1–5 (the last), day 0–6 from Sunday.
    Week(i64, i64, i64),
}

/// The rule of the United States, for rules that name a summer time without dates.
const AMERICAN: [Change; 2] =
    [Change { day: Day::Week(3, 2, 0), time: 7200 }, Change { day: Day::Week(11, 1, 0), time: 7200 }];

impl Rule {
    /// One offset at all times.
    pub(crate) fn fixed(name: &[u8], offset: i64) -> Self {
        let standard = LocalType { offset, dst: false, name: name.into() };
        Rule { summer: standard.clone(), standard, changes: None }
    }

    /// Parses the longest valid beginning of a rule.
    pub(crate) fn parse(text: &[u8]) -> Self {
        let mut scan = Scan { text };
        let Some(name) = scan.name() else { return Rule::fixed(b"", 0) };
        let Some(west) = scan.offset() else {
            let mut rule = Rule::fixed(&name, 0);
            rule.summer.name = Arc::default();
            return rule;
        };
        let mut rule = Rule::fixed(&name, -west);
        let Some(summer) = scan.name() else { return rule };
        let offset = scan.offset().map_or(rule.standard.offset + 3600, |west| -west);
        rule.summer = LocalType { offset, dst: true, name: summer };
        rule.changes = Some([scan.change(AMERICAN[0]), scan.change(AMERICAN[1])]);
        rule
    }

    /// The kind of local time at `time`.
    pub(crate) fn at(&self, time: i64) -> &LocalType {
        let Some([first, last]) = self.changes else { return &self.standard };
        // glibc takes the year from universal time, so a change on New Year's Eve can be missed; all
        // years before the epoch count as 1970.
        let Some(now) = broken_down(time, 0) else { return &self.standard };
        let year = (i64::from(now.year) + 1900).max(1970);
        let start = first.moment(year) - self.standard.offset;
        let end = last.moment(year) - self.summer.offset;
        let summer = if start > end { time < end || time >= start } else { time >= start && time < end };
        if summer { &self.summer } else { &self.standard }
    }

    /// The values for `tzset`.
    pub(super) fn published(&self) -> Published {
        Published {
            names: [self.standard.name.clone(), self.summer.name.clone()],
            west: -self.standard.offset,
            daylight: self.standard.offset != self.summer.offset,
        }
    }
}

impl Change {
    /// The time of the change, in local seconds since the epoch.
    fn moment(self, year: i64) -> i64 {
        let day = match self.day {
            Day::Julian(n) => days_to_year(year) + n - 1 + i64::from(is_leap(year) && n >= 60),
            Day::Zero(n) => days_to_year(year) + n,
            Day::Week(month, week, wday) => week_day(year, month - 1, week, wday),
        };
        day * DAY + self.time
    }
}

/// The date of the `week`-th given weekday of a month, of the last one for 5.
fn week_day(year: i64, month: i64, week: i64, wday: i64) -> i64 {
    let first = days_to_month(year, month);
    let leap = is_leap(year);
    let length = i64::from(days_before(leap, month as usize + 1) - days_before(leap, month as usize));
    let mut day = (wday - (first + 4)).rem_euclid(7) + 7 * (week - 1);
    while day >= length {
        day -= 7;
    }
    first + day
}

/// The unparsed rest of a rule.
struct Scan<'a> {
    text: &'a [u8],
}

impl Scan<'_> {
    fn peek(&self) -> u8 {
        self.text.first().copied().unwrap_or(0)
    }

    fn skip(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        if found {
            self.text = &self.text[1..];
        }
        found
    }

    /// At least three letters, or three characters of a number in angle brackets.
    fn name(&mut self) -> Option<Arc<[u8]>> {
        let quoted = self.peek() == b'<';
        let body = &self.text[usize::from(quoted)..];
        let fits = |b: &u8| b.is_ascii_alphabetic() || quoted && (b.is_ascii_digit() || b"+-".contains(b));
        let length = body.iter().take_while(|b| fits(b)).count();
        if length < 3 || quoted && body.get(length) != Some(&b'>') {
            return None;
        }
        let name = body[..length].into();
        self.text = &body[length + usize::from(quoted)..];
        Some(name)
    }

    /// `[+-]hh[:mm[:ss]]` as seconds west of Greenwich.
    fn offset(&mut self) -> Option<i64> {
        let before = self.text;
        let sign = if self.skip(b'-') {
            -1
        } else {
            self.skip(b'+');
            1
        };
        let Some([hour, minute, second]) = self.clock() else {
            self.text = before;
            return None;
        };
        Some(sign * (hour.min(24) * 3600 + minute.min(59) * 60 + second.min(59)))
    }

    fn clock(&mut self) -> Option<[i64; 3]> {
        let mut parts = [self.number()?, 0, 0];
        for part in &mut parts[1..] {
            if !self.skip(b':') {
                break;
            }
            *part = self.number().unwrap_or(0);
        }
        Some(parts)
    }

    fn number(&mut self) -> Option<i64> {
        let length = self.text.iter().take_while(|b| b.is_ascii_digit()).count();
        let digits = std::str::from_utf8(&self.text[..length]).ok()?;
        let value = digits.parse().ok().filter(|&n| n <= i64::from(u16::MAX))?;
        self.text = &self.text[length..];
        Some(value)
    }

    /// `,day[/time]`; `usual` if it is missing or invalid.
    fn change(&mut self, usual: Change) -> Change {
        if !self.skip(b',') {
            return usual;
        }
        let Some(day) = self.day() else { return usual };
        if !self.skip(b'/') {
            return Change { day, time: 7200 };
        }
        let sign = if self.skip(b'-') { -1 } else { 1 };
        let [hour, minute, second] = self.clock().unwrap_or([2, 0, 0]);
        Change { day, time: sign * (hour * 3600 + minute * 60 + second) }
    }

    fn day(&mut self) -> Option<Day> {
        if self.skip(b'J') {
            return self.number().filter(|n| (1..=365).contains(n)).map(Day::Julian);
        }
        if !self.skip(b'M') {
            return self.number().filter(|&n| n <= 365).map(Day::Zero);
        }
        let month = self.number()?;
        let week = self.skip(b'.').then(|| self.number())??;
        let wday = self.skip(b'.').then(|| self.number())??;
        let sound = (1..=12).contains(&month) && (1..=5).contains(&week) && wday <= 6;
        sound.then_some(Day::Week(month, week, wday))
    }
}
