//! The grammar of `printf` directives, in narrow and wide formats.

/// A number in a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// Written out.
    Number(usize),
    /// `*`: the next argument.
    Next,
    /// `*n$`: that argument, counted from one.
    At(usize),
}

/// The size of an argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Size {
    /// `hh`
    Char,
    /// `h`
    Short,
    /// No modifier.
    #[default]
    Int,
    /// `l j z t`
    Long,
    /// `ll q L`: also `long double`.
    LongLong,
}

impl Size {
    /// Width of an integer in bits.
    pub(super) fn bits(self) -> u8 {
        match self {
            Size::Char => 8,
            Size::Short => 16,
            Size::Int => 32,
            Size::Long | Size::LongLong => 64,
        }
    }
}

/// The flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    pub(super) left: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) alternate: bool,
    pub(super) zero: bool,
    pub(super) group: bool,
    pub(super) localized: bool,
}

/// One directive, from `%` to the letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    /// `n$`: that argument, counted from one.
    pub(super) position: Option<usize>,
    pub(super) flags: Flags,
    pub(super) width: Count,
    pub(super) precision: Option<Count>,
    pub(super) size: Size,
    /// The letter; zero if the format ends before it.
    pub(super) conversion: u32,
}

impl Directive {
    /// Does it name arguments by position?
    pub(super) fn is_positional(&self) -> bool {
        let at = |c: Count| matches!(c, Count::At(_));
        self.position.is_some() || at(self.width) || self.precision.is_some_and(at)
    }
}

/// The error for a number in a format that exceeds an `int`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Overflow;

/// Parses the directive after a `%` at `format[*place - 1]` and advances past it.
pub(super) fn parse<C: Copy + Into<u32>>(format: &[C], place: &mut usize) -> Result<Directive, Overflow> {
    let mut reader = Reader { format, place: *place };
    let position = reader.position()?;
    let flags = reader.flags();
    let width = reader.count()?.unwrap_or(Count::Number(0));
    let precision = match reader.accept(b'.') {
        true => Some(reader.count()?.unwrap_or(Count::Number(0))),
        false => None,
    };
    let size = reader.size();
    let conversion = reader.peek();
    *place = reader.place + usize::from(conversion != 0);
    Ok(Directive { position, flags, width, precision, size, conversion })
}

struct Reader<'a, C> {
    format: &'a [C],
    place: usize,
}

impl<C: Copy + Into<u32>> Reader<'_, C> {
    fn peek(&self) -> u32 {
        self.format.get(self.place).map_or(0, |&c| c.into())
    }

    fn accept(&mut self, wanted: u8) -> bool {
        let found = self.peek() == u32::from(wanted);
        self.place += usize::from(found);
        found
    }

    fn digits(&mut self) -> Result<Option<usize>, Overflow> {
        let mut value = None;
        while let digit @ 0x30..=0x39 = self.peek() {
            let next = value.unwrap_or(0) * 10 + (digit - 0x30) as usize;
            if next > i32::MAX as usize {
                return Err(Overflow);
            }
            value = Some(next);
            self.place += 1;
        }
        Ok(value)
    }

    /// `n$`, if it is present.
    fn position(&mut self) -> Result<Option<usize>, Overflow> {
        let start = self.place;
        if let Some(number) = self.digits()?
            && number > 0
            && self.accept(b'$')
        {
            return Ok(Some(number));
        }
        self.place = start;
        Ok(None)
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            let flag = match u8::try_from(self.peek()) {
                Ok(b'-') => &mut flags.left,
                Ok(b'+') => &mut flags.plus,
                Ok(b' ') => &mut flags.space,
                Ok(b'#') => &mut flags.alternate,
                Ok(b'0') => &mut flags.zero,
                Ok(b'\'') => &mut flags.group,
                Ok(b'I') => &mut flags.localized,
                _ => return flags,
            };
            *flag = true;
            self.place += 1;
        }
    }

    fn count(&mut self) -> Result<Option<Count>, Overflow> {
        if self.accept(b'*') {
            return Ok(Some(self.position()?.map_or(Count::Next, Count::At)));
        }
        Ok(self.digits()?.map(Count::Number))
    }

    fn size(&mut self) -> Size {
        if self.accept(b'h') {
            return if self.accept(b'h') { Size::Char } else { Size::Short };
        }
        if self.accept(b'l') {
            return if self.accept(b'l') { Size::LongLong } else { Size::Long };
        }
        if self.accept(b'L') || self.accept(b'q') {
            return Size::LongLong;
        }
        if self.accept(b'j') || self.accept(b'z') || self.accept(b'Z') || self.accept(b't') {
            return Size::Long;
        }
        Size::Int
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> (Directive, usize) {
        let mut place = 1;
        let directive = parse(text.as_bytes(), &mut place).unwrap();
        (directive, place)
    }

    #[test]
    fn everything_at_once() {
        let (d, place) = one("%2$-+#012.*3$llx!");
        assert_eq!(place, 16);
        assert_eq!((d.position, d.width, d.precision), (Some(2), Count::Number(12), Some(Count::At(3))));
        assert_eq!((d.size, d.conversion), (Size::LongLong, u32::from(b'x')));
        assert!(d.flags.left && d.flags.plus && d.flags.alternate && d.flags.zero && !d.flags.space);
        assert!(d.is_positional());
    }

    #[test]
    fn a_point_alone_is_precision_zero() {
        let (d, _) = one("%*.f");
        assert_eq!((d.width, d.precision, d.size), (Count::Next, Some(Count::Number(0)), Size::Int));
        assert!(!d.is_positional());
    }

    #[test]
    fn the_format_may_end_early() {
        let (d, place) = one("%5");
        assert_eq!((d.conversion, place), (0, 2));
        assert_eq!(parse(b"%99999999999d", &mut 1), Err(Overflow));
    }
}
