//! Decisions to blame for what was *not* done: had they come out otherwise, a value that was used
//! might have been defined anew.

use std::cmp::Reverse;

use whydunit_program::analysis::{Place, UseSite, accesses};

use crate::dependence::{Dependence, DependenceKind};
use crate::depends::Dependences;
use crate::giver::LEFT_ALONE;
use crate::recording::Position;
use crate::writers::Writer;

/// Of one decision at most this many executions, the latest, are blamed for one use.
const BLAMED: usize = 32;
/// Of all decisions together so many executions: where pointers lead anywhere, any decision might have had anything
/// written anew.
const BLAMED_TOGETHER: usize = 64;
/// ... and so many in a run of more than a million instructions, whose slice would grow beyond all bounds.
const BLAMED_IN_LONG_RUNS: usize = 2;
const LONG_RUN: u32 = 1_000_000;

impl Dependences<'_> {
    /// Adds the decisions since `written` (none: since the start) that might have had what the
    /// instruction at `position` read written anew.
    pub(crate) fn omitted(&mut self, position: Position, written: Option<u32>) {
        let Some(analyses) = self.analyses else { return };
        let written = written.and_then(|w| self.recording.position(w)).map_or(0, |p| p.block);
        let site = UseSite { function: position.function, inst: position.inst };
        let controllers = analyses.summary_controllers(site);
        // Only the call itself can write to what no pointer leads to.
        let own = !controllers.is_empty() && self.reads_own_locals_only(site);
        let most = if self.recording.duration() > LONG_RUN { BLAMED_IN_LONG_RUNS } else { BLAMED };
        // What led here did not keep anything from here.
        let leading = self.recording.structure.controller(position.block);
        let mut blamed: Vec<(usize, Reverse<u32>)> = Vec::new();
        for branch in controllers.iter() {
            let number = self.recording.index.number(branch.function, branch.block);
            let executed = self.recording.executions(number);
            let first = executed.partition_point(|&b| b < written);
            let last = executed.partition_point(|&b| b < position.block);
            let structure = &self.recording.structure;
            let concerned = |b: u32| Some(b) != leading && (!own || structure.same_call(b, position.block));
            let concerned = executed[first..last].iter().rev().filter(|&&b| concerned(b));
            for (count, &block) in concerned.enumerate() {
                if count == most {
                    self.left_out += 1;
                    break;
                }
                blamed.push((count, Reverse(block)));
            }
        }
        // Each decision's latest execution before any decision's second.
        if blamed.len() > BLAMED_TOGETHER {
            self.left_out += 1;
            blamed.select_nth_unstable(BLAMED_TOGETHER);
        }
        for &(_, Reverse(block)) in blamed.iter().take(BLAMED_TOGETHER) {
            let on = self.recording.end_of(block);
            self.found.insert(Dependence::new(DependenceKind::Omission, on));
        }
    }

    /// Adds the calls of the library that left bytes as they were, if an item of theirs is what wrote them last.
    pub(crate) fn left_alone(&mut self, writer: Writer) {
        if !self.left {
            return;
        }
        let most = if self.recording.duration() > LONG_RUN { BLAMED_IN_LONG_RUNS } else { BLAMED };
        let left = |writer: &Writer| self.recording.effects.left(*writer);
        let mut chain = std::iter::successors(left(&writer), |item| left(&item.2));
        for (on, ..) in chain.by_ref().take(most) {
            self.found.insert(Dependence { kind: DependenceKind::Omission, on, part: LEFT_ALONE });
        }
        self.left_out += u64::from(chain.next().is_some());
    }

    /// Does the instruction read nothing but locals of its function that no pointer leads to?
    fn reads_own_locals_only(&self, UseSite { function: id, inst }: UseSite) -> bool {
        let Some(analyses) = self.analyses else { return false };
        let (program, addresses) = (analyses.program(), analyses.addresses(id));
        let (mut reads, mut own) = (0, 0);
        accesses(program, program.function(id), addresses, inst, |access| {
            reads += u32::from(!access.writes);
            let mine = matches!(access.place, Place::Local(local, _) if !addresses.captured(local));
            own += u32::from(!access.writes && mine);
        });
        reads > 0 && reads == own
    }
}
