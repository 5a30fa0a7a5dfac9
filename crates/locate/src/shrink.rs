//! Reduction of inputs that keep their failure: delta debugging on standard input, arguments and files.

pub(crate) mod ddmin;

use std::collections::BTreeMap;
use std::sync::Arc;

use whydunit_machine::{AccessKind, FailureKind, Limits, Machine, Nobody, ObjectKind, Outcome, Unsupported};
use whydunit_program::Program;
use whydunit_trace::{CriterionKind, Expectation, ProgramIndex, record};
use whydunit_world::{Case, Change, Posix};

use crate::evidence::ranking::{Line, line_of};
use crate::session::observe;
use crate::shrink::ddmin::ddmin;

/// The identity of a failure: its kind and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symptom {
    /// The kind of failure.
    pub kind: String,
    /// The innermost line of the program's own code; `None` for a hang.
    pub line: Option<Line>,
}

/// The expected behaviour for inputs that the reduction generates.
#[derive(Clone)]
pub enum Oracle {
    /// Only failures of the program itself count: crashes, hangs, and an exit status other than this.
    Itself {
        /// The expected status of every run, if known.
        exit: Option<i32>,
    },
    /// A correct version of the program. Its output, exit status and files are expected.
    Reference {
        /// The correct version.
        program: Arc<Program>,
        /// Is its standard error expected, too?
        stderr: bool,
    },
}

/// A smaller case with the same failure.
pub struct Shrunk {
    /// The case.
    pub case: Case,
    /// The common symptom.
    pub symptom: Symptom,
    /// Number of runs.
    pub runs: u64,
    /// Is the case 1-minimal? If not, the budget was used up.
    pub complete: bool,
}

/// The granularity in which a text is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grain {
    Lines,
    Tokens,
    Bytes,
}

/// The reason why a case cannot be reduced.
#[derive(Debug)]
pub enum NoShrink {
    /// The run does not fail.
    DidNotFail,
    /// The machine cannot execute the program.
    Unsupported(Unsupported),
    /// The correct version has no valid result for this input; the reason.
    NoReference(String),
}

impl From<Unsupported> for NoShrink {
    fn from(error: Unsupported) -> Self {
        NoShrink::Unsupported(error)
    }
}

/// Runs a case and determines its symptom.
pub fn symptom(program: &Arc<Program>, case: &Case, limits: Limits, oracle: &Oracle) -> Result<Symptom, NoShrink> {
    let expectation = oracle.expects(case, limits)?;
    let machine = Machine::new(program.clone(), Posix::new(case.clone()), limits)?;
    let recorded = record(machine, Arc::new(ProgramIndex::new(program.clone())), |_| true)?;
    let observed = observe(&recorded.last, recorded.outcome.clone(), &expectation);
    let criterion = expectation.criterion(&recorded.recording, &observed).ok_or(NoShrink::DidNotFail)?;
    let position = recorded.recording.position(criterion.time);
    let here = position.and_then(|p| line_of(program, p.site()));
    let (kind, line) = match (&criterion.kind, &recorded.outcome) {
        (CriterionKind::Failure, Outcome::Failed(failure)) => {
            (kind_of(&failure.kind), failure.stack.iter().find_map(|site| line_of(program, *site)))
        }
        (CriterionKind::Hang, _) => ("hang".into(), None),
        (other, _) => (variant_words(other), here),
    };
    Ok(Symptom { kind, line })
}

impl Oracle {
    /// The expectation for an input.
    fn expects(&self, case: &Case, limits: Limits) -> Result<Expectation, NoShrink> {
        let (program, stderr) = match self {
            Oracle::Itself { exit } => return Ok(Expectation { exit: *exit, ..Expectation::default() }),
            Oracle::Reference { program, stderr } => (program, *stderr),
        };
        let unsupported = |error: Unsupported| NoShrink::NoReference(error.to_string());
        let mut machine = Machine::new(program.clone(), Posix::new(case.clone()), limits).map_err(unsupported)?;
        let Outcome::Exited(status) = machine.run(&mut Nobody).map_err(unsupported)? else {
            return Err(NoShrink::NoReference("it crashes or uses up its budget on this input".into()));
        };
        let left = machine.world.written_files().into_iter().filter_map(|file| match file.change {
            Change::File(contents) => Some((file.path, contents)),
            _ => None,
        });
        Ok(Expectation {
            stdout: Some(machine.world.stdout()),
            stderr: stderr.then(|| machine.world.stderr()),
            exit: Some(status),
            files: left.collect(),
            ..Expectation::default()
        })
    }
}

/// The kind of a failure in enough detail to tell failures apart: a write to freed memory is not the same failure as a
/// write through a wild pointer.
fn kind_of(failure: &FailureKind) -> String {
    let FailureKind::Memory(error) = failure else { return variant_words(failure) };
    let access = match error.access {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    };
    let of = match error.object.as_ref().map(|object| &object.kind) {
        _ if error.address < NULL => "through a null pointer",
        None => "through a wild pointer",
        Some(ObjectKind::Heap { freed: Some(_), .. }) => "of a freed object",
        Some(ObjectKind::Heap { .. }) => "beside a heap object",
        Some(ObjectKind::Global(_)) => "beside a global",
        Some(ObjectKind::Local { ended: true, .. }) => "of a local out of scope",
        Some(ObjectKind::Local { .. } | ObjectKind::Dynamic { .. } | ObjectKind::Arguments { .. }) => "beside a local",
        Some(ObjectKind::DeadStack | ObjectKind::Returned { .. }) => "of a local of a call that has returned",
        Some(
            ObjectKind::Argument { .. } | ObjectKind::EnvironmentVariable { .. } | ObjectKind::ProcessArray { .. },
        ) => "beside an argument",
        Some(ObjectKind::Code) => "of code",
    };
    format!("{access} {of}")
}

/// Addresses below this come from null pointers.
const NULL: u64 = 4096;

/// The variant of an enum in words: `WrongOutput { .. }` is "wrong output".
fn variant_words(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    let name = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// Reduces the input of a failing case, keeping its symptom, with at most `runs` runs.
pub fn shrink(
    program: &Arc<Program>,
    case: &Case,
    limits: Limits,
    oracle: &Oracle,
    runs: u64,
) -> Result<Shrunk, NoShrink> {
    let wanted = symptom(program, case, limits, oracle)?;
    let mut shrinker = Shrinker { case: case.clone(), runs: 1, most: runs, program, limits, oracle, wanted: &wanted };
    loop {
        let before = size(&shrinker.case);
        shrinker.round();
        if size(&shrinker.case) == before || shrinker.runs >= runs {
            break;
        }
    }
    let (case, used) = (shrinker.case, shrinker.runs);
    Ok(Shrunk { case, symptom: wanted, runs: used, complete: used < runs })
}

/// The total size of the input in bytes.
pub fn size(case: &Case) -> usize {
    let files: usize = case.files.values().map(|bytes| bytes.len() + 1).sum();
    case.stdin.whole().len() + case.args.iter().skip(1).map(|a| a.len() + 1).sum::<usize>() + files
}

struct Shrinker<'a> {
    case: Case,
    runs: u64,
    most: u64,
    program: &'a Arc<Program>,
    limits: Limits,
    oracle: &'a Oracle,
    wanted: &'a Symptom,
}

impl Shrinker<'_> {
    /// Reduces every part of the case once, large pieces first.
    fn round(&mut self) {
        let files: Vec<_> = self.case.files.keys().cloned().collect();
        self.reduce(files, |case, kept| {
            let (stays, goes) = std::mem::take(&mut case.files).into_iter().partition(|(path, _)| kept.contains(path));
            case.files = stays;
            // The host may have a file of that name. It must not become input.
            let goes: BTreeMap<_, _> = goes;
            case.absent.extend(goes.into_keys());
        });
        let arguments: Vec<Vec<u8>> = self.case.args.iter().skip(1).cloned().collect();
        self.reduce(arguments, |case, kept| {
            case.args.truncate(1);
            case.args.extend(kept.iter().cloned());
        });
        for grain in [Grain::Lines, Grain::Tokens, Grain::Bytes] {
            let pieces = cut(self.case.stdin.whole(), grain);
            self.reduce(pieces, |case, kept| case.stdin = kept.concat().into());
            for path in self.case.files.keys().cloned().collect::<Vec<_>>() {
                let pieces = cut(&self.case.files[&path], grain);
                self.reduce(pieces, |case, kept| {
                    case.files.insert(path.clone(), Arc::new(kept.concat()));
                });
            }
            for at in 1..self.case.args.len() {
                let pieces = cut(&self.case.args[at], grain);
                self.reduce(pieces, |case, kept| case.args[at] = kept.concat());
            }
        }
    }

    /// Reduces a list of pieces. `put` builds the case from the pieces that are kept.
    fn reduce<T: Clone>(&mut self, pieces: Vec<T>, put: impl Fn(&mut Case, &[T])) {
        if pieces.is_empty() {
            return;
        }
        let base = self.case.clone();
        let kept = ddmin(&pieces, |part| {
            if self.runs >= self.most {
                return None;
            }
            self.runs += 1;
            let mut candidate = base.clone();
            put(&mut candidate, part);
            let found = symptom(self.program, &candidate, self.limits, self.oracle);
            Some(found.is_ok_and(|found| found == *self.wanted))
        });
        put(&mut self.case, &kept);
    }
}

/// Cuts a text into pieces whose concatenation is the text.
fn cut(text: &[u8], grain: Grain) -> Vec<Vec<u8>> {
    match grain {
        Grain::Lines => text.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect(),
        Grain::Tokens => text.chunk_by(|a, b| kind(*a) == kind(*b)).map(<[u8]>::to_vec).collect(),
        Grain::Bytes => text.iter().map(|b| vec![*b]).collect(),
    }
}

/// The class of a byte: blank, word or sign. A token is a run of bytes of one class.
fn kind(byte: u8) -> u8 {
    match byte {
        b if b.is_ascii_whitespace() => 0,
        b if b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80 => 1,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use whydunit_machine::{MemoryError, ObjectNote};

    #[test]
    fn pieces_together_are_the_text() {
        let text = b"let x1 = 40+2;\n\nprint x1";
        for grain in [Grain::Lines, Grain::Tokens, Grain::Bytes] {
            assert_eq!(cut(text, grain).concat(), text);
        }
        assert_eq!(cut(b"a1 ==b\n", Grain::Tokens), [&b"a1"[..], b" ", b"==", b"b", b"\n"]);
        assert_eq!(cut(text, Grain::Lines).len(), 3);
    }

    #[test]
    fn bad_accesses_are_of_many_kinds() {
        let freed = ObjectNote { kind: ObjectKind::Heap { allocated: 1, freed: Some(2) }, start: 1 << 32, size: 4 };
        let error = |address, object| {
            kind_of(&FailureKind::Memory(MemoryError { access: AccessKind::Write, address, bytes: 1, object }))
        };
        assert_eq!(error(1 << 32, Some(freed)), "write of a freed object");
        assert_eq!(error(77, None), "write through a null pointer");
        assert_eq!(error(1 << 40, None), "write through a wild pointer");
        assert_eq!(kind_of(&FailureKind::Assertion { text: "x > 0".into() }), "assertion");
    }
}
