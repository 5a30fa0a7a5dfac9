//! Where the object of a memory error was allocated and freed, where an uninitialised value was left without one, and
//! the calls that led to the failure.

use whydunit_locate::{Evidence, Explanation, Reason};
use whydunit_machine::{Failure, FailureKind, MemoryError, ObjectKind, ObjectNote, Outcome, Site};
use whydunit_trace::CriterionKind;

use super::Words;
use crate::libc_frames::{is_libc, visible};
use crate::source::{file_name, place_of};

/// An earlier event that a memory error is about, or the failure itself, with its calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginNote {
    /// "allocated", "freed", "declared", "set" or "failed".
    pub event: &'static str,
    /// The variable, member or element, if the event is about one.
    pub name: Option<String>,
    /// The calls, innermost first.
    pub stack: Vec<StackFrame>,
}

/// A call in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// The function; empty for a declaration outside of every function.
    pub function: String,
    /// The file, as the compiler was given it; empty for the C library.
    pub file: String,
    /// The line.
    pub line: u32,
}

impl Words<'_> {
    /// The events behind a memory error, the oldest first, and the calls at the failure.
    pub(super) fn origins(&mut self, explanation: &Explanation) -> Vec<OriginNote> {
        let Outcome::Failed(failure) = &self.session.observed.outcome else { return Vec::new() };
        if self.session.criterion.kind != CriterionKind::Failure {
            return Vec::new();
        }
        let failure = Failure::clone(failure);
        let mut origins = self.heap_origins(&failure);
        origins.extend(self.uninitialised_origin(&failure, explanation));
        let stack = self.frames(&failure.stack);
        if stack.len() > 1 {
            origins.push(OriginNote { event: "failed", name: None, stack });
        }
        origins
    }

    fn heap_origins(&mut self, failure: &Failure) -> Vec<OriginNote> {
        let (FailureKind::Memory(MemoryError { object, .. }) | FailureKind::InvalidFree { object, .. }) = &failure.kind
        else {
            return Vec::new();
        };
        let Some(ObjectNote { kind: ObjectKind::Heap { allocated, freed }, .. }) = object else { return Vec::new() };
        let mut origins = Vec::new();
        for (event, time) in [("allocated", Some(*allocated)), ("freed", *freed)] {
            if let Some(machine) = time.and_then(|time| self.session.recorded.ladder.at(time).ok()) {
                origins.push(OriginNote { event, name: None, stack: self.frames(&machine.call_stack()) });
            }
        }
        origins
    }

    /// What is known of a value that was never written: the declaration of its variable, or the statement that filled
    /// or allocated the rest of its object.
    fn uninitialised_origin(&mut self, failure: &Failure, explanation: &Explanation) -> Option<OriginNote> {
        let uninitialised = matches!(
            failure.kind,
            FailureKind::UninitialisedBranch
                | FailureKind::UninitialisedOutput
                | FailureKind::UninitialisedAddress
                | FailureKind::UninitialisedStatus
        );
        let evidence = explanation.suspects.iter().flat_map(|s| s.evidence.iter().map(move |e| (s, e)));
        evidence.filter(|_| uninitialised).find_map(|(suspect, evidence)| match evidence {
            Evidence::Declared(declaration) if declaration.reason == Reason::Uninitialised => {
                let program = self.program();
                let frame = StackFrame {
                    function: program.function(suspect.statement.function).name.clone(),
                    file: file_name(&program, Some(declaration.file)).to_string(),
                    line: declaration.line,
                };
                Some(OriginNote { event: "declared", name: Some(declaration.name.clone()), stack: vec![frame] })
            }
            Evidence::Incomplete(unset) => {
                let at = self.session.describe(suspect.time)?;
                let stack = self.frames(&[at.site]);
                Some(OriginNote { event: "set", name: Some(unset.name.clone()), stack })
            }
            _ => None,
        })
    }

    fn frames(&self, stack: &[Site]) -> Vec<StackFrame> {
        let program = self.program();
        let frame = |site: &Site| {
            let place = place_of(&program, *site);
            let file = if is_libc(&program, site) { "" } else { file_name(&program, place.file) };
            StackFrame { function: program.function(site.function).name.clone(), file: file.into(), line: place.line }
        };
        visible(&program, stack).iter().map(frame).collect()
    }
}
