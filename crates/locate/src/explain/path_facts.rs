//! Describes how a fault propagated from a suspect to the failure, with the values of a fixed run for comparison.

use whydunit_machine::Unsupported;
use whydunit_trace::{Slice, Time};

use crate::compare::propagation::{PartlyFixed, Propagation, Undone};
use crate::evidence::Evidence;
use crate::evidence::suspect::Suspect;
use crate::explain::described::DescribedInstance;
use crate::session::Session;

/// Steps described at most: half of them nearest to the suspect, half nearest to the failure.
const MAX_STEPS: usize = 12;

/// The propagation path from a suspect to the failure.
pub struct PathFacts {
    /// Its steps, in order of time.
    pub steps: Vec<PathStep>,
    /// How many steps are left out in the middle.
    pub left_out: usize,
    /// The time of the first step after those that are left out.
    pub resumes: Option<Time>,
    /// An action of the program's own code that only the fixed run executes.
    pub undone: Option<Undone>,
}

/// A step of the path.
pub struct PathStep {
    /// The instance.
    pub at: DescribedInstance,
    /// The corresponding action of the fixed run.
    pub fixed: PartlyFixed,
}

impl PathFacts {
    /// Finds and describes the path from a suspect to the failure.
    pub(crate) fn gather(session: &mut Session, slice: &Slice, suspect: &Suspect) -> Result<PathFacts, Unsupported> {
        // The path of an uninitialised value begins where it is read.
        let mut suspect = suspect.clone();
        if let Some(Evidence::PartlyUninitialised(part)) = suspect.best_evidence() {
            suspect.instance = part.reader;
        }
        let Propagation { links, undone } = session.travelled(slice, &suspect);
        let trust = &session.trust;
        let undone = undone.filter(|undone| !trust.has(undone.instance.site.function));
        let links = links.into_iter().map(|link| (link.time, link.mended)).collect();
        let mut links = shown_links(session, &suspect, links);
        let left_out = links.len().saturating_sub(MAX_STEPS);
        if left_out > 0 {
            links.drain(MAX_STEPS / 2..links.len() - MAX_STEPS / 2);
        }
        let resumes = links.get(MAX_STEPS / 2).map(|link| link.0);
        let mut steps = Vec::new();
        for (time, fixed) in links {
            steps.extend(DescribedInstance::at(session, time)?.map(|at| PathStep { at, fixed }));
        }
        Ok(PathFacts { steps, left_out, resumes, undone })
    }
}

/// The instances of the program's own code that stand for the links of a path, in order of time, each once.
fn shown_links(session: &Session, suspect: &Suspect, links: Vec<(Time, PartlyFixed)>) -> Vec<(Time, PartlyFixed)> {
    let (trust, recording) = (&session.trust, &session.recorded.recording);
    // A library function that runs by itself has no source to show.
    let own = |time: &Time| recording.position(*time).is_some_and(|p| !trust.has(p.function));
    let outside = |time: Time| trust.outside(recording, time).filter(own);
    // Values inside a library call are not values of the call.
    let shown = |time: Time, fixed| if outside(time) == Some(time) { fixed } else { PartlyFixed::Unknown };
    let links = links.into_iter().filter_map(|(time, fixed)| Some((outside(time)?, shown(time, fixed))));
    let mut links: Vec<(Time, PartlyFixed)> = links.collect();
    // A parameter is shown as the call that passes it.
    if links.first().is_some_and(|first| first.0 == suspect.instance) && suspect.time != suspect.instance {
        links.insert(0, (suspect.time, PartlyFixed::Unknown));
    }
    links.sort_by_key(|link| link.0);
    // Several links may be shown as one instance: the last of them has its result.
    links.reverse();
    links.dedup_by_key(|link| link.0);
    links.reverse();
    links
}
