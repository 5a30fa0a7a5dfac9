//! The recording of a run, and the analyses of it: dependence graph, slices, alignment of two runs, names and values.
//!
//! A recording holds only facts that are expensive to recompute: the sequence of blocks, the last writer of every load,
//! the bytes that libc models read, wrote and printed. Dependences through slots follow from the program text. Values
//! are not recorded: the machine is deterministic, so a rerun up to the instant shows them.
//!
//! The *time* of an executed instruction identifies it (see `whydunit_machine::Observer`).
#![forbid(unsafe_code)]

mod align;
mod depend;
mod failure;
mod formula;
mod naming;
mod numbers;
mod record;
mod slice;
mod structure;

pub use crate::align::Alignment;
pub use crate::align::condition_outcome::ConditionOutcomes;
pub use crate::align::follower::Follower;
pub use crate::align::native::{NativeInstant, NativeRun};
pub use crate::align::versions::{Match, Versions};
pub use crate::depend::Dependences;
pub use crate::depend::dependence::{Dependence, DependenceKind};
pub use crate::depend::memory_definition::{Definition, Part};
pub use crate::depend::outside_read::Read;
pub use crate::depend::trusted::Trusted;
pub use crate::depend::verification::Doubt;
pub use crate::failure::expectation::{Assertion, Expectation, Observed, Stream, Written};
pub use crate::failure::failure_point::{Criterion, CriterionKind};
pub use crate::formula::{Evaluated, Formula, FormulaError, Span};
pub use crate::naming::call_outputs::written_by_call;
pub use crate::naming::callback::takes_function;
pub use crate::naming::character_class::finds_classes;
pub use crate::naming::expression::RESULT;
pub use crate::naming::lvalue::{Bits, Lvalue};
pub use crate::naming::memory_view::MemoryView;
pub use crate::naming::pointer_target::Target;
pub use crate::naming::scope::variables_at;
pub use crate::naming::source_text::SourceText;
pub use crate::naming::value::Value;
pub use crate::naming::{Instance, InstanceKind};
pub use crate::numbers::{BlockNumber, ExecutedBlock, Time};
pub use crate::record::Recorder;
pub use crate::record::effect::{Effect, Item};
pub use crate::record::format::{FormatError, VERSION};
pub use crate::record::program_index::ProgramIndex;
pub use crate::record::recording::{Position, Recording};
pub use crate::record::snapshots::{Memory, Recorded, Snapshots, record, record_with};
pub use crate::slice::graph::Graph;
pub use crate::slice::growth::Progress;
pub use crate::slice::{Node, Slice, SliceKind};
pub use crate::structure::PackedBlock;
pub use crate::structure::place::{Place, place_of};
pub use crate::structure::region::{ExecutionIndex, Step};
pub use crate::structure::visits::{Beginning, Counted, LineCode, Visits};
pub use crate::structure::walk::{Stride, Walk};
