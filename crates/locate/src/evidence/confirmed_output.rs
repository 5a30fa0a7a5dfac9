//! What was right speaks for the statements that made it: output that came out as expected before the failure.
//!
//! It proves nothing, since a wrong statement may do no harm most of the time. So it only orders what nothing else
//! tells apart, and the order in which statements are tried.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use whydunit_machine::Site;
use whydunit_trace::{Definition, Dependence, DependenceKind, Dependences, Item, Time};

use crate::evidence::suspect::Suspect;
use crate::session::Session;
use crate::session::statement::Statement;

/// At most so many pieces of output are looked at,
const PIECES: usize = 32;
/// ... and so many instances for all of them together.
const INSTANCES: usize = 300_000;

/// How many pieces of right output each statement led to.
pub(crate) struct Confirmed {
    counts: BTreeMap<Statement, u32>,
}

impl Confirmed {
    /// Follows the output that was right back to what made it.
    pub(crate) fn new(session: &Session) -> Self {
        let mut confirmed = Confirmed { counts: BTreeMap::new() };
        let mut known = Known { dependences: Dependences::new(&session.recorded.recording), causes: HashMap::new() };
        let mut left = INSTANCES;
        for piece in pieces(session) {
            let Some(made) = made_by(session, &mut known, piece, &mut left) else { break };
            made.into_iter().for_each(|statement| *confirmed.counts.entry(statement).or_default() += 1);
        }
        confirmed
    }

    /// Suspects that are ordered by how near they are to the failure, and between them, in turn, those that led to
    /// the least that was right.
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

/// Bytes that one call wrote of one argument; no argument: literal text.
#[derive(Clone, Copy)]
struct Piece {
    time: Time,
    arg: Option<u16>,
}

/// The pieces that were right before the failure: of each place that writes the latest before any second one.
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
            if (*earlier as usize) < PIECES {
                found.push((*earlier, Reverse(effect.time), arg));
            }
            *earlier += 1;
        }
    }
    found.sort_unstable();
    found.into_iter().take(PIECES).map(|(_, Reverse(time), arg)| Piece { time, arg }).collect()
}

/// Causes of instances that were worked out already.
struct Known<'a> {
    dependences: Dependences<'a>,
    causes: HashMap<Definition, Box<[Definition]>>,
}

impl Known<'_> {
    fn of(&mut self, giver: Definition) -> &[Definition] {
        let dependences = &mut self.dependences;
        self.causes
            .entry(giver)
            .or_insert_with(|| dependences.of_definition(giver).into_iter().map(Dependence::definition).collect())
    }
}

/// The statements that a piece was made by; none when there are too many instances to look at.
fn made_by(session: &Session, known: &mut Known<'_>, piece: Piece, left: &mut usize) -> Option<BTreeSet<Statement>> {
    let recording = &session.recorded.recording;
    // Literal text depends on nothing but the decision to write it.
    let counts = |d: &&Dependence| piece.arg.is_some() || d.kind == DependenceKind::Control;
    let direct = known.dependences.of_argument(piece.time, piece.arg);
    let mut todo: Vec<Definition> = direct.iter().filter(counts).map(|d| d.definition()).collect();
    let mut seen: BTreeSet<Definition> = todo.iter().copied().collect();
    let mut found: BTreeSet<Statement> = Statement::blamed(recording, piece.time).map(|(s, _)| s).into_iter().collect();
    while let Some(giver) = todo.pop() {
        *left = left.checked_sub(1)?;
        found.extend(Statement::blamed(recording, giver.time).map(|(statement, _)| statement));
        todo.extend(known.of(giver).iter().filter(|&&g| seen.insert(g)));
    }
    Some(found)
}
