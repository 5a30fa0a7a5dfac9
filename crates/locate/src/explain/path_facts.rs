//! Describes how a fault propagated from a suspect to the failure, beside the values of a run with the fault fixed.

use whydunit_machine::Unsupported;
use whydunit_trace::{Slice, Time};

use crate::compare::propagation::{FixedInstance, OmittedInstance, Propagation};
use crate::evidence::Evidence;
use crate::evidence::suspect::Suspect;
use crate::explain::described::DescribedInstance;
use crate::session::Session;

/// Steps described at most: half of them nearest to the suspect, half nearest to the failure.
const STEPS: usize = 12;

/// The way from a suspect to the failure.
pub struct PathFacts {
    /// Its steps, in order of time.
    pub steps: Vec<PathStep>,
    /// How many steps are left out in the middle.
    pub left_out: usize,
    /// When the steps go on behind those that are left out.
    pub resumes: Option<Time>,
    /// What only the run with the fix does, of the program's own code.
    pub omitted: Option<OmittedInstance>,
}

/// A step of the way.
pub struct PathStep {
    /// The instance.
    pub at: DescribedInstance,
    /// What a run with the fix does in its place.
    pub fixed: FixedInstance,
}

impl PathFacts {
    /// Finds and describes the way from a suspect to the failure.
    pub(crate) fn gather(session: &mut Session, slice: &Slice, suspect: &Suspect) -> Result<PathFacts, Unsupported> {
        // An uninitialised value acts from the instance on that reads it.
        let mut suspect = suspect.clone();
        if let Some(Evidence::PartlyUninitialised(part)) = suspect.best_evidence() {
            suspect.instance = part.reader;
        }
        let Propagation { steps: links, omitted } = session.propagation(slice, &suspect);
        let trust = &session.trust;
        let omitted = omitted.filter(|omitted| !trust.has(omitted.instance.site.function));
        let links = links.into_iter().map(|link| (link.time, link.fixed)).collect();
        let mut links = shown_links(session, &suspect, links);
        let left_out = links.len().saturating_sub(STEPS);
        if left_out > 0 {
            links.drain(STEPS / 2..links.len() - STEPS / 2);
        }
        let resumes = links.get(STEPS / 2).map(|link| link.0);
        let mut steps = Vec::new();
        for (time, fixed) in links {
            steps.extend(DescribedInstance::at(session, time)?.map(|at| PathStep { at, fixed }));
        }
        Ok(PathFacts { steps, left_out, resumes, omitted })
    }
}

/// The instances of the program's own code that stand for the links of a way, in order of time, each once.
fn shown_links(session: &Session, suspect: &Suspect, links: Vec<(Time, FixedInstance)>) -> Vec<(Time, FixedInstance)> {
    let (trust, recording) = (&session.trust, &session.recorded.recording);
    // What the library did by itself has no source to look at.
    let own = |time: &Time| recording.position(*time).is_some_and(|p| !trust.has(p.function));
    let outside = |time: Time| trust.outside(recording, time).filter(own);
    // What the library did inside a call says nothing about the call.
    let shown = |time: Time, fixed| if outside(time) == Some(time) { fixed } else { FixedInstance::Unknown };
    let links = links.into_iter().filter_map(|(time, fixed)| Some((outside(time)?, shown(time, fixed))));
    let mut links: Vec<(Time, FixedInstance)> = links.collect();
    // What is shown of a parameter is the call that passes it.
    if links.first().is_some_and(|first| first.0 == suspect.instance) && suspect.time != suspect.instance {
        links.insert(0, (suspect.time, FixedInstance::Unknown));
    }
    links.sort_by_key(|link| link.0);
    // Of those that are shown as one instance the last knows its result.
    links.reverse();
    links.dedup_by_key(|link| link.0);
    links.reverse();
    links
}
