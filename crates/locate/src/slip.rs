//! What reruns do that C leaves undefined: a change that makes a run right only by such luck is no good advice.

use whydunit_machine::{Machine, Slips, Undefined};
use whydunit_trace::{Place, Recorded, place_of};
use whydunit_world::Posix;

use crate::session::Session;
use crate::trial::Trial;

/// Something that C leaves undefined was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// Where.
    pub place: Place,
    /// What.
    pub what: Undefined,
}

impl Slip {
    /// What was seen of a run, in the order in which it happened. The program text may have been changed.
    pub(crate) fn all(slips: &Slips, machine: &Machine<Posix>) -> Vec<Slip> {
        let slip = |&(site, what)| Slip { place: place_of(machine.program(), site), what };
        slips.found().iter().map(slip).collect()
    }
}

impl Session {
    /// The first thing that C leaves undefined and a trial does, but not the failing run.
    pub fn slip(&mut self, trial: &Trial) -> Option<Slip> {
        let found = self.slips_of(trial);
        // That of the failing run is seldom needed.
        if found.is_empty() {
            return None;
        }
        let own = self.own_slips();
        found.into_iter().find(|slip| !own.contains(slip))
    }

    fn own_slips(&mut self) -> &[Slip] {
        if self.slips.is_none() {
            let Recorded { recording, ladder, .. } = &mut self.recorded;
            let (mut machine, mut seen) = (ladder.before(0), Slips::default());
            // A run that cannot go on was recorded up to there, too.
            let _ = machine.run_until(u64::from(recording.duration()), &mut seen);
            self.effort.instructions += u64::from(recording.duration());
            self.slips = Some(Slip::all(&seen, &machine));
        }
        self.slips.as_deref().unwrap_or_default()
    }
}
