//! Decisions to blame for what was *not* done: had they come out otherwise, a value that was used
//! might have been defined anew. A call through a pointer is one: it might have called another function.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use whydunit_program::analysis::{Analyses, BranchId, Chosen, Place, SummaryControl, UseSite, accesses};

use crate::depend::Dependences;
use crate::depend::dependence::{Dependence, DependenceKind};
use crate::depend::memory_definition::Part;
use crate::numbers::{BlockNumber, ExecutedBlock, Time};
use crate::record::recording::{Position, Recording};
use crate::record::writers::Writer;

/// Of one decision at most this many executions, the latest, are blamed for one use.
const BLAMED: usize = 32;
/// Of all decisions together so many executions: where pointers lead anywhere, any decision might have had anything
/// written anew.
const BLAMED_TOGETHER: usize = 64;
/// ... and so many in a run of more than a million instructions, whose slice would grow beyond all bounds.
const BLAMED_IN_LONG_RUNS: usize = 2;
const LONG_RUN: Time = Time(1_000_000);

/// As many executions of one decision are blamed.
fn most_of_one(recording: &Recording) -> usize {
    if recording.duration() > LONG_RUN { BLAMED_IN_LONG_RUNS } else { BLAMED }
}

/// What may keep a definition from reaching a use.
#[derive(Clone)]
pub(crate) struct Kept {
    by: Arc<SummaryControl>,
    /// Only the call itself can write to what no pointer leads to: does it read nothing else?
    own: bool,
}

/// Executed decisions to blame: how many later ones of the same decision there are, and the executed block.
struct Blamed<'a> {
    recording: &'a Recording,
    /// Where they may lie.
    between: Range<ExecutedBlock>,
    all: Vec<(usize, Reverse<ExecutedBlock>)>,
    left_out: u64,
}

impl<'a> Blamed<'a> {
    fn new(recording: &'a Recording, between: Range<ExecutedBlock>) -> Self {
        Blamed { recording, between, all: Vec::new(), left_out: 0 }
    }

    /// The latest executions of a block, by number, that are concerned.
    fn add(&mut self, number: BlockNumber, concerned: impl Fn(ExecutedBlock) -> bool) {
        let executed = self.recording.executions_before(number, self.between.end);
        let most = most_of_one(self.recording);
        let between = executed.iter().rev().take_while(|&&b| b >= self.between.start);
        let concerned = between.filter(|&&b| concerned(b));
        for (count, &block) in concerned.enumerate() {
            if count == most {
                self.left_out += 1;
                break;
            }
            self.all.push((count, Reverse(block)));
        }
    }
}

impl Recording {
    /// The latest execution of a block before another executed block.
    fn latest(&self, block: BranchId, before: ExecutedBlock) -> Option<ExecutedBlock> {
        self.executions_before(self.index.number(block.function, block.block), before).last().copied()
    }

    /// What the call that ends an executed block called.
    pub fn chosen(&self, block: ExecutedBlock) -> Chosen {
        if self.enters(block) { Chosen::Function(self.static_block(block + 1).0) } else { Chosen::Library }
    }

    /// May the call that ends an executed block have left undone, by what it called, what is missed in the executed block
    /// `until` and was written at `written`? A call that is not over led there, and one that wrote it did something.
    pub(crate) fn may_have_omitted(&self, block: ExecutedBlock, until: ExecutedBlock, written: Option<Time>) -> bool {
        let over = !self.enters(block) || self.structure.was_over(block + 1, until);
        over && Some(self.end_of(block)) != written
    }

    /// The omission that the decision or call at the end of an executed block is to blame for.
    pub(crate) fn omission(&self, block: ExecutedBlock) -> Dependence {
        let (function, id) = self.static_block(block);
        let part =
            if self.index.program.function(function).called_through(id).is_some() { Part::Callee } else { Part::Whole };
        Dependence { kind: DependenceKind::Omission, on: self.end_of(block), part }
    }
}

impl Dependences<'_> {
    /// Adds the decisions since `written` (none: since the start) that might have had what the
    /// instruction at `position` read written anew.
    pub(crate) fn omitted(&mut self, position: Position, written: Option<Time>) {
        let Some(analyses) = self.analyses else { return };
        let since = written.and_then(|w| self.recording.position(w)).map_or(ExecutedBlock::FIRST, |p| p.block);
        let site = UseSite { function: position.function, inst: position.inst };
        let Kept { by: controllers, own } = self.kept(analyses, site);
        let recording = self.recording;
        let structure = &recording.structure;
        // What led here did not keep anything from here.
        let leading = structure.controller(position.block);
        let mut blamed = Blamed::new(recording, since..position.block);
        // A jump would have left undone also what was written after the decision for it.
        let landed = controllers.landings.iter().filter_map(|l| recording.latest(*l, position.block)).min();
        blamed.between.start = landed.map_or(since, |landed| since.min(landed));
        for branch in &controllers.jumps {
            blamed.add(recording.index.number(branch.function, branch.block), |b| Some(b) != leading);
        }
        blamed.between.start = since;
        for branch in &controllers.branches {
            let concerned = |b: ExecutedBlock| Some(b) != leading && (!own || structure.same_call(b, position.block));
            blamed.add(recording.index.number(branch.function, branch.block), concerned);
        }
        for choice in &controllers.choices {
            let concerned = |b: ExecutedBlock| {
                choice.only != Some(recording.chosen(b)) && recording.may_have_omitted(b, position.block, written)
            };
            blamed.add(recording.index.number(choice.call.function, choice.call.block), concerned);
        }
        let Blamed { all: mut blamed, left_out, .. } = blamed;
        self.left_out += left_out;
        // Each decision's latest execution before any decision's second.
        if blamed.len() > BLAMED_TOGETHER {
            self.left_out += 1;
            blamed.select_nth_unstable(BLAMED_TOGETHER);
        }
        for &(_, Reverse(block)) in blamed.iter().take(BLAMED_TOGETHER) {
            self.found.push(recording.omission(block));
        }
    }

    /// What may keep a definition from reaching a use.
    fn kept(&mut self, analyses: &Analyses, site: UseSite) -> Kept {
        let functions = &analyses.program().functions;
        self.kept.resize_with(functions.len(), Vec::new);
        let known = &mut self.kept[site.function.0 as usize];
        known.resize(functions[site.function.0 as usize].insts.len(), None);
        if let Some(kept) = &known[site.inst as usize] {
            return kept.clone();
        }
        let by = analyses.summary_controllers(site);
        let own = !by.branches.is_empty() && reads_own_locals_only(analyses, site);
        let kept = Kept { by, own };
        self.kept[site.function.0 as usize][site.inst as usize] = Some(kept.clone());
        kept
    }

    /// Adds the calls of the library that left bytes as they were, if an item of theirs is what wrote them last.
    pub(crate) fn left_alone(&mut self, writer: Writer) {
        if !self.left {
            return;
        }
        let most = most_of_one(self.recording);
        let left = |writer: &Writer| self.recording.effects.left(*writer);
        let mut chain = std::iter::successors(left(&writer), |item| left(&item.2));
        for (on, ..) in chain.by_ref().take(most) {
            self.found.push(Dependence { kind: DependenceKind::Omission, on, part: Part::LeftAlone });
        }
        self.left_out += u64::from(chain.next().is_some());
    }
}

/// Does the instruction read nothing but locals of its function that no pointer leads to?
fn reads_own_locals_only(analyses: &Analyses, UseSite { function: id, inst }: UseSite) -> bool {
    let (program, addresses) = (analyses.program(), analyses.addresses(id));
    let (mut reads, mut own) = (0, 0);
    accesses(program, program.function(id), addresses, inst, |access| {
        reads += u32::from(!access.writes);
        let mine = matches!(access.place, Place::Local(local, _) if !addresses.captured(local));
        own += u32::from(!access.writes && mine);
    });
    reads > 0 && reads == own
}
