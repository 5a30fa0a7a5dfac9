//! Interactive debugging with a correct version of the program in place of the user, as in `whydunit debug
//! --reference`.

use std::collections::BTreeSet;
use whydunit_trace::Time;

use crate::compare::reference::Reference;
use crate::evidence::ranking::{Line, Ranking, line_of_statement};
use crate::interactive::answered_round::{Judged, Round};
use crate::interactive::debugger::Debugger;
use crate::interactive::setting::Setting;
use crate::methods::finding::{Dialogue, Finding, StopReason};
use crate::methods::frontier::strategy::{Dice, Strategy};
use crate::methods::workspace::{NotRun, Workspace};
use crate::methods::{Method, MethodRef, Requirement};
use crate::session::Session;
use crate::session::statement::Statement;

/// One method per strategy.
pub(super) const METHODS: &[MethodRef] = &[
    &Breakpoints {
        name: "debug-closest",
        summary: "breakpoints at frontiers closest to the failure, answered by a correct version",
        strategy: Strategy::Closest,
    },
    &Breakpoints {
        name: "debug-balanced",
        summary: "as debug-closest, with frontiers that halve the domain",
        strategy: Strategy::Balanced,
    },
    &Breakpoints {
        name: "debug-single-step",
        summary: "as debug-closest, one dependence at a time",
        strategy: Strategy::SingleStep,
    },
    &Breakpoints {
        name: "debug-bisection",
        summary: "as debug-closest, half way back by dependence distance",
        strategy: Strategy::Bisection,
    },
    &Breakpoints {
        name: "debug-random",
        summary: "as debug-closest, one instance at random",
        strategy: Strategy::Random(Dice::FIXED),
    },
];

/// Upper bound of answered breakpoints.
const MAX_BREAKPOINTS: usize = 400;
/// Upper bound for random breakpoints, as in the paper: such a search need not end.
const MAX_RANDOM_BREAKPOINTS: usize = 10;

struct Breakpoints {
    name: &'static str,
    summary: &'static str,
    strategy: Strategy,
}

impl Method for Breakpoints {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn requirement(&self) -> Requirement {
        Requirement::Reference
    }

    fn family(&self) -> &'static str {
        "debug"
    }

    fn run(&self, _: &mut Session, workspace: &mut Workspace<'_>, _: u64) -> Result<Finding, NotRun> {
        let mut shared = workspace.take(start)?;
        let (debugger, reference) = &mut shared.value;
        let most = if matches!(self.strategy, Strategy::Random(_)) { MAX_RANDOM_BREAKPOINTS } else { MAX_BREAKPOINTS };
        debugger.begin_again(self.strategy.clone());
        debugger.consult(reference, most);
        let stop = if debugger.breakpoint().is_none() { StopReason::Complete } else { StopReason::Budget };
        let (suspects, reported) = rank(debugger);
        let (path, dialogue) = (debugger.path(), Some(dialogue(debugger)));
        workspace.put(shared);
        Ok(Finding { suspects, reported, path, stop, dialogue, ..Finding::default() })
    }
}

/// The debugger of the failing run, and the correct version.
fn start(workspace: &mut Workspace<'_>) -> Result<(Debugger, Reference), NotRun> {
    let mut debugger = Debugger::new(workspace.supply().failing_run()?, Setting::default());
    let (program, case, limits) = workspace.supply().reference()?;
    let reference = Reference::new(&mut debugger, program, case, limits);
    let reference = reference.map_err(|e| NotRun::Unsupported(e.to_string()))?;
    match reference.is_correct(&debugger.session) {
        true => Ok((debugger, reference)),
        false => Err(NotRun::NoReference("it does not do what was expected".into())),
    }
}

/// The lines in the order of the report, and the number of those that are reported.
fn rank(debugger: &Debugger) -> (Ranking, usize) {
    let line = |statement: Statement| line_of_statement(debugger.session.program(), statement);
    let suspects: Vec<Line> = debugger.suspects().iter().filter_map(|s| line(s.statement)).collect();
    let reported: BTreeSet<Line> = suspects.iter().copied().collect();
    let mut rest: Vec<(u32, Time)> = debugger.slice().nodes.iter().map(|(&t, n)| (n.distance, t)).collect();
    rest.sort_by_key(|&(distance, time)| (distance, std::cmp::Reverse(time)));
    let others = debugger.path().into_iter().chain(rest.into_iter().map(|(_, time)| time));
    let others = others.filter_map(|time| line_of_instance(debugger, time));
    (Ranking::ordered(suspects.into_iter().chain(others)), reported.len())
}

fn dialogue(debugger: &Debugger) -> Dialogue {
    let rounds = debugger.history();
    let asked = || rounds.iter().filter(|r| r.judged == Judged::Asked);
    let removed: f64 = rounds.iter().map(Round::removed).sum();
    let times = asked().flat_map(|r| r.breakpoint.times());
    Dialogue {
        breakpoints: asked().count() as u32,
        items: rounds.iter().map(|r| r.looked_at() as u32).sum(),
        removed: if rounds.is_empty() { 0.0 } else { removed / rounds.len() as f64 },
        lines: times.filter_map(|time| line_of_instance(debugger, time)).collect(),
    }
}

fn line_of_instance(debugger: &Debugger, time: Time) -> Option<Line> {
    let (statement, _) = Statement::blamed(&debugger.session.recorded.recording, time)?;
    line_of_statement(debugger.session.program(), statement)
}
