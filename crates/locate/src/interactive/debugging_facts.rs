//! All facts of debugging with a person, gathered so that a report needs neither the recording nor the machine.

use whydunit_machine::Unsupported;

use crate::explain::described::DescribedInstance;
use crate::explain::failure_facts::FailureFacts;
use crate::interactive::answered_round::{Judged, Round};
use crate::interactive::conclusion::{Doubt, Suspected};
use crate::interactive::debugger::Debugger;
use crate::interactive::described_breakpoint::{DescribedBreakpoint, DescribedItem};
use crate::session::Session;
use crate::session::declared_value::Declared;

/// Suspects described at most.
const SUSPECTS: usize = 30;

/// The state of a debugger: the answered breakpoints, and what may still hold the fault.
#[derive(Clone, Debug)]
pub struct DebuggingFacts {
    /// What failed.
    pub failure: FailureFacts,
    /// The breakpoints that were answered.
    pub rounds: Vec<DescribedRound>,
    /// The suspects, the likeliest first.
    pub suspects: Vec<DescribedSuspected>,
    /// How many suspects are not described.
    pub more: usize,
    /// How the fault propagated from the first suspect to the failure.
    pub path: Vec<DescribedInstance>,
    /// Is nothing left to ask?
    pub finished: bool,
    /// Which causes of the failure cannot be judged by asking, if there are any.
    pub open: Option<OpenCauses>,
    /// Why it is not certain that the first suspect is the fault, if it is not.
    pub unjudged: Option<OpenCauses>,
    /// Instances that were looked at, and those that may still hold the fault.
    pub domain: (usize, usize),
    /// How many of those that were looked at led to the failure.
    pub led: usize,
    /// If only the instances nearest to the failure were looked at first: how many the whole run has.
    pub whole: Option<usize>,
    /// Did more lead to the failure that is too far away to be looked at?
    pub cut: bool,
    /// Are instances once judged right not asked about again?
    pub remembers: bool,
    /// Was something taken to be right because correct output was made from it?
    pub took_output: bool,
}

/// A breakpoint that was answered.
#[derive(Clone, Debug)]
pub struct DescribedRound {
    /// The breakpoint.
    pub breakpoint: DescribedBreakpoint,
    /// The round.
    pub round: Round,
}

/// A suspected instance.
#[derive(Clone, Debug)]
pub struct DescribedSuspected {
    /// The suspected instance.
    pub suspected: Suspected,
    /// What is wrong there: of a call of another function the call.
    pub item: DescribedItem,
    /// If something is missing behind it: the instance executed last before that.
    pub gap: Option<DescribedInstance>,
    /// Which execution of its line the shown instance belongs to, counted from 1, and of how many.
    pub visit: (u32, u32),
    /// If all that led to it is right: the variables it uses that have the value of their declaration.
    pub declared: Vec<Declared>,
    /// Is it the failure itself?
    pub is_failure: bool,
}

/// Causes of a failure that nobody judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenCauses {
    /// Questions are left.
    NotLookedAt,
    /// Nobody knew the answer.
    Unknown,
    /// Not one of them could be asked about.
    NothingAskable,
    /// They are farther away than was looked.
    TooFar,
    /// Decisions that may have left something undone are too many.
    Omissions,
    /// Some could not be asked about.
    Unasked,
}

impl DebuggingFacts {
    /// Gathers the facts of a debugger's state.
    pub fn gather(debugger: &mut Debugger) -> Result<DebuggingFacts, Unsupported> {
        let suspects = debugger.suspects();
        let (history, finished) = (debugger.history().to_vec(), debugger.breakpoint().is_none());
        let path = suspects.first().map_or_else(Vec::new, |first| debugger.way_to_failure(first.time));
        let (open, unjudged) = open_causes(debugger, &suspects);
        let called = calls_another(&suspects);
        let mut facts = DebuggingFacts {
            failure: FailureFacts::gather(&mut debugger.session)?,
            rounds: Vec::new(),
            suspects: Vec::new(),
            more: suspects.len().saturating_sub(SUSPECTS),
            path: Vec::new(),
            finished,
            open,
            unjudged,
            domain: (debugger.looked_at(), debugger.open().len()),
            led: debugger.led_to_failure(),
            whole: debugger.window_of(),
            cut: debugger.is_cut() && !called,
            remembers: debugger.setting().helps.remember,
            took_output: history.iter().any(|r| r.judged == Judged::CorrectOutput),
        };
        let session = &mut debugger.session;
        for round in history {
            let breakpoint = DescribedBreakpoint::new(session, &round.breakpoint)?;
            facts.rounds.extend(breakpoint.map(|breakpoint| DescribedRound { breakpoint, round }));
        }
        for suspected in suspects.into_iter().take(SUSPECTS) {
            facts.suspects.extend(DescribedSuspected::new(session, suspected, unjudged.is_none())?);
        }
        for time in path {
            facts.path.extend(DescribedInstance::seen_from_program(session, time)?);
        }
        Ok(facts)
    }
}

impl DescribedSuspected {
    /// Describes a suspect; `is_certain` when all causes of the failure are judged.
    fn new(
        session: &mut Session,
        suspected: Suspected,
        is_certain: bool,
    ) -> Result<Option<DescribedSuspected>, Unsupported> {
        let doubt = suspected.doubt;
        let time = if doubt == Doubt::Called { suspected.shown } else { suspected.time };
        let Some(item) = DescribedItem::at(session, time)? else { return Ok(None) };
        let declared = match doubt {
            Doubt::Wrong | Doubt::Failure if is_certain => session.declared(&item.item.instance)?,
            _ => Vec::new(),
        };
        let gap = match doubt {
            Doubt::Missing => DescribedInstance::seen_from_program(session, suspected.shown)?,
            _ => None,
        };
        if doubt == Doubt::Missing && gap.is_none() {
            return Ok(None);
        }
        let visit = match &gap {
            Some(_) => session.visit_of(suspected.shown),
            None => (item.item.spot.visit, item.item.spot.visits),
        };
        let is_failure = suspected.time == session.criterion.time;
        Ok(Some(DescribedSuspected { suspected, item, gap, visit, declared, is_failure }))
    }
}

/// Where another function is called than should be, nothing before that is at fault.
fn calls_another(suspects: &[Suspected]) -> bool {
    suspects.first().is_some_and(|s| s.doubt == Doubt::Called && s.instead.is_some())
}

/// Which causes of the failure cannot be judged by asking, and why it is not certain what the fault is.
fn open_causes(debugger: &Debugger, suspects: &[Suspected]) -> (Option<OpenCauses>, Option<OpenCauses>) {
    let finished = debugger.breakpoint().is_none();
    let is = |doubt: Doubt| suspects.iter().any(|s| s.doubt == doubt);
    let called = calls_another(suspects);
    // Where the correct version makes the value in another way nothing was left undone before.
    let wrong = suspects.first().filter(|s| s.doubt == Doubt::Wrong);
    let rewritten = wrong.is_some_and(|s| debugger.hint(s.time).is_some_and(|hint| hint.rewritten));
    let open = if finished && debugger.history().is_empty() {
        Some(OpenCauses::NothingAskable)
    } else if debugger.is_cut() && !called {
        Some(OpenCauses::TooFar)
    } else if finished && !rewritten && !called && debugger.leaves_some_out() {
        Some(OpenCauses::Omissions)
    } else {
        (finished && is(Doubt::Unasked)).then_some(OpenCauses::Unasked)
    };
    let unjudged = match (finished, is(Doubt::Unknown)) {
        (false, _) => Some(OpenCauses::NotLookedAt),
        (true, true) => Some(OpenCauses::Unknown),
        (true, false) => open,
    };
    (open, unjudged)
}
