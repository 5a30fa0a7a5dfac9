//! What a symbolic run finds out about its symbols on the way: the path condition.

use whydunit_program::ExternalId;
use whydunit_terms::TermId;

use crate::Site;

/// Why the exit status is made concrete: the run ends there.
pub const EXIT_STATUS: &str = "exit status";

/// When and where something happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The time of the instruction.
    pub time: u64,
    /// The instruction.
    pub site: Site,
    /// The libc function being served, if any.
    pub callee: Option<ExternalId>,
}

/// A condition on symbols that holds in this run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The condition, one bit; true under the run's own values.
    pub term: TermId,
    /// For a decision: did what was asked hold? (If not, the condition is its negation.)
    pub holds: bool,
    /// What it is about.
    pub kind: ConstraintKind,
    /// Where it arose.
    pub at: Moment,
}

/// Why a condition is part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintKind {
    /// A branch or switch of the program went this way.
    Branch,
    /// A libc function decided this way.
    Decision,
    /// The instruction needed it to succeed (a divisor that is not zero). When `failed`, what holds is
    /// its negation and the run ended there.
    Guard {
        /// Did the run fail because of it?
        failed: bool,
    },
    /// A symbolic address stays within the initialised parts of the objects that were considered.
    Address,
    /// A pointer that is a symbol points to one of the objects that it could point to, or nowhere.
    Domain,
    /// A value was made concrete, and why: for other values the run is not known to go the same way.
    Pinned {
        /// What needed the value.
        why: &'static str,
        /// The value before.
        value: TermId,
    },
    /// C leaves the opposite undefined, but this machine goes on in a known way. Not part of the path.
    Hazard(Undefined),
}

/// An operation that C leaves undefined, although machines go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Undefined {
    /// A shift by the width or more.
    Shift,
    /// A signed result that does not fit.
    Overflow,
    /// A floating-point number made an integer that cannot hold it.
    Conversion,
}

impl Constraint {
    /// What C leaves undefined and this run does.
    pub fn undefined(&self) -> Option<Undefined> {
        match self.kind {
            ConstraintKind::Hazard(what) if !self.holds => Some(what),
            _ => None,
        }
    }
}

impl ConstraintKind {
    /// Must it hold for a run to take the same path?
    pub fn is_path(self) -> bool {
        !matches!(self, ConstraintKind::Hazard(_))
    }

    /// Does the program fail, or do something else than on this path, when it does not hold?
    pub fn is_turn(self) -> bool {
        self.is_choice() || matches!(self, ConstraintKind::Guard { .. } | ConstraintKind::Address)
    }

    /// Is it what C demands, or else the program is not defined?
    pub fn is_demand(self) -> bool {
        matches!(self, ConstraintKind::Guard { .. } | ConstraintKind::Address | ConstraintKind::Hazard(_))
    }

    /// Does its negation lead to another path that is worth trying?
    pub fn is_choice(self) -> bool {
        matches!(self, ConstraintKind::Branch | ConstraintKind::Decision | ConstraintKind::Guard { failed: true })
    }
}
