//! Parses a line of C as far as its descriptions need: operators, literals, assignments.

use std::ops::Range;

/// The operator at the beginning of a text, if any.
pub(super) fn operator(text: &str) -> &str {
    const ALL: [&str; 29] = [
        "<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=",
        "|=", "^=", "<", ">", "+", "-", "*", "/", "%", "&", "|",
    ];
    let found = ALL.iter().find(|o| text.starts_with(**o)).map_or(usize::from(text.starts_with('^')), |o| o.len());
    &text[..found]
}

/// An operator of a line, with its column if there are several of the kind.
pub(super) fn among(text: &str, at: usize, written: &str) -> String {
    let same = (0..text.len()).filter(|&i| text.is_char_boundary(i) && operator(&text[i..]) == written);
    let whole = |i: &usize| !text[..*i].ends_with(['<', '>', '=', '!', '+', '-', '&', '|']);
    match same.filter(whole).count() {
        0 | 1 => format!("`{written}`"),
        _ => format!("`{written}` in column {}", at + 1),
    }
}

/// The precedence of a binary operator.
pub(super) fn binding(operator: &str) -> usize {
    let all = ["|", "^", "&", "", "", "<< >>", "+ -", "* / %"];
    all.iter().position(|same| same.split(' ').any(|o| o == operator)).unwrap_or(0)
}

/// Whether the line has other operators whose operands change with the precedence of this one.
pub(super) fn has_others(text: &str, own: Range<usize>) -> bool {
    const ENDS: [char; 13] = [';', ',', '{', '}', '(', ')', '[', ']', '=', '?', ':', '"', '\''];
    let arithmetic = |part: &str| part.contains(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>']);
    let before = text[..own.start].rsplit(ENDS).next().unwrap_or("");
    let behind = text[own.end..].split(ENDS).next().unwrap_or("");
    // A closed parenthesis ends there, but an operand may follow.
    let closed = |part: &str, rest: Option<char>| part.trim().is_empty() && matches!(rest, Some('(' | ')' | ']' | '['));
    let left = text[..own.start - before.len()].chars().last();
    let right = text[own.end + behind.len()..].chars().next();
    arithmetic(before) || arithmetic(behind) || closed(before, left) || closed(behind, right)
}

/// In `a = b = 0`, the `a` or `b` of the `=` at `equals`, if the assigned value is also assigned to another variable.
pub(super) fn handed_on(text: &str, equals: usize) -> Option<&str> {
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

/// Operators that may precede the `=` of an assignment.
pub(super) const OPERATORS: [char; 10] = ['+', '-', '*', '/', '%', '&', '|', '^', '<', '>'];

/// Length of the expression at the beginning of a text.
pub(super) fn expression(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in unquoted(text) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ';' | ',' | ')' | ']' | '}' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// The characters of a text outside of quotes, with their positions.
pub(super) fn unquoted(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quote, mut before) = (None, ' ');
    text.char_indices().filter(move |&(_, c)| {
        let outside = quote.is_none();
        match quote {
            Some(open) if c == open && before != '\\' => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        // An escaped backslash escapes nothing.
        before = if (before, c) == ('\\', '\\') { ' ' } else { c };
        outside && quote.is_none()
    })
}

/// The `n++` or `--n` whose operator is at `at`.
pub(super) fn stepped(text: &str, at: usize) -> Option<String> {
    let part = |c: char| c.is_alphanumeric() || "_.->[]".contains(c);
    let before = text[..at].trim_end();
    let start = before.rfind(|c| !part(c)).map_or(0, |i| i + 1);
    if start < before.len() && !before.ends_with(['[', '.', '>', '-']) {
        return Some(format!("{}{}", &before[start..], &text[at..at + 2]));
    }
    let behind = &text[at + 2..];
    let mut depth = 0;
    let ends = |c: char| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        !part(c) || depth < 0
    };
    let end = behind.find(ends).unwrap_or(behind.len());
    (end > 0).then(|| text[at..at + 2 + end].to_string())
}

/// Whether the text after a variable updates it with a value that depends on the old one.
pub(super) fn is_updated(rest: &str) -> bool {
    let rest = rest.trim_start();
    let operator = rest.trim_start_matches(OPERATORS);
    let compared = rest.starts_with("<=") || rest.starts_with(">=");
    operator.len() < rest.len() && operator.starts_with('=') && !operator.starts_with("==") && !compared
        || rest.starts_with("++")
        || rest.starts_with("--")
}

/// Start of the left side of the assignment whose `=` is at `equals`.
pub(super) fn target(text: &str, equals: usize) -> usize {
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

/// The identifiers of a line, with their positions.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
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
pub(super) enum Base {
    Decimal,
    Hexadecimal,
    Character,
}

/// A number as the source writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) text: String,
    pub(super) value: i64,
    pub(super) base: Base,
    /// Position of its first byte.
    pub(super) at: usize,
}

/// The number and character literals of a line.
pub(super) fn literals(text: &str) -> Vec<Literal> {
    let quotes: Vec<usize> = text.match_indices('\'').map(|(at, _)| at).collect();
    let is_quoted = |at: usize| quotes.chunks_exact(2).any(|pair| (pair[0]..pair[1]).contains(&at));
    let plain = words(text).filter(|(at, _)| !is_quoted(*at));
    let mut found: Vec<Literal> =
        plain.filter_map(|(at, word)| Some(negative(text, Literal { at, ..number(word)? }))).collect();
    for pair in quotes.chunks_exact(2) {
        let (at, inner) = (pair[0], &text[pair[0] + 1..pair[1]]);
        let value = match inner.as_bytes() {
            [b] => Some(i64::from(*b)),
            [b'\\', b] => b"0\x00n\nt\tr\r\\\\''".chunks(2).find(|p| p[0] == *b).map(|p| i64::from(p[1])),
            _ => None,
        };
        found.extend(value.map(|value| Literal { text: format!("'{inner}'"), value, base: Base::Character, at }));
    }
    found
}

pub(super) fn number(word: &str) -> Option<Literal> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let (value, base) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => (i64::from_str_radix(hex, 16).ok()?, Base::Hexadecimal),
        None if digits.len() > 1 && digits.starts_with('0') => (i64::from_str_radix(digits, 8).ok()?, Base::Decimal),
        None => (digits.parse().ok()?, Base::Decimal),
    };
    Some(Literal { text: word.into(), value, base, at: 0 })
}

/// Includes the sign before a literal, unless it is a subtraction.
fn negative(text: &str, literal: Literal) -> Literal {
    let before = text[..literal.at].trim_end();
    let Some(rest) = before.strip_suffix('-') else { return literal };
    let is_operand = |c: char| c.is_alphanumeric() || "_)]'-".contains(c);
    let returned = rest.trim_end().ends_with("return") || rest.trim_end().ends_with("case");
    match rest.trim_end().ends_with(is_operand) && !returned {
        true => literal,
        false => Literal { text: format!("-{}", literal.text), value: -literal.value, at: rest.len(), ..literal },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_however_they_are_written() {
        let values = |text| literals(text).into_iter().map(|l| l.value).collect::<Vec<_>>();
        assert_eq!(values("if (c == 'a' && x & 0x40) n += 010 + 7UL;"), [64, 8, 7, 97]);
        assert_eq!(values(r"case '\n': d1 = 2.5;"), [2, 5, 10]);
        assert_eq!(values("return -1; x = a -1 + f(-2);"), [-1, 1, -2]);
        let at = |text| literals(text).into_iter().map(|l| l.at).collect::<Vec<_>>();
        assert_eq!(at("y % 4 == 0 && c != '0'"), [4, 9, 19]);
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
    fn steps_and_expressions_are_cut_out() {
        assert_eq!(stepped("for (i = 0; i < n; i++)", 20).as_deref(), Some("i++"));
        assert_eq!(stepped("x = --count;", 4).as_deref(), Some("--count"));
        assert_eq!(stepped("h->t[0] = h->t[--h->n];", 15).as_deref(), Some("--h->n"));
        assert_eq!(expression("f(a, b) + ','); g()"), 13);
        assert_eq!(among("a == 1 && b == 2", 12, "=="), "`==` in column 13");
        assert_eq!(among("a <= 1 && b < 2", 12, "<"), "`<`");
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
