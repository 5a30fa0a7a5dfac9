//! The whole of an explanation: slice, narrowing, repairs, and the suspects in order.

pub(crate) mod described;
pub(crate) mod described_suspect;
pub(crate) mod facts;
pub(crate) mod failure_facts;
pub(crate) mod failure_origin;
pub(crate) mod omitted_code;
pub(crate) mod path_facts;
pub(crate) mod search_facts;

use std::collections::{BTreeMap, BTreeSet};

use whydunit_machine::{FailureKind, Outcome};
use whydunit_trace::{CriterionKind, Slice, Time};

use crate::evidence::Evidence;
use crate::evidence::confirmed_output::Confirmed;
use crate::evidence::suspect::Suspect;
use crate::evidence::weights;
use crate::hints::add_hints;
use crate::hints::declaration::Reason;
use crate::methods::frontier::memory::Memory;
use crate::methods::frontier::polluted::OpenQuestions;
use crate::methods::frontier::probe::probe;
use crate::methods::frontier::strategy::Strategy;
use crate::methods::frontier::{Knowledge, Narrowing, Polluted, narrow, relevant_slice};
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::copied_parts::CopiedParts;
use crate::session::statement::{Statement, is_parameter};
use crate::templates::early_exit::exits;
use crate::templates::new_assignment::amends;
use crate::templates::repeated_assignment::missing;
use crate::templates::tested::{TestedPatch, best_of_each, repair};

/// What the user may choose.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How frontiers are chosen.
    pub strategy: Strategy,
    /// What the user knows.
    pub known: Knowledge,
    /// Leave out repairs.
    pub no_repairs: bool,
}

/// Why a failure happened.
pub struct Explanation {
    /// The suspects, the likeliest first.
    pub suspects: Vec<Suspect>,
    /// How the domain was narrowed.
    pub narrowing: Narrowing,
    /// Everything the failure depends on.
    pub slice: Slice,
}

/// What explaining a failure needs whatever the strategy: done once, it serves them all.
pub struct Groundwork {
    slice: Slice,
    repairs: Vec<TestedPatch>,
    /// What asking about single statements told, once that was necessary.
    probed: Option<(Vec<Polluted>, OpenQuestions)>,
    memory: Memory,
    /// What it took, which counts against the budget of every strategy.
    spent: u64,
}

impl Groundwork {
    /// Collects what the failure depends on and, if wanted, tries repairs, except of what is known to be right.
    pub fn new(session: &mut Session, options: &Options) -> Self {
        let before = session.effort.instructions;
        session.budget.monitor.tell(|| "collecting what the failure depends on".into());
        let slice = relevant_slice(session);
        session.pieces = CopiedParts::new(session, &slice);
        let mut repairs = Vec::new();
        if !options.no_repairs {
            // What is near the failure comes first, in case the budget does not last.
            let near = ranked_statements(session, &slice, &Narrowing::default());
            let doubtful = |s: &Statement| !options.known.statements.contains(s);
            let order: Vec<Statement> = near.iter().map(|s| s.statement).filter(doubtful).collect();
            repairs = session.within(weights::share::CHANGES, |session| repair(session, &order));
            repairs.extend(session.within(weights::share::REPEATED_ASSIGNMENTS, |session| missing(session, &order)));
            repairs.extend(session.within(weights::share::EARLY_EXITS, |session| exits(session, &order)));
            // What is added at will is looked for where no change of what is there will do.
            if !repairs.iter().any(TestedPatch::is_likely) {
                repairs.extend(session.within(weights::share::NEW_ASSIGNMENTS, |session| amends(session, &order)));
            }
        }
        Groundwork {
            slice,
            repairs,
            probed: None,
            memory: Memory::default(),
            spent: session.effort.instructions - before,
        }
    }

    /// What it took, in instructions of reruns.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    fn probed(&mut self, session: &mut Session) -> (Vec<Polluted>, OpenQuestions) {
        let Groundwork { slice, memory, .. } = self;
        let ask = || session.within(weights::share::PROBES, |session| probe(session, memory, slice));
        self.probed.get_or_insert_with(ask).clone()
    }
}

/// Explains a session's failure.
pub fn explain(session: &mut Session, options: &Options) -> Explanation {
    let mut groundwork = Groundwork::new(session, options);
    explain_on(session, &mut groundwork, options)
}

/// Likewise, on groundwork that was done before.
pub fn explain_on(session: &mut Session, groundwork: &mut Groundwork, options: &Options) -> Explanation {
    let mut narrowing =
        narrow(session, &mut groundwork.memory, &groundwork.slice, &mut options.strategy.clone(), &options.known);
    let passed = |p: &Polluted| p.witness.verdict == Verdict::Passed;
    let settled = groundwork.repairs.iter().any(|r| r.verdict == Verdict::Passed)
        || narrowing.steps.iter().flat_map(|s| &s.polluted).any(passed);
    if !settled {
        let (probed, open) = groundwork.probed(session);
        narrowing.open.join(&open);
        narrowing.probed = probed;
    }
    let slice = groundwork.slice.clone();
    let mut ranked = ranked_statements(session, &slice, &narrowing);
    add_hints(session, &slice, &mut ranked);
    ranked.retain(|suspect| !options.known.statements.contains(&suspect.statement));
    let doubtful = |r: &&TestedPatch| !options.known.statements.contains(&r.statement);
    let repairs = groundwork.repairs.iter().filter(doubtful).cloned().collect();
    let mut suspects = order_suspects(session, &groundwork.slice, ranked, repairs);
    let proved = suspects.iter().take_while(|s| s.evidence != [Evidence::Near]).count();
    let near = suspects.split_off(proved);
    suspects.extend(Confirmed::new(session).alternated(near));
    if !options.known.wrong.is_empty() {
        put_first(&mut suspects, &leading_to(session, &slice, &options.known.wrong));
    }
    Explanation { suspects, narrowing, slice }
}

/// The statements of instances, and of what they depend on. True: one of them itself.
fn leading_to(session: &Session, slice: &Slice, wrong: &[Time]) -> BTreeMap<Statement, bool> {
    let (mut todo, mut seen) = (wrong.to_vec(), BTreeSet::new());
    let mut found = BTreeMap::new();
    while let Some(time) = todo.pop() {
        if !seen.insert(time) {
            continue;
        }
        if let Some((statement, _)) = Statement::blamed(&session.recorded.recording, time) {
            *found.entry(statement).or_default() |= wrong.contains(&time);
        }
        todo.extend(slice.nodes.get(&time).into_iter().flat_map(|node| &node.on).map(|d| d.on));
    }
    found
}

/// Some statements before all others: what something speaks against, or somebody called wrong, before the rest of them.
fn put_first(suspects: &mut [Suspect], first: &BTreeMap<Statement, bool>) {
    suspects.sort_by_key(|suspect| match first.get(&suspect.statement) {
        Some(&marked) if marked || suspect.evidence != [Evidence::Near] => 0,
        Some(_) => 1,
        None => 2,
    });
}

/// All statements that may be at fault, by what narrowing says of them: the last polluted ones, what
/// remained of the domain, the earlier polluted ones, the rest by distance.
fn ranked_statements(session: &Session, slice: &Slice, narrowing: &Narrowing) -> Vec<Suspect> {
    let recording = &session.recorded.recording;
    let program = session.program();
    let mut list = List { suspects: Vec::new(), places: BTreeMap::new() };
    let distance = |time: Time| slice.nodes.get(&time).map_or(0, |n| n.distance);
    let own_check = assertion(session);
    let mut add = |time: Time, evidence: Evidence| {
        let Some((statement, shown)) = Statement::blamed(recording, time) else { return };
        // What `main` was given is input; what an assertion says is what was expected.
        let given = recording.position(time).is_some_and(|p| is_parameter(program, p.site())) && shown == time;
        if given || own_check == Some(statement) {
            return;
        }
        if statement.line != 0 && !session.trust.has(statement.function) {
            list.add(Suspect {
                statement,
                time: shown,
                instance: time,
                distance: distance(time),
                evidence: vec![evidence],
            });
        }
    };
    for polluted in narrowing.suspects() {
        add(polluted.time, Evidence::Witness(polluted.witness.clone()));
    }
    let near = nearness(slice, narrowing);
    // What frontiers left of the domain says nothing when they found nothing.
    let reliable = narrowing.probed.is_empty() || narrowing.steps.iter().any(|s| !s.polluted.is_empty());
    let mut rest: Vec<Time> = if reliable { narrowing.rest.clone() } else { near.keys().copied().collect() };
    rest.sort_by_key(|t| (near.get(t).copied().unwrap_or(u32::MAX), std::cmp::Reverse(*t)));
    rest.into_iter().for_each(|time| add(time, Evidence::Near));
    for polluted in narrowing.path() {
        add(polluted.time, Evidence::Witness(polluted.witness.clone()));
    }
    for polluted in &narrowing.probed {
        add(polluted.time, Evidence::Witness(polluted.witness.clone()));
    }
    // The place of a user's assertion is where somebody looked, nothing that the program did.
    if session.asserted.is_none() {
        add(session.criterion.time, Evidence::Near);
    }
    let mut others: Vec<(u32, Time)> = slice.nodes.iter().map(|(&t, n)| (n.distance, t)).collect();
    others.sort_by_key(|(distance, time)| (*distance, std::cmp::Reverse(*time)));
    others.into_iter().for_each(|(_, time)| add(time, Evidence::Near));
    list.suspects
}

/// The statement of the assertion that failed, if one did.
pub(crate) fn assertion(session: &Session) -> Option<Statement> {
    let Outcome::Failed(failure) = &session.observed.outcome else { return None };
    let failed =
        matches!(failure.kind, FailureKind::Assertion { .. }) && session.criterion.kind == CriterionKind::Failure;
    let position = session.recorded.recording.position(session.criterion.time)?;
    failed.then(|| Statement::of(session.program(), position.site()))
}

/// Suspects without repetition, in order of arrival.
struct List {
    suspects: Vec<Suspect>,
    places: BTreeMap<Statement, usize>,
}

impl List {
    fn add(&mut self, suspect: Suspect) {
        match self.places.get(&suspect.statement) {
            Some(&place) => {
                let known = &mut self.suspects[place].evidence;
                if suspect.evidence[0] != Evidence::Near && known.len() == 1 && known[0] == Evidence::Near {
                    *known = suspect.evidence;
                }
            }
            None => {
                self.places.insert(suspect.statement, self.suspects.len());
                self.suspects.push(suspect);
            }
        }
    }
}

/// How many dependences an instance is away from the last polluted ones.
fn nearness(slice: &Slice, narrowing: &Narrowing) -> BTreeMap<Time, u32> {
    let mut level: Vec<Time> = narrowing.suspects().iter().map(|p| p.time).collect();
    let mut seen: BTreeSet<Time> = level.iter().copied().collect();
    let mut found = BTreeMap::new();
    for depth in 0.. {
        if level.is_empty() {
            break;
        }
        found.extend(level.iter().map(|&t| (t, depth)));
        let causes = level.iter().filter_map(|t| slice.nodes.get(t)).flat_map(|n| &n.on).map(|d| d.on);
        level = causes.collect::<BTreeSet<_>>().into_iter().filter(|t| seen.insert(*t)).collect();
    }
    found
}

/// Puts statements with repairs first, the likeliest repair before the others.
fn order_suspects(
    session: &mut Session,
    slice: &Slice,
    mut ranked: Vec<Suspect>,
    repairs: Vec<TestedPatch>,
) -> Vec<Suspect> {
    let mut by_statement = best_of_each(repairs);
    for suspect in &mut ranked {
        if let Some(repair) = by_statement.remove(&suspect.statement) {
            suspect.evidence.retain(|e| *e != Evidence::Near);
            suspect.evidence.insert(0, Evidence::TestedPatch(repair));
            suspect.look_at_repair(session, slice);
        }
    }
    // What is missing may be missing where nothing leads to the failure.
    for (statement, repair) in by_statement {
        let mut suspect = Suspect::repaired(session, statement, repair);
        suspect.look_at_repair(session, slice);
        ranked.push(suspect);
    }
    // Almost anything can be printed by another printf: a change there says less.
    let own = Statement::blamed(&session.recorded.recording, session.criterion.time).map(|(statement, _)| statement);
    let endless = endless_statements(session);
    let crash_only = session.expects_only_an_end();
    let rank = |suspect: &Suspect| {
        let mut penalty = if own == Some(suspect.statement) { weights::FAILURE_POINT } else { 0 };
        // A program that gives up before it comes there does not fail there either.
        let avoids = |e: &Evidence| matches!(e, Evidence::TestedPatch(patch) if patch.gives_up);
        if endless.as_ref().is_some_and(|e| !e.contains(&suspect.statement)) || suspect.evidence.iter().any(avoids) {
            penalty += weights::AVOIDS;
        }
        let score = |e: &Evidence| match e {
            Evidence::TestedPatch(tested) => weights::patch(tested.verdict, tested.strength()) - penalty,
            Evidence::Witness(witness) => weights::witness(witness.verdict),
            Evidence::Overflow(_) => weights::OVERFLOW,
            Evidence::Declared(d) if d.reason == Reason::Uninitialised => weights::UNINITIALISED,
            Evidence::Incomplete(unset) if unset.element => weights::TOO_NARROW,
            Evidence::Incomplete(_) => weights::UNINITIALISED,
            Evidence::DeadStore(_) => weights::DEAD_STORE,
            Evidence::UseAfterFree if crash_only => weights::FREE_BEFORE_CRASH,
            Evidence::UseAfterFree => weights::FREE,
            Evidence::Declared(d) if d.reason == Reason::TooNarrow => weights::TOO_NARROW,
            Evidence::Declared(_) | Evidence::Undersized(_) => weights::TOO_SMALL,
            Evidence::Near => 0,
        };
        let undefined = |e: &Evidence| if e.slip().is_some() { weights::UNDEFINED_BEHAVIOUR } else { 0 };
        let best = suspect.evidence.iter().map(|e| score(e) - undefined(e));
        std::cmp::Reverse(best.max().unwrap_or(0))
    };
    ranked.sort_by_key(rank);
    ranked
}

/// For a run that does not end: what it executes over and over.
fn endless_statements(session: &Session) -> Option<BTreeSet<Statement>> {
    if session.criterion.kind != CriterionKind::Hang {
        return None;
    }
    let recording = &session.recorded.recording;
    let (count, mut blocks) = (recording.block_count(), BTreeSet::new());
    let late = recording.executed_blocks().skip(count - count / 4);
    let statements = late.filter(|&b| blocks.insert(recording.number_of(b))).flat_map(|b| {
        let (start, end) = (recording.start_of(b), recording.end_of(b));
        start.through(end).filter_map(|time| Statement::blamed(recording, time)).map(|(statement, _)| statement)
    });
    Some(statements.collect())
}
