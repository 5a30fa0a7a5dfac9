//! Builds a program from parts.

use std::collections::HashMap;
use std::sync::Arc;

use whydunit_program::{External, ExternalId, FunctionId, Global as Variable, GlobalId, Program, layout};

use crate::part::{Binding, Meaning, Part, Relocation};

use super::address::Target;
use super::merge::{Shift, Sources};
use super::reach::reach;
use super::resolve::{Global, Names, Tables};

/// Minimum size of a variable declared with an unknown type: room for a pointer.
const SMALLEST_EXTERNAL: u64 = 8;
/// Limit on the total size of globals, which lie between the code and the heap.
const MAX_GLOBAL_BYTES: u64 = 512 << 20;

/// A program under construction.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) program: Program,
    pub(super) targets: HashMap<Global, Target>,
    externals: HashMap<String, ExternalId>,
    pub(super) functions: Vec<Global>,
    pub(super) variables: Vec<Placed>,
    declared: HashMap<String, usize>,
}

/// A variable with the part that it comes from.
pub(super) struct Placed {
    pub(super) variable: Variable,
    pub(super) relocations: Vec<Relocation>,
    pub(super) part: usize,
    symbols: Vec<Global>,
}

/// Links parts; those from `first_library` on are libraries. The error names the exceeded limit.
pub(crate) fn build(mut parts: Vec<Part>, first_library: usize) -> Result<Program, String> {
    let tables: Tables = parts.iter_mut().map(|part| std::mem::take(&mut part.symbols)).collect();
    let names = Names::new(&tables, &parts, first_library);
    let used = reach(&tables, &parts, &names, first_library);
    let mut builder = Builder::default();
    builder.warnings(&parts[..first_library]);
    let shifts = builder.sources(&mut parts);
    for &id in &used {
        builder.symbol(&mut parts, &names, &shifts, id);
    }
    builder.place_variables()?;
    Ok(builder.finish(parts, names, &shifts, first_library))
}

impl Builder {
    /// Adds warnings about how the program was compiled.
    fn warnings(&mut self, parts: &[Part]) {
        let warnings = &mut self.program.warnings;
        for part in parts.iter().filter(|part| part.assembly) {
            warnings.push(format!("{}: assembly outside of functions is not executed", part.name));
        }
        let mut count = |is: fn(&Part) -> bool, what: &str| match parts.iter().filter(|part| is(part)).count() {
            0 => {}
            n => warnings.push(format!("{n} of {} modules were compiled {what}", parts.len())),
        };
        count(|part| part.optimised, "with optimisation: variables and lines may be missing; compile with -O0 -g");
        count(|part| part.anonymous, "without debug information: no lines or variables can be shown; compile with -g");
    }

    fn sources(&mut self, parts: &mut [Part]) -> Vec<Shift> {
        let mut sources = Sources::default();
        let add = |part: &mut Part| {
            let (files, scopes) = (std::mem::take(&mut part.files), std::mem::take(&mut part.scopes));
            sources.add(&mut self.program, files, scopes, std::mem::take(&mut part.types))
        };
        parts.iter_mut().map(add).collect()
    }

    /// Determines the target of a symbol in use.
    fn symbol(&mut self, parts: &mut [Part], names: &Names<'_>, shifts: &[Shift], id: Global) {
        let symbol = names.symbol(id);
        let target = match symbol.meaning {
            Meaning::Alias(_) => return,
            Meaning::Code(_) => {
                self.functions.push(id);
                Target::Function(FunctionId(self.functions.len() as u32 - 1))
            }
            Meaning::Data(index) => {
                let data = &mut parts[id.part].datas[index];
                let mut variable = std::mem::take(&mut data.global);
                shifts[id.part].global(&mut variable);
                if symbol.binding == Binding::Common {
                    (variable.size, variable.align) = names.common(&symbol.name);
                }
                let relocations = std::mem::take(&mut data.relocations);
                self.variables.push(Placed { variable, relocations, part: id.part, symbols: vec![id] });
                return;
            }
            Meaning::DeclaredFunction => {
                let external = self.external(&symbol.name);
                match symbol.binding {
                    Binding::UndefinedWeak => Target::WeakExternal(external),
                    _ => Target::External(external),
                }
            }
            Meaning::DeclaredVariable { .. } if symbol.binding == Binding::UndefinedWeak => Target::Null,
            Meaning::DeclaredVariable { size, align } => return self.declared_variable(id, &symbol.name, size, align),
        };
        self.targets.insert(id, target);
    }

    pub(super) fn external(&mut self, name: &str) -> ExternalId {
        let externals = Arc::make_mut(&mut self.program.externals);
        *self.externals.entry(name.to_owned()).or_insert_with(|| {
            externals.push(External { name: name.to_owned() });
            ExternalId(externals.len() as u32 - 1)
        })
    }

    /// A variable of libc: declarations in several parts refer to the same one.
    fn declared_variable(&mut self, id: Global, name: &str, size: u64, align: u32) {
        let size = size.max(SMALLEST_EXTERNAL);
        if let Some(&index) = self.declared.get(name) {
            let old = &mut self.variables[index];
            old.variable.size = old.variable.size.max(size);
            old.symbols.push(id);
            return;
        }
        self.declared.insert(name.to_owned(), self.variables.len());
        let variable = Variable { name: name.into(), size, align: align.max(8), external: true, ..Variable::default() };
        self.variables.push(Placed { variable, relocations: Vec::new(), part: id.part, symbols: vec![id] });
    }

    fn place_variables(&mut self) -> Result<(), String> {
        let gaps = |size| layout::gap_after(size);
        let bytes = |v: &Variable| (v.size <= MAX_GLOBAL_BYTES).then(|| v.size + gaps(v.size) + u64::from(v.align));
        let total = self.variables.iter().try_fold(0, |sum: u64, p| sum.checked_add(bytes(&p.variable)?));
        if total.is_none_or(|total| total > MAX_GLOBAL_BYTES) {
            return Err(format!("its global variables need more than {} MB", MAX_GLOBAL_BYTES >> 20));
        }
        self.variables.sort_by_key(|p| !p.variable.constant);
        for (index, placed) in self.variables.iter().enumerate() {
            for &symbol in &placed.symbols {
                self.targets.insert(symbol, Target::Variable(GlobalId(index as u32)));
            }
        }
        Ok(())
    }
}
