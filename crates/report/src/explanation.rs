//! An explanation as data, in C's words; the input of every renderer (text, JSON, SARIF, page).

mod behind;
mod effect;
mod failed;
mod missing;
mod named;
mod origin;
mod partial_output;
mod reading;
mod remedy;
mod suggestion;
mod travelled;
mod unsettled;
mod written;

use whydunit_locate::{
    DescribedFrontier, DescribedInstance, DescribedSuspect, Evidence, ExplanationFacts, FailureFacts, Verdict,
};
use whydunit_program::Program;
use whydunit_trace::{Instance, InstanceKind, Time, Value};

use crate::frozen::{assigned, is_stream, value_text};
use crate::source::{SourceText, file_name, place_of};
use crate::wording::{chosen, is_compilers, leads, returned};

pub use failed::{Difference, Failed};
use missing::omitted;
use origin::origins;
pub use origin::{OriginNote, StackFrame};
use remedy::overflowed;
pub use suggestion::Suggestion;
pub use unsettled::Unsettled;
use unsettled::unsettled;

/// All facts about a failure.
#[derive(Clone, Debug)]
pub struct Report {
    /// The failure.
    pub failed: Failed,
    /// The origins of the object of a memory error, and the callers of the failing statement.
    pub origins: Vec<OriginNote>,
    /// The suspects, the likeliest first.
    pub suspects: Vec<Accused>,
    /// The path of the fault from the first suspect to the failure, in order of time.
    pub path: Vec<Executed>,
    /// Position in the path where steps are omitted, and their number.
    pub gap: Option<(usize, usize)>,
    /// The steps of the search.
    pub search_steps: Vec<SearchStep>,
    /// The questions that the search left open, and why.
    pub unsettled: Vec<Unsettled>,
    /// Number of executed statements that the failure depends on.
    pub leading: usize,
    /// Number of reruns.
    pub reruns: u64,
    /// Number of instructions of the failing run.
    pub duration: u32,
}

/// A statement at one of its executions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The file, as the compiler was given it.
    pub file: String,
    /// The path of the file on this machine.
    pub path: std::path::PathBuf,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The function.
    pub function: String,
    /// The source line, without surrounding spaces.
    pub text: String,
    /// Number of bytes of indentation before it.
    pub indent: usize,
    /// The time of the execution.
    pub time: Time,
    /// Number of the execution of the line, from 1, as in `FILE:LINE#K`.
    pub occurrence: u32,
    /// Number of executions of the line.
    pub executions: u32,
    /// The effect of the execution, with values.
    pub did: String,
    /// On the path of a fault: the effect after the fix.
    pub instead: Option<String>,
}

impl Executed {
    /// The place, as other commands accept it: with the execution, if there are several.
    pub fn place(&self) -> String {
        match self.executions {
            0 | 1 => format!("{}:{}", self.file, self.line),
            _ => format!("{}:{}#{}", self.file, self.line, self.occurrence),
        }
    }

    /// The effect before and after the fix: "returned 30 → 60".
    pub fn came_to(&self) -> String {
        match &self.instead {
            None => self.did.clone(),
            Some(instead) if self.did.is_empty() => format!("→ {instead}"),
            Some(instead) => format!("{} → {}", self.did, instead.strip_prefix(USED).unwrap_or(instead)),
        }
    }
}

/// A suspected statement.
#[derive(Clone, Debug)]
pub struct Accused {
    /// The statement.
    pub at: Executed,
    /// The value, outcome or text before the change.
    pub was: Option<String>,
    /// The value, outcome or text that makes the run pass.
    pub instead: Option<String>,
    /// The change as a sentence.
    pub sentence: Option<String>,
    /// Whether a rerun with the change passed.
    pub verified: bool,
    /// Whether the rerun at least corrected the first wrong result.
    pub partly_fixed: bool,
    /// The undefined behaviour of that rerun.
    pub undefined: Option<String>,
    /// The line before and after the change, if the source shows exactly how to write it.
    pub suggestion: Option<Suggestion>,
    /// Whether the fix adds code.
    pub adds: bool,
    /// The reason why code may be missing here.
    pub missing_code: Option<String>,
    /// Number of dependences from the failure.
    pub distance: u32,
    /// The method that found it: "patch", "intervention", "hint", "near".
    pub method: &'static str,
}

/// A step of the search: a frontier whose members were changed.
#[derive(Clone, Debug)]
pub struct SearchStep {
    /// The statements; true where a change helps.
    pub tried: Vec<(Executed, bool)>,
    /// Number of executed statements that may hold the fault.
    pub candidates: usize,
}

impl Report {
    /// Renders the facts of an explanation.
    pub fn new(facts: &ExplanationFacts, program: &Program, sources: &mut SourceText) -> Self {
        let mut words = Words::new(program, sources);
        let failed = Failed::new(&mut words, &facts.failure);
        let suspects = facts.suspects.iter().map(|suspect| words.accused(suspect, &facts.failure)).collect();
        let path = facts.path.as_ref().zip(facts.suspects.first());
        let (path, gap) = path.map_or((Vec::new(), None), |(path, first)| words.path(path, &first.suspect));
        let origins = origins(program, facts);
        let search = &facts.search;
        Report {
            failed,
            origins,
            suspects,
            path,
            gap,
            search_steps: facts.frontiers.iter().map(|frontier| words.search_step(frontier)).collect(),
            unsettled: unsettled(program, facts),
            leading: search.domain,
            reruns: search.reruns,
            duration: search.duration,
        }
    }

    /// Whether a rerun has verified at least one suspect.
    pub fn is_settled(&self) -> bool {
        self.suspects.iter().any(|s| s.verified || s.partly_fixed)
    }
}

/// Renders instances.
pub(crate) struct Words<'a> {
    pub(crate) program: &'a Program,
    pub(crate) sources: &'a mut SourceText,
}

impl<'a> Words<'a> {
    pub(crate) fn new(program: &'a Program, sources: &'a mut SourceText) -> Self {
        Words { program, sources }
    }

    /// A source line, trimmed.
    pub(crate) fn line(&mut self, file: Option<whydunit_program::FileId>, line: u32) -> String {
        self.untrimmed(file, line).unwrap_or_default().trim().to_string()
    }

    /// A source line with its white space, if it can be read.
    pub(crate) fn untrimmed(&mut self, file: Option<whydunit_program::FileId>, line: u32) -> Option<String> {
        self.sources.line(self.program, file?, line).map(String::from)
    }

    /// An executed statement.
    pub(crate) fn executed(&mut self, at: &DescribedInstance) -> Executed {
        let (program, instance) = (self.program, &at.instance);
        let left = instance.wrote.iter().map(|made| format!("set {} = {}", made.label(), value_text(program, made)));
        let left = left.collect::<Vec<String>>().join(", ");
        let filled = at.initialised.as_ref();
        let settled = filled.map(|object| Instance { defines: Some(object.clone()), ..instance.clone() });
        let executed = self.placed(program, settled.as_ref().unwrap_or(instance));
        let did = match (left.is_empty(), executed.did.strip_prefix(USED)) {
            (true, _) => executed.did,
            (false, Some(used)) => format!("{left} from {used}"),
            (false, None) if executed.did.is_empty() => left,
            (false, None) => format!("{left}; {}", executed.did),
        };
        Executed { did, occurrence: at.occurrence, executions: at.executions, ..executed }
    }

    fn search_step(&mut self, frontier: &DescribedFrontier) -> SearchStep {
        let tried = frontier.members.iter().map(|(at, polluted)| (self.executed(at), *polluted)).collect();
        SearchStep { tried, candidates: frontier.domain }
    }

    /// An instance of this program or of a changed one, without the number of the execution.
    fn placed(&mut self, program: &Program, instance: &Instance) -> Executed {
        let place = place_of(program, instance.site);
        let path = place.file.map_or_else(Default::default, |f| program.files[f.0 as usize].path());
        let whole = self.untrimmed(place.file, place.line).unwrap_or_default();
        Executed {
            file: file_name(program, place.file).to_string(),
            path,
            line: place.line,
            column: place.column,
            function: program.function(instance.site.function).name.clone(),
            text: whole.trim().to_string(),
            indent: whole.len() - whole.trim_start().len(),
            time: instance.time,
            occurrence: 1,
            executions: 1,
            did: did(program, instance),
            instead: None,
        }
    }

    fn accused(&mut self, facts: &DescribedSuspect, failure: &FailureFacts) -> Accused {
        let mut at = self.executed(&facts.at);
        let told = facts.suspect.best_evidence();
        let (was, instead, sentence, method) = match told {
            Some(Evidence::TestedPatch(repair)) => self.repaired(repair, &at, facts, failure),
            Some(Evidence::Witness(witness)) => self.witnessed(witness, facts, failure),
            Some(Evidence::Overflow(overflow)) => overflowed(overflow),
            Some(Evidence::FaultyDeclaration(declaration)) => self.declared(declaration, &mut at),
            Some(Evidence::Undersized(short)) => self.too_short(short, failure),
            Some(Evidence::UseAfterFree) => self.freed(&at, failure),
            Some(Evidence::PartlyUninitialised(_) | Evidence::DeadStore(_)) => (None, None, None, "hint"),
            Some(Evidence::Proximity) | None => (None, None, None, "near"),
        };
        let verdict = told.and_then(Evidence::verdict);
        let adds = matches!(told, Some(Evidence::TestedPatch(repair)) if repair.candidate.change.adds());
        Accused {
            at,
            sentence,
            verified: verdict == Some(Verdict::Passed),
            partly_fixed: verdict == Some(Verdict::PartlyFixed),
            suggestion: self.suggestion_of(&facts.suspect, was.as_deref(), instead.as_deref()),
            was,
            instead,
            undefined: told.and_then(Evidence::undefined_behaviour).map(|slip| self.undefined(slip)),
            adds,
            missing_code: facts.omitted.as_ref().map(omitted),
            distance: facts.suspect.distance,
            method,
        }
    }
}

/// The effect of an instance, with values: "set total = 30 from total = 10, v = 20", "evaluated to false: i = 3".
fn did(program: &Program, instance: &Instance) -> String {
    let mut results: Vec<String> = Vec::new();
    match &instance.defines {
        // The name of the destination is not known.
        Some(defined) if defined.name == "..." => results.push(format!("wrote {}", value_text(program, defined))),
        Some(result) if is_compilers(result) => results.push(format!("returned {}", value_text(program, result))),
        Some(defined) => results.push(format!("set {} = {}", defined.label(), value_text(program, defined))),
        None => {}
    }
    match &instance.kind {
        InstanceKind::Decision { value } => results.push(format!("evaluated to {}", *value != 0)),
        InstanceKind::Choice { value } => results.push(chosen(program, instance, *value)),
        InstanceKind::Return { value } => results.push(format!("returned {}", returned(program, value))),
        _ => {}
    }
    let called = matches!(instance.kind, InstanceKind::Call { .. });
    let silent =
        |v: &Value| v.bytes.is_empty() || is_compilers(v) || called && is_stream(program, v) || leads(instance, v);
    let shown = instance.uses.iter().filter(|v| !silent(v));
    let uses = shown.map(|v| assigned(program, v)).collect::<Vec<String>>().join(", ");
    let result = results.join(", ");
    match (result.is_empty(), uses.is_empty()) {
        (_, true) => result,
        (true, false) => format!("{USED}{uses}"),
        (false, false) if result.starts_with("set ") || result.starts_with("wrote ") => format!("{result} from {uses}"),
        (false, false) => format!("{result}: {uses}"),
    }
}

/// The effect of a statement without a result.
const USED: &str = "used ";
