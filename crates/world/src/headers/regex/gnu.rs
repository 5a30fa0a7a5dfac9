//! GNU's own interface to the matcher: `re_search` and related functions.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::buffer::{self, Buffer};
use super::{read, search};
use crate::Posix;
use crate::model::guest_ext::{arg, at, pinned};
use crate::regex::{Match, Span, Starts, Subject, Syntax, Wanted};

/// The owner of the arrays of `struct re_registers`.
const UNALLOCATED: u8 = 0;
const REALLOCATE: u8 = 1;
const FIXED: u8 = 2;

/// Offsets in `struct re_registers`.
const NUM_REGS: u64 = 0;
/// Registers stored at a time.
const PIECE: u64 = 1 << 14;
const START: u64 = 8;
const END: u64 = 16;

pub(super) fn re_set_syntax(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let new = pinned(guest, 0, "a syntax of regular expressions")?;
    let old = syntax(world, guest)?;
    world.regexes.syntax = new;
    if let Some((address, _)) = guest.global("re_syntax_options") {
        guest.store(address.into(), 8, new.into())?;
    }
    Ok((old as i64).into())
}

/// `re_syntax_options`.
fn syntax(world: &Posix, guest: &mut dyn Guest) -> Run<u64> {
    let Some((address, _)) = guest.global("re_syntax_options") else { return Ok(world.regexes.syntax) };
    let word = guest.load(address.into(), 8)?;
    guest.pin(word, "re_syntax_options")
}

pub(super) fn re_compile_pattern(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (pattern, buffer) = (arg(guest, 0), Buffer { address: arg(guest, 2) });
    let length = pinned(guest, 1, "the length of a pattern")?;
    let pattern = read(guest, pattern, length as usize)?;
    let syntax = Syntax(syntax(world, guest)?);
    let no_sub = if syntax.has(Syntax::NO_SUB) { buffer::NO_SUB } else { 0 };
    match buffer.compile(world, guest, &pattern, syntax, buffer::NEWLINE_ANCHOR | no_sub)? {
        Ok(()) => Ok(0.into()),
        Err(fault) => {
            let message = fault.message();
            let address = guest.reserve(message.len() as u64 + 1, 1);
            guest.write_bytes(address.into(), message.as_bytes())?;
            Ok(address.into())
        }
    }
}

pub(super) fn re_compile_fastmap(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let buffer = Buffer { address: arg(guest, 0) };
    buffer.fill_fastmap(world, guest)?;
    Ok(0.into())
}

pub(super) fn re_set_registers(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (buffer, registers) = (Buffer { address: arg(guest, 0) }, arg(guest, 1));
    let count = pinned(guest, 2, "the number of registers")? & 0xffff_ffff;
    let (starts, ends) = (arg(guest, 3), arg(guest, 4));
    let (owner, starts, ends) =
        if count > 0 { (REALLOCATE, starts, ends) } else { (UNALLOCATED, Word::new(0), Word::new(0)) };
    set_owner(guest, buffer, owner)?;
    put(guest, registers, NUM_REGS, 4, count.into())?;
    put(guest, registers, START, 8, starts)?;
    put(guest, registers, END, 8, ends)?;
    Ok(().into())
}

fn put(guest: &mut dyn Guest, base: Word, offset: u64, bytes: u8, value: Word) -> Run<()> {
    let here = at(guest, base, offset);
    guest.store(here, bytes, value)
}

fn set_owner(guest: &mut dyn Guest, buffer: Buffer, owner: u8) -> Run<()> {
    let bits = buffer.bits(guest)?;
    buffer.set_bits(guest, bits & !buffer::REGS_MASK | owner << buffer::REGS_SHIFT)
}

/// A call of one of the four functions: the text and the question.
struct Call {
    buffer: Buffer,
    /// One or two pieces of text.
    pieces: Vec<(Word, i64)>,
    start: i64,
    range: i64,
    registers: Word,
    stop: i64,
    /// Is the result the length of the match instead of its position?
    length: bool,
}

/// Argument `index` as an `int`.
fn number(guest: &mut dyn Guest, index: usize) -> Run<i64> {
    Ok(i64::from(pinned(guest, index, "a length or position in a subject")? as i32))
}

pub(super) fn re_search(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let length = number(guest, 2)?;
    let call = Call {
        buffer: Buffer { address: arg(guest, 0) },
        pieces: vec![(arg(guest, 1), length)],
        start: number(guest, 3)?,
        range: number(guest, 4)?,
        registers: arg(guest, 5),
        stop: length,
        length: false,
    };
    call.answer(world, guest)
}

pub(super) fn re_match(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let length = number(guest, 2)?;
    let call = Call {
        buffer: Buffer { address: arg(guest, 0) },
        pieces: vec![(arg(guest, 1), length)],
        start: number(guest, 3)?,
        range: 0,
        registers: arg(guest, 4),
        stop: length,
        length: true,
    };
    call.answer(world, guest)
}

pub(super) fn re_search_2(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let call = Call {
        buffer: Buffer { address: arg(guest, 0) },
        pieces: two_pieces(guest)?,
        start: number(guest, 5)?,
        range: number(guest, 6)?,
        registers: arg(guest, 7),
        stop: number(guest, 8)?,
        length: false,
    };
    call.answer(world, guest)
}

pub(super) fn re_match_2(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let call = Call {
        buffer: Buffer { address: arg(guest, 0) },
        pieces: two_pieces(guest)?,
        start: number(guest, 5)?,
        range: 0,
        registers: arg(guest, 6),
        stop: number(guest, 7)?,
        length: true,
    };
    call.answer(world, guest)
}

fn two_pieces(guest: &mut dyn Guest) -> Run<Vec<(Word, i64)>> {
    let first = (arg(guest, 1), number(guest, 2)?);
    Ok(vec![first, (arg(guest, 3), number(guest, 4)?)])
}

/// Size of the text read first: most matches are near.
const WINDOW: usize = 4096;

impl Call {
    fn answer(self, world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
        if self.pieces.iter().any(|&(_, length)| length < 0) || self.stop < 0 {
            return Ok((-2).into());
        }
        let length: i64 = self.pieces.iter().map(|&(_, length)| length).sum();
        if self.start < 0 || self.start > length {
            return Ok((-1).into());
        }
        let last = (self.start + self.range).clamp(0, length) as usize;
        let start = self.start as usize;
        let starts = if self.range >= 0 { Starts::Forward(start, last) } else { Starts::Backward(start, last) };
        if self.buffer.wants_fastmap(guest)? && self.range != 0 {
            self.buffer.fill_fastmap(world, guest)?;
        }
        let registers = guest.pin(self.registers, "the registers of a search")?;
        let bits = self.buffer.bits(guest)?;
        let no_registers = registers == 0 || bits & buffer::NO_SUB != 0;
        let wanted = if no_registers { Wanted::Place } else { Wanted::Groups };
        let Some(found) = self.find(world, guest, starts, wanted)? else { return Ok((-1).into()) };
        let result = if self.length { found.end as i64 - self.start } else { found.start as i64 };
        if !no_registers {
            let stored = self.store_registers(guest, &found, bits)?;
            if !stored {
                return Ok((-2).into());
            }
        }
        Ok((result as i32).into())
    }

    /// Reads as much of the text as the search needs. Before the start, only the
    /// adjacent letter matters.
    fn find(&self, world: &Posix, guest: &mut dyn Guest, starts: Starts, wanted: Wanted) -> Run<Option<Match>> {
        let Some(regex) = self.buffer.regex(world, guest)? else { return Ok(None) };
        let bits = self.buffer.bits(guest)?;
        let length: i64 = self.pieces.iter().map(|&(_, length)| length).sum();
        let (length, stop) = (length as usize, self.stop.min(length) as usize);
        let mut window = match starts {
            Starts::Forward(start, _) if self.pieces.len() == 1 && stop == length => (start + WINDOW).min(length),
            _ => length,
        };
        loop {
            let bytes = self.text(guest, starts, window)?;
            let cut = window < length;
            let subject = Subject {
                bytes: &bytes,
                stop: stop.min(window),
                not_bol: bits & buffer::NOT_BOL != 0,
                not_eol: bits & buffer::NOT_EOL != 0,
                newline_anchor: bits & buffer::NEWLINE_ANCHOR != 0,
            };
            let answer = search(guest, &regex, &subject, starts, wanted)?;
            if !cut || !answer.saw_end {
                return Ok(answer.found);
            }
            window = (window * 4).min(length);
        }
    }

    /// The text up to `window`. For a single piece, only the last part before the start is read.
    fn text(&self, guest: &mut dyn Guest, starts: Starts, window: usize) -> Run<Vec<u8>> {
        if let (Starts::Forward(start, _), [(address, _)]) = (starts, &*self.pieces) {
            let skipped = start.saturating_sub(16);
            let mut bytes = vec![0; skipped];
            let here = at(guest, *address, skipped as u64);
            bytes.extend(read(guest, here, window.saturating_sub(skipped))?);
            return Ok(bytes);
        }
        let mut bytes = Vec::new();
        for &(address, length) in &self.pieces {
            bytes.extend(read(guest, address, length as usize)?);
        }
        Ok(bytes)
    }

    /// Stores the groups, in arrays that are allocated or enlarged according to the buffer's bits. One
    /// entry more than there are groups ends the list.
    fn store_registers(&self, guest: &mut dyn Guest, found: &Match, bits: u8) -> Run<bool> {
        let groups = self.buffer.groups(guest)?;
        let here = at(guest, self.registers, NUM_REGS);
        let owner = (bits & buffer::REGS_MASK) >> buffer::REGS_SHIFT;
        let mut room = 0;
        if owner != UNALLOCATED {
            let word = guest.load(here, 4)?;
            room = guest.pin(word, "the number of registers")?;
        }
        let needed = groups + 2;
        if owner == UNALLOCATED || owner == REALLOCATE && needed > room {
            if !self.make_arrays(guest, needed, owner == REALLOCATE)? {
                return Ok(false);
            }
            room = needed;
        }
        if owner != FIXED {
            set_owner(guest, self.buffer, REALLOCATE)?;
        }
        let spans = std::iter::once(Some((found.start, found.end))).chain(found.groups.iter().copied());
        let spans: Vec<Span> = spans.take(room as usize).collect();
        self.store_side(guest, START, room, |i| spans.get(i).copied().flatten().map(|s| s.0))?;
        self.store_side(guest, END, room, |i| spans.get(i).copied().flatten().map(|s| s.1))?;
        Ok(true)
    }

    /// Stores `room` registers, -1 for those without a value; in pieces, because a faulty program may
    /// claim more room than there is memory.
    fn store_side(
        &self,
        guest: &mut dyn Guest,
        offset: u64,
        room: u64,
        value: impl Fn(usize) -> Option<usize>,
    ) -> Run<()> {
        let here = at(guest, self.registers, offset);
        let array = guest.load(here, 8)?;
        for first in (0..room).step_by(PIECE as usize) {
            let piece = first..room.min(first + PIECE);
            let bytes: Vec<u8> = piece.flat_map(|i| value(i as usize).map_or(-1, |v| v as i32).to_le_bytes()).collect();
            let there = at(guest, array, first * 4);
            guest.write_bytes(there, &bytes)?;
        }
        Ok(())
    }

    /// Allocates or enlarges the arrays; `false` if memory is exhausted.
    fn make_arrays(&self, guest: &mut dyn Guest, count: u64, old: bool) -> Run<bool> {
        for offset in [START, END] {
            let here = at(guest, self.registers, offset);
            if old {
                let word = guest.load(here, 8)?;
                let array = guest.pin(word, "the registers of a search")?;
                if array != 0 {
                    guest.release(array)?;
                }
            }
            let array = guest.allocate(4 * count, 16)?;
            if array == 0 {
                return Ok(false);
            }
            guest.store(here, 8, array.into())?;
        }
        let here = at(guest, self.registers, NUM_REGS);
        guest.store(here, 4, count.into())?;
        Ok(true)
    }
}
