//! Determines the contents of the program: all symbols of its own modules that were not overridden,
//! and the symbols of libraries that they need.

use std::collections::HashSet;

use whydunit_program::Callee;

use crate::part::{Meaning, Part, SymbolId};

use super::resolve::{Global, Names, Tables};

/// Functions that the machine calls in any case, to end a run in order.
pub(crate) const ALWAYS_NEEDED: [&str; 2] = ["exit", "atexit"];

/// The symbols in use, in the order of parts and symbols.
pub(super) fn reach(tables: &Tables, parts: &[Part], names: &Names<'_>, first_library: usize) -> Vec<Global> {
    let mut seen = HashSet::new();
    let mut pending = Vec::new();
    for (part, symbols) in tables.iter().enumerate().take(first_library) {
        for index in 0..symbols.len() {
            let id = Global { part, symbol: SymbolId(index as u32) };
            let definition = names.definition(id);
            if definition == id {
                seen.insert(id);
            } else if definition.part >= first_library && seen.insert(definition) {
                pending.push(definition);
            }
        }
    }
    for definition in ALWAYS_NEEDED.iter().filter_map(|name| names.named(name)) {
        if seen.insert(definition) {
            pending.push(definition);
        }
    }
    while let Some(id) = pending.pop() {
        references(parts, names, id, |symbol| {
            let definition = names.definition(Global { part: id.part, symbol });
            if seen.insert(definition) {
                pending.push(definition);
            }
        });
    }
    let mut used: Vec<Global> = seen.into_iter().collect();
    used.sort_unstable();
    used
}

/// Visits the symbols that a symbol's definition refers to.
fn references(parts: &[Part], names: &Names<'_>, id: Global, mut visit: impl FnMut(SymbolId)) {
    let part = &parts[id.part];
    match &names.symbol(id).meaning {
        Meaning::Code(index) => {
            let code = &part.codes[*index];
            code.constants.iter().for_each(|value| value.symbols(&mut visit));
            for call in &code.function.calls {
                if let Callee::External(symbol) = call.callee {
                    visit(SymbolId(symbol.0));
                }
            }
        }
        Meaning::Data(index) => {
            part.datas[*index].relocations.iter().for_each(|r| r.value.symbols(&mut visit));
        }
        Meaning::Alias(value) => value.symbols(&mut visit),
        Meaning::DeclaredFunction | Meaning::DeclaredVariable { .. } => {}
    }
}
