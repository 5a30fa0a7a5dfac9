//! Symbolic numbers in output. The text of a number can be read backwards: from a text that is due one can
//! tell which number was due, or, for a float, between which numbers it lies.

use whydunit_terms::TermId;

use super::Symbolic;
use crate::{Channel, Numeral, OutByte};

/// A symbolic number that was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Where to.
    pub channel: Channel,
    /// The offset of the first byte that shows it, padding included.
    pub offset: u64,
    /// How many bytes do.
    pub len: u64,
    /// The number.
    pub term: TermId,
    /// How it is written.
    pub numeral: Numeral,
    /// The conditions of the path that were met in turning it into text, from the first to before the last:
    /// with another number they are others.
    pub conditions: (usize, usize),
}

/// A number that a call is about to show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Showing {
    time: u64,
    arg: u16,
    term: TermId,
    numeral: Numeral,
    /// Conditions met before.
    from: usize,
}

impl Symbolic {
    /// The numbers that were printed, in order.
    pub fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// The call at this time is about to show a number.
    pub(crate) fn show(&mut self, term: TermId, arg: u16, numeral: Numeral, time: u64) {
        self.showing.retain(|s| s.time == time);
        self.showing.push(Showing { time, arg, term, numeral, from: self.path.len() });
    }

    /// The bytes that a call wrote show the numbers that it was about to show.
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
