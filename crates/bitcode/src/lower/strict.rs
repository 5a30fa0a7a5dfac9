//! Float operations under `#pragma STDC FENV_ACCESS ON` or `-frounding-math`: the usual operations
//! under other names, with rounding mode and exception behaviour as additional arguments. The
//! machine rounds to nearest; a program that needs another mode calls `fesetround`.

use whydunit_program::{Bin, BinOp, CastOp, FloatPredicate, Inst};

use crate::llvm::{TyKind, Value};

use super::Lowered;
use super::function::Lowering;

/// Common prefix of the names of these intrinsics.
pub(super) const PREFIX: &str = "llvm.experimental.constrained.";

impl<'m> Lowering<'_, 'm> {
    /// A constrained operation; `name` is without the prefix.
    pub(super) fn strict(&mut self, name: &str, inst: Value<'m>) -> Lowered {
        let is_value = |arg: &Value<'m>| arg.ty().kind() != TyKind::LLVMMetadataTypeKind;
        let args: Vec<Value<'m>> = inst.args().into_iter().filter(is_value).collect();
        if let Some(op) = operation(name) {
            return self.lanes(inst, &args, |l, w, dst, a| l.op(op, Bin { w, dst, a: a[0], b: a[1] }));
        }
        if let Some(op) = conversion(name) {
            return self.strict_conversion(op, inst, args[0]);
        }
        if matches!(name, "fcmp" | "fcmps") {
            return self.strict_comparison(inst, &args);
        }
        self.intrinsic_with(&format!("llvm.{name}"), inst, &args)
    }

    fn strict_conversion(&mut self, op: CastOp, inst: Value<'m>, value: Value<'m>) -> Lowered {
        let (from, to) = (self.shape(value)?, self.shape(inst)?);
        let (a, dst) = (self.slots_of(value)?, self.results(inst)?);
        for lane in 0..to.len() {
            self.convert(op, from[lane].bits, to[lane].bits, dst[lane], a[lane]);
        }
        Ok(())
    }

    fn strict_comparison(&mut self, inst: Value<'m>, args: &[Value<'m>]) -> Lowered {
        let name = inst.args().get(2).and_then(|arg| arg.wrapped_metadata()).map(|md| md.text()).unwrap_or_default();
        let pred = predicate(&name).ok_or_else(|| format!("float comparison {name:?}"))?;
        let (shape, dst) = (self.shape(args[0])?, self.results(inst)?);
        let (a, b) = (self.slots_of(args[0])?, self.slots_of(args[1])?);
        for (lane, scalar) in shape.iter().enumerate() {
            self.push(Inst::FCmp { pred, bin: Bin { w: scalar.bits, dst: dst[lane], a: a[lane], b: b[lane] } });
        }
        Ok(())
    }
}

fn operation(name: &str) -> Option<BinOp> {
    Some(match name {
        "fadd" => BinOp::FAdd,
        "fsub" => BinOp::FSub,
        "fmul" => BinOp::FMul,
        "fdiv" => BinOp::FDiv,
        "frem" => BinOp::FRem,
        _ => return None,
    })
}

fn conversion(name: &str) -> Option<CastOp> {
    Some(match name {
        "fptosi" => CastOp::FpToSi,
        "fptoui" => CastOp::FpToUi,
        "sitofp" => CastOp::SiToFp,
        "uitofp" => CastOp::UiToFp,
        "fptrunc" | "fpext" => CastOp::FpToFp,
        _ => return None,
    })
}

fn predicate(name: &str) -> Option<FloatPredicate> {
    use FloatPredicate::*;
    let all = [
        ("oeq", Oeq),
        ("ogt", Ogt),
        ("oge", Oge),
        ("olt", Olt),
        ("ole", Ole),
        ("one", One),
        ("ord", Ord),
        ("ueq", Ueq),
        ("ugt", Ugt),
        ("uge", Uge),
        ("ult", Ult),
        ("ule", Ule),
        ("une", Une),
        ("uno", Uno),
    ];
    all.into_iter().find(|(n, _)| *n == name).map(|(_, p)| p)
}
