//! Matching with back-references: the continuation depends on the text of a group, so paths are tried
//! one after the other. States already tried are remembered, and the number of steps is limited.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::groups::{Registers, Span};
use super::letters::Subject;
use super::program::{Node, NodeId, Program};

/// Most steps of one search.
const MAX_STEPS: u64 = 20_000_000;

/// The search exceeded its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooHard;

/// Tries paths from one start.
pub(crate) struct Tries<'a> {
    pub(crate) program: &'a Program,
    pub(crate) subject: &'a Subject<'a>,
    /// Steps so far, over several starts.
    pub(crate) steps: u64,
}

/// An untried branch of a path. Registers are shared until a group changes them.
#[derive(Clone)]
struct Branch {
    node: NodeId,
    here: usize,
    registers: Rc<Registers>,
    /// The number of the contents of the referenced groups.
    referred: u32,
    /// The nodes passed since a letter was read: a path that returns to one must leave the loop.
    passed: Vec<NodeId>,
}

/// The states already tried: the continuation of a path is determined by the node, the position, and the
/// referenced groups.
#[derive(Default)]
struct Tried {
    places: HashSet<(NodeId, bool, u32, usize)>,
    contents: HashMap<Vec<(Option<usize>, Span)>, u32>,
}

impl Tries<'_> {
    /// The end of the longest match from `start`.
    pub(crate) fn longest(&mut self, start: usize) -> Result<Option<usize>, TooHard> {
        let (mut best, stop) = (None, self.subject.stop);
        self.walk(start, |here, _| {
            best = best.max(Some(here));
            here == stop
        })?;
        Ok(best)
    }

    /// The groups of the match from `start` to `end`: those of the first path that reaches `end`.
    pub(crate) fn groups(&mut self, start: usize, end: usize) -> Result<Vec<Span>, TooHard> {
        let mut spans = vec![None; self.program.groups as usize];
        self.walk(start, |here, registers| {
            let done = here == end && !registers.any_open();
            if done {
                spans = registers.spans();
            }
            done
        })?;
        Ok(spans)
    }

    /// Follows all paths in the order of preference until `arrived` returns true.
    fn walk(&mut self, start: usize, mut arrived: impl FnMut(usize, &Registers) -> bool) -> Result<(), TooHard> {
        let mut tried = Tried::default();
        let registers = Rc::new(Registers::new(self.program.groups));
        let referred = self.number(&mut tried, &registers);
        let mut todo = vec![Branch { node: self.program.start, here: start, registers, referred, passed: Vec::new() }];
        while let Some(mut branch) = todo.pop() {
            loop {
                self.steps += 1;
                if self.steps > MAX_STEPS {
                    return Err(TooHard);
                }
                let node = self.program.nodes[branch.node as usize];
                if matches!(node, Node::Open(..) | Node::Close(..)) {
                    Rc::make_mut(&mut branch.registers).pass(node, branch.here);
                    branch.referred = self.number(&mut tried, &branch.registers);
                }
                let forks = matches!(node, Node::Split(..) | Node::Open(..) | Node::BackRef(..));
                let again = matches!(node, Node::Split(first, _) if branch.passed.contains(&first));
                if forks && !tried.places.insert((branch.node, again, branch.referred, branch.here)) {
                    break;
                }
                if node == Node::End {
                    if arrived(branch.here, &branch.registers) {
                        return Ok(());
                    }
                    break;
                }
                branch.passed.push(branch.node);
                let Some((next, here)) = self.forward(&branch, node, again, &mut todo) else { break };
                if here != branch.here {
                    branch.passed.clear();
                }
                (branch.node, branch.here) = (next, here);
            }
        }
        Ok(())
    }

    /// A number that identifies the contents of the referenced groups.
    fn number(&self, tried: &mut Tried, registers: &Registers) -> u32 {
        let referenced = (0..self.program.groups.min(9)).filter(|g| self.program.referenced >> g & 1 != 0);
        let contents = referenced.map(|g| (registers.start(g), registers.span(g))).collect();
        let fresh = tried.contents.len() as u32;
        *tried.contents.entry(contents).or_insert(fresh)
    }

    /// Follows the preferred edge, and adds the other one to `todo`.
    fn forward(&self, branch: &Branch, node: Node, again: bool, todo: &mut Vec<Branch>) -> Option<(NodeId, usize)> {
        let here = branch.here;
        match node {
            Node::Letter(..) | Node::Any(_) | Node::Set(..) => {
                let rest = &self.subject.bytes[here..self.subject.stop.max(here)];
                if rest.is_empty() {
                    return None;
                }
                let (letter, length) = self.program.alphabet.letter(rest);
                self.program.read(branch.node, letter).map(|next| (next, here + length))
            }
            Node::BackRef(group, next) => {
                let (from, to) = branch.registers.span(group)?;
                self.repeats(from, to, here).map(|end| (next, end))
            }
            _ => {
                let before = self.subject.before(&self.program.alphabet, here);
                let after = self.subject.after(&self.program.alphabet, here);
                let [first, second] = self.program.leads(branch.node, before, after);
                if again && second.is_some() {
                    return second.map(|second| (second, here));
                }
                if let Some(second) = second {
                    todo.push(Branch { node: second, ..branch.clone() });
                }
                first.map(|first| (first, here))
            }
        }
    }

    /// The end of a repetition of the text `from..to` at `here`. Letters are compared after folding.
    fn repeats(&self, mut from: usize, to: usize, mut here: usize) -> Option<usize> {
        while from < to {
            if here >= self.subject.stop {
                return None;
            }
            let (wanted, width) = self.program.alphabet.letter(&self.subject.bytes[from..]);
            let (letter, length) = self.program.alphabet.letter(&self.subject.bytes[here..]);
            if wanted != letter {
                return None;
            }
            (from, here) = (from + width, here + length);
        }
        Some(here)
    }
}
