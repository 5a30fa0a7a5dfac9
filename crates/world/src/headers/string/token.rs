//! Splitting strings into tokens: `strtok`, `strtok_r`, `strsep`.

use whydunit_machine::{Guest, Reply, Run, Word};

use super::search::ByteSet;
use crate::Posix;
use crate::model::guest_ext::{arg, at, is_nul};
use crate::model::words::equal;
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("strtok", strtok),
    model("strtok_r", strtok_r),
    model("__strtok_r", strtok_r),
    model("strsep", strsep),
    model("__strsep", strsep),
];

/// Is the rest of the string at this address empty?
fn ends(guest: &mut dyn Guest, here: Word) -> Run<bool> {
    let byte = guest.load(here, 1)?;
    is_nul(guest, byte)
}

/// The next token; `save` is the address of the position for the next call.
fn next_token(guest: &mut dyn Guest, string: Word, set: Word, save: Word) -> Run<Reply> {
    let fresh = !equal(guest, 64, string, Word::new(0))?;
    let string = if fresh { string } else { guest.load(save, 8)? };
    let set = ByteSet::read(guest, set)?;
    let skipped = set.span(guest, string, true)?;
    let token = at(guest, string, skipped);
    if ends(guest, token)? {
        guest.store(save, 8, token)?;
        return Ok(0u64.into());
    }
    let len = set.span(guest, token, false)?;
    let end = at(guest, token, len);
    if ends(guest, end)? {
        guest.store(save, 8, end)?;
        return Ok(token.into());
    }
    guest.store(end, 1, Word::new(0))?;
    let rest = at(guest, end, 1);
    guest.store(save, 8, rest)?;
    Ok(token.into())
}

fn strtok(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let save = *world.strtok.get_or_insert_with(|| guest.reserve(8, 8));
    let (string, set) = (arg(guest, 0), arg(guest, 1));
    next_token(guest, string, set, save.into())
}

fn strtok_r(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (string, set, save) = (arg(guest, 0), arg(guest, 1), arg(guest, 2));
    next_token(guest, string, set, save)
}

fn strsep(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (place, set) = (arg(guest, 0), arg(guest, 1));
    let token = guest.load(place, 8)?;
    if equal(guest, 64, token, Word::new(0))? {
        return Ok(0u64.into());
    }
    let len = ByteSet::read(guest, set)?.span(guest, token, false)?;
    let end = at(guest, token, len);
    let rest = if ends(guest, end)? {
        Word::new(0)
    } else {
        guest.store(end, 1, Word::new(0))?;
        at(guest, end, 1)
    };
    guest.store(place, 8, rest)?;
    Ok(token.into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    #[test]
    fn strtok_splits_and_continues() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let (text, set) = (guest.string(",,one,two;three;"), guest.string(",;"));
        let mut tokens = Vec::new();
        let mut from = text;
        loop {
            let token = guest.call(&mut world, "strtok", &[int(from), int(set)]).unwrap().slots[0].bits;
            if token == 0 {
                break;
            }
            tokens.push(guest.text(token));
            from = 0;
        }
        assert_eq!(tokens, ["one", "two", "three"]);
        assert_eq!(guest.call(&mut world, "strtok", &[int(0), int(set)]).unwrap().slots[0].bits, 0);
    }

    #[test]
    fn strsep_keeps_empty_tokens() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let (text, set, place) = (guest.string("a::b"), guest.string(":"), guest.reserve(8, 8));
        guest.store(place.into(), 8, text.into()).unwrap();
        let mut tokens = Vec::new();
        loop {
            let token = guest.call(&mut world, "strsep", &[int(place), int(set)]).unwrap().slots[0].bits;
            if token == 0 {
                break;
            }
            tokens.push(guest.text(token));
        }
        assert_eq!(tokens, ["a", "", "b"]);
    }
}
