//! One character at a time between bytes and wide characters: `mbrtowc`, `wcrtomb`, `mbtowc`, …

use whydunit_machine::{Guest, Reply, Run, Word};

use super::state::{State, Step};
use crate::Posix;
use crate::model::guest_ext::{arg, at, is_nul, pinned};
use crate::model::words::within;
use crate::model::{Model, model};
use crate::text::charset::Charset;
use crate::text::unicode::width;

pub(crate) const MODELS: &[Model] = &[
    model("mbrtowc", mbrtowc),
    model("mbrtoc32", mbrtowc),
    model("mbrlen", mbrlen),
    model("__mbrlen", mbrlen),
    model("wcrtomb", wcrtomb),
    model("c32rtomb", wcrtomb),
    model("__wcrtomb_chk", wcrtomb),
    model("mbsinit", mbsinit),
    model("mbtowc", mbtowc),
    model("mblen", mblen),
    model("wctomb", wctomb),
    model("__wctomb_chk", wctomb),
    model("btowc", btowc),
    model("wctob", wctob),
    model("wcwidth", wcwidth),
    model("wcswidth", wcswidth),
];

pub(super) const EILSEQ: i32 = 84;
/// Results of `mbrtowc` for an invalid and for an incomplete character.
pub(super) const INVALID: u64 = u64::MAX;
const INCOMPLETE: u64 = u64::MAX - 1;
const COUNT: &str = "number of bytes";

/// The address of a conversion's state: the program's object, or one of libc's own.
pub(super) fn state_address(world: &mut Posix, guest: &mut dyn Guest, given: Word) -> Word {
    if given.bits != 0 {
        return given;
    }
    (*world.mbstate.get_or_insert_with(|| guest.reserve(8, 8))).into()
}

/// Decodes one character from at most `limit` bytes. Returns the result of `mbrtowc`, and the character.
pub(super) fn decode(
    world: &mut Posix,
    guest: &mut dyn Guest,
    from: Word,
    limit: u64,
    state: &mut State,
) -> Run<(u64, Option<Word>)> {
    for used in 0..limit {
        let here = at(guest, from, used);
        let byte = guest.load(here, 1)?;
        if state.is_initial() && within(guest, byte, 0, 0x7f)? {
            // ASCII bytes are passed on unchanged, with their terms.
            let wide = if byte.is_plain() { byte } else { guest.cast(whydunit_program::CastOp::ZExt, 8, 32, byte) };
            return Ok((u64::from(!is_nul(guest, byte)?), Some(wide)));
        }
        match state.push(world.charset, guest.pin(byte, "byte of a multibyte character")? as u8) {
            Step::More => {}
            Step::Char(c) => return Ok((used + 1, Some(c.into()))),
            Step::Invalid => {
                world.set_errno(guest, EILSEQ)?;
                return Ok((INVALID, None));
            }
        }
    }
    Ok((INCOMPLETE, None))
}

fn convert(world: &mut Posix, guest: &mut dyn Guest, to: Word, from: Word, limit: u64, state: Word) -> Run<u64> {
    let place = state_address(world, guest, state);
    if from.bits == 0 {
        State::default().store(guest, place)?;
        return Ok(0);
    }
    let mut state = State::load(guest, place)?;
    let (reply, wide) = decode(world, guest, from, limit, &mut state)?;
    if reply != INVALID {
        state.store(guest, place)?;
    }
    if let Some(wide) = wide
        && to.bits != 0
    {
        guest.store(to, 4, wide)?;
    }
    Ok(reply)
}

fn mbrtowc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (to, from, limit, state) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, COUNT)?, arg(guest, 3));
    Ok(convert(world, guest, to, from, limit, state)?.into())
}

fn mbrlen(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (from, limit, state) = (arg(guest, 0), pinned(guest, 1, COUNT)?, arg(guest, 2));
    Ok(convert(world, guest, Word::new(0), from, limit, state)?.into())
}

/// `mbtowc` and `mblen`: without a persistent state, as our encodings have no shift states.
fn convert_at_once(world: &mut Posix, guest: &mut dyn Guest, to: Word, from: Word, limit: u64) -> Run<Reply> {
    if from.bits == 0 {
        return Ok(0i32.into());
    }
    let (reply, wide) = decode(world, guest, from, limit, &mut State::default())?;
    let Some(wide) = wide else { return Ok((-1i32).into()) };
    if to.bits != 0 {
        guest.store(to, 4, wide)?;
    }
    Ok((reply as i32).into())
}

fn mbtowc(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (to, from, limit) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, COUNT)?);
    convert_at_once(world, guest, to, from, limit)
}

fn mblen(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (from, limit) = (arg(guest, 0), pinned(guest, 1, COUNT)?);
    convert_at_once(world, guest, Word::new(0), from, limit)
}

/// Writes the bytes of a character; returns their number, or none with `errno` set.
fn encode(world: &mut Posix, guest: &mut dyn Guest, to: Word, wide: u32) -> Run<Option<u64>> {
    let mut bytes = Vec::new();
    if !world.charset.encode(wide, &mut bytes) {
        world.set_errno(guest, EILSEQ)?;
        return Ok(None);
    }
    guest.write_bytes(to, &bytes)?;
    Ok(Some(bytes.len() as u64))
}

fn wcrtomb(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (to, wide, state) = (arg(guest, 0), arg(guest, 1), arg(guest, 2));
    let place = state_address(world, guest, state);
    if to.bits == 0 {
        State::default().store(guest, place)?;
        return Ok(1u64.into());
    }
    let wide = guest.pin(wide, "a wide character")? as u32;
    Ok(encode(world, guest, to, wide)?.unwrap_or(INVALID).into())
}

fn wctomb(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let to = arg(guest, 0);
    if to.bits == 0 {
        return Ok(0i32.into());
    }
    let wide = pinned(guest, 1, "a wide character")? as u32;
    Ok(encode(world, guest, to, wide)?.map_or(-1, |len| len as i32).into())
}

fn mbsinit(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let place = arg(guest, 0);
    Ok(i32::from(place.bits == 0 || State::load(guest, place)?.is_initial()).into())
}

/// A single byte is a character only if it is ASCII, in every encoding.
fn ascii_or_minus_one(guest: &mut dyn Guest) -> Run<Reply> {
    let c = pinned(guest, 0, "a character")? as i32;
    Ok(if (0..0x80).contains(&c) { c } else { -1 }.into())
}

fn btowc(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    ascii_or_minus_one(guest)
}

fn wctob(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    ascii_or_minus_one(guest)
}

fn columns(charset: Charset, c: u32) -> i32 {
    if charset == Charset::Utf8 || c < 0x80 { width(c) } else { -1 }
}

fn wcwidth(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let c = pinned(guest, 0, "a wide character")? as u32;
    Ok(columns(world.charset, c).into())
}

fn wcswidth(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let (start, limit) = (arg(guest, 0), pinned(guest, 1, "number of characters")?);
    let mut sum = 0;
    for index in 0..limit {
        let here = at(guest, start, 4 * index);
        let c = guest.load(here, 4)?;
        let c = guest.pin(c, "a wide character")? as u32;
        if c == 0 {
            break;
        }
        match columns(world.charset, c) {
            -1 => return Ok((-1i32).into()),
            width => sum += width,
        }
    }
    Ok(sum.into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::native::answers;
    use crate::test_guest::{TestGuest, int};
    use crate::text::charset::Charset;
    use crate::{Case, Posix};

    const SAMPLES: [&[u8]; 20] = [
        b"a",
        b"\0",
        b"",
        b"\xc3\xa9",
        b"\xc3",
        b"\xe2\x82",
        b"\xe2",
        b"\xf0\x9f\x98",
        b"\xf4\x90\x80\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xf8\x88",
        b"\xf5",
        b"\xfe",
        b"\x80",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xed\xa0",
        b"\xe0\x80\x80",
        b"\xc3(",
        b"\xe2\x82(",
    ];

    /// Compares result, character, state and errno of `mbrtowc` with the referee's.
    #[test]
    fn mbrtowc_is_glibcs() {
        let source = r#"
            #include <errno.h>
            #include <locale.h>
            #include <stdio.h>
            #include <string.h>
            #include <wchar.h>
            int main(void) {
                char bytes[9];
                int n, utf8;
                while (scanf("%d %d", &utf8, &n) == 2) {
                    for (int i = 0; i < n; i++) scanf("%hhx", &bytes[i]);
                    setlocale(LC_ALL, utf8 ? "C.UTF-8" : "C");
                    mbstate_t state;
                    wchar_t wide = 0x7777;
                    memset(&state, 0, sizeof state);
                    errno = 0;
                    long reply = mbrtowc(&wide, bytes, n, &state);
                    printf("%ld %x %x %x %d\n", reply, wide, state.__count, state.__value.__wch, errno);
                }
            }"#;
        let (mut input, mut ours) = (String::new(), Vec::new());
        for (utf8, charset) in [(0, Charset::Ascii), (1, Charset::Utf8)] {
            for bytes in SAMPLES {
                let hex: Vec<String> = bytes.iter().map(|b| format!("{b:x}")).collect();
                input += &format!("{utf8} {} {}\n", bytes.len(), hex.join(" "));
                let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
                world.charset = charset;
                let (from, to, state) = (guest.reserve(9, 1), guest.reserve(4, 4), guest.reserve(8, 4));
                guest.write_bytes(from.into(), bytes).unwrap();
                guest.store(to.into(), 4, 0x7777u64.into()).unwrap();
                let args = [int(to), int(from), int(bytes.len() as u64), int(state)];
                let reply = guest.call(&mut world, "mbrtowc", &args).unwrap().slots[0].bits as i64;
                let errno = world.errno_address(&mut guest);
                let mut load = |at: u64| guest.load(at.into(), 4).unwrap().bits;
                let line = format!("{reply} {:x} {:x} {:x} {}", load(to), load(state), load(state + 4), load(errno));
                ours.push(line);
            }
        }
        let native = answers(source, input.as_bytes());
        assert_eq!(ours, native[..ours.len()]);
    }

    #[test]
    fn wcrtomb_and_widths() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        world.charset = Charset::Utf8;
        let to = guest.reserve(8, 1);
        assert_eq!(guest.call(&mut world, "wcrtomb", &[int(to), int(0x20ac), int(0)]).unwrap().slots[0].bits, 3);
        assert_eq!(guest.text(to), "€");
        assert_eq!(guest.call(&mut world, "wcwidth", &[int(0x4e00)]).unwrap().slots[0].bits, 2);
        world.charset = Charset::Ascii;
        let refused = guest.call(&mut world, "wcrtomb", &[int(to), int(0x20ac), int(0)]).unwrap();
        assert_eq!(refused.slots[0].bits, u64::MAX);
    }
}
