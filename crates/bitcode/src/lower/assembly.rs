//! Inline assembly.

use crate::llvm::Value;

use super::Lowered;
use super::function::Lowering;

impl<'m> Lowering<'_, 'm> {
    /// A call of inline assembly.
    pub(super) fn assembly(&mut self, inst: Value<'m>, template: &str, constraints: &str) -> Lowered {
        let _ = (inst, constraints);
        if template.trim().is_empty() && self.shape(inst)?.is_empty() {
            return Ok(());
        }
        Err(format!("inline assembly {template:?}; compile without it"))
    }
}
