//! `%n$`: arguments by number. All are fetched in order first, since the location of each depends on the
//! types of those before it.

use whydunit_machine::{FailureKind, Guest, Run};

use super::Arguments;
use super::arguments::Value;
use super::directive::{Count, Directive, Size};

/// The kind of an argument, as far as fetching needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Integer,
    Double,
    Extended,
}

/// The arguments of a format that names them by number.
#[derive(Debug, Default)]
pub(super) struct Positional {
    kinds: Vec<Kind>,
    values: Vec<Value>,
    in_use: bool,
    /// The next argument for directives without a number.
    next: usize,
}

impl Positional {
    /// Does any directive name an argument by number?
    pub(super) fn in_use(&self) -> bool {
        self.in_use
    }

    /// Notes the types that a directive requires.
    pub(super) fn note(&mut self, directive: &Directive) {
        self.in_use |= directive.is_positional();
        for count in [Some(directive.width), directive.precision].into_iter().flatten() {
            match count {
                Count::Number(_) => {}
                Count::Next => self.note_kind(None, Kind::Integer),
                Count::At(position) => self.note_kind(Some(position), Kind::Integer),
            }
        }
        match u8::try_from(directive.conversion).unwrap_or(0) {
            b'%' | b'm' | 0 => {}
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
                let extended = directive.size == Size::LongLong;
                self.note_kind(directive.position, if extended { Kind::Extended } else { Kind::Double });
            }
            _ => self.note_kind(directive.position, Kind::Integer),
        }
    }

    fn note_kind(&mut self, position: Option<usize>, kind: Kind) {
        let index = match position {
            Some(position) => position - 1,
            None => {
                self.next += 1;
                self.next - 1
            }
        };
        // More arguments than a call can have are reported when they are fetched.
        if index < usize::from(u16::MAX) {
            self.kinds.resize(self.kinds.len().max(index + 1), Kind::Integer);
            self.kinds[index] = kind;
        }
    }

    /// Fetches all arguments, in order.
    pub(super) fn fetch(&mut self, guest: &mut dyn Guest, arguments: &mut Arguments) -> Run<()> {
        for kind in &self.kinds {
            let value = match kind {
                Kind::Integer => arguments.integer(guest)?,
                Kind::Double => arguments.double(guest)?,
                Kind::Extended => arguments.extended(guest)?,
            };
            self.values.push(value);
        }
        self.next = 0;
        Ok(())
    }

    /// The argument with that number, counted from one; without a number the next one.
    pub(super) fn get(&mut self, guest: &dyn Guest, position: Option<usize>) -> Run<Value> {
        let index = match position {
            Some(position) => position - 1,
            None => {
                self.next += 1;
                self.next - 1
            }
        };
        let found = self.values.get(index).copied();
        found.ok_or_else(|| guest.fail(FailureKind::Misuse(format!("the format names argument {}", index + 1))))
    }
}
