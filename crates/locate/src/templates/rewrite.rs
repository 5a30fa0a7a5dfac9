//! A change of the program text as a programmer would say it.

use crate::templates::insertion_point::Gap;

/// A change in C's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceChange {
    /// Another relation between the same operands. As they stand in the IR; the source may have them
    /// the other way round.
    Relation(&'static str),
    /// A comparison, in place of an assignment whose value is tested.
    Equality,
    /// Another operator.
    Operator(&'static str),
    /// The operands change places.
    Swapped,
    /// Only one of the operands is meant.
    Operand(Side),
    /// Another constant.
    Constant {
        /// In place of this one.
        from: i64,
        /// The one meant.
        to: i64,
    },
    /// The size of another type.
    Size {
        /// In place of this one.
        from: i64,
        /// The one meant.
        to: i64,
        /// The type.
        of: String,
    },
    /// Another variable.
    Variable {
        /// In place of this one; empty for what is read through a pointer, or a member.
        from: String,
        /// The one meant.
        to: String,
    },
    /// The value is off by so much.
    Plus(i64),
    /// The value has the other sign.
    Negative,
    /// The element or member so many places further is meant.
    Element(i64),
    /// The condition is always so.
    Always(bool),
    /// The condition the other way round.
    Negated,
    /// The statement should not be there.
    Deleted,
    /// Two arguments change places.
    SwappedArguments,
    /// Signed instead of unsigned, or the other way round.
    Signedness,
    /// The statement comes behind the one of this line.
    Order(u32),
    /// A quotient of integers keeps its fraction.
    Fraction,
    /// A `break` is missing before this line.
    Break(u32),
    /// A variable that outlives calls gets its first value again at the beginning of the function.
    Reset {
        /// Its name.
        name: String,
        /// The value.
        to: i64,
    },
    /// A variable that nothing ever changes is given a value.
    Update {
        /// Its name.
        name: String,
        /// The other variable whose value it gets, or a number.
        to: String,
        /// Behind the statement of this line.
        behind: u32,
    },
    /// A way out is missing.
    Exit {
        /// `return`, `break` or `continue`, as it is written.
        text: String,
        /// Behind the statement of this line.
        behind: u32,
    },
    /// An assignment is missing.
    Amend {
        /// As it is written.
        text: String,
        /// Where.
        gap: Gap,
        /// The statements before it deal with what is assigned, or with what that is a part of.
        kin: bool,
    },
    /// An assignment is missing where the condition comes out this way.
    Missing {
        /// What it assigns to, when that has a simple name.
        name: Option<String>,
        /// Where the function has such an assignment.
        line: u32,
        /// The outcome, as the source has the condition.
        when: bool,
        /// It is missing behind the statement of this line, which is executed then.
        behind: Option<u32>,
        /// It counts the other way than there.
        turned: bool,
        /// So many variables are given values both there and where it is missing.
        companions: u32,
    },
}

impl SourceChange {
    /// Does it say that something is missing?
    pub fn adds(&self) -> bool {
        matches!(
            self,
            SourceChange::Missing { .. }
                | SourceChange::Update { .. }
                | SourceChange::Reset { .. }
                | SourceChange::Break(_)
                | SourceChange::Exit { .. }
                | SourceChange::Amend { .. }
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
