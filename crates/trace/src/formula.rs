//! C expressions that a person writes about a paused run: `node->count == 3 && name[0] != '\0'`. They are
//! evaluated with C's conversions from the debug information and the memory of that moment, and change nothing.
//!
//! Two things differ from C: functions cannot be called, and `s == "text"` compares the text, since comparing
//! the address of a literal never makes sense.

pub(crate) mod arithmetic;
pub(crate) mod evaluate;
pub(crate) mod names;
pub(crate) mod number;
pub(crate) mod objects;
pub(crate) mod symbols;
pub(crate) mod syntax;
pub(crate) mod terms;
pub(crate) mod token;

use std::collections::BTreeSet;

use whydunit_machine::{FrameView, Machine, World};
use whydunit_program::Program;
use whydunit_terms::TermId;

use crate::formula::evaluate::Evaluator;
use crate::formula::syntax::{Expr, ExprKind};
use crate::naming::lvalue::Lvalue;

/// A part of the text: from one byte up to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

impl Span {
    fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A C expression, read and ready to be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    text: String,
    tree: Expr,
}

/// Why an expression cannot be read or has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// Is it the moment's fault (an uninitialised variable, a null pointer), not the expression's?
    pub of_the_moment: bool,
    /// Where in the text.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// For an unknown name: that name, and those that are known there.
    pub unknown: Option<(String, BTreeSet<String>)>,
}

impl FormulaError {
    fn syntax(span: Span, message: String) -> Self {
        FormulaError { of_the_moment: false, span, message, unknown: None }
    }

    fn moment(span: Span, message: String) -> Self {
        FormulaError { of_the_moment: true, ..FormulaError::syntax(span, message) }
    }
}

/// What an expression came to at one moment.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// Is it true (not zero, not null)?
    pub holds: bool,
    /// The value as C would print it.
    pub text: String,
    /// In a symbolic run: the condition under which it is true, if that depends on symbols.
    pub condition: Option<TermId>,
}

impl Formula {
    /// Reads an expression.
    pub fn parse(text: &str) -> Result<Formula, FormulaError> {
        Ok(Formula { text: text.into(), tree: crate::formula::syntax::parse(text)? })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value in a frame of a paused run, and everything in memory that was read for it, in order: also
    /// when there is no value. In a symbolic run what it takes to have this value becomes part of the path.
    pub fn evaluate<W: World>(
        &self,
        program: &Program,
        machine: &mut Machine<W>,
        frame: Option<FrameView>,
    ) -> (Result<Evaluated, FormulaError>, Vec<Lvalue>) {
        let mut evaluator = Evaluator::new(program, machine, frame, &self.text);
        let value = evaluator.truth(&self.tree);
        (value, evaluator.reads)
    }

    /// The variable that an expression for an object begins with: `node` of `*node->next`.
    pub fn base(&self) -> Option<&str> {
        let mut expr = &self.tree;
        loop {
            expr = match &expr.kind {
                ExprKind::Name(name) => return Some(name),
                ExprKind::Unary("*", of) | ExprKind::Index(of, _) | ExprKind::Member { of, .. } => of,
                _ => return None,
            };
        }
    }

    /// What is wrong with it when a variable is asked for and it has no [`Self::base`].
    pub fn no_variable(&self) -> FormulaError {
        let span = Span { start: 0, end: self.text.len() };
        FormulaError::syntax(span, "this is a value, not a variable or a part of one".into())
    }

    /// The object an expression names; a variable of the function whose scope is over can still be meant.
    pub fn locate<W: World>(
        &self,
        program: &Program,
        machine: &mut Machine<W>,
        frame: Option<FrameView>,
    ) -> Result<Lvalue, FormulaError> {
        let mut evaluator = Evaluator::new(program, machine, frame, &self.text);
        evaluator.ended = true;
        evaluator.object(&self.tree)
    }

    /// The numbers that are written in it: what a value was meant to be is often among them.
    pub fn constants(&self) -> Vec<i128> {
        let mut found = Vec::new();
        self.tree.constants(&mut found);
        found
    }
}
