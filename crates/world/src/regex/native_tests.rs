//! Random patterns and subjects against glibc's `regexec` and `re_search`.

use super::{Alphabet, Fault, Match, Regex, Starts, Subject, Syntax, Wanted};
use crate::native::{Dice, answers};
use crate::text::charset::Charset;

const REFEREE: &str = include_str!("../native/regex.c");

/// A question for both sides.
struct Question {
    /// 0 for `regcomp`, else a syntax for `re_compile_pattern`.
    syntax: u64,
    cflags: i32,
    eflags: i32,
    pattern: Vec<u8>,
    subject: Vec<u8>,
    utf8: bool,
}

impl Question {
    fn text(&self) -> String {
        let flags = if self.utf8 { -self.cflags - 1 } else { self.cflags };
        let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
        format!("{} {flags} {}\n{}\n{}\n", self.syntax, self.eflags, hex(&self.pattern), hex(&self.subject))
    }

    fn compiled(&self) -> Result<Regex, Fault> {
        let mut syntax = match self.syntax {
            0 if self.cflags & 1 != 0 => Syntax::EXTENDED,
            0 => Syntax::BASIC,
            bits => Syntax(bits),
        };
        if self.cflags & 4 != 0 {
            syntax = syntax.without(Syntax::DOT_NEWLINE).with(Syntax::HAT_LISTS_NOT_NEWLINE);
        }
        let icase = self.cflags & 2 != 0 || syntax.has(Syntax::ICASE);
        let charset = if self.utf8 { Charset::Utf8 } else { Charset::Ascii };
        Regex::new(&self.pattern, syntax, Alphabet { charset, translate: None, icase })
    }

    fn subject(&self) -> Subject<'_> {
        Subject {
            bytes: &self.subject,
            stop: self.subject.len(),
            not_bol: self.eflags & 1 != 0,
            not_eol: self.eflags & 2 != 0,
            newline_anchor: self.syntax != 0 || self.cflags & 4 != 0,
        }
    }

    fn has_empty_group(&self) -> bool {
        let Ok(regex) = self.compiled() else { return false };
        let subject = self.subject();
        let found = regex.search(&subject, Starts::Forward(0, subject.stop), Wanted::Groups).expect("easy");
        found.found.is_some_and(|m| m.groups.iter().flatten().any(|(start, end)| start == end))
    }

    fn answer(&self) -> String {
        let regex = match self.compiled() {
            Ok(regex) => regex,
            Err(fault) if self.syntax != 0 => return format!("error {}", fault.message()),
            Err(Fault::RightParen) => return format!("error {}", Fault::Paren as i32),
            Err(fault) => return format!("error {}", fault as i32),
        };
        let subject = self.subject();
        let found = regex.search(&subject, Starts::Forward(0, subject.stop), Wanted::Groups).expect("easy").found;
        if self.syntax == 0 {
            return found.map_or("1".into(), |m| format!("0{}", spans(&m, 10)));
        }
        let half = subject.stop / 2;
        let matched = regex.search(&subject, Starts::Forward(half, half), Wanted::Place).expect("easy").found;
        let length = matched.map_or(-1, |m| (m.end - half) as i32);
        let count = regex.groups() as usize + 2;
        found.map_or(format!("-1 {length}"), |m| format!("{}{} {length}", m.start, spans(&m, count)))
    }
}

fn spans(found: &Match, count: usize) -> String {
    let groups = found.groups.iter().copied().chain(std::iter::repeat(None));
    let all = std::iter::once(Some((found.start, found.end))).chain(groups).take(count);
    all.map(|span| span.map_or(" -1,-1".into(), |(start, end)| format!(" {start},{end}"))).collect()
}

/// Compares both sides.
fn compare(questions: &[Question]) {
    let input: String = questions.iter().map(Question::text).collect();
    let native = answers(REFEREE, input.as_bytes());
    let mut wrong = Vec::new();
    for (question, expected) in questions.iter().zip(&native) {
        if expected == "gave up" {
            continue;
        }
        let own = question.answer();
        if own != *expected {
            wrong.push(format!(
                "{:?} on {:?} (syntax {:x}, flags {}, {}): glibc {expected}, we {own}",
                String::from_utf8_lossy(&question.pattern),
                String::from_utf8_lossy(&question.subject),
                question.syntax,
                question.cflags,
                question.eflags
            ));
        }
    }
    assert_eq!(
        native.len(),
        questions.len() + 1,
        "the referee died at {:?}",
        questions.get(native.len() - 1).map(Question::text)
    );
    assert!(
        wrong.is_empty(),
        "{} of {} differ:\n{}",
        wrong.len(),
        questions.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

fn question(pattern: &str, subject: &str, cflags: i32, eflags: i32) -> Question {
    Question { syntax: 0, cflags, eflags, pattern: pattern.into(), subject: subject.into(), utf8: false }
}

fn subject(dice: &mut Dice) -> String {
    let length = dice.roll(9);
    (0..length).map(|_| dice.pick(&["a", "a", "b", "b", "c", "A", "_", "\n", " "])).collect()
}

/// A pattern that is well-formed in the extended syntax most of the time.
fn extended(dice: &mut Dice, depth: u32, references: bool) -> String {
    let mut text = String::new();
    for _ in 0..=dice.roll(3) {
        let atom = match dice.roll(if depth > 0 { 16 } else { 10 }) {
            0..=3 => dice.pick(&["a", "b", "c"]).to_string(),
            4 => ".".into(),
            5 => dice.pick(&["[ab]", "[^a]", "[a-c]", "[[:alpha:]]", "[^[:space:]b]", "[]a]", "[a-]"]).to_string(),
            6 => "b".into(),
            7 => dice.pick(&["\\w", "\\W", "\\s", "\\S", "\\.", "\\a"]).to_string(),
            8 if references => dice.pick(&["\\1", "\\1", "\\2"]).to_string(),
            8 | 9 => "".into(),
            10..=13 => format!("({})", extended(dice, depth - 1, references)),
            14 => format!("({}|{})", extended(dice, depth - 1, references), extended(dice, depth - 1, references)),
            _ => "()".into(),
        };
        text += &atom;
        if !atom.is_empty() {
            text += dice.pick(&["", "", "", "*", "*", "+", "?", "{2}", "{0,2}", "{1,}", "{1,3}"]);
        }
    }
    if dice.roll(6) == 0 {
        text += "|";
        text += &extended(dice, depth.saturating_sub(1), references);
    }
    text
}

/// Anchors around a pattern. Anchors inside loops and alternatives are left out: there glibc loses
/// groups, and sees line starts behind newlines that are no line boundaries.
fn anchored(dice: &mut Dice, pattern: String) -> String {
    if pattern.contains('|') || pattern.contains("\\W") {
        return pattern;
    }
    let before = dice.pick(&["", "", "^", "\\<", "\\b", "\\B", "\\`", "a\\>"]);
    let after = dice.pick(&["", "", "$", "\\>", "\\b", "\\B", "\\'", "\\<b"]);
    format!("{before}{pattern}{after}")
}

#[test]
fn groups_are_glibcs() {
    let mut dice = Dice::new(3);
    let questions: Vec<Question> = (0..5_000)
        .map(|_| {
            let pattern = extended(&mut dice, 3, false);
            let pattern = anchored(&mut dice, pattern);
            let cflags = 1 | *dice.pick(&[&0, &0, &0, &2, &4]);
            question(&pattern, &subject(&mut dice), cflags, *dice.pick(&[&0, &0, &0, &1, &2, &3]))
        })
        .collect();
    compare(&questions);
}

#[test]
fn back_references_are_glibcs() {
    let mut dice = Dice::new(5);
    let questions: Vec<Question> = (0..3_000)
        .map(|_| {
            let pattern = extended(&mut dice, 2, true);
            question(&pattern, &subject(&mut dice), 1 | *dice.pick(&[&0, &0, &2]), 0)
        })
        // With references to empty groups, glibc loses other groups or the match.
        .filter(|q| !q.pattern.windows(2).any(|w| w == b"()") && !q.has_empty_group())
        .collect();
    compare(&questions);
}

#[test]
fn characters_of_several_bytes_are_glibcs() {
    let mut dice = Dice::new(6);
    let questions: Vec<Question> = (0..3_000)
        .map(|_| {
            let pattern =
                extended(&mut dice, 2, false).replace("[a-]", "[à-ü]").replace("[ab]", "[^é]").replace("c", "é");
            let pattern = pattern.replace("spaée", "space");
            let length = dice.roll(7);
            let subject: String =
                (0..length).map(|_| dice.pick(&["a", "b", "é", "É", "ü", "€", "😀", " ", "\u{300}"])).collect();
            let mut q = question(&pattern, &subject, 1 | *dice.pick(&[&0, &0, &2, &4]), 0);
            q.utf8 = true;
            q
        })
        .collect();
    compare(&questions);
}

#[test]
fn noise_is_read_as_glibc_reads_it() {
    let mut dice = Dice::new(4);
    let pieces = [
        "a",
        "b",
        "\\(",
        "\\)",
        "(",
        ")",
        "*",
        "+",
        "?",
        "\\+",
        "\\?",
        "{",
        "}",
        "\\{",
        "\\}",
        "{1}",
        "\\{1,2\\}",
        "{,2}",
        "{1",
        "|",
        "\\|",
        "^",
        "$",
        "[",
        "]",
        "[^",
        "[a-b]",
        "[b-a]",
        "[[:alpha:]]",
        "[[:foo:]]",
        "[[.a.]]",
        "[[=b=]]",
        "[[.ab.]]",
        "[a-",
        "[--a]",
        "\\1",
        "\\",
        ".",
        "\n",
        "\\n",
        "-",
        ",",
        "2",
        "[[:alpha:]-a]",
        "[\\]",
        "[[.",
        "\\<",
        "\\w",
    ];
    let syntaxes =
        [0, 0, 0, 0x10102c6, 0x3b2fc, 0xac6, 0x21b6dc ^ 0x20, 0x23b24d, 0xbaecd & 0x3ffffff, 0x402c6, 0x1000000];
    let questions: Vec<Question> = (0..4_000)
        .map(|_| {
            let length = 1 + dice.roll(5);
            let pattern: String = (0..length).map(|_| dice.pick(&pieces)).collect();
            let mut q = question(&pattern, &subject(&mut dice), dice.roll(2) as i32, 0);
            q.syntax = syntaxes[dice.roll(syntaxes.len() as u64) as usize];
            q.cflags = if q.syntax == 0 { q.cflags | *dice.pick(&[&0, &0, &2, &4]) } else { 0 };
            q
        })
        .collect();
    compare(&questions);
}
