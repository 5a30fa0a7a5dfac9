//! Source lines in the order in which a person should read them: what every method comes down to when
//! it is compared with others.

use std::collections::BTreeSet;

use whydunit_machine::Site;
use whydunit_program::{FileId, Function, Program};
use whydunit_trace::{Recording, Time};

use crate::session::statement::Statement;

/// A line of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
}

/// A line and how suspicious it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The line.
    pub line: Line,
    /// Higher is more suspicious; equal scores are ties. May be infinite, is never NaN.
    pub score: f64,
}

/// Lines, most suspicious first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The lines; ties by position in the source.
    pub lines: Vec<Ranked>,
}

impl Ranking {
    /// A ranking by score.
    pub fn scored(scores: impl IntoIterator<Item = (Line, f64)>) -> Self {
        let mut lines: Vec<Ranked> = scores.into_iter().map(|(line, score)| Ranked { line, score }).collect();
        lines.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.line.cmp(&b.line)));
        Ranking { lines }
    }

    /// A ranking without ties: lines in the order given, each where it comes first.
    pub fn ordered(lines: impl IntoIterator<Item = Line>) -> Self {
        let mut seen = BTreeSet::new();
        let first = lines.into_iter().filter(|l| seen.insert(*l)).enumerate();
        Ranking { lines: first.map(|(at, line)| Ranked { line, score: 1.0 / (at as f64 + 1.0) }).collect() }
    }

    /// Groups of equally suspicious lines, in order.
    pub fn groups(&self) -> impl Iterator<Item = &[Ranked]> {
        self.lines.chunk_by(|a, b| a.score == b.score)
    }
}

/// Is this function the program's own, with source positions?
pub fn is_own(program: &Program, function: &Function) -> bool {
    function.scope.is_some() && !program.is_runtime(function)
}

/// The line an instruction comes from, if it is code of the program and not of the compiler's making.
pub fn line_of(program: &Program, site: Site) -> Option<Line> {
    let function = program.function(site.function);
    let loc = function.locs.get(site.inst as usize).filter(|l| l.line != 0)?;
    let scope = loc.scope.or(function.scope)?;
    is_own(program, function).then(|| Line { file: program.scopes[scope.0 as usize].file, line: loc.line })
}

/// The line of a statement, if it is known.
pub fn line_of_statement(program: &Program, statement: Statement) -> Option<Line> {
    let scope = program.function(statement.function).scope?;
    let file = program.scopes[scope.0 as usize].file;
    (statement.line != 0).then_some(Line { file, line: statement.line })
}

/// The line of an instance of a recorded run.
pub fn line_at(recording: &Recording, time: Time) -> Option<Line> {
    line_of(&recording.index.program, recording.position(time)?.site())
}

/// All lines with code.
pub fn code_lines(program: &Program) -> BTreeSet<Line> {
    let own = program.functions.iter().enumerate();
    own.flat_map(|(id, function)| {
        let id = whydunit_program::FunctionId(id as u32);
        (0..function.insts.len() as u32).filter_map(move |inst| line_of(program, Site { function: id, inst }))
    })
    .collect()
}

/// The lines that a recorded run executed.
pub fn executed_lines(recording: &Recording) -> BTreeSet<Line> {
    let program = &recording.index.program;
    let lines = recording.index.numbers().zip(recording.reached()).flat_map(|(number, count)| {
        let (function, block) = recording.index.block(number);
        let first = program.function(function).blocks[block.0 as usize].first;
        (first..first + count).filter_map(move |inst| line_of(program, Site { function, inst }))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line: u32) -> Line {
        Line { file: FileId(0), line }
    }

    #[test]
    fn ties_are_groups_and_order_is_by_score() {
        let ranking = Ranking::scored([(line(3), 0.5), (line(9), f64::INFINITY), (line(1), 0.5), (line(2), 0.0)]);
        let groups: Vec<Vec<u32>> = ranking.groups().map(|g| g.iter().map(|r| r.line.line).collect()).collect();
        assert_eq!(groups, [vec![9], vec![1, 3], vec![2]]);
    }

    #[test]
    fn an_order_keeps_the_first_mention() {
        let ranking = Ranking::ordered([line(5), line(2), line(5), line(7)]);
        assert_eq!(ranking.lines.iter().map(|r| r.line.line).collect::<Vec<_>>(), [5, 2, 7]);
        assert_eq!(ranking.groups().count(), 3);
    }
}
