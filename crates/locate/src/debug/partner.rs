//! Which instance of a reference run stands for one of the failing run.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::{Discriminant, discriminant};

use whydunit_program::{Callee, Inst, LocalId};
use whydunit_trace::{Alignment, Recording};

/// What a reference run has in place of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Partner {
    /// The instance at this time.
    At(u32),
    /// Nothing: a decision that led there went the other way, or a call that the text fixes went elsewhere.
    Strayed {
        /// That call.
        call: Option<u32>,
    },
    /// Nothing that corresponds: the text is another.
    Unmatched,
}

/// The partners of some instances, and of all executed blocks.
pub(super) struct Partners {
    instances: BTreeMap<u32, Partner>,
    blocks: Vec<Option<u32>>,
    /// The decisions among the instances that went another way than their partner.
    parted: BTreeSet<u32>,
}

impl Partners {
    /// Aligns two runs and looks up these instances of the left one.
    pub(super) fn new(left: &Recording, right: &Recording, times: impl Iterator<Item = u32>) -> Self {
        let alignment = Alignment::new(left, right);
        let blocks: Vec<Option<u32>> = alignment.blocks().map(|(_, partner)| partner).collect();
        let mut astray = Astray { alignment: &alignment, blocks: &blocks, known: vec![None; blocks.len()] };
        let instances: BTreeMap<u32, Partner> = times.map(|time| (time, partner(&mut astray, time))).collect();
        let parted = instances.keys().copied().filter(|&time| alignment.parts(time)).collect();
        Partners { instances, blocks, parted }
    }

    /// Was an instance looked up?
    pub(super) fn knows(&self, time: u32) -> bool {
        self.instances.contains_key(&time)
    }

    /// The partner of an instance.
    pub(super) fn of(&self, time: u32) -> Partner {
        self.instances.get(&time).copied().unwrap_or(Partner::Unmatched)
    }

    /// Did the decision at `time` go another way than its partner?
    pub(super) fn parted(&self, time: u32) -> bool {
        self.parted.contains(&time)
    }

    /// Are two executed blocks, one of each run, partners?
    pub(super) fn are(&self, left: u32, right: u32) -> bool {
        self.blocks.get(left as usize).copied().flatten() == Some(right)
    }
}

fn partner(astray: &mut Astray<'_>, time: u32) -> Partner {
    let alignment = astray.alignment;
    if let Some(other) = alignment.right(time) {
        return Partner::At(other);
    }
    let Some(block) = alignment.left.position(time).map(|p| p.block) else { return Partner::Unmatched };
    match astray.blocks[block as usize] {
        Some(other) => edited(alignment, (block, other), time).map_or(Partner::Unmatched, Partner::At),
        None => astray.why(block),
    }
}

/// Executed blocks without partners.
struct Astray<'a> {
    alignment: &'a Alignment<'a>,
    blocks: &'a [Option<u32>],
    /// What was found out: the rounds of a loop lie one inside the other, so that all go the same way up.
    known: Vec<Option<Partner>>,
}

impl Astray<'_> {
    /// Why an executed block has no partner: the nearest decision above it that has one tells.
    fn why(&mut self, block: u32) -> Partner {
        let (mut way, mut at) = (Vec::new(), block);
        let why = loop {
            if let Some(known) = self.known[at as usize] {
                break known;
            }
            way.push(at);
            let Some(controller) = self.alignment.left.controller_of(at) else { break Partner::Unmatched };
            if self.blocks[controller as usize].is_some() {
                let end = self.alignment.left.end_of(controller);
                let strayed =
                    Partner::Strayed { call: Some(end).filter(|&end| calls_directly(self.alignment.left, end)) };
                break if self.alignment.parts(end) { strayed } else { Partner::Unmatched };
            }
            at = controller;
        };
        way.into_iter().for_each(|block| self.known[block as usize] = Some(why));
        why
    }
}

/// Does the text itself say which function is called at `time`?
fn calls_directly(recording: &Recording, time: u32) -> bool {
    let Some(position) = recording.position(time) else { return false };
    let calls = &recording.index.program.function(position.function).calls;
    matches!(recording.inst(position), Inst::Call { site } if matches!(calls[site as usize].callee, Callee::Direct(_)))
}

/// In blocks that correspond but are not the same: of the instructions without a partner the one of the same kind
/// in the same place of their order.
fn edited(alignment: &Alignment<'_>, (left, right): (u32, u32), time: u32) -> Option<u32> {
    let wanted = kind(alignment.left, time)?;
    let alone = |recording: &Recording, block: u32, partner: &dyn Fn(u32) -> Option<u32>| -> Vec<u32> {
        let times = recording.start_of(block)..=recording.end_of(block);
        times.filter(|&t| partner(t).is_none() && kind(recording, t).as_ref() == Some(&wanted)).collect()
    };
    let ours = alone(alignment.left, left, &|t| alignment.right(t));
    let theirs = alone(alignment.right, right, &|t| alignment.left(t));
    let place = ours.iter().position(|&t| t == time)?;
    theirs.get(place).copied()
}

/// What an instruction does, and to which variable.
fn kind(recording: &Recording, time: u32) -> Option<(Discriminant<Inst>, Option<String>)> {
    let position = recording.position(time)?;
    let inst = recording.inst(position);
    let name = |local: LocalId| {
        let function = recording.index.program.function(position.function);
        function.locals[local.0 as usize].name.clone()
    };
    let target = if let Inst::StoreLocal { local, .. } = inst { Some(name(local)) } else { None };
    Some((discriminant(&inst), target))
}
