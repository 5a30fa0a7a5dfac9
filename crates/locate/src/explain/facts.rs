//! All facts of an explanation, gathered so that a report needs neither the recording nor the machine.

use whydunit_machine::Unsupported;

use crate::explain::Explanation;
use crate::explain::described::DescribedInstance;
use crate::explain::described_suspect::{DescribedSuspect, described_suspects};
use crate::explain::failure_facts::FailureFacts;
use crate::explain::failure_origin::FailureOrigin;
use crate::explain::path_facts::PathFacts;
use crate::explain::search_facts::SearchFacts;
use crate::methods::frontier::Step;
use crate::session::Session;

/// Members of a frontier described at most.
const MAX_MEMBERS: usize = 12;

/// The content of a report.
pub struct ExplanationFacts {
    /// The failure.
    pub failure: FailureFacts,
    /// Where the object or the value of the failure comes from, the oldest event first.
    pub origins: Vec<FailureOrigin>,
    /// The suspects that a reader can look at, the likeliest first.
    pub suspects: Vec<DescribedSuspect>,
    /// How the fault propagated from the first of them to the failure.
    pub path: Option<PathFacts>,
    /// The frontiers whose members were altered.
    pub frontiers: Vec<DescribedFrontier>,
    /// How far the search went.
    pub search: SearchFacts,
}

/// A frontier whose members were altered.
#[derive(Clone, Debug)]
pub struct DescribedFrontier {
    /// Its members; true for the polluted ones.
    pub members: Vec<(DescribedInstance, bool)>,
    /// Instances in the domain at that time.
    pub domain: usize,
}

impl ExplanationFacts {
    /// Gathers the facts. To compare the failing run with a fixed one, the propagation path reruns the program once.
    pub fn gather(session: &mut Session, explanation: &Explanation) -> Result<ExplanationFacts, Unsupported> {
        let failure = FailureFacts::gather(session)?;
        let origins = FailureOrigin::gather(session, explanation)?;
        let suspects = described_suspects(session, explanation)?;
        let path = match suspects.first() {
            Some(first) => Some(PathFacts::gather(session, &explanation.slice, &first.suspect)?),
            None => None,
        };
        let steps = explanation.narrowing.steps.iter();
        let frontiers = steps.map(|step| DescribedFrontier::new(session, step)).collect::<Result<_, _>>()?;
        // Comes last: the effort for the path counts, too.
        let search = SearchFacts::new(session, explanation);
        Ok(ExplanationFacts { failure, origins, suspects, path, frontiers, search })
    }
}

impl DescribedFrontier {
    fn new(session: &mut Session, step: &Step) -> Result<DescribedFrontier, Unsupported> {
        let mut members = Vec::new();
        for &time in step.members.iter().take(MAX_MEMBERS) {
            let polluted = step.polluted.iter().any(|p| p.time == time);
            members.extend(DescribedInstance::seen_from_program(session, time)?.map(|at| (at, polluted)));
        }
        Ok(DescribedFrontier { members, domain: step.domain })
    }
}
