//! Hint: a signed result that did not fit its type.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use whydunit_machine::Site;
use whydunit_program::{Bin, FunctionId, Inst, LocalId, Program, Slot, Type, TypeId};
use whydunit_trace::{Position, Slice, Time};

use crate::hints::Hint;
use crate::hints::declaration::{Declaration, Reason};
use crate::session::Session;

/// Instances that are examined of one instruction, the latest.
const MAX_INSTANCES: usize = 2;
/// Instructions that are examined.
const MAX_INSTRUCTIONS: usize = 120;

/// A result that did not fit its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overflow {
    /// The instance that stored it.
    pub time: Time,
    /// The operation, with its operands.
    pub operation: String,
    /// The mathematical result.
    pub result: i128,
    /// The variable that was to hold it.
    pub declaration: Option<Declaration>,
}

/// Overflows of the slice, the nearest to the failure first, with the declarations of the variables.
pub(crate) fn find(session: &mut Session, slice: &Slice) -> Vec<Hint> {
    let mut hints = Vec::new();
    for overflow in overflows(session, slice) {
        let declaration = overflow.declaration.clone();
        hints.extend(declaration.map(|declaration| Hint::Declaration(overflow.time, declaration)));
        hints.push(Hint::Overflow(overflow));
    }
    hints
}

fn overflows(session: &mut Session, slice: &Slice) -> Vec<Overflow> {
    let mut nodes: Vec<(u32, Time)> = slice.nodes.iter().map(|(&t, n)| (n.distance, t)).collect();
    nodes.sort_unstable_by_key(|(distance, time)| (*distance, Reverse(*time)));
    let mut seen: BTreeMap<Site, usize> = BTreeMap::new();
    let mut found: Vec<Overflow> = Vec::new();
    for (_, time) in nodes {
        let Some(position) = session.recorded.recording.position(time) else { continue };
        if seen.len() >= MAX_INSTRUCTIONS || session.budget.is_over() {
            break;
        }
        let instances = seen.entry(position.site()).or_default();
        *instances += 1;
        if *instances > MAX_INSTANCES || session.trust.has(position.function) {
            continue;
        }
        found.extend(overflow_at(session, time, position));
    }
    found
}

/// The result stored at `time`, if it is the wrapped one of a signed operation.
fn overflow_at(session: &mut Session, time: Time, position: Position) -> Option<Overflow> {
    let program = session.program().clone();
    let function = program.function(position.function);
    let (val, local) = match function.insts[position.inst as usize] {
        Inst::StoreLocal { val, local, .. } => (val, Some(local)),
        Inst::Store { val, .. } => (val, None),
        _ => return None,
    };
    let first = function.blocks[function.block_of(position.inst).0 as usize].first;
    let computes = |i: &u32| function.insts[*i as usize].defs().is_some_and(|d| d.count == 1 && d.first == val);
    let at = (first..position.inst).rev().find(computes)?;
    let computed = Computed { time, function: position.function, local, at: position.start + (at - first) };
    match function.insts[at as usize] {
        Inst::Trunc { w, a, .. } => computed.truncated(session, w, a),
        Inst::Add(b) => computed.wrapped(session, "+", b),
        Inst::Sub(b) => computed.wrapped(session, "-", b),
        Inst::Mul(b) => computed.wrapped(session, "*", b),
        _ => None,
    }
}

/// A result that is stored: when, where, and when it was computed.
struct Computed {
    time: Time,
    function: FunctionId,
    local: Option<LocalId>,
    at: Time,
}

impl Computed {
    /// A 32-bit result that lost bits.
    fn truncated(self, session: &mut Session, w: u8, a: Slot) -> Option<Overflow> {
        let number = session.recorded.snapshots.paused_at(u64::from(self.at))?.slot(a)? as u32 as i32;
        let target = session.describe(self.time)?.defines?.ty?;
        let lost = w < 32 && is_signed(session.program(), target) && number != number << (32 - w) >> (32 - w);
        lost.then(|| self.overflow(session, "the value".into(), number.into()))
    }

    /// A sum, difference or product that wrapped.
    fn wrapped(self, session: &mut Session, sign: &str, bin: Bin) -> Option<Overflow> {
        // Unsigned numbers wrap by intention.
        let target = session.describe(self.time)?.defines?;
        if bin.w < 32 || !is_signed(session.program(), target.ty?) {
            return None;
        }
        let machine = session.recorded.snapshots.paused_at(u64::from(self.at))?;
        let unused = 64 - u32::from(bin.w);
        let signed = |slot| Some(((machine.slot(slot)? << unused) as i64 >> unused) as i128);
        let (a, b) = (signed(bin.a)?, signed(bin.b)?);
        let result = match sign {
            "+" => a + b,
            "-" => a - b,
            _ => a * b,
        };
        let limit = 1i128 << (bin.w - 1);
        let fits = (-limit..limit).contains(&result);
        (!fits).then(|| self.overflow(session, format!("{a} {sign} {b}"), result))
    }

    fn overflow(self, session: &Session, operation: String, result: i128) -> Overflow {
        let declaration = |local| Declaration::of_local(session.program(), self.function, local, Reason::TooNarrow);
        Overflow { time: self.time, operation, result, declaration: self.local.and_then(declaration) }
    }
}

fn is_signed(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(program.types.bare(ty)), Type::Int { signed: true, .. })
}
