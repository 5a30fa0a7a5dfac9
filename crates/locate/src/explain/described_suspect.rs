//! Describes suspects and the interventions that speak for them.

use whydunit_machine::{Alteration, Change, Channel, Unsupported};
use whydunit_trace::{CriterionKind, Instance, InstanceKind, Time, Value};

use crate::evidence::Evidence;
use crate::evidence::suspect::Suspect;
use crate::explain::Explanation;
use crate::explain::described::{DescribedInstance, instance_at};
use crate::explain::omitted_code::OmittedCode;
use crate::rerun::intervention::Intervention;
use crate::rerun::verdict::Verdict;
use crate::rerun::witness::Witness;
use crate::session::Session;
use crate::templates::source_change::SourceChange;
use crate::templates::tested_patch::TestedPatch;

/// Suspects described at most.
const MAX_SUSPECTS: usize = 30;

/// A suspect with all facts that a report shows.
#[derive(Clone, Debug)]
pub struct DescribedSuspect {
    /// The suspect.
    pub suspect: Suspect,
    /// Its instance.
    pub at: DescribedInstance,
    /// If its best evidence is a witness: the changes.
    pub witness: Option<DescribedWitness>,
    /// If its best evidence is a patch of a read or write: the first execution of that instruction.
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
    /// The other changes.
    pub others: Vec<DescribedAlteration>,
}

/// A change of one instance.
#[derive(Clone, Debug)]
pub struct DescribedAlteration {
    /// The change.
    pub alteration: Alteration,
    /// The instance that is changed.
    pub altered: DescribedInstance,
    /// The value in the failing run and that in the rerun, if the changed value has a name.
    pub replaced: Option<(Value, Value)>,
}

/// The first suspects of an explanation.
pub(crate) fn described_suspects(
    session: &mut Session,
    explanation: &Explanation,
) -> Result<Vec<DescribedSuspect>, Unsupported> {
    let mut found = Vec::new();
    for suspect in explanation.suspects.iter().take(MAX_SUSPECTS) {
        if let Some(at) = DescribedInstance::at(session, suspect.time)? {
            found.push(DescribedSuspect::new(session, suspect, at, explanation)?);
        }
    }
    Ok(found)
}

impl DescribedSuspect {
    fn new(
        session: &mut Session,
        suspect: &Suspect,
        at: DescribedInstance,
        explanation: &Explanation,
    ) -> Result<DescribedSuspect, Unsupported> {
        let witness = match suspect.best_evidence() {
            Some(Evidence::Witness(witness)) => DescribedWitness::new(session, witness, &at)?,
            _ => None,
        };
        let patched = match suspect.best_evidence() {
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
    let intervention = match suspect.best_evidence()? {
        Evidence::TestedPatch(patch) => Intervention::patched(patch.since, patch.candidate.patch),
        Evidence::Witness(witness) => Intervention { alterations: witness.alterations.clone(), patch: None },
        _ => return None,
    };
    let is_partly_fixed = suspect.best_evidence().and_then(Evidence::verdict) == Some(Verdict::PartlyFixed);
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
            let parts = session.copied_parts(altered.time);
            let part = parts.into_iter().find(|part| part.address == piece.addr);
            Ok(part.map(|part| (part.clone(), part.if_stored(&program, bits))))
        }
        Change::Put(bits) => {
            let value = match (&altered.defines, &altered.kind) {
                (Some(value), _) | (None, InstanceKind::Return { value }) => value,
                _ => return Ok(None),
            };
            // The target of a pointer is known only at that time.
            let mut machine = session.recorded.snapshots.at(u64::from(altered.time))?;
            Ok(Some((value.clone(), value.if_stored_in(&program, &mut machine, bits))))
        }
        _ => Ok(None),
    }
}

/// The first execution of the instruction that a patch of an access changes.
fn patched(session: &mut Session, patch: &TestedPatch) -> Result<Option<Instance>, Unsupported> {
    let accesses = match &patch.candidate.change {
        SourceChange::Variable { from, .. } => from.is_empty(),
        SourceChange::Element(_) => true,
        _ => false,
    };
    if !accesses {
        return Ok(None);
    }
    let (site, program) = (patch.candidate.patch.site, session.program().clone());
    let function = program.function(site.function);
    let first = function.blocks[function.block_of(site.inst).0 as usize].first;
    instance_at(session, patch.since + (site.inst - first))
}
