//! Wrong function pointers. An instance that was executed because a pointer led to another function than in the
//! reference cannot be compared, but the pointer can. The search continues from it.

use whydunit_program::layout::{Code, code_at};
use whydunit_program::{FunctionId, Program};
use whydunit_trace::{DependenceKind, Dependences, Time};

use crate::compare::agreement::Agreement;
use crate::compare::counterpart::Counterpart;
use crate::compare::instance_description::instance;
use crate::compare::reference::Reference;
use crate::interactive::answer::Answer;
use crate::interactive::chosen_callee::is_through_pointer;
use crate::interactive::reference_answer::Consultation;
use crate::interactive::reference_answer::hint::Hint;
use crate::session::Session;

/// Most copies of a pointer that are followed to where it was computed.
const MAX_COPIES: usize = 100;

/// An instance that the reference does not execute because a pointer leads to another function there: the hint names
/// the pointer and that function.
pub(crate) fn other_function_pointer(at: &mut Consultation<'_>) -> Option<(Answer, Hint)> {
    if at.divergence.as_ref()?.call.is_some() {
        return None;
    }
    let hint = at.reference.wrong_function_pointer(at.session, at.time)?;
    Some((at.wrong_unless_in_another_call(), hint))
}

impl Reference {
    /// The wrong pointer by which an instance was executed, if the reference calls another function there.
    fn wrong_function_pointer(&mut self, session: &mut Session, time: Time) -> Option<Hint> {
        let (left, right) = (&session.recorded.recording, &self.recorded.recording);
        let call = self.counterparts.divergence_above(left, left.position(time)?.block)?;
        let block = left.position(call)?.block;
        let ours = left.function_of(block + 1).0;
        let other = self.counterparts.of_block(block)?;
        let theirs = right.function_of(other + 1).0;
        let is_indirect = is_through_pointer(left, call) && is_through_pointer(right, right.end_of(other));
        if !is_indirect || self.counterparts.are_functions(ours, theirs) {
            return None;
        }
        let function = Some(self.program.function(theirs).name.clone());
        let mut from = Dependences::of_values(left).of_callee(call);
        for _ in 0..MAX_COPIES {
            let mut definitions = from.iter().filter(|d| d.kind == DependenceKind::Flow);
            let (Some(definition), None) = (definitions.next(), definitions.next()) else { return None };
            let pointer = definition.on;
            if self.counterparts.knows(pointer) && is_own(session, pointer) {
                let is_wrong = self.agreement(session, pointer) == Agreement::Different;
                return is_wrong.then_some(Hint { pointer: Some(pointer), function, ..Hint::default() });
            }
            from = Dependences::of_values(&session.recorded.recording).of(pointer);
        }
        None
    }

    /// Of an instance that defines a pointer to a function: the function to which it points here.
    pub(crate) fn function_pointed_to(&mut self, session: &mut Session, time: Time) -> Option<String> {
        let Counterpart::At(other) = self.counterparts.of(time) else { return None };
        let program = session.program().clone();
        let ours = instance(&program, &mut session.recorded, time)?.defines?;
        let theirs = instance(&self.program, &mut self.recorded, other)?.defines?;
        function_at(&program, ours.word())?;
        function_at(&self.program, theirs.word()).map(str::to_owned)
    }
}

/// The function at an address.
fn function_at(program: &Program, address: u64) -> Option<&str> {
    match code_at(address)? {
        Code::Function(FunctionId(id)) => program.functions.get(id as usize).map(|f| f.name.as_str()),
        Code::External(id) => program.externals.get(id.0 as usize).map(|e| e.name.as_str()),
    }
}

/// Is an instance part of the program's own code, or a function that it passes to the library?
fn is_own(session: &Session, time: Time) -> bool {
    let recording = &session.recorded.recording;
    let is_trusted = |time: Time| recording.position(time).is_some_and(|p| session.trust.has(p.function));
    recording.gives_function(time).is_some() || !is_trusted(time)
}
