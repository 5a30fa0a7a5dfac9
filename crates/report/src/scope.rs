//! The variables that matter at a place: those in scope, and the globals its line names.

use whydunit_machine::FrameView;
use whydunit_program::{Function, Global, Program, Variable};

use crate::source::{SourceText, place_of};
use crate::value::{MemoryView, render_value};

/// How many variables are shown before only those named on the line are.
const MOST: usize = 10;

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
    let mut variables = visible(program, function, frame);
    if variables.len() > MOST {
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
    values.truncate(MOST);
    values
}

fn global_name(global: &Global) -> &str {
    global.variable.as_deref().unwrap_or(&global.name)
}

/// Does this line of source contain that identifier?
fn names(line: &str, name: &str) -> bool {
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
}

/// The variables declared in the scopes around a frame's position; an inner one hides an outer one.
fn visible<'a>(program: &Program, function: &'a Function, frame: &FrameView) -> Vec<&'a Variable> {
    let upto = (frame.site.inst as usize).min(function.locs.len().saturating_sub(1));
    let mut scope = function.locs.get(..=upto).and_then(|l| l.iter().rev().find_map(|l| l.scope));
    let mut around = Vec::new();
    while let Some(s) = scope {
        around.push(s);
        scope = program.scopes[s.0 as usize].parent;
    }
    let depth = |v: &Variable| match v.scope {
        None => Some(around.len()),
        Some(scope) => around.iter().position(|s| *s == scope),
    };
    let variables = &function.variables;
    let hidden = |v: &Variable| variables.iter().any(|o| o.name == v.name && depth(o).is_some() && depth(o) < depth(v));
    // Clang keeps the sizes of variable-length arrays in variables of its own.
    variables.iter().filter(|v| depth(v).is_some() && !hidden(v) && !v.name.starts_with("__vla_expr")).collect()
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
    Some(format!("{} = {}", variable.name, render_value(program, ty, memory, address)))
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
