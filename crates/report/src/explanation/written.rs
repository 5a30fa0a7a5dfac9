//! How the source writes what a repair changes: which literal, which of several uses of a variable.

use std::ops::Range;

use whydunit_machine::Site;
use whydunit_program::{Callee, Inst};

use super::{Executed, Words};
use crate::source::place_of;

/// Was, and instead.
type Change = (String, String);

impl Words<'_> {
    /// The relation in the source, and the one meant. The IR has those of integers with the operands either way
    /// round; the source says which.
    pub(super) fn relation(&mut self, site: Site, to: &'static str) -> Change {
        let (text, at) = self.written_at(site);
        let written = operator(&text[at..]);
        if !["<", "<=", ">", ">=", "==", "!="].contains(&written) {
            return match to {
                "==" => ("the condition".into(), "the opposite condition".into()),
                _ => ("the truth of the value".into(), format!("`{to} 0`")),
            };
        }
        let inst = self.program().function(site.function).insts[site.inst as usize];
        let turned = written.starts_with('>') && !matches!(inst, Inst::FCmp { .. });
        let to = match (turned, to) {
            (true, "<") => ">",
            (true, ">") => "<",
            (true, "<=") => ">=",
            (true, ">=") => "<=",
            _ => to,
        };
        (format!("`{written}`"), format!("`{to}`"))
    }

    /// The operator in the source, and the one meant.
    pub(super) fn operator(&mut self, site: Site, to: &'static str) -> Change {
        let (text, at) = self.written_at(site);
        let written = operator(&text[at..]);
        match (written, to) {
            ("", _) => ("the operator, which the line does not spell out,".into(), format!("`{to}`")),
            ("++", "-") => ("`++`".into(), "`--`".into()),
            ("--", "-") => ("`--`".into(), "`++`".into()),
            ("++", _) => ("`++`".into(), "no step".into()),
            ("--", _) => ("`--`".into(), "a change of sign".into()),
            // An assignment operator keeps its `=`.
            _ if written.ends_with('=') => (format!("`{written}`"), format!("`{to}=`")),
            // Put into the line as it is, it would take other operands.
            _ if binding(written) != binding(to) && has_others(&text, at..at + written.len()) => {
                (format!("`{written}`"), format!("`{to}` between the same operands"))
            }
            _ => (format!("`{written}`"), format!("`{to}`")),
        }
    }

    /// What is left out: a call, or an assignment, of which what is assigned may still be worked out.
    pub(super) fn deleted(&mut self, site: Site, at: &Executed) -> String {
        let program = self.program();
        let function = program.function(site.function);
        if let Inst::Call { site } = function.insts[site.inst as usize] {
            return match function.calls[site as usize].callee {
                Callee::Direct(id) => format!("the call of `{}`", program.function(id).name),
                Callee::External(id) => format!("the call of `{}`", program.externals[id.0 as usize].name),
                Callee::Indirect(_) => "the call".into(),
            };
        }
        let instance = self.session.describe(at.time).filter(|i| i.site == site);
        let name = instance.and_then(|i| i.defines).map(|d| d.name);
        let text = self.assigned_at(site, name.as_deref());
        match text.split_once('=') {
            Some((left, right)) if right.contains('(') => {
                format!("the assignment to `{}`", left.trim_end_matches(OPERATORS).trim())
            }
            _ if text.is_empty() => "this assignment".into(),
            _ => format!("`{text}`"),
        }
    }

    /// Another constant, as the line writes it.
    pub(super) fn constant(&mut self, site: Site, from: i64, to: i64) -> Change {
        let (text, at) = self.written_at(site);
        if ["++", "--"].contains(&operator(&text[at..])) {
            return (format!("a step of {from}"), format!("a step of {to}"));
        }
        let literal = literals(&text).into_iter().find(|literal| literal.value == from);
        let inst = self.program().function(site.function).insts[site.inst as usize];
        if let Some(literal) = &literal
            && matches!(inst, Inst::Store { .. } | Inst::StoreLocal { .. })
            && let Some(to_others) = handed_on(&text, at)
        {
            return (format!("`{}`", literal.text), format!("{to} for `{to_others}` alone"));
        }
        match literal {
            Some(Literal { text, base: Base::Character, .. }) => {
                let shown = u8::try_from(to).ok().filter(|b| b.is_ascii_graphic() && *b != b'\'' && *b != b'\\');
                (format!("`{text}`"), shown.map_or_else(|| format!("`{to}`"), |b| format!("`'{}'`", char::from(b))))
            }
            Some(Literal { text, base: Base::Hexadecimal, .. }) if to >= 0 => {
                (format!("`{text}`"), format!("`{to:#x}`"))
            }
            Some(Literal { text, .. }) => (format!("`{text}`"), format!("`{to}`")),
            None => (format!("{from}, which the line does not spell out,"), to.to_string()),
        }
    }

    /// Another variable; which of several uses in the line, if there are several.
    pub(super) fn variable(&mut self, site: Site, from: &str, to: &str) -> Change {
        let text = self.source_of(site);
        let uses: Vec<usize> = words(&text).filter(|(_, word)| *word == from).map(|(at, _)| at).collect();
        if uses.iter().any(|&at| is_updated(&text[at + from.len()..])) {
            return (format!("the old value of `{from}`"), format!("that of `{to}`"));
        }
        let column = place_of(&self.program(), site).column;
        match uses.iter().position(|&at| at + 1 == column as usize).filter(|_| uses.len() > 1) {
            Some(_) => (format!("`{from}` in column {column}"), format!("`{to}`")),
            None => (format!("`{from}`"), format!("`{to}`")),
        }
    }

    /// The assignment that ends in the instruction at `site`, without what else is in its line.
    pub(super) fn assigned_at(&mut self, site: Site, name: Option<&str>) -> String {
        let text = self.source_of(site);
        let equals = (place_of(&self.program(), site).column as usize).checked_sub(1);
        let written = equals.filter(|&at| text[at.min(text.len())..].trim_start_matches(OPERATORS).starts_with('='));
        let named = || {
            let mut uses = words(&text).filter(|(_, word)| Some(*word) == name).map(|(at, _)| at);
            uses.find(|at| text[at + name.map_or(0, str::len)..].trim_start().starts_with(['=', '+', '-']))
        };
        let start = written.map(|at| target(&text, at)).or_else(named);
        text[start.unwrap_or(0)..].split([';', ',']).next().unwrap_or("").trim().to_string()
    }

    /// The source line of an instruction, and where in it that is.
    fn written_at(&mut self, site: Site) -> (String, usize) {
        let text = self.source_of(site);
        let at = (place_of(&self.program(), site).column as usize).saturating_sub(1);
        let at = if text.is_char_boundary(at) { at } else { text.len() };
        (text, at)
    }

    /// The source line of an instruction, as it is.
    fn source_of(&mut self, site: Site) -> String {
        let place = place_of(&self.program(), site);
        self.untrimmed(place.file, place.line).unwrap_or_default()
    }
}

/// The operator that a text begins with, if any.
fn operator(text: &str) -> &str {
    const ALL: [&str; 29] = [
        "<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=",
        "|=", "^=", "<", ">", "+", "-", "*", "/", "%", "&", "|",
    ];
    let found = ALL.iter().find(|o| text.starts_with(**o)).map_or(usize::from(text.starts_with('^')), |o| o.len());
    &text[..found]
}

/// How tightly a binary operator binds.
fn binding(operator: &str) -> usize {
    let all = ["|", "^", "&", "", "", "<< >>", "+ -", "* / %"];
    all.iter().position(|same| same.split(' ').any(|o| o == operator)).unwrap_or(0)
}

/// Are there other operators beside one that a change of its binding may matter to?
fn has_others(text: &str, own: Range<usize>) -> bool {
    const ENDS: [char; 13] = [';', ',', '{', '}', '(', ')', '[', ']', '=', '?', ':', '"', '\''];
    let arithmetic = |part: &str| part.contains(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>']);
    let before = text[..own.start].rsplit(ENDS).next().unwrap_or("");
    let behind = text[own.end..].split(ENDS).next().unwrap_or("");
    // What is in parentheses beside it ends there, but what comes after it may be another operand.
    let closed = |part: &str, rest: Option<char>| part.trim().is_empty() && matches!(rest, Some('(' | ')' | ']' | '['));
    let left = text[..own.start - before.len()].chars().last();
    let right = text[own.end + behind.len()..].chars().next();
    arithmetic(before) || arithmetic(behind) || closed(before, left) || closed(behind, right)
}

/// In `a = b = 0`, the `a` or `b` of the `=` at `equals`: what is assigned there is assigned to something else, too.
fn handed_on(text: &str, equals: usize) -> Option<&str> {
    let assigns = |at: usize| {
        let before = text[..at].chars().last();
        !text[at + 1..].starts_with('=') && !matches!(before, Some('<' | '>' | '=' | '!'))
    };
    text[equals..].starts_with('=').then_some(())?;
    let start = text[..equals].rfind([';', ',', '(', '?', '{', '}']).map_or(0, |at| at + 1);
    let end = text[equals..].find([';', ',', '(', '?']).map_or(text.len(), |len| equals + len);
    let others =
        text[start..end].match_indices('=').map(|(at, _)| start + at).filter(|&at| at != equals && assigns(at));
    let left = text[start..equals].rfind('=').map_or(target(text, equals), |at| start + at + 1);
    (others.count() > 0).then(|| text[left..equals].trim())
}

/// What may come before the `=` of an assignment.
const OPERATORS: [char; 10] = ['+', '-', '*', '/', '%', '&', '|', '^', '<', '>'];

/// Does what follows a variable give it another value that depends on the old one?
fn is_updated(rest: &str) -> bool {
    let rest = rest.trim_start();
    let operator = rest.trim_start_matches(OPERATORS);
    let compared = rest.starts_with("<=") || rest.starts_with(">=");
    operator.len() < rest.len() && operator.starts_with('=') && !operator.starts_with("==") && !compared
        || rest.starts_with("++")
        || rest.starts_with("--")
}

/// Where the left side of the assignment whose `=` is at `equals` begins.
fn target(text: &str, equals: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut seen) = (equals, 0, false);
    while at > 0 {
        match bytes[at - 1] {
            b']' => depth += 1,
            b')' if depth > 0 || !seen => depth += 1,
            b'[' | b'(' if depth > 0 => depth -= 1,
            b';' | b'{' | b'}' | b'(' | b')' | b',' | b'?' | b':' if depth == 0 => break,
            _ => {}
        }
        seen |= bytes[at - 1].is_ascii_alphanumeric();
        at -= 1;
    }
    at + text[at..].len() - text[at..].trim_start().len()
}

/// The identifiers of a line, with where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text[from..].find(part)?;
        let end = text[start..].find(|c| !part(c)).map_or(text.len(), |len| start + len);
        from = end;
        Some((start, &text[start..end]))
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Decimal,
    Hexadecimal,
    Character,
}

/// A number as the source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Literal {
    text: String,
    value: i64,
    base: Base,
}

/// The numbers and characters of a line.
fn literals(text: &str) -> Vec<Literal> {
    let mut found: Vec<Literal> = words(text).filter_map(|(_, word)| number(word)).collect();
    let quotes: Vec<&str> = text.split('\'').collect();
    for inner in quotes.iter().skip(1).step_by(2) {
        let value = match inner.as_bytes() {
            [b] => Some(i64::from(*b)),
            [b'\\', b] => b"0\x00n\nt\tr\r\\\\''".chunks(2).find(|p| p[0] == *b).map(|p| i64::from(p[1])),
            _ => None,
        };
        found.extend(value.map(|value| Literal { text: format!("'{inner}'"), value, base: Base::Character }));
    }
    found
}

fn number(word: &str) -> Option<Literal> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let (value, base) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => (i64::from_str_radix(hex, 16).ok()?, Base::Hexadecimal),
        None if digits.len() > 1 && digits.starts_with('0') => (i64::from_str_radix(digits, 8).ok()?, Base::Decimal),
        None => (digits.parse().ok()?, Base::Decimal),
    };
    Some(Literal { text: word.into(), value, base })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_however_they_are_written() {
        let values = |text| literals(text).into_iter().map(|l| l.value).collect::<Vec<_>>();
        assert_eq!(values("if (c == 'a' && x & 0x40) n += 010 + 7UL;"), [64, 8, 7, 97]);
        assert_eq!(values(r"case '\n': d1 = 2.5;"), [2, 5, 10]);
    }

    #[test]
    fn an_assignment_begins_at_its_left_side() {
        fn start(text: &str) -> &str {
            &text[target(text, text.find('=').unwrap())..]
        }
        assert_eq!(start("    if (check(argv[i])) err = 1;"), "err = 1;");
        assert_eq!(start("    a[f(x)] = 1;"), "a[f(x)] = 1;");
        assert_eq!(start("    (*p) = 1;"), "(*p) = 1;");
        assert_eq!(start("    x++, p->next = 0;"), "p->next = 0;");
    }

    #[test]
    fn operators_are_read_whole() {
        let read = ["++i", "<= n", "<<= 1", "< n", "^ b", "x", "&& y"].map(operator);
        assert_eq!(read, ["++", "<=", "<<=", "<", "^", "", "&&"]);
        assert!(binding("+") < binding("*") && binding("+") == binding("-") && binding("|") < binding("&"));
    }

    #[test]
    fn other_operands_are_seen_where_they_matter() {
        let others = |text: &str, operator: &str| {
            let at = text.find(operator).expect("the operator");
            has_others(text, at..at + operator.len())
        };
        assert!(others("c=l-l1+u1;", "+") && others("x = (a - b) + c;", "+") && others("a[i] + b * 2", "+"));
        assert!(!others("{ int a = w + h; return a; } /* not * */", "+") && !others("f(a + b) * 2", "+"));
    }

    #[test]
    fn one_of_several_that_are_assigned_the_same_is_told() {
        assert_eq!(handed_on("  a=b=0;k=0;", 3), Some("a"));
        assert_eq!(handed_on("  a=b=0;k=0;", 5), Some("b"));
        assert_eq!(handed_on("  a=b=0;k=0;", 9), None);
        assert_eq!(handed_on("  v->n = w == 0;", 7), None);
        assert_eq!(handed_on("  v->n = w[1] = 0;", 7), Some("v->n"));
    }

    #[test]
    fn updates_are_told_from_comparisons() {
        for text in [" += v", "++", " <<= 2", "-- > 0"] {
            assert!(is_updated(text), "{text}");
        }
        for text in [" <= v", " == 3", " + 1 == x", " = 4", ")"] {
            assert!(!is_updated(text), "{text}");
        }
    }
}
