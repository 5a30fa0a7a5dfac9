//! Explains a failure: slice, templates, narrowing and hints, within their shares of the budget.

pub(crate) mod described;
pub(crate) mod described_suspect;
pub(crate) mod facts;
pub(crate) mod failure_facts;
pub(crate) mod failure_origin;
pub(crate) mod omitted_code;
pub(crate) mod path_facts;
pub(crate) mod search_facts;

use whydunit_trace::Slice;

use crate::evidence::collection::collect_suspects;
use crate::evidence::order::{add_patches, order_suspects, prefer_wrong};
use crate::evidence::shown_line::retain_readable;
use crate::evidence::suspect::Suspect;
use crate::evidence::weights::share;
use crate::hints::add_hints;
use crate::methods::frontier::memory::Memory;
use crate::methods::frontier::polluted::OpenQuestions;
use crate::methods::frontier::probe::probe;
use crate::methods::frontier::strategy::Strategy;
use crate::methods::frontier::{Knowledge, Narrowing, Polluted, narrow, relevant_slice};
use crate::rerun::verdict::Verdict;
use crate::session::Session;
use crate::session::copied_parts::CopiedParts;
use crate::session::statement::Statement;
use crate::templates::Stage;
use crate::templates::search::try_templates;
use crate::templates::tested_patch::TestedPatch;

/// The choices of the user.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How frontiers are chosen.
    pub strategy: Strategy,
    /// Answers of the user.
    pub known: Knowledge,
    /// Leaves out templates.
    pub no_templates: bool,
}

/// Why a failure happened.
pub struct Explanation {
    /// The suspects that a reader can look at, the likeliest first.
    pub suspects: Vec<Suspect>,
    /// The best verdict of all reruns, of suspects that are not listed, too.
    pub best: Option<Verdict>,
    /// How the domain was narrowed.
    pub narrowing: Narrowing,
    /// Everything on which the failure depends.
    pub slice: Slice,
}

/// The part of an explanation that does not depend on the strategy: one groundwork serves several strategies.
pub struct Groundwork {
    slice: Slice,
    patches: Vec<TestedPatch>,
    /// The result of probing single statements, once a strategy needed it.
    probed: Option<(Vec<Polluted>, OpenQuestions)>,
    memory: Memory,
    /// Instructions spent. They count against the budget of each strategy.
    spent: u64,
}

impl Groundwork {
    /// Computes the slice and tries templates on its statements, except on those that are known to be right.
    pub fn new(session: &mut Session, options: &Options) -> Self {
        let before = session.effort.instructions;
        session.budget.monitor.report(|| "computing the slice".into());
        let slice = relevant_slice(session);
        session.copied_parts =
            CopiedParts::new(&session.recorded.recording, &slice, session.criterion.time, &session.first_causes());
        let patches = if options.no_templates { Vec::new() } else { find_patches(session, &slice, &options.known) };
        let spent = session.effort.instructions - before;
        Groundwork { slice, patches, probed: None, memory: Memory::default(), spent }
    }

    /// Instructions of its reruns.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Probes single statements, unless that was done before.
    fn probed(&mut self, session: &mut Session) -> (Vec<Polluted>, OpenQuestions) {
        let Groundwork { slice, memory, .. } = self;
        let ask = || session.within(share::PROBES, |session| probe(session, memory, slice));
        self.probed.get_or_insert_with(ask).clone()
    }
}

/// Tries all templates, stage by stage. Statements near the failure come first, in case the budget runs out.
fn find_patches(session: &mut Session, slice: &Slice, known: &Knowledge) -> Vec<TestedPatch> {
    let near = collect_suspects(session, slice, &Narrowing::default());
    let statements: Vec<Statement> =
        near.iter().map(|suspect| suspect.statement).filter(|s| !known.statements.contains(s)).collect();
    let mut patches: Vec<TestedPatch> = Vec::new();
    for stage in Stage::ALL {
        // A likely change of existing code makes a new assignment improbable.
        if stage != Stage::NewAssignments || !patches.iter().any(TestedPatch::is_likely) {
            patches.extend(session.within(share::of(stage), |session| try_templates(session, stage, &statements)));
        }
    }
    patches
}

/// Explains a session's failure.
pub fn explain(session: &mut Session, options: &Options) -> Explanation {
    let mut groundwork = Groundwork::new(session, options);
    explain_on(session, &mut groundwork, options)
}

/// As [`explain`], but reuses `groundwork`.
pub fn explain_on(session: &mut Session, groundwork: &mut Groundwork, options: &Options) -> Explanation {
    let known = &options.known;
    let mut narrowing =
        narrow(session, &mut groundwork.memory, &groundwork.slice, &mut options.strategy.clone(), known);
    if !is_settled(groundwork, &narrowing) {
        let (probed, open) = groundwork.probed(session);
        narrowing.open.join(&open);
        narrowing.probed = probed;
    }
    let slice = groundwork.slice.clone();
    let mut suspects = collect_suspects(session, &slice, &narrowing);
    add_hints(session, &slice, &mut suspects);
    suspects.retain(|suspect| !known.statements.contains(&suspect.statement));
    let doubtful = |patch: &&TestedPatch| !known.statements.contains(&patch.statement);
    let patches = groundwork.patches.iter().filter(doubtful).cloned().collect();
    add_patches(session, &slice, &mut suspects, patches);
    suspects = order_suspects(session, suspects);
    prefer_wrong(session, &slice, &mut suspects, &known.wrong);
    let best = suspects.iter().filter_map(Suspect::verdict).max();
    retain_readable(session, &mut suspects);
    Explanation { suspects, best, narrowing, slice }
}

/// Is there a patch or a witness with which the run passes?
fn is_settled(groundwork: &Groundwork, narrowing: &Narrowing) -> bool {
    let passed = |p: &Polluted| p.witness.verdict == Verdict::Passed;
    groundwork.patches.iter().any(|patch| patch.verdict == Verdict::Passed)
        || narrowing.steps.iter().flat_map(|s| &s.polluted).any(passed)
}
