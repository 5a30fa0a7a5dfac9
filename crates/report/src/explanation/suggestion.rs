//! The line before and after a patch, if the source shows exactly how to write it.
//!
//! A patch changes one instruction; the source may contain more in that place than the description repeats. A
//! suggestion is made only if the description identifies one place in the line and its replacement is unambiguous.

use std::ops::Range;

use whydunit_locate::{Evidence, InsertionLine, SourceChange, Suspect, TestedPatch};
use whydunit_machine::{Edit, Site};
use whydunit_program::Inst;

use super::Words;
use super::behind::{shared, without_comment};
use super::named::{callee, plus};
use super::reading::{expression, unquoted, words};
use crate::source::{file_name, place_of};

/// A change of one place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The file, as the compiler was given it.
    pub file: String,
    /// The line; additions come before it.
    pub line: u32,
    /// The current line; none if nothing is removed.
    pub removed: Option<String>,
    /// The new line; none if nothing is added.
    pub added: Option<String>,
    /// The bytes of the removed line that change.
    pub changed: Range<usize>,
}

/// A change of a line: the replaced bytes and the replacement.
type Replacement = (Range<usize>, String);

impl Words<'_> {
    /// The suggestion for a suspect's patch; `was` and `instead` are its description.
    pub(super) fn suggestion_of(
        &mut self,
        suspect: &Suspect,
        was: Option<&str>,
        instead: Option<&str>,
    ) -> Option<Suggestion> {
        let Some(Evidence::TestedPatch(patch)) = suspect.best_evidence() else { return None };
        let site = patch.candidate.patch.site;
        match &patch.candidate.change {
            SourceChange::RepeatedAssignment { after: Some(line), turned: false, .. }
            | SourceChange::VariableUpdate { after: line, .. }
            | SourceChange::EarlyExit { after: line, .. }
            | SourceChange::NewAssignment { place: InsertionLine::After(line), .. } => {
                self.added_after(site, *line, quoted(instead?)?)
            }
            SourceChange::NewAssignment { place: InsertionLine::Before(line), .. } => {
                self.added_before(site, *line, quoted(instead?)?)
            }
            SourceChange::MissingBreak(line) => {
                let line = self.labels_above(place_of(self.program, site).file, *line);
                self.added_before(site, line, "break")
            }
            SourceChange::Deleted => self.removed(site),
            _ => {
                let line = place_of(self.program, site).line;
                let (text, at) = self.written_at(site);
                let (range, with) = self.replacement(patch, &text, at, was?, instead?)?;
                let added = format!("{}{with}{}", &text[..range.start], &text[range.end..]);
                Some(Suggestion { added: Some(added), changed: range, ..self.in_line(site, line, Some(text)) })
            }
        }
    }

    fn in_line(&self, site: Site, line: u32, removed: Option<String>) -> Suggestion {
        let program = self.program;
        let file = file_name(program, place_of(program, site).file).to_string();
        Suggestion { file, line, removed, added: None, changed: 0..0 }
    }

    /// A statement after another: on a line of its own, or in braces with it.
    fn added_after(&mut self, site: Site, line: u32, text: &str) -> Option<Suggestion> {
        let (written, above) = self.with_above(site, line);
        let code = without_comment(&written).trim_end();
        match shared(&written, &above) {
            None if code.ends_with(';') => {
                let added = Some(format!("{}{text};", indent(&written)));
                Some(Suggestion { added, ..self.in_line(site, line + 1, None) })
            }
            None => None,
            Some((statement, braces)) => {
                let range = whole(&written, statement, None)?;
                let with = braces.around(statement, text);
                let added = format!("{}{with}{}", &written[..range.start], &written[range.end..]);
                Some(Suggestion { added: Some(added), changed: range, ..self.in_line(site, line, Some(written)) })
            }
        }
    }

    /// A statement on a separate line before a line that begins one.
    fn added_before(&mut self, site: Site, line: u32, text: &str) -> Option<Suggestion> {
        let (written, above) = self.with_above(site, line);
        let (code, above_code) = (written.trim_start(), without_comment(&above).trim_end());
        let follows = ["else", "while", "{", ")"].iter().any(|word| code.starts_with(word));
        if follows || !above_code.ends_with([';', '{', '}', ':']) {
            return None;
        }
        let model = if above_code.ends_with(';') { &above } else { &written };
        let added = Some(format!("{}{text};", indent(model)));
        Some(Suggestion { added, ..self.in_line(site, line, None) })
    }

    /// Removes a line that holds one call or assignment and nothing else.
    fn removed(&mut self, site: Site) -> Option<Suggestion> {
        let program = self.program;
        let line = place_of(program, site).line;
        let (written, above) = self.with_above(site, line);
        let code = without_comment(&written).trim();
        let body = code.strip_suffix(';')?;
        let function = program.function(site.function);
        let is_whole = match function.insts[site.inst as usize] {
            Inst::Call { .. } => {
                let inside = body.strip_prefix(&callee(program, function, site))?.trim_start().strip_prefix('(')?;
                closing(inside)? + 1 == inside.len()
            }
            // The expression may have side effects, and a declaration is needed.
            _ => {
                let (left, right) = body.split_once('=')?;
                let declares = left.trim_end().contains(' ') || right.starts_with('=');
                !declares
                    && !right.contains('(')
                    && !right.contains('=')
                    && !body.contains("++")
                    && !body.contains("--")
            }
        };
        let (start, end) = (written.find(code)?, written.find(code)? + code.len());
        let alone = is_whole && shared(&written, &above).is_none() && expression(body) == body.len();
        alone.then(|| Suggestion { changed: start..end, ..self.in_line(site, line, Some(written.clone())) })
    }

    /// The replaced bytes of a line and the replacement.
    fn replacement(
        &mut self,
        patch: &TestedPatch,
        text: &str,
        at: usize,
        was: &str,
        instead: &str,
    ) -> Option<Replacement> {
        match &patch.candidate.change {
            SourceChange::Negated => negated(text),
            SourceChange::SwappedArguments => {
                let Edit::Swap(first, second) = patch.candidate.patch.edit else { return None };
                let arguments = self.arguments_at(patch.candidate.patch.site, text)?;
                let (first, second) = (arguments.get(first as usize)?, arguments.get(second as usize)?);
                let (first, second) = if first.start < second.start { (first, second) } else { (second, first) };
                let (one, other) = (&text[first.clone()], &text[second.clone()]);
                // The order of evaluation must not matter.
                let assigns = |text: &str| ["++", "--", "="].iter().any(|operator| text.contains(operator));
                if assigns(one) || assigns(other) || one.contains('(') && other.contains('(') {
                    return None;
                }
                let between = &text[first.end..second.start];
                Some((first.start..second.end, format!("{other}{between}{one}")))
            }
            SourceChange::Plus(by) if was.starts_with("argument ") => {
                let number: usize = was.split(' ').nth(1)?.parse().ok()?;
                let argument =
                    self.arguments_at(patch.candidate.patch.site, text)?.get(number.checked_sub(1)?)?.clone();
                let shifted = plus(&text[argument.clone()], *by);
                Some((argument, shifted))
            }
            SourceChange::Plus(by) if was == "the index" => {
                let open = text.find('[')?;
                let len = expression(&text[open + 1..]);
                let index = open + 1..open + 1 + len;
                let indexed = text.get(at..open)?.chars().all(|c| c.is_alphanumeric() || "_.->".contains(c));
                indexed.then(|| (index.clone(), plus(&text[index], *by)))
            }
            _ => {
                let (old, rest) = was.strip_prefix('`')?.split_once('`')?;
                let column: Option<usize> = match rest {
                    "" => None,
                    _ => Some(rest.strip_prefix(" in column ")?.parse().ok()?),
                };
                let new = quoted(instead)?;
                let range = whole(text, old, column)?;
                let glued = new.ends_with(JOINS) && text[range.end..].starts_with(JOINS);
                let shown = if glued { format!("{new} ") } else { new.to_string() };
                Some((range, shown))
            }
        }
    }

    /// The arguments of the call at a site, if its line has one call of that function.
    fn arguments_at(&mut self, site: Site, text: &str) -> Option<Vec<Range<usize>>> {
        let program = self.program;
        let name = callee(program, program.function(site.function), site);
        let mut named = words(text).filter(|(_, word)| *word == name).map(|(at, _)| at);
        let (Some(at), None) = (named.next(), named.next()) else { return None };
        let open = at + name.len() + text[at + name.len()..].find('(')?;
        if !text[at + name.len()..open].trim().is_empty() {
            return None;
        }
        let (mut start, mut arguments) = (open + 1, Vec::new());
        loop {
            let end = start + expression(&text[start..]);
            let argument = &text[start..end];
            let begin = start + argument.len() - argument.trim_start().len();
            arguments.push(begin..begin + argument.trim().len());
            match text[end..].chars().next()? {
                ',' => start = end + 1,
                ')' => return Some(arguments),
                _ => return None,
            }
        }
    }
}

/// Characters that form other operators together with adjacent ones.
const JOINS: [char; 8] = ['+', '-', '&', '|', '<', '>', '=', '*'];

/// The text between the backticks, if it is all there is.
fn quoted(words: &str) -> Option<&str> {
    let text = words.strip_prefix('`')?;
    let (text, rest) = text.split_once('`')?;
    // "(as in line 13)" is a hint to the reader.
    (rest.is_empty() || rest.starts_with(" (as in line ") && !rest.contains("but")).then_some(text)
}

fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

/// The position of a text as a token of its own: at a column from 1, or, without one, only if it is unique.
fn whole(line: &str, text: &str, column: Option<usize>) -> Option<Range<usize>> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let operator = |c: char| "<>=+-&|!*/%^".contains(c);
    let same_kind = |a: Option<char>, b: Option<char>| match (a, b) {
        (Some(a), Some(b)) => word(a) && word(b) || operator(a) && operator(b),
        _ => false,
    };
    let code = without_comment(line);
    let starts: Vec<usize> = unquoted(code).map(|(at, _)| at).collect();
    let is_quote = text.starts_with('\'');
    let stands = |at: &usize| {
        let end = at + text.len();
        let before = line[..*at].chars().last();
        // A sign belongs to its number, not to the token before it.
        let signed = text.starts_with('-') && text.len() > 1;
        (signed || !same_kind(before, text.chars().next()))
            && !same_kind(text.chars().last(), line[end..].chars().next())
    };
    let found = code.match_indices(text).map(|(at, _)| at).filter(|at| is_quote || starts.contains(at)).filter(stands);
    let places: Vec<usize> = found.filter(|at| column.is_none_or(|column| column == at + 1)).collect();
    match places[..] {
        [at] => Some(at..at + text.len()),
        _ => None,
    }
}

/// The negated condition of the line's only `if` or `while`.
fn negated(line: &str) -> Option<Replacement> {
    let code = without_comment(line);
    let mut heads = words(code).filter(|(_, word)| ["if", "while"].contains(word));
    let ((at, head), None) = (heads.next()?, heads.next()) else { return None };
    let open = at + head.len() + code[at + head.len()..].find('(')? + 1;
    let range = open..open + closing(&code[open..])?;
    let condition = code[range.clone()].trim();
    if ["&&", "||", "?"].iter().any(|joined| condition.contains(joined)) {
        return None;
    }
    let simple = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_.->".contains(c));
    let instead = match condition.strip_prefix('!') {
        Some(rest) if simple(rest) => rest.to_string(),
        _ if simple(condition) => format!("!{condition}"),
        _ => format!("!({condition})"),
    };
    Some((range, instead))
}

/// Position of the parenthesis that closes the one already open at the beginning of a text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    unquoted(text).find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::{negated, quoted, whole};

    #[test]
    fn only_a_token_of_its_own_is_replaced() {
        assert_eq!(whole("  if (a <= b && c < d)", "<", None), Some(18..19));
        assert_eq!(whole("  if (a < b && c < d)", "<", None), None);
        assert_eq!(whole("  if (a < b && c < d)", "<", Some(18)), Some(17..18));
        assert_eq!(whole("  puts(\"n\"); n = n1; // n", "n", None), Some(13..14));
        assert_eq!(whole("  c = 'x';", "'x'", None), Some(6..9));
        assert_eq!(whole("  i++;", "++", None), Some(3..5));
    }

    #[test]
    fn conditions_are_negated_as_a_whole() {
        let change = |line: &str| negated(line).map(|(_, with)| with);
        assert_eq!(change("  if (done)").as_deref(), Some("!done"));
        assert_eq!(change("  } else if (!p->x) {").as_deref(), Some("p->x"));
        assert_eq!(change("  while (f(a) < 3)").as_deref(), Some("!(f(a) < 3)"));
        assert_eq!(change("  if (a && b)"), None);
    }

    #[test]
    fn words_about_a_change_are_no_code() {
        assert_eq!(quoted("`x = 1`"), Some("x = 1"));
        assert_eq!(quoted("`x = 1` (as in line 3)"), Some("x = 1"));
        assert_eq!(quoted("`+` between the same operands"), None);
        assert_eq!(quoted("0 for `b` alone"), None);
    }
}
