//! Results of one method on one case, as they are stored in files.

use serde::{Deserialize, Serialize};

use crate::entry::Entry;
use crate::score::Score;
use whydunit_locate::methods::MethodRef;

/// The result of a method on a case. It is the same for each run of the same version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    /// The case.
    pub case: String,
    /// The method.
    pub method: String,
    /// The key of the result; it changes with the case, the method and the version of Whydunit.
    pub key: String,
    /// How the measurement ended.
    pub status: Status,
    /// The reason for missing scores, or a limitation of the scores.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
    /// Properties of the case, for the summary.
    pub case_facts: CaseFacts,
    /// The method's findings and their cost.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub found: Option<Found>,
}

/// How a measurement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// With a ranking and its scores.
    Done,
    /// With a ranking, but the manifest does not say where the fault is.
    NotScored,
    /// The program needs something that the machine does not support.
    Unsupported,
    /// The run is too long to be recorded.
    TooLong,
    /// The run does not fail in the machine.
    DoesNotFail,
    /// The program could not be built.
    DoesNotBuild,
    /// The method needs tests and the case has no suitable ones.
    NoTests,
    /// The method needs a correct version and the case has none.
    NoReference,
    /// The time limit was reached.
    TimeLimit,
    /// Whydunit itself crashed.
    Crashed,
}

impl Status {
    /// The status as a phrase.
    pub fn words(self) -> &'static str {
        match self {
            Status::Done => "measured",
            Status::NotScored => "not scored",
            Status::Unsupported => "unsupported",
            Status::TooLong => "run too long",
            Status::DoesNotFail => "does not fail in the machine",
            Status::DoesNotBuild => "does not build",
            Status::NoTests => "no tests",
            Status::NoReference => "no correct version",
            Status::TimeLimit => "time limit",
            Status::Crashed => "Whydunit crashed",
        }
    }
}

/// Properties of a case, from its manifest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // as in the manifest
pub struct CaseFacts {
    pub failure: Option<String>,
    pub kind: Option<String>,
    pub missing_code: bool,
    pub faults: u32,
}

/// A method's findings and their cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Scores, if the manifest says where the fault is.
    pub score: Option<Scores>,
    /// The first lines of the ranking, as `file:line`.
    pub top: Vec<String>,
    /// Number of lines in the report proper.
    pub reported: usize,
    /// Lines in the ranking.
    pub ranked: usize,
    /// Lines with code in the program.
    pub code_lines: usize,
    /// Lines that the failing run executed.
    pub executed_lines: usize,
    /// Instructions of the failing run.
    pub run_steps: u64,
    /// Number of reruns.
    pub reruns: u64,
    /// Did the method finish its search within the budget?
    pub complete: bool,
    /// The answers that a person, or a correct version in their place, had to give; for interactive methods.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dialogue: Option<Dialogue>,
}

/// [`Score`] in its stored form.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // as in `Score`
pub struct Scores {
    pub read: f64,
    pub listed: bool,
    pub t_score: f64,
    pub distance: Option<u32>,
    pub pdg_score: Option<f64>,
}

impl From<Score> for Scores {
    fn from(s: Score) -> Self {
        Scores { read: s.read, listed: s.listed, t_score: s.t_score, distance: s.distance, pdg_score: s.pdg_score }
    }
}

impl Scores {
    /// Is a faulty line among the first `n`?
    pub fn top(&self, n: u32) -> bool {
        self.listed && self.read <= f64::from(n)
    }
}

/// The cost of an interactive search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dialogue {
    /// Breakpoints answered.
    pub breakpoints: u32,
    /// Instances looked at.
    pub instances: u32,
    /// Mean share of the candidates that an answer removed.
    pub reduce: f64,
}

impl From<&whydunit_locate::methods::Dialogue> for Dialogue {
    fn from(dialogue: &whydunit_locate::methods::Dialogue) -> Self {
        let whydunit_locate::methods::Dialogue { breakpoints, items, removed, .. } = *dialogue;
        Dialogue { breakpoints, instances: items, reduce: removed }
    }
}

impl CaseResult {
    /// A result without scores.
    pub fn without(entry: &Entry, method: MethodRef, key: String, status: Status, why: String) -> Self {
        CaseResult {
            case: entry.id.clone(),
            method: method.name().into(),
            key,
            status,
            why: Some(why).filter(|w| !w.is_empty()),
            case_facts: entry.into(),
            found: None,
        }
    }

    /// The scores, if there are any.
    pub fn scores(&self) -> Option<Scores> {
        self.found.as_ref().and_then(|f| f.score)
    }
}

impl From<&Entry> for CaseFacts {
    fn from(entry: &Entry) -> Self {
        CaseFacts {
            failure: entry.failure.clone(),
            kind: entry.kind.clone(),
            missing_code: entry.missing_code,
            faults: entry.faults,
        }
    }
}
