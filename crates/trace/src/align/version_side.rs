//! One function of one version of a program, and the comparison of its blocks with those of another version.

use std::collections::{BTreeMap, HashMap};

use whydunit_program::{BlockId, FunctionId};

use crate::align::common_sequence::common_sequence;
use crate::align::condition_outcome::Test;
use crate::align::statement_text::Statements;
use crate::numbers::BlockNumber;
use crate::record::program_index::ProgramIndex;
use crate::structure::condition::Conditions;

/// One function of one version.
pub(crate) struct Side<'a> {
    /// The number of its entry block.
    pub(crate) first: BlockNumber,
    /// Per block: the texts of its instructions.
    texts: Vec<Vec<String>>,
    /// Blocks by the decision above them (the one with the lowest number), if there is one.
    under: HashMap<Option<u32>, Vec<u32>>,
    conditions: Conditions<'a>,
}

/// An instruction: its block, and its index in the block.
type Spot = (u32, u32);
/// Corresponding blocks.
type Pairs = Vec<(u32, u32)>;
/// Corresponding instructions.
type Pieces = Vec<(Spot, Spot)>;

impl<'a> Side<'a> {
    /// A function of a program whose functions have these `names`.
    pub(crate) fn new(index: &'a ProgramIndex, id: u32, names: &[String]) -> Side<'a> {
        let function = index.program.function(FunctionId(id));
        let flow = index.flow(FunctionId(id));
        let statements = Statements { program: &index.program, function, names };
        let conditions = Conditions::new(function, flow);
        let root = |block: u32| conditions.of(block).map(|condition| condition.root);
        let mut under: HashMap<Option<u32>, Vec<u32>> = HashMap::new();
        for block in 0..function.blocks.len() as u32 {
            // Operands of a condition are siblings of its first test.
            let first = root(block).unwrap_or(block);
            // A later decision is on the back edge of a loop and would create a cycle.
            let above = flow.control.of(BlockId(first)).iter().map(|c| c.block.0).find(|&c| c < first);
            let above = above.map(|above| root(above).filter(|_| conditions.tests(above)).unwrap_or(above));
            under.entry(above).or_default().push(block);
        }
        let texts = (0..function.blocks.len() as u32).map(|b| statements.of(BlockId(b))).collect();
        Side { first: index.number(FunctionId(id), BlockId(0)), texts, under, conditions }
    }

    /// The blocks under a decision (none: those under no decision).
    pub(crate) fn under(&self, decision: Option<u32>) -> &[u32] {
        self.under.get(&decision).map_or(&[], |blocks| blocks)
    }

    /// The blocks under a condition, those of its second exit first.
    pub(crate) fn exchanged(&self, root: u32) -> Option<Vec<u32>> {
        let second = self.conditions.of(root)?.exits[1];
        let (after, before): (Vec<u32>, Vec<u32>) = self.under(Some(root)).iter().partition(|&&block| block >= second);
        Some([after, before].concat())
    }

    /// The roots of conditions among some blocks.
    pub(crate) fn roots(&self, blocks: &[u32]) -> Vec<u32> {
        blocks.iter().copied().filter(|&block| self.root(block) == Some(block)).collect()
    }

    /// The root of the condition that a block belongs to.
    pub(crate) fn root(&self, block: u32) -> Option<u32> {
        self.conditions.of(block).map(|condition| condition.root)
    }

    /// The blocks of all conditions, by number.
    pub(crate) fn tests(&self) -> impl Iterator<Item = (BlockNumber, Test)> + '_ {
        let number = |block: u32| self.first + block;
        (0..self.texts.len() as u32).filter_map(move |block| {
            let condition = self.conditions.of(block)?;
            let (root, exits) = (number(condition.root), condition.exits.map(number));
            Some((number(block), Test { root, exits, decides: self.conditions.tests(block) }))
        })
    }

    /// Does a condition differ from its counterpart and have exchanged exits, as in `if (a) x; else y;` and `if (!a) y;
    /// else x;`?
    pub(crate) fn exchanges_exits(&self, root: u32, other: &Side, there: u32) -> bool {
        let (Some(ours), Some(theirs)) = (self.conditions.of(root), other.conditions.of(there)) else { return false };
        let alike = |a: u32, b: u32| self.text(a) == other.text(b);
        let reaches_alike =
            |a: usize, b: usize| self.text(ours.exits[a]).len() > 1 && alike(ours.exits[a], theirs.exits[b]);
        let same = ours.members.len() == theirs.members.len()
            && ours
                .members
                .iter()
                .zip(&theirs.members)
                .all(|(&a, &b)| alike(a, b) && self.conditions.exit_if_true(a) == other.conditions.exit_if_true(b));
        !same
            && (reaches_alike(0, 1) || reaches_alike(1, 0))
            && !alike(ours.exits[0], theirs.exits[0])
            && !alike(ours.exits[1], theirs.exits[1])
    }

    /// The indices of equal blocks in two sequences of blocks.
    pub(crate) fn same_blocks(&self, ours: &[u32], other: &Side, theirs: &[u32]) -> Vec<(usize, usize)> {
        common_sequence(ours.len(), theirs.len(), |i, j| self.text(ours[i]) == other.text(theirs[j]))
    }

    fn text(&self, block: u32) -> &[String] {
        &self.texts[block as usize]
    }

    /// The kind of a block's last instruction.
    fn kind(&self, block: u32) -> Option<&str> {
        self.text(block).last()?.split(' ').next()
    }

    fn last(&self, block: u32) -> Spot {
        (block, self.text(block).len() as u32 - 1)
    }

    fn spots(&self, blocks: &[u32]) -> Vec<Spot> {
        blocks.iter().flat_map(|&b| (0..self.text(b).len() as u32).map(move |at| (b, at))).collect()
    }

    fn text_at(&self, (block, at): Spot) -> &str {
        &self.text(block)[at as usize]
    }
}

/// Pairs the blocks of a gap with equally many on both sides: they were edited, unless their last instructions differ
/// in kind.
pub(crate) fn edited((left, ours): (&Side, &[u32]), (right, theirs): (&Side, &[u32])) -> Pairs {
    let pairs = ours.iter().copied().zip(theirs.iter().copied());
    pairs.filter(|&(p, q)| left.kind(p) == right.kind(q)).collect()
}

/// The instructions that an edited block has in common with its counterpart.
pub(crate) fn within((left, p): (&Side, u32), (right, q): (&Side, u32)) -> Pieces {
    let mut pairs = common((left, &[p]), (right, &[q]));
    // Their last instructions are of one kind and correspond in any case.
    let ends = (left.last(p), right.last(q));
    if pairs.last().is_none_or(|pair| pair.0 < ends.0 && pair.1 < ends.1) {
        pairs.push(ends);
    }
    pairs
}

fn common((left, ours): (&Side, &[u32]), (right, theirs): (&Side, &[u32])) -> Pieces {
    let (ours, theirs) = (left.spots(ours), right.spots(theirs));
    let same = common_sequence(ours.len(), theirs.len(), |i, j| left.text_at(ours[i]) == right.text_at(theirs[j]));
    same.into_iter().map(|(i, j)| (ours[i], theirs[j])).collect()
}

/// Pairs the blocks of a gap with different numbers on both sides: an added or removed statement split blocks. Blocks
/// correspond if they end with the same instruction, or with one of the same kind and have most instructions in common.
/// Instructions correspond across blocks.
pub(crate) fn gap(ours: (&Side, &[u32]), theirs: (&Side, &[u32])) -> (Pairs, Pieces) {
    let (left, right) = (ours.0, theirs.0);
    let mut pieces = common(ours, theirs);
    let ends = |(p, q): &(Spot, Spot)| *p == left.last(p.0) && *q == right.last(q.0);
    let mut pairs: Pairs = pieces.iter().filter(|pair| ends(pair)).map(|(p, q)| (p.0, q.0)).collect();
    let mut shared: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    pieces.iter().for_each(|(p, q)| *shared.entry((p.0, q.0)).or_default() += 1);
    for (&(p, q), count) in &shared {
        let free = pairs.iter().all(|pair| pair.0 != p && pair.1 != q);
        let most = count * 3 > left.text(p).len().min(right.text(q).len()) * 2;
        let (end, other) = (left.last(p), right.last(q));
        if free && most && left.kind(p) == right.kind(q) && pieces.iter().all(|x| x.0 != end && x.1 != other) {
            pairs.push((p, q));
            pieces.push((end, other));
        }
    }
    (pairs, pieces)
}
