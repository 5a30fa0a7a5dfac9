//! Variables as a person names them: `size`, `node->next->value`, `table[3].name`, `*p`.

use std::collections::BTreeSet;

use whydunit_machine::{FrameView, Machine};
use whydunit_program::{FunctionId, Program, Type, TypeId};
use whydunit_trace::{Lvalue, variables_at};
use whydunit_world::Posix;

use super::Inquiry;
use crate::lines::{Point, Unknown, nearest};

/// A variable and the moment at which it is asked about.
#[derive(Clone, Debug)]
pub struct Named {
    /// What it is called, its type and where it lies.
    pub lvalue: Lvalue,
    /// The function whose variable it is; none for globals.
    pub function: Option<FunctionId>,
    /// Asked about what it was just before this time.
    pub until: u32,
    /// It has existed since.
    pub since: u32,
    /// Other functions that ran and have a variable of that name, when nobody said which is meant.
    pub also_in: Vec<FunctionId>,
}

impl Inquiry {
    /// Finds a variable: at a line if one is named, else where the run ended, else in the function that
    /// was the last to have one of that name.
    pub fn variable(&mut self, expression: &str, at: Option<&Point>) -> Result<Named, Unknown> {
        let base = base_name(expression).ok_or_else(|| Unknown::Variable(expression.into(), Vec::new()))?;
        let (time, until, also_in) = match at {
            Some(point) => {
                let visit = self.lines().visit(point)?;
                let first = visit.times.first().copied().unwrap_or(0);
                (first, visit.times.last().map_or(first, |t| t + 1), Vec::new())
            }
            None => self.last_moment_of(&base),
        };
        let mut machine = self.recorded.ladder.at(u64::from(time)).map_err(|_| unknown(expression))?;
        let frames: Vec<FrameView> = machine.frames();
        let frame = frames.iter().find(|f| !self.trust.has(f.site.function)).copied();
        let since = self.entry_of(time, frame.map(|f| f.site.function));
        let mut found = self.evaluate(&mut machine, frame, expression)?;
        (found.until, found.since, found.also_in) = (until, if found.function.is_some() { since } else { 0 }, also_in);
        Ok(found)
    }

    /// The last executed instruction of a function of the program's own that has a variable of that name;
    /// the end of the run if there is none. With the other functions that have one.
    fn last_moment_of(&self, name: &str) -> (u32, u32, Vec<FunctionId>) {
        let recording = &self.recorded.recording;
        let end = recording.duration();
        let program = self.program();
        let has = |f: FunctionId| !self.trust.has(f) && program.function(f).variables.iter().any(|v| v.name == name);
        let mut last: Option<(FunctionId, u32)> = None;
        let mut others = BTreeSet::new();
        for block in (0..recording.block_count()).rev() {
            let (id, _) = recording.function_of(block);
            if has(id) && last.is_none() {
                last = Some((id, recording.end_of(block)));
            } else if has(id) {
                others.insert(id);
            }
        }
        match last {
            Some((id, time)) => {
                others.remove(&id);
                (time, time + 1, others.into_iter().collect())
            }
            None => (end.saturating_sub(1), end, Vec::new()),
        }
    }

    /// When the call of `function` that is in progress at `time` began.
    fn entry_of(&self, time: u32, function: Option<FunctionId>) -> u32 {
        let recording = &self.recorded.recording;
        let Some(mut block) = recording.position(time).map(|p| p.block) else { return 0 };
        while Some(recording.function_of(block).0) != function {
            let Some(caller) = recording.caller_of(block) else { return 0 };
            block = caller;
        }
        recording.start_of(recording.entry_of(block))
    }

    /// What an expression names in a frame of a paused run.
    fn evaluate(
        &self,
        machine: &mut Machine<Posix>,
        frame: Option<FrameView>,
        expression: &str,
    ) -> Result<Named, Unknown> {
        let program = self.program();
        let expression = expression.trim();
        let stars = expression.len() - expression.trim_start_matches('*').len();
        let mut parts = parts(&expression[stars..]).into_iter();
        let base = parts.next().unwrap_or_default();
        let (mut lvalue, function) = self.base(machine, frame, &base)?;
        for part in parts {
            lvalue = select(program, machine, lvalue, &part).ok_or_else(|| unknown(expression))?;
        }
        for _ in 0..stars {
            lvalue = through(program, machine, lvalue).ok_or_else(|| unknown(expression))?;
        }
        Ok(Named { lvalue, function, until: 0, since: 0, also_in: Vec::new() })
    }

    /// A local of the frame, or a global.
    fn base(
        &self,
        machine: &mut Machine<Posix>,
        frame: Option<FrameView>,
        name: &str,
    ) -> Result<(Lvalue, Option<FunctionId>), Unknown> {
        let program = self.program();
        if let Some(frame) = frame {
            let function = program.function(frame.site.function);
            // At the end of a function its inner scopes are over; their variables can still be meant.
            let visible = variables_at(program, frame.site);
            let named = |v: &&whydunit_program::Variable| v.name == name;
            let found = visible.into_iter().find(named).or_else(|| function.variables.iter().find(named));
            if let Some(variable) = found {
                let mut address = frame.locals + u64::from(function.locals[variable.local.0 as usize].offset);
                if variable.indirect {
                    address = word(machine, address).ok_or_else(|| unknown(name))?;
                }
                return Ok((Lvalue { text: name.into(), ty: variable.ty, address }, Some(frame.site.function)));
            }
        }
        let global = program.globals.iter().find(|g| g.variable.as_deref().unwrap_or(&g.name) == name);
        match global {
            Some(g) => Ok((Lvalue { text: name.into(), ty: g.ty, address: g.address }, None)),
            None => Err(Unknown::Variable(name.into(), self.similar_variables(frame, name))),
        }
    }

    fn similar_variables(&self, frame: Option<FrameView>, name: &str) -> Vec<String> {
        let program = self.program();
        let locals = frame.map_or_else(Vec::new, |f| variables_at(program, f.site));
        let named = program.globals.iter().filter(|g| g.variable.is_some() || !g.name.contains('.'));
        let globals = named.filter(|g| !g.constant).map(|g| g.variable.clone().unwrap_or_else(|| g.name.clone()));
        nearest(name, locals.iter().map(|v| v.name.clone()).chain(globals).collect())
    }
}

fn unknown(expression: &str) -> Unknown {
    Unknown::Variable(expression.into(), Vec::new())
}

/// The variable an expression begins with.
fn base_name(expression: &str) -> Option<String> {
    let name = parts(expression.trim().trim_start_matches('*')).into_iter().next()?;
    let identifier = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!name.is_empty() && name.chars().all(identifier)).then_some(name)
}

/// `a->b[3].c` as `a`, `->b`, `[3`, `.c`.
fn parts(expression: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before = ' ';
    for c in expression.chars().filter(|c| *c != ']' && !c.is_whitespace()) {
        if matches!(c, '.' | '-' | '[') && before != c {
            parts.push(String::new());
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
        before = c;
    }
    parts
}

/// A member or an element.
fn select(program: &Program, machine: &mut Machine<Posix>, object: Lvalue, part: &str) -> Option<Lvalue> {
    if let Some(index) = part.strip_prefix('[') {
        return element(program, machine, object, index.parse().ok()?);
    }
    let (object, name) = match part.strip_prefix("->") {
        Some(name) => (Lvalue { text: object.text.clone(), ..through(program, machine, object)? }, name),
        None => (object, part.strip_prefix('.')?),
    };
    let (ty, offset) = member(program, object.ty?, name)?;
    Some(Lvalue { text: format!("{}{part}", object.text), ty: Some(ty), address: object.address + offset })
}

fn element(program: &Program, machine: &mut Machine<Posix>, object: Lvalue, index: u64) -> Option<Lvalue> {
    let types = &program.types;
    let text = format!("{}[{index}]", object.text);
    let (ty, start) = match types.get(types.bare(object.ty?)) {
        Type::Array { element, .. } => (*element, object.address),
        Type::Pointer { to } => (*to, word(machine, object.address)?),
        _ => return None,
    };
    Some(Lvalue { text, ty: Some(ty), address: start.wrapping_add(index.wrapping_mul(types.size(ty))) })
}

/// What a pointer points to.
fn through(program: &Program, machine: &mut Machine<Posix>, pointer: Lvalue) -> Option<Lvalue> {
    let types = &program.types;
    let Type::Pointer { to } = types.get(types.bare(pointer.ty?)) else { return None };
    let address = word(machine, pointer.address)?;
    Some(Lvalue { text: format!("*{}", pointer.text), ty: Some(*to), address })
}

/// Type and offset of a member, also of an anonymous one's.
fn member(program: &Program, ty: TypeId, name: &str) -> Option<(TypeId, u64)> {
    let types = &program.types;
    let Type::Record { fields, .. } = types.get(types.bare(ty)) else { return None };
    fields.iter().find_map(|field| {
        let offset = field.bit_offset / 8;
        if field.name.is_empty() {
            return member(program, field.ty, name).map(|(ty, inner)| (ty, offset + inner));
        }
        (field.name == name).then_some((field.ty, offset))
    })
}

fn word(machine: &mut Machine<Posix>, address: u64) -> Option<u64> {
    let bytes: Option<Vec<u8>> = machine.inspect(address, 8)?.into_iter().collect();
    bytes?.try_into().ok().map(u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_fall_into_parts() {
        assert_eq!(parts("a->b[3].c"), ["a", "->b", "[3", ".c"]);
        assert_eq!(base_name("**table[2]"), Some("table".into()));
        assert_eq!(base_name("3+4"), None);
    }
}
