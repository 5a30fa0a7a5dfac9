//! A static change, described in terms of C.

use crate::templates::insertion_point::InsertionLine;

/// A change of the source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceChange {
    /// Another relation between the same operands, in the order of the IR. The source may have them in the opposite
    /// order.
    Relation(&'static str),
    /// A comparison, in place of an assignment whose value is tested.
    Equality,
    /// Another operator.
    Operator(&'static str),
    /// The operands swap places.
    Swapped,
    /// Only one of the operands is meant.
    Operand(Side),
    /// Another constant.
    Constant {
        /// The constant in the source.
        from: i64,
        /// The constant in its place.
        to: i64,
    },
    /// The size of another type.
    Size {
        /// The size in the source.
        from: i64,
        /// The size in its place.
        to: i64,
        /// The type with that size.
        of: String,
    },
    /// Another variable.
    Variable {
        /// The variable or member in the source; empty for a value that is read through a pointer.
        from: String,
        /// The variable in its place.
        to: String,
    },
    /// This number is added to the value.
    Plus(i64),
    /// The value has the opposite sign.
    Negative,
    /// The element or member this many places further on is meant.
    Element(i64),
    /// The condition always has this value.
    Always(bool),
    /// The condition is negated.
    Negated,
    /// The statement is deleted.
    Deleted,
    /// Two arguments swap places.
    SwappedArguments,
    /// Signed instead of unsigned, or the opposite.
    Signedness,
    /// The statement moves to after the one in this line.
    Order(u32),
    /// A quotient of integers keeps its fraction.
    Fraction,
    /// A `break` is inserted before this line.
    MissingBreak(u32),
    /// A variable that outlives calls gets its first value again when the function begins.
    StaticReset {
        /// Its name.
        name: String,
        /// The value.
        to: i64,
    },
    /// A variable that no other statement changes gets a value.
    VariableUpdate {
        /// Its name.
        name: String,
        /// The variable whose value it gets, or a number.
        to: String,
        /// The new statement follows the one in this line.
        after: u32,
    },
    /// A loop or function is left early.
    EarlyExit {
        /// `return`, `break` or `continue`, in C syntax.
        text: String,
        /// The new statement follows the one in this line.
        after: u32,
    },
    /// An assignment is inserted that the function does not have elsewhere.
    NewAssignment {
        /// The assignment in C syntax.
        text: String,
        /// Its place.
        place: InsertionLine,
        /// Do the statements before it use its target, or the object of which that is a part?
        adjacent: bool,
    },
    /// An assignment of the function is repeated after a decision.
    RepeatedAssignment {
        /// Its target, if that has a simple name.
        name: Option<String>,
        /// The line of the assignment that is repeated.
        line: u32,
        /// The outcome of the decision, in terms of the condition in the source.
        when: bool,
        /// If the repetition is at the end of the branch: it follows the statement in this line.
        after: Option<u32>,
        /// Does it count in the opposite direction?
        turned: bool,
        /// The number of variables that are assigned both at the original and at the repetition.
        companions: u32,
    },
}

impl SourceChange {
    /// Does it insert code?
    pub fn adds(&self) -> bool {
        matches!(
            self,
            SourceChange::RepeatedAssignment { .. }
                | SourceChange::VariableUpdate { .. }
                | SourceChange::StaticReset { .. }
                | SourceChange::MissingBreak(_)
                | SourceChange::EarlyExit { .. }
                | SourceChange::NewAssignment { .. }
        )
    }
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The left one.
    Left,
    /// The right one.
    Right,
}
