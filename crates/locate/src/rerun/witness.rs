//! A witness: alterations of single instances that were seen to make a rerun better.

use whydunit_machine::Alteration;

use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::rerun::verdict::Verdict;

/// Alterations that were re-executed, and the verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The altered instances, and their values or outcomes.
    pub alterations: Vec<Alteration>,
    /// The verdict of the rerun; at least partly fixed.
    pub verdict: Verdict,
    /// Undefined behaviour of the rerun, if no alterations without it are known.
    pub undefined_behaviour: Option<UndefinedBehaviour>,
}
