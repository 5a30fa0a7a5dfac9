//! The facts of a debugging session, complete enough to be reported without the recording and the machine.

use whydunit_machine::Unsupported;

use crate::explain::described::DescribedInstance;
use crate::explain::failure_facts::FailureFacts;
use crate::interactive::answered_round::{Judged, Round};
use crate::interactive::conclusion::{Doubt, Suspected};
use crate::interactive::debugger::Debugger;
use crate::interactive::described_breakpoint::{DescribedBreakpoint, DescribedItem};
use crate::session::Session;
use crate::session::declared_value::Declared;

/// Most suspects that are described.
const MAX_SUSPECTS: usize = 30;

/// The state of a debugger: the answered breakpoints, and the suspects.
#[derive(Clone, Debug)]
pub struct DebuggingFacts {
    /// The failure.
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
    /// How many instances were in the window, and how many may still hold the fault.
    pub domain: (usize, usize),
    /// How many instances of the first window can be asked about.
    pub led: usize,
    /// The number of instances of the whole run, if causes of the failure lay outside the first window.
    pub whole: Option<usize>,
    /// Do causes of the failure lie outside the window?
    pub cut: bool,
    /// Are instances once judged right not asked about again?
    pub remembers: bool,
    /// Was something assumed to be right because correct output depends on it?
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
    /// The wrong item: for a call of another function the call.
    pub item: DescribedItem,
    /// If code is missing after it: the last instance before the missing code.
    pub gap: Option<DescribedInstance>,
    /// Which execution of its line the shown instance belongs to, counted from 1, and of how many.
    pub visit: (u32, u32),
    /// If all its causes are right: the variables it uses that still have the value of their declaration.
    pub declared: Vec<Declared>,
    /// Is it the failure itself?
    pub is_failure: bool,
}

/// Causes of a failure that were not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenCauses {
    /// Questions are left.
    NotLookedAt,
    /// They were judged unknown.
    Unknown,
    /// None of them can be asked about.
    NothingAskable,
    /// They lie outside the window.
    TooFar,
    /// There are too many decisions about possible omissions.
    Omissions,
    /// Some cannot be asked about.
    Unasked,
}

impl DebuggingFacts {
    /// Gathers the facts of a debugger's state. An error if the machine could not repeat the failing run.
    pub fn gather(debugger: &mut Debugger) -> Result<DebuggingFacts, Unsupported> {
        if let Some(refusal) = debugger.session.recorded.snapshots.refusal() {
            return Err(refusal.clone());
        }
        let suspects = debugger.suspects();
        let (history, finished) = (debugger.history().to_vec(), debugger.breakpoint().is_none());
        let path = suspects.first().map_or_else(Vec::new, |first| debugger.way_to_failure(first.time));
        let (open, unjudged) = open_causes(debugger, &suspects);
        let called = calls_another(&suspects);
        let mut facts = DebuggingFacts {
            failure: FailureFacts::gather(&mut debugger.session)?,
            rounds: Vec::new(),
            suspects: Vec::new(),
            more: suspects.len().saturating_sub(MAX_SUSPECTS),
            path: Vec::new(),
            finished,
            open,
            unjudged,
            domain: (debugger.looked_at(), debugger.open().len()),
            led: debugger.first_window_size(),
            whole: debugger.instances_if_windowed(),
            cut: debugger.is_cut() && !called,
            remembers: debugger.setting().assumptions.remember,
            took_output: history.iter().any(|r| r.judged == Judged::CorrectOutput),
        };
        let session = &mut debugger.session;
        for round in history {
            let breakpoint = DescribedBreakpoint::new(session, &round.breakpoint)?;
            facts.rounds.extend(breakpoint.map(|breakpoint| DescribedRound { breakpoint, round }));
        }
        for suspected in suspects.into_iter().take(MAX_SUSPECTS) {
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

/// Is a call of another function than in the reference to blame? Then nothing before it is at fault.
fn calls_another(suspects: &[Suspected]) -> bool {
    suspects.first().is_some_and(|s| s.doubt == Doubt::Called && s.instead.is_some())
}

/// Which causes of the failure cannot be judged by asking, and why the fault is not certain.
fn open_causes(debugger: &Debugger, suspects: &[Suspected]) -> (Option<OpenCauses>, Option<OpenCauses>) {
    let finished = debugger.breakpoint().is_none();
    let is = |doubt: Doubt| suspects.iter().any(|s| s.doubt == doubt);
    let called = calls_another(suspects);
    // If the reference computes the value in another way, no omission before it is at fault.
    let wrong = suspects.first().filter(|s| s.doubt == Doubt::Wrong);
    let rewritten = wrong.is_some_and(|s| debugger.hint(s.time).is_some_and(|hint| hint.rewritten));
    let open = if finished && debugger.history().is_empty() {
        Some(OpenCauses::NothingAskable)
    } else if debugger.is_cut() && !called {
        Some(OpenCauses::TooFar)
    } else if finished && !rewritten && !called && debugger.leaves_omissions_out() {
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
