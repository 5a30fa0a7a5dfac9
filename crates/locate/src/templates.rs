//! TODO

pub(crate) mod assignment_target;
pub(crate) mod connective;
pub(crate) mod early_exit;
pub(crate) mod equality;
pub(crate) mod expression;
pub(crate) mod insertion_point;
pub(crate) mod integer_width;
pub(crate) mod member;
pub(crate) mod new_assignment;
pub(crate) mod operand_type;
pub(crate) mod pointer_size;
pub(crate) mod read_locations;
pub(crate) mod relation;
pub(crate) mod repeated_assignment;
pub(crate) mod rewrite;
pub(crate) mod split_number;
pub(crate) mod statement_order;
pub(crate) mod static_reset;
pub(crate) mod tested;
pub(crate) mod variable_update;
