//! Witnesses: alterations of single instances that improve the verdict of a rerun.

use whydunit_machine::Alteration;

use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::rerun::verdict::Verdict;

/// Alterations that were tested by a rerun, and its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The altered instances, and their values or outcomes.
    pub alterations: Vec<Alteration>,
    /// The verdict of the rerun; at least partly fixed.
    pub verdict: Verdict,
    /// Undefined behaviour of the rerun, if no witness without it is known.
    pub undefined_behaviour: Option<UndefinedBehaviour>,
}
