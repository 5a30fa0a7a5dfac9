//! Why code may be missing at a suspect: a variable that was not initialised, or kept its value.

use whydunit_machine::{Site, Unsupported};
use whydunit_program::{Inst, Loc};
use whydunit_trace::{DependenceKind, InstanceKind, Time, place_of};

use crate::evidence::Evidence;
use crate::evidence::suspect::Suspect;
use crate::explain::Explanation;
use crate::explain::described::{DescribedInstance, instance_at};
use crate::session::Session;
use crate::templates::source_change::SourceChange;

/// A value for which a definition may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OmittedCode {
    /// A part of an object was not initialised, although other parts were.
    Uninitialised {
        /// The part.
        name: String,
        /// The line that reads it.
        reader: u32,
    },
    /// No code reads the value of this variable.
    DeadStore(String),
    /// A global variable still has its first value, 0.
    NeverSet {
        /// The variable.
        name: String,
        /// The line that uses it.
        user: u32,
    },
    /// Only one line ever assigns to a variable.
    NeverChanged {
        /// The variable.
        name: String,
        /// That line.
        definition: u32,
    },
    /// A value from an earlier round of a loop is used again.
    Stale {
        /// The variable.
        name: String,
        /// The line that uses it.
        user: u32,
        /// The line that defined it.
        definition: u32,
    },
}

impl OmittedCode {
    /// Looks for a value that was right when it was defined and that the suspect used. If no change of the statement
    /// makes the run pass, code between the two may be missing.
    pub(crate) fn find(
        session: &mut Session,
        suspect: &Suspect,
        explanation: &Explanation,
    ) -> Result<Option<OmittedCode>, Unsupported> {
        for evidence in &suspect.evidence {
            let known = match evidence {
                Evidence::PartlyUninitialised(part) => {
                    let reader = DescribedInstance::seen_from_program(session, part.reader)?;
                    let reader = reader.map(|reader| reader.place(session.program()).line);
                    reader.map(|reader| OmittedCode::Uninitialised { name: part.name.clone(), reader })
                }
                Evidence::DeadStore(name) => Some(OmittedCode::DeadStore(name.clone())),
                _ => None,
            };
            if known.is_some() {
                return Ok(known);
            }
        }
        match suspect.best_evidence() {
            Some(Evidence::Witness(_)) => {}
            // Another constant may have the same effect as a missing update.
            Some(Evidence::TestedPatch(patch))
                if matches!(patch.candidate.change, SourceChange::Constant { .. } | SourceChange::Plus(_)) =>
            {
                return never_changed(session, suspect);
            }
            _ => return Ok(None),
        }
        if let Some(found) = never_set(session, suspect)? {
            return Ok(Some(found));
        }
        if let Some(found) = never_changed(session, suspect)? {
            return Ok(Some(found));
        }
        stale(session, suspect, explanation)
    }
}

/// A global variable that was never written, although the suspect uses it.
fn never_set(session: &mut Session, suspect: &Suspect) -> Result<Option<OmittedCode>, Unsupported> {
    let Some(user) = instance_at(session, suspect.instance)? else { return Ok(None) };
    let Some(value) = session.untouched(&user)? else { return Ok(None) };
    let line = place_of(session.program(), user.site).line;
    let name = value.name.split(['[', '.', '-']).next().unwrap_or(&value.name);
    Ok(Some(OmittedCode::NeverSet { name: name.to_string(), user: line }))
}

/// A variable with a single definition.
fn never_changed(session: &mut Session, suspect: &Suspect) -> Result<Option<OmittedCode>, Unsupported> {
    let Some(instance) = instance_at(session, suspect.instance)? else { return Ok(None) };
    let fixed = session.never_changed(&instance);
    Ok(fixed.map(|(name, definition)| OmittedCode::NeverChanged { name, definition }))
}

/// A value that was right when it was defined and is used again: the oldest of them.
fn stale(
    session: &mut Session,
    suspect: &Suspect,
    explanation: &Explanation,
) -> Result<Option<OmittedCode>, Unsupported> {
    let clean = |time: Time| {
        let steps = explanation.narrowing.steps.iter();
        steps.filter(|s| s.polluted.is_empty()).any(|s| s.members.contains(&time))
    };
    let Some(user) = explanation.slice.nodes.get(&suspect.instance) else { return Ok(None) };
    let flow = user.on.iter().filter(|d| d.kind == DependenceKind::Flow && clean(d.on));
    let mut definitions: Vec<Time> = flow.map(|d| d.on).collect();
    definitions.sort_unstable();
    for definition in definitions {
        if let Some(found) = stale_since(session, definition, suspect.instance)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The value of a definition, if an instance uses it that was executed before with the same value.
fn stale_since(session: &mut Session, definition: Time, user: Time) -> Result<Option<OmittedCode>, Unsupported> {
    let (Some(from), Some(to)) = (instance_at(session, definition)?, instance_at(session, user)?) else {
        return Ok(None);
    };
    let program = session.program();
    let (defined, line) = (place_of(program, from.site).line, place_of(program, to.site).line);
    // Parameters and loop counters are expected to keep their values.
    let kept = from.kind == InstanceKind::Argument || defined == line || decides(session, from.site);
    let Some(name) = from.defines.map(|value| value.name) else { return Ok(None) };
    let uses = !kept && to.uses.iter().any(|v| v.name == name);
    // A value from the same round is not stale.
    let recording = &session.recorded.recording;
    let (Some(since), Some(now)) = (recording.position(definition), recording.position(user)) else { return Ok(None) };
    let again =
        (since.block + 1).until(now.block).any(|block| recording.number_of(block) == recording.number_of(now.block));
    Ok((uses && again).then_some(OmittedCode::Stale { name, user: line, definition: defined }))
}

/// Is there a decision in the line of an instruction, as in the head of a loop?
fn decides(session: &Session, site: Site) -> bool {
    let function = session.program().function(site.function);
    let line = function.locs[site.inst as usize].line;
    let decides = |(inst, loc): (&Inst, &Loc)| loc.line == line && matches!(inst, Inst::Branch { .. });
    function.insts.iter().zip(&function.locs).any(decides)
}
