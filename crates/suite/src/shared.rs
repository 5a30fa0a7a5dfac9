//! Work that several methods share: done once, by the first that needs it.

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
    /// Seconds that others spent on what the current method used.
    borrowed: f64,
}

/// Something, and the seconds it took.
struct Costly<T>(Option<(T, f64)>);

impl<T> Default for Costly<T> {
    fn default() -> Self {
        Costly(None)
    }
}

impl<T> Costly<T> {
    /// It; made now, or made before at a cost that the user of it is to know.
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
    /// A family begins: what only others need is given back.
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

    /// Seconds that others spent on what was used since this was asked last.
    pub(crate) fn take_borrowed(&mut self) -> f64 {
        std::mem::take(&mut self.borrowed)
    }

    pub(crate) fn groundwork(&mut self, bench: &mut Bench<'_>) -> Made<'_, Groundwork> {
        self.groundwork.get(&mut self.borrowed, |_| {
            bench.session.budget.instructions = bench.session.effort.instructions + EFFORT;
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
