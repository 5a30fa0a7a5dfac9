//! What came of one method on one case, as it is kept in files.

use serde::{Deserialize, Serialize};

use crate::entry::Entry;
use crate::score::Score;
use whydunit_locate::methods::MethodRef;

/// One method on one case. Holds nothing that differs between two runs of the same version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseResult {
    /// The case.
    pub case: String,
    /// The method.
    pub method: String,
    /// Changes when the case, the method or Whydunit changes.
    pub key: String,
    /// What came of it.
    pub status: Status,
    /// Why there are no scores, if there are none, or what they leave out.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
    /// About the case, for sums.
    pub case_facts: CaseFacts,
    /// What the method found and what it cost.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub found: Option<Found>,
}

/// How measuring ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// With a ranking and its scores.
    Done,
    /// With a ranking, but nobody knows where the fault is.
    NotScored,
    /// The program asks for what the machine cannot do.
    Unsupported,
    /// The run is too long to be recorded.
    TooLong,
    /// The run does not fail in the machine.
    DoesNotFail,
    /// The program could not be built.
    DoesNotBuild,
    /// The method needs tests and the case has none that fit.
    NoTests,
    /// The method needs a correct version and the case has none.
    NoReference,
    /// The time limit was reached.
    TimeLimit,
    /// Whydunit itself crashed.
    Crashed,
}

impl Status {
    /// In words.
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

/// What the manifest says of a case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // as in the manifest
pub struct CaseFacts {
    pub failure: Option<String>,
    pub kind: Option<String>,
    pub missing_code: bool,
    pub faults: u32,
}

/// What a method found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Scores, when the manifest says where the fault is.
    pub score: Option<Scores>,
    /// The first lines of the ranking, as `file:line`.
    pub top: Vec<String>,
    /// How many lines are the report proper.
    pub reported: usize,
    /// Lines in the ranking.
    pub ranked: usize,
    /// Lines with code in the program.
    pub code_lines: usize,
    /// Lines that the failing run executed.
    pub executed_lines: usize,
    /// Instructions of the failing run.
    pub run_steps: u64,
    /// Reruns made.
    pub reruns: u64,
    /// Was everything tried that the method would try, within its budget?
    pub complete: bool,
    /// What a person, or a reference version in their place, had to answer: for methods that ask.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dialogue: Option<Dialogue>,
}

/// [`Score`] as it is kept.
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

/// A search with somebody who answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dialogue {
    /// Breakpoints answered.
    pub breakpoints: u32,
    /// Instances looked at.
    pub instances: u32,
    /// Mean share of the domain that an answer removed.
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

    /// Its scores, if it has any.
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
