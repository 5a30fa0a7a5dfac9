//! The fault-localization methods, over one [`Session`].
#![forbid(unsafe_code)]

mod compare;
mod evidence;
mod explain;
mod hints;
pub mod inquiry;
pub mod interactive;
pub mod methods;
mod rerun;
mod session;
mod shrink;
pub mod symbolic;
mod templates;

pub use crate::compare::propagation::{FixedInstance, OmittedInstance, Propagation, PropagationStep};
pub use crate::evidence::Evidence;
pub use crate::evidence::ranking::{
    Line, Ranked, Ranking, code_lines, executed_lines, is_own, line_at, line_of, line_of_statement,
};
pub use crate::evidence::suspect::Suspect;
pub use crate::explain::described::DescribedInstance;
pub use crate::explain::described_suspect::{DescribedAlteration, DescribedSuspect, DescribedWitness};
pub use crate::explain::facts::{DescribedFrontier, ExplanationFacts};
pub use crate::explain::failure_facts::FailureFacts;
pub use crate::explain::failure_origin::FailureOrigin;
pub use crate::explain::omitted_code::OmittedCode;
pub use crate::explain::path_facts::{PathFacts, PathStep};
pub use crate::explain::search_facts::SearchFacts;
pub use crate::explain::{Explanation, Groundwork, Options, explain, explain_on};
pub use crate::hints::declaration::{Declaration, Reason};
pub use crate::hints::overflow::Overflow;
pub use crate::hints::undersized_object::Undersized;
pub use crate::hints::uninitialised::Uninitialised;
pub use crate::methods::frontier::domain::Domain;
pub use crate::methods::frontier::polluted::OpenQuestions;
pub use crate::methods::frontier::strategy::{Dice, Strategy};
pub use crate::methods::frontier::{Knowledge, MAX_SLICE_INSTANCES, Narrowing, Polluted, Step, relevant_slice};
pub use crate::rerun::budget::{Budget, Effort};
pub use crate::rerun::intervention::Intervention;
pub use crate::rerun::object_origin::{Origin, heap_origins, name_returned};
pub use crate::rerun::undefined_behaviour::UndefinedBehaviour;
pub use crate::rerun::verdict::{Verdict, compare_with_expectation};
pub use crate::rerun::witness::Witness;
pub use crate::session::assertion::{CheckedAssertion, NoAssertionFailure};
pub use crate::session::declared_value::Declared;
pub use crate::session::monitor::{Listener, Monitor};
pub use crate::session::refusals::Refusals;
pub use crate::session::similar_name::nearest;
pub use crate::session::source_line::{Lines, Point, Unknown, Visit};
pub use crate::session::statement::Statement;
pub use crate::session::trust::Trust;
pub use crate::session::{ExternalJudge, Question, Session, SessionError};
pub use crate::shrink::ddmin::ddmin;
pub use crate::shrink::{NoShrink, Oracle, Shrunk, Symptom, shrink, size, symptom};
pub use crate::templates::Stage;
pub use crate::templates::candidate::Candidate;
pub use crate::templates::insertion_point::InsertionLine;
pub use crate::templates::search::try_templates;
pub use crate::templates::source_change::{Side, SourceChange};
pub use crate::templates::tested_patch::TestedPatch;
pub use whydunit_solver::SlowLog;
