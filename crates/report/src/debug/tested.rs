//! The condition of a decision as its line writes it: exactly the expression at the decision's column.
//!
//! The compiler records only the position of a branch: the keyword of a loop or a `switch`, the beginning of the
//! condition of an `if` or `?:`, the `&&` or `||` that ends an operand, the body of a `do` loop.

use std::ops::Range;

use whydunit_program::{Function, Inst};

use crate::explanation::Executed;

/// The condition that instruction `inst` of a function tests, or its rank among the conditions of the line.
pub(super) fn tested(function: &Function, inst: u32, at: &Executed) -> String {
    let decides = |i: &u32| {
        matches!(function.insts[*i as usize], Inst::Branch { .. } | Inst::Select { .. } | Inst::Switch { .. })
    };
    let own = function.locs[inst as usize];
    let others = || (0..function.insts.len() as u32).filter(decides).filter(|i| *i != inst);
    let locs = || others().map(|i| function.locs[i as usize]).filter(|loc| loc.line == own.line);
    // A macro puts all its conditions into one column; the line cannot tell them apart.
    let shared = locs().any(|loc| loc.column == own.column);
    let column = (at.column as usize).checked_sub(1 + at.indent).filter(|c| !shared && at.text.is_char_boundary(*c));
    let expression = column.and_then(|column| expression_at(&at.text, column));
    match expression.map(|range| at.text[range].trim()) {
        Some(text) if !text.is_empty() => text.to_string(),
        _ if column.is_some_and(|column| is_repeated(&at.text[..column])) => "the condition of the do loop".into(),
        _ if locs().next().is_none() || at.column == 0 => "the condition".into(),
        _ => format!("the condition in column {}", at.column),
    }
}

/// The condition at a column of a line.
fn expression_at(line: &str, column: usize) -> Option<Range<usize>> {
    let code = Code::new(line);
    // The source may have been changed since it was compiled.
    let rest = code.text.get(column..).filter(|rest| !rest.is_empty())?;
    let before = code.text[..column].trim_end();
    let word = first_word(rest);
    match word {
        _ if is_repeated(before) => None,
        "while" | "for" | "switch" => code.head(column + word.len(), word == "for"),
        _ if rest.starts_with('}') => {
            let behind = rest[1..].trim_start();
            let word = code.text.len() - behind.len();
            (first_word(behind) == "while").then(|| code.head(word + "while".len(), false)).flatten()
        }
        _ if rest.starts_with("&&") || rest.starts_with("||") => code.operand_before(column),
        _ => {
            let begins = before.strip_suffix('(').is_some_and(|b| last_word(b) == "if");
            let whole = begins.then(|| code.head(before.len() - 1, false)).flatten();
            whole.filter(|range| !code.chooses(range)).or_else(|| code.chosen_by(column))
        }
    }
}

/// Whether the following code is the body of a `do` loop, whose position stands for the loop's condition.
fn is_repeated(before: &str) -> bool {
    last_word(before) == "do"
}

/// A line with the content of strings, characters and comments masked.
struct Code {
    text: String,
    /// The bracket depth of each byte; a bracket has the depth of its surroundings.
    depths: Vec<i32>,
}

impl Code {
    fn new(line: &str) -> Code {
        let text = masked(line);
        let mut depth = 0;
        let depths = text.bytes().map(|b| {
            depth -= i32::from(matches!(b, b')' | b']' | b'}'));
            let own = depth;
            depth += i32::from(matches!(b, b'(' | b'[' | b'{'));
            own
        });
        Code { depths: depths.collect(), text }
    }

    /// The content of the parentheses that follow; for a `for`, its middle part.
    fn head(&self, from: usize, middle: bool) -> Option<Range<usize>> {
        let open = from + self.text[from..].find(|c: char| !c.is_whitespace())?;
        if !self.text[open..].starts_with('(') {
            return None;
        }
        let end = (open + 1..self.text.len()).find(|&i| self.depths[i] <= self.depths[open])?;
        let marks: Vec<usize> = (open + 1..end)
            .filter(|&i| self.depths[i] == self.depths[open] + 1 && self.text.as_bytes()[i] == b';')
            .collect();
        match (middle, &marks[..]) {
            (false, []) => Some(open + 1..end),
            (true, &[first, second]) => Some(first + 1..second),
            _ => None,
        }
    }

    /// Whether there is a `?:` outside of brackets.
    fn chooses(&self, range: &Range<usize>) -> bool {
        range.clone().any(|i| self.text.as_bytes()[i] == b'?' && self.depths[i] == self.depths[range.start])
    }

    /// The byte that ends an operand of `&&`, `||` or `?:` at a position, if it does.
    fn ends(&self, at: usize) -> Option<u8> {
        let bytes = self.text.as_bytes();
        let near = |i: Option<usize>| i.and_then(|i| bytes.get(i)).copied().unwrap_or(b' ');
        let (before, behind) = (near(at.checked_sub(1)), near(Some(at + 1)));
        let ends = match bytes[at] {
            b';' | b',' | b'?' | b':' | b'{' | b'}' => true,
            b'&' | b'|' => before == bytes[at],
            b'=' if behind == b'=' || matches!(before, b'=' | b'!') => false,
            // `<=` compares, `<<=` assigns.
            b'=' if matches!(before, b'<' | b'>') => near(at.checked_sub(2)) == before,
            b'=' => true,
            _ => false,
        };
        ends.then_some(bytes[at])
    }

    /// The operand that ends before the `&&` or `||` at a column.
    fn operand_before(&self, column: usize) -> Option<Range<usize>> {
        let depth = self.depths[column];
        let stops = |&i: &usize| self.depths[i] < depth || self.depths[i] == depth && self.ends(i).is_some();
        let begin = (0..column).rev().find(stops).map(|i| i + 1);
        let returned =
            self.text[begin.unwrap_or(0)..column].rfind("return ").map(|i| begin.unwrap_or(0) + i + "return".len());
        // At the beginning of the line the operand may have begun on the line before.
        let range = returned.or(begin)?..column;
        is_expression(&self.text[range.clone()]).then_some(range)
    }

    /// The condition of the `?` after a column, if it begins there.
    fn chosen_by(&self, column: usize) -> Option<Range<usize>> {
        let depth = self.depths[column];
        let stops = |&i: &usize| {
            self.depths[i] < depth || self.depths[i] == depth && self.ends(i).is_some_and(|b| !b"&|".contains(&b))
        };
        let end = (column..self.text.len()).find(stops)?;
        let range = column..end;
        (self.text[end..].starts_with('?') && is_expression(&self.text[range.clone()])).then_some(range)
    }
}

/// Whether an operator separates any two names; otherwise the text begins with something else, such as a macro.
fn is_expression(text: &str) -> bool {
    let (mut calls, mut ended, mut spaced, mut before) = (Vec::new(), false, false, ' ');
    for c in text.chars() {
        match c {
            c if c.is_whitespace() => {
                spaced = true;
                continue;
            }
            c if in_word(c) && ended && (spaced || !in_word(before)) => return false,
            c if in_word(c) => ended = true,
            '(' => {
                calls.push(ended);
                ended = false;
            }
            // A name may follow a cast, but not a call.
            ')' => ended = calls.pop().unwrap_or(false),
            ']' => ended = true,
            _ => ended = false,
        }
        (spaced, before) = (false, c);
    }
    true
}

/// A line with strings, characters and comments masked, of unchanged length.
fn masked(line: &str) -> String {
    let (mut out, mut quote, mut before) = (String::with_capacity(line.len()), None, ' ');
    for (at, c) in line.char_indices() {
        if quote.is_none() && (line[at..].starts_with("//") || line[at..].starts_with("/*")) {
            return out + &" ".repeat(line.len() - at);
        }
        let inside = quote.is_some();
        match quote {
            Some(open) if c == open && before != '\\' => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            _ => {}
        }
        let hidden = inside || quote.is_some();
        if hidden {
            out.push_str(&"_".repeat(c.len_utf8()))
        } else {
            out.push(c)
        }
        before = if before == '\\' { ' ' } else { c };
    }
    out
}

/// The first word of a text.
fn first_word(text: &str) -> &str {
    &text[..text.find(|c| !in_word(c)).unwrap_or(text.len())]
}

/// The last word of a text.
fn last_word(text: &str) -> &str {
    let text = text.trim_end();
    &text[text.trim_end_matches(in_word).len()..]
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The condition at the `^` of a line.
    fn at(line: &str) -> Option<String> {
        let column = line.find('^').expect("the column");
        let line = line.replace('^', "");
        expression_at(&line, column).map(|range| line[range].trim().to_string())
    }

    #[test]
    fn heads_are_tested_at_their_word_or_beginning() {
        assert_eq!(at("^for (i = f(a, b); i < (n); i++) {"), Some("i < (n)".into()));
        assert_eq!(at("^while (a[i])"), Some("a[i]".into()));
        assert_eq!(at("if (^x && y)"), Some("x && y".into()));
        assert_eq!(at("if (x) ^switch (y) { case ';': ; }"), Some("y".into()));
        assert_eq!(at("do { if (r == 13) break; r++; ^} while (r < 14);"), Some("r < 14".into()));
        assert_eq!(at("if (^a &&"), None);
        assert_eq!(at("if (^a ? b : c)"), Some("a".into()));
        assert_eq!(at("do ^for (;;) ; while (x);"), None);
        assert_eq!(at("int x = 3;^"), None);
    }

    #[test]
    fn an_inner_test_is_not_the_head() {
        assert_eq!(at("switch (a) { case 1: r = ^b > 100 ? 1 : r; }"), Some("b > 100".into()));
        assert_eq!(at("for (int i = 0; i < 3; i++) r += ^i == 1 ? 10 : i;"), Some("i == 1".into()));
        assert_eq!(at("while (t && t->k != k) t = ^k < t->k ? t->l : t->r;"), Some("k < t->k".into()));
        assert_eq!(at("if (a) r = ^MAX(a, b);"), None);
        assert_eq!(at("^EACH(i, 5) r += x ? 1 : 2;"), None);
        assert_eq!(at("^EACH(i, 5) f(x) ? g() : h();"), None);
        assert_eq!(at("return a > b ? b : ^(int) c > 2 && f(\"?\") ? c : 3;"), Some("(int) c > 2 && f(\"?\")".into()));
        assert_eq!(at("do ^r -= r > 5 ? 2 : 1; while (r > 8);"), None);
    }

    #[test]
    fn operands_end_at_their_operator() {
        assert_eq!(at("if (a && (b ^|| c))"), Some("b".into()));
        assert_eq!(at("if (a && (b || c) ^&& d)"), Some("(b || c)".into()));
        assert_eq!(at("} else if (x && f(y) ^|| z)"), Some("f(y)".into()));
        assert_eq!(at("if (x) return a[i] <= 3 ^&& b;"), Some("a[i] <= 3".into()));
        assert_eq!(at("if (x) r = s == '(' ^|| b; // a"), Some("s == '('".into()));
        assert_eq!(at("y ^&& z)"), None);
    }
}
