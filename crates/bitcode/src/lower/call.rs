//! Calls. A call of a function ends a block; an intrinsic does not.

use whydunit_program::{ArgClass, BlockId, CallArg, CallSite, Callee, ExternalId, Inst};

use crate::llvm::{Value, ValueKind};
use crate::part::SymbolId;

use super::Lowered;
use super::function::{Lowering, slot_count};

impl<'m> Lowering<'_, 'm> {
    /// `call`.
    pub(super) fn call(&mut self, inst: Value<'m>) -> Lowered {
        let callee = inst.callee();
        let intrinsic = callee.intrinsic();
        if intrinsic.as_deref().is_some_and(|name| name.starts_with("llvm.dbg.")) {
            return Ok(());
        }
        self.body.count();
        if let Some(name) = intrinsic {
            return self.intrinsic(&name, inst);
        }
        if let Some((template, constraints)) = callee.assembly() {
            return self.assembly(inst, &template, &constraints);
        }
        let callee = self.callee(callee)?;
        let args = self.arguments(inst)?;
        self.call_site(inst, callee, args)
    }

    /// Calls a function of libc or libm with these arguments.
    pub(super) fn call_external(&mut self, inst: Value<'m>, name: &str, args: &[Value<'m>]) -> Lowered {
        let symbol = self.context.function_named(name);
        let mut passed = Vec::new();
        for &arg in args {
            self.argument(arg, &mut passed)?;
        }
        self.call_site(inst, symbolic(symbol), passed)
    }

    fn call_site(&mut self, inst: Value<'m>, callee: Callee, args: Vec<CallArg>) -> Lowered {
        let returns =
            u8::try_from(slot_count(&self.shape(inst)?)).map_err(|_| "call that returns more than 255 slots")?;
        let dst = if returns == 0 { 0 } else { self.define(inst)? };
        let next: BlockId = self.body.label();
        self.calls.push(CallSite { callee, args, dst, returns, next });
        self.push(Inst::Call { site: self.calls.len() as u32 - 1 });
        self.body.begin(next);
        Ok(())
    }

    fn callee(&mut self, value: Value<'m>) -> Lowered<Callee> {
        let is_symbol = matches!(value.kind(), ValueKind::LLVMFunctionValueKind | ValueKind::LLVMGlobalAliasValueKind);
        match self.context.symbol(value) {
            Some(symbol) if is_symbol => Ok(symbolic(symbol)),
            _ => Ok(Callee::Indirect(self.slot(value)?)),
        }
    }

    fn arguments(&mut self, inst: Value<'m>) -> Lowered<Vec<CallArg>> {
        let mut passed = Vec::new();
        let fixed = inst.called_ty().param_count() as usize;
        for (index, arg) in inst.args().into_iter().enumerate() {
            if let Some(byval) = self.context.module.byval(inst, index as u32) {
                let class = ArgClass::ByVal { size: byval.size as u32, align: byval.align as u32 };
                passed.push(CallArg { class, slot: self.slot(arg)? });
                continue;
            }
            let before = passed.len();
            self.argument(arg, &mut passed)?;
            if index >= fixed && passed.len() != before + 1 {
                return Err("vector or struct passed for `...`; pass a pointer to it".into());
            }
        }
        Ok(passed)
    }

    fn argument(&mut self, arg: Value<'m>, passed: &mut Vec<CallArg>) -> Lowered {
        let classes = self.classes(arg)?;
        if let [class @ ArgClass::FloatPair] = classes[..] {
            let (slot, _) = self.consecutive(arg)?;
            passed.push(CallArg { class, slot });
            return Ok(());
        }
        let slots = self.slots_of(arg)?;
        passed.extend(classes.into_iter().zip(slots).map(|(class, slot)| CallArg { class, slot }));
        Ok(())
    }
}

/// A callee that the linker resolves by its symbol.
fn symbolic(symbol: SymbolId) -> Callee {
    Callee::External(ExternalId(symbol.0))
}
