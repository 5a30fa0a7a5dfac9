//! Resolves the symbols of each part to definitions.

use std::collections::HashMap;

use crate::part::{Binding, Expr, Meaning, Part, Symbol, SymbolId};

/// The symbols of every part.
pub(super) type Tables = Vec<Vec<Symbol>>;

/// A symbol of one of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Global {
    /// Index of the part.
    pub(super) part: usize,
    /// Its symbol.
    pub(super) symbol: SymbolId,
}

/// Limit on chains of aliases; longer ones are cycles.
const ALIAS_LIMIT: usize = 64;

/// The winning definition of every name.
pub(super) struct Names<'p> {
    tables: &'p Tables,
    definitions: HashMap<&'p str, Global>,
    /// Largest size and alignment of each tentative definition.
    commons: HashMap<&'p str, (u64, u32)>,
}

impl<'p> Names<'p> {
    /// Considers all parts in order. Parts from `first_library` on define only symbols that no
    /// earlier part defines.
    pub(super) fn new(tables: &'p Tables, parts: &[Part], first_library: usize) -> Self {
        let mut names = Names { tables, definitions: HashMap::new(), commons: HashMap::new() };
        for (part, symbols) in tables.iter().enumerate() {
            for (index, symbol) in symbols.iter().enumerate() {
                let id = Global { part, symbol: SymbolId(index as u32) };
                names.consider(parts, symbol, id, part >= first_library);
            }
        }
        names
    }

    fn consider(&mut self, parts: &[Part], symbol: &'p Symbol, id: Global, library: bool) {
        if !matches!(symbol.binding, Binding::Common | Binding::Weak | Binding::Strong) {
            return;
        }
        if let (Binding::Common, Meaning::Data(index)) = (symbol.binding, &symbol.meaning) {
            let global = &parts[id.part].datas[*index].global;
            let common = self.commons.entry(&symbol.name).or_default();
            *common = (common.0.max(global.size), common.1.max(global.align));
        }
        let taken = self.definitions.get(symbol.name.as_str()).map(|&old| self.symbol(old).binding);
        if taken.is_none_or(|old| !library && symbol.binding > old) {
            self.definitions.insert(&symbol.name, id);
        }
    }

    /// The symbol itself.
    pub(super) fn symbol(&self, id: Global) -> &'p Symbol {
        &self.tables[id.part][id.symbol.0 as usize]
    }

    /// The definition of a symbol; the symbol itself if there is none.
    pub(super) fn definition(&self, id: Global) -> Global {
        let symbol = self.symbol(id);
        if symbol.binding == Binding::Internal {
            return id;
        }
        self.definitions.get(symbol.name.as_str()).copied().unwrap_or(id)
    }

    /// The definition of a name.
    pub(super) fn named(&self, name: &str) -> Option<Global> {
        self.definitions.get(name).copied()
    }

    /// Size and alignment required by all tentative definitions of a name.
    pub(super) fn common(&self, name: &str) -> (u64, u32) {
        self.commons.get(name).copied().unwrap_or_default()
    }

    /// Follows aliases: the definition behind a symbol, and the offset from its start. None when an
    /// alias is a computed address or a cycle.
    pub(super) fn behind_aliases(&self, id: Global) -> Option<(Global, i64)> {
        let (mut id, mut offset) = (self.definition(id), 0i64);
        for _ in 0..ALIAS_LIMIT {
            match &self.symbol(id).meaning {
                Meaning::Alias(Expr::Symbol(symbol, more)) => {
                    offset = offset.wrapping_add(*more);
                    id = self.definition(Global { part: id.part, symbol: *symbol });
                }
                Meaning::Alias(_) => return None,
                _ => return Some((id, offset)),
            }
        }
        None
    }
}
