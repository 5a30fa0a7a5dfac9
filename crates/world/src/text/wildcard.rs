//! Wildcard patterns of the shell, for `fnmatch` and `glob`, including extended patterns.

mod extended;
mod list;
#[cfg(test)]
mod native_tests;

use std::cell::Cell;

use crate::regex::Alphabet;
use crate::text::charset::Charset;
use crate::text::unicode;
use list::Listed;

/// The options of a pattern, as `fnmatch`'s bits.
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

/// A character, or a byte outside any character.
type Letter = u32;
const SLASH: Letter = b'/' as Letter;
const DOT: Letter = b'.' as Letter;
const BACKSLASH: Letter = b'\\' as Letter;

/// Longest pattern, and longest text of an extended pattern.
const MAX_LENGTH: usize = 4096;
/// Most steps for nested groups.
const MAX_STEPS: u64 = 10_000_000;

/// Does the pattern match the whole text? None if the step limit was exceeded.
pub(crate) fn matches(pattern: &[u8], text: &[u8], rules: Rules, charset: Charset) -> Option<bool> {
    if pattern.len() > MAX_LENGTH || rules.has(Rules::EXTMATCH) && text.len() > MAX_LENGTH {
        return None;
    }
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
    let steps = Cell::new(0);
    let matcher = Matcher { rules, alphabet: &alphabet, text: &text, steps: &steps };
    let verdict = matcher.from(&letters(pattern), 0, text.len());
    (steps.get() <= MAX_STEPS).then_some(verdict == Verdict::Yes)
}

/// The result of matching a rest of the pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Yes,
    No,
    /// No, and not with less text either: an asterisk before it need not try further.
    Never,
}

struct Matcher<'a> {
    rules: Rules,
    alphabet: &'a Alphabet,
    text: &'a [Letter],
    steps: &'a Cell<u64>,
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

    /// Is the letter at `at` a period that only a literal period matches?
    fn leading_period(&self, at: usize) -> bool {
        let leading = at == 0 || self.rules.has(Rules::PATHNAME) && self.text[at - 1] == SLASH;
        self.rules.has(Rules::PERIOD) && leading && self.text[at] == DOT
    }

    /// Can a wildcard match the letter at `at`?
    fn is_wild(&self, at: usize) -> bool {
        !(self.leading_period(at) || self.rules.has(Rules::PATHNAME) && self.text[at] == SLASH)
    }

    fn from(&self, mut pattern: &[Letter], mut at: usize, end: usize) -> Verdict {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > MAX_STEPS {
            return Verdict::Never;
        }
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
            // An asterisk matches any letters except slashes that separate names.
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
