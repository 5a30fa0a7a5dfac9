//! How a fault travelled from a suspect to the failure.

use whydunit_locate::{Evidence, Gap, PartlyFixed, SourceChange, Suspect, Undone};
use whydunit_program::Program;
use whydunit_trace::{Instance, InstanceKind, Slice};

use super::{Executed, Words, did};
use crate::frozen::value_text;
use crate::wording::{chosen, returned};

/// So many links of the path are worked out.
const LINKS: usize = 12;

impl Words<'_> {
    /// The statements through which a suspect reached the failure, and where some are left out.
    pub(super) fn path(&mut self, slice: &Slice, suspect: &Suspect) -> (Vec<Executed>, Option<(usize, usize)>) {
        // What something has no value led to begins with who reads it.
        let mut suspect = suspect.clone();
        if let Some(Evidence::Incomplete(unset)) = suspect.told() {
            suspect.instance = unset.reader;
        }
        let travelled = self.session.travelled(slice, &suspect);
        let (trust, recording) = (&self.session.trust, &self.session.recorded.recording);
        // What the library did by itself has no source to look at.
        let own = |time: &u32| recording.position(*time).is_some_and(|p| !trust.has(p.function));
        let outside = |time: u32| trust.outside(recording, time).filter(own);
        // What the library did inside a call says nothing about the call.
        let shown =
            |time: u32, mended: PartlyFixed| if outside(time) == Some(time) { mended } else { PartlyFixed::Unknown };
        let links = travelled.links.into_iter();
        let links = links.filter_map(|link| Some((outside(link.time)?, shown(link.time, link.mended))));
        let mut links: Vec<(u32, PartlyFixed)> = links.collect();
        // What is shown of a parameter is the call that passes it.
        if links.first().is_some_and(|first| first.0 == suspect.instance) && suspect.time != suspect.instance {
            links.insert(0, (suspect.time, PartlyFixed::Unknown));
        }
        links.sort_by_key(|link| link.0);
        // Of what is shown as one statement the last knows what came of it.
        links.reverse();
        links.dedup_by_key(|link| link.0);
        links.reverse();
        let left_out = links.len().saturating_sub(LINKS);
        if left_out > 0 {
            links.drain(LINKS / 2..links.len() - LINKS / 2);
        }
        let resumes = links.get(LINKS / 2).map(|link| link.0);
        let mut steps: Vec<Executed> = links.into_iter().filter_map(|(time, mended)| self.step(time, mended)).collect();
        // At the end of a function there is nothing to read, unless it is there that it failed.
        let last = steps.last().map(|step| step.time);
        steps.retain(|step| step.text != "}" || Some(step.time) == last);
        // What the compiler does in several steps is one in the source.
        let same = |a: &Executed, b: &Executed| {
            (&a.file, a.line, a.column, a.occurrence) == (&b.file, b.line, b.column, b.occurrence)
        };
        steps.reverse();
        steps.dedup_by(|earlier, later| same(earlier, later));
        steps.reverse();
        if let Some(undone) = &travelled.undone
            && !steps.is_empty()
            && let Some(left_out) = self.left_out(undone)
        {
            let first = &mut steps[0];
            match (&first.file, first.line) == (&left_out.file, left_out.line) && first.instead.is_none() {
                // What is missing there, not elsewhere.
                true => first.instead = left_out.instead.map(|does| format!("and then {does}")),
                false => steps.insert(1, left_out),
            }
        }
        let behind = steps.iter().position(|step| Some(step.time) >= resumes);
        let gap = behind.filter(|_| left_out > 0).map(|behind| (behind, left_out));
        if let Some(Evidence::TestedPatch(repair)) = suspect.told()
            && repair.mutant.rewrite.adds()
        {
            // What is added acts through what it changes, not through what the statement before it did.
            let (first, last) = (steps.first().map(|step| step.time), steps.last().map(|step| step.time));
            steps.retain(|step| step.instead.is_some() || [first, last].contains(&Some(step.time)));
        }
        if let (Some(Evidence::TestedPatch(repair)), Some(first)) = (suspect.told(), steps.first_mut())
            && first.time == suspect.time
            && let Some(added) = match &repair.mutant.rewrite {
                SourceChange::Update { name, to, .. } => Some(format!("{name} = {to}")),
                SourceChange::Amend { text, gap: Gap::Behind(_), .. } | SourceChange::Exit { text, .. } => {
                    Some(text.clone())
                }
                _ => None,
            }
        {
            first.instead.get_or_insert(format!("and then `{added}`"));
        }
        (steps, gap)
    }

    fn step(&mut self, time: u32, mended: PartlyFixed) -> Option<Executed> {
        let instance = self.session.describe(time)?;
        let program = self.program();
        let instead = match mended {
            PartlyFixed::Does(other) => {
                let (was, instead) = (came_to(&program, &instance), came_to(&program, &other));
                instead.filter(|instead| was.is_some_and(|was| was != *instead))
            }
            PartlyFixed::Nothing => Some("not executed".into()),
            PartlyFixed::Unknown => None,
        };
        Some(Executed { instead, ..self.of_instance(&instance) })
    }

    /// What the failing run did not do at all.
    fn left_out(&mut self, undone: &Undone) -> Option<Executed> {
        let instance = &undone.instance;
        if self.session.trust.has(instance.site.function) {
            return None;
        }
        let at = self.placed(&undone.program, instance);
        let instead = Some(at.did);
        Some(Executed { did: "not executed".into(), instead, ..at })
    }
}

/// What an instance came to.
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
