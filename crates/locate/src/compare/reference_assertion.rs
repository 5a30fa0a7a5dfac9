//! Whether a correct version upholds what the user asserted. The line is looked for by what it says: another version
//! may have it elsewhere.

use whydunit_trace::{
    Alignment, Beginning, FormulaError, LineCode, Position, ProgramIndex, Recorded, Recording, Time, Visits, place_of,
};
use whydunit_world::Posix;

use crate::session::Session;
use crate::session::assertion::{CheckedAssertion, NoAssertionFailure};
use crate::session::source_line::{Lines, Point};

/// What the run of a correct version shows of an assertion.
#[derive(Clone, Debug)]
pub enum ReferenceAssertion {
    /// It holds.
    Holds,
    /// It does not hold there.
    Fails(Line),
    /// Nothing in that version corresponds to the line.
    NoLine,
    /// That run does not come to the line.
    NotReached(Line),
    /// It cannot be understood there.
    Formula(Line, Box<FormulaError>),
}

/// A line of the correct version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its file, as the compiler names it.
    pub file: String,
    /// Its number.
    pub line: u32,
}

impl ReferenceAssertion {
    /// Evaluates the assertion of a session in another version's run; none when nothing was asserted.
    pub(crate) fn new(session: &Session, other: &mut Recorded<Posix>) -> Option<ReferenceAssertion> {
        let assertion = session.expectation.assertion.as_ref()?;
        let left = &session.recorded.recording;
        let times = times(session);
        let alignment = Alignment::new(left, &other.recording);
        let Some(code) = times.iter().find_map(|&time| counterpart(&alignment, time)) else {
            return Some(ReferenceAssertion::NoLine);
        };
        let visits = beginnings(&other.recording, &code);
        let visit = assertion.visit.map(|_| {
            let there = times.iter().find_map(|&time| alignment.right(time));
            there.map_or(0, |there| visits.partition_point(|begin| begin.time <= there) as u32)
        });
        let line = line(&other.recording.index, &code);
        if visits.is_empty() || visit == Some(0) {
            return Some(ReferenceAssertion::NotReached(line));
        }
        Some(match CheckedAssertion::among(other, &assertion.formula, &visits, visit) {
            Ok(_) => ReferenceAssertion::Fails(line),
            Err(NoAssertionFailure::Formula(wrong)) => ReferenceAssertion::Formula(line, Box::new(wrong.1)),
            Err(_) => ReferenceAssertion::Holds,
        })
    }

    /// Does nothing speak against that version? What cannot be looked at does not.
    pub(crate) fn is_so(&self) -> bool {
        !matches!(self, ReferenceAssertion::Fails(_))
    }
}

/// The instructions of the line at whose beginning the assertion does not hold.
fn times(session: &Session) -> Vec<Time> {
    let (Some(assertion), Some(asserted)) = (&session.expectation.assertion, &session.assertion) else {
        return Vec::new();
    };
    let recording = &session.recorded.recording;
    let point = Point { file: assertion.file.clone(), line: assertion.line, visit: Some(asserted.visit) };
    Lines::new(recording).visit(&point).map_or_else(|_| Vec::new(), |visit| visit.times)
}

/// The line of the other version that has the counterpart of an executed instruction.
fn counterpart(alignment: &Alignment<'_>, time: Time) -> Option<LineCode> {
    let Position { block, start, .. } = alignment.left.position(time)?;
    let (number, offset) = alignment.place(alignment.left.number_of(block), time - start)?;
    let index = &alignment.right.index;
    let place = place_of(&index.program, index.site(number, offset));
    Some(LineCode::new(index, &[place.file?], place.line))
}

fn beginnings(recording: &Recording, code: &LineCode) -> Vec<Beginning> {
    let first = Visits::new(recording, code).first;
    first.into_iter().map(|block| Visits::begin(recording, code, block)).collect()
}

fn line(index: &ProgramIndex, code: &LineCode) -> Line {
    let file = code.files.first().map(|f| index.program.files[f.0 as usize].name.clone());
    Line { file: file.unwrap_or_default(), line: code.line }
}
