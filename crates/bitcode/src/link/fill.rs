//! Completes everything that depends on addresses.

use whydunit_program::{Callee, Function, FunctionId, Inst, Program, layout};

use crate::part::{Code, Meaning, Part, SymbolId};

use super::address::Addresses;
use super::build::Builder;
use super::merge::Shift;
use super::resolve::Names;

impl Builder {
    /// Assigns addresses to variables and completes functions and initialisers.
    pub(super) fn finish(
        mut self,
        mut parts: Vec<Part>,
        names: Names<'_>,
        shifts: &[Shift],
        first_library: usize,
    ) -> Program {
        let mut relocations = Vec::new();
        let mut globals = Vec::new();
        for placed in std::mem::take(&mut self.variables) {
            relocations.push((placed.part, placed.relocations));
            globals.push(placed.variable);
        }
        layout::place(&mut globals);
        let addresses = Addresses {
            variables: globals.iter().map(|g| g.address).collect(),
            labels: self.functions.iter().map(|&id| labels(&parts, &names, id.part, id.symbol)).collect(),
            targets: std::mem::take(&mut self.targets),
            names,
        };
        for (global, (part, relocations)) in globals.iter_mut().zip(relocations) {
            for relocation in relocations {
                let value = addresses.value(part, &relocation.value).to_le_bytes();
                let (at, len) = (relocation.offset as usize, usize::from(relocation.bytes));
                global.init[at..at + len].copy_from_slice(&value[..len]);
            }
        }
        self.program.globals = globals.into();
        for (index, id) in std::mem::take(&mut self.functions).into_iter().enumerate() {
            let Meaning::Code(code) = addresses.names.symbol(id).meaning else { continue };
            let code = &mut parts[id.part].codes[code];
            let mut function = self.function(&addresses, id.part, FunctionId(index as u32), code);
            shifts[id.part].function(&mut function);
            self.program.functions.push(function.into());
        }
        self.run_lists(&addresses, &parts[..first_library]);
        self.program
    }

    fn function(&mut self, addresses: &Addresses<'_>, part: usize, id: FunctionId, code: &mut Code) -> Function {
        let mut function = std::mem::take(&mut code.function);
        function.constants = code.constants.iter().map(|value| addresses.value(part, value)).collect();
        for call in &mut function.calls {
            if let Callee::External(symbol) = call.callee {
                call.callee = self.callee(addresses, part, SymbolId(symbol.0));
            }
        }
        for inst in &function.insts {
            if let Inst::IndirectJump { table, .. } = inst {
                let cases = &mut function.switches[*table as usize].cases;
                cases.iter_mut().for_each(|(value, _)| *value = addresses.label_of(id, *value as u32));
                cases.sort_unstable();
            }
        }
        function
    }

    fn callee(&mut self, addresses: &Addresses<'_>, part: usize, symbol: SymbolId) -> Callee {
        addresses.callee(part, symbol).unwrap_or_else(|| {
            // Called as a function but defined as something else: fails when called.
            let id = super::resolve::Global { part, symbol };
            Callee::External(self.external(&addresses.names.symbol(id).name))
        })
    }

    /// Sets `main` and the functions that run before and after it.
    fn run_lists(&mut self, addresses: &Addresses<'_>, parts: &[Part]) {
        let main = addresses.names.named("main");
        self.program.main = main.and_then(|id| addresses.function(id.part, id.symbol));
        let collect = |list: fn(&Part) -> &Vec<(u64, SymbolId)>| {
            let all = parts.iter().enumerate().flat_map(|(part, contents)| {
                list(contents).iter().map(move |&(priority, symbol)| (priority, part, symbol))
            });
            let mut all: Vec<_> = all.collect();
            all.sort_by_key(|&(priority, ..)| priority);
            all.into_iter().filter_map(|(_, part, symbol)| addresses.function(part, symbol)).collect::<Vec<_>>()
        };
        self.program.constructors = collect(|part| &part.constructors);
        self.program.destructors = collect(|part| &part.destructors);
        self.program.destructors.reverse();
    }
}

fn labels(parts: &[Part], names: &Names<'_>, part: usize, symbol: SymbolId) -> Vec<u32> {
    match names.symbol(super::resolve::Global { part, symbol }).meaning {
        Meaning::Code(code) => parts[part].codes[code].labels.clone(),
        _ => Vec::new(),
    }
}
