//! Values worth trying in place of the one an instance produced: those around it, those of other
//! variables at that moment, constants of the program text, numbers of the expected output.

use std::collections::BTreeSet;

use whydunit_program::Inst;

use crate::session::Session;

/// At most this many are tried per instance.
const MOST: usize = 64;

/// Candidate bits for the result of the instance at `time`, likeliest first, its own value left out.
pub(crate) fn candidates(session: &mut Session, time: u32) -> Vec<u64> {
    let Some(instance) = session.describe(time) else { return Vec::new() };
    let function = session.program().function(instance.site.function);
    let bytes = match function.insts[instance.site.inst as usize] {
        Inst::Store { bytes, .. } | Inst::StoreLocal { bytes, .. } => bytes,
        Inst::Return { .. } => 8,
        _ => return Vec::new(),
    };
    let mask = u64::MAX >> (64 - 8 * u32::from(bytes));
    let own = instance.defines.as_ref().map(|v| bits(&v.bytes)).unwrap_or_default();
    let mut values: Vec<u64> = expected_numbers(session);
    values.extend(instance.uses.iter().map(|u| bits(&u.bytes)));
    values.extend([own.wrapping_add(1), own.wrapping_sub(1), 0, 1, u64::MAX, own.wrapping_neg(), own ^ 1]);
    values.extend(function.constants.iter().copied());
    let mut seen = BTreeSet::from([own & mask]);
    values.into_iter().map(|v| v & mask).filter(|v| seen.insert(*v)).take(MOST).collect()
}

fn bits(bytes: &[Option<u8>]) -> u64 {
    bytes.iter().take(8).enumerate().fold(0, |acc, (i, b)| acc | u64::from(b.unwrap_or(0)) << (8 * i))
}

/// The integers of the expected output, from the line of the first difference on.
fn expected_numbers(session: &Session) -> Vec<u64> {
    let Some(expected) = &session.expectation.stdout else { return Vec::new() };
    let same = expected.iter().zip(&session.observed.stdout).take_while(|(a, b)| a == b).count();
    let start = expected[..same].iter().rposition(|b| !b.is_ascii_digit() && *b != b'-').map_or(0, |i| i + 1);
    let text = String::from_utf8_lossy(&expected[start..]);
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    let mut numbers: Vec<u64> = words.filter_map(|w| w.parse::<i64>().ok()).map(|n| n as u64).take(8).collect();
    numbers.extend(expected.get(same).map(|b| u64::from(*b)));
    numbers
}
