//! Hints: evidence that needs no rerun, one kind per file, and the table of them.

pub(crate) mod dead_store;
pub(crate) mod declaration;
pub(crate) mod overflow;
pub(crate) mod undersized_declaration;
pub(crate) mod undersized_object;
pub(crate) mod uninitialised;
pub(crate) mod use_after_free;

use whydunit_trace::{Slice, Time};

use crate::evidence::Evidence;
use crate::evidence::suspect::Suspect;
use crate::hints::declaration::Declaration;
use crate::hints::overflow::Overflow;
use crate::session::Session;
use crate::session::statement::Statement;

/// Evidence and the instance to which it applies.
pub(crate) enum Hint {
    /// Evidence against the statement of an instance.
    Statement(Time, Evidence),
    /// An overflow. It counts only if the statement is a suspect anyway.
    Overflow(Overflow),
    /// A declaration, and an instance of its function.
    Declaration(Time, Declaration),
}

/// Finds the hints of one kind in a failing run.
pub(crate) type FindHints = fn(&mut Session, &Slice) -> Vec<Hint>;

/// All kinds of hints, in the order in which they are added to suspects.
pub(crate) fn all() -> &'static [FindHints] {
    &[
        undersized_declaration::find,
        uninitialised::find,
        overflow::find,
        undersized_object::find,
        use_after_free::find,
        dead_store::find,
    ]
}

/// Adds all hints to the suspects. Declarations come last.
pub(crate) fn add_hints(session: &mut Session, slice: &Slice, suspects: &mut Vec<Suspect>) {
    let hints: Vec<Hint> = all().iter().flat_map(|find| find(session, slice)).collect();
    let mut declarations = Vec::new();
    for hint in hints {
        match hint {
            Hint::Statement(time, evidence) => add_to_statement(session, slice, suspects, time, evidence),
            Hint::Overflow(overflow) => add_overflow(session, suspects, overflow),
            Hint::Declaration(time, declaration) => declarations.push((time, declaration)),
        }
    }
    for (time, declaration) in declarations {
        add_declaration(session, slice, suspects, time, declaration);
    }
}

fn add_to_statement(session: &Session, slice: &Slice, suspects: &mut Vec<Suspect>, time: Time, evidence: Evidence) {
    let Some((statement, shown)) = Statement::blamed(&session.recorded.recording, time) else { return };
    match suspects.iter_mut().find(|s| s.statement == statement) {
        Some(known) => {
            known.evidence.retain(|e| *e != Evidence::Proximity);
            if known.evidence.is_empty() {
                known.time = shown;
            }
            known.evidence.push(evidence);
        }
        None => {
            let distance = slice.nodes.get(&time).map_or(0, |n| n.distance);
            suspects.push(Suspect { statement, time: shown, instance: time, distance, evidence: vec![evidence] });
        }
    }
}

fn add_overflow(session: &Session, suspects: &mut [Suspect], overflow: Overflow) {
    let Some((statement, _)) = Statement::blamed(&session.recorded.recording, overflow.time) else { return };
    if let Some(known) = suspects.iter_mut().find(|s| s.statement == statement)
        && !known.evidence.iter().any(|e| matches!(e, Evidence::Overflow(_)))
    {
        known.evidence.retain(|e| *e != Evidence::Proximity);
        known.time = overflow.time;
        known.evidence.push(Evidence::Overflow(overflow));
    }
}

fn add_declaration(
    session: &Session,
    slice: &Slice,
    suspects: &mut Vec<Suspect>,
    time: Time,
    declaration: Declaration,
) {
    let Some(position) = session.recorded.recording.position(time) else { return };
    let statement = Statement { function: position.function, line: declaration.line };
    let distance = slice.nodes.get(&time).map_or(0, |n| n.distance);
    let evidence = vec![Evidence::FaultyDeclaration(declaration)];
    if !suspects.iter().any(|s| s.evidence == evidence) {
        suspects.push(Suspect { statement, time, instance: time, distance, evidence });
    }
}
