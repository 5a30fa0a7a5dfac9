//! Suites of failing cases: their manifests, their programs, the methods measured on them, and the scores.
#![forbid(unsafe_code)]

mod build;
mod case_run;
mod clock;
mod entry;
mod fields;
mod filter;
mod fingerprint;
mod included;
mod manifest;
mod measure;
mod method;
mod pdg;
mod result;
mod runner;
mod score;
mod store;
mod summary;
mod supply;
mod text;
mod truth;
mod worker;

pub use build::{BuildError, Compiler, build, build_reference};
pub use case_run::CaseRun;
pub use entry::{Entry, FaultLine};
pub use fields::ManifestError;
pub use filter::fits;
pub use fingerprint::Fingerprint;
pub use manifest::{read_entry, read_suites};
pub use measure::Bench;
pub use method::parse_list;
pub use pdg::Pdg;
pub use result::{CaseFacts, CaseResult, Dialogue, Found, Scores, Status};
pub use runner::{NotKept, Progress, Runner};
pub use score::{Score, score};
pub use store::Timed;
pub use summary::{MethodSummary, Summary, Unmeasured};
pub use text::text_json;
pub use truth::Truth;
