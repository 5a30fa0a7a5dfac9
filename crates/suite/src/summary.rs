//! Statistics over cases, per method.

use std::collections::{BTreeMap, BTreeSet};

use crate::result::{Scores, Status};
use crate::store::Timed;

/// The values of n for Top-n.
pub(crate) const TOP: [u32; 4] = [1, 3, 5, 10];

/// The results of methods on suites.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Per method, in the order asked for.
    pub methods: Vec<MethodSummary>,
    /// Number of cases.
    pub cases: usize,
    /// Cases measured by every method.
    pub common: usize,
    /// Failed or partial measurements.
    pub unmeasured: Vec<Unmeasured>,
}

/// A reason why cases could not be measured, or only in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmeasured {
    /// How the measurement ended.
    pub status: Status,
    /// The methods concerned; all if the measurement ended before the first method.
    pub methods: Vec<String>,
    /// The reason as text.
    pub why: String,
    /// The cases.
    pub cases: Vec<String>,
}

/// The results of one method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MethodSummary {
    /// Its name.
    pub method: String,
    /// Cases with scores.
    pub scored: usize,
    /// Cases with the fault among the first 1, 3, 5, 10 lines.
    pub top: [usize; 4],
    /// Lines read until the fault: mean, median.
    pub read: (f64, f64),
    /// Mean share of executed lines read.
    pub t_score: f64,
    /// Mean dependence distance from report to fault, and the number of cases for which it is defined.
    pub distance: (f64, usize),
    /// Mean PDG score, and the number of cases for which it is defined.
    pub pdg_score: (f64, usize),
    /// Mean breakpoints, instances and reduction, for interactive methods.
    pub dialogue: Option<(f64, f64, f64)>,
    /// Seconds: median, 90th percentile, largest.
    pub seconds: (f64, f64, f64),
    /// Mean reruns.
    pub reruns: f64,
    /// Cases in which the budget ended before the search.
    pub incomplete: usize,
}

impl Summary {
    /// Summaries of all cases, and of those that every method measured.
    pub fn new(results: &[Timed], methods: &[String]) -> (Summary, Summary) {
        let mut measured: BTreeMap<&str, usize> = BTreeMap::new();
        for timed in results.iter().filter(|t| t.result.scores().is_some()) {
            *measured.entry(&timed.result.case).or_default() += 1;
        }
        let common: BTreeSet<&str> = measured.iter().filter(|(_, n)| **n == methods.len()).map(|(c, _)| *c).collect();
        let some: Vec<Timed> = results.iter().filter(|t| common.contains(t.result.case.as_str())).cloned().collect();
        let sum = |results: &[Timed]| Summary {
            methods: methods.iter().map(|m| MethodSummary::new(m, results)).collect(),
            cases: results.iter().map(|t| &t.result.case).collect::<BTreeSet<_>>().len(),
            common: common.len(),
            unmeasured: unmeasured(results, methods.len()),
        };
        (sum(results), sum(&some))
    }
}

fn unmeasured(results: &[Timed], methods: usize) -> Vec<Unmeasured> {
    // Group by case first: a problem of every method is reported once.
    let mut by_case: BTreeMap<(&str, Status, &str), Vec<&str>> = BTreeMap::new();
    for result in results.iter().map(|t| &t.result).filter(|r| r.status != Status::Done || r.why.is_some()) {
        let why = result.why.as_deref().unwrap_or("");
        by_case.entry((&result.case, result.status, why)).or_default().push(&result.method);
    }
    let mut found: BTreeMap<(Status, Vec<String>, &str), Vec<String>> = BTreeMap::new();
    for ((case, status, why), mut names) in by_case {
        if names.len() == methods {
            names = vec!["all"];
        }
        let names = names.into_iter().map(String::from).collect();
        found.entry((status, names, why)).or_default().push(case.to_string());
    }
    let entry = |((status, methods, why), cases): ((Status, Vec<String>, &str), Vec<String>)| Unmeasured {
        status,
        methods,
        why: why.to_string(),
        cases,
    };
    found.into_iter().map(entry).collect()
}

impl MethodSummary {
    fn new(method: &str, results: &[Timed]) -> Self {
        let own: Vec<&Timed> = results.iter().filter(|t| t.result.method == method).collect();
        let scores: Vec<Scores> = own.iter().filter_map(|t| t.result.scores()).collect();
        let found: Vec<_> = own.iter().filter_map(|t| t.result.found.as_ref()).collect();
        let read: Vec<f64> = scores.iter().map(|s| s.read).collect();
        let distances: Vec<f64> = scores.iter().filter_map(|s| s.distance.map(f64::from)).collect();
        let pdg: Vec<f64> = scores.iter().filter_map(|s| s.pdg_score).collect();
        let dialogues: Vec<_> = found.iter().filter_map(|f| f.dialogue).collect();
        let seconds: Vec<f64> = own.iter().filter(|t| t.result.found.is_some()).map(|t| t.seconds).collect();
        let each = |pick: fn(&crate::result::Dialogue) -> f64| mean(&dialogues.iter().map(pick).collect::<Vec<_>>());
        MethodSummary {
            method: method.into(),
            scored: scores.len(),
            top: TOP.map(|n| scores.iter().filter(|s| s.top(n)).count()),
            read: (mean(&read), quantile(&read, 0.5)),
            t_score: mean(&scores.iter().map(|s| s.t_score).collect::<Vec<_>>()),
            distance: (mean(&distances), distances.len()),
            pdg_score: (mean(&pdg), pdg.len()),
            dialogue: (!dialogues.is_empty())
                .then(|| (each(|d| f64::from(d.breakpoints)), each(|d| f64::from(d.instances)), each(|d| d.reduce))),
            seconds: (quantile(&seconds, 0.5), quantile(&seconds, 0.9), quantile(&seconds, 1.0)),
            reruns: mean(&found.iter().map(|f| f.reruns as f64).collect::<Vec<_>>()),
            incomplete: found.iter().filter(|f| !f.complete).count(),
        }
    }
}

/// The mean; 0 for no values.
fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The value below which `share` of all values lie; 0 for no values.
pub(crate) fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = (share * (sorted.len() as f64 - 1.0)).max(0.0);
    let (low, high) = (sorted.get(at.floor() as usize), sorted.get(at.ceil() as usize));
    match (low, high) {
        (Some(low), Some(high)) => low + (high - low) * at.fract(),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::{CaseFacts, CaseResult, Found};

    fn timed(case: &str, method: &str, read: Option<f64>, seconds: f64) -> Timed {
        let found = read.map(|read| Found {
            score: Some(Scores {
                read,
                listed: read < 50.0,
                t_score: read / 100.0,
                distance: None,
                pdg_score: Some(0.5),
            }),
            top: Vec::new(),
            reported: 1,
            ranked: 9,
            code_lines: 100,
            executed_lines: 100,
            run_steps: 1000,
            reruns: 4,
            complete: read > 1.0,
            dialogue: None,
        });
        let status = if read.is_some() { Status::Done } else { Status::Unsupported };
        let why = (status != Status::Done).then(|| "fork".to_string());
        let (case, method, key) = (case.to_string(), method.to_string(), String::new());
        Timed {
            result: CaseResult { case, method, key, status, why, case_facts: CaseFacts::default(), found },
            seconds,
        }
    }

    #[test]
    fn sums_by_hand() {
        let results = [
            timed("a", "x", Some(1.0), 1.0),
            timed("a", "y", Some(4.0), 1.0),
            timed("b", "x", Some(9.0), 3.0),
            timed("b", "y", None, 0.0),
            timed("c", "x", None, 0.0),
            timed("c", "y", None, 0.0),
        ];
        let (all, common) = Summary::new(&results, &["x".into(), "y".into()]);
        assert_eq!((all.cases, all.common, common.cases), (3, 1, 1));
        let x = &all.methods[0];
        assert_eq!((x.scored, x.top, x.read), (2, [1, 1, 1, 2], (5.0, 5.0)));
        assert!((x.t_score - 0.05).abs() < 1e-12);
        assert_eq!((x.seconds.0, x.seconds.2, x.reruns, x.incomplete), (2.0, 3.0, 4.0, 1));
        assert_eq!((common.methods[0].top, common.methods[1].top), ([1, 1, 1, 1], [0, 0, 1, 1]));
        let names: Vec<(&[String], usize)> = all.unmeasured.iter().map(|u| (&u.methods[..], u.cases.len())).collect();
        assert_eq!(names, [(&["all".to_string()][..], 1), (&["y".to_string()][..], 1)]);
    }

    #[test]
    fn quantiles_lie_between() {
        assert_eq!(quantile(&[4.0, 1.0, 2.0, 3.0], 0.5), 2.5);
        assert_eq!((quantile(&[], 0.5), quantile(&[7.0], 0.9)), (0.0, 7.0));
    }
}
