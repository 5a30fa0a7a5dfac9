//! Reruns on all cores: a queue of interventions whose result does not depend on which core was faster.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use whydunit_machine::Unsupported;

use crate::rerun::budget::Budget;
use crate::rerun::verdict::Verdict;

/// The result of one rerun.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) verdict: Verdict,
    /// Instructions that the rerun took; 0 if it was not started.
    pub(crate) steps: u64,
    /// Did it run until its verdict was known?
    pub(crate) ended: bool,
    /// The machine could not execute something.
    pub(crate) refusal: Option<Unsupported>,
}

impl Default for Done {
    fn default() -> Self {
        Done { verdict: Verdict::Undecided, steps: 0, ended: false, refusal: None }
    }
}

/// The state that the workers share.
struct Queue {
    next: AtomicUsize,
    /// Entries from here on need not be run: an earlier one was good enough.
    end: AtomicUsize,
    spent: AtomicU64,
    done: Mutex<Vec<Done>>,
}

impl Queue {
    fn take(&self, budget: &Budget) -> Option<usize> {
        if budget.is_over() || self.spent.load(Ordering::SeqCst) >= budget.instructions {
            return None;
        }
        let index = self.next.fetch_add(1, Ordering::SeqCst);
        (index < self.end.load(Ordering::SeqCst)).then_some(index)
    }

    fn put(&self, index: usize, result: Done, is_enough: bool) {
        self.spent.fetch_add(result.steps, Ordering::SeqCst);
        if let Ok(mut done) = self.done.lock() {
            done[index] = result;
        }
        if is_enough {
            self.end.fetch_min(index + 1, Ordering::SeqCst);
        }
    }
}

/// Runs `run(index)` for the entries below `count`, in order up to the first whose verdict is `enough`, on up to
/// `workers` threads. `spent` is the effort before the first entry. Returns the results up to that entry; entries that
/// the budget does not cover are `Undecided`.
pub(crate) fn run_in_order(
    (count, workers): (usize, usize),
    (budget, spent): (&Budget, u64),
    run: impl Fn(usize) -> Done + Sync,
    enough: impl Fn(Verdict) -> bool + Sync,
) -> Vec<Done> {
    let queue = Queue {
        next: AtomicUsize::new(0),
        end: AtomicUsize::new(count),
        spent: AtomicU64::new(spent),
        done: Mutex::new(vec![Done::default(); count]),
    };
    let work = || {
        while let Some(index) = queue.take(budget) {
            let result = run(index);
            let is_enough = enough(result.verdict);
            queue.put(index, result, is_enough);
        }
    };
    let workers = workers.min(thread::available_parallelism().map_or(1, |n| n.get()));
    match workers {
        0 | 1 => work(),
        _ => thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work)))),
    }
    let end = queue.end.load(Ordering::SeqCst);
    let mut done = queue.done.into_inner().unwrap_or_default();
    // Other cores may have started entries that one core alone would not have reached within the budget. They are
    // dropped, so that the answer does not depend on timing.
    let end = match affordable(&done[..end], budget.instructions.saturating_sub(spent)) {
        affordable if affordable < end => {
            done[affordable..].fill(Done::default());
            done.len()
        }
        _ => end,
    };
    done.truncate(end);
    done
}

/// How many entries start within a number of instructions if they run one after the other.
fn affordable(done: &[Done], instructions: u64) -> usize {
    let begins = done.iter().scan(0, |spent, done| Some(std::mem::replace(spent, *spent + done.steps)));
    begins.take_while(|&begin| begin < instructions).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_affordable_reruns_is_independent_of_timing() {
        let ran = |steps| Done { verdict: Verdict::Failed, steps, ended: true, refusal: None };
        assert_eq!(affordable(&[ran(10), ran(10), ran(10)], 20), 2);
        assert_eq!(affordable(&[ran(10), ran(10), ran(10)], 21), 3);
        assert_eq!(affordable(&[ran(10)], 0), 0);
    }
}
