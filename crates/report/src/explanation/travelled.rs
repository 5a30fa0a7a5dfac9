//! The path of a fault from a suspect to the failure.

use whydunit_locate::{
    Evidence, FixedInstance, InsertionLine, OmittedInstance, PathFacts, PathStep, SourceChange, Suspect,
};
use whydunit_program::Program;
use whydunit_trace::{Instance, InstanceKind};

use super::{Executed, Words, did};
use crate::frozen::value_text;
use crate::wording::{chosen, returned};

impl Words<'_> {
    /// The statements through which a suspect reached the failure, and the position and number of omitted ones.
    pub(super) fn path(&mut self, facts: &PathFacts, suspect: &Suspect) -> (Vec<Executed>, Option<(usize, usize)>) {
        let mut steps: Vec<Executed> = facts.steps.iter().map(|step| self.step(step)).collect();
        // A function's closing brace tells the reader nothing, unless it is the failure point.
        let last = steps.last().map(|step| step.time);
        steps.retain(|step| step.text != "}" || Some(step.time) == last);
        // Several instructions of one source step appear once.
        let same = |a: &Executed, b: &Executed| {
            (&a.file, a.line, a.column, a.occurrence) == (&b.file, b.line, b.column, b.occurrence)
        };
        steps.reverse();
        steps.dedup_by(|earlier, later| same(earlier, later));
        steps.reverse();
        if let Some(omitted) = &facts.omitted
            && !steps.is_empty()
        {
            let left_out = self.left_out(omitted);
            let first = &mut steps[0];
            match (&first.file, first.line) == (&left_out.file, left_out.line) && first.instead.is_none() {
                // The omitted statement is on the line of the first step.
                true => first.instead = left_out.instead.map(|does| format!("and then {does}")),
                false => steps.insert(1, left_out),
            }
        }
        let behind = steps.iter().position(|step| Some(step.time) >= facts.resumes);
        let gap = behind.filter(|_| facts.left_out > 0).map(|behind| (behind, facts.left_out));
        if let Some(Evidence::TestedPatch(repair)) = suspect.best_evidence()
            && repair.candidate.change.adds()
        {
            // Added code acts through the values that it changes, not through the effect of the statement before it.
            let (first, last) = (steps.first().map(|step| step.time), steps.last().map(|step| step.time));
            steps.retain(|step| step.instead.is_some() || [first, last].contains(&Some(step.time)));
        }
        if let (Some(Evidence::TestedPatch(repair)), Some(first)) = (suspect.best_evidence(), steps.first_mut())
            && first.time == suspect.time
            && let Some(added) = match &repair.candidate.change {
                SourceChange::VariableUpdate { name, to, .. } => Some(format!("{name} = {to}")),
                SourceChange::NewAssignment { text, place: InsertionLine::After(_), .. }
                | SourceChange::EarlyExit { text, .. } => Some(text.clone()),
                _ => None,
            }
        {
            first.instead.get_or_insert(format!("and then `{added}`"));
        }
        (steps, gap)
    }

    fn step(&mut self, step: &PathStep) -> Executed {
        let program = self.program;
        let instead = match &step.fixed {
            FixedInstance::Does(other) => {
                let (was, instead) = (came_to(program, &step.at.instance), came_to(program, other));
                instead.filter(|instead| was.is_some_and(|was| was != *instead))
            }
            FixedInstance::Nothing => Some("not executed".into()),
            FixedInstance::Unknown => None,
        };
        Executed { instead, ..self.executed(&step.at) }
    }

    /// A statement that the failing run did not execute.
    fn left_out(&mut self, omitted: &OmittedInstance) -> Executed {
        let at = self.placed(&omitted.program, &omitted.instance);
        let instead = Some(at.did);
        Executed { did: "not executed".into(), instead, ..at }
    }
}

/// The result of an instance.
fn came_to(program: &Program, instance: &Instance) -> Option<String> {
    match (&instance.kind, &instance.defines) {
        (InstanceKind::Decision { value }, _) => Some((*value != 0).to_string()),
        (InstanceKind::Choice { value }, _) => Some(chosen(program, instance, *value)),
        (InstanceKind::Return { value }, _) => Some(returned(program, value)),
        (_, Some(defined)) => Some(value_text(program, defined)),
        (InstanceKind::Call { .. }, None) => Some(did(program, instance)).filter(|did| !did.is_empty()),
        _ => None,
    }
}
