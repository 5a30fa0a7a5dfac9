//! What speaks against declarations, which are never executed: an array that was too small, a type in
//! which a value did not fit.

use std::collections::BTreeMap;

use whydunit_machine::{FailureKind, ObjectKind, Outcome, Site};
use whydunit_program::{FileId, FunctionId, Inst, LocalId, Program, Type, TypeId};
use whydunit_trace::{Position, Slice, Time};

use crate::session::Session;

/// A variable as it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// The file.
    pub file: FileId,
    /// The line.
    pub line: u32,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Why a declaration is suspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// An access was outside of it.
    TooSmall,
    /// A value that was to be kept in it does not fit.
    TooNarrow,
    /// It was used before anybody gave it a value.
    Uninitialised,
}

/// An object on the heap that was too short for an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undersized {
    /// Its size in bytes.
    pub size: u64,
    /// So many more the access needed.
    pub lacks: u64,
}

/// A result that did not fit its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overflow {
    /// The instance that used it.
    pub time: Time,
    /// The operation, with its operands.
    pub operation: String,
    /// The mathematical result.
    pub result: i128,
    /// The variable it went to.
    pub declaration: Option<Declaration>,
}

/// Of one statement so many executions, the latest, are looked at, and so many statements.
const EXECUTIONS: usize = 2;
const STATEMENTS: usize = 120;

/// The declaration of the object outside of which the failing access was.
pub(crate) fn overrun(session: &Session) -> Option<Declaration> {
    let program = session.program();
    match session.failed_object()?.kind {
        ObjectKind::Global(id) => {
            let global = &program.globals[id.0 as usize];
            let name = global.variable.clone().unwrap_or_else(|| global.name.clone());
            let file = program.scopes[global.scope?.0 as usize].file;
            (global.line > 0).then_some(Declaration { name, file, line: global.line, reason: Reason::TooSmall })
        }
        ObjectKind::Local { function, local, .. } => declaration(program, function, local, Reason::TooSmall),
        _ => None,
    }
}

pub(crate) fn declaration(
    program: &Program,
    function: FunctionId,
    local: LocalId,
    reason: Reason,
) -> Option<Declaration> {
    let variable = program.function(function).variables.iter().find(|v| v.local == local)?;
    let file = program.scopes[variable.scope?.0 as usize].file;
    (variable.line > 0).then(|| Declaration { name: variable.name.clone(), file, line: variable.line, reason })
}

/// For an access behind the end of a heap object: when that was allocated, its size, and how many bytes it lacks.
pub(crate) fn too_short(session: &Session) -> Option<(Time, Undersized)> {
    let Outcome::Failed(failure) = &session.observed.outcome else { return None };
    let FailureKind::Memory(error) = &failure.kind else { return None };
    let object = error.object.as_ref()?;
    let ObjectKind::Heap { allocated, freed: None } = object.kind else { return None };
    let lacks = error.address.checked_add(error.bytes)?.checked_sub(object.start.checked_add(object.size)?)?;
    let time = session.trust.outside(&session.recorded.recording, Time::try_from(allocated).ok()?)?;
    (lacks > 0 && error.address >= object.start).then_some((time, Undersized { size: object.size, lacks }))
}

/// For the use of a heap object that is gone: when it was freed.
pub(crate) fn freed(session: &Session) -> Option<Time> {
    let ObjectKind::Heap { freed: Some(time), .. } = session.failed_object()?.kind else { return None };
    session.trust.outside(&session.recorded.recording, Time::try_from(time).ok()?)
}

/// Signed results on the way to the failure that did not fit their type, the nearest to the failure first.
pub(crate) fn overflows(session: &mut Session, slice: &Slice) -> Vec<Overflow> {
    let mut nodes: Vec<(u32, Time)> = slice.nodes.iter().map(|(&t, n)| (n.distance, t)).collect();
    nodes.sort_unstable_by_key(|(distance, time)| (*distance, std::cmp::Reverse(*time)));
    let mut seen: BTreeMap<Site, usize> = BTreeMap::new();
    let mut found: Vec<Overflow> = Vec::new();
    for (_, time) in nodes {
        let Some(position) = session.recorded.recording.position(time) else { continue };
        if seen.len() >= STATEMENTS || session.budget.is_over() {
            break;
        }
        let executions = seen.entry(position.site()).or_default();
        *executions += 1;
        if *executions > EXECUTIONS || session.trust.has(position.function) {
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
    let stored = match function.insts[position.inst as usize] {
        Inst::StoreLocal { val, local, .. } => Some((val, Some(local))),
        Inst::Store { val, .. } => Some((val, None)),
        _ => None,
    };
    let (val, local) = stored?;
    let first = function.blocks[function.block_of(position.inst).0 as usize].first;
    let at = (first..position.inst)
        .rev()
        .find(|&i| function.insts[i as usize].defs().is_some_and(|d| d.count == 1 && d.first == val))?;
    if let Inst::Trunc { w, a, .. } = function.insts[at as usize] {
        let number =
            session.recorded.snapshots.paused_at(u64::from(position.start + (at - first)))?.slot(a)? as u32 as i32;
        let target = session.describe(time)?.defines?.ty?;
        let lost = w < 32 && is_signed(&program, target) && number != number << (32 - w) >> (32 - w);
        return lost.then(|| Overflow {
            time,
            operation: "the value".into(),
            result: number.into(),
            declaration: local.and_then(|l| declaration(&program, position.function, l, Reason::TooNarrow)),
        });
    }
    let (sign, bin) = match function.insts[at as usize] {
        Inst::Add(b) => ("+", b),
        Inst::Sub(b) => ("-", b),
        Inst::Mul(b) => ("*", b),
        _ => return None,
    };
    // Unsigned numbers wrap by intention.
    let target = session.describe(time)?.defines?;
    if bin.w < 32 || !is_signed(&program, target.ty?) {
        return None;
    }
    let machine = session.recorded.snapshots.paused_at(u64::from(position.start + (at - first)))?;
    let signed =
        |slot| Some(((machine.slot(slot)? << (64 - u32::from(bin.w))) as i64 >> (64 - u32::from(bin.w))) as i128);
    let (a, b) = (signed(bin.a)?, signed(bin.b)?);
    let result = match sign {
        "+" => a + b,
        "-" => a - b,
        _ => a * b,
    };
    let limit = 1i128 << (bin.w - 1);
    (!(-limit..limit).contains(&result)).then(|| Overflow {
        time,
        operation: format!("{a} {sign} {b}"),
        result,
        declaration: local.and_then(|l| declaration(&program, position.function, l, Reason::TooNarrow)),
    })
}

fn is_signed(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(program.types.bare(ty)), Type::Int { signed: true, .. })
}
