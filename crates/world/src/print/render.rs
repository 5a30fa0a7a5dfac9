//! Rendering of a format with its arguments, directive by directive.

use whydunit_machine::{Guest, Halt, OutByte, Run, Word};

use super::Arguments;
use super::arguments::Value;
use super::directive::{Count, Directive, Flags, Overflow, Size, parse};
use super::positional::Positional;
use crate::Posix;
use crate::fs::Errno;
use crate::model::cursor::Cursor;
use crate::model::guest_ext::{at, is_nul};
use crate::text::charset::Charset;
use crate::text::error_text::error_text;

/// Most characters in one call; more are unsupported.
const MAX_LENGTH: usize = 1 << 24;

/// The result of a format with its arguments.
#[derive(Debug)]
pub(crate) struct Printed {
    /// Bytes; wide characters for a wide format.
    pub(crate) out: Vec<OutByte>,
    /// The error that ended it early, after the characters in `out`.
    pub(crate) error: Option<Errno>,
}

/// The reason why rendering ends before the format does.
pub(super) enum Stop {
    Halt(Halt),
    Error(Errno),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Stop::Halt(halt)
    }
}

impl From<Overflow> for Stop {
    fn from(_: Overflow) -> Self {
        Stop::Error(Errno::EOVERFLOW)
    }
}

/// The state of rendering a format.
pub(super) struct Renderer<'a> {
    pub(super) world: &'a mut Posix,
    pub(super) guest: &'a mut dyn Guest,
    pub(super) charset: Charset,
    pub(super) wide: bool,
    values: Values,
    pub(super) out: Vec<OutByte>,
}

/// The source of the values.
enum Values {
    InOrder(Arguments),
    ByPosition(Positional),
}

/// The padding of a directive, with `*` resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) flags: Flags,
    pub(super) width: usize,
    pub(super) precision: Option<usize>,
    pub(super) size: Size,
}

/// Renders the format at address `format`; `out` is an empty buffer to use.
pub(crate) fn print(
    world: &mut Posix,
    guest: &mut dyn Guest,
    format: Word,
    wide: bool,
    arguments: Arguments,
    out: Vec<OutByte>,
) -> Run<Printed> {
    let charset = world.charset;
    let mut renderer = Renderer { world, guest, charset, wide, values: Values::InOrder(arguments), out };
    let end = if wide {
        let format = wide_format(renderer.guest, format)?;
        renderer.run(&format)
    } else {
        let format = narrow_format(renderer.guest, format)?;
        renderer.run(&format)
    };
    match end {
        Ok(()) => Ok(Printed { out: renderer.out, error: None }),
        Err(Stop::Error(error)) => Ok(Printed { out: renderer.out, error: Some(error) }),
        Err(Stop::Halt(halt)) => Err(halt),
    }
}

fn narrow_format(guest: &mut dyn Guest, address: Word) -> Run<Vec<u8>> {
    let mut cursor = Cursor::new(address);
    let mut format = Vec::with_capacity(32);
    loop {
        let byte = cursor.next(guest)?;
        if is_nul(guest, byte)? {
            cursor.report(guest)?;
            return Ok(format);
        }
        format.push(guest.pin(byte, "format of printf")? as u8);
    }
}

fn wide_format(guest: &mut dyn Guest, address: Word) -> Run<Vec<u32>> {
    let mut format = Vec::new();
    loop {
        let here = at(guest, address, format.len() as u64 * 4);
        let word = guest.load(here, 4)?;
        match guest.pin(word, "format of wprintf")? as u32 {
            0 => return Ok(format),
            wide => format.push(wide),
        }
    }
}

impl Renderer<'_> {
    fn run<C: Copy + Into<u32>>(&mut self, format: &[C]) -> Result<(), Stop> {
        if format.iter().any(|&c| c.into() == u32::from(b'$')) {
            self.resolve_positions(format)?;
        }
        let mut place = 0;
        while let Some(&c) = format.get(place) {
            place += 1;
            if c.into() != u32::from(b'%') {
                self.out.push(OutByte { word: Word::from(c.into()), arg: OutByte::LITERAL });
                continue;
            }
            let directive = parse(format, &mut place)?;
            self.directive(directive)?;
            self.check_length(0)?;
        }
        Ok(())
    }

    fn resolve_positions<C: Copy + Into<u32>>(&mut self, format: &[C]) -> Result<(), Stop> {
        let mut positional = Positional::default();
        let mut place = 0;
        while let Some(&c) = format.get(place) {
            place += 1;
            if c.into() == u32::from(b'%') {
                positional.note(&parse(format, &mut place)?);
            }
        }
        if positional.in_use()
            && let Values::InOrder(arguments) = &mut self.values
        {
            positional.fetch(self.guest, arguments)?;
            self.values = Values::ByPosition(positional);
        }
        Ok(())
    }

    pub(super) fn check_length(&self, more: usize) -> Result<(), Stop> {
        if self.out.len() + more > MAX_LENGTH {
            let what = format!("{}: more than {MAX_LENGTH} characters in one call", self.guest.callee());
            return Err(Stop::Halt(Halt::Unsupported(what)));
        }
        Ok(())
    }

    fn directive(&mut self, directive: Directive) -> Result<(), Stop> {
        let letter = u8::try_from(directive.conversion).unwrap_or(b'?');
        if letter == b'%' {
            self.out.push(OutByte { word: Word::from(b'%'), arg: OutByte::LITERAL });
            return Ok(());
        }
        let (field, said_by) = self.field(&directive)?;
        let start = self.out.len();
        self.convert(field, directive, letter)?;
        if let Some(shown) = self.out.get(start).filter(|byte| byte.arg != OutByte::LITERAL) {
            said_by.into_iter().flatten().for_each(|by| self.guest.lay_out(shown.arg, by));
        }
        Ok(())
    }

    fn convert(&mut self, field: Field, directive: Directive, letter: u8) -> Result<(), Stop> {
        let position = directive.position;
        match letter {
            b'd' | b'i' => self.signed(field, position),
            b'u' => self.unsigned(field, position, 10, false),
            b'o' => self.unsigned(field, position, 8, false),
            b'x' | b'X' => self.unsigned(field, position, 16, letter == b'X'),
            b'b' | b'B' => self.unsigned(field, position, 2, letter == b'B'),
            b'c' | b'C' => self.character(field, position, letter == b'C'),
            b's' | b'S' => self.string(field, position, letter == b'S'),
            b'p' => self.pointer(field, position),
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => self.real(field, position, letter),
            b'm' => self.message(field),
            b'n' => self.store_count(field, position),
            0 => Err(Stop::Error(Errno::EINVAL)),
            _ => self.unknown(field, directive.conversion),
        }
    }

    /// Takes width and precision, from arguments if the directive says so; also returns the indices of these.
    fn field(&mut self, directive: &Directive) -> Result<(Field, [Option<u16>; 2]), Stop> {
        let mut flags = directive.flags;
        let (width, width_by) = self.count(directive.width)?;
        flags.left |= width < 0;
        let (precision, precision_by) = match directive.precision {
            Some(count) => self.count(count).map(|(precision, by)| (usize::try_from(precision).ok(), by))?,
            None => (None, None),
        };
        let width = width.unsigned_abs() as usize;
        self.check_length(width.max(precision.filter(|_| directive.conversion != u32::from(b's')).unwrap_or(0)))?;
        Ok((Field { flags, width, precision, size: directive.size }, [width_by, precision_by]))
    }

    /// A width or precision, and the index of its argument, if it comes from one.
    fn count(&mut self, count: Count) -> Result<(i64, Option<u16>), Stop> {
        let value = match count {
            Count::Number(number) => return Ok((number as i64, None)),
            Count::Next => self.integer_value(None)?,
            Count::At(position) => self.integer_value(Some(position))?,
        };
        let count = self.guest.pin(value.word, "width or precision of printf")? as i32;
        Ok((i64::from(count), Some(value.arg)))
    }

    pub(super) fn integer_value(&mut self, position: Option<usize>) -> Run<Value> {
        match &mut self.values {
            Values::InOrder(arguments) => arguments.integer(self.guest),
            Values::ByPosition(values) => values.get(self.guest, position),
        }
    }

    pub(super) fn real_value(&mut self, position: Option<usize>, extended: bool) -> Run<Value> {
        match &mut self.values {
            Values::InOrder(arguments) if extended => arguments.extended(self.guest),
            Values::InOrder(arguments) => arguments.double(self.guest),
            Values::ByPosition(values) => values.get(self.guest, position),
        }
    }

    /// `%m`: the message for `errno`.
    fn message(&mut self, field: Field) -> Result<(), Stop> {
        let address = self.world.errno_address(self.guest);
        let errno = self.guest.load(address.into(), 4)?;
        let errno = self.guest.pin(errno, "errno")? as i32;
        let text = error_text(errno);
        let shown = &text.as_bytes()[..field.precision.unwrap_or(usize::MAX).min(text.len())];
        self.padded(field, OutByte::LITERAL, |out| {
            out.extend(shown.iter().map(|&b| OutByte { word: b.into(), arg: OutByte::LITERAL }));
        });
        Ok(())
    }

    /// `%n`: stores the number of characters so far.
    fn store_count(&mut self, field: Field, position: Option<usize>) -> Result<(), Stop> {
        let target = self.integer_value(position)?.word;
        let count = Word::new(self.out.len() as u64);
        Ok(self.guest.store(target, field.size.bits() / 8, count)?)
    }

    /// Prints an unknown directive literally, with its flags in glibc's order.
    fn unknown(&mut self, field: Field, letter: u32) -> Result<(), Stop> {
        let Field { flags, width, precision, .. } = field;
        let mut text = String::from("%");
        for (set, flag) in [
            (flags.alternate, '#'),
            (flags.group, '\''),
            (flags.plus, '+'),
            (flags.space && !flags.plus, ' '),
            (flags.left, '-'),
            (flags.zero && !flags.left, '0'),
            (flags.localized, 'I'),
        ] {
            if set {
                text.push(flag);
            }
        }
        if width != 0 {
            text.push_str(&width.to_string());
        }
        if let Some(precision) = precision {
            text.push_str(&format!(".{precision}"));
        }
        let letters = text.bytes().map(u32::from).chain([letter]);
        self.out.extend(letters.map(|c| OutByte { word: c.into(), arg: OutByte::LITERAL }));
        Ok(())
    }

    /// Pads what `body` appends with spaces to the width.
    pub(super) fn padded(&mut self, field: Field, arg: u16, body: impl FnOnce(&mut Vec<OutByte>)) {
        let start = self.out.len();
        body(&mut self.out);
        self.pad_from(start, field, arg);
    }

    /// Pads everything from `start` on with spaces to the width.
    pub(super) fn pad_from(&mut self, start: usize, field: Field, arg: u16) {
        let length = self.out.len() - start;
        let missing = field.width.saturating_sub(length);
        if missing == 0 {
            return;
        }
        self.out.extend(std::iter::repeat_n(OutByte { word: b' '.into(), arg }, missing));
        if !field.flags.left {
            self.out[start..].rotate_right(missing);
        }
    }
}
