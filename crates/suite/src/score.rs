//! Scores of a ranking, given the fault. docs/methods.md has the definitions.

use std::collections::BTreeSet;

use whydunit_locate::{Line, Ranking};

use crate::truth::Truth;

/// The quality of a ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Lines read up to and including the first faulty one; for a tie, the expected number.
    pub read: f64,
    /// Is a faulty line in the ranking?
    pub listed: bool,
    /// Share of the executed lines read until then, at most 1.
    pub t_score: f64,
    /// Dependences from the most suspicious lines to the nearest faulty one, in the failing run.
    pub distance: Option<u32>,
    /// 1 − (lines as near to the report as the fault, or nearer) ÷ (all lines), by distance in the program dependence
    /// graph.
    pub pdg_score: Option<f64>,
}

impl Score {
    /// Is a faulty line among the first `n`?
    pub fn top(&self, n: u32) -> bool {
        self.listed && self.read <= f64::from(n)
    }

    /// The score of an interactive report: the lines the user had to look at count as read.
    pub fn after_looking_at(mut self, looked: &BTreeSet<Line>, ranking: &Ranking, truth: &Truth) -> Score {
        let report: BTreeSet<Line> = ranking.lines.iter().take(self.read.ceil() as usize).map(|r| r.line).collect();
        let read = self.read + looked.difference(&report).count() as f64;
        self.t_score = (read / truth.executed.len().max(1) as f64).min(1.0);
        self
    }
}

/// Scores a ranking whose report proper is its first `reported` lines.
pub fn score(ranking: &Ranking, reported: usize, truth: &Truth) -> Score {
    let (read, listed) = lines_read(ranking, truth);
    let report: BTreeSet<Line> = ranking.lines.iter().take(reported.max(1)).map(|r| r.line).collect();
    let sphere = truth.fixed.as_ref().map(|graph| {
        let near = graph.radius(&report, &truth.faults).map_or(graph.len(), |(_, lines)| lines);
        1.0 - near as f64 / graph.len().max(1) as f64
    });
    Score {
        read,
        listed,
        t_score: (read / truth.executed.len().max(1) as f64).min(1.0),
        distance: truth.dynamic.radius(&report, &truth.faults).map(|(distance, _)| distance),
        pdg_score: sphere,
    }
}

/// The number of lines read until the first faulty one. Within a tie, lines are read in random order: with m faulty
/// ones among k, the first of them is expected at (k + 1) / (m + 1). Lines outside the ranking are read in random
/// order after it: first the executed ones, then the rest.
fn lines_read(ranking: &Ranking, truth: &Truth) -> (f64, bool) {
    let mut before = 0.0;
    let mut seen: BTreeSet<Line> = BTreeSet::new();
    for group in ranking.groups() {
        let faulty = group.iter().filter(|r| truth.faults.contains(&r.line)).count();
        if faulty > 0 {
            return (before + expected(group.len(), faulty), true);
        }
        before += group.len() as f64;
        seen.extend(group.iter().map(|r| r.line));
    }
    for others in [&truth.executed, &truth.code] {
        let group: Vec<Line> = others.iter().filter(|l| !seen.contains(l)).copied().collect();
        let faulty = group.iter().filter(|l| truth.faults.contains(l)).count();
        if faulty > 0 {
            return (before + expected(group.len(), faulty), false);
        }
        before += group.len() as f64;
        seen.extend(group);
    }
    (before, false)
}

fn expected(lines: usize, faulty: usize) -> f64 {
    (lines as f64 + 1.0) / (faulty as f64 + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdg::Pdg;
    use whydunit_program::FileId;

    fn line(line: u32) -> Line {
        Line { file: FileId(0), line }
    }

    fn set(lines: impl IntoIterator<Item = u32>) -> BTreeSet<Line> {
        lines.into_iter().map(line).collect()
    }

    /// Twenty lines in a row, each depending on the one before; the first ten were executed.
    fn truth(faults: &[u32]) -> Truth {
        let chain = || Pdg::from_edges((1..20).map(|n| (line(n), line(n + 1))));
        Truth {
            faults: set(faults.iter().copied()),
            code: set(1..=20),
            executed: set(1..=10),
            dynamic: Pdg::from_edges((1..10).map(|n| (line(n), line(n + 1)))),
            fixed: Some(chain()),
        }
    }

    #[test]
    fn an_order_is_read_line_by_line() {
        let ranking = Ranking::ordered([7, 5, 3].map(line));
        let score = score(&ranking, 1, &truth(&[3]));
        assert_eq!((score.read, score.listed, score.t_score), (3.0, true, 0.3));
        assert_eq!(score.distance, Some(4));
        // Lines 3 to 11 are within four dependences of line 7.
        assert_eq!(score.pdg_score, Some(1.0 - 9.0 / 20.0));
        assert!(!score.top(1) && score.top(3));
    }

    #[test]
    fn inspected_lines_count_as_read() {
        let (ranking, truth) = (Ranking::ordered([7, 5, 3].map(line)), truth(&[5]));
        let score = score(&ranking, 1, &truth).after_looking_at(&set([7, 8, 9]), &ranking, &truth);
        // Lines 7 and 5 of the report, and 8 and 9, which the user looked at.
        assert_eq!((score.read, score.t_score), (2.0, 0.4));
    }

    #[test]
    fn ties_count_with_their_expected_value() {
        let ranking = Ranking::scored([(line(1), 2.0), (line(2), 1.0), (line(3), 1.0), (line(4), 1.0)]);
        assert_eq!(score(&ranking, 1, &truth(&[3])).read, 1.0 + 2.0);
        assert_eq!(score(&ranking, 1, &truth(&[2, 3])).read, 1.0 + 4.0 / 3.0);
    }

    #[test]
    fn unlisted_lines_are_read_last() {
        let ranking = Ranking::ordered([1, 2].map(line));
        // Eight executed lines are left, one of them faulty: it is expected after 4.5 more.
        let executed = score(&ranking, 1, &truth(&[9]));
        assert_eq!((executed.read, executed.listed, executed.top(10)), (6.5, false, false));
        // Not executed: all ten executed lines, then (10 + 1) / 2 of the others.
        assert_eq!(score(&ranking, 1, &truth(&[15])).read, 15.5);
        assert_eq!(score(&ranking, 1, &truth(&[15])).t_score, 1.0);
        assert_eq!(score(&ranking, 1, &truth(&[15])).distance, None);
    }
}
