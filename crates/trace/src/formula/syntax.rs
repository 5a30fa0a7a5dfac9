//! The grammar of C expressions without side effects.

use crate::formula::token::{Token, TokenKind, tokens};
use crate::formula::{FormulaError, Span};

/// An expression with its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

/// The kind of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExprKind {
    Name(String),
    Integer { value: u128, unsigned: bool, long: bool, decimal: bool },
    Float { digits: String, size: u8 },
    Character(u8),
    Text(Vec<u8>),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Member { of: Box<Expr>, arrow: bool, name: String },
    Cast(TypeName, Box<Expr>),
    SizeOfType(TypeName),
    SizeOf(Box<Expr>),
}

/// A type name: words and stars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypeName {
    pub(crate) words: Vec<String>,
    pub(crate) stars: u32,
    pub(crate) span: Span,
}

/// Binary operators by precedence, lowest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Words that occur in types only.
const TYPE_WORDS: [&str; 17] = [
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "bool", "struct",
    "union", "enum", "const", "volatile", "__int128",
];

/// Limit on the nesting of expressions.
const DEPTH: u32 = 200;

/// Parses an expression.
pub(crate) fn parse(text: &str) -> Result<Expr, FormulaError> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let expr = parser.expression()?;
    match &parser.peek().kind {
        TokenKind::End => Ok(expr),
        TokenKind::Sign("=") => Err(parser.wrong("nothing is assigned here; to compare write ==")),
        TokenKind::Sign("(") => Err(parser.wrong("functions are not called here: the run is looked at, not changed")),
        TokenKind::Sign(s) if s.ends_with('=') || ["++", "--"].contains(s) => {
            Err(parser.wrong("the run is looked at, not changed"))
        }
        _ => Err(parser.wrong("an operator is missing before this, or it is too much")),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at += 1;
        token
    }

    fn is(&self, sign: &str) -> bool {
        matches!(&self.peek().kind, TokenKind::Sign(s) if *s == sign)
    }

    fn accept(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Result<Span, FormulaError> {
        match self.is(sign) {
            true => Ok(self.next().span),
            false => Err(self.wrong(&format!("`{sign}` is missing here"))),
        }
    }

    fn wrong(&self, message: &str) -> FormulaError {
        FormulaError::syntax(self.peek().span, message.into())
    }

    fn expression(&mut self) -> Result<Expr, FormulaError> {
        let condition = self.binary(0)?;
        if !self.accept("?") {
            return Ok(condition);
        }
        let yes = self.expression()?;
        self.expect(":")?;
        let no = self.expression()?;
        let span = condition.span.to(no.span);
        Ok(Expr { kind: ExprKind::Choice(condition.into(), yes.into(), no.into()), span })
    }

    fn binary(&mut self, level: usize) -> Result<Expr, FormulaError> {
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        loop {
            let TokenKind::Sign(sign) = self.peek().kind else { return Ok(left) };
            if !signs.contains(&sign) {
                return Ok(left);
            }
            self.next();
            let right = self.binary(level + 1)?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(sign, left.into(), right.into()), span };
        }
    }

    fn unary(&mut self) -> Result<Expr, FormulaError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.wrong("this is nested too deep"));
        }
        let expr = self.unary_inside();
        self.depth -= 1;
        expr
    }

    fn unary_inside(&mut self) -> Result<Expr, FormulaError> {
        let Token { kind, span } = self.peek().clone();
        match kind {
            TokenKind::Sign(sign @ ("-" | "+" | "!" | "~" | "*" | "&")) => {
                self.next();
                let operand = self.unary()?;
                let span = span.to(operand.span);
                Ok(Expr { kind: ExprKind::Unary(sign, operand.into()), span })
            }
            TokenKind::Sign("&&") => Err(self.wrong("an operand is missing before &&")),
            TokenKind::Sign("++" | "--") => Err(self.wrong("the run is looked at, not changed")),
            TokenKind::Sign("(") => match self.cast_ahead() {
                Some(ty) => {
                    let operand = self.unary()?;
                    let span = span.to(operand.span);
                    Ok(Expr { kind: ExprKind::Cast(ty, operand.into()), span })
                }
                None => self.postfix(),
            },
            TokenKind::Name(word) if word == "sizeof" => {
                self.next();
                if let Some(ty) = self.type_in_brackets(true) {
                    let span = span.to(ty.span);
                    return Ok(Expr { kind: ExprKind::SizeOfType(ty), span });
                }
                let operand = self.unary()?;
                let span = span.to(operand.span);
                Ok(Expr { kind: ExprKind::SizeOf(operand.into()), span })
            }
            _ => self.postfix(),
        }
    }

    fn postfix(&mut self) -> Result<Expr, FormulaError> {
        let mut expr = self.primary()?;
        loop {
            let start = expr.span;
            expr = match self.peek().kind {
                TokenKind::Sign("[") => {
                    self.next();
                    let index = self.expression()?;
                    let end = self.expect("]")?;
                    Expr { kind: ExprKind::Index(expr.into(), index.into()), span: start.to(end) }
                }
                TokenKind::Sign(sign @ ("." | "->")) => {
                    self.next();
                    let Token { kind: TokenKind::Name(name), span } = self.peek().clone() else {
                        return Err(self.wrong("the name of a member is missing here"));
                    };
                    self.next();
                    let kind = ExprKind::Member { of: expr.into(), arrow: sign == "->", name };
                    Expr { kind, span: start.to(span) }
                }
                _ => return Ok(expr),
            };
        }
    }

    fn primary(&mut self) -> Result<Expr, FormulaError> {
        let Token { kind, span } = self.peek().clone();
        let kind = match kind {
            TokenKind::Name(word) if TYPE_WORDS.contains(&word.as_str()) => {
                return Err(self.wrong("a type can only stand in brackets, as a cast or after sizeof"));
            }
            TokenKind::Name(name) => ExprKind::Name(name),
            TokenKind::Integer { value, unsigned, long, decimal } => {
                ExprKind::Integer { value, unsigned, long, decimal }
            }
            TokenKind::Float { digits, size } => ExprKind::Float { digits, size },
            TokenKind::Character(byte) => ExprKind::Character(byte),
            TokenKind::Text(bytes) => ExprKind::Text(bytes),
            TokenKind::Sign("(") => {
                self.next();
                let inner = self.expression()?;
                let end = self.expect(")")?;
                return Ok(Expr { span: span.to(end), ..inner });
            }
            TokenKind::End => return Err(self.wrong("the expression ends here, but something must follow")),
            TokenKind::Sign(_) => return Err(self.wrong("a value is missing here")),
        };
        self.next();
        Ok(Expr { kind, span })
    }

    /// The type of a cast, if one stands here.
    fn cast_ahead(&mut self) -> Option<TypeName> {
        self.type_in_brackets(false)
    }

    /// A type in brackets, if one follows. A single name may be a type or a variable: after `sizeof` it is taken for a
    /// variable, elsewhere the following token decides.
    fn type_in_brackets(&mut self, after_sizeof: bool) -> Option<TypeName> {
        let begin = self.at;
        let start = self.next().span;
        let mut words = Vec::new();
        while let TokenKind::Name(word) = &self.peek().kind {
            words.push(word.clone());
            self.next();
        }
        let mut stars = 0;
        while self.accept("*") {
            stars += 1;
        }
        let certain = words.iter().any(|w| TYPE_WORDS.contains(&w.as_str()));
        let lone = words.len() == 1 && (stars > 0 || words[0].ends_with("_t") || (!after_sizeof && self.value_after()));
        if self.is(")") && (certain || lone) {
            let end = self.next().span;
            return Some(TypeName { words, stars, span: start.to(end) });
        }
        self.at = begin;
        None
    }

    /// Does a value follow the closing bracket?
    fn value_after(&self) -> bool {
        let next = self.tokens.get(self.at + 1).map(|t| &t.kind);
        match next {
            Some(TokenKind::Sign(sign)) => ["(", "!", "~"].contains(sign),
            Some(TokenKind::End) | None => false,
            Some(_) => true,
        }
    }
}

impl Expr {
    /// The integer constants in the expression.
    pub(crate) fn constants(&self, found: &mut Vec<i128>) {
        match &self.kind {
            ExprKind::Integer { value, .. } => found.push(*value as i128),
            ExprKind::Character(byte) => found.push((*byte).into()),
            ExprKind::Unary("-", of) if matches!(of.kind, ExprKind::Integer { .. }) => {
                let start = found.len();
                of.constants(found);
                found[start..].iter_mut().for_each(|n| *n = -*n);
            }
            ExprKind::Unary(_, of) | ExprKind::Cast(_, of) | ExprKind::Member { of, .. } => of.constants(found),
            ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|e| e.constants(found)),
            ExprKind::Choice(c, a, b) => [c, a, b].into_iter().for_each(|e| e.constants(found)),
            _ => {}
        }
    }
}
