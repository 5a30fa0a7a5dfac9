//! A cache of verdicts: searches that follow each other alter the same instances again.
//!
//! A remembered verdict counts against the budget as if the rerun had been made again. The result of a search therefore
//! does not depend on the searches before it; the cache only saves time.

use std::collections::BTreeMap;

use whydunit_machine::Alteration;

use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;

/// Verdicts of reruns with a single alteration, and the instructions each took.
///
/// Several alterations are placed anew for each rerun, and patches are tried once: neither is cached.
#[derive(Default)]
pub(crate) struct RerunCache {
    verdicts: BTreeMap<Alteration, (Verdict, u64)>,
}

impl RerunCache {
    /// The verdict of a rerun and the instructions executed, if known.
    pub(crate) fn get(&self, intervention: &Intervention) -> Option<(Verdict, u64)> {
        self.verdicts.get(&intervention.single()?).copied()
    }

    /// Remembers a rerun that ran until its verdict was known.
    pub(crate) fn remember(&mut self, intervention: &Intervention, verdict: Verdict, steps: u64) {
        if let Some(alteration) = intervention.single() {
            self.verdicts.insert(alteration, (verdict, steps));
        }
    }
}
