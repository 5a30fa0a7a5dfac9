//! The inputs of methods besides the failing run: tests and a reference on demand, and shared work.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::Limits;
use whydunit_program::Program;
use whydunit_world::Case;

use crate::methods::spectrum::coverage::Tests;
use crate::session::Session;

/// The reason why a method could not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRun {
    /// It needs tests, and there are no suitable ones.
    NoTests(String),
    /// It needs a correct version of the program, and there is no suitable one.
    NoReference(String),
    /// The program does not fail.
    NoFailure(String),
    /// The machine refused an instruction.
    Unsupported(String),
}

/// Supplies the optional inputs of methods; called only if a method needs them.
pub trait Supply {
    /// Another recording of the failing run.
    fn failing_run(&mut self) -> Result<Session, NotRun>;

    /// Executed tests, at least one of which passes and one fails.
    fn tests(&mut self) -> Result<Tests, NotRun>;

    /// A correct version of the program, the failing run's input, and limits for its run.
    fn reference(&mut self) -> Result<(Arc<Program>, Case, Limits), NotRun>;
}

/// Supplies nothing: for methods that need the failing run only.
pub struct NoSupply;

impl Supply for NoSupply {
    fn failing_run(&mut self) -> Result<Session, NotRun> {
        Err(NotRun::NoFailure("the run cannot be recorded a second time".into()))
    }

    fn tests(&mut self) -> Result<Tests, NotRun> {
        Err(NotRun::NoTests("no tests were given".into()))
    }

    fn reference(&mut self) -> Result<(Arc<Program>, Case, Limits), NotRun> {
        Err(NotRun::NoReference("no correct version was given".into()))
    }
}

/// Inputs and shared work of methods that run one after the other on one failing run.
pub struct Workspace<'a> {
    supply: &'a mut dyn Supply,
    /// Work that several methods use, by its type, with the seconds it took.
    shared: BTreeMap<TypeId, (Box<dyn Any>, f64)>,
    /// Reads the clock by which work is measured, in seconds.
    clock: fn() -> f64,
    borrowed: f64,
}

impl<'a> Workspace<'a> {
    /// An empty workspace.
    pub fn new(supply: &'a mut dyn Supply, clock: fn() -> f64) -> Self {
        Workspace { supply, shared: BTreeMap::new(), clock, borrowed: 0.0 }
    }

    /// Drops all shared work: a method of another family comes next.
    pub fn clear(&mut self) {
        self.shared.clear();
    }

    /// Seconds that earlier methods spent on shared work that was used since the last call.
    pub fn take_borrowed(&mut self) -> f64 {
        std::mem::take(&mut self.borrowed)
    }

    /// Shared work of a type, computed now or by an earlier method.
    ///
    /// It is removed while it is used; [`Workspace::put`] returns it.
    pub(crate) fn take<T: Any>(
        &mut self,
        make: impl FnOnce(&mut Self) -> Result<T, NotRun>,
    ) -> Result<Shared<T>, NotRun> {
        let known = self.shared.remove(&TypeId::of::<T>());
        if let Some((value, seconds)) = known
            && let Ok(value) = value.downcast::<T>()
        {
            self.borrowed += seconds;
            return Ok(Shared { value: *value, seconds });
        }
        let (start, before) = ((self.clock)(), self.borrowed);
        let value = make(self)?;
        let seconds = (self.clock)() - start + self.borrowed - before;
        Ok(Shared { value, seconds })
    }

    /// Keeps shared work for the next method.
    pub(crate) fn put<T: Any>(&mut self, shared: Shared<T>) {
        self.shared.insert(TypeId::of::<T>(), (Box::new(shared.value), shared.seconds));
    }

    /// Optional inputs.
    pub(crate) fn supply(&mut self) -> &mut dyn Supply {
        self.supply
    }
}

/// Work that several methods use, and the seconds it took.
pub(crate) struct Shared<T> {
    pub(crate) value: T,
    seconds: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_work_is_done_once_and_its_cost_is_passed_on() {
        let mut supply = NoSupply;
        let mut workspace = Workspace::new(&mut supply, || 0.0);
        let shared = workspace.take(|_| Ok(7u32)).expect("made");
        workspace.put(Shared { value: shared.value, seconds: 2.0 });
        let again = workspace.take::<u32>(|_| panic!("made before")).expect("shared");
        assert_eq!((again.value, workspace.take_borrowed(), workspace.take_borrowed()), (7, 2.0, 0.0));
        workspace.put(again);
        workspace.clear();
        assert!(workspace.take::<u32>(|w| w.supply().tests().map(|_| 0)).is_err());
    }
}
