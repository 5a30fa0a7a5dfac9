//! Instances of a run with an intervention, next to those of the failing run.

use std::ops::Range;
use std::sync::Arc;

use whydunit_program::Program;
use whydunit_trace::{Dependence, DependenceKind, Dependences, ExecutedBlock, Instance, Time, Value};

use crate::compare::counterpart::Counterpart;
use crate::compare::instance_description::instance;
use crate::compare::reference::Reference;
use crate::session::Session;
use crate::session::statement::Statement;

/// Most definitions of used values that are examined for one instance.
const MAX_DEFINITIONS: usize = 8;

impl Reference {
    /// Describes the counterpart of an instance; none if there is none.
    pub(crate) fn counterpart_of(&mut self, time: Time) -> Option<Instance> {
        let Counterpart::At(other) = self.counterparts.of(time) else { return None };
        instance(&self.program, &mut self.recorded, other)
    }

    /// The memory from which an instance and its counterpart read the same value: in the failing run, and here.
    pub(crate) fn same_uses(&mut self, session: &mut Session, time: Time) -> Vec<[Range<u64>; 2]> {
        let Counterpart::At(other) = self.counterparts.of(time) else { return Vec::new() };
        let program = session.program().clone();
        let (Some(ours), Some(theirs)) =
            (instance(&program, &mut session.recorded, time), instance(&self.program, &mut self.recorded, other))
        else {
            return Vec::new();
        };
        let range = |value: &Value| value.address..value.address + value.bytes.len() as u64;
        let pairs = ours.uses.iter().zip(&theirs.uses).filter(|(a, b)| a.address != 0 && a.ty == b.ty);
        let same = self.compare(session, (time, other), |mut values| {
            pairs.filter(|(a, b)| values.of_values(a, b)).map(|(a, b)| [range(a), range(b)]).collect()
        });
        same.unwrap_or_default()
    }

    /// The definition that gives the counterpart of an instance another value and that the failing run does not
    /// execute: its time here, and the decision of the failing run that omits it.
    pub(crate) fn omitted_definition(&mut self, session: &mut Session, time: Time) -> Option<(Time, Time)> {
        let same = self.same_uses(session, time);
        let Counterpart::At(other) = self.counterparts.of(time) else { return None };
        let (left, right) = (&session.recorded.recording, &self.recorded.recording);
        let only_here = |d: &Dependence| {
            let block = right.position(d.on).map(|p| p.block);
            let block = block.filter(|&b| d.kind == DependenceKind::Flow && !self.counterparts.has_left(b));
            block.map(|block| (d.on, block))
        };
        let mut definitions: Vec<(Time, ExecutedBlock)> =
            Dependences::of_values(right).of(other).iter().filter_map(only_here).collect();
        definitions.sort_unstable();
        for (definition, block) in definitions.into_iter().rev().take(MAX_DEFINITIONS) {
            let defined = instance(&self.program, &mut self.recorded, definition).and_then(|made| made.defines);
            if !defined.is_some_and(|defined| same.iter().any(|[_, here]| here.contains(&defined.address))) {
                let runs = (left, &self.recorded.recording);
                return Some((definition, self.counterparts.divergence_above_right(runs, block)?));
            }
        }
        None
    }

    /// Describes the instance of this run at a time, with the program that it belongs to.
    pub(crate) fn own_instance(&mut self, time: Time) -> Option<(Arc<Program>, Instance)> {
        Some((self.program.clone(), instance(&self.program, &mut self.recorded, time)?))
    }

    /// Is an instance not executed here because of a decision in another line? If the decision is in the same line,
    /// part of that line is executed, and the answer is no.
    pub(crate) fn omits(&self, session: &Session, time: Time) -> bool {
        let recording = &session.recorded.recording;
        let Some(block) = recording.position(time).map(|p| p.block) else { return false };
        let statement = |time: Time| Statement::blamed(recording, time).map(|(statement, _)| statement);
        let is_divergent = matches!(self.counterparts.of(time), Counterpart::Divergent { .. });
        let divergence = self.counterparts.divergence_above(recording, block);
        is_divergent && divergence.is_some_and(|decision| statement(decision) != statement(time))
    }
}
