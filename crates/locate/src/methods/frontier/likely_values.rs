//! Values worth trying in place of the one an instance produced: those around it, those of other
//! variables at that moment, constants of the program text, numbers of the expected output.

use std::collections::BTreeSet;

use whydunit_machine::Change;
use whydunit_program::{Function, Inst, Program, Type, TypeId};
use whydunit_trace::{Instance, InstanceKind, Time, Value};

use crate::session::Session;
use crate::session::copied_parts::piece;
use crate::templates::split_number::is_part;

/// At most this many are tried per instance.
const MOST: usize = 64;

/// Changes of the instance at `time`, likeliest first, its own value left out: of what it makes, or of the parts that a
/// copy writes.
pub(crate) fn likely_values(session: &mut Session, helpful: &[u64], time: Time) -> Vec<Change> {
    let Some(instance) = session.describe(time) else { return Vec::new() };
    let program = session.program().clone();
    let function = program.function(instance.site.function);
    let bytes = match function.insts[instance.site.inst as usize] {
        Inst::Store { bytes, .. } | Inst::StoreLocal { bytes, .. } => bytes,
        Inst::Return { .. } => 8,
        Inst::MemCopy { .. } | Inst::MemSet { .. } => return in_parts(session, helpful, time, function),
        _ => return Vec::new(),
    };
    let made = match &instance.kind {
        InstanceKind::Return { value } => Some(value),
        _ => instance.defines.as_ref(),
    };
    if is_part(&program, &instance) {
        return Vec::new();
    }
    // Keeping what was there before is what a missing guard would do.
    let near = old_value(session, &instance, time).into_iter().chain(instance.uses.iter().map(|u| u.word()));
    let values = values(session, function, made, helpful.iter().copied().chain(near).collect());
    let own = made.map(Value::word).unwrap_or_default();
    // A bit-field is stored with its neighbours.
    let word = stored_word(session, &instance, time);
    let stored = |v: u64| match (instance.defines.as_ref().and_then(|d| d.bits), word) {
        (Some(bits), Some(word)) => bits.put(word, v),
        _ => v,
    };
    others(stored(own), values.into_iter().map(stored), bytes).take(MOST).map(Change::Put).collect()
}

/// Other values for the parts that the copy or fill at `time` writes.
fn in_parts(session: &mut Session, helpful: &[u64], time: Time, function: &Function) -> Vec<Change> {
    let parts = session.pieces(time);
    let most = MOST / parts.len().max(1);
    let mut found = Vec::new();
    for part in parts {
        let values = values(session, function, Some(&part), helpful.to_vec());
        let piece = piece(&part);
        found.extend(others(part.word(), values, piece.bytes).take(most).map(|v| Change::PutIn(piece, v)));
    }
    found
}

/// Values of so many bytes other than `own`, each once.
fn others(own: u64, values: impl IntoIterator<Item = u64>, bytes: u8) -> impl Iterator<Item = u64> {
    let mask = u64::MAX >> (64 - 8 * u32::from(bytes));
    let mut seen = BTreeSet::from([own & mask]);
    values.into_iter().map(move |v| v & mask).filter(move |v| seen.insert(*v))
}

/// Values worth trying in place of one; `near` are those at hand.
fn values(session: &Session, function: &Function, made: Option<&Value>, near: Vec<u64>) -> Vec<u64> {
    let own = made.map(Value::word).unwrap_or_default();
    let float = made.and_then(|v| v.ty).and_then(|ty| Float::of(session.program(), ty));
    let mut values = near;
    match float {
        Some(float) => {
            let mut expected = expected_floats(session);
            expected.extend(session.asserted.iter().flat_map(|a| a.formula.constants()).map(|n| n as f64));
            values.extend(float.likely_values(own, &expected));
        }
        None => {
            values.extend(asserted_numbers(session));
            values.extend(expected_numbers(session));
            values.extend([own.wrapping_add(1), own.wrapping_sub(1), 0, 1, u64::MAX, own.wrapping_neg(), own ^ 1]);
            values.extend(function.constants.iter().copied());
        }
    }
    values
}

/// The word that a store is about to put.
fn stored_word(session: &mut Session, instance: &Instance, time: Time) -> Option<u64> {
    let inst = session.program().function(instance.site.function).insts[instance.site.inst as usize];
    let (Inst::Store { val, .. } | Inst::StoreLocal { val, .. }) = inst else { return None };
    instance.defines.as_ref()?.bits?;
    Some(session.recorded.snapshots.paused_at(u64::from(time))?.slot_bits(val).0)
}

/// What the target of an assignment held before it.
fn old_value(session: &mut Session, instance: &Instance, time: Time) -> Option<u64> {
    let defined = instance.defines.as_ref()?;
    let mut machine = session.recorded.snapshots.paused_at(u64::from(time))?;
    let old = defined.reread(session.program(), &mut machine);
    old.bytes.iter().all(Option::is_some).then(|| old.word())
}

/// A floating type.
#[derive(Clone, Copy)]
enum Float {
    Single,
    Double,
}

impl Float {
    fn of(program: &Program, ty: TypeId) -> Option<Self> {
        match program.types.get(program.types.bare(ty)) {
            Type::Float { size: 4, .. } => Some(Float::Single),
            Type::Float { size: 8, .. } => Some(Float::Double),
            _ => None,
        }
    }

    fn likely_values(self, own: u64, expected: &[f64]) -> Vec<u64> {
        let value = match self {
            Float::Single => f64::from(f32::from_bits(own as u32)),
            Float::Double => f64::from_bits(own),
        };
        let near = [value + 1.0, value - 1.0, 0.0, 1.0, -value, value * 2.0, value / 2.0, value.trunc()];
        let all = expected.iter().copied().chain(near);
        all.map(|v| match self {
            Float::Single => u64::from((v as f32).to_bits()),
            Float::Double => v.to_bits(),
        })
        .collect()
    }
}

/// The numbers of an assertion and those next to them, and the values it was compared with.
fn asserted_numbers(session: &Session) -> Vec<u64> {
    let Some(asserted) = &session.asserted else { return Vec::new() };
    let written = asserted.formula.constants().into_iter().map(|n| n as u64);
    let seen = asserted.values.iter().filter(|v| v.bytes.iter().all(Option::is_some)).map(Value::word);
    written.chain(seen).flat_map(|n| [n, n.wrapping_add(1), n.wrapping_sub(1)]).take(24).collect()
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

/// The numbers of the expected output from the line of the first difference on.
fn expected_floats(session: &Session) -> Vec<f64> {
    let Some(expected) = &session.expectation.stdout else { return Vec::new() };
    let same = expected.iter().zip(&session.observed.stdout).take_while(|(a, b)| a == b).count();
    let start = expected[..same].iter().rposition(|b| b.is_ascii_whitespace()).map_or(0, |i| i + 1);
    let text = String::from_utf8_lossy(&expected[start..]);
    text.split(|c: char| !"0123456789.+-e".contains(c)).filter_map(|w| w.parse().ok()).take(8).collect()
}
