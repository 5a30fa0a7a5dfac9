//! Requirements for the corpus as a whole: the number and variety of its cases.

use std::collections::BTreeMap;

use crate::manifest::{Case, Failure, Subject};

/// The directory of the papers' small examples; it does not count as a subject.
pub(crate) const SMALL: &str = "small";

const SUBJECTS: usize = 16;
const CASES: usize = 128;
const SEVERAL_FAULTS: usize = 20;
const MISSING_CODE: usize = 30;
const TESTS_PER_SUBJECT: usize = 20;
const CASES_PER_SUBJECT: usize = 8;

/// The allowed values of `kind`, one per fault, joined by ` + `.
const KINDS: &[&str] = &[
    "wrong operator",
    "wrong constant",
    "wrong variable",
    "wrong field",
    "wrong index",
    "wrong type",
    "wrong argument",
    "wrong order",
    "wrong initialisation",
    "missing assignment",
    "missing branch",
    "missing guard",
    "missing case",
    "missing break",
    "missing reset",
    "missing call",
    "too strong condition",
    "too weak condition",
];

const FAILURES: &[Failure] = &[
    Failure::WrongOutput,
    Failure::ShortOutput,
    Failure::Crash,
    Failure::MemoryError,
    Failure::Hang,
    Failure::ExitStatus,
    Failure::Assert,
];

/// The requirements that one subject fails, regardless of the others.
pub(crate) fn complaints_of(subject: &Subject) -> Result<Vec<String>, String> {
    let mut complaints = Vec::new();
    for case in &subject.cases {
        complaints.extend(form(subject, case));
    }
    if subject.name == SMALL {
        return Ok(complaints);
    }
    let mut at_least = |what: &str, found: usize, due: usize| {
        if found < due {
            complaints.push(format!("{}: {found} {what}, {due} are due", subject.name));
        }
    };
    at_least("faulty versions", subject.cases.len(), CASES_PER_SUBJECT);
    if let Some(case) = subject.cases.first() {
        at_least("tests", subject.tests(&case.tests)?.len(), TESTS_PER_SUBJECT);
    }
    Ok(complaints)
}

fn form(subject: &Subject, case: &Case) -> Vec<String> {
    let kinds: Vec<&str> = case.kinds().collect();
    let unknown = kinds.iter().find(|k| !KINDS.contains(k));
    let says_missing = kinds.iter().any(|k| k.starts_with("missing"));
    let checks = [
        (case.id.split('/').next() == Some(&subject.name), "its id does not start with the subject".to_string()),
        (unknown.is_none(), format!("unknown kind {:?}", unknown.unwrap_or(&""))),
        (kinds.len() == case.faults, format!("{} kinds for {} faults", kinds.len(), case.faults)),
        (says_missing == case.missing_code, "missing_code and kind disagree".to_string()),
        (!case.fault_lines.is_empty(), "no fault lines".to_string()),
        (!case.note.is_empty(), "no note".to_string()),
    ];
    checks.into_iter().filter(|(holds, _)| !holds).map(|(_, why)| format!("{}: {why}", case.id)).collect()
}

/// The requirements that the whole corpus fails.
pub(crate) fn complaints(subjects: &[Subject]) -> Vec<String> {
    let counts = Counts::of(subjects);
    let mut complaints = Vec::new();
    for (what, found, due) in [
        ("subjects", counts.subjects, SUBJECTS),
        ("faulty versions", counts.cases, CASES),
        ("with several faults", counts.several, SEVERAL_FAULTS),
        ("with missing code", counts.missing, MISSING_CODE),
    ] {
        if found < due {
            complaints.push(format!("{found} {what}, {due} are due"));
        }
    }
    complaints.extend(KINDS.iter().filter(|k| !counts.kinds.contains_key(**k)).map(|k| format!("no case of {k}")));
    let seen = |f: &&Failure| !counts.failures.contains_key(*f);
    complaints.extend(FAILURES.iter().filter(seen).map(|f| format!("no case of {f:?}")));
    complaints
}

/// The statistics at the end of the report.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    subjects: usize,
    cases: usize,
    several: usize,
    missing: usize,
    kinds: BTreeMap<String, usize>,
    failures: BTreeMap<Failure, usize>,
}

impl Counts {
    /// Counts the contents of `subjects`; the small examples count as cases without a subject.
    pub(crate) fn of(subjects: &[Subject]) -> Self {
        let mut counts = Self::default();
        for subject in subjects.iter().filter(|s| s.name != SMALL) {
            counts.subjects += 1;
            for case in &subject.cases {
                counts.cases += 1;
                counts.several += usize::from(case.faults > 1);
                counts.missing += usize::from(case.missing_code);
                *counts.failures.entry(case.failure).or_default() += 1;
                for kind in case.kinds() {
                    *counts.kinds.entry(kind.to_string()).or_default() += 1;
                }
            }
        }
        counts
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "{} subjects, {} faulty versions ({} with several faults, {} with missing code)",
            self.subjects, self.cases, self.several, self.missing
        )?;
        let kinds: Vec<String> = self.kinds.iter().map(|(k, n)| format!("{k} {n}")).collect();
        writeln!(f, "kinds: {}", kinds.join(", "))?;
        let failures: Vec<String> = self.failures.iter().map(|(k, n)| format!("{k:?} {n}")).collect();
        write!(f, "failures: {}", failures.join(", "))
    }
}
