//! What speaks against statements without any rerun.

pub(crate) mod dead_store;
pub(crate) mod declaration;
pub(crate) mod uninitialised;

use whydunit_trace::{Slice, Time};

use crate::evidence::Evidence;
use crate::evidence::suspect::Suspect;
use crate::hints::dead_store::idle;
use crate::hints::declaration::{Declaration, freed, overflows, overrun, too_short};
use crate::hints::uninitialised::{Blame, unset};
use crate::session::Session;
use crate::session::statement::Statement;

/// Adds what speaks against declarations and against results that did not fit.
pub(crate) fn add_hints(session: &mut Session, slice: &Slice, ranked: &mut Vec<Suspect>) {
    let mut declared: Vec<(Time, Declaration)> =
        overrun(session).map(|d| (session.criterion.time, d)).into_iter().collect();
    match unset(session, slice) {
        Some(Blame::Declared(reader, declaration)) => declared.push((reader, declaration)),
        Some(Blame::Incomplete(time, unset)) => {
            accuse(session, slice, ranked, time, Evidence::Incomplete(unset));
        }
        None => {}
    }
    for overflow in overflows(session, slice) {
        let Some((statement, _)) = Statement::blamed(&session.recorded.recording, overflow.time) else { continue };
        declared.extend(overflow.declaration.clone().map(|d| (overflow.time, d)));
        if let Some(known) = ranked.iter_mut().find(|s| s.statement == statement)
            && !known.evidence.iter().any(|e| matches!(e, Evidence::Overflow(_)))
        {
            known.evidence.retain(|e| *e != Evidence::Near);
            known.time = overflow.time;
            known.evidence.push(Evidence::Overflow(overflow));
        }
    }
    if let Some((time, short)) = too_short(session) {
        accuse(session, slice, ranked, time, Evidence::Undersized(short));
    }
    if let Some(time) = freed(session) {
        accuse(session, slice, ranked, time, Evidence::UseAfterFree);
    }
    for (time, name) in idle(session, slice) {
        accuse(session, slice, ranked, time, Evidence::DeadStore(name));
    }
    for (time, declaration) in declared {
        let Some(position) = session.recorded.recording.position(time) else { continue };
        let statement = Statement { function: position.function, line: declaration.line };
        let distance = slice.nodes.get(&time).map_or(0, |n| n.distance);
        let evidence = vec![Evidence::Declared(declaration)];
        if !ranked.iter().any(|s| s.evidence == evidence) {
            ranked.push(Suspect { statement, time, instance: time, distance, evidence });
        }
    }
}

/// Adds something that speaks against the statement that was executed at a time.
fn accuse(session: &Session, slice: &Slice, ranked: &mut Vec<Suspect>, time: Time, evidence: Evidence) {
    let Some((statement, shown)) = Statement::blamed(&session.recorded.recording, time) else { return };
    match ranked.iter_mut().find(|s| s.statement == statement) {
        Some(known) => {
            known.evidence.retain(|e| *e != Evidence::Near);
            if known.evidence.is_empty() {
                known.time = shown;
            }
            known.evidence.push(evidence);
        }
        None => {
            let distance = slice.nodes.get(&time).map_or(0, |n| n.distance);
            ranked.push(Suspect { statement, time: shown, instance: time, distance, evidence: vec![evidence] });
        }
    }
}
