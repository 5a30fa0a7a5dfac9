//! The path condition: constraints on the symbols that a symbolic run collects.

use whydunit_program::ExternalId;
use whydunit_terms::TermId;

use crate::Site;

/// Reason for making the exit status concrete.
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
    /// For a decision: did the tested condition hold? (If not, the constraint is its negation.)
    pub holds: bool,
    /// Why the constraint is part of the path.
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
    /// The instruction needs this to succeed (a divisor that is not zero). When `failed`, the
    /// negation holds and the run ended here.
    Guard {
        /// Did the run fail because of it?
        failed: bool,
    },
    /// A symbolic address stays within the initialised parts of the considered objects.
    Address,
    /// A symbolic pointer points to one of its possible targets, or nowhere.
    Domain,
    /// A value was made concrete. With other values, the run may take another path without another
    /// constraint showing it.
    Pinned {
        /// The reason.
        why: &'static str,
        /// The term that was made concrete.
        value: TermId,
    },
    /// Required by C, but this machine continues in a defined way when it is violated. Not part of
    /// the path.
    Hazard(Undefined),
}

/// Undefined behaviour after which a real machine continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Undefined {
    /// A shift by the width or more.
    Shift,
    /// A signed result that overflows.
    Overflow,
    /// A floating-point number converted to an integer type that cannot represent it.
    Conversion,
}

impl Constraint {
    /// The undefined behaviour of this run that the constraint records, if any.
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

    /// Does violating it make the program fail or leave the path?
    pub fn is_turn(self) -> bool {
        self.is_choice() || matches!(self, ConstraintKind::Guard { .. } | ConstraintKind::Address)
    }

    /// Is it required for the program to be well defined?
    pub fn is_demand(self) -> bool {
        matches!(self, ConstraintKind::Guard { .. } | ConstraintKind::Address | ConstraintKind::Hazard(_))
    }

    /// Does its negation lead to another path that is worth trying?
    pub fn is_choice(self) -> bool {
        matches!(self, ConstraintKind::Branch | ConstraintKind::Decision | ConstraintKind::Guard { failed: true })
    }
}
