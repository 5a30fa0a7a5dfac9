//! Bracket expressions of wildcard patterns: `[!a-z[:digit:]]`.

use super::{BACKSLASH, DOT, Letter, Matcher, Rules};
use crate::regex::Class;

/// The result of matching a letter with a bracket expression.
pub(super) enum Listed<'a> {
    /// It is in the list; this is the rest of the pattern.
    Rest(&'a [Letter]),
    No,
    /// The bracket begins no list: it is an ordinary letter.
    NoList,
}

impl Matcher<'_> {
    /// Matches the letter at `at` with a bracket expression (given from behind the bracket).
    pub(super) fn list<'p>(&self, pattern: &'p [Letter], at: usize, end: usize) -> Listed<'p> {
        let negated = matches!(pattern.first(), Some(&c) if c == Letter::from(b'!') || c == Letter::from(b'^'));
        let mut rest = &pattern[usize::from(negated)..];
        let letter = if at < end { Some(self.fold(self.text[at])) } else { None };
        let (mut found, mut first) = (false, true);
        loop {
            let Some((&c, after)) = rest.split_first() else { return Listed::NoList };
            if c == Letter::from(b']') && !first {
                rest = after;
                break;
            }
            first = false;
            match self.item(rest) {
                Item::Range(low, high, after) => {
                    let (low, high) = (self.fold(low), self.fold(high));
                    found |= letter.is_some_and(|l| (low..=high).contains(&l));
                    rest = after;
                }
                Item::Class(class, after) => {
                    found |= at < end && self.alphabet.in_class(class, self.text[at]);
                    rest = after;
                }
                Item::Wrong => return Listed::No,
                Item::End => return Listed::NoList,
            }
        }
        if found != negated && at < end && self.is_wild(at) { Listed::Rest(rest) } else { Listed::No }
    }

    /// One element of a list.
    fn item<'p>(&self, pattern: &'p [Letter]) -> Item<'p> {
        if let [open, kind, rest @ ..] = pattern
            && *open == Letter::from(b'[')
        {
            let byte = u8::try_from(*kind).unwrap_or(0);
            if b":=.".contains(&byte)
                && let Some(length) = rest.windows(2).position(|w| w == [*kind, Letter::from(b']')])
            {
                let (name, after) = (&rest[..length], &rest[length + 2..]);
                match (byte, name) {
                    (b':', _) => {
                        let text: Vec<u8> = name.iter().map(|&l| u8::try_from(l).unwrap_or(0)).collect();
                        return Class::named(&text).map_or(Item::Wrong, |class| Item::Class(class, after));
                    }
                    (b'=', &[single]) => return Item::Range(single, single, after),
                    (_, &[single]) => return self.range(single, after),
                    _ => return Item::Wrong,
                }
            }
        }
        if pattern.starts_with(&[Letter::from(b'['), DOT]) {
            return Item::Wrong;
        }
        match self.letter(pattern) {
            Some((letter, after)) => self.range(letter, after),
            None => Item::End,
        }
    }

    /// A letter of a list, perhaps escaped.
    fn letter<'p>(&self, pattern: &'p [Letter]) -> Option<(Letter, &'p [Letter])> {
        let (&first, rest) = pattern.split_first()?;
        if first == BACKSLASH && !self.rules.has(Rules::NOESCAPE) {
            let (&second, rest) = rest.split_first()?;
            return Some((second, rest));
        }
        Some((first, rest))
    }

    fn range<'p>(&self, low: Letter, rest: &'p [Letter]) -> Item<'p> {
        let hyphen = rest.first() == Some(&Letter::from(b'-'));
        if !hyphen || rest.get(1) == Some(&Letter::from(b']')) {
            return Item::Range(low, low, rest);
        }
        match self.letter(&rest[1..]) {
            Some((high, after)) => Item::Range(low, high, after),
            None => Item::End,
        }
    }
}

/// An element of a list, and the rest.
enum Item<'p> {
    Range(Letter, Letter, &'p [Letter]),
    Class(Class, &'p [Letter]),
    /// An unknown name.
    Wrong,
    End,
}
