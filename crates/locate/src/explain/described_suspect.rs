//! Describes suspects and the interventions that speak for them.

use std::collections::BTreeSet;

use whydunit_machine::{Alteration, Change, Channel, Unsupported};
use whydunit_program::{FileId, Program};
use whydunit_trace::{CriterionKind, Instance, InstanceKind, SourceText, Time, Value};

use crate::evidence::Evidence;
use crate::evidence::suspect::Suspect;
use crate::explain::Explanation;
use crate::explain::described::{DescribedInstance, instance_at};
use crate::explain::omitted_code::OmittedCode;
use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;
use crate::rerun::witness::Witness;
use crate::session::Session;
use crate::templates::rewrite::SourceChange;
use crate::templates::tested::TestedPatch;

/// Suspects described at most.
const SUSPECTS: usize = 30;

/// A suspect with everything that words about it need.
#[derive(Clone, Debug)]
pub struct DescribedSuspect {
    /// The suspect.
    pub suspect: Suspect,
    /// Its instance.
    pub at: DescribedInstance,
    /// If its best evidence is a witness: what that changes.
    pub witness: Option<DescribedWitness>,
    /// If its best evidence is a patch of what an instruction reads or writes: the first execution of that instruction.
    pub patched: Option<Instance>,
    /// The standard output of the rerun that puts only a part of it right, if that is what its best evidence does.
    pub partial_output: Option<Vec<u8>>,
    /// Why code may be missing there.
    pub omitted: Option<OmittedCode>,
}

/// The changes of a witness.
#[derive(Clone, Debug)]
pub struct DescribedWitness {
    /// The change of the suspect's instance, or else the first one.
    pub change: DescribedAlteration,
    /// The changes that go with it.
    pub others: Vec<DescribedAlteration>,
}

/// A change of one instance.
#[derive(Clone, Debug)]
pub struct DescribedAlteration {
    /// The change.
    pub alteration: Alteration,
    /// The instance that is changed.
    pub altered: DescribedInstance,
    /// The value in the failing run and in its place that of the rerun, if a value is changed that has a name.
    pub replaced: Option<(Value, Value)>,
}

/// The first suspects of an explanation that a reader can look at: each line once, and no closing braces.
pub(crate) fn readable_suspects(
    session: &mut Session,
    explanation: &Explanation,
    sources: &mut SourceText,
) -> Result<Vec<DescribedSuspect>, Unsupported> {
    let program = session.program().clone();
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for suspect in explanation.suspects.iter().take(SUSPECTS) {
        let Some(at) = DescribedInstance::at(session, suspect.time)? else { continue };
        let (file, line) = shown_line(&program, suspect, &at);
        let text = file.and_then(|file| sources.line(&program, file, line)).unwrap_or_default().trim();
        let name = file.map(|file| program.files[file.0 as usize].name.clone());
        if text != "}" && seen.insert((name, line)) {
            found.push(DescribedSuspect::new(session, suspect, at, explanation)?);
        }
    }
    Ok(found)
}

/// The line that is shown of a suspect: of a declaration its own.
fn shown_line(program: &Program, suspect: &Suspect, at: &DescribedInstance) -> (Option<FileId>, u32) {
    if let Some(Evidence::Declared(declaration)) = suspect.told() {
        return (Some(declaration.file), declaration.line);
    }
    let place = at.place(program);
    (place.file, place.line)
}

impl DescribedSuspect {
    fn new(
        session: &mut Session,
        suspect: &Suspect,
        at: DescribedInstance,
        explanation: &Explanation,
    ) -> Result<DescribedSuspect, Unsupported> {
        let witness = match suspect.told() {
            Some(Evidence::Witness(witness)) => DescribedWitness::new(session, witness, &at)?,
            _ => None,
        };
        let patched = match suspect.told() {
            Some(Evidence::TestedPatch(patch)) => patched(session, patch)?,
            _ => None,
        };
        let partial_output = partial_output(session, suspect);
        let omitted = OmittedCode::find(session, suspect, explanation)?;
        Ok(DescribedSuspect { suspect: suspect.clone(), at, witness, patched, partial_output, omitted })
    }
}

/// The standard output of a suspect's rerun, if the failing run is wrong there and the rerun in part.
fn partial_output(session: &mut Session, suspect: &Suspect) -> Option<Vec<u8>> {
    match session.criterion.kind {
        CriterionKind::WrongOutput { channel: Channel::Stdout, .. }
        | CriterionKind::MissingOutput { channel: Channel::Stdout, .. } => {}
        _ => return None,
    }
    let intervention = match suspect.told()? {
        Evidence::TestedPatch(patch) => Intervention::patched(patch.since, patch.mutant.patch),
        Evidence::Witness(witness) => Intervention { alterations: witness.alterations.clone(), patch: None },
        _ => return None,
    };
    let is_partly_fixed = suspect.told().and_then(Evidence::verdict) == Some(Verdict::PartlyFixed);
    if is_partly_fixed { session.output_of(&intervention) } else { None }
}

/// The instance that an alteration names. Times of a recording fit; a machine could run longer.
fn described(session: &mut Session, altered: Alteration) -> Result<Option<DescribedInstance>, Unsupported> {
    Time::try_from(altered.time).map_or(Ok(None), |time| DescribedInstance::at(session, time))
}

impl DescribedWitness {
    fn new(
        session: &mut Session,
        witness: &Witness,
        at: &DescribedInstance,
    ) -> Result<Option<DescribedWitness>, Unsupported> {
        let own = witness.alterations.iter().find(|a| a.time == u64::from(at.instance.time));
        let Some(&own) = own.or(witness.alterations.first()) else { return Ok(None) };
        let altered = described(session, own)?.unwrap_or_else(|| at.clone());
        let change = DescribedAlteration::new(session, own, altered)?;
        let mut others = Vec::new();
        for &other in witness.alterations.iter().filter(|a| a.time != own.time) {
            if let Some(altered) = described(session, other)? {
                others.push(DescribedAlteration::new(session, other, altered)?);
            }
        }
        Ok(Some(DescribedWitness { change, others }))
    }
}

impl DescribedAlteration {
    fn new(
        session: &mut Session,
        alteration: Alteration,
        altered: DescribedInstance,
    ) -> Result<DescribedAlteration, Unsupported> {
        let replaced = replaced(session, &altered.instance, alteration.change)?;
        Ok(DescribedAlteration { alteration, altered, replaced })
    }
}

/// The value of an instance that a change replaces, and the value in its place.
fn replaced(session: &mut Session, altered: &Instance, change: Change) -> Result<Option<(Value, Value)>, Unsupported> {
    let program = session.program().clone();
    match change {
        Change::PutIn(piece, bits) => {
            let parts = session.pieces(altered.time);
            let part = parts.into_iter().find(|part| part.address == piece.addr);
            Ok(part.map(|part| (part.clone(), part.if_stored(&program, bits))))
        }
        Change::Put(bits) => {
            let value = match (&altered.defines, &altered.kind) {
                (Some(value), _) | (None, InstanceKind::Return { value }) => value,
                _ => return Ok(None),
            };
            // Where a pointer leads is known only at that moment.
            let mut machine = session.recorded.snapshots.at(u64::from(altered.time))?;
            Ok(Some((value.clone(), value.if_stored_in(&program, &mut machine, bits))))
        }
        _ => Ok(None),
    }
}

/// The first execution of the instruction that a patch of an access changes.
fn patched(session: &mut Session, patch: &TestedPatch) -> Result<Option<Instance>, Unsupported> {
    let accesses = match &patch.mutant.rewrite {
        SourceChange::Variable { from, .. } => from.is_empty(),
        SourceChange::Element(_) => true,
        _ => false,
    };
    if !accesses {
        return Ok(None);
    }
    let (site, program) = (patch.mutant.patch.site, session.program().clone());
    let function = program.function(site.function);
    let first = function.blocks[function.block_of(site.inst).0 as usize].first;
    instance_at(session, patch.since + (site.inst - first))
}
