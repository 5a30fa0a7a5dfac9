//! A lazily built automaton that finds the end of the longest match from a position. A state is a set of
//! nodes together with the context before them.
//!
//! Back-references are approximated by "any text", so that for such patterns the automaton only rules
//! matches out.

use std::collections::HashMap;
use std::sync::Arc;

use super::letters::{Letter, Subject};
use super::program::{Node, NodeId, Program};

/// Beyond this number of states the automaton is discarded: memory stays bounded.
const MAX_STATES: usize = 2_000;
/// The size of a row: one entry for each byte, then one for each kind of end of the text.
const ROW: usize = 256 + 8;
/// An entry that has not been computed.
const UNKNOWN: u32 = u32::MAX;
/// The state without any match.
const DEAD: u32 = 0;

/// The computed part of the automaton. An entry is twice the next state, plus one if the pattern
/// matches up to the position before the letter.
#[derive(Debug, Default)]
pub(crate) struct Dfa {
    states: Vec<State>,
    rows: Vec<u32>,
    known: HashMap<State, u32>,
    /// Entries for letters of several bytes.
    wide: HashMap<(u32, Letter), u32>,
    marks: Vec<bool>,
    /// How often the automaton was discarded.
    age: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    nodes: Arc<[NodeId]>,
    before: u8,
}

impl Dfa {
    /// The end of the longest match that starts at `at`, or, with `shortest`, of the shortest.
    pub(crate) fn end(&mut self, program: &Program, subject: &Subject, at: usize, shortest: bool) -> Found {
        let (mut state, mut here) = (self.start(program, subject, at), at);
        let mut last = None;
        while state != DEAD {
            let (entry, length) = self.entry(program, subject, state, here);
            if entry & 1 != 0 {
                last = Some(here);
                if shortest {
                    break;
                }
            }
            state = entry >> 1;
            if length == 0 {
                break;
            }
            here += length;
        }
        Found { end: last, looked: here - at }
    }

    /// The first letters with which a match can start, and whether it can be empty.
    pub(crate) fn first_bytes(program: &Program) -> ([bool; 256], bool) {
        // Assume that every anchor holds: a superset is enough.
        let (mut reached, mut todo) = (vec![false; program.nodes.len()], vec![program.start]);
        let (mut bytes, mut empty) = ([false; 256], false);
        while let Some(node) = todo.pop() {
            if std::mem::replace(&mut reached[node as usize], true) {
                continue;
            }
            match program.nodes[node as usize] {
                Node::End => empty = true,
                Node::BackRef(_, next) => {
                    bytes = [true; 256];
                    todo.push(next);
                }
                Node::Anchor(_, next) => todo.push(next),
                _ => todo.extend(program.leads(node, 0, 0).into_iter().flatten()),
            }
            for byte in 0..=255u8 {
                let (letter, _) = program.alphabet.letter(&[byte]);
                let wide = byte >= 0x80 && program.alphabet.charset == crate::text::charset::Charset::Utf8;
                let reads = matches!(program.nodes[node as usize], Node::Any(_) | Node::Set(..) | Node::Letter(..));
                bytes[usize::from(byte)] |= program.read(node, letter).is_some() || wide && reads;
            }
        }
        (bytes, empty)
    }

    fn start(&mut self, program: &Program, subject: &Subject, at: usize) -> u32 {
        let before = subject.before(&program.alphabet, at);
        self.intern(vec![program.start], before)
    }

    /// The entry for the letter at `here`, and its length (0 at the end).
    fn entry(&mut self, program: &Program, subject: &Subject, state: u32, here: usize) -> (u32, usize) {
        if here >= subject.stop {
            let after = subject.after(&program.alphabet, here);
            let slot = state as usize * ROW + 256 + usize::from(after);
            if self.rows[slot] == UNKNOWN {
                self.rows[slot] = u32::from(self.closure(program, state, after).1);
            }
            return (self.rows[slot], 0);
        }
        let byte = subject.bytes[here];
        let slot = state as usize * ROW + usize::from(byte);
        // The row has entries only for single-byte letters.
        if self.rows[slot] != UNKNOWN {
            return (self.rows[slot], 1);
        }
        let (letter, length) = program.alphabet.letter(&subject.bytes[here..]);
        let single = byte < 0x80 || program.alphabet.charset == crate::text::charset::Charset::Ascii;
        if !single && let Some(&entry) = self.wide.get(&(state, letter)) {
            return (entry, length);
        }
        let age = self.age;
        let entry = self.step(program, subject, state, letter);
        // Computing the step may have discarded the automaton: then the row no longer exists.
        if age == self.age {
            if single {
                self.rows[slot] = entry;
            } else {
                self.wide.insert((state, letter), entry);
            }
        }
        (entry, length)
    }

    fn step(&mut self, program: &Program, subject: &Subject, state: u32, letter: Letter) -> u32 {
        let side = subject.context_of_letter(&program.alphabet, letter);
        let (readers, matched) = self.closure(program, state, side);
        let mut next: Vec<NodeId> = Vec::new();
        for node in readers {
            match program.nodes[node as usize] {
                Node::BackRef(..) => next.push(node),
                _ => next.extend(program.read(node, letter)),
            }
        }
        next.sort_unstable();
        next.dedup();
        if self.states.len() >= MAX_STATES {
            *self = Dfa { age: self.age + 1, ..Dfa::default() };
        }
        self.intern(next, side) << 1 | u32::from(matched)
    }

    /// The reading nodes of a state, given the context after it, and whether the end node is
    /// among the reachable ones.
    fn closure(&mut self, program: &Program, state: u32, after: u8) -> (Vec<NodeId>, bool) {
        let State { nodes, before } = self.states[state as usize].clone();
        self.marks.clear();
        self.marks.resize(program.nodes.len(), false);
        let (mut todo, mut readers, mut matched) = (nodes.to_vec(), Vec::new(), false);
        while let Some(node) = todo.pop() {
            if std::mem::replace(&mut self.marks[node as usize], true) {
                continue;
            }
            match program.nodes[node as usize] {
                Node::End => matched = true,
                Node::Letter(..) | Node::Any(_) | Node::Set(..) => readers.push(node),
                Node::BackRef(_, next) => {
                    readers.push(node);
                    todo.push(next);
                }
                _ => todo.extend(program.leads(node, before, after).into_iter().flatten()),
            }
        }
        (readers, matched)
    }

    fn intern(&mut self, nodes: Vec<NodeId>, before: u8) -> u32 {
        if self.states.is_empty() {
            self.add(State { nodes: [].into(), before: 0 });
        }
        if nodes.is_empty() {
            return DEAD;
        }
        let state = State { nodes: nodes.into(), before };
        match self.known.get(&state) {
            Some(&number) => number,
            None => self.add(state),
        }
    }

    fn add(&mut self, state: State) -> u32 {
        let number = self.states.len() as u32;
        self.known.insert(state.clone(), number);
        self.states.push(state);
        self.rows.resize(self.states.len() * ROW, UNKNOWN);
        number
    }
}

/// The result of the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The end of the match, if there is one.
    pub(crate) end: Option<usize>,
    /// The number of bytes examined.
    pub(crate) looked: usize,
}
