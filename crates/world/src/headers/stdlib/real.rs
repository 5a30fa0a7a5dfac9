//! Floating-point numbers from text: `strtod` and related functions, and the inverse, `gcvt`.

use whydunit_machine::{FailureKind, Guest, Reply, Run, Word};

use crate::Posix;
use crate::model::guest_ext::{arg, at, c_bytes, pinned};
use crate::model::words::equal;
use crate::model::{Model, model};
use crate::number::{Float, FloatPrefix, Format, Parsed, Spelled, Style, parse, render};
use crate::text::text_reader::{ByteReader, Reader, WideReader};

pub(crate) const MODELS: &[Model] = &[
    model("atof", atof),
    model("strtod", strtod),
    model("strtod_l", strtod),
    model("__strtod_internal", strtod),
    model("strtof64", strtod),
    model("strtof32x", strtod),
    model("strtof", strtof),
    model("strtof_l", strtof),
    model("__strtof_internal", strtof),
    model("strtof32", strtof),
    model("strtold", strtold),
    model("strtold_l", strtold),
    model("__strtold_internal", strtold),
    model("strtof64x", strtold),
    model("wcstod", wcstod),
    model("wcstof", wcstof),
    model("wcstold", wcstold),
    model("wcstod_l", wcstod),
    model("wcstof_l", wcstof),
    model("wcstold_l", wcstold),
    model("gcvt", gcvt),
    model("strfromd", |_, guest| strfrom(guest, Format::Double)),
    model("strfromf", |_, guest| strfrom(guest, Format::Single)),
    model("strfroml", |_, guest| strfrom(guest, Format::Extended)),
];

const ERANGE: i32 = 34;
/// The number at the start of a text.
struct Read {
    found: Option<Parsed>,
    /// Its bits, if its digits are symbolic.
    symbolic: Option<Word>,
    /// Number of characters, including spaces.
    len: u64,
}

impl Read {
    fn double(&self) -> Word {
        self.symbolic.unwrap_or_else(|| self.found.map_or(0, |f| f.value.to_double()).into())
    }

    fn single(&self) -> Word {
        self.symbolic.unwrap_or_else(|| self.found.map_or(0, |f| f.value.to_single()).into())
    }

    fn extended(&self) -> Reply {
        let zero = Float::Finite { negative: false, mantissa: 0, exponent: 0 };
        let (mantissa, high) = self.found.map_or(zero, |f| f.value).to_extended();
        Reply { slots: [mantissa.into(), u64::from(high).into()] }
    }
}

/// Takes a character if it can continue the number.
fn accept(
    guest: &mut dyn Guest,
    reader: &dyn Reader,
    prefix: &mut FloatPrefix,
    spelled: &mut Spelled,
    c: Word,
) -> Run<bool> {
    if c.is_plain() {
        let byte = u8::try_from(c.bits).unwrap_or(0);
        let fits = byte != 0 && prefix.push(byte);
        if fits {
            spelled.push(byte);
        }
        return Ok(fits);
    }
    // A zero may begin a hexadecimal number; all other digits are equivalent.
    let accepted: Vec<u8> = (1..=255).filter(|&byte| prefix.clone().push(byte)).collect();
    if accepted.contains(&b'0') && !reader.is(guest, c, b'0')? && reader.within(guest, c, b'1', b'9')? {
        prefix.push(b'1');
        spelled.push_digit(guest, c, (reader.size() * 8) as u8);
        return Ok(true);
    }
    for byte in accepted.into_iter().filter(|b| !(b'1'..=b'9').contains(b)) {
        if reader.is(guest, c, byte)? {
            prefix.push(byte);
            spelled.push(byte);
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads the number at the start of a text.
fn number(guest: &mut dyn Guest, reader: &mut dyn Reader, format: Format) -> Run<Read> {
    let mut c = reader.next(guest)?;
    while reader.is_space(guest, c)? {
        c = reader.next(guest)?;
    }
    let spaces = reader.position() - 1;
    let (mut prefix, mut spelled) = (FloatPrefix::default(), Spelled::default());
    while accept(guest, reader, &mut prefix, &mut spelled, c)? {
        c = reader.next(guest)?;
    }
    reader.report(guest)?;
    let found = parse(&spelled.text, format);
    let len = found.map_or(0, |found| spaces + found.used as u64);
    let symbolic = match &found {
        Some(parsed) => spelled.value(guest, parsed, format)?,
        None => None,
    };
    Ok(Read { found, symbolic, len })
}

/// Reads a number, stores its end, sets `errno`.
fn convert(world: &mut Posix, guest: &mut dyn Guest, mut reader: impl Reader, format: Format) -> Run<Read> {
    let (start, end) = (arg(guest, 0), arg(guest, 1));
    let read = number(guest, &mut reader, format)?;
    if !equal(guest, 64, end, Word::new(0))? {
        let stop = at(guest, start, read.len * reader.size());
        guest.store(end, 8, stop)?;
    }
    if read.found.is_some_and(|found| found.out_of_range) {
        world.set_errno(guest, ERANGE)?;
    }
    Ok(read)
}

fn strtod(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = ByteReader::new(arg(guest, 0));
    Ok(convert(world, guest, reader, Format::Double)?.double().into())
}

fn strtof(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = ByteReader::new(arg(guest, 0));
    Ok(convert(world, guest, reader, Format::Single)?.single().into())
}

fn strtold(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = ByteReader::new(arg(guest, 0));
    Ok(convert(world, guest, reader, Format::Extended)?.extended())
}

fn wcstod(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = WideReader::new(arg(guest, 0));
    Ok(convert(world, guest, reader, Format::Double)?.double().into())
}

fn wcstof(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = WideReader::new(arg(guest, 0));
    Ok(convert(world, guest, reader, Format::Single)?.single().into())
}

fn wcstold(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let reader = WideReader::new(arg(guest, 0));
    Ok(convert(world, guest, reader, Format::Extended)?.extended())
}

fn atof(world: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let mut reader = ByteReader::new(arg(guest, 0));
    let read = number(guest, &mut reader, Format::Double)?;
    if read.found.is_some_and(|found| found.out_of_range) {
        world.set_errno(guest, ERANGE)?;
    }
    Ok(read.double().into())
}

/// `sprintf(buffer, "%.*g", digits, value)`, with at most 17 digits.
fn gcvt(_: &mut Posix, guest: &mut dyn Guest) -> Run<Reply> {
    let value = Float::from_double(pinned(guest, 0, "number to print")?);
    let digits = pinned(guest, 1, "number of digits")? as i32;
    let buffer = arg(guest, 2);
    let precision = usize::try_from(digits).ok().map(|digits| digits.min(17));
    let style = Style { conversion: b'g', upper: false, precision, alternate: false, format: Format::Double };
    let mut text = if value.negative() { b"-".to_vec() } else { Vec::new() };
    text.extend(render(value, style));
    text.push(0);
    guest.write_bytes(buffer, &text)?;
    Ok(buffer.into())
}

/// The number to print: the argument after buffer, size and format.
fn printed(guest: &mut dyn Guest, format: Format) -> Run<Float> {
    let low = pinned(guest, 3, "number to print")?;
    let high = guest.args().get(3).map(|argument| argument.high).unwrap_or_default();
    Ok(match format {
        Format::Single => Float::from_single(low as u32),
        Format::Double => Float::from_double(low),
        Format::Extended => Float::from_extended(low, guest.pin(high, "number to print")? as u16),
    })
}

/// `snprintf` of one number; the format is `%`, a precision or none, and one of `aAeEfFgG`.
fn strfrom(guest: &mut dyn Guest, format: Format) -> Run<Reply> {
    let (buffer, room, directive) = (arg(guest, 0), pinned(guest, 1, "size of a buffer")?, arg(guest, 2));
    let directive = c_bytes(guest, directive, "a format")?;
    let Some((&letter @ (b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G'), rest)) = directive.split_last() else {
        return Err(guest.fail(FailureKind::Misuse("bad format directive".into())));
    };
    let precision = rest.strip_prefix(b"%.").map(|digits| String::from_utf8_lossy(digits).parse().unwrap_or(0));
    let value = printed(guest, format)?;
    let style = Style {
        conversion: letter.to_ascii_lowercase(),
        upper: letter.is_ascii_uppercase(),
        precision,
        alternate: false,
        format,
    };
    let mut text = if value.negative() { b"-".to_vec() } else { Vec::new() };
    text.extend(render(value, style));
    let len = text.len();
    if room > 0 {
        text.truncate(room as usize - 1);
        text.push(0);
        guest.write_bytes(buffer, &text)?;
    }
    Ok((len as i32).into())
}

#[cfg(test)]
mod tests {
    use whydunit_machine::Guest;

    use crate::test_guest::{TestGuest, int};
    use crate::{Case, Posix};

    /// The slots, the number of characters used, and `errno`.
    fn converted(name: &str, text: &str) -> ([u64; 2], u64, u64) {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let (text, end) = (guest.string(text), guest.reserve(8, 8));
        let reply = guest.call(&mut world, name, &[int(text), int(end)]).unwrap();
        let errno = world.errno_address(&mut guest);
        let used = guest.load(end.into(), 8).unwrap().bits - text;
        (reply.slots.map(|slot| slot.bits), used, guest.load(errno.into(), 4).unwrap().bits)
    }

    #[test]
    fn numbers_and_their_ends() {
        assert_eq!(converted("strtod", "  1.5e3xyz"), ([1500f64.to_bits(), 0], 7, 0));
        assert_eq!(converted("strtod", "0x1.8p1"), ([3f64.to_bits(), 0], 7, 0));
        assert_eq!(converted("strtod", "1e+"), ([1f64.to_bits(), 0], 1, 0));
        assert_eq!(converted("strtod", " x"), ([0, 0], 0, 0));
        assert_eq!(converted("strtod", "-inf"), ([f64::NEG_INFINITY.to_bits(), 0], 4, 0));
        assert_eq!(converted("strtof", "0.1"), ([u64::from(0.1f32.to_bits()), 0], 3, 0));
        assert_eq!(converted("strtold", "1"), ([1 << 63, 0x3fff], 1, 0));
    }

    #[test]
    fn out_of_range() {
        assert_eq!(converted("strtod", "1e999"), ([f64::INFINITY.to_bits(), 0], 5, 34));
        assert_eq!(converted("strtod", "1e-999"), ([0, 0], 6, 34));
        assert_eq!(converted("strtof", "1e39"), ([u64::from(f32::INFINITY.to_bits()), 0], 4, 34));
    }

    #[test]
    fn digits_back() {
        let (mut world, mut guest) = (Posix::new(Case::default()), TestGuest::default());
        let buffer = guest.reserve(40, 1);
        guest.call(&mut world, "gcvt", &[int((-123.456f64).to_bits()), int(5), int(buffer)]).unwrap();
        assert_eq!(guest.text(buffer), "-123.46");
        let directive = guest.string("%.2f");
        let args = [int(buffer), int(4), int(directive), int(2.345f64.to_bits())];
        assert_eq!(guest.call(&mut world, "strfromd", &args).unwrap().slots[0].bits, 4);
        assert_eq!(guest.text(buffer), "2.3");
    }
}
