//! Pointers to functions. What was executed because a pointer led to another function than in the correct version cannot be
//! compared, but the pointer can: it is what the search goes on from.

use whydunit_program::layout::{Code, code_at};
use whydunit_program::{FunctionId, Program};
use whydunit_trace::{DependenceKind, Dependences, Time};

use crate::compare::counterpart::Counterpart;
use crate::compare::reference::Reference;
use crate::compare::reference_hint::Hint;
use crate::interactive::answer::Answer;
use crate::interactive::answered_round::Round;
use crate::interactive::breakpoint::instance;
use crate::interactive::chosen_callee::is_through_pointer;
use crate::interactive::debugger::Debugger;
use crate::session::Session;

/// A pointer is passed on so often at most.
const FAR: usize = 100;

impl Reference {
    /// Of an instance that this run does not come to: the pointer by which another function was called than here, if that
    /// is so, and the function that is called here.
    pub(crate) fn mispointed(&mut self, session: &mut Session, time: Time) -> Option<Hint> {
        let (left, right) = (&session.recorded.recording, &self.recorded.recording);
        let call = self.partners.above(left, left.position(time)?.block)?;
        let block = left.position(call)?.block;
        let ours = left.function_of(block + 1).0;
        let partner = self.partners.of_block(block)?;
        let theirs = right.function_of(partner + 1).0;
        let called = is_through_pointer(left, call) && is_through_pointer(right, right.end_of(partner));
        if !called || self.partners.are_functions(ours, theirs) {
            return None;
        }
        let function = Some(self.program.function(theirs).name.clone());
        let mut from = Dependences::of_values(left).of_callee(call);
        for _ in 0..FAR {
            let mut givers = from.iter().filter(|d| d.kind == DependenceKind::Flow);
            let (Some(giver), None) = (givers.next(), givers.next()) else { return None };
            let pointer = giver.on;
            if self.partners.knows(pointer) && is_own(session, pointer) {
                let wrong = self.judge(session, pointer) == Answer::Wrong;
                return wrong.then_some(Hint { pointer: Some(pointer), function, ..Hint::default() });
            }
            from = Dependences::of_values(&session.recorded.recording).of(pointer);
        }
        None
    }

    /// Of an instance that makes a pointer to a function: the one to which it points here.
    pub(crate) fn pointed(&mut self, session: &mut Session, time: Time) -> Option<String> {
        let Counterpart::At(other) = self.partners.of(time) else { return None };
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

/// Is an instance one of the program, or what it gives to the library?
fn is_own(session: &Session, time: Time) -> bool {
    let recording = &session.recorded.recording;
    let inside = |time: Time| recording.position(time).is_some_and(|p| session.trust.has(p.function));
    recording.gives_function(time).is_some() || !inside(time)
}

impl Debugger {
    /// The pointer to another function than in the correct version of which a round tells: whatever else is wrong, what
    /// led to that matters.
    pub(crate) fn pointer(&self, round: &Round) -> Option<Time> {
        let asked = [Answer::Wrong, Answer::DontKnow].into_iter().flat_map(|answer| round.with(answer));
        let pointers = asked.filter_map(|time| {
            let hint = self.hint(time)?;
            hint.pointer.or_else(|| hint.function.as_ref().map(|_| time))
        });
        pointers.min().filter(|&pointer| self.domain.has(pointer))
    }
}
