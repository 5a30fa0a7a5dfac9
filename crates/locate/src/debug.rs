//! Debugging with a person: breakpoints that converge.
//!
//! A breakpoint is a place and what to look at there: the members of a smallest frontier of the domain, each an
//! executed statement with its value. Somebody says of each whether it is right. Wrong ones become what is to be
//! explained, right ones end the search behind them, what nobody knows is gone round. What is left in the end is
//! the fault.

mod alike;
mod answer;
mod apart;
mod beside;
mod breakpoint;
mod callback;
mod chosen;
mod copied;
mod debugger;
mod given;
mod helps;
mod hint;
mod misplaced;
mod missing;
mod next;
mod only;
mod onward;
mod operand;
mod partner;
mod pointed;
mod reach;
mod reference;
mod round;
mod row;
mod sameness;
mod setting;
mod start;
mod superfluous;
mod suspected;
mod upheld;

pub use answer::Answer;
pub use breakpoint::{Breakpoint, Item, Quality, Spot};
pub use debugger::Debugger;
pub use helps::Helps;
pub use hint::{Hint, Missing};
pub use onward::Onward;
pub use reference::Reference;
pub use round::{Judged, Round};
pub use row::InRow;
pub use setting::Setting;
pub use suspected::{Doubt, Suspected};
pub use upheld::{Line, Upheld};
