//! What would have made the run right, in words.

use whydunit_locate::{
    Declaration, DescribedAlteration, DescribedSuspect, DescribedWitness, FailureFacts, InsertionLine, Overflow,
    Reason, Side, SourceChange, TestedPatch, UndefinedBehaviour, Undersized, Verdict, Witness,
};
use whydunit_machine::{Change, Copied, Edit, FailureKind, Outcome, Patch, Site, Undefined};
use whydunit_program::{BlockId, Inst, Program};
use whydunit_trace::{CriterionKind, Instance, InstanceKind};

use super::{Executed, Words};
use crate::frozen::assigned;
use crate::source::{file_name, place_of};
use crate::wording::{case_text, returned};

/// Was, instead, a sentence, and how it was found.
type Remedy = (Option<String>, Option<String>, Option<String>, &'static str);

impl Words<'_> {
    /// A change of the text.
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
            SourceChange::Size { from, to, of } => (format!("{from} bytes"), format!("the {to} bytes of `{of}`")),
            SourceChange::Variable { from, to } if from.is_empty() => {
                (self.read_at(repair, patched), format!("`{to}`"))
            }
            SourceChange::Variable { from, to } => self.variable(site, from, to),
            SourceChange::Plus(by) => self.shifted(repair, *by),
            SourceChange::Negative => ("the value".into(), "its negative".into()),
            SourceChange::Element(by) => {
                let what = self.accessed_at(repair, patched);
                let beside = format!("what lies {} {what}", if *by > 0 { "behind" } else { "before" });
                (what, beside)
            }
            SourceChange::Always(true) => {
                (self.test(repair, at, "the condition"), "a condition that holds here".into())
            }
            SourceChange::Always(false) => {
                (self.test(repair, at, "the condition"), "a condition that does not hold here".into())
            }
            SourceChange::Negated => (self.test(repair, at, "the condition"), "the opposite condition".into()),
            SourceChange::Deleted => (self.deleted(site, &facts.at.instance), "nothing".into()),
            SourceChange::SwappedArguments => (self.arguments(repair), "the same in the other order".into()),
            SourceChange::Order(line) => (format!("`{}`", at.text), format!("the same behind line {line}")),
            SourceChange::Fraction => ("a quotient of integers".into(), "a quotient with its fraction".into()),
            SourceChange::MissingBreak(line) => {
                let file = place_of(self.program, site).file;
                ("nothing".into(), format!("a `break` before line {}", self.labels_above(file, *line)))
            }
            SourceChange::Signedness => match self.program.function(site.function).insts[site.inst as usize] {
                Inst::ULt(_) => ("an unsigned comparison".into(), "a signed one".into()),
                Inst::SLt(_) => ("a signed comparison".into(), "an unsigned one".into()),
                _ => ("a signed one".into(), "the same bits as an unsigned value".into()),
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
        let mut then = then(failure, repair.verdict, false).to_string();
        if let Some(behaviour) = &repair.undefined_behaviour {
            then += &format!(", but {}", self.undefined(behaviour));
        }
        let sentence = match repair.candidate.change {
            SourceChange::Deleted => format!("without {was} {then}"),
            SourceChange::Order(line) => format!("with this statement behind that of line {line} {then}"),
            SourceChange::MissingBreak(_) => format!("missing code: with {instead} {then}"),
            SourceChange::StaticReset { .. } => {
                format!("missing code: with {instead} at the beginning of `{}` {then}", at.function)
            }
            SourceChange::RepeatedAssignment { after: Some(line), .. }
            | SourceChange::VariableUpdate { after: line, .. }
            | SourceChange::EarlyExit { after: line, .. }
            | SourceChange::NewAssignment { place: InsertionLine::After(line), .. } => {
                let (text, as_there) = instead.trim_start_matches('`').split_once('`').unwrap_or((&instead, ""));
                format!("missing code: {}{as_there} {then}", self.with_behind(site, line, text))
            }
            SourceChange::NewAssignment { place: InsertionLine::Before(line), .. } => {
                format!("missing code: with {instead} before line {line} {then}")
            }
            SourceChange::RepeatedAssignment { when, .. } => {
                let (when, test) = (if when { "true" } else { "false" }, self.test(repair, at, "this test"));
                format!("missing code: with {instead} where {test} is {when} {then}")
            }
            SourceChange::Element(_) => format!("with {instead} in its place {then}"),
            SourceChange::Plus(_) if was.starts_with("what ") => format!("with {instead} {then}"),
            SourceChange::SwappedArguments => format!("with {was} in the other order {then}"),
            _ => format!("with {instead} in place of {was} {then}"),
        };
        (Some(was), Some(instead), Some(sentence), "repair")
    }

    /// An assignment that is to be made once more, as the source has it.
    fn assignment(&mut self, patch: &Patch, name: Option<&str>, line: u32, turned: bool) -> String {
        let last = match patch.edit {
            Edit::Copy(Copied { first, len, .. }) => first + len - 1,
            _ => patch.site.inst,
        };
        let text = self.assigned_at(Site { inst: last, ..patch.site }, name);
        match turned {
            true if text.contains('-') => format!("`{}` (as in line {line}, but upwards)", text.replace('-', "+")),
            true => format!("`{}` (as in line {line}, but downwards)", text.replace('+', "-")),
            false => format!("`{text}` (as in line {line})"),
        }
    }

    /// Another value or outcome at one execution.
    pub(super) fn witnessed(
        &mut self,
        witness: &Witness,
        facts: Option<&DescribedWitness>,
        failure: &FailureFacts,
    ) -> Remedy {
        let Some(DescribedWitness { change, others }) = facts else { return (None, None, None, "frontier") };
        let (alteration, altered) = (change.alteration, &change.altered.instance);
        let (was, instead) = self.change(change);
        let others: Vec<String> = others.iter().map(|other| self.besides(other)).collect();
        let together = match &others[..] {
            [] => String::new(),
            others => format!(" together with {}", others.join(" and ")),
        };
        let mut then = then(failure, witness.verdict, true).to_string();
        if let Some(behaviour) = &witness.undefined_behaviour {
            then += &format!(", but {}", self.undefined(behaviour));
        }
        let sentence = match alteration.change {
            Change::Flip if witness.alterations.iter().any(|a| a.time < alteration.time) => {
                format!("if the test went the other way than it would here{together} {then}")
            }
            Change::Flip => format!("if the test were {instead} here{together} {then}"),
            _ if altered.kind == InstanceKind::Argument => {
                format!("with the parameter {instead} here{together} {then}")
            }
            _ => format!("with {instead} here{together} {then}"),
        };
        (Some(was), Some(instead), Some(sentence), "frontier")
    }

    /// What a rerun does that C leaves undefined.
    pub(super) fn undefined(&self, behaviour: &UndefinedBehaviour) -> String {
        let what = match behaviour.what {
            Undefined::Shift => "a shift by too much",
            Undefined::Overflow => "a signed result that does not fit",
            Undefined::Conversion => "a conversion of a number that the integer cannot hold",
        };
        let program = self.program;
        let (file, line) = (file_name(program, behaviour.place.file), behaviour.place.line);
        format!("{file}:{line} then does what C leaves undefined, {what}")
    }

    /// What an instance had, and what it was given in its place.
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

    /// A change that goes with another one.
    fn besides(&mut self, facts: &DescribedAlteration) -> String {
        let (_, instead) = self.change(facts);
        let place = self.executed(&facts.altered).place();
        match facts.alteration.change {
            // Which way it would go without, nobody has seen: something before it is different, too.
            Change::Flip => format!("the test at {place} going the other way than it then would"),
            _ => format!("{instead} at {place}"),
        }
    }
}

/// What the run comes to with a change, as far as reruns told.
fn then(failure: &FailureFacts, verdict: Verdict, would: bool) -> &'static str {
    let only = failure.expects_only_an_end;
    match (&failure.criterion.kind, verdict == Verdict::Passed, would) {
        (CriterionKind::Failure, true, false) if only => "the program does not fail any more",
        (CriterionKind::Failure, true, true) if only => "the program would not fail",
        (CriterionKind::Hang, true, false) if only => "the run comes to an end",
        (CriterionKind::Hang, true, true) if only => "the run would come to an end",
        (_, true, false) => "the run is right",
        (_, true, true) => "the run would be right",
        (CriterionKind::Failure, false, false) => "the program does not fail there any more, but is not right yet",
        (CriterionKind::Failure, false, true) => "the program would not fail there, but not be right yet",
        (CriterionKind::Hang, false, false) => "the run comes to an end, but is not right yet",
        (CriterionKind::Hang, false, true) => "the run would come to an end, but not be right yet",
        (CriterionKind::WrongOutput { .. }, false, false) => "the first wrong word is right, but not all that follows",
        (CriterionKind::WrongOutput { .. }, false, true) => {
            "the first wrong word would be right, but not all that follows"
        }
        (CriterionKind::MissingOutput { .. }, false, false) => {
            "the first missing word is written, but not all that follows"
        }
        (CriterionKind::MissingOutput { .. }, false, true) => {
            "the first missing word would be written, but not all that follows"
        }
        (_, false, false) => "what was wrong first is right, but not all else",
        (_, false, true) => "what was wrong first would be right, but not all else",
    }
}

/// How the source calls the case of a switch that is another block.
fn case_label(program: &Program, switch: &Instance, block: BlockId) -> String {
    let function = program.function(switch.site.function);
    let Inst::Switch { table, .. } = function.insts[switch.site.inst as usize] else { return "another case".into() };
    let table = &function.switches[table as usize];
    let Some((value, _)) = table.cases.iter().find(|c| c.1 == block) else { return "the default case".into() };
    format!("case {}", case_text(program, &switch.uses, *value))
}

/// A result that did not fit.
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

    /// A call that frees what is used afterwards.
    pub(super) fn freed(&mut self, at: &Executed, failure: &FailureFacts) -> Remedy {
        let failing = failure.at.as_ref().map(|at| at.place(self.program).line);
        let place = failing.map_or_else(|| "what follows".into(), |line| format!("line {line}"));
        let Outcome::Failed(failure) = &failure.observed.outcome else { return (None, None, None, "hint") };
        let again = if let FailureKind::InvalidFree { .. } = failure.kind { "frees" } else { "uses" };
        let gone = if at.text.contains("realloc") { "moved here and gone from its old place" } else { "freed here" };
        let sentence = format!("the object is {gone}, and {place} {again} it again");
        (None, None, Some(sentence), "hint")
    }

    /// A declaration: its line is shown, not that of the statement that met its limits.
    pub(super) fn declared(&mut self, declaration: &Declaration, at: &mut Executed) -> Remedy {
        let program = self.program;
        let name = &declaration.name;
        let sentence = match declaration.reason {
            Reason::Uninitialised if name.contains(['.', '[']) => {
                format!("nothing gives `{name}` a value, and line {} reads it", at.line)
            }
            Reason::Uninitialised => {
                format!("`{name}` is declared here without a value, and has none at line {}", at.line)
            }
            Reason::TooSmall => format!("`{name}` is declared here; the access at line {} is outside of it", at.line),
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
