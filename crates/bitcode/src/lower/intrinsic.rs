//! LLVM's intrinsics, as a table from name to action.

use whydunit_program::{Bin, BinOp, Inst, OverflowOp, Slot, TernOp, UnOp};

use crate::llvm::Value;

use super::function::Lowering;
use super::scalar::{Kind, Scalar};
use super::{Lowered, strict};

/// The lowering of an intrinsic.
#[derive(Clone, Copy)]
enum Action {
    /// None: it is a hint.
    Ignore,
    /// The result is the first argument.
    Identity,
    /// The result is this number.
    Number(u64),
    /// Execution never continues after it.
    Trap,
    /// An operation on the first argument.
    Un(UnOp),
    /// An operation on two arguments.
    Bin(BinOp),
    /// An operation on three arguments.
    Tern(TernOp),
    /// Arithmetic with an overflow bit.
    Overflow(OverflowOp),
    /// A function of libm; the type of its first argument determines its suffix.
    Libm(&'static str),
    /// A function of compiler-rt, by name for `float`, `double` and `long double`.
    Runtime([&'static str; 3]),
    /// All lanes of a vector combined from left to right.
    Reduce(BinOp),
    /// The top bits of all lanes, packed.
    SignBits,
    /// A lowering of its own.
    Own(Own),
}

/// Intrinsics with their own lowering.
#[derive(Clone, Copy)]
enum Own {
    Lifetime { start: bool },
    Copy { may_overlap: bool },
    Set,
    StackSave,
    StackRestore,
    VaStart,
    VaCopy,
    VaEnd,
    ObjectSize,
    PtrMask,
}

#[rustfmt::skip]
const TABLE: &[(&str, Action)] = &[
    ("llvm.abs", Action::Un(UnOp::Abs)),
    ("llvm.addressofreturnaddress", Action::Number(0)),
    ("llvm.annotation", Action::Identity),
    ("llvm.arithmetic.fence", Action::Identity),
    ("llvm.assume", Action::Ignore),
    ("llvm.bitreverse", Action::Un(UnOp::BitReverse)),
    ("llvm.bswap", Action::Un(UnOp::Bswap)),
    ("llvm.canonicalize", Action::Identity),
    ("llvm.ceil", Action::Un(UnOp::FCeil)),
    ("llvm.clear_cache", Action::Ignore),
    ("llvm.copysign", Action::Bin(BinOp::FCopySign)),
    ("llvm.cos", Action::Libm("cos")),
    ("llvm.ctlz", Action::Un(UnOp::Ctlz)),
    ("llvm.ctpop", Action::Un(UnOp::Ctpop)),
    ("llvm.cttz", Action::Un(UnOp::Cttz)),
    ("llvm.debugtrap", Action::Trap),
    ("llvm.donothing", Action::Ignore),
    ("llvm.exp", Action::Libm("exp")),
    ("llvm.exp10", Action::Libm("exp10")),
    ("llvm.exp2", Action::Libm("exp2")),
    ("llvm.expect", Action::Identity),
    ("llvm.expect.with.probability", Action::Identity),
    ("llvm.experimental.noalias.scope.decl", Action::Ignore),
    ("llvm.fabs", Action::Un(UnOp::FAbs)),
    ("llvm.floor", Action::Un(UnOp::FFloor)),
    ("llvm.fma", Action::Tern(TernOp::Fma)),
    ("llvm.fmuladd", Action::Tern(TernOp::MulAdd)),
    ("llvm.frameaddress", Action::Own(Own::StackSave)),
    ("llvm.fshl", Action::Tern(TernOp::FShl)),
    ("llvm.fshr", Action::Tern(TernOp::FShr)),
    ("llvm.get.rounding", Action::Number(1)),
    ("llvm.invariant.end", Action::Ignore),
    ("llvm.invariant.start", Action::Number(0)),
    ("llvm.is.constant", Action::Number(0)),
    ("llvm.is.fpclass", Action::Tern(TernOp::IsClass)),
    ("llvm.launder.invariant.group", Action::Identity),
    ("llvm.ldexp", Action::Libm("ldexp")),
    ("llvm.lifetime.end", Action::Own(Own::Lifetime { start: false })),
    ("llvm.lifetime.start", Action::Own(Own::Lifetime { start: true })),
    ("llvm.llrint", Action::Libm("llrint")),
    ("llvm.llround", Action::Libm("llround")),
    ("llvm.log", Action::Libm("log")),
    ("llvm.log10", Action::Libm("log10")),
    ("llvm.log2", Action::Libm("log2")),
    ("llvm.lrint", Action::Libm("lrint")),
    ("llvm.lround", Action::Libm("lround")),
    ("llvm.maxnum", Action::Bin(BinOp::FMax)),
    ("llvm.memcpy", Action::Own(Own::Copy { may_overlap: false })),
    ("llvm.memcpy.inline", Action::Own(Own::Copy { may_overlap: false })),
    ("llvm.memmove", Action::Own(Own::Copy { may_overlap: true })),
    ("llvm.memset", Action::Own(Own::Set)),
    ("llvm.memset.inline", Action::Own(Own::Set)),
    ("llvm.minnum", Action::Bin(BinOp::FMin)),
    ("llvm.nearbyint", Action::Un(UnOp::FRint)),
    ("llvm.objectsize", Action::Own(Own::ObjectSize)),
    ("llvm.pow", Action::Libm("pow")),
    ("llvm.powi", Action::Runtime(["__powisf2", "__powidf2", "__powixf2"])),
    ("llvm.prefetch", Action::Ignore),
    ("llvm.pseudoprobe", Action::Ignore),
    ("llvm.ptr.annotation", Action::Identity),
    ("llvm.ptrmask", Action::Own(Own::PtrMask)),
    ("llvm.readcyclecounter", Action::Number(0)),
    ("llvm.readsteadycounter", Action::Number(0)),
    ("llvm.returnaddress", Action::Number(0)),
    ("llvm.rint", Action::Un(UnOp::FRint)),
    ("llvm.round", Action::Un(UnOp::FRound)),
    ("llvm.roundeven", Action::Un(UnOp::FRoundEven)),
    ("llvm.sadd.sat", Action::Bin(BinOp::SAddSat)),
    ("llvm.sadd.with.overflow", Action::Overflow(OverflowOp::SAdd)),
    ("llvm.sideeffect", Action::Ignore),
    ("llvm.sin", Action::Libm("sin")),
    ("llvm.smax", Action::Bin(BinOp::SMax)),
    ("llvm.smin", Action::Bin(BinOp::SMin)),
    ("llvm.smul.with.overflow", Action::Overflow(OverflowOp::SMul)),
    ("llvm.sponentry", Action::Own(Own::StackSave)),
    ("llvm.sqrt", Action::Un(UnOp::FSqrt)),
    ("llvm.ssa.copy", Action::Identity),
    ("llvm.ssub.sat", Action::Bin(BinOp::SSubSat)),
    ("llvm.ssub.with.overflow", Action::Overflow(OverflowOp::SSub)),
    ("llvm.stackrestore", Action::Own(Own::StackRestore)),
    ("llvm.stacksave", Action::Own(Own::StackSave)),
    ("llvm.strip.invariant.group", Action::Identity),
    ("llvm.tan", Action::Libm("tan")),
    ("llvm.threadlocal.address", Action::Identity),
    ("llvm.trap", Action::Trap),
    ("llvm.trunc", Action::Un(UnOp::FTrunc)),
    ("llvm.uadd.sat", Action::Bin(BinOp::UAddSat)),
    ("llvm.uadd.with.overflow", Action::Overflow(OverflowOp::UAdd)),
    ("llvm.ubsantrap", Action::Trap),
    ("llvm.umax", Action::Bin(BinOp::UMax)),
    ("llvm.umin", Action::Bin(BinOp::UMin)),
    ("llvm.umul.with.overflow", Action::Overflow(OverflowOp::UMul)),
    ("llvm.usub.sat", Action::Bin(BinOp::USubSat)),
    ("llvm.usub.with.overflow", Action::Overflow(OverflowOp::USub)),
    ("llvm.va_copy", Action::Own(Own::VaCopy)),
    ("llvm.va_end", Action::Own(Own::VaEnd)),
    ("llvm.va_start", Action::Own(Own::VaStart)),
    ("llvm.var.annotation", Action::Ignore),
    ("llvm.vector.reduce.add", Action::Reduce(BinOp::Add)),
    ("llvm.vector.reduce.and", Action::Reduce(BinOp::And)),
    ("llvm.vector.reduce.fmax", Action::Reduce(BinOp::FMax)),
    ("llvm.vector.reduce.fmin", Action::Reduce(BinOp::FMin)),
    ("llvm.vector.reduce.mul", Action::Reduce(BinOp::Mul)),
    ("llvm.vector.reduce.or", Action::Reduce(BinOp::Or)),
    ("llvm.vector.reduce.smax", Action::Reduce(BinOp::SMax)),
    ("llvm.vector.reduce.smin", Action::Reduce(BinOp::SMin)),
    ("llvm.vector.reduce.umax", Action::Reduce(BinOp::UMax)),
    ("llvm.vector.reduce.umin", Action::Reduce(BinOp::UMin)),
    ("llvm.vector.reduce.xor", Action::Reduce(BinOp::Xor)),
    ("llvm.x86.sse.movmsk.ps", Action::SignBits),
    ("llvm.x86.sse2.movmsk.pd", Action::SignBits),
    ("llvm.x86.sse2.pmovmskb.128", Action::SignBits),
];

impl<'m> Lowering<'_, 'm> {
    /// A call of an intrinsic.
    pub(super) fn intrinsic(&mut self, name: &str, inst: Value<'m>) -> Lowered {
        match name.strip_prefix(strict::PREFIX) {
            Some(name) => self.strict(name, inst),
            None => self.intrinsic_with(name, inst, &inst.args()),
        }
    }

    /// An intrinsic with its relevant arguments.
    pub(super) fn intrinsic_with(&mut self, name: &str, inst: Value<'m>, args: &[Value<'m>]) -> Lowered {
        let Ok(index) = TABLE.binary_search_by_key(&name, |(name, _)| name) else {
            return Err(format!("compiler intrinsic {name}"));
        };
        match TABLE[index].1 {
            Action::Ignore => Ok(()),
            Action::Identity => self.forward(inst, args[0]),
            Action::Number(number) => self.yield_number(inst, number),
            Action::Trap => {
                self.push(Inst::Unreachable);
                Ok(())
            }
            Action::Un(op) => self.unary(op, inst, args[0]),
            Action::Bin(op) => self.lanes(inst, args, |l, w, dst, a| l.op(op, Bin { w, dst, a: a[0], b: a[1] })),
            Action::Tern(TernOp::IsClass) => self.is_class(inst, args),
            Action::Tern(op) => self.lanes(inst, args, |l, w, dst, a| {
                l.push(Inst::Tern { op, w, dst, a: a[0], b: a[1], c: a[2] });
            }),
            Action::Overflow(op) => self.overflow(op, inst, args),
            Action::Libm(name) => {
                let suffix = ["f", "", "l"][self.float_size(args[0])?];
                self.call_external(inst, &format!("{name}{suffix}"), args)
            }
            Action::Runtime(names) => {
                let name = names[self.float_size(args[0])?];
                self.call_external(inst, name, args)
            }
            Action::Reduce(op) => self.reduce(op, inst, args[0]),
            Action::SignBits => self.sign_bits(inst, args[0]),
            Action::Own(own) => self.own(own, inst, args),
        }
    }

    /// Applies an operation lane by lane to arguments of the result's type.
    pub(super) fn lanes(
        &mut self,
        inst: Value<'m>,
        args: &[Value<'m>],
        each: impl Fn(&mut Self, u8, Slot, &[Slot]),
    ) -> Lowered {
        let (shape, dst) = (self.shape(inst)?, self.results(inst)?);
        let args = args.iter().map(|&arg| self.slots_of(arg)).collect::<Lowered<Vec<_>>>()?;
        for (lane, scalar) in shape.iter().enumerate() {
            let lane_args: Vec<Slot> = args.iter().map(|slots| slots[lane]).collect();
            each(self, scalar.bits, dst[lane], &lane_args);
        }
        Ok(())
    }

    fn forward(&mut self, inst: Value<'m>, value: Value<'m>) -> Lowered {
        let (shape, dst, a) = (self.shape(inst)?, self.results(inst)?, self.slots_of(value)?);
        for (lane, scalar) in shape.iter().enumerate() {
            self.copy(*scalar, dst[lane], a[lane]);
        }
        Ok(())
    }

    fn yield_number(&mut self, inst: Value<'m>, number: u64) -> Lowered {
        let (dst, a) = (self.define(inst)?, self.number(number));
        self.push(Inst::Move { dst, a });
        Ok(())
    }

    /// 0, 1, 2 for `float`, `double`, `long double`.
    fn float_size(&mut self, value: Value<'m>) -> Lowered<usize> {
        match self.scalar(value)? {
            scalar if scalar.kind != Kind::Float => Err("libm function of an integer".into()),
            scalar => Ok([32, 64, 80].iter().position(|&bits| bits == scalar.bits).unwrap_or(1)),
        }
    }

    fn is_class(&mut self, inst: Value<'m>, args: &[Value<'m>]) -> Lowered {
        let (shape, a, dst) = (self.shape(args[0])?, self.slots_of(args[0])?, self.results(inst)?);
        let mask = self.slot(args[1])?;
        for (lane, scalar) in shape.iter().enumerate() {
            self.push(Inst::Tern { op: TernOp::IsClass, w: scalar.bits, dst: dst[lane], a: a[lane], b: mask, c: mask });
        }
        Ok(())
    }

    fn overflow(&mut self, op: OverflowOp, inst: Value<'m>, args: &[Value<'m>]) -> Lowered {
        let w = self.scalar(args[0])?.bits;
        let (a, b, dst) = (self.slot(args[0])?, self.slot(args[1])?, self.define(inst)?);
        self.push(Inst::Overflow { op, bin: Bin { w, dst, a, b } });
        Ok(())
    }

    fn reduce(&mut self, op: BinOp, inst: Value<'m>, vector: Value<'m>) -> Lowered {
        let (scalar, lanes, dst) = (self.scalar(inst)?, self.slots_of(vector)?, self.define(inst)?);
        let mut so_far = lanes[0];
        for &lane in &lanes[1..] {
            so_far = self.temporary(op, scalar.bits, so_far, lane);
        }
        self.copy(scalar, dst, so_far);
        Ok(())
    }

    fn sign_bits(&mut self, inst: Value<'m>, vector: Value<'m>) -> Lowered {
        let (shape, lanes) = (self.shape(vector)?, self.slots_of(vector)?);
        let (scalar, dst) = (self.scalar(inst)?, self.define(inst)?);
        let mut bits = Vec::new();
        for (lane, &a) in shape.iter().zip(&lanes) {
            let by = self.number(u64::from(lane.bits - 1));
            bits.push(self.temporary(BinOp::LShr, lane.bits, a, by));
        }
        let row: Vec<Scalar> = (0..).zip(shape.iter()).map(|(i, s)| Scalar { bits: 1, bit_offset: i, ..*s }).collect();
        let packed = self.pack(&row, &bits, scalar.bits);
        self.copy(scalar, dst, packed);
        Ok(())
    }

    fn own(&mut self, own: Own, inst: Value<'m>, args: &[Value<'m>]) -> Lowered {
        let lowered = match own {
            Own::Lifetime { start } => {
                let Some((local, 0)) = self.local_of(args[1]) else { return Ok(()) };
                self.frame.locals[local.0 as usize].scoped |= start;
                if start { Inst::LifetimeStart { local } } else { Inst::LifetimeEnd { local } }
            }
            Own::Copy { may_overlap } => {
                let (dst, src, len) = (self.slot(args[0])?, self.slot(args[1])?, self.slot(args[2])?);
                Inst::MemCopy { may_overlap, dst, src, len }
            }
            Own::Set => {
                let (dst, val, len) = (self.slot(args[0])?, self.slot(args[1])?, self.slot(args[2])?);
                Inst::MemSet { dst, val, len }
            }
            Own::StackSave => Inst::StackSave { dst: self.define(inst)? },
            Own::StackRestore => Inst::StackRestore { a: self.slot(args[0])? },
            Own::VaStart => Inst::VaStart { list: self.slot(args[0])? },
            Own::VaEnd => Inst::VaEnd { list: self.slot(args[0])? },
            Own::VaCopy => Inst::VaCopy { dst: self.slot(args[0])?, src: self.slot(args[1])? },
            Own::ObjectSize => {
                // The result for an object of statically unknown size.
                let bits = u32::from(self.scalar(inst)?.bits).min(64);
                let smallest = args[1].constant_int() == Some(1);
                return self.yield_number(inst, if smallest { 0 } else { u64::MAX >> (64 - bits) });
            }
            Own::PtrMask => {
                let (a, b, dst) = (self.slot(args[0])?, self.slot(args[1])?, self.define(inst)?);
                Inst::And(Bin { w: 64, dst, a, b })
            }
        };
        self.push(lowered);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn table_is_sorted() {
        assert!(super::TABLE.is_sorted_by_key(|(name, _)| name));
    }
}
