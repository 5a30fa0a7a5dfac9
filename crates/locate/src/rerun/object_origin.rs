//! The origin of the object of a failure. The machine keeps only the times of allocation and release; rerunning to them
//! shows the calls.

use std::collections::BTreeSet;

use whydunit_machine::{
    Failure, FailureKind, Machine, MemoryError, Nobody, ObjectKind, ObjectNote, Observer, Site, Stop, Unsupported,
    World,
};
use whydunit_program::{FunctionId, LocalId, Program, RUNTIME_DIRECTORY};

/// The allocation or the release of the object of a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// "allocated" or "freed".
    pub what: &'static str,
    /// The call stack at that time, innermost first.
    pub stack: Vec<Site>,
}

fn object(failure: &Failure) -> Option<&ObjectNote> {
    match &failure.kind {
        FailureKind::Memory(MemoryError { object, .. }) | FailureKind::InvalidFree { object, .. } => object.as_ref(),
        _ => None,
    }
}

/// When the heap object of a failure was allocated and freed, in order of time.
pub(crate) fn heap_events(failure: &Failure) -> Vec<(&'static str, u64)> {
    let Some(ObjectNote { kind: ObjectKind::Heap { allocated, freed }, .. }) = object(failure) else {
        return Vec::new();
    };
    let freed = freed.map(|time| ("freed", time));
    [("allocated", *allocated)].into_iter().chain(freed).collect()
}

/// Where the heap object of a failure was allocated and freed; `machine` is the run at its beginning.
pub fn heap_origins<W: World>(failure: &Failure, mut machine: Machine<W>) -> Result<Vec<Origin>, Unsupported> {
    let mut origins = Vec::new();
    for (what, time) in heap_events(failure) {
        if machine.run_until(time, &mut Nobody)? == Stop::Paused {
            origins.push(Origin { what, stack: machine.call_stack() });
        }
    }
    Ok(origins)
}

/// Adds the name of the local to a use after return, if only one local ever had that address. `machine` is the run at
/// its beginning.
pub fn name_returned<W: World>(mut failure: Failure, mut machine: Machine<W>) -> Result<Failure, Unsupported> {
    let FailureKind::Memory(error) = &mut failure.kind else { return Ok(failure) };
    let Some(note @ ObjectNote { kind: ObjectKind::DeadStack, .. }) = &mut error.object else { return Ok(failure) };
    let program = machine.program().clone();
    let mut tenants = Tenants { program: &program, address: error.address, found: BTreeSet::new() };
    machine.run_until(failure.step, &mut tenants)?;
    if let (1, Some((function, local))) = (tenants.found.len(), tenants.found.first())
        && !is_libc(&program, *function)
    {
        note.kind = ObjectKind::Returned { function: *function, local: *local };
        note.size = u64::from(program.function(*function).locals[local.0 as usize].size);
    }
    Ok(failure)
}

/// Locals of libc are internal and not shown to the user.
fn is_libc(program: &Program, function: FunctionId) -> bool {
    let scope = program.function(function).scope.map(|scope| program.scopes[scope.0 as usize].file);
    scope.is_some_and(|file| program.files[file.0 as usize].directory == RUNTIME_DIRECTORY)
}

/// Collects the locals that had an address.
struct Tenants<'a> {
    program: &'a Program,
    address: u64,
    found: BTreeSet<(FunctionId, LocalId)>,
}

impl Observer for Tenants<'_> {
    fn enter(&mut self, function: FunctionId, frame: u64) {
        let Some(offset) = self.address.checked_sub(frame) else { return };
        let locals = &self.program.function(function).locals;
        let lives = |l: &whydunit_program::Local| (u64::from(l.offset)..u64::from(l.offset + l.size)).contains(&offset);
        if let Some(index) = locals.iter().position(lives) {
            self.found.insert((function, LocalId(index as u32)));
        }
    }
}
