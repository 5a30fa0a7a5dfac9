//! Decorator: verifies models by evaluation.

use whydunit_terms::Evaluator;

use crate::answer::{Answer, Reason};
use crate::query::{Query, Solver};
use crate::statistics::Statistics;

/// Turns a model that does not hold into an Unknown. With bit-vectors this never happens; float
/// operations that SMT-LIB cannot express are unconstrained in the backend, so its models may be
/// wrong.
pub(crate) struct Checked<S> {
    inner: S,
}

impl<S> Checked<S> {
    pub(crate) fn new(inner: S) -> Self {
        Checked { inner }
    }
}

impl<S: Solver> Solver for Checked<S> {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        let answer = self.inner.check(query);
        if let Answer::Sat(model) = &answer
            && !Evaluator::new(query.store, model).all_true(query.constraints)
        {
            let loose = whydunit_terms::smtlib::Script::new(query.store, query.constraints).loose;
            return Answer::Unknown(match loose.first() {
                Some(what) => Reason::Unsupported((*what).to_string()),
                None => Reason::Backend("its model does not hold".into()),
            });
        }
        answer
    }

    fn count(&self, into: &mut Statistics) {
        self.inner.count(into);
    }
}
