//! Executed statements in terms of the source: the kind of statement, and the names and values it defines and uses.

pub(crate) mod access_path;
pub(crate) mod bit_field;
pub(crate) mod call_outputs;
pub(crate) mod callback;
pub(crate) mod character_class;
pub(crate) mod comparison_call;
pub(crate) mod edge_value;
pub(crate) mod expression;
pub(crate) mod library_writes;
pub(crate) mod lvalue;
pub(crate) mod memory_view;
pub(crate) mod part;
pub(crate) mod pointee;
pub(crate) mod pointer_target;
pub(crate) mod scope;
pub(crate) mod source_text;
pub(crate) mod temporary;
pub(crate) mod value;

use whydunit_machine::{FrameView, Machine, Site, World};
use whydunit_program::{Inst, Program, Slot};

use crate::naming::expression::{Leaf, Reader};
use crate::naming::lvalue::Lvalue;
use crate::naming::value::Value;
use crate::numbers::Time;

/// One executed statement.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its time.
    pub time: Time,
    /// Its place in the program.
    pub site: Site,
    /// Its kind.
    pub kind: InstanceKind,
    /// The value that it defines, for assignments and parameters.
    pub defines: Option<Value>,
    /// Values that a library call wrote through its arguments; filled by [`Instance::see_written`].
    pub wrote: Vec<Value>,
    /// The values that it uses.
    pub uses: Vec<Value>,
    /// The name of the object that a plain load reads.
    pub reads: Option<String>,
}

/// Kinds of instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstanceKind {
    /// An assignment (also an initialisation or a struct copy).
    Assignment,
    /// A parameter receives its argument.
    Argument,
    /// A branch.
    Decision {
        /// The condition's value, 0 or 1.
        value: u64,
    },
    /// A `switch` or a computed `goto`.
    Choice {
        /// The selecting value.
        value: u64,
    },
    /// A `return` with a value.
    Return {
        /// The returned value.
        value: Value,
    },
    /// A call.
    Call {
        /// The function's name. For an indirect call the pointer as in the source, and the function that it points to.
        name: String,
    },
    /// Anything else.
    Other,
}

impl Instance {
    /// Describes the instruction that `machine` is about to execute at `time`.
    pub fn at<W: World>(program: &Program, machine: &mut Machine<W>, time: Time) -> Option<Instance> {
        let frame = machine.innermost()?;
        let inst = program.function(frame.site.function).insts[frame.site.inst as usize];
        let InstanceParts { kind, target, leaves, copied, reads } = InstanceParts::new(program, machine, frame, inst);
        let defines = target.map(|(target, address)| Value::defined(program, machine, target, address, inst));
        let mut uses: Vec<Value> = Vec::new();
        for leaf in leaves {
            let (name, address) = (leaf.lvalue.text.clone(), leaf.lvalue.address);
            // Results of different calls may have equal names. A struct that is used as a whole includes its members.
            if uses.iter().any(|u| u.name == name && u.address == address || is_member(&name, &u.name)) {
                continue;
            }
            uses.retain(|u| !is_member(&u.name, &name));
            uses.push(Value::used(program, machine, leaf));
        }
        uses.extend(copied.map(|source| Value::read(program, machine, source)));
        Some(Instance { time, site: frame.site, kind, defines, wrote: Vec::new(), uses, reads })
    }
}

/// Does `name` denote a member of the object `whole`, as `p.x` (of `f`) does for `p` (of `f`)?
fn is_member(name: &str, whole: &str) -> bool {
    let parts = |name| str::split_once(name, " of ").unwrap_or((name, ""));
    let ((name, here), (whole, there)) = (parts(name), parts(whole));
    here == there && name.strip_prefix(whole).is_some_and(|rest| rest.starts_with('.'))
}

/// The expressions of an instance, before their values are read.
struct InstanceParts {
    kind: InstanceKind,
    /// The defined object, and the address of the store in it.
    target: Option<(Lvalue, u64)>,
    leaves: Vec<Leaf>,
    /// The source of a copy.
    copied: Option<Lvalue>,
    reads: Option<String>,
}

impl InstanceParts {
    fn new<W: World>(program: &Program, machine: &mut Machine<W>, frame: FrameView, inst: Inst) -> InstanceParts {
        let (function, at) = (program.function(frame.site.function), frame.site.inst);
        let reader = Reader::new(program, machine, frame);
        let mut leaves = Vec::new();
        inst.uses(|slot| reader.leaves(slot, &mut leaves));
        let (mut target, mut copied) = (None, None);
        let address = |slot: Slot| machine.slot(slot).unwrap_or(0);
        match inst {
            Inst::StoreLocal { local, offset, .. } => {
                let start = frame.locals + u64::from(function.locals[local.0 as usize].offset);
                target = reader.accessed(at).map(|t| (t, start + u64::from(offset)));
            }
            Inst::Store { addr, .. } | Inst::StoreWide { addr, .. } => {
                target = reader.accessed(at).map(|t| (t, address(addr)));
            }
            Inst::MemCopy { dst, src, len, .. } => {
                // Brace initialisers are unnamed constants added by the compiler, and literals are shown by the name
                // itself.
                copied = Some(reader.block(src, len))
                    .filter(|s| !s.text.starts_with("__const.") && !s.text.starts_with('"'));
                target = Some((reader.block(dst, len), address(dst)));
            }
            Inst::MemSet { dst, len, .. } => target = Some((reader.block(dst, len), address(dst))),
            Inst::Call { site } => {
                let call = &function.calls[site as usize];
                call.args.iter().for_each(|a| reader.leaves(a.slot, &mut leaves));
                reader.comparison_arguments(call, &mut Vec::new(), &mut leaves);
            }
            _ => {}
        }
        let reads = matches!(inst, Inst::Load { .. } | Inst::LoadWide { .. });
        let reads = reads.then(|| reader.accessed(at)).flatten().map(|lvalue| lvalue.text);
        let called = match inst {
            Inst::Call { site } => reader.called(&function.calls[site as usize], machine),
            _ => String::new(),
        };
        let kind = kind(program, machine, frame.site, leaves.is_empty(), called);
        InstanceParts { kind, target, leaves, copied, reads }
    }
}

/// The kind of an instruction. `plain`: it uses nothing from memory. `called`: the callee of a call.
fn kind<W: World>(
    program: &Program,
    machine: &mut Machine<W>,
    site: Site,
    plain: bool,
    called: String,
) -> InstanceKind {
    let function = program.function(site.function);
    match function.insts[site.inst as usize] {
        Inst::StoreLocal { local, .. } => {
            let parameter = function.variables.iter().any(|v| v.local == local && v.parameter > 0);
            let passed = plain && parameter && function.block_of(site.inst).0 == 0;
            if passed { InstanceKind::Argument } else { InstanceKind::Assignment }
        }
        Inst::MemCopy { .. } if function.gives_parameter(site.inst) => InstanceKind::Argument,
        Inst::Store { .. } | Inst::StoreWide { .. } | Inst::MemCopy { .. } | Inst::MemSet { .. } => {
            InstanceKind::Assignment
        }
        Inst::Branch { cond, .. } => {
            // As in the source: the compiler may have negated the condition.
            let negated = u64::from(function.negated.binary_search(&site.inst).is_ok());
            machine.slot(cond).map_or(InstanceKind::Other, |value| InstanceKind::Decision { value: value ^ negated })
        }
        // An uninitialised value selects nothing.
        Inst::Switch { value: by, .. } | Inst::IndirectJump { addr: by, .. } => {
            machine.slot(by).map_or(InstanceKind::Other, |value| InstanceKind::Choice { value })
        }
        Inst::Return { first, count } if count > 0 => {
            InstanceKind::Return { value: Value::returned(program, machine, function, first, count) }
        }
        Inst::Call { .. } => InstanceKind::Call { name: called },

        _ => InstanceKind::Other,
    }
}
