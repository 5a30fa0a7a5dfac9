//! A C program as plain data: our register IR, its source map and its static analyses.
//!
//! Crate `bitcode` lowers LLVM to this IR, and `machine` executes it. Its rules:
//!
//! - A function's values live in numbered 64-bit *slots*; every slot has one definition (edge
//!   blocks that carry phi moves are the exception: each incoming edge defines the phi's slot).
//! - Integers of up to 64 bits are kept zero-extended; `i1` is 0 or 1; `float` keeps its bits in
//!   the low half. Integers of 65–128 bits and `x86_fp80` take two consecutive slots (low first).
//!   Vectors and first-class structs are scalarised: one slot (or pair) per element.
//! - Constants are slots too: slots `0..constants.len()` are filled when a frame is entered, so an
//!   instruction has only one kind of operand.
//! - A block ends at a terminator, and a call *is* a terminator (it names the block to return to).
//!   So the number of executed LLVM instructions is known exactly at every block boundary, and the
//!   time of an instruction is a single number.
//!
//! This crate does not know LLVM.
#![forbid(unsafe_code)]

pub mod analysis;
mod bit_fields;
mod coerced;
mod function;
mod initialiser;
mod inst;
pub mod layout;
mod native;
mod program;
mod source;
mod text;
mod types;
mod verify;

pub use bit_fields::Kept;
pub use function::{ArgClass, Block, BlockId, CallArg, CallSite, Callee, Function, Local, LocalId, Param, SwitchTable};
pub use inst::{Bin, BinOp, CastOp, Defs, FloatPredicate, Inst, OverflowOp, Slot, TernOp, UnOp, slots_of};
pub use native::{NativeCode, NativeFunction, Stretch, Text};
pub use program::{External, ExternalId, FunctionId, Global, GlobalId, Program, RUNTIME_DIRECTORY};
pub use source::{FileId, Loc, Scope, ScopeId, SourceFile, Variable};
pub use types::{Enumerator, Field, Type, TypeId, Types};
pub use verify::{VerifyError, verify};
