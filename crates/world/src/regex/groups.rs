//! The groups of a known match: the path through the program is retraced, at each fork
//! by the preferred edge that still leads to the match's end.

use super::letters::Subject;
use super::program::{Node, NodeId, Program};

/// A group's text, if it took part in the match.
pub(crate) type Span = Option<(usize, usize)>;

/// Group registers along a path. An open group has a start and no end yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Registers {
    now: Vec<(Option<usize>, Option<usize>)>,
    /// The registers when a group last matched text.
    settled: Vec<(Option<usize>, Option<usize>)>,
}

impl Registers {
    /// Registers of `groups` groups, all unset.
    pub(crate) fn new(groups: u32) -> Self {
        let now = vec![(None, None); groups as usize];
        Registers { settled: now.clone(), now }
    }

    /// Applies the effect of passing a node.
    pub(crate) fn pass(&mut self, node: Node, here: usize) {
        match node {
            Node::Open(group, _) => self.now[group as usize] = (Some(here), None),
            Node::Close(group, optional, _) => {
                let register = &mut self.now[group as usize];
                if register.0.is_some_and(|start| start < here) {
                    register.1 = Some(here);
                    self.settled.clone_from(&self.now);
                } else if optional && self.settled[group as usize].0.is_some() {
                    // An empty repetition of a group that has matched before is undone.
                    self.now.clone_from(&self.settled);
                } else {
                    register.1 = Some(here);
                }
            }
            _ => {}
        }
    }

    /// A group's text, if it is complete.
    pub(crate) fn span(&self, group: u32) -> Span {
        let (start, end) = self.now[group as usize];
        start.zip(end)
    }

    /// The position where a group was last opened.
    pub(crate) fn start(&self, group: u32) -> Option<usize> {
        self.now[group as usize].0
    }

    /// Is a group open?
    pub(crate) fn any_open(&self) -> bool {
        self.now.iter().any(|(start, end)| start.is_some() && end.is_none())
    }

    /// All groups' texts.
    pub(crate) fn spans(&self) -> Vec<Span> {
        (0..self.now.len() as u32).map(|group| self.span(group)).collect()
    }
}

/// The groups of the match from `start` to `end`, for a program without back-references.
pub(crate) fn retrace(program: &Program, subject: &Subject, start: usize, end: usize) -> Vec<Span> {
    let ways = Ways::new(program, subject, start, end);
    let mut registers = Registers::new(program.groups);
    let (mut node, mut step) = (program.start, 0);
    let mut passed = vec![false; program.nodes.len()];
    // Every path without a loop is shorter than this.
    for _ in 0..(ways.places.len() + 1) * (program.nodes.len() + 1) * 2 {
        let here = ways.places[step];
        registers.pass(program.nodes[node as usize], here);
        if program.nodes[node as usize] == Node::End && step + 1 == ways.places.len() {
            break;
        }
        let next = match ways.read(node, step) {
            Some(next) => {
                step += 1;
                passed.fill(false);
                Some(next)
            }
            None => {
                passed[node as usize] = true;
                ways.lead(node, step, &passed)
            }
        };
        let Some(next) = next else { break };
        node = next;
    }
    registers.spans()
}

/// For each position, the nodes from which the end of the match can be reached.
struct Ways<'a> {
    program: &'a Program,
    subject: &'a Subject<'a>,
    /// The positions of letters, and the end.
    places: Vec<usize>,
    /// For each place, a bit for each node.
    open: Vec<u64>,
    words: usize,
}

impl<'a> Ways<'a> {
    fn new(program: &'a Program, subject: &'a Subject<'a>, start: usize, end: usize) -> Self {
        let mut places = vec![start];
        let mut here = start;
        while here < end {
            here += program.alphabet.letter(&subject.bytes[here..]).1;
            places.push(here);
        }
        let words = program.nodes.len().div_ceil(64);
        let open = vec![0; words * places.len()];
        let mut ways = Ways { program, subject, places, open, words };
        let backwards = Predecessors::new(program);
        for step in (0..ways.places.len()).rev() {
            ways.fill(step, &backwards);
        }
        ways
    }

    fn is_open(&self, node: NodeId, step: usize) -> bool {
        self.open[step * self.words + node as usize / 64] >> (node % 64) & 1 != 0
    }

    fn set_open(&mut self, node: NodeId, step: usize) -> bool {
        let word = &mut self.open[step * self.words + node as usize / 64];
        let bit = 1 << (node % 64);
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }

    fn fill(&mut self, step: usize, backwards: &Predecessors) {
        let here = self.places[step];
        let mut todo: Vec<NodeId> = Vec::new();
        if step + 1 == self.places.len() {
            todo.push(0);
        } else {
            let (letter, _) = self.program.alphabet.letter(&self.subject.bytes[here..]);
            let reads =
                |node: &NodeId| self.program.read(*node, letter).is_some_and(|next| self.is_open(next, step + 1));
            todo.extend(backwards.readers.iter().copied().filter(reads));
        }
        let before = self.subject.before(&self.program.alphabet, here);
        let after = self.subject.after(&self.program.alphabet, here);
        todo.retain(|&node| self.set_open(node, step));
        while let Some(node) = todo.pop() {
            for &from in backwards.of(node) {
                let leads = self.program.leads(from, before, after).contains(&Some(node));
                if leads && self.set_open(from, step) {
                    todo.push(from);
                }
            }
        }
    }

    /// The successor of a reading node.
    fn read(&self, node: NodeId, step: usize) -> Option<NodeId> {
        if step + 1 == self.places.len() {
            return None;
        }
        let (letter, _) = self.program.alphabet.letter(&self.subject.bytes[self.places[step]..]);
        self.program.read(node, letter)
    }

    /// The preferred edge, or the other one if the preferred would lead into a loop.
    fn lead(&self, node: NodeId, step: usize, passed: &[bool]) -> Option<NodeId> {
        let here = self.places[step];
        let before = self.subject.before(&self.program.alphabet, here);
        let after = self.subject.after(&self.program.alphabet, here);
        let mut ways = self.program.leads(node, before, after).into_iter().flatten().filter(|&n| self.is_open(n, step));
        let first = ways.next()?;
        match ways.next() {
            Some(second) if passed[first as usize] => Some(second),
            _ => Some(first),
        }
    }
}

/// The program's edges, backwards.
struct Predecessors {
    first: Vec<u32>,
    edges: Vec<NodeId>,
    readers: Vec<NodeId>,
}

impl Predecessors {
    fn new(program: &Program) -> Self {
        let targets = |node: &Node| match *node {
            Node::Split(a, b) => [Some(a), Some(b)],
            Node::Anchor(_, a) | Node::Open(_, a) | Node::Close(_, _, a) => [Some(a), None],
            _ => [None, None],
        };
        let mut pairs: Vec<(NodeId, NodeId)> = Vec::new();
        let mut readers = Vec::new();
        for (index, node) in program.nodes.iter().enumerate() {
            pairs.extend(targets(node).into_iter().flatten().map(|to| (to, index as NodeId)));
            if matches!(node, Node::Letter(..) | Node::Any(_) | Node::Set(..)) {
                readers.push(index as NodeId);
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut first = vec![0; program.nodes.len() + 1];
        for &(to, _) in &pairs {
            first[to as usize + 1] += 1;
        }
        for index in 0..program.nodes.len() {
            first[index + 1] += first[index];
        }
        Predecessors { first, edges: pairs.into_iter().map(|(_, from)| from).collect(), readers }
    }

    fn of(&self, node: NodeId) -> &[NodeId] {
        &self.edges[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }
}
