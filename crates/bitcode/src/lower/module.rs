//! Lowers a whole module: symbols, variables, functions, constructors.

use std::collections::HashMap;

use whydunit_program::Global;

use crate::llvm::{BlockRef, Linkage, Module, Ty, Value, ValueKind};
use crate::part::{Binding, Code, Data, Meaning, Part, Symbol, SymbolId};

use super::function;
use super::scalar::{Shape, Shapes};
use super::source::SourceMap;

/// A module being lowered.
pub(super) struct ModuleLowering<'m> {
    pub(super) module: &'m Module,
    pub(super) part: Part,
    pub(super) source: SourceMap<'m>,
    shapes: Shapes<'m>,
    symbols: HashMap<Value<'m>, SymbolId>,
    named: HashMap<String, SymbolId>,
    block_numbers: HashMap<BlockRef<'m>, u32>,
}

/// Lowers a module. The error names the unsupported construct.
pub(crate) fn lower(name: &str, module: &Module) -> Result<Part, String> {
    let mut lowering = ModuleLowering {
        module,
        part: Part { name: name.into(), ..Part::default() },
        source: SourceMap::default(),
        shapes: Shapes::default(),
        symbols: HashMap::new(),
        named: HashMap::new(),
        block_numbers: HashMap::new(),
    };
    lowering.declare()?;
    lowering.variables()?;
    lowering.aliases()?;
    lowering.functions();
    let ModuleLowering { mut part, source, .. } = lowering;
    (part.files, part.scopes, part.types) = source.finish();
    part.optimised = module.is_optimised();
    part.anonymous = !part.codes.is_empty() && !module.has_debug_information();
    part.assembly = module.has_assembly();
    Ok(part)
}

impl<'m> ModuleLowering<'m> {
    /// The scalars of a type.
    pub(super) fn shape(&mut self, ty: Ty<'m>) -> Shape {
        self.shapes.of(self.module, ty)
    }

    /// The symbol of a global or function.
    pub(super) fn symbol(&self, value: Value<'m>) -> Option<SymbolId> {
        self.symbols.get(&value).copied()
    }

    /// The symbol of an external function, declared if necessary.
    pub(super) fn function_named(&mut self, name: &str) -> SymbolId {
        if let Some(&id) = self.named.get(name) {
            return id;
        }
        self.add(name.into(), Binding::Undefined, Meaning::DeclaredFunction)
    }

    fn add(&mut self, name: String, binding: Binding, meaning: Meaning) -> SymbolId {
        let id = SymbolId(self.part.symbols.len() as u32);
        if !name.is_empty() {
            self.named.insert(name.clone(), id);
        }
        self.part.symbols.push(Symbol { name, binding, meaning });
        id
    }

    /// Creates the symbols of all globals and functions, so that constants can refer to them.
    fn declare(&mut self) -> Result<(), String> {
        if let Some(ifunc) = self.module.ifuncs().next() {
            let name = ifunc.name();
            return Err(format!(
                "`{name}` is an ifunc, chosen by the dynamic linker; compile without ifunc attributes"
            ));
        }
        for global in self.module.globals().filter(|g| !is_llvm_own(*g)) {
            let meaning = if is_declared(global) {
                let ty = global.global_ty();
                Meaning::DeclaredVariable { size: self.module.size_of(ty), align: self.module.align_of(ty) }
            } else {
                Meaning::Data(0)
            };
            self.declare_one(global, meaning);
        }
        for function in self.module.functions().filter(|f| f.intrinsic().is_none()) {
            let meaning = if is_declared(function) { Meaning::DeclaredFunction } else { Meaning::Code(0) };
            self.declare_one(function, meaning);
        }
        for alias in self.module.aliases() {
            self.declare_one(alias, Meaning::Alias(crate::part::Expr::Int(0)));
        }
        Ok(())
    }

    fn declare_one(&mut self, value: Value<'m>, meaning: Meaning) {
        let id = self.add(value.name(), binding(value), meaning);
        self.symbols.insert(value, id);
    }

    fn define(&mut self, value: Value<'m>, meaning: Meaning) {
        let id = self.symbols[&value];
        self.part.symbols[id.0 as usize].meaning = meaning;
    }

    fn variables(&mut self) -> Result<(), String> {
        for global in self.module.globals() {
            match global.name().as_str() {
                "llvm.global_ctors" => self.part.constructors = self.run_list(global),
                "llvm.global_dtors" => self.part.destructors = self.run_list(global),
                _ if is_llvm_own(global) || is_declared(global) => {}
                name => {
                    let data = self.variable(global).map_err(|what| format!("initialiser of `{name}`: {what}"))?;
                    self.define(global, Meaning::Data(self.part.datas.len()));
                    self.part.datas.push(data);
                }
            }
        }
        Ok(())
    }

    fn variable(&mut self, value: Value<'m>) -> Result<Data, String> {
        let ty = value.global_ty();
        let (mut init, mut relocations) = (Vec::new(), Vec::new());
        if let Some(constant) = value.initialiser() {
            self.write_constant(constant, 0, &mut init, &mut relocations)?;
        }
        let mut global = Global {
            name: value.name(),
            size: self.module.size_of(ty),
            align: value.alignment().max(self.module.align_of(ty)),
            constant: value.is_global_constant(),
            init,
            ..Global::default()
        };
        if let Some(variable) = value.debug_variable() {
            let name = variable.string(1);
            global.ty = variable.operand(3).map(|ty| self.source.type_of(ty));
            global.scope = self.source.scope_of_variable(variable);
            global.line = variable.line();
            global.variable = (!name.is_empty() && name != global.name).then_some(name);
        }
        Ok(Data { global, relocations })
    }

    fn aliases(&mut self) -> Result<(), String> {
        for alias in self.module.aliases() {
            let target = alias.aliasee().ok_or_else(|| "an alias without a target".to_owned())?;
            let target = self.constant(target).map_err(|what| format!("alias `{}`: {what}", alias.name()))?;
            self.define(alias, Meaning::Alias(target));
        }
        Ok(())
    }

    fn functions(&mut self) {
        for function in self.module.functions() {
            if is_declared(function) || function.intrinsic().is_some() {
                continue;
            }
            let code = self.part.codes.len();
            self.define(function, Meaning::Code(code));
            let lowered: Code = function::lower(self, function);
            self.part.codes.push(lowered);
        }
    }

    /// Constructors or destructors: an array of { priority, function, data }.
    fn run_list(&mut self, global: Value<'m>) -> Vec<(u64, SymbolId)> {
        let Some(list) = global.initialiser() else { return Vec::new() };
        let entry = |i| {
            let entry = list.element(i)?;
            let function = self.symbol(entry.element(1)?)?;
            Some((entry.element(0)?.constant_int()?, function))
        };
        (0..list.ty().len()).filter_map(entry).collect()
    }

    /// The number of a block in its function.
    pub(super) fn block_number(&mut self, function: Value<'m>, block: BlockRef<'m>) -> u32 {
        if !self.block_numbers.contains_key(&block) {
            self.block_numbers.extend(function.blocks().into_iter().zip(0..));
        }
        self.block_numbers[&block]
    }
}

/// LLVM's own tables (`llvm.used`), which are not part of the program.
fn is_llvm_own(global: Value<'_>) -> bool {
    global.name().starts_with("llvm.")
}

fn is_declared(value: Value<'_>) -> bool {
    value.is_declaration() || value.linkage() == Linkage::LLVMAvailableExternallyLinkage
}

fn binding(value: Value<'_>) -> Binding {
    use Linkage::*;
    match value.linkage() {
        LLVMExternalWeakLinkage => Binding::UndefinedWeak,
        _ if value.kind() != ValueKind::LLVMGlobalAliasValueKind && is_declared(value) => Binding::Undefined,
        LLVMCommonLinkage => Binding::Common,
        LLVMInternalLinkage | LLVMPrivateLinkage | LLVMLinkerPrivateLinkage | LLVMLinkerPrivateWeakLinkage => {
            Binding::Internal
        }
        LLVMLinkOnceAnyLinkage
        | LLVMLinkOnceODRLinkage
        | LLVMLinkOnceODRAutoHideLinkage
        | LLVMWeakAnyLinkage
        | LLVMWeakODRLinkage => Binding::Weak,
        _ => Binding::Strong,
    }
}
