//! What a ranking is measured against: where the fault is, and the lines around it.

use std::collections::BTreeSet;

use whydunit_locate::{Line, Session, code_lines, executed_lines, line_at, relevant_slice};
use whydunit_program::Program;

use crate::entry::{Entry, FaultLine};
use crate::pdg::Pdg;

/// What a ranking is measured against.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// The faulty lines.
    pub faults: BTreeSet<Line>,
    /// All lines with code.
    pub code: BTreeSet<Line>,
    /// Those that the failing run executed.
    pub executed: BTreeSet<Line>,
    /// The lines of the failure's slice and how they depend on each other.
    pub dynamic: Pdg,
    /// Likewise for the program text.
    pub fixed: Option<Pdg>,
}

impl Truth {
    /// The truth about a case, and the lines of its manifest that lead to no code.
    pub(crate) fn of(entry: &Entry, session: &Session) -> (Truth, Vec<FaultLine>) {
        let (program, recording) = (session.program(), &session.recorded.recording);
        let code = code_lines(program);
        let resolved = entry.fault_lines.iter().map(|fault| (fault, resolve(program, &code, fault)));
        let (known, lost): (Vec<_>, Vec<_>) = resolved.partition(|(_, line)| line.is_some());
        let slice = relevant_slice(session);
        let edges = slice.nodes.iter().flat_map(|(&time, node)| node.on.iter().map(move |d| (time, d.on)));
        // What the failure point depends on directly has distance 1.
        let first = slice.nodes.iter().filter(|(_, node)| node.distance == 1);
        let edges = edges.chain(first.map(|(&time, _)| (session.criterion.time, time)));
        let edges = edges.filter_map(|(a, b)| Some((line_at(recording, a)?, line_at(recording, b)?)));
        let truth = Truth {
            faults: known.into_iter().filter_map(|(_, line)| line).collect(),
            executed: executed_lines(recording),
            dynamic: Pdg::from_edges(edges),
            fixed: Pdg::new(program, &session.analyses),
            code,
        };
        (truth, lost.into_iter().map(|(fault, _)| fault.clone()).collect())
    }
}

/// The line of code that a line of the manifest stands for: itself, or the next one that has code.
fn resolve(program: &Program, code: &BTreeSet<Line>, fault: &FaultLine) -> Option<Line> {
    let matches = |name: &str| {
        let ends = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'));
        name == fault.file || ends(name, &fault.file) || ends(&fault.file, name)
    };
    let file = |line: &&Line| matches(&program.files[line.file.0 as usize].name);
    code.iter().filter(file).find(|line| line.line >= fault.line).copied()
}
