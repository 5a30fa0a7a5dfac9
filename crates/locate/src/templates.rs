//! Templates: kinds of static change that a programmer may have meant, one per file, and the table of them.
//!
//! A template proposes candidates; the search re-executes them. A candidate is in force from the first execution of its
//! block on. Candidates of equal likelihood are tried in the order of the table.

mod adjacent_element;
mod argument;
mod assignable;
mod assignment_target;
pub(crate) mod candidate;
mod condition;
mod connective;
mod constant;
mod deletion;
mod early_exit;
mod equality;
mod first_executions;
mod global;
pub(crate) mod insertion_point;
mod integer_width;
mod member;
mod missing_break;
mod new_assignment;
mod off_by_one;
mod operand;
mod operand_type;
mod operator;
mod plain_variable;
mod pointer_size;
mod proposals;
mod quotient;
mod read_locations;
mod relation;
mod repeated_assignment;
pub(crate) mod search;
mod signedness;
pub(crate) mod source_change;
pub(crate) mod split_number;
mod statement_order;
mod statement_search;
mod static_reset;
pub(crate) mod tested_patch;
mod variable;
mod variable_update;

use crate::session::statement::Statement;
use crate::templates::proposals::Propose;
use crate::templates::search::Search;

/// A kind of static change.
pub(crate) struct Template {
    pub(crate) name: &'static str,
    pub(crate) stage: Stage,
    pub(crate) kind: Kind,
}

/// How a template proposes candidates.
pub(crate) enum Kind {
    /// From one instruction of a statement. The best candidate of all such templates is kept for each statement.
    Expression(Propose),
    /// By inserting code at points of its own choice, in groups of which the best candidate is kept.
    Insertion(fn(&mut Search<'_>, &[Statement])),
}

/// A group of templates with a share of the budget, see [`crate::evidence::weights::share`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Changes of statements, and insertions at one point of a function.
    Changes,
    /// Assignments of the function, repeated elsewhere.
    RepeatedAssignments,
    /// Exits from loops and functions.
    EarlyExits,
    /// Assignments that the function does not have, at all of its points.
    NewAssignments,
}

impl Stage {
    /// The stages in the order in which they are tried.
    pub const ALL: [Stage; 4] = [Stage::Changes, Stage::RepeatedAssignments, Stage::EarlyExits, Stage::NewAssignments];
}

const fn expression(name: &'static str, propose: Propose) -> Template {
    Template { name, stage: Stage::Changes, kind: Kind::Expression(propose) }
}

const fn insertion(name: &'static str, stage: Stage, propose: fn(&mut Search<'_>, &[Statement])) -> Template {
    Template { name, stage, kind: Kind::Insertion(propose) }
}

/// All templates, in the order in which they are tried.
pub(crate) fn all() -> &'static [Template] {
    TEMPLATES
}

const TEMPLATES: &[Template] = &[
    expression("relation", relation::propose),
    expression("signedness", signedness::propose),
    expression("equality", equality::propose),
    expression("connective", connective::propose),
    expression("operator", operator::propose),
    expression("operand", operand::propose),
    expression("constant", constant::propose),
    expression("argument", argument::propose),
    expression("variable", variable::propose),
    expression("member", member::propose),
    expression("global", global::propose),
    expression("plain variable", plain_variable::propose),
    expression("pointer size", pointer_size::propose),
    expression("off by one", off_by_one::propose),
    expression("adjacent element", adjacent_element::propose),
    expression("condition", condition::propose),
    expression("deletion", deletion::propose),
    expression("quotient", quotient::propose),
    expression("statement order", statement_order::propose),
    insertion("missing break", Stage::Changes, missing_break::propose),
    insertion("static reset", Stage::Changes, static_reset::propose),
    insertion("variable update", Stage::Changes, variable_update::propose),
    insertion("repeated assignment", Stage::RepeatedAssignments, repeated_assignment::propose),
    insertion("early exit", Stage::EarlyExits, early_exit::propose),
    insertion("new assignment", Stage::NewAssignments, new_assignment::propose),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_template_has_a_name_and_stages_are_in_order() {
        let names: BTreeSet<&str> = all().iter().map(|template| template.name).collect();
        assert_eq!(names.len(), all().len());
        let order: Vec<usize> =
            all().iter().filter_map(|t| Stage::ALL.iter().position(|stage| *stage == t.stage)).collect();
        assert!(order.is_sorted() && order.len() == all().len());
    }
}
