//! Additions of the compiler to a function: `unreachable` blocks, and ends of scopes, after which control continues
//! where a statement inside the scope directed it.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::{BlockId, Function, Inst, LocalId};

use crate::statics::leads;

/// Removes the paths to the exit through blocks that the compiler declares `unreachable`, if they are outcomes of
/// decisions; unless a block would have no path to the exit without them.
pub(crate) fn remove_impossible_paths(function: &Function, successors: &mut [Vec<u32>]) {
    let exit = successors.len() as u32 - 1;
    let reached = leads(successors, 0);
    let decides = |b: u32| {
        let calls = matches!(function.terminator(BlockId(b)), Inst::Call { .. });
        !reached[b as usize] || !calls && successors[b as usize].len() > 1
    };
    let outcome = |b: u32| (0..exit).all(|p| !successors[p as usize].contains(&b) || decides(p));
    let alone = |b: u32| reached[b as usize] && matches!(function.terminator(BlockId(b)), Inst::Unreachable);
    let given: Vec<u32> = (0..exit).filter(|&b| alone(b) && outcome(b)).collect();
    let mut without = successors.to_vec();
    given.iter().for_each(|&b| without[b as usize].clear());
    let ends = |b: u32| given.contains(&b) || leads(&without, b)[exit as usize];
    let stuck: Vec<u32> = (0..exit).filter(|&b| reached[b as usize] && !ends(b)).collect();
    let needed = |b: u32| stuck.iter().any(|&s| leads(successors, s)[b as usize]);
    let given: Vec<u32> = given.iter().copied().filter(|&b| !needed(b)).collect();
    given.into_iter().for_each(|b| successors[b as usize].clear());
}

/// The targets of clang's `switch` at the end of a scope, with the blocks that selected each: from them the `switch` is
/// reached before another selection.
pub(crate) fn noted(function: &Function, successors: &[Vec<u32>]) -> BTreeMap<(u32, u32), Vec<u32>> {
    let slot = |l: LocalId| function.locals[l.0 as usize].name == "cleanup.dest.slot";
    let note = |b: u32| {
        let mut insts = function.block_insts(BlockId(b)).iter().rev();
        insts.find_map(|i| matches!(i, Inst::StoreLocal { local, .. } if slot(*local)).then_some(*i))
    };
    let reads = |b: u32| {
        function.block_insts(BlockId(b)).iter().any(|i| matches!(i, Inst::LoadLocal { local, .. } if slot(*local)))
    };
    let mut found: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    for noting in 0..function.blocks.len() as u32 {
        let Some(Inst::StoreLocal { val, .. }) = note(noting) else { continue };
        let (mut work, mut seen) = (successors[noting as usize].clone(), BTreeSet::new());
        if reads(noting) {
            work = vec![noting];
        }
        while let Some(at) = work.pop() {
            if at as usize >= function.blocks.len() || !seen.insert(at) {
                continue;
            }
            if let (true, Inst::Switch { table, .. }) = (reads(at), function.terminator(BlockId(at))) {
                let (table, value) = (&function.switches[table as usize], function.constants[val as usize]);
                let to = table.cases.iter().find(|c| c.0 == value).map_or(table.default, |c| c.1);
                found.entry((at, to.0)).or_default().push(noting);
                work.push(to.0);
                continue;
            }
            if note(at).is_none() {
                work.extend(&successors[at as usize]);
            }
        }
    }
    found
}
