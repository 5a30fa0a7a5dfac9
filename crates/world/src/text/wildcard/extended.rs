//! Extended patterns: `?(…)`, `*(…)`, `+(…)`, `@(…)` and `!(…)`.

use super::{Letter, Matcher, Rules, Verdict};

/// An extended pattern such as `@(a|b)`.
pub(super) struct Group<'p> {
    kind: u8,
    alternatives: Vec<&'p [Letter]>,
    rest: &'p [Letter],
}

impl Matcher<'_> {
    /// The extended pattern that starts here, if there is one.
    pub(super) fn group<'p>(&self, pattern: &'p [Letter]) -> Option<Group<'p>> {
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

    /// The length of a list, after its bracket.
    fn list_length(&self, pattern: &[Letter]) -> Option<usize> {
        let negated = matches!(pattern.first(), Some(&c) if c == Letter::from(b'!') || c == Letter::from(b'^'));
        let skip = usize::from(negated) + 1;
        let close = pattern.get(skip..)?.iter().position(|&c| c == Letter::from(b']'))?;
        Some(skip + close + 1)
    }

    pub(super) fn extended(&self, group: &Group, pattern: &[Letter], at: usize, end: usize) -> bool {
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

    /// Does the pattern match exactly the text from `at` to `stop`?
    fn exact(&self, pattern: &[Letter], at: usize, stop: usize) -> bool {
        let rules = Rules(self.rules.0 & !Rules::LEADING_DIR);
        Matcher { rules, ..*self }.from(pattern, at, stop) == Verdict::Yes
    }
}
