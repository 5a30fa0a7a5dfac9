//! Names the part of a line that a patch changes, if the line has several of the kind: an argument, a condition, a
//! value.

use whydunit_locate::TestedPatch;
use whydunit_machine::{Edit, Site};
use whydunit_program::{Callee, FileId, Function, Inst, Program};
use whydunit_trace::Instance;

use super::reading::{OPERATORS, expression, operator, unquoted, words};
use super::written::Change;
use super::{Executed, Words};
use crate::source::place_of;

impl Words<'_> {
    /// A value that is off by a little.
    pub(super) fn shifted(&mut self, repair: &TestedPatch, by: i64) -> Change {
        let patch = &repair.candidate.patch;
        let program = self.program;
        let function = program.function(patch.site.function);
        let more = if by > 0 { format!("plus {by}") } else { format!("minus {}", -by) };
        match function.insts[patch.site.inst as usize] {
            Inst::Index { .. } => {
                let (text, at) = self.written_at(patch.site);
                let several = text.matches('[').count() > 1;
                let which = if several { format!(" in column {}", at + 1) } else { String::new() };
                (format!("the index{which}"), format!("the index {more}"))
            }
            Inst::Call { site } => {
                let given = |slot| function.calls[site as usize].args.iter().position(|a| a.slot == slot);
                let index = if let Edit::Before(Inst::Add(bin)) = patch.edit { given(bin.dst) } else { None };
                let index = index.map_or_else(|| "an argument".into(), |i| format!("argument {}", i + 1));
                let argument = format!("{index} of {}", self.called(patch.site));
                (argument.clone(), format!("{argument} {more}"))
            }
            _ => self.shifted_store(patch.site, by, &more),
        }
    }

    /// A stored value that is off by a little.
    fn shifted_store(&mut self, site: Site, by: i64, more: &str) -> Change {
        let (text, at) = self.written_at(site);
        match operator(&text[at..]) {
            "++" => return ("the step of 1".into(), (1 + by).to_string()),
            "--" => return ("the step of -1".into(), (by - 1).to_string()),
            _ => {}
        }
        // A returned value is stored first.
        let from_here = text[at..].strip_prefix("return ");
        if let Some(given) = from_here.or_else(|| text[..at].trim_end().ends_with("return").then_some(&text[at..])) {
            let whole = given[..expression(given)].trim();
            return (format!("`return {whole}`"), format!("`return {}`", plus(whole, by)));
        }
        let program = self.program;
        let name = stored_to(program.function(site.function), site);
        let assignment = self.assigned_at(site, name.as_deref());
        match off_by(&assignment, by) {
            Some(instead) => (format!("`{assignment}`"), format!("`{instead}`")),
            None => ("the stored value".into(), format!("that value {more}")),
        }
    }

    /// The expression that the changed instruction reads.
    pub(super) fn read_at(&mut self, repair: &TestedPatch, patched: Option<&Instance>) -> String {
        match patched.and_then(|instance| instance.reads.as_ref()) {
            Some(name) => format!("`{name}`"),
            None => format!("the value in column {}", place_of(self.program, repair.candidate.patch.site).column),
        }
    }

    /// The expression that the changed instruction writes, or else the one that it reads.
    pub(super) fn accessed_at(&mut self, repair: &TestedPatch, patched: Option<&Instance>) -> String {
        match patched.and_then(|instance| instance.defines.as_ref()) {
            Some(written) => format!("`{}`", written.name),
            None => self.read_at(repair, patched),
        }
    }

    /// Arguments that change places.
    pub(super) fn arguments(&mut self, repair: &TestedPatch) -> String {
        let patch = &repair.candidate.patch;
        let name = self.called(patch.site);
        match patch.edit {
            Edit::Swap(first, second) => format!("arguments {} and {} of {name}", first + 1, second + 1),
            _ => format!("the arguments of {name}"),
        }
    }

    /// The called function; with its column if the line has several calls of it.
    pub(super) fn called(&mut self, site: Site) -> String {
        let program = self.program;
        let name = callee(program, program.function(site.function), site);
        let (text, at) = self.written_at(site);
        match words(&text).filter(|(_, word)| *word == name).count() {
            0 | 1 => format!("`{name}`"),
            _ => format!("`{name}` in column {}", at + 1),
        }
    }

    /// The condition that a patch changes; with its column if the line has several.
    pub(super) fn test(&mut self, repair: &TestedPatch, at: &Executed, plain: &str) -> String {
        let program = self.program;
        let several = ["&&", "||", "?"].iter().any(|o| at.text.contains(o));
        let site = repair.candidate.patch.site;
        let column = several.then(|| tested_at(program.function(site.function), site)).flatten();
        column.map_or_else(|| plain.into(), |column| format!("the condition in column {column}"))
    }

    /// The line before which a `break` belongs: above the labels of a case.
    pub(super) fn labels_above(&mut self, file: Option<FileId>, line: u32) -> u32 {
        let mut above = line;
        while above > 1 {
            let text = self.line(file, above - 1);
            let label = (text.starts_with("case ") || text.starts_with("default")) && text.ends_with(':');
            if !label {
                break;
            }
            above -= 1;
        }
        above
    }
}

/// An assignment of a value that differs by `by`.
fn off_by(assignment: &str, by: i64) -> Option<String> {
    let (left, right) = assignment.split_once('=').filter(|(_, right)| !right.starts_with('='))?;
    let right = in_parentheses(right.trim());
    let target = left.trim_end().trim_end_matches(OPERATORS).trim_end();
    let operator = left.trim_end()[target.len()..].trim();
    let (sign, size) = (|by: i64| if by > 0 { '+' } else { '-' }, by.abs());
    Some(match operator {
        "" | "+" => format!("{left}= {right} {} {size}", sign(by)),
        "-" => format!("{left}= {right} {} {size}", sign(-by)),
        // The addend is not part of the product.
        "*" | "/" | "%" => format!("{target} = {target} {operator} {right} {} {size}", sign(by)),
        _ => format!("{target} = ({target} {operator} {right}) {} {size}", sign(by)),
    })
}

/// An expression with a constant added.
pub(super) fn plus(expression: &str, by: i64) -> String {
    let sum = if adds_up(expression) { expression.to_string() } else { format!("({expression})") };
    format!("{sum} {} {}", if by > 0 { '+' } else { '-' }, by.abs())
}

/// Whether a constant can be added to an expression without parentheses around it.
fn adds_up(expression: &str) -> bool {
    let mut depth = 0;
    !unquoted(&expression.replace("->", "..")).any(|(_, c)| {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        depth == 0 && "?:<>=&|^,".contains(c)
    })
}

/// An expression in a form that can be part of another.
fn in_parentheses(expression: &str) -> String {
    let simple = expression.chars().all(|c| c.is_alphanumeric() || "_[].->".contains(c));
    if simple { expression.to_string() } else { format!("({expression})") }
}

/// The variable that an instruction stores to.
pub(super) fn stored_to(function: &Function, site: Site) -> Option<String> {
    let Inst::StoreLocal { local, .. } = function.insts[site.inst as usize] else { return None };
    function.variables.iter().find(|v| v.local == local).map(|v| v.name.clone())
}

/// The name of the called function.
pub(super) fn callee(program: &Program, function: &Function, site: Site) -> String {
    let Inst::Call { site } = function.insts[site.inst as usize] else { return String::new() };
    match function.calls[site as usize].callee {
        Callee::Direct(id) => program.function(id).name.clone(),
        Callee::External(id) => program.externals[id.0 as usize].name.clone(),
        Callee::Indirect(_) => "the function that is pointed to".into(),
    }
}

/// The column of a branch's condition.
fn tested_at(function: &Function, site: Site) -> Option<u32> {
    let Inst::Branch { cond, .. } = function.insts[site.inst as usize] else {
        return Some(function.locs[site.inst as usize].column).filter(|c| *c > 0);
    };
    let before = (0..site.inst).rev();
    let tested = before.into_iter().find(|&i| function.insts[i as usize].defs().is_some_and(|d| d.first == cond));
    // The result of a call is tested directly.
    Some(function.locs[tested.unwrap_or(site.inst) as usize].column).filter(|c| *c > 0)
}

#[cfg(test)]
mod tests {
    use super::{off_by, plus};

    #[test]
    fn parentheses_are_where_a_sum_needs_them() {
        assert_eq!(plus("strlen(a < b ? a : b)", 1), "strlen(a < b ? a : b) + 1");
        assert_eq!(plus("2 * p->size", -1), "2 * p->size - 1");
        assert_eq!(plus("a & b", 1), "(a & b) + 1");
    }

    #[test]
    fn what_is_added_is_added_to_the_result() {
        let text = |assignment, by| off_by(assignment, by).expect("an assignment");
        assert_eq!(text("n = a[i]", 1), "n = a[i] + 1");
        assert_eq!(text("n = a * b", -1), "n = (a * b) - 1");
        assert_eq!(text("n += v", -1), "n += v - 1");
        assert_eq!(text("n -= v", -1), "n -= v + 1");
        assert_eq!(text("k *= 7", 1), "k = k * 7 + 1");
        assert_eq!(text("k <<= x + y", 1), "k = (k << (x + y)) + 1");
    }
}
