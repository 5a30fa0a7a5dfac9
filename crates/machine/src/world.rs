//! The interface between the machine and the surroundings of the program under test.

use crate::{Guest, Run, Word};

/// The return value of a model: up to two slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The slots; unused ones are zero.
    pub slots: [Word; 2],
}

impl<T: Into<Word>> From<T> for Reply {
    fn from(value: T) -> Self {
        Reply { slots: [value.into(), Word::default()] }
    }
}

impl From<()> for Reply {
    fn from((): ()) -> Self {
        Reply::default()
    }
}

/// Serves the functions that a program declares and does not define. Cloning must be cheap (shared
/// data): a fork of the machine forks its world.
pub trait World: Clone {
    /// The number of the model for function `name`, if there is one. Asked once per name.
    fn bind(&self, name: &str) -> Option<u32>;

    /// Prepares external variables and the arguments of `main` before the first instruction.
    /// Returns the words for `argc`, `argv`, `envp`.
    fn start(&mut self, guest: &mut dyn Guest) -> Run<[Word; 3]>;

    /// Executes model `model` for the call that `guest` represents.
    fn call(&mut self, model: u32, guest: &mut dyn Guest) -> Run<Reply>;

    /// Does the world define the variable `name`, which the program only declares? The machine
    /// stops a run that uses an undefined variable.
    fn has_variable(&self, name: &str) -> bool {
        let _ = name;
        true
    }

    /// Called once when the run ended other than through `exit`: nothing is flushed.
    fn stopped(&mut self) {}
}
