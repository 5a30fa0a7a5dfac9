//! Operations that the machine refused to execute in reruns and replays.
//!
//! A rerun may reach code that the failing run never executed, such as a call of a function without a model. Its
//! verdict is then undecided. The reason is kept here, so that the report can state that the search was incomplete.

use whydunit_machine::Unsupported;

/// Refusals of the machine.
#[derive(Clone, Debug, Default)]
pub struct Refusals {
    /// The first one, as an example.
    pub first: Option<Unsupported>,
    /// The number of refusals.
    pub count: u64,
}

impl Refusals {
    /// Adds a refusal.
    pub(crate) fn add(&mut self, refusal: Unsupported) {
        self.count += 1;
        self.first.get_or_insert(refusal);
    }

    /// Adds the refusals of another search.
    pub(crate) fn join(&mut self, other: Refusals) {
        self.count += other.count;
        self.first = self.first.take().or(other.first);
    }

    /// The value of a machine result, or `None` if it is a refusal, which is then kept.
    pub(crate) fn unless<T>(&mut self, result: Result<T, Unsupported>) -> Option<T> {
        result.map_err(|refusal| self.add(refusal)).ok()
    }
}

impl Extend<Unsupported> for Refusals {
    fn extend<I: IntoIterator<Item = Unsupported>>(&mut self, refusals: I) {
        refusals.into_iter().for_each(|refusal| self.add(refusal));
    }
}
