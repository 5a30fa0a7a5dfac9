//! All scores of the ranking and all shares of the budget, in one file.
//!
//! The values were chosen by hand on `corpus/`; a learned model will replace them.

use crate::hints::declaration::Reason;
use crate::rerun::verdict::Verdict;
use crate::templates::source_change::SourceChange;

// Scores of evidence: the suspect with the highest score comes first.

/// A patch with which the run passes; its likelihood (at most 100) is added.
pub(crate) const PASSING_PATCH: u32 = 1000;
/// A patch with which the run is partly fixed; its likelihood is added.
pub(crate) const PARTLY_FIXING_PATCH: u32 = 700;
/// A value or outcome with which the run passes.
pub(crate) const PASSING_WITNESS: u32 = 900;
/// A value or outcome with which the run is partly fixed.
pub(crate) const PARTLY_FIXING_WITNESS: u32 = 650;
/// A `free` whose object is used later, where nothing but the absence of a crash is expected. It comes before every
/// patch: a change with which the program does less also makes it use less.
pub(crate) const FREE_BEFORE_CRASH: u32 = 1101;
/// A variable, or the rest of an object, that the program never initialises.
pub(crate) const UNINITIALISED: u32 = 1090;
/// A `free` whose object is used later.
pub(crate) const FREE: u32 = 960;
/// A result that does not fit its type.
pub(crate) const OVERFLOW: u32 = 950;
/// A type that is too narrow for a value, or an array element that is never initialised.
pub(crate) const TOO_NARROW: u32 = 940;
/// An object that is too small for an access.
pub(crate) const TOO_SMALL: u32 = 800;
/// A value that no code reads.
pub(crate) const DEAD_STORE: u32 = 750;

/// Penalty for a change whose rerun has undefined behaviour that the failing run does not have.
pub(crate) const UNDEFINED_BEHAVIOUR: u32 = 200;
/// Penalty for a patch that avoids the failure: its rerun never enters the function that failed, or writes something else
/// although only the exit status is wrong. In a hang: for statements outside the part that repeats.
pub(crate) const AVOIDS: u32 = 60;
/// Penalty for a patch of the statement at the failure point: almost anything can be printed by another `printf`.
pub(crate) const FAILURE_POINT: u32 = 15;

/// How likely it is that a programmer meant this change, at most 100.
pub(crate) fn likelihood(change: &SourceChange) -> u32 {
    match change {
        SourceChange::Relation(_) | SourceChange::Equality => 100,
        SourceChange::Constant { from: 0, to: -1 } => 70,
        SourceChange::Constant { from, to } if from.abs_diff(*to) == 1 => 95,
        SourceChange::Operator("&&" | "||") => 97,
        SourceChange::Operator(_) => 90,
        SourceChange::Variable { from, .. } if from.is_empty() || from.contains('.') => 72,
        SourceChange::Variable { .. } => 80,
        SourceChange::StaticReset { .. } => 78,
        SourceChange::Size { .. } | SourceChange::VariableUpdate { .. } => 86,
        SourceChange::Plus(_) | SourceChange::Element(_) => 75,
        SourceChange::Negative => 74,
        SourceChange::Fraction => 92,
        SourceChange::MissingBreak(_) => 98,
        SourceChange::Order(_) => 82,
        SourceChange::Swapped | SourceChange::SwappedArguments => 70,
        SourceChange::EarlyExit { .. } => 76,
        SourceChange::NewAssignment { adjacent, .. } => 56 + 6 * u32::from(*adjacent),
        SourceChange::RepeatedAssignment { companions, .. } => 65 + 5 * (*companions).min(4),
        SourceChange::Constant { .. } | SourceChange::Negated => 60,
        SourceChange::Operand(_) => 55,
        SourceChange::Signedness | SourceChange::Deleted => 50,
        SourceChange::Always(_) => 40,
    }
}

/// From this likelihood on, a patch that passes makes new assignments improbable: they are not tried.
pub(crate) const LIKELY: u32 = 90;
/// The highest likelihood of a blunt patch: the run also passes if its condition is always true, or always false.
pub(crate) const BLUNT: u32 = 58;

/// The score of a patch by its verdict and likelihood.
pub(crate) fn patch(verdict: Verdict, likelihood: u32) -> u32 {
    likelihood + if verdict == Verdict::Passed { PASSING_PATCH } else { PARTLY_FIXING_PATCH }
}

/// The score of a witness by its verdict.
pub(crate) fn witness(verdict: Verdict) -> u32 {
    if verdict == Verdict::Passed { PASSING_WITNESS } else { PARTLY_FIXING_WITNESS }
}

/// The score of a declaration by its fault.
pub(crate) fn declaration(reason: Reason) -> u32 {
    match reason {
        Reason::Uninitialised => UNINITIALISED,
        Reason::TooNarrow => TOO_NARROW,
        Reason::TooSmall => TOO_SMALL,
    }
}

/// Shares of the remaining budget, in percent.
pub(crate) mod share {
    use crate::templates::Stage;

    /// The share of a stage of templates.
    pub(crate) fn of(stage: Stage) -> u32 {
        match stage {
            Stage::Changes => CHANGES,
            Stage::RepeatedAssignments => REPEATED_ASSIGNMENTS,
            Stage::EarlyExits => EARLY_EXITS,
            Stage::NewAssignments => NEW_ASSIGNMENTS,
        }
    }

    /// Templates that change a statement.
    const CHANGES: u32 = 60;
    /// Templates that repeat an assignment of the function elsewhere.
    const REPEATED_ASSIGNMENTS: u32 = 30;
    /// Templates that leave a loop or a function early.
    const EARLY_EXITS: u32 = 30;
    /// Templates that insert an assignment the function has nowhere.
    const NEW_ASSIGNMENTS: u32 = 45;
    /// Probing single statements after frontiers found nothing.
    pub(crate) const PROBES: u32 = 80;
}

/// Work of the solver per search, see [`crate::symbolic::Effort::work`].
pub(crate) mod solver_work {
    /// While frontiers are narrowed.
    pub(crate) const NARROWING: u64 = 2_500_000;
    /// While single statements are probed.
    pub(crate) const PROBES: u64 = 1_500_000;
    /// For one instance.
    pub(crate) const QUESTION: u64 = 2_500_000;
}
