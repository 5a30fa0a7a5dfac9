//! Conversion of whole strings between bytes and wide characters: `mbsrtowcs`, `wcsrtombs`, `mbstowcs`, …

use whydunit_machine::{Guest, Reply, Run, Word};

use super::character::{EILSEQ, INVALID, decode, state_address};
use super::state::State;
use crate::Posix;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::{Model, model};

pub(crate) const MODELS: &[Model] = &[
    model("mbsrtowcs", mbsrtowcs),
    model("__mbsrtowcs_chk", mbsrtowcs),
    model("mbsnrtowcs", mbsnrtowcs),
    model("__mbsnrtowcs_chk", mbsnrtowcs),
    model("wcsrtombs", wcsrtombs),
    model("__wcsrtombs_chk", wcsrtombs),
    model("wcsnrtombs", wcsnrtombs),
    model("__wcsnrtombs_chk", wcsnrtombs),
    model("mbstowcs", mbstowcs),
    model("__mbstowcs_chk", mbstowcs),
    model("wcstombs", wcstombs),
    model("__wcstombs_chk", wcstombs),
];

const COUNT: &str = "number of characters";

/// The result of converting a string.
struct Converted {
    /// Number of characters or bytes, or [`INVALID`].
    count: u64,
    /// Number of source units read; none if the end of the source was reached.
    stopped: Option<u64>,
}

/// Bytes to wide characters: at most `source` bytes, at most `room` characters.
fn to_wide(
    world: &mut Posix,
    guest: &mut dyn Guest,
    to: Word,
    from: Word,
    [source, room]: [u64; 2],
    state: &mut State,
) -> Run<Converted> {
    let (mut count, mut used) = (0, 0);
    while count < room || to.bits == 0 {
        let here = at(guest, from, used);
        let (reply, wide) = decode(world, guest, here, source - used, state)?;
        let Some(wide) = wide else {
            if reply == INVALID {
                return Ok(Converted { count: INVALID, stopped: Some(used) });
            }
            return Ok(Converted { count, stopped: Some(source) });
        };
        if to.bits != 0 {
            let place = at(guest, to, 4 * count);
            guest.store(place, 4, wide)?;
        }
        if reply == 0 {
            return Ok(Converted { count, stopped: None });
        }
        (count, used) = (count + 1, used + reply);
    }
    Ok(Converted { count, stopped: Some(used) })
}

/// Wide characters to bytes: at most `source` characters, at most `room` bytes, only whole characters.
fn to_bytes(
    world: &mut Posix,
    guest: &mut dyn Guest,
    to: Word,
    from: Word,
    [source, room]: [u64; 2],
) -> Run<Converted> {
    let (mut bytes, mut used) = (Vec::new(), 0);
    let mut result = None;
    while used < source {
        let here = at(guest, from, 4 * used);
        let wide = guest.load(here, 4)?;
        let wide = guest.pin(wide, "a wide character")? as u32;
        let before = bytes.len();
        if !world.charset.encode(wide, &mut bytes) {
            world.set_errno(guest, EILSEQ)?;
            result = Some(Converted { count: INVALID, stopped: Some(used) });
            break;
        }
        if to.bits != 0 && bytes.len() as u64 > room {
            bytes.truncate(before);
            break;
        }
        if wide == 0 {
            result = Some(Converted { count: before as u64, stopped: None });
            break;
        }
        used += 1;
    }
    if to.bits != 0 && !bytes.is_empty() {
        guest.write_bytes(to, &bytes)?;
    }
    Ok(result.unwrap_or(Converted { count: bytes.len() as u64, stopped: Some(used) }))
}

/// Updates the program's source pointer.
fn advance(guest: &mut dyn Guest, place: Word, from: Word, size: u64, stopped: Option<u64>) -> Run<()> {
    let new = match stopped {
        Some(used) => at(guest, from, size * used),
        None => Word::new(0),
    };
    guest.store(place, 8, new)
}

fn restartable_to_wide(world: &mut Posix, guest: &mut dyn Guest, limits: [u64; 2], state: Word) -> Run<Reply> {
    let (to, place) = (arg(guest, 0), arg(guest, 1));
    let kept = state_address(world, guest, state);
    let mut state = State::load(guest, kept)?;
    let from = guest.load(place, 8)?;
    let done = to_wide(world, guest, to, from, limits, &mut state)?;
    if to.bits != 0 {
        advance(guest, place, from, 1, done.stopped)?;
        if done.count != INVALID {
            state.store(guest, kept)?;
        }
    }
    Ok(done.count.into())
}

fn mbsrtowcs(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (room, state) = (pinned(guest, 2, COUNT)?, arg(guest, 3));
    restartable_to_wide(world, guest, [u64::MAX, room], state)
}

fn mbsnrtowcs(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (source, room, state) = (pinned(guest, 2, COUNT)?, pinned(guest, 3, COUNT)?, arg(guest, 4));
    restartable_to_wide(world, guest, [source, room], state)
}

fn restartable_to_bytes(world: &mut Posix, guest: &mut dyn Guest, limits: [u64; 2]) -> Run<Reply> {
    let (to, place) = (arg(guest, 0), arg(guest, 1));
    let from = guest.load(place, 8)?;
    let done = to_bytes(world, guest, to, from, limits)?;
    if to.bits != 0 {
        advance(guest, place, from, 4, done.stopped)?;
    }
    Ok(done.count.into())
}

fn wcsrtombs(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let room = pinned(guest, 2, COUNT)?;
    restartable_to_bytes(world, guest, [u64::MAX, room])
}

fn wcsnrtombs(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (source, room) = (pinned(guest, 2, COUNT)?, pinned(guest, 3, COUNT)?);
    restartable_to_bytes(world, guest, [source, room])
}

fn mbstowcs(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (to, from, room) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, COUNT)?);
    Ok(to_wide(world, guest, to, from, [u64::MAX, room], &mut State::default())?.count.into())
}

fn wcstombs(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (to, from, room) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, COUNT)?);
    Ok(to_bytes(world, guest, to, from, [u64::MAX, room])?.count.into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::text::charset::Charset;
    use crate::{Case, Posix};

    fn utf8() -> (Posix, TestGuest) {
        let mut world = Posix::new(Case::default());
        world.charset = Charset::Utf8;
        (world, TestGuest::default())
    }

    #[test]
    fn to_wide_and_back() {
        let (mut world, mut guest) = utf8();
        let (text, wide, back) = (guest.string("aé€"), guest.reserve(40, 4), guest.reserve(20, 1));
        let mut call = |name: &str, args: &[u64]| {
            let args: Vec<_> = args.iter().map(|&a| int(a)).collect();
            guest.call(&mut world, name, &args).unwrap().slots[0].bits
        };
        assert_eq!(call("mbstowcs", &[0, text, 0]), 3);
        assert_eq!(call("mbstowcs", &[wide, text, 10]), 3);
        assert_eq!(call("wcstombs", &[0, wide, 0]), 6);
        assert_eq!(call("wcstombs", &[back, wide, 5]), 3);
        assert_eq!(call("wcstombs", &[back, wide, 20]), 6);
        assert_eq!(guest.text(back), "aé€");
    }

    #[test]
    fn where_a_conversion_stops() {
        let (mut world, mut guest) = utf8();
        let (text, wide, place) = (guest.string("abcd"), guest.reserve(40, 4), guest.reserve(8, 8));
        guest.store(place.into(), 8, text.into()).unwrap();
        let args = [int(wide), int(place), int(2), int(0)];
        assert_eq!(guest.call(&mut world, "mbsrtowcs", &args).unwrap().slots[0].bits, 2);
        assert_eq!(guest.load(place.into(), 8).unwrap().bits, text + 2);
        let args = [int(wide), int(place), int(9), int(0)];
        assert_eq!(guest.call(&mut world, "mbsrtowcs", &args).unwrap().slots[0].bits, 2);
        assert_eq!(guest.load(place.into(), 8).unwrap().bits, 0);
    }
}
