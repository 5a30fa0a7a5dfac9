//! Locates in the source the part that a patch changes: which literal, which of several uses of a variable.

use whydunit_machine::{Edit, Patch, Site};
use whydunit_program::{Inst, Program, layout};
use whydunit_trace::Instance;

use super::Words;
use super::named::{callee, stored_to};
use super::reading::{
    Base, Literal, OPERATORS, among, binding, expression, handed_on, has_others, is_updated, literals, operator,
    stepped, target, words,
};
use crate::source::place_of;

/// The old and the new text.
pub(super) type Change = (String, String);

impl Words<'_> {
    /// The relation in the source, and the intended one. The IR may swap the operands of a relation of integers; the
    /// source determines their order.
    pub(super) fn relation(&mut self, site: Site, to: &'static str) -> Change {
        let (text, at) = self.written_at(site);
        let written = operator(&text[at..]);
        if !["<", "<=", ">", ">=", "==", "!="].contains(&written) {
            let several = ["&&", "||", "?", "for"].iter().any(|other| text.contains(other));
            let which = if several { format!(" in column {}", at + 1) } else { String::new() };
            return match to {
                "==" => (format!("the condition{which}"), "the opposite condition".into()),
                _ => (format!("the test of the value{which}"), format!("`{to} 0`")),
            };
        }
        let inst = self.program.function(site.function).insts[site.inst as usize];
        let turned = written.starts_with('>') && !matches!(inst, Inst::FCmp { .. });
        let to = match (turned, to) {
            (true, "<") => ">",
            (true, ">") => "<",
            (true, "<=") => ">=",
            (true, ">=") => "<=",
            _ => to,
        };
        (among(&text, at, written), format!("`{to}`"))
    }

    /// The operator in the source, and the intended one.
    pub(super) fn operator(&mut self, site: Site, to: &'static str) -> Change {
        let (text, at) = self.written_at(site);
        let written = operator(&text[at..]);
        match (written, to) {
            ("", _) => ("an operator that the line does not spell out".into(), format!("`{to}`")),
            ("++", "-") => ("`++`".into(), "`--`".into()),
            ("--", "-") => ("`--`".into(), "`++`".into()),
            ("++", _) => ("`++`".into(), "no step".into()),
            ("--", _) => ("`--`".into(), "a change of sign".into()),
            // An assignment operator keeps its `=`.
            _ if written.ends_with('=') => (format!("`{written}`"), format!("`{to}=`")),
            // In its place the new operator would bind to other operands.
            _ if binding(written) != binding(to) && has_others(&text, at..at + written.len()) => {
                (among(&text, at, written), format!("`{to}` between the same operands"))
            }
            _ => (among(&text, at, written), format!("`{to}`")),
        }
    }

    /// The operation of an operator.
    pub(super) fn operation(&mut self, site: Site) -> String {
        let (text, at) = self.written_at(site);
        match operator(&text[at..]) {
            "" => "an operation that the line does not spell out".into(),
            written => among(&text, at, written),
        }
    }

    /// A removed call or assignment. The right side of the assignment may still be evaluated.
    pub(super) fn deleted(&mut self, site: Site, at: &Instance) -> String {
        let program = self.program;
        let function = program.function(site.function);
        if let Inst::Call { .. } = function.insts[site.inst as usize] {
            return format!("the call of `{}`", callee(program, function, site));
        }
        let defined = at.defines.as_ref().filter(|_| at.site == site);
        let name = stored_to(function, site).or_else(|| defined.map(|d| d.name.clone()));
        let text = self.assigned_at(site, name.as_deref());
        match text.split_once('=') {
            Some((left, right)) if right.contains('(') => {
                format!("the assignment to `{}`", left.trim_end_matches(OPERATORS).trim())
            }
            _ if text.is_empty() => "this assignment".into(),
            _ => format!("`{text}`"),
        }
    }

    /// Another constant, as the line writes it.
    pub(super) fn constant(&mut self, patch: &Patch, from: i64, to: i64) -> Change {
        let (text, at) = self.written_at(patch.site);
        if ["++", "--"].contains(&operator(&text[at..])) {
            return (format!("the step of {from}"), to.to_string());
        }
        let inst = self.program.function(patch.site.function).insts[patch.site.inst as usize];
        let same: Vec<Literal> = literals(&text).into_iter().filter(|literal| literal.value == from).collect();
        let behind = || same.iter().find(|literal| literal.at >= at);
        let literal = match self.is_left(patch) {
            true => same.iter().rev().find(|literal| literal.at < at),
            false => behind(),
        };
        let Some(literal) = literal.or(same.first()) else {
            let named = |value: i64| function_name(self.program, value);
            if let (Some(from), Some(to)) = (named(from), named(to)) {
                return (format!("`{from}`"), format!("`{to}`"));
            }
            return match text.contains("sizeof") {
                true => (format!("{from} (from `sizeof`)"), to.to_string()),
                false => (format!("the implicit {from}"), to.to_string()),
            };
        };
        if matches!(inst, Inst::Store { .. } | Inst::StoreLocal { .. })
            && let Some(to_others) = handed_on(&text, at)
        {
            return (format!("`{}`", literal.text), format!("{to} for `{to_others}` alone"));
        }
        let instead = match literal.base {
            Base::Character => {
                let shown = u8::try_from(to).ok().filter(|b| b.is_ascii_graphic() && *b != b'\'' && *b != b'\\');
                shown.map_or_else(|| format!("`{to}`"), |b| format!("`'{}'`", char::from(b)))
            }
            Base::Hexadecimal if to >= 0 => format!("`{to:#x}`"),
            _ => format!("`{to}`"),
        };
        let was = match (patch.edit, same.len()) {
            (_, 1) => format!("`{}`", literal.text),
            (Edit::Argument { index, .. }, _) => {
                format!("`{}` as argument {} of {}", literal.text, index + 1, self.called(patch.site))
            }
            _ => format!("`{}` in column {}", literal.text, literal.at + 1),
        };
        (was, instead)
    }

    /// Whether a patch changes the left operand.
    fn is_left(&self, patch: &Patch) -> bool {
        let spare = self.program.function(patch.site.function).spare;
        let Edit::Replace(inst) = patch.edit else { return false };
        inst.as_bin().is_some_and(|(_, bin)| Some(bin.a) == spare)
    }

    /// Another variable; with the position of the use if the line has several.
    pub(super) fn variable(&mut self, site: Site, from: &str, to: &str) -> Change {
        let text = self.source_of(site);
        let program = self.program;
        if let Inst::StoreLocal { .. } = program.function(site.function).insts[site.inst as usize] {
            return (format!("the assigned variable `{from}`"), format!("`{to}`"));
        }
        let uses: Vec<usize> = words(&text).filter(|(_, word)| *word == from).map(|(at, _)| at).collect();
        if uses.iter().any(|&at| is_updated(&text[at + from.len()..])) {
            return (format!("the old value of `{from}`"), format!("`{to}`"));
        }
        let column = place_of(self.program, site).column;
        match uses.iter().position(|&at| at + 1 == column as usize).filter(|_| uses.len() > 1) {
            Some(_) => (format!("`{from}` in column {column}"), format!("`{to}`")),
            None => (format!("`{from}`"), format!("`{to}`")),
        }
    }

    /// The assignment that ends in the instruction at `site`, without the rest of its line.
    pub(super) fn assigned_at(&mut self, site: Site, name: Option<&str>) -> String {
        let text = self.source_of(site);
        let equals = (place_of(self.program, site).column as usize).checked_sub(1);
        let written = equals.filter(|&at| text[at.min(text.len())..].trim_start_matches(OPERATORS).starts_with('='));
        let named = || {
            let mut uses = words(&text).filter(|(_, word)| Some(*word) == name).map(|(at, _)| at);
            uses.find(|at| text[at + name.map_or(0, str::len)..].trim_start().starts_with(['=', '+', '-']))
        };
        let step = equals.filter(|&at| text.is_char_boundary(at) && ["++", "--"].contains(&operator(&text[at..])));
        if let Some(step) = step.and_then(|at| stepped(&text, at)) {
            return step;
        }
        let start = written.map(|at| target(&text, at)).or_else(named);
        let text = text[start.unwrap_or(0)..].trim_start();
        let text = text.strip_prefix("return ").unwrap_or(text);
        text[..expression(text)].trim().to_string()
    }

    /// The source line of an instruction, and its position in the line.
    pub(super) fn written_at(&mut self, site: Site) -> (String, usize) {
        let text = self.source_of(site);
        let at = (place_of(self.program, site).column as usize).saturating_sub(1);
        let at = if text.is_char_boundary(at) { at } else { text.len() };
        (text, at)
    }

    /// The source line of an instruction with its white space.
    fn source_of(&mut self, site: Site) -> String {
        let place = place_of(self.program, site);
        self.untrimmed(place.file, place.line).unwrap_or_default()
    }
}

/// The function at an address.
fn function_name(program: &Program, address: i64) -> Option<String> {
    match layout::code_at(u64::try_from(address).ok()?)? {
        layout::Code::Function(id) => program.functions.get(id.0 as usize).map(|f| f.name.clone()),
        layout::Code::External(id) => program.externals.get(id.0 as usize).map(|e| e.name.clone()),
    }
}
