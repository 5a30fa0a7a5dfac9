//! What the machine refused to execute in reruns and replays.
//!
//! A rerun may do something that the failing run never did, such as call a function without a model. Its verdict is then
//! undecided; the reason is kept here, so that the report can say that the search was incomplete.

use whydunit_machine::Unsupported;

/// Refusals of the machine.
#[derive(Clone, Debug, Default)]
pub struct Refusals {
    /// The first one, as an example.
    pub first: Option<Unsupported>,
    /// How many there were.
    pub count: u64,
}

impl Refusals {
    /// Adds one.
    pub(crate) fn add(&mut self, refusal: Unsupported) {
        self.count += 1;
        self.first.get_or_insert(refusal);
    }

    /// Adds those of another search.
    pub(crate) fn join(&mut self, other: Refusals) {
        self.count += other.count;
        self.first = self.first.take().or(other.first);
    }

    /// Unwraps a result of the machine, and keeps the refusal if it is one.
    pub(crate) fn unless<T>(&mut self, result: Result<T, Unsupported>) -> Option<T> {
        result.map_err(|refusal| self.add(refusal)).ok()
    }
}

impl Extend<Unsupported> for Refusals {
    fn extend<I: IntoIterator<Item = Unsupported>>(&mut self, refusals: I) {
        refusals.into_iter().for_each(|refusal| self.add(refusal));
    }
}
