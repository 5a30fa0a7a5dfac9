//! Checks the user's assertion in a reference run. Another version may have the line elsewhere, so it is found by
//! alignment.

use whydunit_trace::{
    Alignment, Beginning, FormulaError, LineCode, Position, ProgramIndex, Recorded, Recording, Time, Visits, place_of,
};
use whydunit_world::Posix;

use crate::session::Session;
use crate::session::assertion::{CheckedAssertion, NoAssertionFailure};
use crate::session::source_line::{Lines, Point};

/// The result of checking an assertion in the run of a correct version.
#[derive(Clone, Debug)]
pub enum ReferenceAssertion {
    /// It holds.
    Holds,
    /// It does not hold at this line.
    Fails(Line),
    /// Nothing in that version corresponds to the line.
    NoLine,
    /// The run does not reach the line.
    NotReached(Line),
    /// Its formula has no meaning at the line.
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
            let other = times.iter().find_map(|&time| alignment.right(time));
            other.map_or(0, |other| visits.partition_point(|begin| begin.time <= other) as u32)
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

    /// False if the assertion was checked and does not hold.
    pub(crate) fn may_hold(&self) -> bool {
        !matches!(self, ReferenceAssertion::Fails(_))
    }
}

/// The instances of the line execution at whose beginning the assertion does not hold.
fn times(session: &Session) -> Vec<Time> {
    let (Some(assertion), Some(asserted)) = (&session.expectation.assertion, &session.assertion) else {
        return Vec::new();
    };
    let recording = &session.recorded.recording;
    let point = Point { file: assertion.file.clone(), line: assertion.line, visit: Some(asserted.visit) };
    Lines::new(recording).visit(&point).map_or_else(|_| Vec::new(), |visit| visit.times)
}

/// The line of the other version with the counterpart of an instance.
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
