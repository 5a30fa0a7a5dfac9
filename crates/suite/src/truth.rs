//! The ground truth for scoring a ranking: the faulty lines and the lines around them.

use std::collections::BTreeSet;

use whydunit_locate::{Line, Session, code_lines, executed_lines, line_at, relevant_slice};
use whydunit_program::Program;

use crate::entry::{Entry, FaultLine};
use crate::pdg::Pdg;

/// The ground truth for scoring a ranking.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// The faulty lines.
    pub faults: BTreeSet<Line>,
    /// All lines with code.
    pub code: BTreeSet<Line>,
    /// The lines that the failing run executed.
    pub executed: BTreeSet<Line>,
    /// The lines of the failure's slice with their dependences.
    pub dynamic: Pdg,
    /// The lines of the program text with their dependences.
    pub fixed: Option<Pdg>,
}

impl Truth {
    /// The ground truth of a case, and the lines of its manifest that have no code.
    pub(crate) fn of(entry: &Entry, session: &Session) -> (Truth, Vec<FaultLine>) {
        let (program, recording) = (session.program(), &session.recorded.recording);
        let code = code_lines(program);
        let resolved = entry.fault_lines.iter().map(|fault| (fault, resolve(program, &code, fault)));
        let (known, lost): (Vec<_>, Vec<_>) = resolved.partition(|(_, line)| line.is_some());
        let slice = relevant_slice(session);
        let edges = slice.nodes.iter().flat_map(|(&time, node)| node.on.iter().map(move |d| (time, d.on)));
        // Direct dependences of the failure point have distance 1.
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

/// The line of code for a line of the manifest: itself, or the next one that has code.
fn resolve(program: &Program, code: &BTreeSet<Line>, fault: &FaultLine) -> Option<Line> {
    let matches = |name: &str| {
        let ends = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'));
        name == fault.file || ends(name, &fault.file) || ends(&fault.file, name)
    };
    let file = |line: &&Line| matches(&program.files[line.file.0 as usize].name);
    code.iter().filter(file).find(|line| line.line >= fault.line).copied()
}
