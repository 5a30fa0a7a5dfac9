//! Repairs: small changes of the program text that make the run right at every execution. A frontier
//! says which value was wrong once; a repair says which statement gives wrong values.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{Edit, Site};
use whydunit_program::{FunctionId, Inst};
use whydunit_trace::{BlockNumber, Time};

use crate::evidence::weights::{BLUNT, LIKELY, likelihood};
use crate::methods::frontier::polluted::SLIPS;
use crate::rerun::intervention::Intervention;
use crate::rerun::undefined_behaviour::UndefinedBehaviour;
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::expression::{Candidate, candidates, missing_breaks};
use crate::templates::rewrite::SourceChange;
use crate::templates::split_number::computes_halves;
use crate::templates::static_reset::resets;
use crate::templates::variable_update::updates;

/// A change of a statement that was re-executed and made the run right.
#[derive(Clone, Debug, PartialEq)]
pub struct TestedPatch {
    /// The statement.
    pub statement: Statement,
    /// The change.
    pub mutant: Candidate,
    /// When it was executed first.
    pub since: Time,
    /// What the rerun came to.
    pub verdict: Verdict,
    /// The run is also right when the condition simply always holds, or never: the change may be one of
    /// many that happen to do.
    pub blunt: bool,
    /// The rerun does not come to the function that failed any more, or writes something else though only the exit
    /// status is wrong.
    pub gives_up: bool,
    /// What the rerun does that C leaves undefined, if no other change is known that does without.
    pub slip: Option<UndefinedBehaviour>,
}

impl TestedPatch {
    /// A change from a time on, and what came of it.
    pub(crate) fn new(
        session: &mut Session,
        statement: Statement,
        (time, mutant): (Time, Candidate),
        verdict: Verdict,
    ) -> Self {
        let (slip, gives_up) = session.new_undefined_behaviour(&Intervention::patched(time, mutant.patch));
        TestedPatch { statement, mutant, since: time, verdict, blunt: false, gives_up, slip }
    }

    /// Is it a change of what is there that a programmer may well have meant, and that does not come right by luck?
    pub(crate) fn is_likely(&self) -> bool {
        // Who begins with another number may as well count once more later.
        let begins = matches!(self.mutant.rewrite, SourceChange::Constant { .. })
            && matches!(self.mutant.patch.edit, Edit::Replace(Inst::Store { .. } | Inst::StoreLocal { .. }));
        let may_be_meant = self.strength() >= LIKELY && self.slip.is_none() && !self.gives_up && !begins;
        self.verdict == Verdict::Passed && may_be_meant
    }

    /// How much it says, at most 100.
    pub(crate) fn strength(&self) -> u32 {
        let likely = likelihood(&self.mutant.rewrite);
        if self.blunt { likely.min(BLUNT) } else { likely }
    }
}

/// Where the budget cannot last for all, so many statements take turns.
const GROUP: usize = 24;

/// Tries small changes of statements, in the order given, as long as the budget lasts. Where it cannot last for all,
/// the likeliest changes of several statements come before the others of the same.
pub fn repair(session: &mut Session, statements: &[Statement]) -> Vec<TestedPatch> {
    let first = FirstTimes::new(session);
    let mut tried: Vec<RerunCache> = statements.iter().map(|&s| RerunCache::new(session, &first, s)).collect();
    let count: u64 = tried.iter().map(|t| t.mutants.len() as u64).sum();
    let left = session.budget.instructions.saturating_sub(session.effort.instructions);
    let dear = count.saturating_mul(u64::from(session.recorded.recording.duration())) > left;
    let rounds: &[usize] = if dear { &[1, 3, 8, usize::MAX] } else { &[usize::MAX] };
    let mut done = 0;
    for group in tried.chunks_mut(GROUP) {
        for &end in rounds {
            for (at, one) in group.iter_mut().enumerate() {
                let watch = &session.budget.monitor;
                watch.tell(|| format!("trying patches, statement {} of {}", done + at + 1, statements.len()));
                if !session.may_go_on() {
                    break;
                }
                one.go_on(session, end);
            }
        }
        done += group.len();
    }
    let mut found: Vec<TestedPatch> = tried.iter().filter_map(|one| one.repair(session)).collect();
    found.extend(breaks(session, statements, &first));
    found.extend(resets(session, statements, &first));
    found.extend(updates(session, statements, &first));
    found
}

/// A statement and what came of changes of it.
struct RerunCache {
    statement: Statement,
    /// The changes, the likeliest first, with the times from which on they matter.
    mutants: Vec<(Time, Candidate)>,
    /// So many of them were tried.
    done: usize,
    /// The best of them.
    best: Option<(usize, Verdict)>,
}

impl RerunCache {
    fn new(session: &Session, first: &FirstTimes, statement: Statement) -> Self {
        let program = session.program();
        let halves = computes_halves(program, program.function(statement.function), statement.line);
        let sites = first.sites(session, statement).into_iter().filter(|_| !halves);
        let mut mutants: Vec<(Time, Candidate)> =
            sites.flat_map(|(time, site)| candidates(program, site).into_iter().map(move |m| (time, m))).collect();
        mutants.sort_by_key(|(_, m)| std::cmp::Reverse(likelihood(&m.rewrite)));
        RerunCache { statement, mutants, done: 0, best: None }
    }

    /// Tries the changes up to `end`, unless one before made the run right.
    fn go_on(&mut self, session: &mut Session, end: usize) {
        let (from, end) = (self.done, end.min(self.mutants.len()));
        if from >= end || self.best.is_some_and(|(_, verdict)| verdict == Verdict::Passed) {
            return;
        }
        let trials: Vec<Intervention> =
            self.mutants[from..end].iter().map(|(time, m)| Intervention::patched(*time, m.patch)).collect();
        let found = session.best_of(&trials).map(|(index, verdict)| (from + index, verdict));
        self.best = match (self.best, found) {
            (Some(known), Some(new)) if new.1 <= known.1 => Some(known),
            (known, new) => new.or(known),
        };
        self.done = end;
    }

    fn repair(&self, session: &mut Session) -> Option<TestedPatch> {
        let (index, verdict) = self.best?;
        let mut best = self.repaired(session, index, verdict);
        if verdict != Verdict::Passed {
            return Some(best);
        }
        best.blunt = is_blunt(session, &self.mutants, &best.mutant);
        if best.blunt {
            // Not of what a condition compares: that would be as blunt.
            let says_more = |m: &Candidate| {
                !can_be_blunt(&m.rewrite) && likelihood(&m.rewrite) > BLUNT && m.rewrite != SourceChange::Negated
            };
            best = self.another(session, index, says_more).unwrap_or(best);
        }
        // What C leaves undefined may come out right by luck: another change may do so without.
        let mut at = index;
        for _ in 1..SLIPS {
            if best.slip.is_none() {
                break;
            }
            let Some((next, verdict)) = self.passing(session, at, |_| true) else { break };
            let other = self.repaired(session, next, verdict);
            if other.slip.is_none() {
                best = other;
            }
            at = next;
        }
        Some(best)
    }

    fn repaired(&self, session: &mut Session, index: usize, verdict: Verdict) -> TestedPatch {
        TestedPatch::new(session, self.statement, self.mutants[index].clone(), verdict)
    }

    /// Another change that makes the run right, of those less likely than one.
    fn another(&self, session: &mut Session, than: usize, wanted: impl Fn(&Candidate) -> bool) -> Option<TestedPatch> {
        let (index, verdict) = self.passing(session, than, wanted)?;
        Some(self.repaired(session, index, verdict))
    }

    /// The first change behind one that is wanted and makes the run right.
    fn passing(
        &self,
        session: &mut Session,
        behind: usize,
        wanted: impl Fn(&Candidate) -> bool,
    ) -> Option<(usize, Verdict)> {
        let others: Vec<usize> = (behind + 1..self.mutants.len()).filter(|&i| wanted(&self.mutants[i].1)).collect();
        let trial = |&i: &usize| Intervention::patched(self.mutants[i].0, self.mutants[i].1.patch);
        let (index, verdict) = session.best_of(&others.iter().map(trial).collect::<Vec<_>>())?;
        (verdict == Verdict::Passed).then_some((others[index], verdict))
    }
}

/// Tries to leave `switch` statements where one case goes on into the next. The last statement before is blamed.
fn breaks(session: &mut Session, statements: &[Statement], first: &FirstTimes) -> Vec<TestedPatch> {
    let program = session.program().clone();
    let functions: BTreeSet<FunctionId> = statements.iter().map(|s| s.function).collect();
    let mut found = Vec::new();
    for id in functions {
        for (mutant, block, line) in missing_breaks(id, program.function(id), session.analyses.flow(id)) {
            let Some(&time) = first.times.get(&session.index.number(id, block)) else { continue };
            let Some(statement) = last_above(session, id, line, first) else { continue };
            if let Some((_, verdict)) = session.best_of(&[Intervention::patched(time, mutant.patch)]) {
                found.push(TestedPatch::new(session, statement, (time, mutant), verdict));
            }
        }
    }
    found
}

/// The last executed statement above a line.
fn last_above(session: &Session, id: FunctionId, line: u32, first: &FirstTimes) -> Option<Statement> {
    let function = session.program().function(id);
    let executed = |i: u32| first.times.contains_key(&session.index.number(id, function.block_of(i)));
    let lines = (0..).zip(&function.locs).filter(|(_, loc)| loc.line != 0 && loc.line < line);
    let line = lines.filter(|(i, _)| executed(*i)).map(|(_, loc)| loc.line).max()?;
    Some(Statement { function: id, line })
}

/// The best repair of each statement.
pub(crate) fn best_of_each(repairs: Vec<TestedPatch>) -> BTreeMap<Statement, TestedPatch> {
    let mut best: BTreeMap<Statement, TestedPatch> = BTreeMap::new();
    let rank = |repair: &TestedPatch| (repair.verdict, repair.strength());
    for repair in repairs {
        match best.get(&repair.statement) {
            Some(known) if rank(known) >= rank(&repair) => {}
            _ => _ = best.insert(repair.statement, repair),
        }
    }
    best
}

/// Would the run also be right if a condition of the statement simply always held, or never?
fn is_blunt(session: &mut Session, mutants: &[(Time, Candidate)], best: &Candidate) -> bool {
    if !can_be_blunt(&best.rewrite) {
        return false;
    }
    // What was executed once can only come out one way.
    let site = best.patch.site;
    let number = session.index.number(site.function, session.program().function(site.function).block_of(site.inst));
    if session.recorded.recording.runs_of(number).len() < 2 {
        return false;
    }
    let always = mutants.iter().filter(|(_, m)| matches!(m.rewrite, SourceChange::Always(_)));
    let trials: Vec<Intervention> = always.map(|(time, m)| Intervention::patched(*time, m.patch)).collect();
    session.best_of(&trials).is_some_and(|(_, verdict)| verdict == Verdict::Passed)
}

/// Does it change what a condition compares?
fn can_be_blunt(rewrite: &SourceChange) -> bool {
    matches!(rewrite, SourceChange::Relation(_) | SourceChange::Constant { .. } | SourceChange::Variable { .. })
}

/// When each block of the program was executed first.
pub(crate) struct FirstTimes {
    pub(crate) times: BTreeMap<BlockNumber, Time>,
    /// How often.
    pub(crate) counts: BTreeMap<BlockNumber, u32>,
}

impl FirstTimes {
    pub(crate) fn new(session: &Session) -> Self {
        let recording = &session.recorded.recording;
        let (mut times, mut counts) = (BTreeMap::new(), BTreeMap::new());
        let mut time = Time::FIRST;
        for executed in recording.executed_blocks() {
            let number = recording.number_of(executed);
            times.entry(number).or_insert(time);
            *counts.entry(number).or_default() += 1;
            time += session.index.length(number);
        }
        FirstTimes { times, counts }
    }

    /// The executed instructions of a statement, with the time at which their block was first entered.
    pub(crate) fn sites(&self, session: &Session, statement: Statement) -> Vec<(Time, Site)> {
        let program = session.program();
        let function = program.function(statement.function);
        let jumps_back = function.calls.iter().any(|c| match c.callee {
            whydunit_program::Callee::External(id) => program.externals[id.0 as usize].name.contains("setjmp"),
            _ => false,
        });
        // A jump buffer in memory names an instruction by its number, which a patch may change.
        if jumps_back {
            return Vec::new();
        }
        let mut found = Vec::new();
        for inst in 0..function.insts.len() as u32 {
            let site = Site { function: statement.function, inst };
            if function.locs[inst as usize].line != statement.line
                || matches!(function.insts[inst as usize], Inst::Jump { .. })
            {
                continue;
            }
            let number = session.index.number(statement.function, function.block_of(inst));
            if let Some(&time) = self.times.get(&number) {
                found.push((time, site));
            }
        }
        found
    }
}
