//! Time zones: local time at any moment.
//!
//! A zone comes from `TZ` in the program's environment: a name of a compiled zone file, or a rule
//! in the notation of POSIX ("CET-1CEST,M3.5.0,M10.5.0/3").

mod rule;
mod tzif;

use std::sync::Arc;

pub(crate) use rule::Rule;

/// A kind of local time: an offset with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocalType {
    /// Seconds east of Greenwich.
    pub(crate) offset: i64,
    /// Is it daylight-saving time?
    pub(crate) dst: bool,
    /// Abbreviation.
    pub(crate) name: Arc<[u8]>,
}

/// A time zone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Zone {
    transitions: Vec<(i64, usize)>,
    types: Vec<LocalType>,
    rule: Option<Rule>,
}

/// The values of a zone that `tzset` stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Published {
    /// `tzname`.
    pub(crate) names: [Arc<[u8]>; 2],
    /// `timezone`: seconds west of Greenwich.
    pub(crate) west: i64,
    /// `daylight`.
    pub(crate) daylight: bool,
}

impl Zone {
    /// Coordinated universal time.
    pub(crate) fn utc() -> Self {
        Zone::of_rule(Rule::fixed(b"UTC", 0))
    }

    /// The zone of a POSIX rule. An invalid rule counts as far as it can be read, as in
    /// glibc: the name alone, or universal time without a name.
    pub(crate) fn parse(text: &[u8]) -> Self {
        Zone::of_rule(Rule::parse(text))
    }

    /// The zone of a compiled zone file; none for another file.
    pub(crate) fn compiled(file: &[u8]) -> Option<Self> {
        tzif::read(file)
    }

    fn of_rule(rule: Rule) -> Self {
        Zone { transitions: Vec::new(), types: Vec::new(), rule: Some(rule) }
    }

    /// The kind of local time at `time`.
    pub(crate) fn at(&self, time: i64) -> &LocalType {
        let after = self.transitions.partition_point(|&(when, _)| when <= time);
        let beyond = self.types.is_empty() || after == self.transitions.len() && after > 0;
        if let (true, Some(rule)) = (beyond, &self.rule) {
            return rule.at(time);
        }
        match after {
            0 => self.types.iter().find(|t| !t.dst).unwrap_or(&self.types[0]),
            n => &self.types[self.transitions[n - 1].1],
        }
    }

    /// The values for `tzset`: for a file, those of its latest standard and daylight time.
    pub(crate) fn published(&self) -> Published {
        if let (true, Some(rule)) = (self.types.is_empty(), &self.rule) {
            return rule.published();
        }
        let latest = |dst: bool| {
            let used = self.transitions.iter().rev().map(|&(_, index)| &self.types[index]);
            used.chain(&self.types).find(|t| t.dst == dst)
        };
        let standard = latest(false).unwrap_or(&self.types[0]);
        let summer = latest(true).unwrap_or(standard);
        Published {
            names: [standard.name.clone(), summer.name.clone()],
            west: -standard.offset,
            daylight: standard.offset != summer.offset,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(zone: &Zone, time: i64) -> (i64, bool, String) {
        let t = zone.at(time);
        (t.offset, t.dst, String::from_utf8_lossy(&t.name).into_owned())
    }

    #[test]
    fn rules_switch_to_summer_time_and_back() {
        let zone = Zone::parse(b"CET-1CEST,M3.5.0,M10.5.0/3");
        assert_eq!(shown(&zone, 1_700_000_000), (3600, false, "CET".into()));
        assert_eq!(shown(&zone, 1_690_000_000), (7200, true, "CEST".into()));
        assert_eq!(shown(&zone, 1_679_792_399).0, 3600);
        assert_eq!(shown(&zone, 1_679_792_400).0, 7200);
        assert_eq!(shown(&zone, 1_698_541_199).0, 7200);
        assert_eq!(shown(&zone, 1_698_541_200).0, 3600);
    }

    #[test]
    fn half_readable_rules_count_as_far_as_they_go() {
        assert_eq!(shown(&Zone::parse(b"Foo/Bar"), 0), (0, false, "Foo".into()));
        assert_eq!(shown(&Zone::parse(b"AB3"), 0), (0, false, "".into()));
        assert_eq!(shown(&Zone::parse(b"<-03>3<-02>,M3.5.0/-2,M10.5.0/-1"), 1_690_000_000).2, "-02");
        assert_eq!(shown(&Zone::parse(b"ABC99"), 0).0, -86_400);
    }

    #[test]
    fn compiled_zones_know_history_and_rules_for_the_future() {
        let Ok(file) = std::fs::read("/usr/share/zoneinfo/America/New_York") else { return };
        let zone = Zone::compiled(&file).unwrap();
        assert_eq!(shown(&zone, -3_000_000_000), (-17_762, false, "LMT".into()));
        assert_eq!(shown(&zone, 0), (-18_000, false, "EST".into()));
        assert_eq!(shown(&zone, 1_690_000_000), (-14_400, true, "EDT".into()));
        assert_eq!(shown(&zone, 5_000_000_000), (-14_400, true, "EDT".into()));
        assert_eq!(zone.published().west, 18_000);
        for cut in 0..file.len().min(200) {
            let _ = Zone::compiled(&file[..cut]);
        }
    }
}
