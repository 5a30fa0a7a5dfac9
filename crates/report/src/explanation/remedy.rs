//! Renders a witness or a patch as an English sentence.

use whydunit_locate::{
    Declaration, DescribedAlteration, DescribedSuspect, DescribedWitness, FailureFacts, InsertionLine, Overflow,
    Reason, Side, SourceChange, TestedPatch, UndefinedBehaviour, Undersized, Witness,
};
use whydunit_machine::{Change, Copied, Edit, FailureKind, Outcome, Patch, Site, Undefined};
use whydunit_program::{BlockId, Inst, Program};
use whydunit_trace::{Instance, InstanceKind};

use super::effect::{Effect, effect};
use super::{Executed, Words};
use crate::frozen::assigned;
use crate::source::{file_name, place_of};
use crate::wording::{case_text, returned};

/// The old text, the new text, a sentence, and the method that found the change.
type Remedy = (Option<String>, Option<String>, Option<String>, &'static str);

impl Words<'_> {
    /// Renders a patch.
    pub(super) fn repaired(
        &mut self,
        repair: &TestedPatch,
        at: &Executed,
        facts: &DescribedSuspect,
        failure: &FailureFacts,
    ) -> Remedy {
        let patched = facts.patched.as_ref();
        let site = repair.candidate.patch.site;
        let (was, instead) = match &repair.candidate.change {
            SourceChange::Relation(to) => self.relation(site, to),
            SourceChange::Equality => ("`=`".into(), "`==`".into()),
            SourceChange::Operator("||") => ("`&&`".into(), "`||`".into()),
            SourceChange::Operator("&&") => ("`||`".into(), "`&&`".into()),
            SourceChange::Operator(to) => self.operator(site, to),
            SourceChange::Swapped => ("the operands".into(), "the operands in the other order".into()),
            SourceChange::Operand(side) => {
                let side = if *side == Side::Left { "left" } else { "right" };
                (self.operation(site), format!("only its {side} operand"))
            }
            SourceChange::Constant { from, to } => self.constant(&repair.candidate.patch, *from, *to),
            SourceChange::Size { from, to, of } => {
                (format!("the size of {from} bytes"), format!("that of `{of}` ({to} bytes)"))
            }
            SourceChange::Variable { from, to } if from.is_empty() => {
                (self.read_at(repair, patched), format!("`{to}`"))
            }
            SourceChange::Variable { from, to } => self.variable(site, from, to),
            SourceChange::Plus(by) => self.shifted(repair, *by),
            SourceChange::Negative => ("the value".into(), "its negative".into()),
            SourceChange::Element(by) => {
                let what = self.accessed_at(repair, patched);
                let beside = format!("what lies {} {what}", if *by > 0 { "after" } else { "before" });
                (what, beside)
            }
            SourceChange::Always(true) => (self.test(repair, at, "the condition"), "one that is true here".into()),
            SourceChange::Always(false) => (self.test(repair, at, "the condition"), "one that is false here".into()),
            SourceChange::Negated => (self.test(repair, at, "the condition"), "the opposite condition".into()),
            SourceChange::Deleted => (self.deleted(site, &facts.at.instance), "nothing".into()),
            SourceChange::SwappedArguments => (self.arguments(repair), "the same in the other order".into()),
            SourceChange::Order(line) => (format!("`{}`", at.text), format!("the same after line {line}")),
            SourceChange::Fraction => ("the integer division".into(), "a floating-point division".into()),
            SourceChange::MissingBreak(line) => {
                let file = place_of(self.program, site).file;
                ("nothing".into(), format!("`break;` before line {}", self.labels_above(file, *line)))
            }
            SourceChange::Signedness => match self.program.function(site.function).insts[site.inst as usize] {
                Inst::ULt(_) => ("an unsigned comparison".into(), "a signed one".into()),
                Inst::SLt(_) => ("a signed comparison".into(), "an unsigned one".into()),
                _ => ("a signed value".into(), "an unsigned one".into()),
            },
            SourceChange::StaticReset { name, to } => ("nothing".into(), format!("`{name} = {to}`")),
            SourceChange::VariableUpdate { name, to, .. } => ("nothing".into(), format!("`{name} = {to}`")),
            SourceChange::EarlyExit { text, .. } | SourceChange::NewAssignment { text, .. } => {
                ("nothing".into(), format!("`{text}`"))
            }
            SourceChange::RepeatedAssignment { name, line, turned, .. } => {
                ("nothing".into(), self.assignment(&repair.candidate.patch, name.as_deref(), *line, *turned))
            }
        };
        let effect = effect(failure, repair.verdict, facts);
        let effect = match &repair.undefined_behaviour {
            Some(slip) => effect.but(&self.undefined(slip)),
            None => effect,
        };
        let sentence = self.patch_sentence(repair, at, (&was, &instead), &effect);
        (Some(was), Some(instead), Some(sentence), "patch")
    }

    /// A tested patch as a sentence: the change first, then its effect on the run.
    fn patch_sentence(
        &mut self,
        repair: &TestedPatch,
        at: &Executed,
        (was, instead): (&str, &str),
        Effect { does, with_it, .. }: &Effect,
    ) -> String {
        let site = repair.candidate.patch.site;
        let statement = |text: &str| format!("`{};`", text.trim_matches('`').trim_end_matches(';'));
        match &repair.candidate.change {
            SourceChange::Deleted => format!("removing {was} {does}"),
            SourceChange::Order(line) => format!("moving this statement after line {line} {does}"),
            SourceChange::MissingBreak(line) => {
                let file = place_of(self.program, site).file;
                format!("likely missing: `break;` before line {}; {with_it}", self.labels_above(file, *line))
            }
            SourceChange::StaticReset { .. } => {
                format!("likely missing: {} at the beginning of `{}`; {with_it}", statement(instead), at.function)
            }
            SourceChange::RepeatedAssignment { after: Some(line), .. }
            | SourceChange::VariableUpdate { after: line, .. }
            | SourceChange::EarlyExit { after: line, .. }
            | SourceChange::NewAssignment { place: InsertionLine::After(line), .. } => {
                let (text, as_there) = instead.trim_start_matches('`').split_once('`').unwrap_or((instead, ""));
                let (text, as_there) = (text.to_string(), as_there.to_string());
                format!("likely missing: {}{as_there}; {with_it}", self.with_behind(site, *line, &text))
            }
            SourceChange::NewAssignment { place: InsertionLine::Before(line), .. } => {
                format!("likely missing: {} before line {line}; {with_it}", statement(instead))
            }
            SourceChange::RepeatedAssignment { when, .. } => {
                let condition = self.test(repair, at, "this condition");
                let (text, as_there) = instead.trim_start_matches('`').split_once('`').unwrap_or((instead, ""));
                format!("likely missing: `{text};`{as_there} if {condition} is {when}; {with_it}")
            }
            SourceChange::Element(by) => {
                format!("using what lies {} {was} instead {does}", if *by > 0 { "after" } else { "before" })
            }
            SourceChange::Plus(by) if instead.contains("plus") || instead.contains("minus") => match by {
                1.. => format!("adding {by} to {was} {does}"),
                _ => format!("subtracting {} from {was} {does}", -by),
            },
            SourceChange::Operand(side) => {
                format!("using only the {} operand of {was} {does}", if *side == Side::Left { "left" } else { "right" })
            }
            SourceChange::Swapped | SourceChange::SwappedArguments => format!("swapping {was} {does}"),
            SourceChange::Negated | SourceChange::Negative => format!("negating {was} {does}"),
            SourceChange::Relation(_) if instead == "the opposite condition" => format!("negating {was} {does}"),
            SourceChange::Variable { .. } if was.starts_with("the assigned variable ") => {
                format!("assigning to {instead} instead of {} {does}", was.trim_start_matches("the assigned variable "))
            }
            _ if ["nothing", "no step"].contains(&instead) => format!("removing {was} {does}"),
            _ => format!("changing {was} to {instead} {does}"),
        }
    }

    /// An assignment to be repeated, as the source writes it.
    fn assignment(&mut self, patch: &Patch, name: Option<&str>, line: u32, turned: bool) -> String {
        let last = match patch.edit {
            Edit::Copy(Copied { first, len, .. }) => first + len - 1,
            _ => patch.site.inst,
        };
        let text = self.assigned_at(Site { inst: last, ..patch.site }, name);
        match turned {
            true if text.contains('-') => format!("`{}` (as in line {line}, but counting up)", text.replace('-', "+")),
            true => format!("`{}` (as in line {line}, but counting down)", text.replace('+', "-")),
            false => format!("`{text}` (as in line {line})"),
        }
    }

    /// Renders another value or outcome at one execution.
    pub(super) fn witnessed(&mut self, witness: &Witness, facts: &DescribedSuspect, failure: &FailureFacts) -> Remedy {
        let Some(DescribedWitness { change, others }) = &facts.witness else {
            return (None, None, None, "intervention");
        };
        let (alteration, altered) = (change.alteration, &change.altered.instance);
        let (was, instead) = self.change(change);
        let others: Vec<String> = others.iter().map(|other| self.besides(other)).collect();
        let together = match &others[..] {
            [] => String::new(),
            others => format!(", together with {}", others.join(" and ")),
        };
        let mut would = effect(failure, witness.verdict, facts).would;
        if let Some(slip) = &witness.undefined_behaviour {
            would += &format!(", but {}", self.undefined(slip));
        }
        let changed = match alteration.change {
            Change::Flip if witness.alterations.iter().any(|a| a.time < alteration.time) => {
                "this condition went the other way".to_string()
            }
            Change::Flip => format!("this condition were {instead}"),
            Change::Goto(_) => format!("this `switch` took {instead}"),
            _ => value_clause(altered, &instead),
        };
        let sentence = format!("if {changed} here{together}, {would}");
        (Some(was), Some(instead), Some(sentence), "intervention")
    }

    /// The undefined behaviour of a rerun.
    pub(super) fn undefined(&self, slip: &UndefinedBehaviour) -> String {
        let what = match slip.what {
            Undefined::Shift => "a shift by too many bits",
            Undefined::Overflow => "signed overflow",
            Undefined::Conversion => "a conversion of a number that the integer type cannot hold",
        };
        let program = self.program;
        let (file, line) = (file_name(program, slip.place.file), slip.place.line);
        format!("{file}:{line} then has undefined behaviour: {what}")
    }

    /// The value of an instance, and its replacement.
    fn change(&self, facts: &DescribedAlteration) -> (String, String) {
        let (program, altered) = (self.program, &facts.altered.instance);
        match facts.alteration.change {
            Change::Flip => match altered.kind {
                InstanceKind::Decision { value: 0 } => ("false".to_string(), "true".to_string()),
                _ => ("true".into(), "false".into()),
            },
            Change::Goto(block) => ("this case".into(), case_label(program, altered, block)),
            Change::Symbol(_) | Change::SymbolIn(..) => ("the value".into(), "another value".into()),
            Change::PutIn(_, bits) | Change::Put(bits) => {
                let is_part = matches!(facts.alteration.change, Change::PutIn(..));
                match &facts.replaced {
                    Some((before, after)) if is_part || altered.defines.is_some() => {
                        (assigned(program, before), assigned(program, after))
                    }
                    Some((before, after)) => (returned(program, before), returned(program, after)),
                    None => ("the value".into(), (bits as i32).to_string()),
                }
            }
        }
    }

    /// A change that accompanies another one.
    fn besides(&mut self, facts: &DescribedAlteration) -> String {
        let (_, instead) = self.change(facts);
        let place = self.executed(&facts.altered).place();
        match facts.alteration.change {
            // An earlier value is changed, too, so the original outcome at this place is unknown.
            Change::Flip => format!("the condition at {place} going the other way"),
            _ => format!("{instead} at {place}"),
        }
    }
}

/// "`x` were 5", "it returned 5", "the parameter `x` were 5".
fn value_clause(altered: &Instance, instead: &str) -> String {
    match instead.split_once(" = ") {
        Some((name, value)) if altered.kind == InstanceKind::Argument => format!("the parameter `{name}` were {value}"),
        Some((name, value)) if !name.contains([' ', '"', '{']) => format!("`{name}` were {value}"),
        _ if matches!(altered.kind, InstanceKind::Return { .. }) => format!("it returned {instead}"),
        _ => format!("the value were {instead}"),
    }
}

/// The source's name for the case of a switch that leads to another block.
fn case_label(program: &Program, switch: &Instance, block: BlockId) -> String {
    let function = program.function(switch.site.function);
    let Inst::Switch { table, .. } = function.insts[switch.site.inst as usize] else { return "another case".into() };
    let table = &function.switches[table as usize];
    let Some((value, _)) = table.cases.iter().find(|c| c.1 == block) else { return "the default case".into() };
    format!("case {}", case_text(program, &switch.uses, *value))
}

/// An arithmetic result that overflowed.
pub(super) fn overflowed(overflow: &Overflow) -> Remedy {
    let sentence = format!("{} is {}, which does not fit the type", overflow.operation, overflow.result);
    (Some(overflow.operation.clone()), Some(overflow.result.to_string()), Some(sentence), "hint")
}

impl Words<'_> {
    /// An allocation of too few bytes.
    pub(super) fn too_short(&mut self, short: &Undersized, failure: &FailureFacts) -> Remedy {
        let Undersized { size, lacks } = *short;
        let line = failure.at.as_ref().map_or(0, |at| at.place(self.program).line);
        let bytes = |n: u64| if n == 1 { "1 byte".to_string() } else { format!("{n} bytes") };
        let sentence =
            format!("{} are allocated here, {} too few for the access at line {line}", bytes(size), bytes(lacks));
        (Some(bytes(size)), Some(format!("at least {}", bytes(size + lacks))), Some(sentence), "hint")
    }

    /// A call that frees memory that is used later.
    pub(super) fn freed(&mut self, at: &Executed, failure: &FailureFacts) -> Remedy {
        let failing = failure.at.as_ref().map(|at| at.place(self.program).line);
        let place = failing.map_or_else(|| "what follows".into(), |line| format!("line {line}"));
        let Outcome::Failed(failure) = &failure.observed.outcome else { return (None, None, None, "hint") };
        let again = if let FailureKind::InvalidFree { .. } = failure.kind { "frees" } else { "uses" };
        let gone = if at.text.contains("realloc") { "moved here and gone from its old place" } else { "freed here" };
        let sentence = format!("the object is {gone}, and {place} {again} it again");
        (None, None, Some(sentence), "hint")
    }

    /// A declaration: the report shows its line, not that of the statement that exceeded its bounds.
    pub(super) fn declared(&mut self, declaration: &Declaration, at: &mut Executed) -> Remedy {
        let program = self.program;
        let name = &declaration.name;
        let sentence = match declaration.reason {
            Reason::Uninitialised if name.contains(['.', '[']) => {
                format!("nothing sets `{name}`, and line {} reads it", at.line)
            }
            Reason::Uninitialised => {
                format!("`{name}` is declared here without a value and still has none at line {}", at.line)
            }
            Reason::TooSmall => format!("`{name}` is declared here; the access at line {} is outside it", at.line),
            Reason::TooNarrow => {
                format!("`{name}` is declared here; its type cannot hold the result at line {}", at.line)
            }
        };
        at.file = crate::source::file_name(program, Some(declaration.file)).to_string();
        at.path = program.files[declaration.file.0 as usize].path();
        at.line = declaration.line;
        at.column = 0;
        at.text = self.line(Some(declaration.file), declaration.line);
        at.did = String::new();
        (at.occurrence, at.executions) = (1, 1);
        (None, None, Some(sentence), "hint")
    }
}
