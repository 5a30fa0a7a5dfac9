//! A breakpoint as data, in C's words; the input of every renderer (lines, screen, JSON).

use whydunit_locate::interactive::{DescribedBreakpoint, DescribedItem, Quality, Spot};
use whydunit_machine::Site;
use whydunit_program::{Callee, Inst, Program, Type};
use whydunit_trace::{Instance, InstanceKind, RESULT, Time, Value};

use super::onward;
use super::tested::tested;
use crate::explanation::{Executed, Words};
use crate::frozen::whole_text;
use crate::source::SourceText;
use crate::wording::{case_text, count, list, number};

/// A place to stop at and the items to inspect there.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The place.
    pub at: Executed,
    /// The execution of the line, and the number of its executions.
    pub visit: (u32, u32),
    /// Surrounding lines with their numbers.
    pub around: Vec<(u32, String)>,
    /// The items to inspect.
    pub items: Vec<Asked>,
    /// The arrays whose elements are read there: "a = {11, 14, 0}".
    pub arrays: Vec<String>,
    /// The result that passed the suspicious value on until it was seen to be wrong.
    pub led_to: Option<Asked>,
    /// The reason why the domain grew after the last answer, if it did.
    pub onward: Option<String>,
    /// The instances already known to be wrong that need an explanation; empty while that is only the failure.
    pub explains: Vec<Asked>,
    /// How well the question halves the domain.
    pub quality: Quality,
    /// Number of instances that may hold the fault, or of executions of their common statement.
    pub domain: usize,
    /// Number of instances in the whole run, if `domain` counts only the nearest.
    pub whole: Option<usize>,
    /// Whether this is one of many executions of a statement, each made from an earlier one.
    pub in_row: bool,
}

/// One item to inspect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The statement; for a parameter, the call that passes its value.
    pub at: Executed,
    /// The execution of the line, and the number of its executions.
    pub visit: (u32, u32),
    /// The time of the instance.
    pub time: Time,
    /// The inspected expression: `a[0]`, `i < size`.
    pub expression: String,
    /// The value of the expression.
    pub value: String,
    /// The values that the statement read, as far as its text names them.
    pub with: String,
    /// Whether it is an argument that a call passes to a parameter.
    pub parameter: bool,
    /// Whether it is a decision, which is correct when it went the right way.
    pub test: bool,
    /// Whether it is a pointer shown with its target. A pointer is correct when it points to the right place.
    pub points: bool,
}

/// Separates a pointer from its target.
const THERE: &str = " -> ";
/// Number of lines shown before and after a place.
const AROUND: u32 = 2;

impl Stop {
    /// Renders a breakpoint from its facts.
    pub fn of(facts: &DescribedBreakpoint, program: &Program, sources: &mut SourceText) -> Stop {
        Stop::new(&mut Words::new(program, sources), facts)
    }

    pub(crate) fn new(words: &mut Words<'_>, facts: &DescribedBreakpoint) -> Stop {
        let breakpoint = &facts.breakpoint;
        let at = words.executed(&facts.at);
        let lines = at.line.saturating_sub(AROUND).max(1)..=at.line + AROUND;
        let file = breakpoint.spot.place.file;
        let around = lines.map(|line| (line, words.untrimmed(file, line))).filter(|(_, text)| text.is_some());
        Stop {
            visit: visit(&breakpoint.spot),
            around: around.filter_map(|(line, text)| Some((line, text?))).collect(),
            items: facts.items.iter().map(|item| Asked::new(words, item)).collect(),
            arrays: arrays(words.program, &facts.arrays),
            led_to: facts.led_to.as_ref().map(|item| Asked::new(words, item)),
            onward: facts.continuation.as_ref().map(|onward| onward::sentence(words, onward)),
            explains: facts.explains.iter().map(|item| Asked::new(words, item)).collect(),
            quality: breakpoint.quality,
            domain: breakpoint.domain,
            whole: breakpoint.whole,
            in_row: breakpoint.bisection.is_some(),
            at,
        }
    }

    /// The size of the domain: "12 instances".
    pub fn in_question(&self) -> String {
        let what = if self.in_row { "execution" } else { "executed statement" };
        let made = if self.in_row { " of this statement, each using an earlier one," } else { "" };
        let nearest = self.whole.map(|whole| format!(" (the nearest of {whole} in the run)"));
        count(self.domain, what) + made + &nearest.unwrap_or_default()
    }
}

impl Asked {
    pub(crate) fn new(words: &mut Words<'_>, facts: &DescribedItem) -> Asked {
        let (program, item) = (words.program, &facts.item);
        let at = words.executed(&facts.at);
        let (expression, value) = looked_at(program, &item.instance, &at);
        let parameter = item.instance.kind == InstanceKind::Argument;
        let which = facts.site.filter(|_| parameter).and_then(|site| which_call(program, site));
        let expression = match which.zip(expression.split_once("'s parameter ")) {
            Some((which, (function, name))) => format!("the {} {function}(...)'s parameter {name}", ordinal(which)),
            None => expression,
        };
        // The inspected value and the arguments of a parameter are already shown.
        let itself = |used: &Value| used.label() == expression && whole_text(program, used) == value;
        let used = item.instance.uses.iter().filter(|_| !parameter);
        let others: Vec<Value> = used.filter(|used| !itself(used)).cloned().collect();
        let with = list(program, &others);
        let test = matches!(item.instance.kind, InstanceKind::Decision { .. } | InstanceKind::Choice { .. });
        let points = is_pointer(program, &item.instance) && (value.starts_with('"') || value.contains(THERE));
        Asked { visit: visit(&item.spot), time: item.time, expression, value, with, parameter, test, points, at }
    }

    /// "a[0] is 0 with v = 0".
    pub fn sentence(&self) -> String {
        let with = if self.with.is_empty() { String::new() } else { format!(" with {}", self.with) };
        self.what() + &with
    }

    /// The expression and its state: "a[0] is 0", "n points to 0x100000020 (there {key = 5})".
    pub fn what(&self) -> String {
        format!("{} {} {}", self.expression, self.verb(), self.state())
    }

    /// "is", or "points to" for a pointer.
    pub fn verb(&self) -> &'static str {
        if self.points { "points to" } else { "is" }
    }

    /// The value; for a pointer its target address and the value there.
    pub fn state(&self) -> String {
        match self.value.split_once(THERE).filter(|_| self.points) {
            // The question about a pointer concerns the address; its target is a question of its own.
            Some((place, there)) => format!("{} (there {there})", place.trim_start_matches('&')),
            None => self.value.clone(),
        }
    }

    /// The sentence; for decisions and pointers also with the meaning of "correct".
    pub fn question(&self) -> String {
        self.sentence() + &self.meaning().map_or_else(String::new, |right| format!(" ({right})"))
    }

    /// The meaning of "correct" for a decision or a pointer.
    pub fn meaning(&self) -> Option<&'static str> {
        match (self.test, self.points) {
            (true, _) => Some("right if the condition should be this"),
            (_, true) => Some("right if it should point there, whatever is there"),
            _ => None,
        }
    }

    /// The place with the execution: "sort.c:9#2".
    pub fn place(&self) -> String {
        place(&self.at, self.visit)
    }
}

/// "sort.c:9", or "sort.c:9#2" if there are several executions.
pub(crate) fn place(at: &Executed, visit: (u32, u32)) -> String {
    match visit {
        (_, 1) => format!("{}:{}", at.file, at.line),
        (k, _) => format!("{}:{}#{k}", at.file, at.line),
    }
}

/// "a = {11, 14, 0}" for each distinct array.
fn arrays(program: &Program, arrays: &[Value]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for array in arrays {
        let text = format!("{} = {}", array.name, whole_text(program, array));
        found.extend(Some(text).filter(|text| !found.contains(text)));
    }
    found
}

fn visit(spot: &Spot) -> (u32, u32) {
    (spot.visit, spot.visits)
}

/// Whether the inspected value of an instance is a pointer.
fn is_pointer(program: &Program, instance: &Instance) -> bool {
    let made: Vec<&Value> = instance.defines.iter().chain(&instance.wrote).collect();
    let looked_at = match (&made[..], &instance.kind) {
        (&[made], _) => Some(made),
        ([], InstanceKind::Return { value }) => Some(value),
        _ => None,
    };
    let ty = looked_at.filter(|value| value.elements.is_none()).and_then(|value| value.ty);
    ty.is_some_and(|ty| matches!(program.types.get(program.types.bare(ty)), Type::Pointer { .. }))
}

/// The rank of the call at a site among the calls of the same function on its line, in reading order from 1; none if
/// there is only one.
fn which_call(program: &Program, site: Site) -> Option<usize> {
    let function = program.function(site.function);
    let callee = |at: usize| match function.insts[at] {
        Inst::Call { site } => Some(function.calls[site as usize].callee),
        _ => None,
    };
    let is_same = |at: usize| match (callee(at), callee(site.inst as usize)) {
        (Some(Callee::Indirect(_)), Some(Callee::Indirect(_))) => true,
        (Some(one), Some(other)) => one == other,
        _ => false,
    };
    let line = |at: usize| function.locs[at].line;
    let mut alike: Vec<usize> =
        (0..function.insts.len()).filter(|&at| line(at) == line(site.inst as usize) && is_same(at)).collect();
    alike.sort_by_key(|&at| function.locs[at].column);
    alike.iter().position(|&at| at == site.inst as usize).filter(|_| alike.len() > 1).map(|at| at + 1)
}

fn ordinal(number: usize) -> String {
    let words = ["first", "second", "third", "fourth", "fifth"];
    words.get(number - 1).map_or_else(|| format!("{number}th"), |word| word.to_string())
}

/// The inspected expression of an instance and its value; for several values "(x, y)" and "(1, 2)".
fn looked_at(program: &Program, instance: &Instance, at: &Executed) -> (String, String) {
    let mut made: Vec<(String, String)> =
        instance.defines.iter().chain(&instance.wrote).map(|m| seen(program, m, at)).collect();
    if let InstanceKind::Return { value } = &instance.kind {
        made.push((format!("the result of {}", program.function(instance.site.function).name), judged(program, value)));
    }
    if let [(name, value)] = &made[..] {
        // The place belongs to the caller, where the parameter's name may denote another variable.
        let called = (instance.kind == InstanceKind::Argument).then(|| &program.function(instance.site.function).name);
        let name = called.map_or_else(|| name.clone(), |function| format!("{function}'s parameter {name}"));
        return (name, value.clone());
    }
    if !made.is_empty() {
        let (names, values): (Vec<String>, Vec<String>) = made.into_iter().unzip();
        return (format!("({})", names.join(", ")), format!("({})", values.join(", ")));
    }
    let test = || tested(program.function(instance.site.function), instance.site.inst, at);
    match &instance.kind {
        InstanceKind::Decision { value } => (test(), (*value != 0).to_string()),
        InstanceKind::Choice { value } => (test(), case_text(program, &instance.uses, *value)),
        InstanceKind::Call { name } => (name.clone(), "called".into()),
        _ => ("what it does".into(), "done".into()),
    }
}

/// The return value of a function, as text.
fn judged(program: &Program, value: &Value) -> String {
    if value.ty.is_some() { whole_text(program, value) } else { number(value.word()) }
}

/// The expression that a statement defined, and its value.
fn seen(program: &Program, made: &Value, at: &Executed) -> (String, String) {
    let name = match made.name.as_str() {
        RESULT => format!("the result of {}", at.function),
        name if name.starts_with(RESULT) => {
            format!("{} of the result of {}", name[RESULT.len()..].trim_start_matches('.'), at.function)
        }
        "..." => "what is written".into(),
        // Temporaries of the compiler have no name in the source.
        name if made.ty.is_none() && name.contains('.') => "the value".into(),
        _ => made.label(),
    };
    (name, whole_text(program, made))
}
