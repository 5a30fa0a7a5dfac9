//! What happened in a run, and why: recording, dependence graph, slices.
//!
//! The recording holds what cannot be recomputed cheaply: the sequence of blocks, the last writer of
//! every load, what libc models read, wrote and printed. Dependences through slots come from the
//! program text. Values are not recorded: the machine is deterministic, so a second run to the
//! instant shows them.
//!
//! An executed instruction is named by its *time* (see `whydunit_machine::Observer`).
#![forbid(unsafe_code)]

mod alignment;
mod bit_fields;
mod bytes;
mod callback;
mod classes;
mod common_sequence;
mod condition;
mod criterion;
mod decided;
mod definitions;
mod denoted;
mod dependence;
mod depends;
mod detours;
mod edges;
mod effect;
mod ending;
mod executions;
mod expression;
mod family;
mod follower;
mod format;
mod formula;
mod giver;
mod graph;
mod growth;
mod instance;
mod ladder;
mod layout;
mod leaving;
mod live;
mod loads;
mod lvalue;
mod mentions;
mod native;
mod omission;
mod outputs;
mod packing;
mod part;
mod place;
mod ranks;
mod reads;
mod recorder;
mod recording;
mod region;
mod renamed;
mod scope;
mod slice;
mod sorted;
mod spill;
mod statement;
mod stream;
mod structure;
mod target;
mod telling;
mod temporaries;
mod tracks;
mod trusted;
mod turns;
mod units;
mod value;
mod verification;
mod version_side;
mod versions;
mod visits;
mod walk;
mod wants;
mod watch;
mod way;
mod writers;
mod wrote;

pub use alignment::Alignment;
pub use callback::takes_function;
pub use classes::finds_classes;
pub use criterion::{Assertion, Criterion, CriterionKind, Expectation, Observed, Stream, Written};
pub use decided::Decided;
pub use dependence::{Dependence, DependenceKind};
pub use depends::Dependences;
pub use effect::{Effect, Item};
pub use expression::RESULT;
pub use follower::Follower;
pub use format::{FormatError, VERSION};
pub use formula::{Evaluated, Formula, FormulaError, Span};
pub use giver::{CHOICE, Giver, LEFT_ALONE};
pub use graph::Graph;
pub use growth::Progress;
pub use instance::{Instance, InstanceKind};
pub use ladder::{Ladder, Memory, Recorded, record, record_with};
pub use layout::ProgramIndex;
pub use lvalue::{Bits, Lvalue};
pub use native::{NativeInstant, NativeRun};
pub use outputs::written_by_call;
pub use place::{Place, place_of};
pub use reads::Read;
pub use recorder::Recorder;
pub use recording::{Position, Recording};
pub use region::{ExecutionIndex, Step};
pub use scope::variables_at;
pub use slice::{Node, Slice, SliceKind};
pub use target::Target;
pub use trusted::Trusted;
pub use value::Value;
pub use verification::Doubt;
pub use versions::{Match, Versions};
pub use visits::{Beginning, Counted, LineCode, Visits};
pub use walk::{Stride, Walk};
