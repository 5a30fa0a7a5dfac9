//! Suites of failing cases: manifests, building their programs, running methods over them, scores.
#![forbid(unsafe_code)]

mod build;
mod entry;
mod fields;
mod fingerprint;
mod manifest;
mod pdg;
mod score;
mod text;
mod trial;

pub use build::{BuildError, Compiler, build};
pub use entry::{Entry, FaultLine};
pub use fields::ManifestError;
pub use fingerprint::Fingerprint;
pub use manifest::{read_entry, read_suites};
pub use pdg::Pdg;
pub use score::{Score, Truth, score};
pub use trial::Trial;
