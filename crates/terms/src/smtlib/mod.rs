//! SMT-LIB 2 text, for solvers over a pipe and for replaying queries by hand.
//!
//! Shared terms are defined once with `define-fun`; nesting is bounded, so that neither printing
//! nor parsing a deep term needs a deep stack. One-bit terms are printed as `Bool` where SMT-LIB
//! has this sort and converted elsewhere. Floats are bit-vectors: an arithmetic result is a
//! declared bit-vector, with assertions that its float is the result and, for NaN, which NaN it is.
//! (SMT-LIB knows only one; `fold` defines the bits that the machine produces.)

mod float;
mod print;
mod table;

use std::collections::BTreeMap;

use crate::store::Store;
use crate::term::{Node, Symbol, SymbolKey, TermId};
use crate::walk::Walk;

/// Conditions as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Declarations, definitions and the assertions that they need; one command per line.
    pub preamble: String,
    /// The conditions, each an expression of sort `Bool`.
    pub conditions: Vec<String>,
    /// The declared symbols and their names.
    pub symbols: Vec<(SymbolKey, String)>,
    /// Operations that SMT-LIB cannot express and that are printed as uninterpreted functions. If
    /// there are any, "unsatisfiable" is reliable, but a model must be checked.
    pub loose: Vec<&'static str>,
}

impl Script {
    /// Prints one-bit terms.
    pub fn new(store: &Store, conditions: &[TermId]) -> Script {
        let symbols = names(store, conditions);
        let mut printer = print::Printer::new(store, conditions, &symbols);
        for t in Walk::new(store, conditions.iter().copied()) {
            printer.term(t);
        }
        let texts = conditions.iter().map(|&c| printer.condition(c)).collect();
        let (preamble, loose) = printer.finish();
        Script { preamble, conditions: texts, symbols: symbols.into_iter().collect(), loose }
    }

    /// A complete file for any solver: conditions are named `c0`, `c1`, … .
    pub fn to_file(&self) -> String {
        let mut text = String::from("(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n");
        text.push_str("(set-logic ALL)\n");
        text.push_str(&self.preamble);
        for (i, condition) in self.conditions.iter().enumerate() {
            text.push_str(&format!("(assert (! {condition} :named c{i}))\n"));
        }
        text.push_str("(check-sat)\n");
        text
    }
}

/// Quoted unique names for the symbols of the conditions.
fn names(store: &Store, conditions: &[TermId]) -> BTreeMap<SymbolKey, String> {
    let mut found: Vec<&Symbol> = Walk::new(store, conditions.iter().copied())
        .filter_map(|t| match store.node(t) {
            Node::Symbol(id) => Some(store.symbol_of(id)),
            _ => None,
        })
        .collect();
    found.sort_by_key(|s| s.key);
    let mut uses: BTreeMap<String, u32> = BTreeMap::new();
    for symbol in &found {
        *uses.entry(clean(&symbol.name)).or_default() += 1;
    }
    let name = |s: &Symbol| {
        let base = clean(&s.name);
        // `clean` replaces spaces, so a name with a suffix is unique.
        if uses[&base] == 1 { format!("|{base}|") } else { format!("|{base} {}:{}|", s.key.key, s.key.width) }
    };
    found.iter().map(|s| (s.key, name(s))).collect()
}

/// A name with the characters replaced that SMT-LIB cannot quote.
fn clean(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_graphic() && c != '|' && c != '\\' { c } else { '_' }).collect()
}
