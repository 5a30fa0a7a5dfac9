//! C expressions about a paused run, such as `node->count == 3 && name[0] != '\0'`. Evaluation follows C's conversions
//! with the debug information and the current memory, and has no side effects.
//!
//! Two things differ from C: functions cannot be called, and `s == "text"` compares the text, because a comparison with
//! the address of a literal is never useful.

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

/// A range of bytes of the text.
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

/// A parsed C expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    text: String,
    tree: Expr,
}

/// An error in the parsing or evaluation of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// Is the state of the run at fault (an uninitialised variable, a null pointer) rather than the expression?
    pub of_the_moment: bool,
    /// The range in the text.
    pub span: Span,
    /// The error message.
    pub message: String,
    /// For an unknown name: the name, and the known names.
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

/// The result of an evaluation.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// Is it true (not zero, not null)?
    pub holds: bool,
    /// The value in C syntax.
    pub text: String,
    /// In a symbolic run: the condition under which it is true, if that is symbolic.
    pub condition: Option<TermId>,
}

impl Formula {
    /// Parses an expression.
    pub fn parse(text: &str) -> Result<Formula, FormulaError> {
        Ok(Formula { text: text.into(), tree: crate::formula::syntax::parse(text)? })
    }

    /// The source text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Evaluates the expression in a frame of a paused run. The second result lists the memory that was read, in order,
    /// even after an error. In a symbolic run the conditions for this value become part of the path.
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

    /// The variable at the root of an expression for an object: `node` in `*node->next`.
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

    /// The error for an expression without [`Self::base`] where a variable is required.
    pub fn no_variable(&self) -> FormulaError {
        let span = Span { start: 0, end: self.text.len() };
        FormulaError::syntax(span, "this is a value, not a variable or a part of one".into())
    }

    /// The object that the expression denotes. Variables of the function that are out of scope are accepted.
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

    /// The integer constants in the expression, which often include the intended value.
    pub fn constants(&self) -> Vec<i128> {
        let mut found = Vec::new();
        self.tree.constants(&mut found);
        found
    }
}
