//! Selects the library modules that a program needs. Most are never parsed: a module whose string
//! table does not contain a missing name cannot define it.

use std::collections::BTreeSet;

use crate::container;
use crate::error::LoadError;
use crate::link::ALWAYS_NEEDED;
use crate::part::{Binding, Part};
use crate::{bitstream, read};

/// Reads the library modules that may define the missing symbols of `parts`, and transitively those
/// of the added modules, and adds them in the order of `libraries`.
pub(crate) fn add_needed(parts: &mut Vec<Part>, libraries: &[&[u8]]) -> Result<(), LoadError> {
    let mut defined = BTreeSet::new();
    let mut missing: BTreeSet<String> = ALWAYS_NEEDED.iter().map(|name| (*name).to_owned()).collect();
    for part in parts.iter() {
        note(part, &mut defined, &mut missing);
    }
    let mut found: Vec<Option<Vec<Part>>> = libraries.iter().map(|_| None).collect();
    while let Some(index) = (0..libraries.len()).find(|&i| {
        found[i].is_none() && missing.iter().any(|name| !defined.contains(name) && mentions(libraries[i], name))
    }) {
        let mut modules = Vec::new();
        for source in container::open(&format!("library {index}"), libraries[index])? {
            let part = read(&source)?;
            note(&part, &mut defined, &mut missing);
            modules.push(part);
        }
        found[index] = Some(modules);
    }
    parts.extend(found.into_iter().flatten().flatten());
    Ok(())
}

fn note(part: &Part, defined: &mut BTreeSet<String>, missing: &mut BTreeSet<String>) {
    for symbol in &part.symbols {
        match symbol.binding {
            Binding::Undefined | Binding::UndefinedWeak => missing.insert(symbol.name.clone()),
            Binding::Weak | Binding::Common | Binding::Strong => defined.insert(symbol.name.clone()),
            Binding::Internal => false,
        };
    }
}

/// May this module define a symbol with this name? Names are concatenated in the string table, so
/// false positives are possible, but no false negatives.
fn mentions(library: &[u8], name: &str) -> bool {
    let Some(table) = bitstream::string_table(library) else { return true };
    table.windows(name.len().max(1)).any(|window| window == name.as_bytes())
}
