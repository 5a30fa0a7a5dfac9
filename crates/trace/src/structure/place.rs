//! Positions of instructions in the C source.

use whydunit_machine::Site;
use whydunit_program::{FileId, FunctionId, Loc, Program};

/// A position in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, when known.
    pub file: Option<FileId>,
    /// Line from 1, 0 when unknown.
    pub line: u32,
    /// Column from 1, 0 when unknown.
    pub column: u32,
    /// The function.
    pub function: FunctionId,
}

/// The position of an instruction. An instruction without a line (added by the compiler) takes that of the nearest one
/// before it.
pub fn place_of(program: &Program, site: Site) -> Place {
    let function = program.function(site.function);
    let upto = &function.locs[..(site.inst as usize + 1).min(function.locs.len())];
    let loc: Loc = upto.iter().rev().find(|l| l.line != 0).copied().unwrap_or_default();
    let scope = loc.scope.or(function.scope);
    let file = scope.map(|s| program.scopes[s.0 as usize].file);
    let line = if loc.line == 0 { function.line } else { loc.line };
    Place { file, line, column: loc.column, function: site.function }
}
