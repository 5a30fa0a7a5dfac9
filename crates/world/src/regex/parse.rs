//! The grammar of regular expressions. The syntax bits determine, as in glibc, which characters are
//! operators at which places, and whether misplaced operators are errors or letters.

use super::bracket;
use super::letters::{Alphabet, Class, Letter};
use super::set::LetterSet;
use super::syntax::{Fault, Syntax};
use super::token::{Anchor, Op, Scanner, Token};

/// Deepest nesting of groups; deeper patterns are rejected as too big.
const MAX_DEPTH: u32 = 250;
/// Most nested repetitions, such as `a*+?`; equal ones do not count.
const MAX_NESTED_REPEATS: u32 = 4;
/// The largest count of an interval.
const MAX_COUNT: i64 = 0x7fff;

/// A parsed expression.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Letter(Letter),
    Any,
    Set(Box<LetterSet>),
    Anchor(Anchor),
    BackRef(u32),
    /// A sequence.
    Cat(Vec<Tree>),
    /// Alternatives, the earlier ones preferred; a missing one is empty.
    Alt(Vec<Option<Tree>>),
    /// At least `least` times and at most `most` times, if there is a limit.
    Repeat(Box<Tree>, u32, Option<u32>),
    /// A group with its number.
    Group(u32, Option<Box<Tree>>),
}

/// A parsed pattern.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) tree: Option<Tree>,
    pub(crate) groups: u32,
    /// The groups (bit 0 is the first) that back-references name.
    pub(crate) referenced: u32,
}

/// Parses a pattern.
pub(crate) fn parse(pattern: &[u8], syntax: Syntax, alphabet: &Alphabet) -> Result<Parsed, Fault> {
    let scanner = Scanner { pattern, at: 0, alphabet };
    let mut parser = Parser { scanner, syntax, token: Token::End, groups: 0, complete: 0, referenced: 0 };
    parser.advance_anchored();
    let tree = parser.expression(0)?;
    Ok(Parsed { tree, groups: parser.groups, referenced: parser.referenced })
}

struct Parser<'a> {
    scanner: Scanner<'a>,
    syntax: Syntax,
    token: Token,
    groups: u32,
    /// The closed ones of the first nine groups.
    complete: u32,
    referenced: u32,
}

type Part = Result<Option<Tree>, Fault>;

impl Parser<'_> {
    fn advance(&mut self) {
        self.token = self.scanner.next(self.syntax);
    }

    /// Advances to a place where `^` is an anchor.
    fn advance_anchored(&mut self) {
        self.token = self.scanner.next(self.syntax.with(Syntax::CARET_ANCHORS_HERE));
    }

    fn at_op(&self, op: Op) -> bool {
        matches!(self.token, Token::Op(here, _) if here == op)
    }

    /// Does an alternative end here? At the outermost level, a stray closing parenthesis does not end one.
    fn at_end(&self, depth: u32) -> bool {
        self.token == Token::End || self.at_op(Op::Alt) || depth > 0 && self.at_op(Op::CloseParen)
    }

    fn expression(&mut self, depth: u32) -> Part {
        let before = self.complete;
        let first = self.branch(depth)?;
        if !self.at_op(Op::Alt) {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.at_op(Op::Alt) {
            self.advance_anchored();
            let mut right = None;
            if !self.at_end(depth) {
                // Inside an alternative, a back-reference may only name groups completed there; behind
                // all alternatives, groups completed in any of them.
                let after = std::mem::replace(&mut self.complete, before);
                right = self.branch(depth)?;
                self.complete |= after;
            }
            all.push(right);
        }
        Ok(Some(Tree::Alt(all)))
    }

    fn branch(&mut self, depth: u32) -> Part {
        let mut parts = Vec::new();
        parts.extend(self.repeated(depth)?);
        while !self.at_end(depth) {
            parts.extend(self.repeated(depth)?);
        }
        Ok(if parts.len() > 1 { Some(Tree::Cat(parts)) } else { parts.pop() })
    }

    /// An atom with its repetitions. Anchors cannot be repeated.
    fn repeated(&mut self, depth: u32) -> Part {
        let Some(mut tree) = self.atom(depth)? else { return Ok(None) };
        if let Some(Tree::Anchor(_)) = tree {
            return Ok(tree);
        }
        let mut repeats = 0;
        while let Token::Op(op @ (Op::Star | Op::Plus | Op::Question | Op::OpenBrace), _) = self.token {
            let endless = matches!(tree, Some(Tree::Repeat(_, 0, None)));
            if endless && op == Op::Star {
                self.advance();
            } else {
                tree = self.repetition(tree, op)?;
                repeats += 1;
            }
            if repeats > MAX_NESTED_REPEATS {
                return Err(Fault::Space);
            }
            if self.syntax.has(Syntax::CONTEXT_INVALID_DUP) && (self.at_op(Op::Star) || self.at_op(Op::OpenBrace)) {
                return Err(Fault::BadRepeat);
            }
        }
        Ok(tree)
    }

    /// One atom: none at the end of the expression; `Some(None)` for an empty tree.
    fn atom(&mut self, depth: u32) -> Result<Option<Option<Tree>>, Fault> {
        let tree = match self.token {
            Token::End | Token::Op(Op::Alt, _) => return Ok(None),
            Token::TrailingBackslash => return Err(Fault::Escape),
            Token::Letter(letter) => Tree::Letter(letter),
            Token::Anchor(anchor) => Tree::Anchor(anchor),
            Token::Word(inside) => set_of(&[Class::Alnum], Some(b'_'), inside),
            Token::Space(inside) => set_of(&[Class::Space], None, inside),
            Token::BackRef(group) => {
                if self.complete >> group & 1 == 0 {
                    return Err(Fault::SubReg);
                }
                self.referenced |= 1 << group;
                Tree::BackRef(group)
            }
            Token::Op(op, letter) => return self.operator_atom(op, letter, depth),
        };
        self.advance();
        Ok(Some(Some(tree)))
    }

    fn operator_atom(&mut self, op: Op, letter: Letter, depth: u32) -> Result<Option<Option<Tree>>, Fault> {
        let tree = match op {
            Op::OpenParen => self.group(depth + 1)?,
            Op::OpenBracket => Tree::Set(Box::new(bracket::parse(&mut self.scanner, self.syntax)?)),
            Op::Dot => Tree::Any,
            Op::OpenBrace if self.syntax.has(Syntax::CONTEXT_INVALID_DUP) => return Err(Fault::BadRepeat),
            Op::OpenBrace | Op::Star | Op::Plus | Op::Question => {
                if self.syntax.has(Syntax::CONTEXT_INVALID_OPS) {
                    return Err(Fault::BadRepeat);
                }
                if self.syntax.has(Syntax::CONTEXT_INDEP_OPS) {
                    // A repetition operator without an operand is skipped.
                    self.advance();
                    return self.repeated(depth).map(Some);
                }
                Tree::Letter(letter)
            }
            Op::CloseParen if !self.syntax.has(Syntax::UNMATCHED_RIGHT_PAREN_ORD) => return Err(Fault::RightParen),
            Op::CloseParen | Op::CloseBrace | Op::Alt => Tree::Letter(letter),
        };
        self.advance();
        Ok(Some(Some(tree)))
    }

    fn group(&mut self, depth: u32) -> Result<Tree, Fault> {
        if depth > MAX_DEPTH {
            return Err(Fault::Space);
        }
        let number = self.groups;
        self.groups += 1;
        self.advance_anchored();
        let mut body = None;
        if !self.at_op(Op::CloseParen) {
            body = self.expression(depth)?;
            if !self.at_op(Op::CloseParen) {
                return Err(Fault::Paren);
            }
        }
        if number < 9 {
            self.complete |= 1 << number;
        }
        Ok(Tree::Group(number, body.map(Box::new)))
    }

    fn repetition(&mut self, tree: Option<Tree>, op: Op) -> Part {
        let (least, most) = match op {
            Op::Star => (0, None),
            Op::Plus => (1, None),
            Op::Question => (0, Some(1)),
            _ => match self.interval()? {
                Some(counts) => counts,
                None => return Ok(tree),
            },
        };
        self.advance();
        Ok(match (tree, most) {
            (None, _) | (_, Some(0)) => None,
            (Some(tree), Some(1)) if least == 1 => Some(tree),
            (Some(tree), _) => Some(Tree::Repeat(Box::new(tree), least, most)),
        })
    }

    /// The counts of an interval. If the syntax says so, an invalid interval is read as letters: then
    /// the scanner returns to behind the brace.
    fn interval(&mut self) -> Result<Option<(u32, Option<u32>)>, Fault> {
        let start = self.scanner.at;
        let Token::Op(_, brace) = self.token else { return Err(Fault::BadBrace) };
        let comma = Token::Letter(Letter::from(b','));
        let least = match self.count() {
            Count::None if self.token == comma => Count::Some(0),
            Count::None => return Err(Fault::BadBrace),
            other => other,
        };
        let most = match least {
            Count::Wrong => Count::Wrong,
            _ if self.at_op(Op::CloseBrace) => least,
            _ if self.token == comma => self.count(),
            _ => Count::Wrong,
        };
        let (Count::Some(low), most) = (least, most) else { return self.no_interval(start, brace) };
        let high = match most {
            Count::Wrong => return self.no_interval(start, brace),
            Count::Some(high) => Some(high),
            Count::None => None,
        };
        if high.is_some_and(|high| low > high) || !self.at_op(Op::CloseBrace) {
            return Err(Fault::BadBrace);
        }
        if high.unwrap_or(low) > MAX_COUNT {
            return Err(Fault::Size);
        }
        Ok(Some((low as u32, high.map(|h| h as u32))))
    }

    fn no_interval(&mut self, start: usize, brace: Letter) -> Result<Option<(u32, Option<u32>)>, Fault> {
        if !self.syntax.has(Syntax::INVALID_INTERVAL_ORD) {
            return Err(if self.token == Token::End { Fault::Brace } else { Fault::BadBrace });
        }
        self.scanner.at = start;
        self.token = Token::Letter(brace);
        Ok(None)
    }

    fn count(&mut self) -> Count {
        let mut count = Count::None;
        loop {
            self.advance();
            match self.token {
                Token::End => return Count::Wrong,
                Token::Op(Op::CloseBrace, _) => return count,
                Token::Letter(letter) if letter == Letter::from(b',') => return count,
                Token::Letter(letter) => {
                    let digit = char::from_u32(letter).and_then(|c| c.to_digit(10)).map(i64::from);
                    count = match (count, digit) {
                        (Count::Wrong, _) | (_, None) => Count::Wrong,
                        (Count::None, Some(digit)) => Count::Some(digit),
                        (Count::Some(n), Some(digit)) => Count::Some((n * 10 + digit).min(MAX_COUNT + 1)),
                    };
                }
                _ => count = Count::Wrong,
            }
        }
    }
}

/// A number in an interval.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    None,
    Wrong,
    Some(i64),
}

fn set_of(classes: &[Class], extra: Option<u8>, inside: bool) -> Tree {
    let mut set = LetterSet::default();
    set.negated = !inside;
    for &class in classes {
        set.add_class(class);
    }
    if let Some(byte) = extra {
        set.add(byte.into(), byte.into());
    }
    Tree::Set(Box::new(set))
}
