//! A pattern as an automaton: nodes that read a letter, and nodes without input.
//!
//! A node with two successors prefers the first. Together with the rule of the leftmost longest
//! match, the preferences determine the groups as in glibc.

use super::letters::{Alphabet, Letter, context};
use super::parse::{Parsed, Tree};
use super::set::LetterSet;
use super::syntax::{Fault, Syntax};
use super::token::Anchor;

/// The number of a node.
pub(crate) type NodeId = u32;

/// Most nodes of a program; larger patterns are rejected as too big.
const MAX_NODES: usize = 1 << 19;

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// Reads this letter.
    Letter(Letter, NodeId),
    /// Reads any letter that a dot matches.
    Any(NodeId),
    /// Reads a letter of the set.
    Set(u32, NodeId),
    /// Reads the text of the group.
    BackRef(u32, NodeId),
    /// Continues if the condition holds.
    Anchor(Anchor, NodeId),
    /// Continues with the first, or with the second.
    Split(NodeId, NodeId),
    /// Opens a group.
    Open(u32, NodeId),
    /// Closes a group; `true` if the group is optional.
    Close(u32, bool, NodeId),
    /// The pattern matched.
    End,
}

/// The copy of a tree to build. glibc expands repetitions by copying, and only the first copy
/// records which groups are optional; the effect of empty repetitions on groups depends on it.
#[derive(Clone, Copy, Debug)]
struct Instance {
    first: bool,
    /// Is the tree, if it is a group, optional?
    optional: bool,
}

impl Instance {
    fn inside(self) -> Self {
        Instance { optional: false, ..self }
    }
}

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) nodes: Vec<Node>,
    pub(crate) start: NodeId,
    pub(crate) sets: Vec<LetterSet>,
    pub(crate) alphabet: Alphabet,
    pub(crate) groups: u32,
    /// The groups (bit 0 is the first) that back-references name.
    pub(crate) referenced: u32,
    dot_newline: bool,
    dot_nul: bool,
}

impl Program {
    /// Builds the automaton of a pattern.
    pub(crate) fn new(parsed: &Parsed, syntax: Syntax, alphabet: Alphabet) -> Result<Self, Fault> {
        let mut program = Program {
            nodes: vec![Node::End],
            start: 0,
            sets: Vec::new(),
            alphabet,
            groups: parsed.groups,
            referenced: parsed.referenced,
            dot_newline: syntax.has(Syntax::DOT_NEWLINE),
            dot_nul: !syntax.has(Syntax::DOT_NOT_NULL),
        };
        if let Some(tree) = &parsed.tree {
            program.start = program.build(tree, 0, Instance { first: true, optional: false })?;
        }
        Ok(program)
    }

    fn add(&mut self, node: Node) -> Result<NodeId, Fault> {
        if self.nodes.len() >= MAX_NODES {
            return Err(Fault::Space);
        }
        self.nodes.push(node);
        Ok((self.nodes.len() - 1) as NodeId)
    }

    /// Builds a tree that continues with `next`.
    fn build(&mut self, tree: &Tree, next: NodeId, copy: Instance) -> Result<NodeId, Fault> {
        match tree {
            Tree::Letter(letter) => self.add(Node::Letter(*letter, next)),
            Tree::Any => self.add(Node::Any(next)),
            Tree::Anchor(anchor) => self.add(Node::Anchor(*anchor, next)),
            Tree::BackRef(group) => self.add(Node::BackRef(*group, next)),
            Tree::Set(set) => {
                let known = self.sets.iter().position(|s| s == &**set);
                let index = known.unwrap_or_else(|| {
                    self.sets.push((**set).clone());
                    self.sets.len() - 1
                });
                self.add(Node::Set(index as u32, next))
            }
            Tree::Cat(parts) => parts.iter().rev().try_fold(next, |next, part| self.build(part, next, copy.inside())),
            Tree::Alt(all) => self.alternatives(all, next, copy.inside()),
            Tree::Repeat(body, least, most) => self.repeat(body, (*least, *most), next, copy.first),
            Tree::Group(number, body) => {
                let close = self.add(Node::Close(*number, copy.optional, next))?;
                let inner = match body {
                    Some(body) => self.build(body, close, copy.inside())?,
                    None => close,
                };
                self.add(Node::Open(*number, inner))
            }
        }
    }

    /// Each pair of alternatives is a fork, the first pair innermost. An empty first alternative has
    /// the lower preference, as in glibc.
    fn alternatives(&mut self, all: &[Option<Tree>], next: NodeId, copy: Instance) -> Result<NodeId, Fault> {
        let mut entry: Option<NodeId> = None;
        for (index, alternative) in all.iter().enumerate() {
            let own = alternative.as_ref().map(|tree| self.build(tree, next, copy)).transpose()?;
            if index == 0 {
                entry = own;
                continue;
            }
            entry = Some(match (entry, own) {
                (Some(first), second) => self.add(Node::Split(first, second.unwrap_or(next)))?,
                (None, second) => self.add(Node::Split(second.unwrap_or(next), next))?,
            });
        }
        Ok(entry.unwrap_or(next))
    }

    /// `least` copies, then a loop or optional copies.
    fn repeat(&mut self, body: &Tree, counts: (u32, Option<u32>), next: NodeId, first: bool) -> Result<NodeId, Fault> {
        let (least, most) = counts;
        let optional = Instance { first: first && least == 0, optional: first };
        let mut entry = match most {
            None => self.endless(body, next, optional)?,
            Some(most) => self.at_most(body, most - least, next, optional)?,
        };
        for index in (0..least).rev() {
            entry = self.build(body, entry, Instance { first: first && index == 0, optional: false })?;
        }
        Ok(entry)
    }

    fn endless(&mut self, body: &Tree, next: NodeId, copy: Instance) -> Result<NodeId, Fault> {
        let split = self.add(Node::Split(next, next))?;
        let first = self.build(body, split, copy)?;
        self.nodes[split as usize] = Node::Split(first, next);
        Ok(split)
    }

    /// Optional copies: each but the first is reached only through those before it.
    fn at_most(&mut self, body: &Tree, count: u32, next: NodeId, copy: Instance) -> Result<NodeId, Fault> {
        let (mut behind, mut entry) = (next, next);
        let mut outer: Option<(NodeId, NodeId)> = None;
        for index in (0..count).rev() {
            let split = self.add(Node::Split(behind, behind))?;
            match outer {
                Some((outer, after)) => self.nodes[outer as usize] = Node::Split(split, after),
                None => entry = split,
            }
            outer = Some((split, behind));
            let inner = if index == 0 { copy } else { Instance { first: false, optional: false } };
            behind = self.build(body, behind, inner)?;
        }
        if let Some((innermost, after)) = outer {
            self.nodes[innermost as usize] = Node::Split(behind, after);
        }
        Ok(entry)
    }

    /// The successor of a node when it reads this letter.
    pub(crate) fn read(&self, node: NodeId, letter: Letter) -> Option<NodeId> {
        match self.nodes[node as usize] {
            Node::Letter(wanted, next) => (wanted == letter).then_some(next),
            Node::Any(next) => self.is_dot(letter).then_some(next),
            Node::Set(index, next) => self.sets[index as usize].holds(&self.alphabet, letter).then_some(next),
            _ => None,
        }
    }

    fn is_dot(&self, letter: Letter) -> bool {
        letter & super::letters::RAW == 0
            && match letter {
                0 => self.dot_nul,
                10 => self.dot_newline,
                _ => true,
            }
    }

    /// The successors of a node without reading, given the context of the position.
    pub(crate) fn leads(&self, node: NodeId, before: u8, after: u8) -> [Option<NodeId>; 2] {
        match self.nodes[node as usize] {
            Node::Anchor(anchor, next) => [holds(anchor, before, after).then_some(next), None],
            Node::Split(first, second) if first == second => [Some(first), None],
            Node::Split(first, second) => [Some(first), Some(second)],
            Node::Open(_, next) | Node::Close(_, _, next) => [Some(next), None],
            _ => [None, None],
        }
    }
}

/// Does an anchor hold in this context?
pub(crate) fn holds(anchor: Anchor, before: u8, after: u8) -> bool {
    let (word_before, word_after) = (before & context::WORD != 0, after & context::WORD != 0);
    match anchor {
        Anchor::LineStart => before & context::LINE != 0,
        Anchor::LineEnd => after & context::LINE != 0,
        Anchor::TextStart => before & context::EDGE != 0,
        Anchor::TextEnd => after & context::EDGE != 0,
        Anchor::WordStart => !word_before && word_after,
        Anchor::WordEnd => word_before && !word_after,
        Anchor::WordBorder => word_before != word_after,
        Anchor::NotWordBorder => word_before == word_after,
    }
}
