//! Measures methods on one case and scores their rankings.

use std::path::Path;
use std::sync::Arc;

use whydunit_locate::methods::{Finding, MethodRef, StopReason, Supply, Workspace};
use whydunit_locate::{Line, Session};
use whydunit_machine::Outcome;
use whydunit_program::Program;

use crate::clock::own_seconds;
use crate::entry::{Entry, FaultLine};
use crate::result::{CaseResult, Found, Status};
use crate::score::score;
use crate::store::Timed;
use crate::supply::{BuiltEntry, status};
use crate::truth::Truth;

/// Instructions that a method may execute in reruns.
const EFFORT: u64 = 200_000_000;
/// Lines of a ranking that are kept.
const MAX_LINES: usize = 20;

/// A case, loaded and recorded, ready for the methods.
pub struct Bench<'a> {
    built: BuiltEntry<'a>,
    session: Session,
    scorer: Scorer<'a>,
    /// Seconds that loading and recording took.
    recorded: f64,
}

/// Scores findings against the faulty lines of the manifest.
struct Scorer<'a> {
    entry: &'a Entry,
    program: Arc<Program>,
    truth: Truth,
    /// Faulty lines of the manifest without code.
    lost: Vec<FaultLine>,
    /// Instructions of the failing run.
    run_steps: u64,
}

impl<'a> Bench<'a> {
    /// Loads a built case and makes its failing run. The error is the reason why the case cannot be measured.
    pub fn new(entry: &'a Entry, executable: &'a Path) -> Result<Self, (Status, String)> {
        let started = own_seconds();
        let program = whydunit_bitcode::load(executable, whydunit_world::RUNTIME)
            .map_err(|e| (Status::DoesNotBuild, e.to_string()))?;
        let program = Arc::new(program);
        let mut built = BuiltEntry { entry, program, executable };
        let session = built.failing_run().map_err(status)?;
        if matches!(session.observed.outcome, Outcome::Stopped(_)) && entry.failure.as_deref() != Some("hang") {
            let budget = built.limits().steps;
            return Err((Status::TooLong, format!("the run takes more than {budget} instructions")));
        }
        let recorded = own_seconds() - started;
        let (truth, lost) = Truth::of(entry, &session);
        let run_steps = u64::from(session.recorded.recording.duration());
        let scorer = Scorer { entry, program: built.program.clone(), truth, lost, run_steps };
        Ok(Bench { built, session, scorer, recorded })
    }

    /// Runs methods, grouped by family; passes each result to `tell` with its processor seconds, which include the
    /// work that it shares with others.
    pub fn run(&mut self, methods: &[MethodRef], key: impl Fn(MethodRef) -> String, mut tell: impl FnMut(Timed)) {
        let Bench { built, session, scorer, recorded } = self;
        let (mut workspace, mut family) = (Workspace::new(built, own_seconds), None);
        for &method in methods {
            if family.replace(method.family()) != Some(method.family()) {
                workspace.clear();
                session.forget();
            }
            let started = own_seconds();
            let finding = method.run(session, &mut workspace, EFFORT).map_err(status);
            let seconds = *recorded + workspace.take_borrowed() + own_seconds() - started;
            let result = match finding {
                Ok(finding) => scorer.judge(method, key(method), &finding),
                Err((status, why)) => CaseResult::without(scorer.entry, method, key(method), status, why),
            };
            tell(Timed { result, seconds });
        }
    }
}

impl Scorer<'_> {
    fn judge(&self, method: MethodRef, key: String, finding: &Finding) -> CaseResult {
        let known = !self.truth.faults.is_empty();
        let program = &self.program;
        let name = |line: Line| format!("{}:{}", program.files[line.file.0 as usize].name, line.line);
        let looked = finding.dialogue.as_ref().map(|dialogue| &dialogue.lines);
        let scored = || {
            let score = score(&finding.suspects, finding.reported, &self.truth);
            looked.map_or(score, |looked| score.after_looking_at(looked, &finding.suspects, &self.truth))
        };
        let found = Found {
            score: known.then(|| scored().into()),
            top: finding.suspects.lines.iter().take(MAX_LINES).map(|r| name(r.line)).collect(),
            reported: finding.reported,
            ranked: finding.suspects.lines.len(),
            code_lines: self.truth.code.len(),
            executed_lines: self.truth.executed.len(),
            run_steps: self.run_steps,
            reruns: finding.effort.reruns,
            complete: finding.stop == StopReason::Complete,
            dialogue: finding.dialogue.as_ref().map(Into::into),
        };
        CaseResult {
            case: self.entry.id.clone(),
            method: method.name().into(),
            key,
            status: if known { Status::Done } else { Status::NotScored },
            why: self.unscored(),
            case_facts: self.entry.into(),
            found: Some(found),
        }
    }

    /// The problem with the faulty lines of the manifest, if there is one.
    fn unscored(&self) -> Option<String> {
        let lost: Vec<String> = self.lost.iter().map(|l| format!("{}:{}", l.file, l.line)).collect();
        match (self.entry.fault_lines.is_empty(), lost.is_empty()) {
            (true, _) => Some("the manifest names no faulty line".into()),
            (_, true) => None,
            _ => Some(format!("fault_lines: no code at or after {}", lost.join(", "))),
        }
    }
}
