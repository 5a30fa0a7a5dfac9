//! The leftmost match in time linear in the subject, for subjects on which trying every
//! position would take too long: all starts are followed at once, the earliest first.

use super::letters::Subject;
use super::program::{Node, NodeId, Program};

/// The leftmost of the longest matches that start in `from..=last`, as start and end.
pub(crate) fn find(program: &Program, subject: &Subject, from: usize, last: usize) -> Option<(usize, usize)> {
    let mut race = Race { program, subject, best: None, seen: vec![usize::MAX; program.nodes.len()] };
    let (mut current, mut here): (Vec<(NodeId, usize)>, usize) = (Vec::new(), from);
    loop {
        if here <= last && race.best.is_none() && subject.is_border(&program.alphabet, here) {
            current.push((program.start, here));
        }
        if current.is_empty() && (race.best.is_some() || here >= last) {
            return race.best;
        }
        let readers = race.closure(&current, here);
        if here >= subject.stop {
            return race.best;
        }
        let (letter, length) = program.alphabet.letter(&subject.bytes[here..]);
        current.clear();
        let best = race.best;
        for (node, start) in readers {
            if best.is_some_and(|(found, _)| start > found) {
                continue;
            }
            match program.nodes[node as usize] {
                Node::BackRef(..) => current.push((node, start)),
                _ => current.extend(program.read(node, letter).map(|next| (next, start))),
            }
        }
        here += length;
    }
}

struct Race<'a> {
    program: &'a Program,
    subject: &'a Subject<'a>,
    best: Option<(usize, usize)>,
    /// The position at which each node was last reached.
    seen: Vec<usize>,
}

impl Race<'_> {
    /// The reading nodes reached at `here` with the earliest start of each, oldest first.
    fn closure(&mut self, current: &[(NodeId, usize)], here: usize) -> Vec<(NodeId, usize)> {
        let before = self.subject.before(&self.program.alphabet, here);
        let after = self.subject.after(&self.program.alphabet, here);
        let mut readers = Vec::new();
        for &(first, start) in current {
            let mut todo = vec![first];
            while let Some(node) = todo.pop() {
                if std::mem::replace(&mut self.seen[node as usize], here) == here {
                    continue;
                }
                match self.program.nodes[node as usize] {
                    Node::End => self.matched(start, here),
                    Node::Letter(..) | Node::Any(_) | Node::Set(..) => readers.push((node, start)),
                    Node::BackRef(_, next) => {
                        readers.push((node, start));
                        todo.push(next);
                    }
                    _ => todo.extend(self.program.leads(node, before, after).into_iter().flatten()),
                }
            }
        }
        readers
    }

    fn matched(&mut self, start: usize, end: usize) {
        if self.best.is_none_or(|(found, _)| start <= found) {
            self.best = Some((start, end));
        }
    }
}
