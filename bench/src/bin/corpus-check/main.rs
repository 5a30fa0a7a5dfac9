//! `corpus-check [--totals] [--verbose] [SUBJECT…]`: proves that every case of `corpus/` fails as declared and that
//! every correct version passes. With `--totals`, also that the corpus as a whole is as varied as required.
#![forbid(unsafe_code)]

mod execution;
mod manifest;
mod patch;
mod totals;
mod verdict;
mod workshop;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use manifest::{Case, Subject};
use totals::Counts;
use verdict::Verdict;

/// A unit of work, independent of all others.
enum Piece<'a> {
    /// A correct version with the cases derived from it.
    Correct(&'a Subject, Vec<&'a Case>),
    Faulty(&'a Subject, &'a Case),
}

impl Piece<'_> {
    fn name(&self) -> String {
        match self {
            Self::Correct(subject, cases) => {
                format!("{} ({})", subject.name, cases.first().map_or(String::new(), |c| c.reference.join(" ")))
            }
            Self::Faulty(_, case) => case.id.clone(),
        }
    }

    fn check(&self, sanitizer: &str) -> Result<Verdict, String> {
        match self {
            Self::Correct(subject, cases) => verdict::correct(subject, cases, sanitizer),
            Self::Faulty(subject, case) => verdict::faulty(subject, case, sanitizer),
        }
    }
}

fn main() -> ExitCode {
    let (options, names): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|a| a.starts_with('-'));
    if options.iter().any(|o| o != "--totals" && o != "--verbose") {
        eprintln!("usage: corpus-check [--totals] [--verbose] [SUBJECT...]");
        return ExitCode::from(2);
    }
    let has = |option: &str| options.iter().any(|o| o == option);
    match run(&names, has("--totals"), has("--verbose")) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(complaints) => {
            eprintln!("{complaints} complaints");
            ExitCode::FAILURE
        }
        Err(why) => {
            eprintln!("corpus-check: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Checks the named subjects, or all, and counts the problems.
fn run(names: &[String], with_totals: bool, verbose: bool) -> Result<usize, String> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let names = if names.is_empty() { manifest::subjects(&corpus)? } else { names.to_vec() };
    let subjects = names.iter().map(|n| Subject::read(&corpus, n)).collect::<Result<Vec<_>, _>>()?;
    let sanitizer = workshop::sanitizing_compiler()?;
    let mut complaints = Vec::new();
    for subject in &subjects {
        complaints.extend(totals::complaints_of(subject)?);
    }
    let (found, passing) = check_all(&pieces(&subjects), sanitizer);
    complaints.extend(found);
    if with_totals {
        complaints.extend(totals::complaints(&subjects));
    }
    for complaint in &complaints {
        println!("{complaint}");
    }
    if verbose {
        for (case, (passed, all)) in &passing {
            println!("{case}: passes {passed} of {all} tests");
        }
    }
    println!("{}", Counts::of(&subjects));
    println!("sanitizers of {sanitizer}");
    Ok(complaints.len())
}

/// Every case, and every correct version once.
fn pieces(subjects: &[Subject]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for subject in subjects {
        let mut correct: BTreeMap<_, Vec<&Case>> = BTreeMap::new();
        for case in &subject.cases {
            correct.entry((&case.reference, &case.flags, &case.tests)).or_default().push(case);
        }
        pieces.extend(correct.into_values().map(|cases| Piece::Correct(subject, cases)));
        pieces.extend(subject.cases.iter().map(|case| Piece::Faulty(subject, case)));
    }
    pieces
}

type Passing = BTreeMap<String, (usize, usize)>;

/// Works on all pieces with one thread per core; the findings are in the order of the pieces.
fn check_all(pieces: &[Piece<'_>], sanitizer: &str) -> (Vec<String>, Passing) {
    let next = AtomicUsize::new(0);
    let findings: Mutex<BTreeMap<usize, Result<Verdict, String>>> = Mutex::default();
    let workers = thread::available_parallelism().map_or(1, |n| n.get());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(piece) = pieces.get(number) else { break };
                    let finding = piece.check(sanitizer);
                    findings.lock().expect("no worker panics").insert(number, finding);
                }
            });
        }
    });
    let (mut complaints, mut passing) = (Vec::new(), Passing::new());
    for (number, finding) in findings.into_inner().expect("no worker panics") {
        let name = pieces[number].name();
        match finding {
            Err(why) => complaints.push(format!("{name}: {why}")),
            Ok(verdict) => {
                complaints.extend(verdict.complaints.iter().map(|c| format!("{name}: {c}")));
                passing.extend(verdict.passing.map(|p| (name, p)));
            }
        }
    }
    (complaints, passing)
}
