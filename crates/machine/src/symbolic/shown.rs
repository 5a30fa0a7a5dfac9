//! Symbolic numbers in output. Number formatting can be inverted: the expected text determines the
//! expected number or, for a float, an interval that contains it.

use whydunit_terms::TermId;

use super::Symbolic;
use crate::{Channel, Numeral, OutByte};

/// A symbolic number that was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Where it was printed.
    pub channel: Channel,
    /// The offset of the first byte that shows it, padding included.
    pub offset: u64,
    /// Number of bytes that show it.
    pub len: u64,
    /// The number.
    pub term: TermId,
    /// How it is written.
    pub numeral: Numeral,
    /// The range of path constraints that arose while formatting it (end exclusive): another number
    /// gives other constraints.
    pub conditions: (usize, usize),
}

/// A number that a call is about to show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Showing {
    time: u64,
    arg: u16,
    term: TermId,
    numeral: Numeral,
    /// Number of constraints recorded before.
    from: usize,
}

impl Symbolic {
    /// The numbers that were printed, in order.
    pub fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// Announces that the call at this time will show a number.
    pub(crate) fn show(&mut self, term: TermId, arg: u16, numeral: Numeral, time: u64) {
        self.showing.retain(|s| s.time == time);
        self.showing.push(Showing { time, arg, term, numeral, from: self.path.len() });
    }

    /// Matches the bytes that a call wrote with the numbers that it announced.
    pub(super) fn note_shown(&mut self, channel: Channel, offset: u64, bytes: &[OutByte], time: u64) {
        let showing: Vec<Showing> = std::mem::take(&mut self.showing).into_iter().filter(|s| s.time == time).collect();
        let ends = showing.iter().skip(1).map(|s| s.from).chain([self.path.len()]);
        for (&Showing { arg, term, numeral, from, .. }, end) in showing.iter().zip(ends) {
            let Some(first) = bytes.iter().position(|b| b.arg == arg) else { continue };
            let len = bytes[first..].iter().take_while(|b| b.arg == arg).count() as u64;
            let conditions = (from, end);
            self.shown.push(Shown { channel, offset: offset + first as u64, len, term, numeral, conditions });
        }
    }
}
