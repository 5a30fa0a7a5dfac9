//! What only the correct version does: code that the failing program does not have. No question leads to it, because nothing
//! of it was executed; what has its value from there in the correct version is wrong although all that led to it is right.

use std::collections::BTreeMap;

use whydunit_program::{FunctionId, Program};
use whydunit_trace::{BlockNumber, ExecutedBlock, Recording, SourceText, Time, place_of};

use crate::compare::counterpart::{Counterpart, Counterparts};
use crate::compare::misplaced_store::givers;
use crate::compare::reference::Reference;
use crate::compare::reference_hint::{Hint, Missing};
use crate::session::Session;

impl Reference {
    /// What the correct version has the value of an instance from, or the call that led there, if the failing program does
    /// not have that.
    pub(crate) fn missing(&self, session: &Session, time: Time) -> Option<Missing> {
        let Counterpart::At(other) = self.partners.of(time) else { return None };
        let runs = (&session.recorded.recording, &self.recorded.recording);
        let gaps = givers(runs.1, other).into_iter().rev().filter_map(|giver| self.gap(runs, giver));
        // Another expression in the same statement is not missing: the statement is another.
        let place = |at: Time| Some(place_of(&self.program, runs.1.position(at)?.site())).map(|p| (p.file, p.line));
        let own = [place(other), runs.1.call_of(other).and_then(place)];
        gaps.into_iter()
            .find(|(at, missing)| missing.after < time && !own.contains(&place(*at)))
            .map(|(_, missing)| missing)
    }

    /// What is missing if all that led to the failure is right.
    pub(crate) fn missing_before_failure(&self, session: &Session) -> Hint {
        Hint { missing: self.missing(session, session.criterion.time), ..Hint::default() }
    }

    /// What is missing of what led to an instance of the correct version, and when that executes it.
    fn gap(&self, runs: (&Recording, &Recording), giver: Time) -> Option<(Time, Missing)> {
        let mut at = giver;
        loop {
            if let Some(after) = self.partners.gap(runs, at) {
                let place = place_of(&self.program, runs.1.position(at)?.site());
                let file = &self.program.files[place.file?.0 as usize];
                let text = lines_of(&self.program, place.function).remove(&place.line);
                let absent = text.as_ref().is_some_and(|text| {
                    let has = |lines: BTreeMap<u32, String>| lines.values().filter(|line| line.contains(text)).count();
                    let theirs = has(lines_of(&self.program, place.function));
                    let ours = self.partners.functions().find(|pair| pair.1 == place.function);
                    ours.map(|(ours, _)| lines_of(&runs.0.index.program, ours)).is_none_or(|ours| {
                        // Without its source nobody knows.
                        !ours.is_empty() && has(ours) < theirs
                    })
                });
                return Some((at, Missing { after, file: file.name.clone(), line: place.line, text, absent }));
            }
            if self.partners.has_left(runs.1.position(at)?.block) {
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
    /// What is executed in the left run last before an instance of the right one that only the right program has; none
    /// when the left program has it, too, in other words, or does not come there.
    fn gap(&self, runs: (&Recording, &Recording), time: Time) -> Option<Time> {
        let (left, right) = runs;
        let (block, place) = (right.position(time)?.block, self.only.place(right, time)?);
        let inside = |here: ExecutedBlock, place: Option<(BlockNumber, u32)>| {
            place.filter(|place| left.number_of(here) == place.0).map(|place| left.start_of(here) + place.1)
        };
        if let Some(here) = self.left_block(block) {
            let other = self.only.is_other(left, here) || self.left_of(runs, time).is_some();
            return inside(here, place).or_else(|| before(left, here)).filter(|_| !other);
        }
        let above = |block: &ExecutedBlock| self.decided[1].above(right, *block);
        for at in std::iter::successors(above(&block), above) {
            let Some(here) = self.left_block(at) else { continue };
            // A decision that the left program does not have is missing, too, unless it decides otherwise.
            let missing = self.only.place(right, right.end_of(self.decided[1].end(at))).is_some();
            match missing {
                true if self.only.is_other(left, here) => return None,
                false if self.parted(left.end_of(self.decided[0].end(here))) => return None,
                true => {}
                false => break,
            }
        }
        let call = right.call_number(block);
        let mut earlier = ExecutedBlock::FIRST.until(block).rev().filter(|&at| right.call_number(at) == call);
        let Some(before) = earlier.clone().find(|&at| self.has_left(at)) else {
            // One block of the left program is divided there from its beginning.
            let (number, offset) = earlier.find_map(|at| self.only.place(right, right.end_of(at)).flatten())?;
            let caller = right.position(right.call_of(right.start_of(block))?)?.block;
            let first = self.left_block(caller).map(|block| block + 1).filter(|&first| first < left.block_end())?;
            let mut called =
                first.until(left.block_end()).filter(|&at| left.call_number(at) == left.call_number(first));
            return called.find(|&at| left.number_of(at) == number).map(|at| left.start_of(at) + offset);
        };
        let here = self.left_block(before)?;
        let call = left.call_number(here);
        let next = (here + 1).until(left.block_end()).find(|&at| left.call_number(at) == call);
        let other = self.only.is_other(left, here) || next.is_some_and(|next| self.of_block(next).is_none());
        let last = self.only.place(right, right.end_of(before)).flatten();
        // What is done before it may be divided from that in the right program only.
        let between = (before + 1).until(block).rev().filter(|&at| right.call_number(at) == right.call_number(block));
        let between = between.filter_map(|at| self.only.place(right, right.end_of(at)).flatten());
        let divided =
            next.and_then(|next| place.into_iter().chain(between).find_map(|place| inside(next, Some(place))));
        Some(divided.or_else(|| inside(here, last)).unwrap_or_else(|| left.end_of(here))).filter(|_| !other)
    }
}

/// What its function executed last before an executed block, or its call.
fn before(recording: &Recording, block: ExecutedBlock) -> Option<Time> {
    let call = recording.call_number(block);
    let earlier = ExecutedBlock::FIRST.until(block).rev().find(|&at| recording.call_number(at) == call);
    earlier.map(|at| recording.end_of(at)).or_else(|| recording.call_of(recording.start_of(block)))
}
