//! Regular expressions with glibc's semantics: POSIX basic and extended with GNU's additions, the
//! longest of the leftmost matches, groups by glibc's preferences.
//!
//! Patterns without back-references take time linear in the subject: an automaton constructed on
//! demand finds the match, and only inside it the groups are retraced.

mod backtrack;
mod bracket;
mod dfa;
mod groups;
mod leftmost;
mod letters;
#[cfg(test)]
mod native_tests;
mod parse;
mod program;
mod set;
mod syntax;
mod token;

use std::sync::Mutex;

pub(crate) use backtrack::TooHard;
use backtrack::Tries;
use dfa::Dfa;
pub(crate) use groups::Span;
pub(crate) use letters::{Alphabet, Class, Subject};
use program::Program;
pub(crate) use syntax::{Fault, MESSAGES, Syntax};

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct Regex {
    program: Program,
    first: Box<[bool; 256]>,
    nullable: bool,
    /// One automaton for subjects in which newlines are line boundaries, one for the others. It is only a
    /// cache: sharing it between forks changes no result.
    dfas: [Mutex<Dfa>; 2],
}

/// A match: its whole text and its groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) groups: Vec<Span>,
}

/// The requested information about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub(crate) enum Wanted {
    /// Whether it exists.
    Existence,
    /// Its position.
    Place,
    /// Also its groups.
    Groups,
}

impl Regex {
    /// Compiles a pattern.
    pub(crate) fn new(pattern: &[u8], syntax: Syntax, alphabet: Alphabet) -> Result<Self, Fault> {
        let parsed = parse::parse(pattern, syntax, &alphabet)?;
        let program = Program::new(&parsed, syntax, alphabet)?;
        let (first, nullable) = Dfa::first_bytes(&program);
        Ok(Regex { program, first: Box::new(first), nullable, dfas: Default::default() })
    }

    /// The number of groups.
    pub(crate) fn groups(&self) -> u32 {
        self.program.groups
    }

    /// The bytes with which a match can start; all if it can be empty.
    pub(crate) fn fastmap(&self) -> [bool; 256] {
        if self.nullable { [true; 256] } else { *self.first }
    }

    /// Can it match the empty string?
    pub(crate) fn nullable(&self) -> bool {
        self.nullable
    }

    /// The first match that starts at one of `starts`, tried in their order.
    pub(crate) fn search(&self, subject: &Subject, starts: Starts, wanted: Wanted) -> Result<Answer, TooHard> {
        let dfa = &self.dfas[usize::from(subject.newline_anchor)];
        let mut search = Search {
            regex: self,
            subject,
            dfa: &mut dfa.lock().unwrap_or_else(|poisoned| poisoned.into_inner()),
            tries: Tries { program: &self.program, subject, steps: 0 },
            wanted,
            reached: 0,
        };
        let found = search.run(starts)?;
        Ok(Answer { found, saw_end: search.reached >= subject.stop })
    }
}

/// The answer to a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) found: Option<Match>,
    /// Could more text after `stop` change the answer?
    pub(crate) saw_end: bool,
}

/// The possible start positions of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Starts {
    /// From the first to the second, both included.
    Forward(usize, usize),
    /// From the first back to the second, both included.
    Backward(usize, usize),
}

struct Search<'a> {
    regex: &'a Regex,
    subject: &'a Subject<'a>,
    dfa: &'a mut Dfa,
    tries: Tries<'a>,
    wanted: Wanted,
    /// The end of the text examined so far.
    reached: usize,
}

impl Search<'_> {
    fn run(&mut self, starts: Starts) -> Result<Option<Match>, TooHard> {
        match starts {
            Starts::Forward(from, last) => self.forward(from, last),
            Starts::Backward(from, last) => {
                for start in (last..=from).rev() {
                    if let Some(end) = self.end(start)?.0 {
                        return self.found(start, end).map(Some);
                    }
                }
                Ok(None)
            }
        }
    }

    fn forward(&mut self, from: usize, last: usize) -> Result<Option<Match>, TooHard> {
        let program = &self.regex.program;
        // Enough steps to find a near match; beyond it, all starts are followed at once.
        let mut patience = 8 * (self.subject.stop.saturating_sub(from)) + 4096;
        for start in from..=last.min(self.subject.stop) {
            let (end, looked) = self.end(start)?;
            if let Some(end) = end {
                return self.found(start, end).map(Some);
            }
            patience = patience.saturating_sub(looked);
            if patience == 0 && program.referenced == 0 {
                self.reached = self.subject.stop;
                let place = leftmost::find(program, self.subject, start + 1, last.min(self.subject.stop));
                return place.map(|(start, end)| self.found(start, end)).transpose();
            }
        }
        self.reached = self.subject.stop;
        Ok(None)
    }

    /// The end of the match from `start`, if there is one, and the number of bytes examined.
    fn end(&mut self, start: usize) -> Result<(Option<usize>, usize), TooHard> {
        let program = &self.regex.program;
        if !self.regex.nullable {
            let fits = self.subject.bytes.get(start).is_some_and(|&b| self.regex.first[usize::from(b)]);
            if !fits || start >= self.subject.stop {
                return Ok((None, 0));
            }
        }
        if !self.subject.is_border(&program.alphabet, start) {
            return Ok((None, 0));
        }
        let shortest = self.wanted == Wanted::Existence || program.referenced != 0;
        let found = self.dfa.end(program, self.subject, start, shortest);
        self.reached = self.reached.max(start + found.looked);
        if found.end.is_none() || program.referenced == 0 {
            return Ok((found.end, found.looked));
        }
        self.reached = self.subject.stop;
        self.tries.longest(start).map(|end| (end, found.looked))
    }

    fn found(&mut self, start: usize, end: usize) -> Result<Match, TooHard> {
        let program = &self.regex.program;
        let groups = if self.wanted < Wanted::Groups || program.groups == 0 {
            Vec::new()
        } else if program.referenced != 0 {
            self.tries.groups(start, end)?
        } else {
            groups::retrace(program, self.subject, start, end)
        };
        Ok(Match { start, end, groups })
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn find(pattern: &str, text: &[u8]) -> Option<Match> {
        let alphabet = Alphabet { charset: crate::text::charset::Charset::Ascii, translate: None, icase: false };
        let regex = Regex::new(pattern.as_bytes(), Syntax::EXTENDED, alphabet).unwrap();
        let subject = Subject { bytes: text, stop: text.len(), not_bol: false, not_eol: false, newline_anchor: true };
        regex.search(&subject, Starts::Forward(0, text.len()), Wanted::Groups).unwrap().found
    }

    #[test]
    fn hard_patterns_stay_linear() {
        let begin = Instant::now();
        let text = [vec![b'a'; 200_000], b"\n".to_vec()].concat();
        assert_eq!(find("(a|aa)*b", &text), None);
        assert_eq!(find("a.*b.*c", &text), None);
        assert_eq!(find("(x+x+)+y", &text), None);
        assert_eq!(find("[^b]*b", &text), None);
        assert_eq!(find("(a*)*$", &text).unwrap().end, 200_000);
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    }

    #[test]
    fn following_all_starts_agrees_with_trying_each() {
        let text = [vec![b'a'; 3_000], b"zab".to_vec()].concat();
        let found = find("a+b|za*", &text).unwrap();
        assert_eq!((found.start, found.end), (3_000, 3_002));
    }
}
