//! Other functions of `<stdlib.h>`: suboptions, yes and no, radix-64 numbers, load averages.

use whydunit_machine::{Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, at, c_bytes, pinned};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("getsubopt", getsubopt),
    model("rpmatch", rpmatch),
    model("a64l", a64l),
    model("l64a", l64a),
    model("getloadavg", getloadavg),
];

const WHY: &str = "text of options";

/// Removes the next option from a comma-separated list; returns its index among the known ones.
fn getsubopt(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (place, known, value) = (arg(guest, 0), arg(guest, 1), arg(guest, 2));
    let start = guest.load(place, 8)?;
    let text = c_bytes(guest, start, WHY)?;
    if text.is_empty() {
        return Ok((-1i32).into());
    }
    let end = text.iter().position(|&b| b == b',').unwrap_or(text.len());
    let name_end = text[..end].iter().position(|&b| b == b'=');
    let name = &text[..name_end.unwrap_or(end)];
    let index = matching(guest, known, name)?;
    let stop = at(guest, start, end as u64);
    let rest = if end < text.len() { at(guest, stop, 1) } else { stop };
    if end < text.len() {
        guest.store(stop, 1, Word::new(0))?;
    }
    let shown = match (index, name_end) {
        (Some(_), Some(equals)) => at(guest, start, equals as u64 + 1),
        (Some(_), None) => Word::new(0),
        (None, _) => start,
    };
    guest.store(value, 8, shown)?;
    guest.store(place, 8, rest)?;
    Ok(index.unwrap_or(-1).into())
}

fn matching(guest: &mut dyn Guest, known: Word, name: &[u8]) -> Run<Option<i32>> {
    for index in 0.. {
        let here = at(guest, known, 8 * index);
        let candidate = guest.load(here, 8)?;
        if guest.pin(candidate, WHY)? == 0 {
            return Ok(None);
        }
        if c_bytes(guest, candidate, WHY)? == name {
            return Ok(Some(index as i32));
        }
    }
    Ok(None)
}

fn rpmatch(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let start = arg(guest, 0);
    let first = guest.load(start, 1)?;
    Ok(match guest.pin(first, "an answer")? as u8 {
        b'y' | b'Y' => 1,
        b'n' | b'N' => 0,
        _ => -1,
    }
    .into())
}

const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn a64l(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let start = arg(guest, 0);
    let text = c_bytes(guest, start, "radix-64 digits")?;
    let digits = text.iter().take(6).map_while(|c| DIGITS.iter().position(|d| d == c));
    let value = digits.enumerate().fold(0u64, |value, (i, digit)| value | (digit as u64) << (6 * i));
    Ok(i64::from(value as i32).into())
}

fn l64a(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let mut value = pinned(guest, 0, "number for radix 64")? & 0xffff_ffff;
    let mut text = Vec::new();
    while value > 0 {
        text.push(DIGITS[(value & 63) as usize]);
        value >>= 6;
    }
    Ok(world.constants.string(guest, &text)?.into())
}

/// The machine has no load to report.
fn getloadavg(_: &mut Posix, _: &mut dyn Guest) -> Run<Reply> {
    Ok((-1i32).into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    #[test]
    fn suboptions_come_one_by_one() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let (text, place, value) = (guest.string("rw,size=3,what"), guest.reserve(8, 8), guest.reserve(8, 8));
        let (rw, size, known) = (guest.string("rw"), guest.string("size"), guest.reserve(24, 8));
        guest.store(place.into(), 8, text.into()).unwrap();
        guest.store(known.into(), 8, rw.into()).unwrap();
        guest.store((known + 8).into(), 8, size.into()).unwrap();
        let args = [int(place), int(known), int(value)];
        let mut next = || {
            let index = guest.call(&mut world, "getsubopt", &args).unwrap().slots[0].bits as i32;
            let shown = guest.load(value.into(), 8).unwrap().bits;
            (index, if shown == 0 { String::new() } else { guest.text(shown) })
        };
        assert_eq!(next(), (0, String::new()));
        assert_eq!(next(), (1, "3".into()));
        assert_eq!(next(), (-1, "what".into()));
    }

    #[test]
    fn radix_64_both_ways() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let text = guest.call(&mut world, "l64a", &[int(123_456_789)]).unwrap().slots[0].bits;
        assert_eq!(guest.text(text), "JowK5");
        let value = guest.call(&mut world, "a64l", &[int(text)]).unwrap().slots[0].bits;
        assert_eq!(value, 123_456_789);
    }
}
