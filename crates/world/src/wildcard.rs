//! Wildcard patterns of the shell: what `fnmatch` and `glob` match, extended patterns included.

use crate::charset::Charset;
use crate::regex::{Alphabet, Class};
use crate::unicode;

/// How a pattern is read, in `fnmatch`'s bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rules(pub(crate) u32);

impl Rules {
    pub(crate) const PATHNAME: u32 = 1;
    pub(crate) const NOESCAPE: u32 = 2;
    pub(crate) const PERIOD: u32 = 4;
    pub(crate) const LEADING_DIR: u32 = 8;
    pub(crate) const CASEFOLD: u32 = 16;
    pub(crate) const EXTMATCH: u32 = 32;

    fn has(self, bit: u32) -> bool {
        self.0 & bit != 0
    }
}

/// A character, or a byte that is none.
type Letter = u32;
const SLASH: Letter = b'/' as Letter;
const DOT: Letter = b'.' as Letter;
const BACKSLASH: Letter = b'\\' as Letter;

/// Does the pattern match the whole text?
pub(crate) fn matches(pattern: &[u8], text: &[u8], rules: Rules, charset: Charset) -> bool {
    let alphabet = Alphabet { charset, translate: None, icase: false };
    let letters = |mut bytes: &[u8]| {
        let mut all = Vec::with_capacity(bytes.len());
        while !bytes.is_empty() {
            let (letter, length) = alphabet.letter(bytes);
            all.push(letter);
            bytes = &bytes[length..];
        }
        all
    };
    let text = letters(text);
    let matcher = Matcher { rules, alphabet: &alphabet, text: &text };
    matcher.from(&letters(pattern), 0, text.len()) == Verdict::Yes
}

/// The result of matching a rest of the pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Yes,
    No,
    /// No, and nor would it with less text: an asterisk before it need not try on.
    Never,
}

struct Matcher<'a> {
    rules: Rules,
    alphabet: &'a Alphabet,
    text: &'a [Letter],
}

impl Matcher<'_> {
    fn fold(&self, letter: Letter) -> Letter {
        if !self.rules.has(Rules::CASEFOLD) {
            return letter;
        }
        match u8::try_from(letter) {
            Ok(byte) if byte < 0x80 => byte.to_ascii_lowercase().into(),
            _ if self.alphabet.charset == Charset::Utf8 => unicode::lower(letter),
            _ => letter,
        }
    }

    /// Is the letter at `at` a period that must be matched by one?
    fn leading_period(&self, at: usize) -> bool {
        let leading = at == 0 || self.rules.has(Rules::PATHNAME) && self.text[at - 1] == SLASH;
        self.rules.has(Rules::PERIOD) && leading && self.text[at] == DOT
    }

    /// Can a wildcard match the letter at `at`?
    fn is_wild(&self, at: usize) -> bool {
        !(self.leading_period(at) || self.rules.has(Rules::PATHNAME) && self.text[at] == SLASH)
    }

    fn from(&self, mut pattern: &[Letter], mut at: usize, end: usize) -> Verdict {
        while let Some((&first, rest)) = pattern.split_first() {
            if let Some(group) = self.group(pattern) {
                return if self.extended(&group, pattern, at, end) { Verdict::Yes } else { Verdict::No };
            }
            match u8::try_from(first).unwrap_or(0) {
                b'?' => {
                    if at == end {
                        return Verdict::Never;
                    }
                    if !self.is_wild(at) {
                        return Verdict::No;
                    }
                    pattern = rest;
                }
                b'*' => return self.asterisk(rest, at, end),
                b'[' => match self.list(rest, at, end) {
                    Listed::Rest(after) if at < end => pattern = after,
                    Listed::No | Listed::Rest(_) => return if at == end { Verdict::Never } else { Verdict::No },
                    Listed::NoList => match self.plain(first, at, end) {
                        Verdict::Yes => pattern = rest,
                        other => return other,
                    },
                },
                _ => {
                    let (letter, after) = match rest.split_first() {
                        Some((&next, after)) if first == BACKSLASH && !self.rules.has(Rules::NOESCAPE) => (next, after),
                        None if first == BACKSLASH && !self.rules.has(Rules::NOESCAPE) => return Verdict::No,
                        _ => (first, rest),
                    };
                    match self.plain(letter, at, end) {
                        Verdict::Yes => pattern = after,
                        other => return other,
                    }
                }
            }
            at += 1;
        }
        self.at_end(at, end)
    }

    fn at_end(&self, at: usize, end: usize) -> Verdict {
        let done = at == end || self.rules.has(Rules::LEADING_DIR) && self.text[at] == SLASH;
        if done { Verdict::Yes } else { Verdict::No }
    }

    fn plain(&self, letter: Letter, at: usize, end: usize) -> Verdict {
        if at == end {
            Verdict::Never
        } else if self.fold(letter) == self.fold(self.text[at]) {
            Verdict::Yes
        } else {
            Verdict::No
        }
    }

    fn asterisk(&self, pattern: &[Letter], mut at: usize, end: usize) -> Verdict {
        if at < end && self.leading_period(at) {
            return Verdict::No;
        }
        loop {
            match self.from(pattern, at, end) {
                Verdict::No => {}
                other => return other,
            }
            // What an asterisk runs over may be anything but a slash that separates names.
            if at == end {
                return Verdict::Never;
            }
            if self.rules.has(Rules::PATHNAME) && self.text[at] == SLASH {
                return Verdict::No;
            }
            at += 1;
        }
    }
}

/// What a bracket expression says about a letter.
enum Listed<'a> {
    /// It is in the list; the pattern goes on here.
    Rest(&'a [Letter]),
    No,
    /// It is no list: the bracket is an ordinary letter.
    NoList,
}

impl Matcher<'_> {
    /// Reads a bracket expression (behind the bracket) for the letter at `at`.
    fn list<'p>(&self, pattern: &'p [Letter], at: usize, end: usize) -> Listed<'p> {
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

/// An element of a list and what follows it.
enum Item<'p> {
    Range(Letter, Letter, &'p [Letter]),
    Class(Class, &'p [Letter]),
    /// A name that there is not.
    Wrong,
    End,
}

/// An extended pattern such as `@(a|b)`.
struct Group<'p> {
    kind: u8,
    alternatives: Vec<&'p [Letter]>,
    rest: &'p [Letter],
}

impl Matcher<'_> {
    /// The extended pattern that starts here, if one does.
    fn group<'p>(&self, pattern: &'p [Letter]) -> Option<Group<'p>> {
        let [first, second, body @ ..] = pattern else { return None };
        let kind = u8::try_from(*first).ok().filter(|k| b"?*+@!".contains(k))?;
        if !self.rules.has(Rules::EXTMATCH) || *second != Letter::from(b'(') {
            return None;
        }
        let (mut depth, mut start, mut alternatives, mut at) = (0, 0, Vec::new(), 0);
        while at < body.len() {
            match u8::try_from(body[at]).unwrap_or(0) {
                b'\\' if !self.rules.has(Rules::NOESCAPE) => at += 1,
                b'[' => {
                    if let Some(length) = self.list_length(&body[at + 1..]) {
                        at += length;
                    }
                }
                b'(' if at > 0 && b"?*+@!".iter().any(|&k| body[at - 1] == Letter::from(k)) => depth += 1,
                b')' if depth == 0 => {
                    alternatives.push(&body[start..at]);
                    return Some(Group { kind, alternatives, rest: &body[at + 1..] });
                }
                b')' => depth -= 1,
                b'|' if depth == 0 => {
                    alternatives.push(&body[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// How long a list is, behind its bracket.
    fn list_length(&self, pattern: &[Letter]) -> Option<usize> {
        let negated = matches!(pattern.first(), Some(&c) if c == Letter::from(b'!') || c == Letter::from(b'^'));
        let skip = usize::from(negated) + 1;
        let close = pattern.get(skip..)?.iter().position(|&c| c == Letter::from(b']'))?;
        Some(skip + close + 1)
    }

    fn extended(&self, group: &Group, pattern: &[Letter], at: usize, end: usize) -> bool {
        let goes_on = |at: usize| self.from(group.rest, at, end) == Verdict::Yes;
        let exactly = |alternative: &[Letter], stop: usize| self.exact(alternative, at, stop);
        match group.kind {
            b'?' | b'*' if goes_on(at) => true,
            b'?' | b'@' => group.alternatives.iter().any(|a| (at..=end).any(|stop| exactly(a, stop) && goes_on(stop))),
            b'*' | b'+' => group.alternatives.iter().any(|a| {
                (at..=end).any(|stop| {
                    let again = || stop > at && self.from(pattern, stop, end) == Verdict::Yes;
                    exactly(a, stop) && (goes_on(stop) || again())
                })
            }),
            _ => {
                if at < end && self.leading_period(at) {
                    return false;
                }
                (at..=end).any(|stop| !group.alternatives.iter().any(|a| exactly(a, stop)) && goes_on(stop))
            }
        }
    }

    /// Does the pattern match the text from `at` to `stop`, no more and no less?
    fn exact(&self, pattern: &[Letter], at: usize, stop: usize) -> bool {
        let rules = Rules(self.rules.0 & !Rules::LEADING_DIR);
        Matcher { rules, ..*self }.from(pattern, at, stop) == Verdict::Yes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::{Dice, answers};

    const REFEREE: &str = include_str!("native/fnmatch.c");

    #[test]
    fn patterns_match_what_glibc_matches() {
        let mut dice = Dice::new(7);
        let (mut input, mut own, mut questions) = (String::new(), Vec::new(), Vec::new());
        let pieces = [
            "a",
            "b",
            "*",
            "*",
            "?",
            "[ab]",
            "[!a]",
            "[^b]",
            "[a-c]",
            "[[:upper:]]",
            ".",
            "/",
            "/",
            "\\*",
            "\\a",
            "[]a]",
            "[a",
            "[.]",
            "[/]",
            "**",
            "A",
            "[[:foo:]]",
            "[\\]]",
            "[a\\]]",
            "-",
            "]",
        ];
        for _ in 0..6_000 {
            let flags = dice.roll(32) as u32;
            let mut text = |pieces: &[&str], most: u64| -> String {
                let length = dice.roll(most);
                (0..length).map(|_| dice.pick(pieces)).collect()
            };
            let (pattern, name) = (text(&pieces, 6), text(&["a", "b", "c", ".", "/", "A", "]", "*"], 7));
            input += &format!("{flags}\n{pattern}\n{name}\n");
            own.push(matches(pattern.as_bytes(), name.as_bytes(), Rules(flags), Charset::Ascii));
            questions.push((flags, pattern, name));
        }
        check("fnmatch", &input, &own, &questions);
    }

    #[test]
    fn extended_patterns_match_what_glibc_matches() {
        let mut dice = Dice::new(8);
        let (mut input, mut own, mut questions) = (String::new(), Vec::new(), Vec::new());
        for _ in 0..4_000 {
            let flags = 32 + *dice.pick(&[&0, &1, &4, &16]);
            let alternatives: Vec<String> = (0..=dice.roll(3))
                .map(|_| {
                    (0..dice.roll(3)).map(|_| dice.pick(&["a", "b", "?", "[ab]", "*", "@(a|b)", "+(b)"])).collect()
                })
                .collect();
            let kind = dice.pick(&["?", "*", "+", "@", "!"]);
            // An asterisk before a group that can be empty: glibc misses matches there.
            let (before, after) = (dice.pick(&["", "a", "?"]), dice.pick(&["", "b", "*", "c"]));
            let pattern = format!("{before}{kind}({}){after}", alternatives.join("|"));
            let name: String = (0..dice.roll(6)).map(|_| dice.pick(&["a", "b", "c", "A"])).collect();
            input += &format!("{flags}\n{pattern}\n{name}\n");
            own.push(matches(pattern.as_bytes(), name.as_bytes(), Rules(flags), Charset::Ascii));
            questions.push((flags, pattern, name));
        }
        check("fnmatch-extended", &input, &own, &questions);
    }

    fn check(name: &str, input: &str, own: &[bool], questions: &[(u32, String, String)]) {
        let native = answers(name, REFEREE, input.as_bytes());
        let differ: Vec<_> =
            questions.iter().zip(own).zip(&native).filter(|((_, own), native)| (**own) != (*native == "1")).collect();
        assert!(differ.is_empty(), "{} of {} differ: {:#?}", differ.len(), own.len(), &differ[..differ.len().min(25)]);
    }

    #[test]
    fn asterisks_do_not_explode() {
        let pattern = "*a".repeat(40) + "*b";
        assert!(!matches(pattern.as_bytes(), &[b'a'; 300], Rules(0), Charset::Ascii));
    }
}
