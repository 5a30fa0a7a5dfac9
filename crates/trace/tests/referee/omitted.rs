//! Omitted writes: the decisions responsible for them, and whether the static analysis behind them foresaw the
//! behaviour of the run.

use std::collections::BTreeSet;

use whydunit_program::analysis::{BranchId, UseSite};
use whydunit_program::layout;
use whydunit_trace::{Dependence, DependenceKind, Part, Time};

use crate::jumps::Jumps;
use crate::shadow::{Causes, Referee, cause};
use crate::statics::reads_own_locals_only;
use crate::summary::Summary;

/// Most executions of one decision that are charged with an omission at one use.
const MAX_EXECUTIONS: usize = 32;
/// Most executions of all decisions together, the latest of each first.
const MAX_EXECUTIONS_IN_TOTAL: usize = 64;

impl Referee<'_> {
    /// Notes whether the static analysis foresaw the writers of the bytes that the use at `inst` reads.
    pub(crate) fn foresee(&mut self, inst: u32, addr: u64, len: u64) {
        let site = UseSite { function: self.top().function, inst };
        for at in addr..addr + len {
            let Some(&writer) = self.writers.get(&at).and_then(|time| self.sites.get(time)) else { continue };
            let analyses = self.analyses;
            // Private data of the library's C code, such as signal handlers.
            if self.in_model && analyses.program().is_runtime(self.function(writer.function)) {
                continue;
            }
            self.foreseen.entry((site, writer)).or_insert_with(|| {
                !analyses.meeting(&analyses.read_at(site), &[analyses.written_at(writer)]).is_empty()
            });
        }
    }

    /// Uses of values whose writers the static analysis did not foresee, with those writers.
    pub(crate) fn unforeseen(&self) -> Vec<(UseSite, UseSite)> {
        self.foreseen.iter().filter(|seen| !seen.1).map(|seen| *seen.0).collect()
    }

    /// Library calls responsible because they did not write these bytes.
    pub(crate) fn unchanged(&self, addr: u64, len: u64) -> Causes {
        let fixed = (layout::READ_ONLY..layout::GLOBALS).contains(&addr) || self.index.is_of_library(addr);
        if !self.omissions || self.in_model && fixed {
            return Causes::new();
        }
        let calls = (addr..addr + len).filter_map(|a| self.left.get(&a));
        let calls = calls.flat_map(|calls| calls.iter().rev().take(MAX_EXECUTIONS));
        let omission = |&on: &Time| (Dependence { kind: DependenceKind::Omission, on, part: Part::LeftAlone }, None);
        calls.map(omission).collect()
    }

    /// Decisions responsible for missing writes to these bytes before they were read.
    pub(crate) fn omitted(&mut self, inst: u32, addr: u64, len: u64) -> Causes {
        // Nothing can write there, except perhaps the library.
        let fixed = (layout::READ_ONLY..layout::GLOBALS).contains(&addr) || self.index.is_of_library(addr);
        if len == 0 || !self.omissions || self.in_model && fixed {
            return Causes::new();
        }
        let site = UseSite { function: self.top().function, inst };
        let (analyses, serial) = (self.analyses, self.top().serial);
        let (statics, summaries) = (self.statics.statics(site.function), &mut self.statics);
        self.summaries.entry(site).or_insert_with(|| {
            let Some((branches, reaching)) = statics.summary(analyses, site) else { return summaries.of(site) };
            let (mut jumps, function) = (Jumps::default(), analyses.program().function(site.function));
            for defs in reaching {
                let blocks: BTreeSet<u32> = defs.iter().map(|&def| function.block_of(def).0).collect();
                let blocks: Vec<u32> = blocks.into_iter().collect();
                summaries.jumps(site.function, &blocks, Some(site.inst), &mut jumps);
            }
            Summary { branches, jumps, ..Summary::default() }
        });
        let field = self.current().field_read(inst).filter(|_| !self.in_model);
        let bits = (0..len as u32 * 8).filter(|at| field.is_some_and(|field| field >> at & 1 == 1));
        let since = match field {
            Some(_) => bits.map(|at| self.writer_of_bit(addr + u64::from(at / 8), at % 8).map(|w| w.time)).min(),
            None => (addr..addr + len).map(|a| self.writers.get(&a).copied()).min(),
        };
        let since = since.flatten();
        let (own, now, led) = (reads_own_locals_only(analyses, site), self.time(inst), self.top().decided);
        let summary = &self.summaries[&site];
        let mut found = Vec::new();
        for (call, defining) in &summary.choices {
            let all = self.choices.iter().rev().filter(|c| c.site == *call && c.time < now);
            let all = all.filter(|c| since.is_none_or(|s| s < c.time));
            // A decision still in progress led here, so it is a control dependence; and another function would have
            // to define it.
            let over = all.filter(|c| c.entered.is_none_or(|serial| self.frames.iter().all(|f| f.serial != serial)));
            let others = over.filter(|c| defining.iter().any(|d| *d != c.chosen)).take(MAX_EXECUTIONS);
            found.extend(others.enumerate().map(|(count, c)| (count, std::cmp::Reverse(c.time))));
        }
        let begun = self.frames.last().map_or(Time::FIRST, |f| f.start);
        let latest = |l: &BranchId| self.landed.iter().rev().find(|(at, time)| at == l && *time < begun).map(|l| l.1);
        let landed = summary.jumps.landings.iter().filter_map(latest).min();
        for branch in &summary.jumps.branches {
            let all = self.decisions.iter().rev().filter(|d| d.0 == *branch && d.1 < now && Some(d.1) != led);
            // A jump back to its landing would have undone later writes.
            let later =
                all.filter(|d| since.is_none_or(|s| s < d.1) || landed.is_some_and(|l| l <= d.1)).take(MAX_EXECUTIONS);
            found.extend(later.enumerate().map(|(count, d)| (count, std::cmp::Reverse(d.1))));
        }
        for branch in summary.branches.difference(&summary.jumps.branches) {
            let all = self.decisions.iter().rev().filter(|d| d.0 == *branch && (!own || d.2 == serial));
            let all = all.filter(|d| Some(d.1) != led);
            let later = all.filter(|d| d.1 < now && since.is_none_or(|s| s < d.1)).take(MAX_EXECUTIONS);
            found.extend(later.enumerate().map(|(count, d)| (count, std::cmp::Reverse(d.1))));
        }
        found.sort_unstable();
        let omission = |time: Time| match self.choices.iter().any(|c| c.time == time) {
            true => (Dependence { kind: DependenceKind::Omission, on: time, part: Part::Callee }, None),
            false => cause(DependenceKind::Omission, time),
        };
        found.into_iter().take(MAX_EXECUTIONS_IN_TOTAL).map(|(_, time)| omission(time.0)).collect()
    }
}
