//! The grammar of `scanf` formats, narrow and wide.

/// An item of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// White space: skip all white space.
    Space,
    /// Exactly this character.
    Literal(u32),
    /// A conversion.
    Directive(Directive),
    /// Not valid.
    Bad,
}

/// The size of a stored value.
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
    /// `ll q L`
    LongLong,
}

impl Size {
    /// Bytes of an integer.
    pub(super) fn bytes(self) -> u8 {
        match self {
            Size::Char => 1,
            Size::Short => 2,
            Size::Int => 4,
            Size::Long | Size::LongLong => 8,
        }
    }
}

/// A conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Directive {
    /// `n$`: that argument, counted from one.
    pub(super) position: Option<usize>,
    /// `*`: match, but store nothing.
    pub(super) suppress: bool,
    /// `m`: allocate memory for the value.
    pub(super) allocate: bool,
    /// Most characters to take.
    pub(super) width: Option<usize>,
    pub(super) size: Size,
    /// The letter.
    pub(super) conversion: u8,
    /// For `[`.
    pub(super) set: Set,
}

impl Directive {
    /// The largest number of bytes it stores.
    pub(super) fn most_bytes(&self) -> u64 {
        let unit = if self.size == Size::Long { 4 } else { 1 };
        match (self.conversion, self.width) {
            _ if self.allocate => 8,
            (b'c', width) => unit * width.unwrap_or(1) as u64,
            (b's' | b'[', Some(width)) => unit * (width as u64 + 1),
            (b's' | b'[', None) => u64::MAX,
            (b'p', _) => 8,
            (b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'n', _) => self.size.bytes().into(),
            _ => match self.size {
                Size::LongLong => 16,
                Size::Long => 8,
                _ => 4,
            },
        }
    }
}

/// The characters between brackets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    /// `[^…]`
    pub(super) negated: bool,
    /// From, to; inclusive.
    pub(super) ranges: Vec<(u32, u32)>,
}

/// Parses the item at `format[*place]` and advances past it. With `gnu`, `a` before a string
/// allocates memory, as before C99 made it a float.
pub(super) fn parse<C: Copy + Into<u32>>(format: &[C], place: &mut usize, gnu: bool) -> Item {
    let mut reader = Reader { format, place: *place };
    let first = reader.next();
    let item = match first {
        9..=13 | 32 => {
            while matches!(reader.peek(), 9..=13 | 32) {
                reader.place += 1;
            }
            Item::Space
        }
        0x25 => reader.directive(gnu),
        literal => Item::Literal(literal),
    };
    *place = reader.place;
    item
}

struct Reader<'a, C> {
    format: &'a [C],
    place: usize,
}

impl<C: Copy + Into<u32>> Reader<'_, C> {
    fn peek(&self) -> u32 {
        self.format.get(self.place).map_or(0, |&c| c.into())
    }

    fn next(&mut self) -> u32 {
        let found = self.peek();
        self.place += usize::from(self.place < self.format.len());
        found
    }

    fn accept(&mut self, wanted: u8) -> bool {
        let found = self.peek() == u32::from(wanted);
        self.place += usize::from(found);
        found
    }

    fn digits(&mut self) -> Option<usize> {
        let mut value: Option<usize> = None;
        while let digit @ 0x30..=0x39 = self.peek() {
            let next = value.unwrap_or(0).saturating_mul(10).saturating_add((digit - 0x30) as usize);
            value = Some(next.min(i32::MAX as usize));
            self.place += 1;
        }
        value
    }

    fn directive(&mut self, gnu: bool) -> Item {
        let mut found = Directive::default();
        let start = self.place;
        match self.digits() {
            Some(number) if number > 0 && self.accept(b'$') => found.position = Some(number),
            _ => self.place = start,
        }
        loop {
            if self.accept(b'*') {
                found.suppress = true;
            } else if !self.accept(b'\'') && !self.accept(b'I') {
                break;
            }
        }
        // A width of zero means no limit.
        found.width = self.digits().filter(|&w| w > 0);
        if self.accept(b'm') {
            found.allocate = true;
        }
        found.size = self.size();
        if self.accept(b'm') {
            found.allocate = true;
        }
        if gnu && self.peek() == u32::from(b'a') && self.string_follows() {
            self.place += 1;
            found.allocate = true;
        }
        let Ok(letter) = u8::try_from(self.next()) else { return Item::Bad };
        found.conversion = letter;
        match letter {
            b'[' if !self.set(&mut found.set) => return Item::Bad,
            b'[' | b'%' | b'n' | b'c' | b's' | b'p' | b'd' | b'i' | b'o' | b'u' | b'x' | b'X' => {}
            b'a' | b'e' | b'f' | b'g' | b'A' | b'E' | b'F' | b'G' => {}
            b'C' => (found.conversion, found.size) = (b'c', Size::Long),
            b'S' => (found.conversion, found.size) = (b's', Size::Long),
            _ => return Item::Bad,
        }
        Item::Directive(found)
    }

    fn string_follows(&self) -> bool {
        let next = self.format.get(self.place + 1).map_or(0, |&c| c.into());
        [b's', b'S', b'['].map(u32::from).contains(&next)
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

    /// Reads up to the closing bracket; false if there is none.
    fn set(&mut self, set: &mut Set) -> bool {
        set.negated = self.accept(b'^');
        let mut first = true;
        loop {
            let c = self.next();
            match c {
                0 => return false,
                0x5d if !first => return true,
                0x2d if !first && self.peek() != 0x5d && self.peek() != 0 => {
                    let low = set.ranges.last().map_or(c, |r| r.1);
                    let high = self.next();
                    match low <= high {
                        true => set.ranges.push((low, high)),
                        // Not a range after all: both characters.
                        false => set.ranges.extend([(c, c), (high, high)]),
                    }
                }
                _ => set.ranges.push((c, c)),
            }
            first = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Item {
        parse(text.as_bytes(), &mut 0, false)
    }

    fn set(text: &str) -> Set {
        match one(text) {
            Item::Directive(d) => d.set,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn everything_at_once() {
        let expected = Directive {
            position: Some(2),
            suppress: true,
            width: Some(12),
            size: Size::LongLong,
            conversion: b'x',
            ..Directive::default()
        };
        assert_eq!(one("%2$*12llx"), Item::Directive(expected));
    }

    #[test]
    fn sets() {
        let letter = |c: char| (c as u32, c as u32);
        assert_eq!(
            set("%[]a-c]"),
            Set { negated: false, ranges: vec![letter(']'), letter('a'), ('a' as u32, 'c' as u32)] }
        );
        assert_eq!(set("%[^x-]"), Set { negated: true, ranges: vec![letter('x'), letter('-')] });
        assert_eq!(one("%[abc"), Item::Bad);
    }

    #[test]
    fn memory_can_be_asked_for() {
        assert!(matches!(one("%ms"), Item::Directive(d) if d.allocate && d.conversion == b's'));
        assert!(matches!(parse(b"%as", &mut 0, true), Item::Directive(d) if d.allocate && d.conversion == b's'));
        assert!(matches!(one("%as"), Item::Directive(d) if !d.allocate && d.conversion == b'a'));
    }
}
