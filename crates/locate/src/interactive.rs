//! The debugger: breakpoints that converge to the fault, judged by a person or by a reference.
//!
//! A breakpoint is a place with items to look at: the members of a smallest frontier of the domain, each an executed
//! statement with its value. Each item is judged right, wrong, or unknown. The search continues behind the wrong
//! ones, stops at the right ones, and bypasses the unknown ones. The instances that are left in the end hold the
//! fault.
//!
//! Three ordered tables hold the rules: [`next_question`] has the sources of questions, [`reference_answer`] the
//! rules by which a reference answers, and [`consequence`] the consequences of the answers.

pub(crate) mod answer;
pub(crate) mod answerable;
pub(crate) mod answered_round;
pub(crate) mod assumption;
pub(crate) mod breakpoint;
pub(crate) mod callback;
pub(crate) mod chosen_callee;
pub(crate) mod conclusion;
pub(crate) mod consequence;
pub(crate) mod continuation;
pub(crate) mod debugger;
pub(crate) mod debugging_facts;
pub(crate) mod described_breakpoint;
pub(crate) mod initial_domain;
pub(crate) mod loop_bisection;
pub(crate) mod native_stop;
pub(crate) mod next_question;
pub(crate) mod passed_value;
pub(crate) mod paused_run;
pub(crate) mod reference_answer;
pub(crate) mod setting;
pub(crate) mod similar_rounds;
pub(crate) mod window;

pub use crate::compare::missing_code::Missing;
pub use crate::compare::reference::Reference;
pub use crate::compare::reference_assertion::{Line, ReferenceAssertion};
pub use crate::interactive::answer::Answer;
pub use crate::interactive::answered_round::{Judged, Round};
pub use crate::interactive::assumption::Assumptions;
pub use crate::interactive::breakpoint::{Breakpoint, Item, Quality, Spot};
pub use crate::interactive::conclusion::{Doubt, Suspected};
pub use crate::interactive::continuation::Continuation;
pub use crate::interactive::debugger::Debugger;
pub use crate::interactive::debugging_facts::{DebuggingFacts, DescribedRound, DescribedSuspected, OpenCauses};
pub use crate::interactive::described_breakpoint::{
    DescribedBreakpoint, DescribedCause, DescribedContinuation, DescribedItem,
};
pub use crate::interactive::loop_bisection::Bisection;
pub use crate::interactive::native_stop::{NativeStop, NativeStops};
pub use crate::interactive::paused_run::PausedRun;
pub use crate::interactive::reference_answer::hint::Hint;
pub use crate::interactive::setting::Setting;
