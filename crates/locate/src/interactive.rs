//! Debugging with a person: breakpoints that converge.
//!
//! A breakpoint is a place and what to look at there: the members of a smallest frontier of the domain, each an
//! executed statement with its value. Somebody says of each whether it is right. Wrong ones become what is to be
//! explained, right ones end the search behind them, what nobody knows is gone round. What is left in the end is
//! the fault.

pub(crate) mod answer;
pub(crate) mod answerable;
pub(crate) mod answered_round;
pub(crate) mod assumption;
pub(crate) mod breakpoint;
pub(crate) mod callback;
pub(crate) mod chosen_callee;
pub(crate) mod conclusion;
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
pub(crate) mod setting;
pub(crate) mod similar_rounds;
pub(crate) mod window;

pub use crate::compare::reference::Reference;
pub use crate::compare::reference_assertion::{Line, ReferenceAssertion};
pub use crate::compare::reference_hint::{Hint, Missing};
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
pub use crate::interactive::loop_bisection::InRow;
pub use crate::interactive::native_stop::{NativeStop, NativeStops};
pub use crate::interactive::paused_run::PausedRun;
pub use crate::interactive::setting::Setting;
