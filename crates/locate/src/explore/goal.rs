//! What would make a path right: conditions on its output and exit status.

use whydunit_machine::{Channel, ConstraintKind, Outcome, Symbolic};
use whydunit_terms::TermId;
use whydunit_trace::{CriterionKind, Expectation, Observed};

use crate::verdict::end_of_word;

/// Conditions that make a path right, or right up to the failure point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The part of the path that must stay, and what is wanted.
    pub conditions: Vec<TermId>,
}

impl Goal {
    /// The goals of a path that ended, the strongest first.
    pub fn all(
        symbolic: &mut Symbolic,
        expectation: &Expectation,
        observed: &Observed,
        criterion: &CriterionKind,
    ) -> Vec<Goal> {
        let whole = whole_run(symbolic, expectation, observed);
        let parts = match *criterion {
            CriterionKind::WrongOutput { channel, offset } | CriterionKind::MissingOutput { channel, offset } => {
                let due = expectation.due(channel, observed).unwrap_or(&[]);
                let offset = (offset as usize).min(due.len());
                let line = due[offset..].iter().position(|&b| b == b'\n').map_or(due.len(), |i| offset + i + 1);
                let mut ends = vec![line, end_of_word(due, offset)];
                ends.dedup();
                ends.into_iter().filter_map(|end| up_to(symbolic, expectation, observed, channel, end)).collect()
            }
            _ => Vec::new(),
        };
        whole.into_iter().chain(parts).collect()
    }
}

/// Everything is as expected, by this very path.
fn whole_run(symbolic: &mut Symbolic, expectation: &Expectation, observed: &Observed) -> Option<Goal> {
    let Outcome::Exited(status) = observed.outcome else { return None };
    if expectation.missing_file(observed).is_some() {
        return None;
    }
    let mut wanted = Vec::new();
    for stream in expectation.streams(observed) {
        if stream.expected.len() != stream.actual.len() {
            return None;
        }
        wanted.extend(same_bytes(symbolic, stream.channel, stream.expected, stream.actual)?);
    }
    let mut freed = None;
    if let Some(expected) = expectation.exit {
        match symbolic.exit() {
            Some(term) => {
                let low = symbolic.store.trunc(term, 8);
                let value = symbolic.store.constant(8, expected as u128 & 0xff);
                wanted.push(symbolic.store.eq(low, value));
                // Ending the run made the status concrete; that is just what should change.
                freed = symbolic.path().last().filter(|c| is_pinned(c.kind)).map(|c| c.at.time);
            }
            None if expected != status => return None,
            None => {}
        }
    }
    let path = symbolic.path().iter().filter(|c| c.kind.is_path());
    let kept = path.filter(|c| freed != Some(c.at.time) || !is_pinned(c.kind)).map(|c| c.term);
    Some(Goal { conditions: kept.chain(wanted).collect() })
}

fn is_pinned(kind: ConstraintKind) -> bool {
    matches!(kind, ConstraintKind::Pinned { .. })
}

/// A stream comes out right up to an offset; what happens behind it is open.
fn up_to(
    symbolic: &mut Symbolic,
    expectation: &Expectation,
    observed: &Observed,
    channel: Channel,
    end: usize,
) -> Option<Goal> {
    let stream = expectation.streams(observed).into_iter().find(|s| s.channel == channel)?;
    let wanted = same_bytes(symbolic, channel, &stream.expected[..end], stream.actual.get(..end)?)?;
    let written = symbolic.emitted().iter().find(|e| e.channel == channel && e.end >= end as u64);
    let conditions = written.map_or(0, |e| e.conditions);
    let prefix = symbolic.path()[..conditions].iter().filter(|c| c.kind.is_path()).map(|c| c.term);
    Some(Goal { conditions: prefix.chain(wanted).collect() })
}

/// The conditions under which bytes are the expected ones; none when a plain byte is not.
fn same_bytes(symbolic: &mut Symbolic, channel: Channel, expected: &[u8], actual: &[u8]) -> Option<Vec<TermId>> {
    let mut wanted = Vec::new();
    for (offset, (&due, &is)) in (0..).zip(expected.iter().zip(actual)) {
        match symbolic.output(channel, offset) {
            Some(term) => {
                let value = symbolic.store.constant(8, u128::from(due));
                wanted.push(symbolic.store.eq(term, value));
            }
            None if due != is => return None,
            None => {}
        }
    }
    Some(wanted)
}
