//! Correct output before the failure is evidence in favour of the statements that made it.
//!
//! It is no proof, since most executions of a wrong statement may do no harm. It therefore orders only the suspects
//! without evidence of their own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use whydunit_machine::Site;
use whydunit_trace::{Definition, Dependence, DependenceKind, Dependences, Item, Time};

use crate::evidence::suspect::Suspect;
use crate::session::Session;
use crate::session::statement::Statement;

/// Pieces of output that are examined.
const MAX_PIECES: usize = 32;
/// Instances that are examined for all pieces together.
const MAX_INSTANCES: usize = 300_000;

/// The number of correct pieces of output that depend on each statement.
pub(crate) struct Confirmed {
    counts: BTreeMap<Statement, u32>,
}

impl Confirmed {
    /// Follows the dependences of correct output.
    pub(crate) fn new(session: &Session) -> Self {
        let mut confirmed = Confirmed { counts: BTreeMap::new() };
        let mut known = Known { dependences: Dependences::new(&session.recorded.recording), causes: HashMap::new() };
        let mut left = MAX_INSTANCES;
        for piece in pieces(session) {
            let Some(made) = statements_behind(session, &mut known, piece, &mut left) else { break };
            made.into_iter().for_each(|statement| *confirmed.counts.entry(statement).or_default() += 1);
        }
        confirmed
    }

    /// Alternates between two orders of suspects: the given one, by distance from the failure, and that by the number of
    /// correct pieces, fewest first.
    pub(crate) fn alternated(&self, near: Vec<Suspect>) -> Vec<Suspect> {
        if self.counts.is_empty() {
            return near;
        }
        let count = |suspect: &Suspect| self.counts.get(&suspect.statement).copied().unwrap_or(0);
        let mut doubtful: Vec<usize> = (0..near.len()).collect();
        doubtful.sort_by_key(|&index| count(&near[index]));
        let turns = (0..near.len()).zip(doubtful).flat_map(|(a, b)| [a, b]);
        let mut near: Vec<Option<Suspect>> = near.into_iter().map(Some).collect();
        turns.filter_map(|index| near[index].take()).collect()
    }
}

/// Bytes that one call wrote for one argument. Without argument: the literal text.
#[derive(Clone, Copy)]
struct Piece {
    time: Time,
    arg: Option<u16>,
}

/// The correct pieces before the failure. The latest piece of each place comes before the second latest of any.
fn pieces(session: &Session) -> Vec<Piece> {
    let recording = &session.recorded.recording;
    let streams = session.expectation.streams(&session.observed);
    let right: Vec<(_, u64)> = streams
        .iter()
        .map(|s| (s.channel, s.expected.iter().zip(s.actual).take_while(|(a, b)| a == b).count() as u64))
        .collect();
    let is_right = |item: &Item| match *item {
        Item::Emit { channel, offset, len, .. } => {
            right.iter().any(|&(c, bytes)| c == channel && offset + u64::from(len) <= bytes)
        }
        _ => false,
    };
    let mut seen: BTreeMap<(Site, Option<u16>), u32> = BTreeMap::new();
    let mut found: Vec<(u32, Reverse<Time>, Option<u16>)> = Vec::new();
    for effect in recording.effects().rev().filter(|e| e.time < session.criterion.time) {
        let Some(position) = recording.position(effect.time) else { continue };
        for item in effect.items.iter().filter(|item| is_right(item)) {
            let Item::Emit { arg, .. } = *item else { continue };
            let arg = (arg != u16::MAX).then_some(arg);
            let earlier = seen.entry((position.site(), arg)).or_default();
            if (*earlier as usize) < MAX_PIECES {
                found.push((*earlier, Reverse(effect.time), arg));
            }
            *earlier += 1;
        }
    }
    found.sort_unstable();
    found.into_iter().take(MAX_PIECES).map(|(_, Reverse(time), arg)| Piece { time, arg }).collect()
}

/// A cache of the causes of definitions.
struct Known<'a> {
    dependences: Dependences<'a>,
    causes: HashMap<Definition, Box<[Definition]>>,
}

impl Known<'_> {
    fn of(&mut self, definition: Definition) -> &[Definition] {
        let dependences = &mut self.dependences;
        self.causes
            .entry(definition)
            .or_insert_with(|| dependences.of_definition(definition).into_iter().map(Dependence::definition).collect())
    }
}

/// The statements on which a piece depends; none if there are too many instances to examine.
fn statements_behind(
    session: &Session,
    known: &mut Known<'_>,
    piece: Piece,
    left: &mut usize,
) -> Option<BTreeSet<Statement>> {
    let recording = &session.recorded.recording;
    // Literal text depends only on the decision to write it.
    let counts = |d: &&Dependence| piece.arg.is_some() || d.kind == DependenceKind::Control;
    let direct = known.dependences.of_argument(piece.time, piece.arg);
    let mut todo: Vec<Definition> = direct.iter().filter(counts).map(|d| d.definition()).collect();
    let mut seen: BTreeSet<Definition> = todo.iter().copied().collect();
    let mut found: BTreeSet<Statement> = Statement::blamed(recording, piece.time).map(|(s, _)| s).into_iter().collect();
    while let Some(definition) = todo.pop() {
        *left = left.checked_sub(1)?;
        found.extend(Statement::blamed(recording, definition.time).map(|(statement, _)| statement));
        todo.extend(known.of(definition).iter().filter(|&&g| seen.insert(g)));
    }
    Some(found)
}
