//! Hint: the declared object outside of which the failing access was.

use whydunit_machine::ObjectKind;
use whydunit_trace::Slice;

use crate::hints::Hint;
use crate::hints::declaration::{Declaration, Reason};
use crate::session::Session;

pub(crate) fn find(session: &mut Session, _slice: &Slice) -> Vec<Hint> {
    let time = session.criterion.time;
    overrun_object(session).map(|declaration| Hint::Declaration(time, declaration)).into_iter().collect()
}

fn overrun_object(session: &Session) -> Option<Declaration> {
    let program = session.program();
    match session.failed_object()?.kind {
        ObjectKind::Global(id) => {
            let global = &program.globals[id.0 as usize];
            let name = global.variable.clone().unwrap_or_else(|| global.name.clone());
            let file = program.scopes[global.scope?.0 as usize].file;
            (global.line > 0).then_some(Declaration { name, file, line: global.line, reason: Reason::TooSmall })
        }
        ObjectKind::Local { function, local, .. } => Declaration::of_local(program, function, local, Reason::TooSmall),
        _ => None,
    }
}
