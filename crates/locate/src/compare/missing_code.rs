//! Code of the reference that the failing program lacks. No dependence leads to it, because it was not executed. A
//! value that the reference has from there is wrong although everything that the failing run computed it from is
//! right.

use std::collections::BTreeMap;

use whydunit_program::{FunctionId, Program};
use whydunit_trace::{ExecutedBlock, Recording, SourceText, Time, place_of};

use crate::compare::counterpart::{Counterpart, Counterparts};
use crate::compare::misplaced_store::definitions;
use crate::compare::reference::Reference;
use crate::compare::unmatched_code::BlockOffset;
use crate::session::Session;

/// Code that only the reference executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The last instance of the failing run before it.
    pub after: Time,
    /// Its file in the reference.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// The text of that line, if it could be read.
    pub text: Option<String>,
    /// Does the function have fewer such lines in the failing program? Otherwise the program may have this one
    /// elsewhere.
    pub absent: bool,
}

impl Missing {
    fn new(runs: (&Recording, &Recording), reference: &Reference, at: Time, after: Time) -> Option<Missing> {
        let program = &reference.program;
        let place = place_of(program, runs.1.position(at)?.site());
        let file = &program.files[place.file?.0 as usize];
        let theirs = lines_of(program, place.function);
        let text = theirs.get(&place.line).cloned();
        let absent = text.as_ref().is_some_and(|text| {
            let count = |lines: &BTreeMap<u32, String>| lines.values().filter(|line| line.contains(text)).count();
            let ours = reference.counterparts.functions().find(|pair| pair.1 == place.function);
            let ours = ours.map(|(ours, _)| lines_of(&runs.0.index.program, ours));
            // Without the source of the failing program the line may be elsewhere.
            ours.is_none_or(|ours| !ours.is_empty() && count(&ours) < count(&theirs))
        });
        Some(Missing { after, file: file.name.clone(), line: place.line, text, absent })
    }
}

impl Reference {
    /// The code that defines a value used by the counterpart of an instance, or the call that leads to that code, if
    /// the failing program lacks it.
    pub(crate) fn missing_code(&self, session: &Session, time: Time) -> Option<Missing> {
        let Counterpart::At(other) = self.counterparts.of(time) else { return None };
        let runs = (&session.recorded.recording, &self.recorded.recording);
        let gaps = definitions(runs.1, other).into_iter().rev().filter_map(|definition| self.gap(runs, definition));
        // Another expression in the same statement is not missing: the statement differs.
        let line = |at: Time| Some(place_of(&self.program, runs.1.position(at)?.site())).map(|p| (p.file, p.line));
        let own = [line(other), runs.1.call_of(other).and_then(line)];
        gaps.into_iter()
            .find(|(at, missing)| missing.after < time && !own.contains(&line(*at)))
            .map(|(_, missing)| missing)
    }

    /// The nearest missing code on the way to an instance of the reference run: the instance itself, or a call around
    /// it, with its time there.
    fn gap(&self, runs: (&Recording, &Recording), definition: Time) -> Option<(Time, Missing)> {
        let mut at = definition;
        loop {
            if let Some(after) = self.counterparts.last_before_gap(runs, at) {
                return Some((at, Missing::new(runs, self, at, after)?));
            }
            if self.counterparts.has_left(runs.1.position(at)?.block) {
                return None;
            }
            at = runs.1.call_of(at)?;
        }
    }
}

/// The lines of a function by their numbers, as far as its file can be read.
fn lines_of(program: &Program, function: FunctionId) -> BTreeMap<u32, String> {
    let body = program.function(function);
    let mut sources = SourceText::default();
    let file = body.scope.map(|scope| program.scopes[scope.0 as usize].file);
    let source = file.and_then(|file| sources.get(program, file)).unwrap_or_default();
    let last = body.locs.iter().map(|loc| loc.line).max().unwrap_or(0);
    let lines = (1..).zip(source.lines()).filter(|(number, _)| (body.line..=last).contains(number));
    lines.map(|(number, line)| (number, line.trim().to_owned())).collect()
}

impl Counterparts {
    /// The last instance of the left run before an instance of the right run that only the right program has; none if
    /// the left program has it in another form, or the left run does not come there.
    fn last_before_gap(&self, runs: (&Recording, &Recording), time: Time) -> Option<Time> {
        let (left, right) = runs;
        let (block, place) = (right.position(time)?.block, self.unmatched.place(right, time)?);
        if let Some(here) = self.left_block(block) {
            let is_edited = self.unmatched.is_other(left, here) || self.left_of(runs, time).is_some();
            return inside(left, here, place).or_else(|| before(left, here)).filter(|_| !is_edited);
        }
        if !self.reaches(runs, block) {
            return None;
        }
        let call = right.call_number(block);
        let mut earlier = ExecutedBlock::FIRST.until(block).rev().filter(|&at| right.call_number(at) == call);
        match earlier.clone().find(|&at| self.has_left(at)) {
            Some(before) => self.last_after(runs, before, block, place),
            None => {
                // The reference divides the first block of the function into several.
                let divided = earlier.find_map(|at| self.unmatched.place(right, right.end_of(at)).flatten())?;
                self.in_first_block(runs, block, divided)
            }
        }
    }

    /// Does the left run reach the place of an executed block of the right run: does no decision above the block that
    /// both programs have lead elsewhere?
    fn reaches(&self, (left, right): (&Recording, &Recording), block: ExecutedBlock) -> bool {
        let above = |block: &ExecutedBlock| self.decided[1].above(right, *block);
        for at in std::iter::successors(above(&block), above) {
            let Some(here) = self.left_block(at) else { continue };
            // A decision that the left program lacks is missing, too, unless the left program decides in another form.
            let is_missing = self.unmatched.place(right, right.end_of(self.decided[1].end(at))).is_some();
            match is_missing {
                true if self.unmatched.is_other(left, here) => return false,
                false if self.diverges(left.end_of(self.decided[0].end(here))) => return false,
                true => {}
                false => break,
            }
        }
        true
    }

    /// The instance of the left run at an offset of the first block of the called function, of which `block` of the
    /// right run is an execution.
    fn in_first_block(
        &self,
        (left, right): (&Recording, &Recording),
        block: ExecutedBlock,
        (number, offset): BlockOffset,
    ) -> Option<Time> {
        let caller = right.position(right.call_of(right.start_of(block))?)?.block;
        let first = self.left_block(caller).map(|block| block + 1).filter(|&first| first < left.block_end())?;
        let mut called = first.until(left.block_end()).filter(|&at| left.call_number(at) == left.call_number(first));
        called.find(|&at| left.number_of(at) == number).map(|at| left.start_of(at) + offset)
    }

    /// The last instance of the left run before an instance in `block` of the right run, where `before` is the last
    /// block of the same call that has a counterpart.
    fn last_after(
        &self,
        (left, right): (&Recording, &Recording),
        before: ExecutedBlock,
        block: ExecutedBlock,
        place: Option<BlockOffset>,
    ) -> Option<Time> {
        let here = self.left_block(before)?;
        let call = left.call_number(here);
        let next = (here + 1).until(left.block_end()).find(|&at| left.call_number(at) == call);
        let is_edited = self.unmatched.is_other(left, here) || next.is_some_and(|next| self.of_block(next).is_none());
        let last = self.unmatched.place(right, right.end_of(before)).flatten();
        // Effects before it may be in the same block of the left program, but in another one of the right program.
        let between = (before + 1).until(block).rev().filter(|&at| right.call_number(at) == right.call_number(block));
        let between = between.filter_map(|at| self.unmatched.place(right, right.end_of(at)).flatten());
        let divided =
            next.and_then(|next| place.into_iter().chain(between).find_map(|place| inside(left, next, Some(place))));
        let time = divided.or_else(|| inside(left, here, last)).unwrap_or_else(|| left.end_of(here));
        Some(time).filter(|_| !is_edited)
    }
}

/// The instance at an offset of a block, if this is an execution of that block.
fn inside(left: &Recording, block: ExecutedBlock, place: Option<BlockOffset>) -> Option<Time> {
    place.filter(|place| left.number_of(block) == place.0).map(|place| left.start_of(block) + place.1)
}

/// The last instance before an executed block in the same call, or the call itself.
fn before(recording: &Recording, block: ExecutedBlock) -> Option<Time> {
    let call = recording.call_number(block);
    let earlier = ExecutedBlock::FIRST.until(block).rev().find(|&at| recording.call_number(at) == call);
    earlier.map(|at| recording.end_of(at)).or_else(|| recording.call_of(recording.start_of(block)))
}
