//! Lowers an LLVM module to a `Part`.

mod address;
mod arithmetic;
mod assembly;
mod atomic;
mod big;
mod body;
mod call;
mod cast;
mod constant;
mod control;
mod frame;
mod function;
mod instruction;
mod intrinsic;
mod members;
mod memory;
mod module;
mod renumber;
mod scalar;
mod slots;
mod source;
mod strict;
mod types;
mod vector;

pub(crate) use module::lower;

/// The error describes a construct that cannot be lowered; it becomes an instruction that fails
/// with this message.
type Lowered<T = ()> = Result<T, String>;
