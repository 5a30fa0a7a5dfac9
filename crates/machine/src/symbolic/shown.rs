//! Symbolic numbers in output. The text of a float is no term of its bits, but it can be read backwards: a
//! text that is due says between which floats the number must lie.

use whydunit_terms::TermId;

use super::Symbolic;
use crate::constraint::Moment;
use crate::{Channel, OutByte, Word};

/// A symbolic number that was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Where to.
    pub channel: Channel,
    /// The offset of the first byte that shows it, padding included.
    pub offset: u64,
    /// How many bytes do.
    pub len: u64,
    /// The number, a double.
    pub term: TermId,
    /// The condition that made it concrete.
    pub pinned: TermId,
}

impl Symbolic {
    /// The numbers that were printed, in order.
    pub fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// The call at this moment is about to show a number.
    pub(crate) fn show(&mut self, number: Word, arg: u16, at: Moment) {
        self.showing.retain(|s| s.0 == at.time);
        self.showing.push((at.time, arg, number));
    }

    /// The bytes that a call wrote show the numbers that it was about to show.
    pub(super) fn note_shown(&mut self, channel: Channel, offset: u64, bytes: &[OutByte], time: u64) {
        for (_, arg, number) in std::mem::take(&mut self.showing).into_iter().filter(|s| s.0 == time) {
            let Some(term) = TermId::from_raw(number.term) else { continue };
            let Some(first) = bytes.iter().position(|b| b.arg == arg) else { continue };
            let len = bytes[first..].iter().take_while(|b| b.arg == arg).count() as u64;
            let pinned = self.equation(term, number.bits);
            self.shown.push(Shown { channel, offset: offset + first as u64, len, term, pinned });
        }
    }
}
