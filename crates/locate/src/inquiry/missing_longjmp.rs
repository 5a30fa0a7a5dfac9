//! Lines after a `setjmp` that only a `longjmp` reaches, and the obstacles on the way to that `longjmp`.

use std::collections::BTreeSet;

use whydunit_program::analysis::{Controller, Object};
use whydunit_program::{BlockId, CallSite, Callee, FunctionId, Inst};
use whydunit_trace::ExecutedBlock;

use crate::inquiry::Inquiry;
use crate::inquiry::why_not::{Search, Target};

impl Search<'_> {
    /// Can a decision have this outcome only after a jump? The decision of `if (setjmp(env))` can: without a jump it
    /// has the other outcome.
    pub(crate) fn needs_jump(&self, function: FunctionId, controller: Controller) -> bool {
        let body = self.inquiry.program().function(function);
        if !self.inquiry.analyses.returns().set_again(body).contains(&controller.block) {
            return false;
        }
        let mut direct = self.executions(function, controller.block, ExecutedBlock::FIRST);
        direct.retain(|&b| !self.inquiry.recorded.recording.is_landing(b));
        !direct.is_empty() && !self.has_outcome(function, controller, &direct)
    }

    /// The blocks after `setjmp` that always lead to a block without another possible jump. A jump to one of them
    /// executes the block once more.
    pub(crate) fn landings_before(&self, target: &Target) -> Vec<BlockId> {
        let body = self.inquiry.program().function(target.function);
        let returns = self.inquiry.analyses.returns();
        let mut landings = returns.set_again(body);
        if landings.is_empty() {
            return landings;
        }
        let flow = self.inquiry.analyses.flow(target.function);
        let before = |a: BlockId, b: BlockId| flow.dominators.dominates(a.0, b.0);
        let always = |landing: BlockId| flow.post_dominators.dominates(target.block.0, landing.0);
        let mut blocks = (0..body.blocks.len() as u32).map(BlockId);
        let may_jump = blocks.any(|block| returns.may_jump_at(body, block) && before(target.block, block));
        landings.retain(|&landing| may_jump && before(landing, target.block) && always(landing));
        landings
    }

    /// The blocks that jump to one of `landings`, as targets in place of a block that such a jump leads to.
    pub(crate) fn jumps_to(&self, target: &Target, landings: &[BlockId]) -> Vec<Target> {
        let buffers = self.inquiry.buffers_of(target.function, landings);
        let functions = (0..self.inquiry.program().functions.len() as u32).map(FunctionId);
        let own = functions.filter(|&function| !self.inquiry.trust.has(function));
        let jumps = own.flat_map(|function| {
            let blocks = self.inquiry.jumping_blocks(function, &buffers).into_iter();
            blocks.map(move |block| self.outwards(target, function, block))
        });
        jumps.map(|jump| Target { lands: Some(target.function), ..jump }).collect()
    }

    /// Does this outcome of a decision lead to a block of the same function other than by a jump? Which of several
    /// `setjmp` a jump returns to is not known statically.
    pub(crate) fn leads_without_jump(&self, function: FunctionId, controller: Controller, block: BlockId) -> bool {
        let landings = self.inquiry.analyses.returns().set_again(self.inquiry.program().function(function));
        let cfg = &self.inquiry.analyses.flow(function).cfg;
        let Some(&to) = cfg.successors(controller.block).get(controller.outcome.0 as usize) else { return false };
        let met = cfg.edges().reachable(&[to], |b| b != block.0 && landings.contains(&BlockId(b)));
        landings.is_empty() || met[block.0 as usize]
    }

    /// Could a jump after an executed block land in `lands`, if a landing is required, without replacing a later jump
    /// out of the same calls?
    pub(crate) fn may_jump_to(&self, lands: Option<FunctionId>, block: ExecutedBlock) -> bool {
        let Some(lands) = lands else { return true };
        let recording = &self.inquiry.recorded.recording;
        let mut outwards = std::iter::successors(Some(block), |&b| recording.caller_of(b));
        let comes_out = |b: ExecutedBlock| recording.function_of(b).0 == lands;
        let end = outwards.find(|&b| comes_out(b) || self.jumped.contains(&recording.call_number(b)));
        end.is_some_and(comes_out)
    }
}

impl Inquiry {
    /// The buffers that `setjmp` fills before some blocks of a function.
    fn buffers_of(&self, function: FunctionId, landings: &[BlockId]) -> BTreeSet<Object> {
        let calls = self.program().function(function).calls.iter().filter(|call| landings.contains(&call.next));
        calls.flat_map(|call| self.first_argument(function, call)).collect()
    }

    /// The blocks of a function that end in a call of `longjmp` with one of these buffers.
    fn jumping_blocks(&self, function: FunctionId, buffers: &BTreeSet<Object>) -> Vec<BlockId> {
        let (body, returns) = (self.program().function(function), self.analyses.returns());
        let jumps = |block: &BlockId| {
            let Inst::Call { site } = body.terminator(*block) else { return false };
            let call = &body.calls[site as usize];
            matches!(call.callee, Callee::External(_))
                && returns.call_may_jump(call)
                && self.first_argument(function, call).iter().any(|object| buffers.contains(object))
        };
        (0..body.blocks.len() as u32).map(BlockId).filter(jumps).collect()
    }

    /// The objects that the first argument of a call may point to.
    fn first_argument(&self, function: FunctionId, call: &CallSite) -> Vec<Object> {
        let Some(first) = call.args.first() else { return Vec::new() };
        self.analyses.aliasing().points_to(function, first.slot).into_iter().map(|place| place.object).collect()
    }
}
