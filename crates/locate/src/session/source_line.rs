//! Source lines as the user names them, and their executions in a recorded run.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use whydunit_program::analysis::dispatches;
use whydunit_program::{Callee, FileId, Inst, Program};
use whydunit_trace::{Beginning, ExecutedBlock, FormulaError, LineCode, Position, Recording, Time, Visits};

use crate::session::similar_name::nearest;

/// A line of a file and, optionally, one of its executions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The file: its name, or the end of its path.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The execution, counted from 1; `None` means the last.
    pub visit: Option<u32>,
}

/// One execution of a line.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The line's code.
    pub code: LineCode,
    /// The number of the execution, counted from 1.
    pub number: u32,
    /// Executions of the line in the run.
    pub count: u32,
    /// The times of all its instructions.
    pub times: Vec<Time>,
}

/// A name given by the user that has no meaning, with alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// No such file; others with a similar name.
    File(String, Vec<String>),
    /// Several files have that name.
    Ambiguous(String, Vec<String>),
    /// The line has no code; the nearest lines with code.
    Line(String, u32, Vec<u32>),
    /// The line was not executed.
    NotExecuted(String, u32),
    /// The line was executed fewer times: line, and executions.
    Visit(String, u32, u32),
    /// No such variable is in scope; similar names.
    Variable(String, Vec<String>),
    /// An invalid expression: its text and the error.
    Expression(String, FormulaError),
    /// The expression denotes memory outside of all objects.
    Outside(String),
}

/// The source lines of a recorded run.
#[derive(Clone, Copy)]
pub struct Lines<'a> {
    recording: &'a Recording,
}

impl<'a> Lines<'a> {
    /// The lines of this run.
    pub fn new(recording: &'a Recording) -> Self {
        Lines { recording }
    }

    fn program(&self) -> &'a Program {
        &self.recording.index.program
    }

    /// The code of a line.
    pub fn code(&self, point: &Point) -> Result<LineCode, Unknown> {
        let files = self.files(&point.file)?;
        let code = LineCode::new(&self.recording.index, &files, point.line);
        if code.blocks.is_empty() {
            return Err(Unknown::Line(self.file_name(files[0]), point.line, self.nearest_lines(&files, point.line)));
        }
        Ok(code)
    }

    /// The execution of a line that a point denotes.
    pub fn visit(&self, point: &Point) -> Result<Visit, Unknown> {
        let (code, first) = self.executions(point)?;
        let count = first.len() as u32;
        let number = point.visit.unwrap_or(count);
        match number.checked_sub(1).and_then(|i| first.get(i as usize)) {
            Some(begin) => {
                let times = Visits::times(self.recording, &code, *begin);
                Ok(Visit { code, number, count, times })
            }
            None => Err(Unknown::Visit(self.file_name(code.files[0]), point.line, count)),
        }
    }

    /// The instances of the execution that a point denotes; of all executions if it names none.
    pub fn instances_at(&self, point: &Point) -> Result<Vec<Time>, Unknown> {
        if point.visit.is_some() {
            return Ok(self.instances(&self.visit(point)?));
        }
        let (code, first) = self.executions(point)?;
        let count = first.len() as u32;
        let visits = (1..).zip(first).map(|(number, begin)| {
            let times = Visits::times(self.recording, &code, begin);
            Visit { code: code.clone(), number, count, times }
        });
        Ok(visits.flat_map(|visit| self.instances(&visit)).collect())
    }

    /// The begin of each execution of a line.
    pub fn beginnings(&self, point: &Point) -> Result<Vec<Beginning>, Unknown> {
        let (code, first) = self.executions(point)?;
        if point.visit.is_some() {
            self.visit(point)?;
        }
        Ok(first.into_iter().map(|block| Visits::begin(self.recording, &code, block)).collect())
    }

    /// A line's code and the first executed block of each execution; there is at least one.
    fn executions(&self, point: &Point) -> Result<(LineCode, Vec<ExecutedBlock>), Unknown> {
        let code = self.code(point)?;
        let first = Visits::new(self.recording, &code).first;
        if first.is_empty() {
            return Err(Unknown::NotExecuted(self.file_name(code.files[0]), point.line));
        }
        Ok((code, first))
    }

    /// The times in an execution of a line that define a value, decide, pass an argument or call the library for its
    /// effect. If there are none: its calls. If there are no calls: its end.
    pub fn instances(&self, visit: &Visit) -> Vec<Time> {
        let recording = self.recording;
        let kept = |matters: &dyn Fn(Position) -> bool| -> Vec<Time> {
            visit.times.iter().filter(|t| recording.position(**t).is_some_and(matters)).copied().collect()
        };
        let does = |at: Position| recording.inst(at).defines_or_decides() && !self.ends_scope(at);
        let defining = kept(&|at| does(at) || self.calls_for_its_own_sake(at));
        let calls = || kept(&|at| matches!(recording.inst(at), Inst::Call { .. }));
        let found = if defining.is_empty() { calls() } else { defining };
        if !found.is_empty() {
            return found;
        }
        // `break`, `continue`, `goto` and a `return` without value only jump. The end of a scope only ends the
        // lifetimes of its variables.
        let ends = visit.times.last().and_then(|&t| recording.position(t)).is_some_and(|at| self.ends_scope(at));
        let only = if ends { visit.times.first() } else { visit.times.last() };
        only.copied().into_iter().collect()
    }

    /// Is it the compiler's dispatch behind a scope, which continues where a statement inside the scope decided?
    fn ends_scope(&self, at: Position) -> bool {
        let function = self.program().function(at.function);
        function.insts[at.inst as usize].decides() && dispatches(function, function.block_of(at.inst)).is_some()
    }

    /// Does an execution of a line only leave a scope?
    pub fn only_ends_scope(&self, visit: &Visit) -> bool {
        let at = |time: Time| self.recording.position(time);
        let Some(end) = visit.times.last().and_then(|&t| at(t)).filter(|&end| self.ends_scope(end)) else {
            return false;
        };
        let function = self.program().function(end.function);
        // The compiler keeps the target of the dispatch in a variable of its own.
        let kept = dispatches(function, function.block_of(end.inst));
        let nothing = |inst: Inst| match inst {
            Inst::StoreLocal { local, .. } => Some(local) == kept,
            inst => !inst.defines_or_decides() && !matches!(inst, Inst::Call { .. }),
        };
        self.instances(visit).into_iter().filter_map(at).all(|at| nothing(self.recording.inst(at)))
    }

    /// Is it a library call whose result is not used?
    fn calls_for_its_own_sake(&self, at: Position) -> bool {
        let function = self.program().function(at.function);
        let Inst::Call { site } = function.insts[at.inst as usize] else { return false };
        let call = &function.calls[site as usize];
        let is_result = |slot: u32| (call.dst..call.dst + u32::from(call.returns)).contains(&slot);
        let mut used = function.calls.iter().flat_map(|c| &c.args).any(|arg| is_result(arg.slot));
        function.insts.iter().for_each(|inst| inst.uses(|slot| used |= is_result(slot)));
        matches!(call.callee, Callee::External(_)) && !used
    }

    fn file_name(&self, file: FileId) -> String {
        self.program().files[file.0 as usize].name.clone()
    }

    /// The files of that name: all source map entries for one path.
    fn files(&self, name: &str) -> Result<Vec<FileId>, Unknown> {
        let files = &self.program().files;
        let wanted = tidy(Path::new(name));
        let matching = |exact: bool| {
            let all = files.iter().enumerate().filter(|(_, f)| !f.directory.starts_with('<'));
            let found = all.filter(|(_, f)| {
                let path = tidy(&f.path());
                if exact { path == wanted || tidy(Path::new(&f.name)) == wanted } else { path.ends_with(&wanted) }
            });
            found.map(|(i, _)| FileId(i as u32)).collect::<Vec<_>>()
        };
        let mut found = matching(true);
        if found.is_empty() {
            found = matching(false);
        }
        let paths: BTreeSet<PathBuf> = found.iter().map(|f| tidy(&files[f.0 as usize].path())).collect();
        match paths.len() {
            0 => Err(Unknown::File(name.into(), self.similar_files(name))),
            1 => Ok(found),
            _ => Err(Unknown::Ambiguous(name.into(), paths.iter().map(|p| p.display().to_string()).collect())),
        }
    }

    fn similar_files(&self, name: &str) -> Vec<String> {
        let program = self.program();
        let code = program.functions.iter().filter_map(|f| f.scope).map(|s| program.scopes[s.0 as usize].file);
        let shown = |f: &FileId| !program.files[f.0 as usize].directory.starts_with('<');
        let names: BTreeSet<String> = code.filter(shown).map(|f| self.file_name(f)).collect();
        nearest(name, names)
    }

    /// The nearest lines with code, before and after.
    fn nearest_lines(&self, files: &[FileId], line: u32) -> Vec<u32> {
        let program = self.program();
        let mut lines = BTreeSet::new();
        for function in &program.functions {
            let home = function.scope;
            if home.is_some_and(|s| files.contains(&program.scopes[s.0 as usize].file)) {
                lines.insert(function.line);
            }
            for (loc, inst) in function.locs.iter().zip(&function.insts) {
                let file = loc.scope.or(home).map(|s| program.scopes[s.0 as usize].file);
                if loc.line != 0 && !matches!(inst, Inst::Jump { .. }) && file.is_some_and(|f| files.contains(&f)) {
                    lines.insert(loc.line);
                }
            }
        }
        let before = lines.range(..line).next_back();
        before.into_iter().chain(lines.range(line..).next()).copied().collect()
    }
}

/// A path without `.` and, where this is possible without the file system, without `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if tidy.file_name().is_some() => {
                tidy.pop();
            }
            other => tidy.push(other),
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_compared_without_detours() {
        assert_eq!(tidy(Path::new("./a/../b/./c.c")), Path::new("b/c.c"));
    }
}
