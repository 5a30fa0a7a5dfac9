//! Prints terms as expressions.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use whydunit_program::{BinOp, CastOp, FloatPredicate};

use super::float;
use super::table::Tables;
use crate::fold::{mask, shift_mask};
use crate::hash::PlainMap;
use crate::store::Store;
use crate::term::{Node, SymbolKey, TermId};
use crate::walk::Walk;

/// Limits on the nesting and length of an expression before it gets a name.
const MAX_DEPTH: u32 = 40;
const MAX_LENGTH: usize = 1000;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Bool,
    Bits,
}

struct Expression {
    text: String,
    sort: Sort,
    depth: u32,
}

/// Prints terms in an order in which operands come first.
pub(super) struct Printer<'a> {
    store: &'a Store,
    symbols: &'a BTreeMap<SymbolKey, String>,
    uses: PlainMap<u32, u32>,
    done: PlainMap<u32, Expression>,
    tables: Tables,
    loose: Vec<&'static str>,
    text: String,
}

impl<'a> Printer<'a> {
    pub(super) fn new(store: &'a Store, roots: &[TermId], symbols: &'a BTreeMap<SymbolKey, String>) -> Self {
        let mut uses: PlainMap<u32, u32> = PlainMap::default();
        for t in Walk::new(store, roots.iter().copied()) {
            for operand in store.node(t).operands() {
                *uses.entry(operand.raw()).or_default() += 1;
            }
        }
        for root in roots {
            *uses.entry(root.raw()).or_default() += 1;
        }
        let mut text = String::new();
        for (key, name) in symbols {
            let _ = writeln!(text, "(declare-const {name} (_ BitVec {}))", key.width);
        }
        let (done, tables) = (PlainMap::default(), Tables::default());
        Printer { store, symbols, uses, done, tables, loose: Vec::new(), text }
    }

    pub(super) fn finish(self) -> (String, Vec<&'static str>) {
        (self.text, self.loose)
    }

    /// Prints a term whose operands are already printed.
    pub(super) fn term(&mut self, t: TermId) {
        let node = self.store.node(t);
        let (mut text, sort) = self.expression(t, node);
        let mut depth = node.operands().map(|o| self.done[&o.raw()].depth + 1).max().unwrap_or(0);
        let leaf = node.operands().next().is_none();
        let shared = self.uses[&t.raw()] > 1;
        if !leaf && !node.is_float() && (shared || depth > MAX_DEPTH || text.len() > MAX_LENGTH) {
            let name = format!("t{}", t.raw());
            let sort_text = match sort {
                Sort::Bool => "Bool".to_string(),
                Sort::Bits => format!("(_ BitVec {})", self.store.width(t)),
            };
            let _ = writeln!(self.text, "(define-fun {name} () {sort_text} {text})");
            (text, depth) = (name, 0);
        }
        self.done.insert(t.raw(), Expression { text, sort, depth });
    }

    /// A printed one-bit term as `Bool`.
    pub(super) fn condition(&self, t: TermId) -> String {
        let e = &self.done[&t.raw()];
        match e.sort {
            Sort::Bool => e.text.clone(),
            Sort::Bits => format!("(= {} #b1)", e.text),
        }
    }

    /// A printed term as a bit-vector.
    pub(super) fn bits(&self, t: TermId) -> String {
        let e = &self.done[&t.raw()];
        match e.sort {
            Sort::Bits => e.text.clone(),
            Sort::Bool => format!("(ite {} #b1 #b0)", e.text),
        }
    }

    fn is_bool(&self, t: TermId) -> bool {
        self.done[&t.raw()].sort == Sort::Bool
    }

    fn expression(&mut self, t: TermId, node: Node) -> (String, Sort) {
        let width = self.store.width(t);
        let bits = |text: String| (text, Sort::Bits);
        match node {
            Node::Const { .. } if width == 1 => {
                let text = if self.store.as_const(t) == Some(1) { "true" } else { "false" };
                (text.to_string(), Sort::Bool)
            }
            Node::Const { .. } => bits(literal(width, self.store.as_const(t).unwrap_or(0))),
            Node::Symbol(id) => bits(self.symbols[&self.store.symbol_of(id).key].clone()),
            Node::Bin(op, a, b) if !node.is_float() => self.binary(op, a, b),
            Node::FCmp(pred, a, b) => (self.float_comparison(pred, a, b), Sort::Bool),
            Node::Cast(CastOp::ZExt, a) => {
                bits(format!("((_ zero_extend {}) {})", width - self.store.width(a), self.bits(a)))
            }
            Node::Cast(CastOp::SExt, a) => {
                bits(format!("((_ sign_extend {}) {})", width - self.store.width(a), self.bits(a)))
            }
            Node::Extract { low, of } => bits(format!("((_ extract {} {low}) {})", low + width - 1, self.bits(of))),
            Node::Concat { high, low } => bits(format!("(concat {} {})", self.bits(high), self.bits(low))),
            Node::Ite { cond, then, other } => self.alternatives(cond, then, other),
            Node::Lookup { table, index } => {
                let index_width = self.store.width(index);
                let name = self.tables.define(&mut self.text, self.store, table, index_width);
                bits(format!("({name} {})", self.bits(index)))
            }
            _ => bits(self.float_result(t, node)),
        }
    }

    fn alternatives(&self, cond: TermId, then: TermId, other: TermId) -> (String, Sort) {
        let cond = self.condition(cond);
        if self.is_bool(then) || self.is_bool(other) {
            return (format!("(ite {cond} {} {})", self.condition(then), self.condition(other)), Sort::Bool);
        }
        (format!("(ite {cond} {} {})", self.bits(then), self.bits(other)), Sort::Bits)
    }

    fn binary(&self, op: BinOp, a: TermId, b: TermId) -> (String, Sort) {
        let either_bool = self.is_bool(a) || self.is_bool(b);
        let logical = match op {
            BinOp::And => Some("and"),
            BinOp::Or => Some("or"),
            BinOp::Xor => Some("xor"),
            BinOp::Eq => Some("="),
            _ => None,
        };
        if let (true, Some(name)) = (either_bool, logical) {
            if op == BinOp::Xor && self.store.as_const(b) == Some(1) {
                return (format!("(not {})", self.condition(a)), Sort::Bool);
            }
            return (format!("({name} {} {})", self.condition(a), self.condition(b)), Sort::Bool);
        }
        let (name, sort) = bit_vector_name(op);
        (format!("({name} {} {})", self.bits(a), self.right_operand(op, b)), sort)
    }

    /// The right operand for SMT-LIB, which does not reduce shift amounts.
    fn right_operand(&self, op: BinOp, b: TermId) -> String {
        let w = self.store.width(b);
        let kept = shift_mask(w);
        if matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr) && mask(w) > kept {
            return format!("(bvand {} {})", self.bits(b), literal(w, kept));
        }
        self.bits(b)
    }

    fn float_comparison(&self, pred: FloatPredicate, a: TermId, b: TermId) -> String {
        let w = self.store.width(a);
        float::comparison(pred, &float::of_bits(w, &self.bits(a)), &float::of_bits(w, &self.bits(b)))
    }

    /// Declares the bits of a float operation's result and defines them by assertions.
    fn float_result(&mut self, t: TermId, node: Node) -> String {
        let name = format!("f{}", t.raw());
        let width = self.store.width(t);
        let operands: Vec<(u8, String)> = node.operands().map(|o| (self.store.width(o), self.bits(o))).collect();
        let _ = writeln!(self.text, "(declare-const {name} (_ BitVec {width}))");
        let definition = float::definition(&name, width, node, &operands);
        if let Some(what) = definition.loose
            && !self.loose.contains(&what)
        {
            self.loose.push(what);
        }
        for assertion in definition.assertions {
            let _ = writeln!(self.text, "(assert {assertion})");
        }
        name
    }
}

/// A constant, in hexadecimal where its width allows.
pub(super) fn literal(width: u8, value: u128) -> String {
    let value = value & mask(width);
    if width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = usize::from(width / 4))
    } else {
        format!("#b{value:0digits$b}", digits = usize::from(width))
    }
}

fn bit_vector_name(op: BinOp) -> (&'static str, Sort) {
    use BinOp as B;
    match op {
        B::Add => ("bvadd", Sort::Bits),
        B::Sub => ("bvsub", Sort::Bits),
        B::Mul => ("bvmul", Sort::Bits),
        B::UDiv => ("bvudiv", Sort::Bits),
        B::SDiv => ("bvsdiv", Sort::Bits),
        B::URem => ("bvurem", Sort::Bits),
        B::SRem => ("bvsrem", Sort::Bits),
        B::And => ("bvand", Sort::Bits),
        B::Or => ("bvor", Sort::Bits),
        B::Xor => ("bvxor", Sort::Bits),
        B::Shl => ("bvshl", Sort::Bits),
        B::LShr => ("bvlshr", Sort::Bits),
        B::AShr => ("bvashr", Sort::Bits),
        B::Eq => ("=", Sort::Bool),
        B::ULt => ("bvult", Sort::Bool),
        B::ULe => ("bvule", Sort::Bool),
        B::SLt => ("bvslt", Sort::Bool),
        B::SLe => ("bvsle", Sort::Bool),
        _ => unreachable!("{op:?} has no node of its own or is a float operation"),
    }
}
