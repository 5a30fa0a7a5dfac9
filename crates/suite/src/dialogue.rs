//! Interactive debugging in which the correct version answers in place of a person.

use std::collections::BTreeSet;
use std::sync::Arc;

use whydunit_locate::interactive::{Debugger, Judged, Reference, Round, Setting};
use whydunit_locate::{Line, Ranking, Statement, Strategy, line_of_statement};

use crate::build::reference_of;
use crate::measure::{Answer, Bench, failing_run, limits};
use crate::result::{Dialogue, Status};
use crate::shared::Shared;

/// Most breakpoints answered.
const MOST: usize = 400;
/// Most breakpoints answered if they are chosen at random, as in the paper: such a search need not converge.
const BY_CHANCE: usize = 10;

impl Bench<'_> {
    /// Debugs with the correct version as the user.
    pub(crate) fn debug(&self, strategy: &Strategy, shared: &mut Shared) -> Result<Answer, (Status, String)> {
        let (debugger, reference) = shared.debugger(self)?;
        let most = if matches!(strategy, Strategy::Random(_)) { BY_CHANCE } else { MOST };
        debugger.begin_again(strategy.clone());
        debugger.consult(reference, most);
        let complete = debugger.breakpoint().is_none();
        let (ranking, reported) = self.rank(debugger);
        let dialogue = Some((dialogue(debugger.history()), self.looked_at(debugger)));
        Ok(Answer { ranking, reported, reruns: 0, complete, dialogue })
    }

    /// The failing run to be debugged, and the correct version.
    pub(crate) fn debugger(&self) -> Result<(Debugger, Reference), (Status, String)> {
        let none = |why: String| (Status::NoReference, why);
        let mut debugger = Debugger::new(failing_run(self.entry, &self.program)?, Setting::default());
        let program = whydunit_bitcode::load(&reference_of(self.executable), whydunit_world::RUNTIME);
        let program = Arc::new(program.map_err(|e| none(e.to_string()))?);
        let case = self.entry.trial.case(&self.entry.program_name());
        let reference = Reference::new(&mut debugger, program, case, limits(self.entry));
        let reference = reference.map_err(|e| (Status::Unsupported, e.to_string()))?;
        match reference.is_correct(&debugger.session) {
            true => Ok((debugger, reference)),
            false => Err(none("it does not meet the expectation".into())),
        }
    }

    /// The lines in the order of the report, and the number of them that are the report proper.
    fn rank(&self, debugger: &Debugger) -> (Ranking, usize) {
        let line = |statement: Statement| line_of_statement(&self.program, statement);
        let suspects: Vec<Line> = debugger.suspects().iter().filter_map(|s| line(s.statement)).collect();
        let reported: BTreeSet<Line> = suspects.iter().copied().collect();
        let mut rest: Vec<(u32, u32)> = debugger.slice().nodes.iter().map(|(&t, n)| (n.distance, t)).collect();
        rest.sort_by_key(|&(distance, time)| (distance, std::cmp::Reverse(time)));
        let others = debugger.path().into_iter().chain(rest.into_iter().map(|(_, time)| time));
        let others = others.filter_map(|time| self.line_at(debugger, time));
        (Ranking::ordered(suspects.into_iter().chain(others)), reported.len())
    }

    /// The lines of the items that the user had to look at.
    fn looked_at(&self, debugger: &Debugger) -> BTreeSet<Line> {
        let asked = debugger.history().iter().filter(|r| r.judged == Judged::Asked);
        let times = asked.flat_map(|r| r.breakpoint.times());
        times.filter_map(|time| self.line_at(debugger, time)).collect()
    }

    fn line_at(&self, debugger: &Debugger, time: u32) -> Option<Line> {
        let (statement, _) = Statement::blamed(&debugger.session.recorded.recording, time)?;
        line_of_statement(&self.program, statement)
    }
}

fn dialogue(rounds: &[Round]) -> Dialogue {
    let removed: f64 = rounds.iter().map(Round::removed).sum();
    Dialogue {
        breakpoints: rounds.iter().filter(|r| r.judged == Judged::Asked).count() as u32,
        instances: rounds.iter().map(|r| r.looked_at() as u32).sum(),
        reduce: if rounds.is_empty() { 0.0 } else { removed / rounds.len() as f64 },
    }
}
