//! Backend: Z3, in a thread of its own.
//!
//! Z3's objects belong to the thread that created them; ours must be `Send`. So a [`Z3`] is a
//! handle to a thread with its own context. The thread has the deep stack that deep terms need, and
//! a crash ends only the thread. If it exceeds its limits (Z3 ignores them while it reads a large
//! term), it is interrupted and abandoned, and the next query gets a new thread.

mod encode;
mod floats;
mod worker;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use whydunit_terms::{Store, TermId};

use crate::answer::{Answer, Reason};
use crate::query::{Limits, Query, Solver};
use crate::statistics::Statistics;
use worker::Worker;

/// Deep terms make Z3 recurse; only touched pages of the stack use memory.
const STACK_SIZE: usize = 512 << 20;
/// How long Z3 may exceed its time limit before it is interrupted.
const GRACE: Duration = Duration::from_millis(500);

struct Job {
    store: Store,
    constraints: Vec<TermId>,
    limits: Limits,
}

struct Thread {
    jobs: Sender<Job>,
    /// Answers, with the steps that Z3 counted.
    answers: Receiver<(Answer, u32)>,
    /// Interrupts Z3 for good.
    stop: Sender<()>,
}

/// Z3, with limits for queries without their own.
pub struct Z3 {
    limits: Limits,
    float_limits: Limits,
    thread: Option<Thread>,
    counts: Statistics,
}

impl Z3 {
    /// Z3 with these limits; `float_limits` apply to queries with float arithmetic, in which Z3
    /// rarely succeeds.
    pub fn new(limits: Limits, float_limits: Limits) -> Self {
        Z3 { limits, float_limits, thread: None, counts: Statistics::default() }
    }

    fn ask(&mut self, job: Job) -> Answer {
        let (patience, allowed) = (job.limits.time.saturating_add(GRACE), job.limits.effort);
        let thread = match self.thread.take() {
            Some(thread) => thread,
            None => match start() {
                Ok(thread) => thread,
                Err(e) => return Answer::Unknown(Reason::Backend(format!("no thread for Z3: {e}"))),
            },
        };
        if thread.jobs.send(job).is_err() {
            return Answer::Unknown(Reason::Backend("Z3's thread has ended".into()));
        }
        match thread.answers.recv_timeout(patience) {
            Ok((answer, steps)) => {
                self.counts.effort += u64::from(steps);
                self.thread = Some(thread);
                answer
            }
            Err(RecvTimeoutError::Timeout) => {
                self.counts.effort += u64::from(allowed);
                // Sending fails only if the thread has just ended by itself.
                let _ = thread.stop.send(());
                Answer::Unknown(Reason::Time)
            }
            Err(RecvTimeoutError::Disconnected) => {
                Answer::Unknown(Reason::Backend("Z3 failed inside (its thread ended)".into()))
            }
        }
    }
}

fn start() -> std::io::Result<Thread> {
    let (jobs, inbox) = channel::<Job>();
    let (outbox, answers) = channel();
    let (stop, stopped) = channel();
    let life = move || live(&inbox, outbox, stopped);
    thread::Builder::new().name("z3".into()).stack_size(STACK_SIZE).spawn(life)?;
    Ok(Thread { jobs, answers, stop })
}

/// The main function of a thread with a context, and of a second one that only waits for the signal
/// to stop.
fn live(inbox: &Receiver<Job>, outbox: Sender<(Answer, u32)>, stopped: Receiver<()>) {
    let context = z3::Context::thread_local();
    let handle = context.handle();
    thread::scope(|scope| {
        scope.spawn(move || {
            if stopped.recv().is_ok() {
                handle.interrupt();
            }
        });
        serve(inbox, outbox);
    });
}

/// Answers queries until the channel closes. Owns its end of the channel, so that a waiting client
/// notices at once if Z3 fails.
fn serve(inbox: &Receiver<Job>, outbox: Sender<(Answer, u32)>) {
    let mut worker = Worker::default();
    while let Ok(Job { store, constraints, limits }) = inbox.recv() {
        let floats = constraints.iter().any(|&c| store.has_float(c));
        let before = worker.steps;
        let answer = if floats {
            let (answer, steps) = floats::check(&store, &constraints, limits);
            worker.steps = steps.unwrap_or(before);
            answer
        } else {
            worker.check(&store, &constraints, limits)
        };
        // Before the client continues, so that it is the only owner of its terms again and need not
        // copy them.
        drop(store);
        if outbox.send((answer, worker.steps.wrapping_sub(before))).is_err() {
            return;
        }
    }
}

impl Solver for Z3 {
    fn check(&mut self, query: &Query<'_>) -> Answer {
        let floats = query.constraints.iter().any(|&c| query.store.has_float(c));
        let limits = query.limits.unwrap_or(if floats { self.float_limits } else { self.limits });
        self.counts.backend += 1;
        self.counts.backend_constraints += query.constraints.len() as u64;
        self.counts.floats += u64::from(floats);
        let too_heavy = if floats { floats::too_heavy } else { worker::too_heavy };
        if too_heavy(query.store, query.constraints, limits) {
            return Answer::Unknown(Reason::Effort);
        }
        let start = Instant::now();
        let job = Job { store: query.store.clone(), constraints: query.constraints.to_vec(), limits };
        let answer = self.ask(job);
        self.counts.backend_time += start.elapsed();
        answer
    }

    fn count(&self, into: &mut Statistics) {
        into.add(&self.counts);
    }
}
