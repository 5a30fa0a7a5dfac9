//! Source statements, to which executed instructions belong.

use whydunit_machine::Site;
use whydunit_program::{FunctionId, Program};
use whydunit_trace::{Recording, Time, place_of};

/// A statement, identified by its line in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Statement {
    /// The function.
    pub function: FunctionId,
    /// The line, 0 when unknown.
    pub line: u32,
}

impl Statement {
    /// The statement of an instruction. A compiler-made instruction without a line belongs to the nearest statement
    /// before it.
    pub fn of(program: &Program, site: Site) -> Self {
        let line = place_of(program, site).line;
        Statement { function: site.function, line }
    }

    /// The statement to blame for an executed instruction, and the instruction that represents it. A parameter has its
    /// value from the call, so the call is blamed. The same holds for the results of a library function that calls back
    /// into the program.
    pub fn blamed(recording: &Recording, time: Time) -> Option<(Self, Time)> {
        let program = &recording.index.program;
        let position = recording.position(time)?;
        let passes = is_parameter(program, position.site()) || recording.ended_call(time).is_some();
        if passes
            && let Some(call) = recording.call_of(time)
            && let Some(calling) = recording.position(call)
            && !program.is_runtime(program.function(calling.function))
        {
            return Some((Statement::of(program, calling.site()), call));
        }
        Some((Statement::of(program, position.site()), time))
    }
}

/// Does an instruction store an argument in its parameter?
pub(crate) fn is_parameter(program: &Program, site: Site) -> bool {
    program.function(site.function).gives_parameter(site.inst)
}
