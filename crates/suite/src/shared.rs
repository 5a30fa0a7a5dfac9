//! Work that several methods share: the first method that needs it does it.

use whydunit_locate::interactive::{Debugger, Reference};
use whydunit_locate::methods::{Mutation, Tests, mutation};
use whydunit_locate::{Groundwork, Options};

use crate::clock::own_seconds;
use crate::measure::{Bench, EFFORT};
use crate::method::Family;
use crate::result::Status;

/// Work that methods share.
#[derive(Default)]
pub(crate) struct Shared {
    groundwork: Costly<Groundwork>,
    tests: Costly<Tests>,
    mutation: Costly<Mutation>,
    debugger: Costly<(Debugger, Reference)>,
    /// Seconds that other methods spent on results that the current method used.
    borrowed: f64,
}

/// A result with the seconds it took.
struct Costly<T>(Option<(T, f64)>);

impl<T> Default for Costly<T> {
    fn default() -> Self {
        Costly(None)
    }
}

impl<T> Costly<T> {
    /// The result, computed on first use. A reuse adds its original cost to `borrowed`.
    fn get<E>(&mut self, borrowed: &mut f64, make: impl FnOnce(&mut f64) -> Result<T, E>) -> Result<&mut T, E> {
        let (value, _) = match &mut self.0 {
            Some(made) => {
                *borrowed += made.1;
                made
            }
            place => {
                let (started, before) = (own_seconds(), *borrowed);
                let value = make(borrowed)?;
                let cost = own_seconds() - started + *borrowed - before;
                place.insert((value, cost))
            }
        };
        Ok(value)
    }
}

type Made<'a, T> = Result<&'a mut T, (Status, String)>;

impl Shared {
    /// Begins a family: drops the results that only other families need.
    pub(crate) fn only_for(&mut self, family: Family) {
        if family != Family::Frontier {
            self.groundwork = Costly::default();
        }
        if family != Family::Debug {
            self.debugger = Costly::default();
        }
        if !matches!(family, Family::Spectrum | Family::Mutants) {
            (self.tests, self.mutation) = (Costly::default(), Costly::default());
        }
    }

    /// Returns and resets the seconds that other methods spent on results used since the last call.
    pub(crate) fn take_borrowed(&mut self) -> f64 {
        std::mem::take(&mut self.borrowed)
    }

    pub(crate) fn groundwork(&mut self, bench: &mut Bench<'_>) -> Made<'_, Groundwork> {
        self.groundwork.get(&mut self.borrowed, |_| {
            bench.session.allowance.instructions = bench.session.effort.instructions + EFFORT;
            Ok(Groundwork::new(&mut bench.session, &Options::default()))
        })
    }

    pub(crate) fn tests(&mut self, bench: &Bench<'_>) -> Made<'_, Tests> {
        self.tests.get(&mut self.borrowed, |_| bench.tests())
    }

    pub(crate) fn mutation(&mut self, bench: &Bench<'_>) -> Made<'_, Mutation> {
        let tests = &mut self.tests;
        self.mutation.get(&mut self.borrowed, |borrowed| Ok(mutation(tests.get(borrowed, |_| bench.tests())?, EFFORT)))
    }

    pub(crate) fn debugger(&mut self, bench: &Bench<'_>) -> Made<'_, (Debugger, Reference)> {
        self.debugger.get(&mut self.borrowed, |_| bench.debugger())
    }
}
