//! Adds a statement after another one in source text. The other one may share its line, or need braces to hold both.

use whydunit_machine::Site;

use super::Words;
use super::reading::unquoted;
use crate::source::place_of;

impl Words<'_> {
    /// A statement and its destination: "`x = 1;` after line N", or after the statement with which it has to share the
    /// line.
    pub(super) fn with_behind(&mut self, site: Site, line: u32, text: &str) -> String {
        let (written, above) = self.with_above(site, line);
        match shared(&written, &above) {
            None => format!("`{text};` after line {line}"),
            Some((statement, Braces::There)) => format!("`{text};` after `{statement}` in line {line}"),
            Some((statement, Braces::Missing)) => format!("`{text};` after `{statement}` in line {line} (in braces)"),
        }
    }

    /// A line of a file, and the nearest one above it that holds code.
    pub(super) fn with_above(&mut self, site: Site, line: u32) -> (String, String) {
        let file = place_of(self.program, site).file;
        let written = self.untrimmed(file, line).unwrap_or_default();
        let mut lines = (1..line).rev().filter_map(|line| self.untrimmed(file, line));
        let above = lines.find(|line| !without_comment(line).trim().is_empty());
        (written, above.unwrap_or_default())
    }
}

/// Whether a statement that becomes two already has braces.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Braces {
    There,
    Missing,
}

impl Braces {
    /// A statement with another one after it.
    pub(super) fn around(&self, statement: &str, text: &str) -> String {
        match self {
            Braces::There => format!("{statement} {text};"),
            Braces::Missing => format!("{{ {statement} {text}; }}"),
        }
    }
}

/// The last statement of a line, if the addition cannot simply follow on the next line: because the statement shares
/// its line with the head of an `if` or a loop, or with a brace, or because it is the whole body of such a head in the
/// line above.
pub(super) fn shared<'a>(line: &'a str, above: &str) -> Option<(&'a str, Braces)> {
    let text = without_comment(line);
    let end = unquoted(text).filter(|(_, c)| *c == ';').last()?.0 + 1;
    let (start, head) = beginning(&text[..end - 1]);
    let (statement, behind) = (text[start..end].trim(), text[end..].trim());
    let opened = text[..start].trim_end().ends_with('{') || text[..start].contains('{') && behind.contains('}');
    if opened && behind.starts_with('}') {
        return Some((statement, Braces::There));
    }
    let above = without_comment(above).trim_end();
    let headed = above.ends_with(')') || ["else", "do"].iter().any(|word| ends_with_word(above, word));
    let alone = text[..start].trim().is_empty();
    (head || headed && alone).then_some((statement, Braces::Missing))
}

/// The beginning of the last statement of a text, and whether a head without a brace precedes it.
fn beginning(text: &str) -> (usize, bool) {
    let (mut depth, mut start, mut head, mut pending) = (0u32, 0, false, false);
    for (at, c) in unquoted(text) {
        match c {
            '(' => {
                let word = text[start..at].trim();
                pending |= depth == 0 && ["if", "for", "while", "else if", "} else if"].contains(&word);
                depth += 1;
            }
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && pending {
                    (start, head, pending) = (at + 1, true, false);
                }
            }
            ';' | '{' | '}' if depth == 0 => (start, head) = (at + 1, false),
            _ => {}
        }
    }
    let rest = text[start..].trim_start();
    match rest.strip_prefix("else ").or_else(|| rest.strip_prefix("do ")) {
        Some(body) => (text.len() - body.len(), true),
        None => (start, head),
    }
}

fn ends_with_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word).is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

pub(super) fn without_comment(line: &str) -> &str {
    let begins = |(at, _): &(usize, char)| {
        let rest = &line[*at..];
        rest.starts_with("//") || rest.starts_with("/*") && line.trim_end().ends_with("*/")
    };
    &line[..unquoted(line).find(begins).map_or(line.len(), |(at, _)| at)]
}

#[cfg(test)]
mod tests {
    use super::Braces::{Missing, There};
    use super::shared;

    #[test]
    fn statements_that_share_a_line_or_a_branch_are_told_from_others() {
        assert_eq!(shared("  x = 1;", "  y = 2;"), None);
        assert_eq!(shared("  x = f(1); // twice;", "  {"), None);
        assert_eq!(shared("  case 1: x = 1;", "  switch (n) {"), None);
        assert_eq!(shared("    out[n] = a;", "  if (a > 0)"), Some(("out[n] = a;", Missing)));
        assert_eq!(shared("    n = 1;", "  } else"), Some(("n = 1;", Missing)));
        assert_eq!(shared("  if (f(a)) b = 1;", "{"), Some(("b = 1;", Missing)));
        assert_eq!(shared("  else b = 1;", "  a = 1;"), Some(("b = 1;", Missing)));
        assert_eq!(shared("  if (a) { b = 1; c = \";\"; }", "{"), Some(("c = \";\";", There)));
        assert_eq!(shared("  for (i = 0; i < n; i++) s += i;", "{"), Some(("s += i;", Missing)));
        assert_eq!(shared("  a = 1; b = 2;", "{"), None);
        assert_eq!(shared("    puts(\"a//b;\");", "  if (a) // why"), Some(("puts(\"a//b;\");", Missing)));
        assert_eq!(shared("  if (c == '\\\\') s = 1;", "{"), Some(("s = 1;", Missing)));
    }
}
