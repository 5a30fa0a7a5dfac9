//! Which instance of a reference run stands for one of the failing run.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::{Discriminant, discriminant};

use whydunit_program::{Callee, FunctionId, Inst, LocalId};
use whydunit_trace::{Alignment, ConditionOutcomes, ExecutedBlock, PackedBlock, Recording, Time};

use crate::compare::superfluous_code::does_something;
use crate::compare::unmatched_code::UnmatchedCode;

/// What a reference run has in place of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counterpart {
    /// The instance at this time.
    At(Time),
    /// Nothing: a decision that led there went the other way, or a call that the text fixes went elsewhere. It should not
    /// have been executed.
    Strayed {
        /// That call, and the executed block that ends with its partner, if it has one.
        call: Option<(Time, Option<ExecutedBlock>)>,
    },
    /// Nothing: it is in an operand of a condition which the correct version does not have there, or did not come to.
    /// Nothing is wrong in testing it.
    Beside {
        /// The call in that operand that led to it.
        call: Option<Time>,
        /// Does the correct version have it?
        there: bool,
    },
    /// Nothing that corresponds: the text is another.
    Unmatched,
}

/// The partners of some instances, and of all executed blocks.
pub(crate) struct Counterparts {
    instances: BTreeMap<Time, Counterpart>,
    blocks: Vec<Option<ExecutedBlock>>,
    /// By executed block of the right run: its partner.
    lefts: Vec<PackedBlock>,
    /// The executed blocks of the right run, with partners, that do something which the left run does not.
    more: BTreeSet<ExecutedBlock>,
    /// The decisions and calls of the left run that led elsewhere than their partners.
    parted: BTreeSet<Time>,
    /// The instances of which the right program makes the value in another way.
    rewritten: BTreeSet<Time>,
    /// The tests among the instances that decided a condition as a whole: did it come out as in the right run?
    came_out: BTreeMap<Time, bool>,
    pub(crate) decided: [ConditionOutcomes; 2],
    /// What only one of the programs has.
    pub(crate) only: UnmatchedCode,
    /// Functions of the left program and their partners.
    functions: BTreeMap<FunctionId, FunctionId>,
}

impl Counterparts {
    /// Aligns two runs and looks up these instances of the left one.
    pub(crate) fn new(left: &Recording, right: &Recording, times: impl Iterator<Item = Time>) -> Self {
        let alignment = Alignment::new(left, right);
        let mut blocks: Vec<Option<ExecutedBlock>> = alignment.blocks().map(|(_, partner)| partner).collect();
        let mut lefts = vec![PackedBlock::NONE; right.block_count()];
        let pairs = left.executed_blocks().zip(&blocks).filter_map(|(left, partner)| Some((left, (*partner)?)));
        pairs.for_each(|(left, partner)| lefts[partner.index()] = Some(left).into());
        let length = |recording: &Recording, block: ExecutedBlock| recording.end_of(block) - recording.start_of(block);
        let pairs = left.executed_blocks().zip(&blocks).filter_map(|(here, partner)| Some((here, (*partner)?)));
        let others = pairs.filter(|&(here, partner)| length(left, here) != length(right, partner));
        let alone = |time: Time| does_something(right, time) && alignment.left(time).is_none();
        let more = others.map(|(_, partner)| partner);
        let more = more.filter(|&block| right.start_of(block).through(right.end_of(block)).any(alone)).collect();
        for (root, partner) in alignment.conditions() {
            blocks[root.index()].get_or_insert(partner);
        }
        let mut astray = Astray { alignment: &alignment, blocks: &blocks, known: vec![None; blocks.len()] };
        let instances: BTreeMap<Time, Counterpart> = times.map(|time| (time, partner(&mut astray, time))).collect();
        let ends = left.executed_blocks().map(|block| left.end_of(block));
        let parted = ends.filter(|&end| alignment.diverges_at(end)).collect();
        let came_out =
            instances.keys().filter_map(|&time| Some((time, alignment.same_condition_outcome(time)?))).collect();
        let only = UnmatchedCode::new(&alignment);
        let at = |(time, partner): (&Time, &Counterpart)| match partner {
            Counterpart::At(other) => {
                let ours = is_rewritten(left, *time, |at| alignment.right(at).is_none());
                (ours || is_rewritten(right, *other, |at| only.place(right, at).is_some())).then_some(*time)
            }
            _ => None,
        };
        let rewritten = instances.iter().filter_map(at).collect();
        let ours = (0..left.index.program.functions.len() as u32).map(FunctionId);
        let functions = ours.filter_map(|id| Some((id, alignment.function(id)?))).collect();
        let decided = alignment.into_condition_outcomes();
        Counterparts { instances, blocks, lefts, more, parted, rewritten, came_out, decided, only, functions }
    }

    /// Was an instance looked up?
    pub(crate) fn knows(&self, time: Time) -> bool {
        self.instances.contains_key(&time)
    }

    /// The partner of an instance.
    pub(crate) fn of(&self, time: Time) -> Counterpart {
        self.instances.get(&time).copied().unwrap_or(Counterpart::Unmatched)
    }

    /// Did the decision at `time` go another way than its partner?
    pub(crate) fn parted(&self, time: Time) -> bool {
        self.parted.contains(&time)
    }

    /// Does the right program make the value of an instance in another way?
    pub(crate) fn is_rewritten(&self, time: Time) -> bool {
        self.rewritten.contains(&time)
    }

    /// Of a test that decided a condition as a whole, if the right run has that: did it come out the same?
    pub(crate) fn came_out(&self, time: Time) -> Option<bool> {
        self.came_out.get(&time).copied()
    }

    /// Is a function of the left program one of the right, whatever they are called?
    pub(crate) fn are_functions(&self, left: FunctionId, right: FunctionId) -> bool {
        self.functions.get(&left) == Some(&right)
    }

    /// The functions of the left program that have partners, with these.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (FunctionId, FunctionId)> + '_ {
        self.functions.iter().map(|(&left, &right)| (left, right))
    }

    /// Is an executed block of the right run the partner of one of the left run?
    pub(crate) fn has_left(&self, right: ExecutedBlock) -> bool {
        self.left_block(right).is_some()
    }

    /// Which one that is.
    pub(crate) fn left_block(&self, right: ExecutedBlock) -> Option<ExecutedBlock> {
        self.lefts.get(right.index()).and_then(|left| left.get())
    }

    /// Does an executed block of the right run do something that its partner, and what was divided from that, does not?
    pub(crate) fn does_more(&self, right: ExecutedBlock) -> bool {
        self.more.contains(&right)
    }

    /// What stands for an instance of the right run in the left one: in the block that corresponds, as many of its kind
    /// come before it.
    pub(crate) fn left_of(&self, (left, right): (&Recording, &Recording), time: Time) -> Option<Time> {
        let (block, wanted) = (right.position(time)?.block, kind(right, time)?);
        let here = self.left_block(block)?;
        let alike = |recording: &Recording, block: ExecutedBlock| -> Vec<Time> {
            let times = recording.start_of(block).through(recording.end_of(block));
            times.filter(|&t| kind(recording, t).as_ref() == Some(&wanted)).collect()
        };
        let (ours, theirs) = (alike(left, here), alike(right, block));
        let place = theirs.iter().position(|&t| t == time)?;
        ours.get(place).copied().filter(|_| ours.len() == theirs.len())
    }

    /// The nearest decision or call above an executed block of the left run that the right run has, too: where they
    /// parted, if it has no partner.
    pub(crate) fn above(&self, left: &Recording, mut block: ExecutedBlock) -> Option<Time> {
        loop {
            block = self.decided[0].above(left, block)?;
            if self.blocks[block.index()].is_some() {
                return Some(left.end_of(self.decided[0].end(block)));
            }
        }
    }

    /// The same for an executed block of the right run: the one of the left run that stands for it.
    pub(crate) fn above_right(
        &self,
        (left, right): (&Recording, &Recording),
        mut block: ExecutedBlock,
    ) -> Option<Time> {
        loop {
            block = self.decided[1].above(right, block)?;
            if self.has_left(block) {
                return self.lefts[block.index()].get().map(|block| left.end_of(self.decided[0].end(block)));
            }
        }
    }

    /// The partner of an executed block of the left run.
    pub(crate) fn of_block(&self, left: ExecutedBlock) -> Option<ExecutedBlock> {
        self.blocks.get(left.index()).copied().flatten()
    }

    /// Are two executed blocks, one of each run, partners?
    pub(crate) fn are(&self, left: ExecutedBlock, right: ExecutedBlock) -> bool {
        self.of_block(left) == Some(right)
    }
}

fn partner(astray: &mut Astray<'_>, time: Time) -> Counterpart {
    let alignment = astray.alignment;
    if alignment.is_another_operand(time) {
        return Counterpart::Beside { call: None, there: true };
    }
    if let Some(other) = alignment.right(time) {
        return Counterpart::At(other);
    }
    let Some(block) = alignment.left.position(time).map(|p| p.block) else { return Counterpart::Unmatched };
    match astray.blocks[block.index()] {
        Some(other) => edited(alignment, (block, other), time).map_or(Counterpart::Unmatched, Counterpart::At),
        None => match astray.why(block) {
            Counterpart::Beside { call, there } if leaves_traces(alignment.left, time, call.is_some()) => match there {
                true => Counterpart::Strayed { call: call.map(|call| (call, None)) },
                false => Counterpart::Unmatched,
            },
            why => why,
        },
    }
}

/// Does an instance do something that what comes later may notice, other than by what a call returns?
pub(crate) fn leaves_traces(recording: &Recording, time: Time, called: bool) -> bool {
    match recording.position(time).map(|position| recording.inst(position)) {
        Some(Inst::StoreLocal { .. }) => !called,
        Some(Inst::Branch { .. } | Inst::Switch { .. } | Inst::Return { .. }) | None => false,
        Some(_) => true,
    }
}

/// Executed blocks without partners.
struct Astray<'a> {
    alignment: &'a Alignment<'a>,
    blocks: &'a [Option<ExecutedBlock>],
    /// What was found out: the rounds of a loop lie one inside the other, so that all go the same way up.
    known: Vec<Option<Counterpart>>,
}

impl Astray<'_> {
    /// Why an executed block has no partner: the nearest decision above it that has one tells.
    fn why(&mut self, block: ExecutedBlock) -> Counterpart {
        let (mut way, mut at) = (Vec::new(), block);
        let why = loop {
            if let Some(known) = self.known[at.index()] {
                break known;
            }
            let Some(controller) = self.alignment.above(at) else { break Counterpart::Unmatched };
            if let Some(partner) = self.blocks[controller.index()] {
                let end = self.alignment.left.end_of(controller);
                let call = called(self.alignment.left, controller).map(|_| (end, Some(partner)));
                let there = self.alignment.is_in_right_program(at);
                break match self.alignment.has_other_outcome(controller) {
                    true => Counterpart::Strayed { call },
                    false if there || self.alignment.is_in_condition(at) => Counterpart::Beside { call: None, there },
                    false => Counterpart::Unmatched,
                };
            }
            way.push(at);
            at = controller;
        };
        self.known[at.index()] = Some(why);
        let inside = match why {
            Counterpart::Beside { call, there } => {
                Counterpart::Beside { call: call.or(Some(self.alignment.left.end_of(at))), there }
            }
            why => why,
        };
        way.iter().for_each(|&block| self.known[block.index()] = Some(inside));
        if way.is_empty() { why } else { inside }
    }
}

/// The function that an executed block calls at its end, if the text itself says which.
pub(crate) fn called(recording: &Recording, block: ExecutedBlock) -> Option<&str> {
    let (id, at) = recording.static_block(block);
    let program = &recording.index.program;
    let Inst::Call { site } = program.function(id).terminator(at) else { return None };
    match program.function(id).calls[site as usize].callee {
        Callee::Direct(id) => Some(&program.function(id).name),
        Callee::External(id) => Some(&program.externals[id.0 as usize].name),
        Callee::Indirect(_) => None,
    }
}

/// In blocks that correspond but are not the same: of the instructions without a partner the one of the same kind
/// in the same place of their order.
fn edited(alignment: &Alignment<'_>, (left, right): (ExecutedBlock, ExecutedBlock), time: Time) -> Option<Time> {
    let wanted = kind(alignment.left, time)?;
    let alone = |recording: &Recording, block: ExecutedBlock, partner: &dyn Fn(Time) -> Option<Time>| -> Vec<Time> {
        let times = recording.start_of(block).through(recording.end_of(block));
        times.filter(|&t| partner(t).is_none() && kind(recording, t).as_ref() == Some(&wanted)).collect()
    };
    let ours = alone(alignment.left, left, &|t| alignment.right(t));
    let theirs = alone(alignment.right, right, &|t| alignment.left(t));
    let place = ours.iter().position(|&t| t == time)?;
    theirs.get(place).copied()
}

/// Does something that makes the value of an instance, in its block, say something else in the other program, so that it
/// is `alone`?
fn is_rewritten(recording: &Recording, time: Time, alone: impl Fn(Time) -> bool) -> bool {
    let Some(position) = recording.position(time) else { return false };
    let mut slots = Vec::new();
    for at in recording.start_of(position.block).through(time).rev() {
        let Some(inst) = recording.position(at).map(|p| recording.inst(p)) else { return false };
        let made = inst.defs().is_some_and(|d| slots.iter().any(|s| (d.first..d.first + d.count).contains(s)));
        if made || at == time {
            if alone(at) {
                return true;
            }
            inst.uses(|slot| slots.push(slot));
        }
    }
    false
}

/// What an instruction does, and to which variable.
fn kind(recording: &Recording, time: Time) -> Option<(Discriminant<Inst>, Option<String>)> {
    let position = recording.position(time)?;
    let inst = recording.inst(position);
    let name = |local: LocalId| {
        let function = recording.index.program.function(position.function);
        function.locals[local.0 as usize].name.clone()
    };
    let target = if let Inst::StoreLocal { local, .. } = inst { Some(name(local)) } else { None };
    Some((discriminant(&inst), target))
}
