//! The relevant variables at a place: those in scope, and the globals that its line names.

use whydunit_machine::FrameView;
use whydunit_program::{Function, Global, Program, Variable};
use whydunit_trace::{MemoryView, variables_at};

use crate::frozen::{STREAM, points_to_stream};
use crate::source::{SourceText, place_of};
use crate::value::render_value;

/// Maximum number of values shown. If more variables are in scope, only those that the line names are shown.
const MAX_VARIABLES: usize = 10;

/// "name = value" of the variables in scope and of the globals named on the frame's current line.
pub(crate) fn frame_values(
    program: &Program,
    frame: &FrameView,
    memory: &mut dyn MemoryView,
    sources: &mut SourceText,
) -> Vec<String> {
    let function = program.function(frame.site.function);
    let place = place_of(program, frame.site);
    let line = place.file.and_then(|f| sources.line(program, f, place.line)).unwrap_or("").to_string();
    let mut variables = variables_at(program, frame.site);
    if variables.len() > MAX_VARIABLES {
        variables.retain(|v| names(&line, &v.name));
    }
    let mut values: Vec<String> =
        variables.iter().filter_map(|v| variable_text(program, function, frame, v, memory)).collect();
    for global in program.globals.iter().filter(|g| !g.constant && names(&line, global_name(g))) {
        if let Some(ty) = global.ty
            && !variables.iter().any(|v| v.name == global_name(global))
        {
            let value = render_value(program, ty, memory, global.address);
            values.push(format!("{} = {value}", global_name(global)));
        }
    }
    values.truncate(MAX_VARIABLES);
    values
}

/// "name = value" of all variables in scope in a frame of a paused run, in order of declaration.
pub fn variables(program: &Program, memory: &mut dyn MemoryView, frame: &FrameView) -> Vec<String> {
    let function = program.function(frame.site.function);
    let visible = variables_at(program, frame.site);
    visible.iter().filter_map(|v| variable_text(program, function, frame, v, memory)).collect()
}

fn global_name(global: &Global) -> &str {
    global.variable.as_deref().unwrap_or(&global.name)
}

/// Whether a source line contains an identifier.
fn names(line: &str, name: &str) -> bool {
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
}

fn variable_text(
    program: &Program,
    function: &Function,
    frame: &FrameView,
    variable: &Variable,
    memory: &mut dyn MemoryView,
) -> Option<String> {
    let ty = variable.ty?;
    let mut address = frame.locals + u64::from(function.locals[variable.local.0 as usize].offset);
    if variable.indirect {
        let bytes: Option<Vec<u8>> = memory.bytes(address, 8)?.into_iter().collect();
        address = u64::from_le_bytes(bytes?.try_into().ok()?);
    }
    let text = match render_value(program, ty, memory, address) {
        // The content of a stream is internal to libc, but a null pointer is not.
        text if points_to_stream(&program.types, ty) && text.starts_with("0x") => STREAM.into(),
        text => text,
    };
    Some(format!("{} = {text}", variable.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_whole_words() {
        assert!(names("  total += days[month];", "days"));
        assert!(!names("  total += holidays[month];", "days"));
    }
}
