//! The variables in scope at an instruction.

use whydunit_machine::Site;
use whydunit_program::{Program, Variable};

/// The variables declared in the scopes around an instruction; inner ones hide outer ones.
pub fn variables_at(program: &Program, site: Site) -> Vec<&Variable> {
    let function = program.function(site.function);
    let upto = (site.inst as usize).min(function.locs.len().saturating_sub(1));
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
    variables.iter().filter(|v| depth(v).is_some() && !hidden(v) && !v.is_compilers()).collect()
}
