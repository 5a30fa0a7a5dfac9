//! Tokens of a pattern: the meaning of characters and backslash sequences under a syntax.

use super::letters::{Alphabet, Letter};
use super::syntax::Syntax;

/// A condition on the context of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    LineStart,
    LineEnd,
    TextStart,
    TextEnd,
    WordStart,
    WordEnd,
    WordBorder,
    NotWordBorder,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    End,
    Letter(Letter),
    /// An operator, and the letter that it stands for if misplaced.
    Op(Op, Letter),
    Anchor(Anchor),
    BackRef(u32),
    Word(bool),
    Space(bool),
    TrailingBackslash,
}

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Alt,
    Star,
    Plus,
    Question,
    OpenBrace,
    CloseBrace,
    OpenParen,
    CloseParen,
    OpenBracket,
    Dot,
}

/// A pattern and a place in it.
pub(crate) struct Scanner<'a> {
    pub(crate) pattern: &'a [u8],
    pub(crate) at: usize,
    pub(crate) alphabet: &'a Alphabet,
}

impl Scanner<'_> {
    /// Takes the next token.
    pub(crate) fn next(&mut self, syntax: Syntax) -> Token {
        let (token, length) = self.token_at(self.at, syntax);
        self.at += length;
        token
    }

    /// The token at a place and its length.
    fn token_at(&self, at: usize, syntax: Syntax) -> (Token, usize) {
        let Some(rest) = self.pattern.get(at..).filter(|r| !r.is_empty()) else { return (Token::End, 0) };
        let (letter, length) = self.alphabet.letter(rest);
        if rest[0] == b'\\' {
            let Some(escaped) = rest.get(1..).filter(|r| !r.is_empty()) else { return (Token::TrailingBackslash, 1) };
            let (token, length) = self.escaped(escaped, syntax);
            return (token, length + 1);
        }
        (self.plain(at, rest[0], letter, syntax).unwrap_or(Token::Letter(letter)), length)
    }

    /// The token of a backslash sequence. As in glibc, the case of such letters is significant.
    fn escaped(&self, rest: &[u8], syntax: Syntax) -> (Token, usize) {
        let (letter, length) = self.alphabet.raw(rest);
        let gnu = !syntax.has(Syntax::NO_GNU_OPS);
        let rich = !syntax.has(Syntax::LIMITED_OPS);
        let op = |op| Token::Op(op, letter);
        let token = match rest[0] {
            b'|' if rich && !syntax.has(Syntax::NO_BK_VBAR) => op(Op::Alt),
            b'1'..=b'9' if !syntax.has(Syntax::NO_BK_REFS) => Token::BackRef(u32::from(rest[0] - b'1')),
            b'<' if gnu => Token::Anchor(Anchor::WordStart),
            b'>' if gnu => Token::Anchor(Anchor::WordEnd),
            b'b' if gnu => Token::Anchor(Anchor::WordBorder),
            b'B' if gnu => Token::Anchor(Anchor::NotWordBorder),
            b'`' if gnu => Token::Anchor(Anchor::TextStart),
            b'\'' if gnu => Token::Anchor(Anchor::TextEnd),
            b'w' if gnu => Token::Word(true),
            b'W' if gnu => Token::Word(false),
            b's' if gnu => Token::Space(true),
            b'S' if gnu => Token::Space(false),
            b'(' if !syntax.has(Syntax::NO_BK_PARENS) => op(Op::OpenParen),
            b')' if !syntax.has(Syntax::NO_BK_PARENS) => op(Op::CloseParen),
            b'+' if rich && syntax.has(Syntax::BK_PLUS_QM) => op(Op::Plus),
            b'?' if rich && syntax.has(Syntax::BK_PLUS_QM) => op(Op::Question),
            b'{' if syntax.has(Syntax::INTERVALS) && !syntax.has(Syntax::NO_BK_BRACES) => op(Op::OpenBrace),
            b'}' if syntax.has(Syntax::INTERVALS) && !syntax.has(Syntax::NO_BK_BRACES) => op(Op::CloseBrace),
            _ => Token::Letter(letter),
        };
        (token, length)
    }

    fn plain(&self, at: usize, byte: u8, letter: Letter, syntax: Syntax) -> Option<Token> {
        let rich = !syntax.has(Syntax::LIMITED_OPS);
        let braces = syntax.has(Syntax::INTERVALS) && syntax.has(Syntax::NO_BK_BRACES);
        let op = match byte {
            b'\n' if syntax.has(Syntax::NEWLINE_ALT) => Op::Alt,
            b'|' if rich && syntax.has(Syntax::NO_BK_VBAR) => Op::Alt,
            b'*' => Op::Star,
            b'+' if rich && !syntax.has(Syntax::BK_PLUS_QM) => Op::Plus,
            b'?' if rich && !syntax.has(Syntax::BK_PLUS_QM) => Op::Question,
            b'{' if braces => Op::OpenBrace,
            b'}' if braces => Op::CloseBrace,
            b'(' if syntax.has(Syntax::NO_BK_PARENS) => Op::OpenParen,
            b')' if syntax.has(Syntax::NO_BK_PARENS) => Op::CloseParen,
            b'[' => Op::OpenBracket,
            b'.' => Op::Dot,
            b'^' => return self.caret(at, syntax).then_some(Token::Anchor(Anchor::LineStart)),
            b'$' => return self.dollar(at, syntax).then_some(Token::Anchor(Anchor::LineEnd)),
            _ => return None,
        };
        Some(Token::Op(op, letter))
    }

    /// Is a `^` here an anchor?
    fn caret(&self, at: usize, syntax: Syntax) -> bool {
        syntax.has(Syntax::CONTEXT_INDEP_ANCHORS | Syntax::CARET_ANCHORS_HERE)
            || at == 0
            || syntax.has(Syntax::NEWLINE_ALT) && self.pattern[at - 1] == b'\n'
    }

    /// Is a `$` here an anchor?
    fn dollar(&self, at: usize, syntax: Syntax) -> bool {
        if syntax.has(Syntax::CONTEXT_INDEP_ANCHORS) || at + 1 == self.pattern.len() {
            return true;
        }
        matches!(self.token_at(at + 1, syntax).0, Token::Op(Op::Alt | Op::CloseParen, _))
    }
}
