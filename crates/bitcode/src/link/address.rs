//! The targets of symbols, and the values of constants that depend on addresses.

use std::collections::HashMap;

use whydunit_program::{BlockId, Callee, ExternalId, FunctionId, GlobalId, layout};

use crate::part::{Expr, Meaning, SymbolId};

use super::resolve::{Global, Names};

/// Limit on the nesting of expressions and aliases.
const DEPTH_LIMIT: usize = 200;

/// The target of a symbol.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A function of the program.
    Function(FunctionId),
    /// A function to be modelled by the world.
    External(ExternalId),
    /// As `External`, declared weak: its address is null, but it can be called.
    WeakExternal(ExternalId),
    /// A variable.
    Variable(GlobalId),
    /// A weak variable without a definition.
    Null,
}

/// The data for evaluating constants.
pub(super) struct Addresses<'s> {
    pub(super) names: Names<'s>,
    pub(super) targets: HashMap<Global, Target>,
    /// Addresses of variables.
    pub(super) variables: Vec<u64>,
    /// For each function, the block that each LLVM block became.
    pub(super) labels: Vec<Vec<u32>>,
}

impl Addresses<'_> {
    fn target(&self, part: usize, symbol: SymbolId) -> Option<(Target, i64)> {
        let (id, offset) = self.names.behind_aliases(Global { part, symbol })?;
        Some((*self.targets.get(&id)?, offset))
    }

    /// The target of a call of a symbol, if it is a function.
    pub(super) fn callee(&self, part: usize, symbol: SymbolId) -> Option<Callee> {
        match self.target(part, symbol)? {
            (Target::Function(id), 0) => Some(Callee::Direct(id)),
            (Target::External(id) | Target::WeakExternal(id), 0) => Some(Callee::External(id)),
            _ => None,
        }
    }

    /// The function that a symbol refers to.
    pub(super) fn function(&self, part: usize, symbol: SymbolId) -> Option<FunctionId> {
        match self.callee(part, symbol)? {
            Callee::Direct(id) => Some(id),
            _ => None,
        }
    }

    /// The value of a constant of a part.
    pub(super) fn value(&self, part: usize, expr: &Expr) -> u64 {
        self.evaluate(part, expr, 0)
    }

    fn evaluate(&self, part: usize, expr: &Expr, depth: usize) -> u64 {
        if depth > DEPTH_LIMIT {
            return 0;
        }
        match expr {
            Expr::Int(value) => *value,
            Expr::Symbol(symbol, offset) => self.address(part, *symbol, depth).wrapping_add(*offset as u64),
            Expr::Label(symbol, block) => self.label(part, *symbol, *block),
            Expr::Op(op, bits, a, b) => {
                op.apply(*bits, self.evaluate(part, a, depth + 1), self.evaluate(part, b, depth + 1))
            }
        }
    }

    fn address(&self, part: usize, symbol: SymbolId, depth: usize) -> u64 {
        if let Some((target, offset)) = self.target(part, symbol) {
            let start = match target {
                Target::Function(id) => layout::function_address(id),
                Target::External(id) => layout::external_address(id),
                Target::Variable(id) => self.variables[id.0 as usize],
                Target::WeakExternal(_) | Target::Null => 0,
            };
            return start.wrapping_add(offset as u64);
        }
        let id = self.names.definition(Global { part, symbol });
        match &self.names.symbol(id).meaning {
            Meaning::Alias(value) => self.evaluate(id.part, value, depth + 1),
            _ => 0,
        }
    }

    fn label(&self, part: usize, symbol: SymbolId, block: u32) -> u64 {
        let Some(function) = self.function(part, symbol) else { return 0 };
        self.label_of(function, block)
    }

    /// The address of an LLVM block.
    pub(super) fn label_of(&self, function: FunctionId, block: u32) -> u64 {
        let blocks = &self.labels[function.0 as usize];
        blocks.get(block as usize).map_or(0, |&block| layout::label_address(function, BlockId(block)))
    }
}
