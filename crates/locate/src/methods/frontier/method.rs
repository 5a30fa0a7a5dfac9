//! The frontier method: the search of `whydunit explain`, with a strategy for choosing frontiers.

use std::collections::BTreeSet;
use whydunit_trace::Time;

use crate::evidence::Evidence;
use crate::evidence::ranking::{Line, Ranking, line_of_statement};
use crate::evidence::suspect::Suspect;
use crate::explain::{Explanation, Groundwork, Options, explain_on};
use crate::methods::finding::{Finding, StopReason};
use crate::methods::frontier::strategy::{Dice, Strategy};
use crate::methods::workspace::{NotRun, Workspace};
use crate::methods::{Method, MethodRef};
use crate::rerun::budget::Effort;
use crate::session::Session;

/// One method per strategy. `frontier` has the strategy that `explain` uses by default.
pub(crate) const METHODS: &[MethodRef] = &[
    &Frontier {
        name: "frontier",
        summary: "changes values, decisions and source text; frontiers halve the domain",
        strategy: Strategy::Balanced,
    },
    &Frontier {
        name: "frontier-closest",
        summary: "as frontier, with the frontier that is closest to the failure",
        strategy: Strategy::Closest,
    },
    &Frontier {
        name: "frontier-single-step",
        summary: "as frontier, one dependence at a time",
        strategy: Strategy::SingleStep,
    },
    &Frontier {
        name: "frontier-bisection",
        summary: "as frontier, half way back by dependence distance",
        strategy: Strategy::Bisection,
    },
    &Frontier {
        name: "frontier-random",
        summary: "as frontier, one instance at random",
        strategy: Strategy::Random(Dice::FIXED),
    },
];

struct Frontier {
    name: &'static str,
    summary: &'static str,
    strategy: Strategy,
}

impl Method for Frontier {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn family(&self) -> &'static str {
        "frontier"
    }

    fn asks_solver(&self) -> bool {
        true
    }

    fn run(&self, session: &mut Session, workspace: &mut Workspace<'_>, instructions: u64) -> Result<Finding, NotRun> {
        let mut shared = workspace.take(|_| {
            session.budget.instructions = session.effort.instructions + instructions;
            Ok(Groundwork::new(session, &Options::default()))
        })?;
        let before = session.effort;
        let left = instructions.saturating_sub(shared.value.spent());
        session.budget.instructions = session.effort.instructions + left;
        let options = Options { strategy: self.strategy.clone(), ..Options::default() };
        let explanation = explain_on(session, &mut shared.value, &options);
        workspace.put(shared);
        Ok(finding(session, &explanation, before))
    }
}

/// The suspects of the report, with the polluted instances as the path.
fn finding(session: &Session, explanation: &Explanation, before: Effort) -> Finding {
    let line = |s: &Suspect| line_of_statement(session.program(), s.statement);
    let evident = explanation.suspects.iter().filter(|s| s.evidence.iter().any(|e| *e != Evidence::Proximity));
    let evident: BTreeSet<Line> = evident.filter_map(line).collect();
    let mut path: Vec<Time> = explanation.narrowing.path().map(|polluted| polluted.time).collect();
    path.sort_unstable();
    let effort = Effort {
        reruns: session.effort.reruns - before.reruns,
        instructions: session.effort.instructions - before.instructions,
    };
    let stop = match session.budget.is_over() {
        true => StopReason::Interrupted,
        false if !session.may_go_on() => StopReason::Budget,
        false => StopReason::Complete,
    };
    let suspects = Ranking::ordered(explanation.suspects.iter().filter_map(line));
    Finding { suspects, reported: evident.len(), path, effort, stop, dialogue: None }
}
