//! The search for patches: tries the templates of a stage and keeps the best candidates.

use std::collections::BTreeSet;
use std::sync::Arc;

use whydunit_program::{FunctionId, Program};
use whydunit_trace::Time;

use crate::rerun::intervention::Intervention;
use crate::session::Session;
use crate::session::statement::Statement;
use crate::templates::candidate::Candidate;
use crate::templates::first_executions::FirstExecutions;
use crate::templates::statement_search::try_expressions;
use crate::templates::tested_patch::TestedPatch;
use crate::templates::{Kind, Stage, all};

/// Tries the templates of a stage on statements, in the order given, as long as the budget lasts.
pub fn try_templates(session: &mut Session, stage: Stage, statements: &[Statement]) -> Vec<TestedPatch> {
    let own = || all().iter().filter(move |template| template.stage == stage);
    let expressions = own().filter_map(|template| match template.kind {
        Kind::Expression(propose) => Some(propose),
        Kind::Insertion(_) => None,
    });
    let expressions: Vec<_> = expressions.collect();
    let mut search = Search::new(session);
    if !expressions.is_empty() {
        search.found = try_expressions(search.session, &search.executions, statements, &expressions);
    }
    for template in own() {
        if let Kind::Insertion(propose) = template.kind {
            search.template = template.name;
            propose(&mut search, statements);
        }
    }
    search.found
}

/// The state of a search. Templates that insert code propose groups of candidates to it.
pub(crate) struct Search<'a> {
    pub(crate) session: &'a mut Session,
    pub(crate) program: Arc<Program>,
    pub(crate) executions: FirstExecutions,
    pub(crate) found: Vec<TestedPatch>,
    /// The name of the template that is tried, for progress messages.
    template: &'static str,
}

impl<'a> Search<'a> {
    fn new(session: &'a mut Session) -> Self {
        let (program, executions) = (session.program().clone(), FirstExecutions::new(session));
        Search { session, program, executions, found: Vec::new(), template: "" }
    }

    /// Reports progress: the number of statements, functions or variables that were tried, of how many.
    pub(crate) fn report(&self, done: usize, count: usize) {
        let template = self.template;
        self.session
            .budget
            .monitor
            .report(|| format!("looking for missing code ({template}), {} of {count}", done + 1));
    }

    /// Tries candidates that compete with each other, the likeliest first, and keeps the best one.
    pub(crate) fn try_group(&mut self, statement: Statement, mut group: Vec<(Time, Candidate)>) {
        let reruns: Vec<Intervention> =
            group.iter().map(|(time, candidate)| Intervention::patched(*time, candidate.patch)).collect();
        if let Some((index, verdict)) = self.session.best_of(&reruns) {
            let best = group.swap_remove(index);
            self.found.push(TestedPatch::new(self.session, statement, best, verdict));
        }
    }
}

/// The functions of statements.
pub(crate) fn functions_of(statements: &[Statement]) -> BTreeSet<FunctionId> {
    statements.iter().map(|s| s.function).collect()
}
