//! Minimum debugging frontier sets: narrow the domain by asking of its smallest frontiers whether
//! changing them would have made the run right.

use whydunit_machine::{Alteration, Change};
use whydunit_program::Inst;
use whydunit_trace::{Recording, Slice, SliceKind};

use crate::candidates::candidates;
use crate::domain::Domain;
use crate::session::{Session, Verdict};

/// A statement that, changed, makes the run right.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The instance.
    pub time: u32,
    /// The change that was re-executed and passed.
    pub change: Change,
    /// Fewest dependences from the failure.
    pub distance: u32,
}

/// What the search found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The causes, nearest to the root first.
    pub suspects: Vec<Suspect>,
    /// How the fault travelled: polluted members of earlier frontiers, first those near the root.
    pub path: Vec<Suspect>,
    /// What remained of the domain when it could not be narrowed any more, by distance from the
    /// suspects.
    pub rest: Vec<u32>,
    /// The frontiers in the order they were asked: members, and which of them were polluted.
    pub steps: Vec<(Vec<u32>, Vec<u32>)>,
    /// Instances in the first domain.
    pub domain: usize,
}

/// Narrows the domain of a session's failure until it cannot shrink.
pub fn frontier(session: &mut Session) -> Findings {
    let first = session.first_causes();
    let slice = Slice::backward(session.dependences(), &first, SliceKind::Relevant);
    let direct: Vec<u32> = first.iter().map(|d| d.on).collect();
    let mut domain = Domain::new(&slice, session.criterion.time, &direct);
    let mut findings = Findings { domain: slice.nodes.len(), ..Findings::default() };
    let distance = |time: u32| slice.nodes.get(&time).map_or(0, |n| n.distance);
    while let Some(members) = domain.frontier(&session.recorded.recording, is_fixed) {
        if members.is_empty() {
            break;
        }
        let polluted: Vec<Suspect> = members
            .iter()
            .filter_map(|&time| test(session, time).map(|change| Suspect { time, change, distance: distance(time) }))
            .collect();
        let times: Vec<u32> = polluted.iter().map(|s| s.time).collect();
        findings.steps.push((members.clone(), times.clone()));
        if times.is_empty() {
            domain.after(&members);
        } else {
            domain.before(&times);
            let travelled = std::mem::replace(&mut findings.suspects, polluted);
            findings.path.splice(0..0, travelled);
        }
    }
    findings.rest = domain.interior();
    findings
}

/// The change of an instance that makes the run right, if one was found.
fn test(session: &mut Session, time: u32) -> Option<Change> {
    let position = session.recorded.recording.position(time)?;
    let changes = match session.recorded.recording.inst(position) {
        Inst::Branch { .. } => vec![Change::Flip],
        Inst::Switch { table, .. } => {
            let function = session.program().function(position.function);
            let table = &function.switches[table as usize];
            let mut targets: Vec<_> = table.cases.iter().map(|c| c.1).chain([table.default]).collect();
            targets.dedup();
            targets.into_iter().map(Change::Goto).collect()
        }
        _ => candidates(session, time).into_iter().map(Change::Put).collect(),
    };
    changes
        .into_iter()
        .find(|&change| session.rerun(&[Alteration { time: u64::from(time), change }]) == Verdict::Passed)
}

/// Input is taken to be right, and code of the runtime library cannot be at fault.
fn is_fixed(recording: &Recording, time: u32) -> bool {
    let Some(position) = recording.position(time) else { return true };
    let program = &recording.index.program;
    let function = program.function(position.function);
    let file = function.scope.map(|s| &program.files[program.scopes[s.0 as usize].file.0 as usize].name);
    let trusted = file.is_some_and(|f| f.starts_with("<whydunit runtime>"));
    trusted || matches!(recording.inst(position), Inst::Call { .. })
}
