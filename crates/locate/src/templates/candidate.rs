//! A candidate: one instance of a template, as a patch and as a change of the source.

use whydunit_machine::Patch;

use crate::templates::source_change::SourceChange;

/// A static change that can be tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The change of the IR.
    pub patch: Patch,
    /// The same change in terms of C.
    pub change: SourceChange,
}
