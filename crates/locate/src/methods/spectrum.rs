//! Spectrum-based ranking: lines that failing tests execute and passing tests do not are suspicious.
//!
//! Formulas: Tarantula (Jones, Harrold, Stasko, ICSE 2002), Ochiai (Abreu, Zoeteweij, van Gemund, PRDC 2006), DStar
//! with exponent 2 (Wong, Debroy, Gao, Li, IEEE Trans. Reliability 2014), Op2 (Naish, Lee, Ramamohanarao, TOSEM 2011),
//! Jaccard (Chen et al., DSN 2002).

pub(crate) mod coverage;

use std::collections::{BTreeMap, BTreeSet};

use whydunit_program::Program;

use crate::evidence::ranking::{Line, Ranking, code_lines};

use crate::methods::finding::Finding;
use crate::methods::spectrum::coverage::Tests;
use crate::methods::workspace::{NotRun, Workspace};
use crate::methods::{Method, MethodRef, Requirement};
use crate::session::Session;

pub(super) const METHODS: &[MethodRef] =
    &[&Formula::Tarantula, &Formula::Ochiai, &Formula::DStar, &Formula::Op2, &Formula::Jaccard];

/// The family of methods that run tests; they share the executed tests.
pub(super) const FAMILY: &str = "tests";

impl Method for Formula {
    fn name(&self) -> &'static str {
        Formula::name(*self)
    }

    fn summary(&self) -> &'static str {
        "ranks lines by how many failing and passing tests execute them"
    }

    fn requirement(&self) -> Requirement {
        Requirement::Tests
    }

    fn family(&self) -> &'static str {
        FAMILY
    }

    fn run(&self, _: &mut Session, workspace: &mut Workspace<'_>, _: u64) -> Result<Finding, NotRun> {
        let tests = workspace.take(|workspace| workspace.supply().tests())?;
        let ranking = Spectrum::new(&tests.value).rank(*self);
        workspace.put(tests);
        Ok(Finding::leading(ranking))
    }
}

/// The tests that executed a line, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Failing tests that executed it.
    pub failed: u32,
    /// Passing tests that executed it.
    pub passed: u32,
}

/// The lines executed by tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spectrum {
    /// Counts by line with code.
    pub lines: BTreeMap<Line, Counts>,
    /// Number of failing tests.
    pub failed: u32,
    /// Number of passing tests.
    pub passed: u32,
}

/// A formula for the suspiciousness of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // named as in the papers
pub enum Formula {
    Tarantula,
    Ochiai,
    DStar,
    Op2,
    Jaccard,
}

impl Formula {
    /// All of them.
    pub const ALL: [Formula; 5] = [Formula::Tarantula, Formula::Ochiai, Formula::DStar, Formula::Op2, Formula::Jaccard];

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Formula::Tarantula => "tarantula",
            Formula::Ochiai => "ochiai",
            Formula::DStar => "dstar",
            Formula::Op2 => "op2",
            Formula::Jaccard => "jaccard",
        }
    }

    /// The suspiciousness of a line. A quotient 0/0 counts as 0: nothing speaks against the line.
    pub fn score(self, counts: Counts, failed: u32, passed: u32) -> f64 {
        let (ef, ep) = (f64::from(counts.failed), f64::from(counts.passed));
        let (all_failed, all_passed) = (f64::from(failed), f64::from(passed));
        match self {
            Formula::Tarantula => {
                let (f, p) = (share(ef, all_failed), share(ep, all_passed));
                share(f, f + p)
            }
            Formula::Ochiai => share(ef, (all_failed * (ef + ep)).sqrt()),
            // Executed by all failing tests and no passing one: infinitely suspicious, as published.
            Formula::DStar if ef > 0.0 && ep + (all_failed - ef) == 0.0 => f64::INFINITY,
            Formula::DStar => share(ef * ef, ep + (all_failed - ef)),
            Formula::Op2 => ef - ep / (all_passed + 1.0),
            Formula::Jaccard => share(ef, all_failed + ep),
        }
    }
}

fn share(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { part / whole }
}

impl Spectrum {
    /// The spectrum of executed tests.
    pub fn new(tests: &Tests) -> Self {
        Spectrum::of(&tests.index.program, tests.lines())
    }

    /// The spectrum of the lines that each test executed, with whether it passed.
    fn of(program: &Program, runs: Vec<(bool, BTreeSet<Line>)>) -> Self {
        let lines = code_lines(program).into_iter().map(|line| (line, Counts::default())).collect();
        let mut spectrum = Spectrum { lines, ..Spectrum::default() };
        for (passed, lines) in runs {
            match passed {
                true => spectrum.passed += 1,
                false => spectrum.failed += 1,
            }
            for line in lines {
                let counts = spectrum.lines.entry(line).or_default();
                match passed {
                    true => counts.passed += 1,
                    false => counts.failed += 1,
                }
            }
        }
        spectrum
    }

    /// Ranks all lines by a formula.
    pub fn rank(&self, formula: Formula) -> Ranking {
        Ranking::scored(self.lines.iter().map(|(&line, &c)| (line, formula.score(c, self.failed, self.passed))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use whydunit_program::FileId;

    /// The program `mid` of Jones and Harrold (ASE 2005): six tests, the last one fails. Per statement:
    /// which tests execute it.
    const MID: [(u32, [u8; 6]); 13] = [
        (1, [1, 1, 1, 1, 1, 1]),
        (2, [1, 1, 1, 1, 1, 1]),
        (3, [1, 1, 1, 1, 1, 1]),
        (4, [1, 1, 0, 0, 1, 1]),
        (5, [0, 1, 0, 0, 0, 0]),
        (6, [1, 0, 0, 0, 1, 1]),
        (7, [1, 0, 0, 0, 0, 1]),
        (8, [0, 0, 1, 1, 0, 0]),
        (9, [0, 0, 1, 0, 0, 0]),
        (10, [0, 0, 0, 1, 0, 0]),
        (11, [0, 0, 0, 0, 0, 0]),
        (12, [0, 0, 0, 0, 0, 0]),
        (13, [1, 1, 1, 1, 1, 1]),
    ];

    fn mid() -> Spectrum {
        let line = |line| Line { file: FileId(0), line };
        let runs = (0..6).map(|test| {
            let lines = MID.iter().filter(|(_, tests)| tests[test] == 1).map(|(number, _)| line(*number));
            (test != 5, lines.collect())
        });
        Spectrum::of(&Program::default(), runs.collect())
    }

    fn score(formula: Formula, number: u32) -> f64 {
        let spectrum = mid();
        let counts = spectrum.lines[&Line { file: FileId(0), line: number }];
        formula.score(counts, spectrum.failed, spectrum.passed)
    }

    #[test]
    fn tarantula_of_mid_is_as_printed_in_the_paper() {
        // Table of Jones and Harrold: 0.5 for what all execute, 0.63, 0.71 and 0.83 on the way to the
        // fault in statement 7, 0 elsewhere.
        for (statement, printed) in [(1, 0.5), (4, 0.625), (6, 0.714), (7, 0.833), (5, 0.0), (8, 0.0), (13, 0.5)] {
            assert!((score(Formula::Tarantula, statement) - printed).abs() < 0.001, "statement {statement}");
        }
    }

    #[test]
    fn other_formulas_of_mid_by_hand() {
        // Statement 7: ef = 1, ep = 1, F = 1, P = 5.
        assert!((score(Formula::Ochiai, 7) - 1.0 / 2f64.sqrt()).abs() < 1e-12);
        assert_eq!(score(Formula::DStar, 7), 1.0);
        assert!((score(Formula::Op2, 7) - (1.0 - 1.0 / 6.0)).abs() < 1e-12);
        assert_eq!(score(Formula::Jaccard, 7), 0.5);
        // Statement 1: ef = 1, ep = 5.
        assert!((score(Formula::Ochiai, 1) - 1.0 / 6f64.sqrt()).abs() < 1e-12);
        assert_eq!(score(Formula::DStar, 1), 0.2);
        for formula in Formula::ALL {
            let ranking = mid().rank(formula);
            assert_eq!(ranking.lines[0].line.line, 7, "{formula:?}");
            assert!(ranking.lines.iter().all(|r| !r.score.is_nan()));
        }
    }

    #[test]
    fn a_line_of_failing_tests_only_is_infinitely_suspicious_for_dstar() {
        assert_eq!(Formula::DStar.score(Counts { failed: 2, passed: 0 }, 2, 9), f64::INFINITY);
        assert_eq!(Formula::DStar.score(Counts { failed: 0, passed: 0 }, 0, 9), 0.0);
    }
}
