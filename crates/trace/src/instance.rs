//! An executed statement as a person sees it: what it did, to what, with which values.

use whydunit_machine::{Machine, Site, World};
use whydunit_program::{Callee, CastOp, Function, Inst, Program, Slot, Type, TypeId};

use crate::expression::{Lvalue, Reader};

/// One executed statement.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its time.
    pub time: u32,
    /// Where it is in the program.
    pub site: Site,
    /// What it is.
    pub kind: InstanceKind,
    /// What it defines, for assignments and parameters.
    pub defines: Option<Value>,
    /// What it uses.
    pub uses: Vec<Value>,
}

/// Kinds of instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstanceKind {
    /// An assignment (also an initialisation or a struct copy).
    Assignment,
    /// A parameter receives its argument.
    Argument,
    /// A branch; the value says which way.
    Decision {
        /// The condition's value: for `switch` the number, else 0 or 1.
        value: u64,
    },
    /// A `return` with a value.
    Return {
        /// The value, as bits.
        value: u64,
        /// For a float: its width.
        float: Option<u8>,
    },
    /// A call of a libc function.
    Call {
        /// Its name.
        name: String,
    },
    /// Anything else.
    Other,
}

/// Something with a name and a value.
#[derive(Clone, Debug)]
pub struct Value {
    /// How C writes it.
    pub name: String,
    /// Its type.
    pub ty: Option<TypeId>,
    /// Its address.
    pub address: u64,
    /// Its bytes at that moment; `None` for uninitialised ones. Empty when not accessible.
    pub bytes: Vec<Option<u8>>,
    /// For a pointer: the bytes it points to, as far as they may be read.
    pub pointee: Vec<Option<u8>>,
}

impl Value {
    /// The value of something in memory at the moment at which a run is paused.
    pub fn read<W: World>(program: &Program, machine: &mut Machine<W>, lvalue: Lvalue) -> Value {
        read(program, machine, lvalue)
    }
}

impl Instance {
    /// Describes the instruction that `machine` is about to execute at `time`.
    pub fn at<W: World>(program: &Program, machine: &mut Machine<W>, time: u32) -> Option<Instance> {
        let frame = *machine.frames().first()?;
        let function = program.function(frame.site.function);
        let inst = function.insts[frame.site.inst as usize];
        let reader = Reader::new(program, machine, frame);
        let mut leaves = Vec::new();
        inst.uses(|slot| reader.leaves(slot, &mut leaves));
        let (kind, target) = match inst {
            Inst::StoreLocal { local, offset, .. } => {
                let is_parameter = function.variables.iter().any(|v| v.local == local && v.parameter > 0)
                    && function.block_of(frame.site.inst).0 == 0
                    && leaves.is_empty();
                let kind = if is_parameter { InstanceKind::Argument } else { InstanceKind::Assignment };
                (kind, Some(reader.local(local, offset)))
            }
            Inst::Store { addr, bytes, .. } | Inst::StoreWide { addr, bytes, .. } => {
                (InstanceKind::Assignment, Some(reader.accessed(addr, bytes)))
            }
            Inst::MemCopy { dst, src, .. } => {
                let source = reader.target(src);
                // An initialiser in braces is a nameless constant of the compiler's making.
                leaves.extend(Some(source).filter(|s| !s.text.starts_with("__const.")));
                (InstanceKind::Assignment, Some(reader.target(dst)))
            }
            Inst::MemSet { dst, .. } => (InstanceKind::Assignment, Some(reader.target(dst))),
            Inst::Branch { cond, .. } => {
                // In the words of the source, not of the compiler.
                let negated = function.negated.binary_search(&frame.site.inst).is_ok();
                (InstanceKind::Decision { value: machine.slot(cond).unwrap_or(0) ^ u64::from(negated) }, None)
            }
            Inst::Switch { value, .. } => (InstanceKind::Decision { value: machine.slot(value).unwrap_or(0) }, None),
            Inst::IndirectJump { addr, .. } => {
                (InstanceKind::Decision { value: machine.slot(addr).unwrap_or(0) }, None)
            }
            Inst::Return { first, count } if count > 0 => {
                let float = float_width(program, function, frame.site.inst, first);
                (InstanceKind::Return { value: machine.slot(first).unwrap_or(0), float }, None)
            }
            Inst::Call { site } => {
                let call = &function.calls[site as usize];
                call.args.iter().for_each(|a| reader.leaves(a.slot, &mut leaves));
                let name = match call.callee {
                    Callee::External(id) => program.externals[id.0 as usize].name.clone(),
                    Callee::Direct(id) => program.function(id).name.clone(),
                    Callee::Indirect(_) => "a function pointer".into(),
                };
                (InstanceKind::Call { name }, None)
            }
            _ => (InstanceKind::Other, None),
        };
        let stored = match inst {
            Inst::StoreLocal { val, bytes, .. } | Inst::Store { val, bytes, .. } => {
                Some(vec![(machine.slot(val), bytes)])
            }
            Inst::StoreWide { val, bytes, .. } => {
                Some(vec![(machine.slot(val), 8), (machine.slot(val + 1), bytes.saturating_sub(8))])
            }
            _ => None,
        };
        let mut defines = target.map(|target| define(program, machine, target, stored));
        if let Some(defined) = &mut defines {
            fill(machine, inst, defined);
        }
        let mut uses: Vec<Value> = Vec::new();
        for leaf in leaves {
            if !uses.iter().any(|u| u.name == leaf.text) {
                uses.push(read(program, machine, leaf));
            }
        }
        Some(Instance { time, site: frame.site, kind, defines, uses })
    }
}

/// What a copy or a fill is about to put into what it defines.
fn fill<W: World>(machine: &mut Machine<W>, inst: Inst, defined: &mut Value) {
    let (new, len) = match inst {
        Inst::MemCopy { src, len, .. } => {
            let Some(source) = machine.slot(src) else { return };
            (machine.inspect(source, defined.bytes.len()).unwrap_or_default(), len)
        }
        Inst::MemSet { val, len, .. } => (vec![machine.slot(val).map(|v| v as u8); defined.bytes.len()], len),
        _ => return,
    };
    let len = machine.slot(len).map_or(0, |l| usize::try_from(l).unwrap_or(usize::MAX));
    for (byte, new) in defined.bytes.iter_mut().zip(new).take(len) {
        *byte = new;
    }
}

/// The width of a float in a slot, as far as what gave it its value tells.
fn float_width(program: &Program, function: &Function, before: u32, slot: Slot) -> Option<u8> {
    let defines = |inst: &&Inst| inst.defs().is_some_and(|d| d.first == slot);
    match *function.insts[..before as usize].iter().rev().find(defines)? {
        Inst::FAdd(b) | Inst::FSub(b) | Inst::FMul(b) | Inst::FDiv(b) => Some(b.w),
        Inst::Cast { op: CastOp::SiToFp | CastOp::UiToFp | CastOp::FpToFp, to, .. } => Some(to),
        Inst::LoadLocal { local, bytes, offset: 0, .. } => {
            let ty = function.variables.iter().find(|v| v.local == local && !v.indirect)?.ty?;
            let is_float = matches!(program.types.get(program.types.bare(ty)), Type::Float { .. });
            is_float.then_some(bytes * 8)
        }
        _ => None,
    }
    .filter(|w| *w <= 64)
}

/// Bytes kept of one value, and of what a pointer points to.
const KEPT: u64 = 256;

pub(crate) fn read<W: World>(program: &Program, machine: &mut Machine<W>, lvalue: Lvalue) -> Value {
    let size = lvalue.ty.map_or(4, |t| program.types.size(t)).clamp(1, KEPT) as usize;
    let bytes = machine.inspect(lvalue.address, size).unwrap_or_default();
    let pointee = follow(program, machine, lvalue.ty, &bytes);
    Value { name: lvalue.text, ty: lvalue.ty, address: lvalue.address, bytes, pointee }
}

/// The bytes behind a pointer.
fn follow<W: World>(
    program: &Program,
    machine: &mut Machine<W>,
    ty: Option<TypeId>,
    bytes: &[Option<u8>],
) -> Vec<Option<u8>> {
    let types = &program.types;
    let Some(Type::Pointer { to }) = ty.map(|t| types.get(types.bare(t))) else { return Vec::new() };
    let Some(address) = bytes.iter().copied().collect::<Option<Vec<u8>>>() else { return Vec::new() };
    let Ok(address) = address.try_into().map(u64::from_le_bytes) else { return Vec::new() };
    let most = if types.size(*to) > 1 { types.size(*to).min(KEPT) } else { 64 };
    (0..most).map_while(|i| machine.inspect(address.wrapping_add(i), 1)).flatten().collect()
}

/// What is defined, with the value it is about to get.
fn define<W: World>(
    program: &Program,
    machine: &mut Machine<W>,
    target: Lvalue,
    stored: Option<Vec<(Option<u64>, u8)>>,
) -> Value {
    let mut value = read(program, machine, target);
    if let Some(words) = stored {
        value.bytes.clear();
        for (bits, bytes) in words {
            let count = usize::from(bytes).min(8);
            value.bytes.extend((0..count).map(|at| Some(bits?.to_le_bytes()[at])));
        }
        value.pointee = follow(program, machine, value.ty, &value.bytes);
    }
    value
}
