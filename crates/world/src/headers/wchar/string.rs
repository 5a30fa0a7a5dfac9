//! Comparing and searching wide strings. As in glibc, comparisons return -1, 0 or 1.

use whydunit_machine::{Guest, Reply, Run, Word};
use whydunit_program::BinOp;

use super::wide::length;
use crate::Posix;
use crate::headers::wctype::lower_case;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::words::equal;
use crate::model::{Model, model};
use crate::text::charset::Charset;

pub(crate) const MODELS: &[Model] = &[
    model("wcscmp", wcscmp),
    model("wcscoll", wcscmp),
    model("wcscoll_l", wcscmp),
    model("wcsncmp", wcsncmp),
    model("wmemcmp", wmemcmp),
    model("wcscasecmp", wcscasecmp),
    model("wcscasecmp_l", wcscasecmp),
    model("wcsncasecmp", wcsncasecmp),
    model("wcsncasecmp_l", wcsncasecmp),
    model("wcsxfrm", wcsxfrm),
    model("wcsxfrm_l", wcsxfrm),
    model("wcschr", wcschr),
    model("wcschrnul", wcschrnul),
    model("wcsrchr", wcsrchr),
    model("wmemchr", wmemchr),
    model("wcsspn", wcsspn),
    model("wcscspn", wcscspn),
    model("wcspbrk", wcspbrk),
    model("wcsstr", wcsstr),
    model("wcswcs", wcsstr),
    model("wcstok", wcstok),
];

const COUNT: &str = "number of wide characters";

fn load(guest: &mut dyn Guest, start: Word, index: u64) -> Run<Word> {
    let here = at(guest, start, 4 * index);
    guest.load(here, 4)
}

fn compare(guest: &mut dyn Guest, limit: u64, string: bool) -> Run<Reply> {
    let (a, b) = (arg(guest, 0), arg(guest, 1));
    for index in 0..limit {
        let (x, y) = (load(guest, a, index)?, load(guest, b, index)?);
        if !equal(guest, 32, x, y)? {
            let less = guest.bin(BinOp::SLt, 32, x, y);
            return Ok(if guest.decide(less)? { -1 } else { 1 }.into());
        }
        if string && equal(guest, 32, x, Word::new(0))? {
            break;
        }
    }
    Ok(0i32.into())
}

fn wcscmp(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    compare(guest, u64::MAX, true)
}

fn wcsncmp(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let limit = pinned(guest, 2, COUNT)?;
    compare(guest, limit, true)
}

fn wmemcmp(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let limit = pinned(guest, 2, COUNT)?;
    compare(guest, limit, false)
}

/// The difference of the first characters that differ in more than case.
fn compare_folded(charset: Charset, guest: &mut dyn Guest, limit: u64) -> Run<Reply> {
    let (a, b) = (arg(guest, 0), arg(guest, 1));
    for index in 0..limit {
        let (x, y) = (load(guest, a, index)?, load(guest, b, index)?);
        let (x, y) = (guest.pin(x, "a wide character")? as u32, guest.pin(y, "a wide character")? as u32);
        let (x, y) = (lower_case(charset, x), lower_case(charset, y));
        if x != y {
            return Ok((x as i32).wrapping_sub(y as i32).into());
        }
        if x == 0 {
            break;
        }
    }
    Ok(0i32.into())
}

fn wcscasecmp(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    compare_folded(world.charset, guest, u64::MAX)
}

fn wcsncasecmp(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let limit = pinned(guest, 2, COUNT)?;
    compare_folded(world.charset, guest, limit)
}

/// Collation is by code point: a string is its own key.
fn wcsxfrm(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (dst, src, room) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, COUNT)?);
    let len = length(guest, src, u64::MAX)?;
    let copied = room.min(len + 1);
    if copied > 0 {
        guest.copy(dst, src, 4 * copied)?;
    }
    Ok(len.into())
}

/// Index of the first character that is `c`, and whether it was found; the index of the end if not.
fn first_or_end(guest: &mut dyn Guest, start: Word, c: Word) -> Run<(u64, bool)> {
    for index in 0.. {
        let here = load(guest, start, index)?;
        if equal(guest, 32, here, c)? {
            return Ok((index, true));
        }
        if equal(guest, 32, here, Word::new(0))? {
            return Ok((index, false));
        }
    }
    unreachable!("memory is finite: a load fails before")
}

fn wcschr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, c) = (arg(guest, 0), arg(guest, 1));
    let (index, found) = first_or_end(guest, start, c)?;
    Ok(if found { at(guest, start, 4 * index) } else { Word::new(0) }.into())
}

fn wcschrnul(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, c) = (arg(guest, 0), arg(guest, 1));
    let (index, _) = first_or_end(guest, start, c)?;
    Ok(at(guest, start, 4 * index).into())
}

fn wcsrchr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, c) = (arg(guest, 0), arg(guest, 1));
    let len = length(guest, start, u64::MAX)?;
    for index in (0..=len).rev() {
        let here = load(guest, start, index)?;
        if equal(guest, 32, here, c)? {
            return Ok(at(guest, start, 4 * index).into());
        }
    }
    Ok(0u64.into())
}

fn wmemchr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, c, limit) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, COUNT)?);
    for index in 0..limit {
        let here = load(guest, start, index)?;
        if equal(guest, 32, here, c)? {
            return Ok(at(guest, start, 4 * index).into());
        }
    }
    Ok(0u64.into())
}

/// The number of leading characters in the set (or, with `inside` false, outside it).
fn span(guest: &mut dyn Guest, start: Word, set: Word, inside: bool) -> Run<u64> {
    for index in 0.. {
        let here = load(guest, start, index)?;
        if equal(guest, 32, here, Word::new(0))? || first_or_end(guest, set, here)?.1 != inside {
            return Ok(index);
        }
    }
    unreachable!("memory is finite: a load fails before")
}

fn wcsspn(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, set) = (arg(guest, 0), arg(guest, 1));
    Ok(span(guest, start, set, true)?.into())
}

fn wcscspn(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, set) = (arg(guest, 0), arg(guest, 1));
    Ok(span(guest, start, set, false)?.into())
}

/// Is the rest of the string at this address empty?
fn ends(guest: &mut dyn Guest, here: Word) -> Run<bool> {
    let c = guest.load(here, 4)?;
    equal(guest, 32, c, Word::new(0))
}

fn wcspbrk(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, set) = (arg(guest, 0), arg(guest, 1));
    let len = span(guest, start, set, false)?;
    let here = at(guest, start, 4 * len);
    Ok(if ends(guest, here)? { Word::new(0) } else { here }.into())
}

fn wcsstr(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (hay, needle) = (arg(guest, 0), arg(guest, 1));
    let len = length(guest, needle, u64::MAX)?;
    let last = length(guest, hay, u64::MAX)?;
    'places: for place in 0..(last + 1).saturating_sub(len) {
        for index in 0..len {
            let (x, y) = (load(guest, hay, place + index)?, load(guest, needle, index)?);
            if !equal(guest, 32, x, y)? {
                continue 'places;
            }
        }
        return Ok(at(guest, hay, 4 * place).into());
    }
    Ok(0u64.into())
}

fn wcstok(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (string, set, save) = (arg(guest, 0), arg(guest, 1), arg(guest, 2));
    let string = if string.bits == 0 { guest.load(save, 8)? } else { string };
    if string.bits == 0 {
        return Ok(0u64.into());
    }
    let skipped = span(guest, string, set, true)?;
    let token = at(guest, string, 4 * skipped);
    if ends(guest, token)? {
        guest.store(save, 8, Word::new(0))?;
        return Ok(0u64.into());
    }
    let len = span(guest, token, set, false)?;
    let end = at(guest, token, 4 * len);
    let rest = if ends(guest, end)? {
        Word::new(0)
    } else {
        guest.store(end, 4, Word::new(0))?;
        at(guest, end, 4)
    };
    guest.store(save, 8, rest)?;
    Ok(token.into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    /// Stores a wide string in the guest.
    fn wide(guest: &mut TestGuest, text: &str) -> u64 {
        let units: Vec<u8> = text.chars().chain(['\0']).flat_map(|c| u32::from(c).to_le_bytes()).collect();
        let address = guest.reserve(units.len() as u64, 4);
        guest.write_bytes(address.into(), &units).unwrap();
        address
    }

    fn call(guest: &mut TestGuest, name: &str, args: &[u64]) -> u64 {
        let args: Vec<_> = args.iter().map(|&a| int(a)).collect();
        guest.call(&mut Posix::new(Case::default()), name, &args).unwrap().slots[0].bits
    }

    #[test]
    fn comparisons() {
        let mut guest = TestGuest::default();
        let (a, b) = (wide(&mut guest, "añb"), wide(&mut guest, "aña"));
        assert_eq!(call(&mut guest, "wcscmp", &[a, b]) as i32, 1);
        assert_eq!(call(&mut guest, "wcscmp", &[b, a]) as i32, -1);
        assert_eq!(call(&mut guest, "wcsncmp", &[a, b, 2]), 0);
    }

    #[test]
    fn searches_and_tokens() {
        let mut guest = TestGuest::default();
        let (text, set, part) = (wide(&mut guest, "one,two"), wide(&mut guest, ",;"), wide(&mut guest, "two"));
        assert_eq!(call(&mut guest, "wcsstr", &[text, part]), text + 16);
        assert_eq!(call(&mut guest, "wcsrchr", &[text, u64::from(b'o')]), text + 24);
        assert_eq!(call(&mut guest, "wcscspn", &[text, set]), 3);
        assert_eq!(call(&mut guest, "wcspbrk", &[text, set]), text + 12);
        let save = guest.reserve(8, 8);
        assert_eq!(call(&mut guest, "wcstok", &[text, set, save]), text);
        assert_eq!(call(&mut guest, "wcstok", &[0, set, save]), text + 16);
        assert_eq!(call(&mut guest, "wcstok", &[0, set, save]), 0);
    }

    #[test]
    fn copies() {
        let mut guest = TestGuest::default();
        let (text, to) = (wide(&mut guest, "wide"), guest.reserve(64, 4));
        assert_eq!(call(&mut guest, "wcpcpy", &[to, text]), to + 16);
        call(&mut guest, "wcsncat", &[to, text, 2]);
        assert_eq!(call(&mut guest, "wcslen", &[to]), 6);
        call(&mut guest, "wmemset", &[to, u64::from(b'x'), 2]);
        let twin = call(&mut guest, "wcsdup", &[to]);
        assert_eq!(guest.load(twin.into(), 8).unwrap().bits, 0x78_0000_0078);
    }
}
