//! Integers from text: `strtol` and related functions. Digits may be symbolic: the value is then computed
//! from them, and the function's decisions about them become constraints.

use whydunit_machine::{Guest, Reply, Run, Word};
use whydunit_program::{BinOp, CastOp};

use crate::Posix;
use crate::model::guest_ext::{arg, at, pinned};
use crate::model::words::equal;
use crate::model::{Model, model};
use crate::text::text_reader::{ByteReader, Reader, WideReader};

pub(crate) const MODELS: &[Model] = &[
    model("atoi", atoi),
    model("atol", atol),
    model("atoll", atol),
    model("strtol", strtol),
    model("strtoll", strtol),
    model("strtoq", strtol),
    model("strtoimax", strtol),
    model("strtol_l", strtol),
    model("strtoll_l", strtol),
    model("__strtol_internal", strtol),
    model("__strtoll_internal", strtol),
    model("__isoc23_strtol", strtol_c23),
    model("__isoc23_strtoll", strtol_c23),
    model("__isoc23_strtoimax", strtol_c23),
    model("strtoul", strtoul),
    model("strtoull", strtoul),
    model("strtouq", strtoul),
    model("strtoumax", strtoul),
    model("strtoul_l", strtoul),
    model("strtoull_l", strtoul),
    model("__strtoul_internal", strtoul),
    model("__strtoull_internal", strtoul),
    model("__isoc23_strtoul", strtoul_c23),
    model("__isoc23_strtoull", strtoul_c23),
    model("__isoc23_strtoumax", strtoul_c23),
    model("wcstol", wcstol),
    model("wcstoll", wcstol),
    model("wcstoimax", wcstol),
    model("wcstoq", wcstol),
    model("wcstol_l", wcstol),
    model("wcstoll_l", wcstol),
    model("wcstoul", wcstoul),
    model("wcstoull", wcstoul),
    model("wcstoumax", wcstoul),
    model("wcstouq", wcstoul),
    model("wcstoul_l", wcstoul),
    model("wcstoull_l", wcstoul),
];

const EINVAL: i32 = 22;
const ERANGE: i32 = 34;

/// The kind of number to parse.
#[derive(Clone, Copy)]
struct Kind {
    signed: bool,
    /// Does `0b` introduce binary digits, as since C23?
    binary: bool,
}

/// The result of parsing.
struct Found {
    value: Word,
    negative: bool,
    overflow: bool,
    /// Number of characters parsed, including spaces; 0 if there is no number.
    len: u64,
}

/// The value of a digit in bases up to 36.
fn digit(guest: &mut dyn Guest, reader: &dyn Reader, c: Word, base: u32) -> Run<Option<Word>> {
    let letters = base.saturating_sub(10) as u8;
    let groups =
        [(b'0', b'0' + base.min(10) as u8 - 1, 0), (b'a', b'a' + letters - 1, 10), (b'A', b'A' + letters - 1, 10)];
    for (low, high, value) in groups {
        if low <= high && reader.within(guest, c, low, high)? {
            return Ok(Some(reader.offset(guest, c, low, value)));
        }
    }
    Ok(None)
}

/// Skips spaces, reads a sign and digits.
fn parse(guest: &mut dyn Guest, reader: &mut dyn Reader, base: u32, kind: Kind) -> Run<Found> {
    let mut c = reader.next(guest)?;
    while reader.is_space(guest, c)? {
        c = reader.next(guest)?;
    }
    let negative = reader.is(guest, c, b'-')?;
    if negative || reader.is(guest, c, b'+')? {
        c = reader.next(guest)?;
    }
    let (mut base, mut zero_end) = (base, None);
    if reader.is(guest, c, b'0')? && (base == 0 || base == 16 || (base == 2 && kind.binary)) {
        zero_end = Some(reader.position());
        let letter = reader.next(guest)?;
        if base != 2 && (reader.is(guest, letter, b'x')? || reader.is(guest, letter, b'X')?) {
            (base, c) = (16, reader.next(guest)?);
        } else if kind.binary && base != 16 && (reader.is(guest, letter, b'b')? || reader.is(guest, letter, b'B')?) {
            (base, c) = (2, reader.next(guest)?);
        } else {
            (base, c) = (if base == 0 { 8 } else { base }, letter);
        }
    } else if base == 0 {
        base = 10;
    }
    let mut found = digits(guest, reader, c, base, negative && kind.signed, kind.signed)?;
    if found.len == 0 {
        // "0x" without digits is the number 0 followed by an x.
        found.len = zero_end.unwrap_or(0);
    }
    found.negative = negative;
    Ok(found)
}

/// Reads digits, the first of which is `c`.
fn digits(
    guest: &mut dyn Guest,
    reader: &mut dyn Reader,
    mut c: Word,
    base: u32,
    below_zero: bool,
    signed: bool,
) -> Run<Found> {
    let limit = if signed { i64::MAX as u64 + u64::from(below_zero) } else { u64::MAX };
    let mut found = Found { value: Word::new(0), negative: false, overflow: false, len: 0 };
    let mut reachable: u64 = 0;
    while let Some(value) = digit(guest, reader, c, base)? {
        // The largest value of that many digits: as long as it fits, no check is needed.
        let may_overflow = match reachable.checked_mul(base.into()).and_then(|r| r.checked_add(u64::from(base) - 1)) {
            Some(r) if r <= limit => {
                reachable = r;
                false
            }
            _ => {
                reachable = u64::MAX;
                true
            }
        };
        found.overflow = found.overflow || may_overflow && overflows(guest, found.value, value, base, limit)?;
        if !found.overflow {
            found.value = extended(guest, found.value, value, base);
        }
        found.len = reader.position();
        c = reader.next(guest)?;
    }
    Ok(found)
}

/// Would another digit exceed the range?
fn overflows(guest: &mut dyn Guest, value: Word, digit: Word, base: u32, limit: u64) -> Run<bool> {
    let (cutoff, last) = (Word::new(limit / u64::from(base)), Word::new(limit % u64::from(base)));
    let below = guest.bin(BinOp::ULt, 64, value, cutoff);
    if guest.decide(below)? {
        return Ok(false);
    }
    if !equal(guest, 64, value, cutoff)? {
        return Ok(true);
    }
    let above = guest.bin(BinOp::ULt, 64, last, digit);
    guest.decide(above)
}

/// `value * base + digit`.
fn extended(guest: &mut dyn Guest, value: Word, digit: Word, base: u32) -> Word {
    if value.is_plain() && digit.is_plain() {
        return Word::new(value.bits * u64::from(base) + digit.bits);
    }
    let scaled = guest.bin(BinOp::Mul, 64, value, Word::new(base.into()));
    guest.bin(BinOp::Add, 64, scaled, digit)
}

/// The result and `errno`.
fn finished(world: &mut Posix, guest: &mut dyn Guest, found: &Found, signed: bool) -> Run<Word> {
    if found.overflow {
        world.set_errno(guest, ERANGE)?;
        return Ok(Word::new(match (signed, found.negative) {
            (true, true) => i64::MIN as u64,
            (true, false) => i64::MAX as u64,
            (false, _) => u64::MAX,
        }));
    }
    if !found.negative {
        return Ok(found.value);
    }
    if found.value.is_plain() {
        return Ok(Word::new(found.value.bits.wrapping_neg()));
    }
    Ok(guest.bin(BinOp::Sub, 64, Word::new(0), found.value))
}

fn convert(world: &mut Posix, guest: &mut dyn Guest, mut reader: impl Reader, kind: Kind) -> Run<Reply> {
    let (start, end, base) = (arg(guest, 0), arg(guest, 1), pinned(guest, 2, "base of a number")? as i32);
    if base < 0 || base == 1 || base > 36 {
        world.set_errno(guest, EINVAL)?;
        return Ok(0u64.into());
    }
    let found = parse(guest, &mut reader, base as u32, kind)?;
    reader.report(guest)?;
    if !equal(guest, 64, end, Word::new(0))? {
        let stop = at(guest, start, found.len * reader.size());
        guest.store(end, 8, stop)?;
    }
    Ok(finished(world, guest, &found, kind.signed)?.into())
}

fn strtol(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = ByteReader::new(arg(guest, 0));
    convert(world, guest, reader, Kind { signed: true, binary: false })
}

fn strtol_c23(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = ByteReader::new(arg(guest, 0));
    convert(world, guest, reader, Kind { signed: true, binary: true })
}

fn strtoul(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = ByteReader::new(arg(guest, 0));
    convert(world, guest, reader, Kind { signed: false, binary: false })
}

fn strtoul_c23(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = ByteReader::new(arg(guest, 0));
    convert(world, guest, reader, Kind { signed: false, binary: true })
}

fn wcstol(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = WideReader::new(arg(guest, 0));
    convert(world, guest, reader, Kind { signed: true, binary: false })
}

fn wcstoul(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = WideReader::new(arg(guest, 0));
    convert(world, guest, reader, Kind { signed: false, binary: false })
}

fn decimal(world: &mut Posix, guest: &mut dyn Guest) -> Run<Word> {
    let mut reader = ByteReader::new(arg(guest, 0));
    let found = parse(guest, &mut reader, 10, Kind { signed: true, binary: false })?;
    reader.report(guest)?;
    finished(world, guest, &found, true)
}

fn atol(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    Ok(decimal(world, guest)?.into())
}

fn atoi(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let value = decimal(world, guest)?;
    if value.is_plain() {
        return Ok((value.bits as i32).into());
    }
    Ok(guest.cast(CastOp::Trunc, 64, 32, value).into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    /// The value, the number of characters used, and `errno`.
    fn converted(name: &str, text: &str, base: u64) -> (i64, u64, u64) {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let (text, end) = (guest.string(text), guest.reserve(8, 8));
        let value = guest.call(&mut world, name, &[int(text), int(end), int(base)]).unwrap().slots[0].bits as i64;
        let errno = world.errno_address(&mut guest);
        let used = guest.load(end.into(), 8).unwrap().bits.wrapping_sub(text);
        (value, used, guest.load(errno.into(), 4).unwrap().bits)
    }

    #[test]
    fn numbers_signs_and_bases() {
        assert_eq!(converted("strtol", "  -42x", 10), (-42, 5, 0));
        assert_eq!(converted("strtol", "\t+7", 0), (7, 3, 0));
        assert_eq!(converted("strtol", "0x1fz", 0), (31, 4, 0));
        assert_eq!(converted("strtol", "0x1fz", 16), (31, 4, 0));
        assert_eq!(converted("strtol", "0779", 0), (63, 3, 0));
        assert_eq!(converted("strtol", "Zz", 36), (35 * 36 + 35, 2, 0));
        assert_eq!(converted("strtol", "129", 8), (10, 2, 0));
        assert_eq!(converted("strtol", "0b11", 0), (0, 1, 0));
        assert_eq!(converted("__isoc23_strtol", "0b11", 0), (3, 4, 0));
        assert_eq!(converted("strtol", "1a", 11), (21, 2, 0));
        assert_eq!(converted("strtol", "1b", 11), (1, 1, 0));
    }

    #[test]
    fn no_number() {
        assert_eq!(converted("strtol", "  x", 10), (0, 0, 0));
        assert_eq!(converted("strtol", "-", 10), (0, 0, 0));
        assert_eq!(converted("strtol", "0xg", 16), (0, 1, 0));
        assert_eq!(converted("strtol", " -0x", 0), (0, 3, 0));
        assert_eq!(converted("strtol", "1", 37).2, 22);
    }

    #[test]
    fn limits() {
        assert_eq!(converted("strtol", "9223372036854775807", 10), (i64::MAX, 19, 0));
        assert_eq!(converted("strtol", "9223372036854775808", 10), (i64::MAX, 19, 34));
        assert_eq!(converted("strtol", "-9223372036854775808", 10), (i64::MIN, 20, 0));
        assert_eq!(converted("strtol", "-9223372036854775809", 10), (i64::MIN, 20, 34));
        assert_eq!(converted("strtoul", "18446744073709551615", 10), (-1, 20, 0));
        assert_eq!(converted("strtoul", "18446744073709551616", 10), (-1, 20, 34));
        assert_eq!(converted("strtoul", "-1", 10), (-1, 2, 0));
        assert_eq!(converted("strtol", "99999999999999999999999", 10), (i64::MAX, 23, 34));
    }
}
