//! Suites of failing cases: manifests, building their programs, running methods over them, scores.
#![forbid(unsafe_code)]

mod build;
mod clock;
mod dialogue;
mod entry;
mod fields;
mod filter;
mod fingerprint;
mod manifest;
mod measure;
mod method;
mod pdg;
mod result;
mod runner;
mod score;
mod store;
mod summary;
mod text;
mod trial;

pub use build::{BuildError, Compiler, build, build_reference};
pub use entry::{Entry, FaultLine};
pub use fields::ManifestError;
pub use filter::fits;
pub use fingerprint::Fingerprint;
pub use manifest::{read_entry, read_suites};
pub use measure::Bench;
pub use method::Method;
pub use pdg::Pdg;
pub use result::{CaseFacts, CaseResult, Dialogue, Found, Scores, Status};
pub use runner::{NotKept, Progress, Runner};
pub use score::{Score, Truth, score};
pub use store::Timed;
pub use summary::{MethodSummary, Summary, Unmeasured};
pub use trial::Trial;
