//! A model: values for symbols.

use std::collections::BTreeMap;

use crate::fold::truncate;
use crate::term::SymbolKey;

/// Values for symbols. A symbol without one is 0, so every model is total.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: BTreeMap<SymbolKey, u128>,
}

impl Model {
    /// The model that maps every symbol to 0.
    pub fn new() -> Self {
        Model::default()
    }

    /// Sets the value of a symbol.
    pub fn set(&mut self, symbol: SymbolKey, value: u128) {
        self.values.insert(symbol, truncate(symbol.width, value));
    }

    /// The value of a symbol.
    pub fn get(&self, symbol: SymbolKey) -> u128 {
        self.values.get(&symbol).copied().unwrap_or(0)
    }

    /// Does this symbol have an explicit value?
    pub fn has(&self, symbol: SymbolKey) -> bool {
        self.values.contains_key(&symbol)
    }

    /// All explicit values, by symbol.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolKey, u128)> + '_ {
        self.values.iter().map(|(&symbol, &value)| (symbol, value))
    }

    /// Number of symbols with an explicit value.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Are there no explicit values?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Adds the values of another model, which take precedence.
    pub fn extend(&mut self, other: &Model) {
        self.values.extend(other.iter());
    }
}

impl FromIterator<(SymbolKey, u128)> for Model {
    fn from_iter<I: IntoIterator<Item = (SymbolKey, u128)>>(values: I) -> Self {
        let mut model = Model::new();
        for (symbol, value) in values {
            model.set(symbol, value);
        }
        model
    }
}
